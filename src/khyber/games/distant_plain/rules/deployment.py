"""2.1: Open Deployment: each player's Faction sets up its own forces."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    AFGHAN,
    BASES,
    C_BASE,
    COALITION,
    FACTIONS,
    IS_PASHTUN,
    KABUL,
    KINDS,
    LANDS,
    OUTSIDE_PAKISTAN,
    PIECE_IDS,
    POPULATION,
    PROVINCES,
    SCENARIOS,
    SPACE_IDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import place, places_for_bases
from khyber.games.distant_plain.rules.setup import DEPLOYMENT_ORDER, go_to_deployment
from khyber.games.distant_plain.state import State

#: Where a Faction may set up, by the word of the scenario; population is the printed number.
AMONG = {
    "afghan": OUTSIDE_PAKISTAN,
    "populated-province": tuple(space for space in PROVINCES if POPULATION[space] in (1, 2)),
    "pashtun": tuple(space for space in LANDS if IS_PASHTUN[space]),
    "afghan-pashtun": tuple(space for space in AFGHAN if IS_PASHTUN[space]),
}


@rule("2.1")
def deploy(play: Play) -> Rules:
    """2.1: mandatory placements first, then the rest freely, kind by kind, within stacking."""
    state = play.state
    faction = FACTIONS[state.active]
    plan = SCENARIOS[state.scenario].open[faction]
    for space, pieces in plan.fixed.items():
        for piece, n in pieces.items():
            place(play, "2.1", piece, space, n)
    for piece, n in plan.free.items():
        left = n
        while left:
            space = yield from play.ask(
                faction,
                "deploy-space",
                "2.1",
                PLACES,
                partial(deployment_spaces, state, faction, piece, plan.among),
                {"piece": PIECE_IDS[piece], "n": left},
            )
            most = min(left, base_room(state, faction, space)) if piece in BASES else left
            count = yield from play.ask(
                faction,
                "deploy-count",
                "2.1",
                COUNTS,
                partial(range, 1, most + 1),
                {"piece": PIECE_IDS[piece], "space": SPACE_IDS[space], "n": left},
            )
            place(play, "2.1", piece, space, count)
            left -= count
    go_to_deployment(state, DEPLOYMENT_ORDER[DEPLOYMENT_ORDER.index(faction) + 1 :])


def deployment_spaces(state: State, faction: Faction, piece: Piece, among: str) -> list[Space]:
    """2.1, 1.4.2: the spaces the scenario names, for Bases only with room."""
    return [space for space in AMONG[among] if piece not in BASES or base_room(state, faction, space)]


def base_room(state: State, faction: Faction, space: Space) -> int:
    """1.4.2: return how many Bases still fit; in Kabul one place is kept for the Coalition's own (2.1)."""
    room = places_for_bases(state, space)
    if space == KABUL and faction != COALITION and not state.pieces[KABUL * KINDS + C_BASE]:
        room -= 1
    return room
