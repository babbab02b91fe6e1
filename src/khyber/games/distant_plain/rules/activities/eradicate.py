"""4.3.3: Eradicate."""

from __future__ import annotations

from khyber.games.distant_plain.board import COIN_CONTROL, IS_PASHTUN, KABUL, T_UNDERGROUND, W_BASE, Faction, Space
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.elders import shift_by
from khyber.games.distant_plain.rules.forces import government_cubes, place, remove
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION
from khyber.games.distant_plain.rules.tracks import change_aid, change_patronage
from khyber.games.distant_plain.state import State

MAX_SPACES = 2


def eradicate_spaces(state: State) -> list[Space]:
    """4.3.3: Afghan Provinces with COIN Control, a Government cube and a Warlord Base."""
    if not spaces_left(state, MAX_SPACES):
        return []
    return [
        space
        for space in spaces_with(state, W_BASE)
        if state.control[space] == COIN_CONTROL
        and space != KABUL
        and government_cubes(state, space)
        and space not in state.special_spaces
    ]


def can_eradicate(play: Play, faction: Faction) -> bool:
    return bool(eradicate_spaces(play.state))


@rule("4.3.3")
def eradicate(play: Play, faction: Faction) -> Rules:
    """4.3.3: in 1 or 2 Provinces, remove a Warlord Base, add Aid and Patronage, shift, place a Guerrilla."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play, faction, "eradicate-space", "4.3.3", lambda: eradicate_spaces(state), most=MAX_SPACES
            )
        )
    ) is not None:
        yield from eradicate_in(play, faction, space)


def eradicate_in(play: Play, faction: Faction, space: Space) -> Rules:
    """4.3.3: Eradicate in one Province."""
    change_aid(play, "4.3.3", 3)
    change_patronage(play, "4.3.3", 1)
    remove(play, "4.3.3", W_BASE, space)
    yield from shift_by(play, faction, "4.3.3", space, TOWARD_OPPOSITION)
    if IS_PASHTUN[space]:
        place(play, "4.3.3", T_UNDERGROUND, space)
