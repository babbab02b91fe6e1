"""An estimate of a Faction's chances from the margins of all, and what a learned estimate reads."""

from __future__ import annotations

from math import exp
from typing import Final

from khyber.engine.features import Feature
from khyber.games.distant_plain.ai.features import FEATURES
from khyber.games.distant_plain.board import CONTROL_IDS, FACTION_BY_ID, FACTIONS, SPACE_COUNT
from khyber.games.distant_plain.rules.own_deck import cards_left
from khyber.games.distant_plain.rules.victory import standing
from khyber.games.distant_plain.state import State

#: Points of margin that multiply the odds by e: when the last card is played, and more for each card to come.
CLOSE: Final = 2.0
PER_CARD: Final = 0.1
#: What a point of margin is worth to a Faction that has lost or won already.
OF_MARGIN: Final = 0.002

#: Margins are counted from this far below 0.
LOWEST_MARGIN: Final = 60
MAX_MARGIN: Final = 120


def _margins(state: State) -> bytes:
    found = standing(state, final=False)
    return bytes([max(0, min(margin + LOWEST_MARGIN, MAX_MARGIN)) for margin in found])


def _controlled(control: bytearray) -> bytes:
    return bytes([who == kind for kind in range(len(CONTROL_IDS)) for who in control])


#: What learners observe (`features.py`), and what they would otherwise have to work out.
INPUTS: Final = (
    *FEATURES,
    Feature("margins", len(FACTIONS), MAX_MARGIN, f"each Faction's margin, from -{LOWEST_MARGIN}", "", _margins),
    Feature(
        "controlled",
        len(CONTROL_IDS) * SPACE_COUNT,
        1,
        f"spaces by Control: {', '.join(CONTROL_IDS)}",
        "control",
        _controlled,
    ),
)


def winning_chance(state: State, seat: str) -> float:
    """Return a Faction's share of the odds; of a finished game 1 or 0, and a little for the margin."""
    own = FACTION_BY_ID[seat]
    if state.ending:
        won = seat in state.ranking[0].split("+")
        return won + OF_MARGIN * state.margins_at_end[own]
    margins = standing(state, final=False)
    scale = CLOSE + PER_CARD * cards_left(state)
    odds = [exp(max(-20.0, min(20.0, (margin - margins[own]) / scale))) for margin in margins]
    return 1 / sum(odds)
