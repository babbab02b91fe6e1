"""4.5.1: Cultivate."""

from __future__ import annotations

from khyber.games.distant_plain.board import G_POLICE, KINDS, PROVINCES, W_BASE, WARLORDS, Faction, Space
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.forces import available, guerrillas, place, room_for_base
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.state import State


def cultivate_spaces(state: State) -> list[Space]:
    """4.5.1: a populated Province of the Rally or March, with room and more Guerrillas than Police."""
    if not spaces_left(state, 1) or not available(state, W_BASE) or (state.op and not state.op_spaces):
        return []
    return [
        space
        for space in PROVINCES
        if (space in state.op_spaces or not state.op)
        and population(state, space) > 0
        and guerrillas(state, WARLORDS, space) > state.pieces[space * KINDS + G_POLICE]
        and room_for_base(state, space)
    ]


def can_cultivate(play: Play, faction: Faction) -> bool:
    return bool(cultivate_spaces(play.state))


@rule("4.5.1")
def cultivate(play: Play, faction: Faction) -> Rules:
    """4.5.1: place a Warlord Base."""
    state = play.state
    while (
        space := (
            yield from next_space(play, faction, "cultivate-space", "4.5.1", lambda: cultivate_spaces(state), most=1)
        )
    ) is not None:
        place(play, "4.5.1", W_BASE, space)
