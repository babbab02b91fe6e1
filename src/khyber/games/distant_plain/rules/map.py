"""1.3: the map."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    ECON,
    IS_LOC,
    IS_MOUNTAIN,
    IS_PAKISTAN,
    IS_PASHTUN,
    KABUL,
    LOCS,
    POPULATION,
    TALIBAN,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.state import State


@rule("1.3.2")
def population(state: State, space: Space) -> int:
    """1.3.2: return the printed Population plus any +1 Pop marker (4.3.1). Pakistan's counts for Rally only."""
    return POPULATION[space] + state.returnees[space]


@rule("1.3.2")
def cubes_for_one_loss(space: Space) -> int:
    """1.3.2: Government Assault (3.2.4) needs more cubes in Mountain Provinces."""
    return 3 if IS_MOUNTAIN[space] else 2


@rule("1.3.3")
def police_fight_here(space: Space) -> bool:
    """1.3.3: whether Police count in an Assault: in Kabul and on LoCs (3.2.4)."""
    return space == KABUL or IS_LOC[space]


@rule("1.3.4")
def econ_open(state: State) -> int:
    """1.3.4: the Economic value of all LoCs without Sabotage."""
    return sum(ECON[loc] for loc in LOCS if not state.terror[loc])


@rule("1.3.5")
def may_enter(faction: Faction, space: Space) -> bool:
    """1.3.5: only Taliban forces may be in Pakistan's three Provinces."""
    return faction == TALIBAN or not IS_PAKISTAN[space]


def home_ground(faction: Faction, space: Space) -> bool:
    """Return where an Insurgent Faction Marches Underground (3.3.2): Pashtun for Taliban, else for Warlords."""
    return not IS_LOC[space] and IS_PASHTUN[space] != (faction == WARLORDS)
