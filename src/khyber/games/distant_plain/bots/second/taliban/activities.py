"""2nd:8.7.2: Extort and Infiltrate of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from khyber.games.distant_plain.board import (
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    IS_LOC,
    KINDS,
    T_UNDERGROUND,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Piece,
    Space,
)
from khyber.games.distant_plain.bots.common.taliban.activities import (
    extort_here,
    first_possible,
    infiltrate_in,
    is_rich_road,
    legal_extortion,
)
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import open_to_activity
from khyber.games.distant_plain.rules.forces import available, government_cubes, pieces_of
from khyber.games.distant_plain.rules.taliban_activities import infiltrate_spaces
from khyber.games.distant_plain.state import State

# -- Extort -----------------------------------------------------------------------------------------


def rich_roads(walk: Walk) -> list[Candidate]:
    """T2.Extort.1: the LoCs of Economic value 3 and 4, unless Sabotaged (R41)."""
    return [space for space in legal_extortion(walk) if is_rich_road(walk.state, space)]


@rule("2nd:8.7.2", "2nd:8.7.5")
def everywhere(walk: Walk) -> list[Candidate]:
    """T2.Extort.2: wherever it is legal."""
    return list(legal_extortion(walk))


LOC_EXTORT: Final = (Priority("T2.Extort.1", "2nd:8.7.2", rich_roads, extort_here),)
EXTORT: Final = (Priority("T2.Extort.2", "2nd:8.7.2", everywhere, extort_here),)

# -- Infiltrate -------------------------------------------------------------------------------------

#: 4.4.2: one piece turns into a Guerrilla, or so many go.
MOST_REMOVED: Final = 2
#: In which order pieces are taken that may be: Police before Troops, Bases when nobody stands before them.
ORDER: Final[tuple[Piece, ...]] = (G_POLICE, G_TROOPS, G_BASE, W_UNDERGROUND, W_ACTIVE, W_BASE)


def how_many(state: State) -> int:
    """T2.Infil: one is replaced if a Guerrilla is Available, else two are removed."""
    return 1 if available(state, T_UNDERGROUND) else MOST_REMOVED


def victims(state: State, space: Space, n: int) -> list[Piece]:
    """T2.Infil: which pieces go there."""
    at = space * KINDS
    return [piece for piece in ORDER for _ in range(state.pieces[at + piece])][:n]


def beside_government(wanted: Callable[[State, Space, int], bool]) -> Callable[[Walk], list[Candidate]]:
    """Spaces with Government pieces where so many can be taken to this end."""

    def candidates(walk: Walk) -> list[Candidate]:
        state = walk.state
        n = how_many(state)
        return [space for space in open_to_activity(state, infiltrate_spaces(state))
                if pieces_of(state, GOVERNMENT, space) and wanted(state, space, n)]

    return candidates


def on_a_loc(state: State, space: Space, n: int) -> bool:
    """T2.Infil.1."""
    return IS_LOC[space]


def base_falls(state: State, space: Space, n: int) -> bool:
    """T2.Infil.2: a Government Base is among those that go."""
    return state.pieces[space * KINDS + G_BASE] > 0 and government_cubes(state, space) < n


def last_police_goes(state: State, space: Space, n: int) -> bool:
    """T2.Infil.3."""
    return 0 < state.pieces[space * KINDS + G_POLICE] <= n


def any_piece(state: State, space: Space, n: int) -> bool:
    """T2.Infil.4."""
    return True


def beside_warlords(walk: Walk) -> list[Candidate]:
    """T2.Infil.5: Warlord pieces, when the Government's are nowhere to be had (R42)."""
    state = walk.state
    return [space for space in open_to_activity(state, infiltrate_spaces(state)) if pieces_of(state, WARLORDS, space)]


def loc_first(walk: Walk, candidate: Candidate) -> int:
    return int(IS_LOC[where(candidate)])


@rule("2nd:8.7.2")
def infiltrate_here(walk: Walk, candidate: Candidate) -> bool:
    state, space = walk.state, where(candidate)
    n = how_many(state)
    infiltrate_in(walk, space, victims(state, space, n), replace=n == 1)
    return True


INFILTRATE: Final = (
    Priority("T2.Infil.1", "2nd:8.7.2", beside_government(on_a_loc), infiltrate_here),
    Priority("T2.Infil.2", "2nd:8.7.2", beside_government(base_falls), infiltrate_here),
    Priority("T2.Infil.3", "2nd:8.7.2", beside_government(last_police_goes), infiltrate_here),
    Priority("T2.Infil.4", "2nd:8.7.2", beside_government(any_piece), infiltrate_here),
    Priority("T2.Infil.5", "2nd:8.7.2", beside_warlords, infiltrate_here, (Rank("loc-first", loc_first),)),
)

# -- after an Operation -----------------------------------------------------------------------------


@rule("2nd:8.7.2", "2nd:8.7.3")
def activity_of_movers(bot: NonPlayer, play: Play) -> None:
    """T2.SA.1: after Rally and March: Extort on the richest LoCs, or Infiltrate, or Extort wherever possible."""
    first_possible(bot, play, (("extort", LOC_EXTORT), ("infiltrate", INFILTRATE), ("extort", EXTORT)))


@rule("2nd:8.7.5")
def extort_afterwards(bot: NonPlayer, play: Play) -> None:
    """T2.Terror.3: after Terror, Extort wherever possible."""
    first_possible(bot, play, (("extort", EXTORT),))
