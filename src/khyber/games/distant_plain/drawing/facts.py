"""Printed facts for pages that draw or edit positions: goals, tracks, spaces, pieces, steps."""

from __future__ import annotations

from collections.abc import Mapping

from khyber.engine.game import Json
from khyber.games.distant_plain import board
from khyber.games.distant_plain.check import ACTIVE_IN, STEPS
from khyber.games.distant_plain.measures import TOTALS
from khyber.games.distant_plain.view import ACTIONS

#: Steps that an editor does not offer: Open Deployment asks for the rest of the set-up, and "" is the end of the game.
_NOT_EDITED = ("deploy", "")

#: 6: the phases of a Propaganda Round, and their steps.
PHASES = {
    "victory": ("victory",),
    "resources": ("resources",),
    "support": ("civic-action", "sharia"),
    "redeploy": ("desertion", "redeploy", "redeploy-police", "redeploy-taliban", "redeployed"),
    "reset": ("reset",),
}


def facts() -> Mapping[str, Json]:
    """Return the facts, by the ids of views and positions.

    >>> facts()["goals"]["uncontrolled"]
    {'seat': 'warlords', 'over': 15}
    """
    tracks = {seat: board.MAX_RESOURCES for seat in board.SEATS if seat != "coalition"}
    return {
        # 1.9, 7.2: whose victory a total measures, and what it must exceed
        "goals": {total: {"seat": board.SEATS[faction], "over": goal} for total, faction, goal in TOTALS},
        # 7.2: what Resources must exceed besides
        "resources-goals": {"warlords": board.WARLORD_RESOURCES_GOAL},
        # 1.8: the last number of each track
        "tracks": {**tracks, "aid": board.MAX_AID, "patronage": board.MAX_PATRONAGE},
        "spaces": {space.id: space.kind for space in board.SPACES},
        "inventory": {
            name.removesuffix("-underground"): number
            for name, number in zip(board.PIECE_IDS, board.INVENTORY, strict=True)
            if number
        },
        "levels": list(board.LEVEL_IDS),
        "steps": [step for step in STEPS if step not in _NOT_EDITED],
        "phases": {phase: list(steps) for phase, steps in PHASES.items()},
        "active-in": {step: [board.SEATS[faction] for faction in who] for step, who in ACTIVE_IN.items()},
        "first-did": list(ACTIONS),
        "propaganda": list(board.PROPAGANDA_CARDS),
    }
