"""2nd:8.7.2: Extort and Infiltrate of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common.taliban import activities as shared
from khyber.games.distant_plain.bots.machinery.flowchart import first_possible
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk, follower
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.infiltrate import infiltrate_spaces
from khyber.games.distant_plain.rules.forces import available, count, government_cubes, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.state import State


@cache
def loc_extort_box() -> Priorities:
    return (Priority("T2.Extort.1", "2nd:8.7.2", rich_roads, shared.extort_here),)


@cache
def extort_box() -> Priorities:
    return (Priority("T2.Extort.2", "2nd:8.7.2", everywhere, shared.extort_here),)


@cache
def infiltrate_box() -> Priorities:
    return (
        Priority("T2.Infil.1", "2nd:8.7.2", beside_government(on_a_loc), infiltrate_here),
        Priority("T2.Infil.2", "2nd:8.7.2", beside_government(base_falls), infiltrate_here),
        Priority("T2.Infil.3", "2nd:8.7.2", beside_government(last_police_goes), infiltrate_here),
        Priority("T2.Infil.4", "2nd:8.7.2", beside_government(any_piece), infiltrate_here),
        Priority("T2.Infil.5", "2nd:8.7.2", beside_warlords, infiltrate_here, (Rank("loc-first", loc_first),)),
    )


# -- Extort -----------------------------------------------------------------------------------------


def rich_roads(walk: Walk) -> list[Candidate]:
    """T2.Extort.1: LoCs of Economic value 3 and 4, unless Sabotaged (R41)."""
    return [space for space in shared.legal_extortion(walk) if shared.is_rich_road(walk.state, space)]


@rule("2nd:8.7.2", "2nd:8.7.5")
def everywhere(walk: Walk) -> list[Candidate]:
    """T2.Extort.2: all spaces where Extort is legal."""
    return list(shared.legal_extortion(walk))


# -- Infiltrate -------------------------------------------------------------------------------------

#: 4.4.2: most pieces removed where none is replaced.
MAX_REMOVED: Final = 2
#: The order in which pieces are taken: Police before Troops, Bases last of each Faction.
ORDER: Final[tuple[Piece, ...]] = (
    board.G_POLICE,
    board.G_TROOPS,
    board.G_BASE,
    board.W_UNDERGROUND,
    board.W_ACTIVE,
    board.W_BASE,
)


def how_many(state: State) -> int:
    """T2.Infil: replace one piece if a Guerrilla is Available, else remove two."""
    return 1 if available(state, board.T_UNDERGROUND) else MAX_REMOVED


def victims(state: State, space: Space, n: int) -> list[Piece]:
    """T2.Infil: the pieces removed or replaced there."""
    return [piece for piece in ORDER for _ in range(count(state, space, piece))][:n]


def beside_government(wanted: Callable[[State, Space, int], bool]) -> Callable[[Walk], list[Candidate]]:
    """Return spaces with Government pieces where Infiltrate meets this test."""

    def candidates(walk: Walk) -> list[Candidate]:
        state = walk.state
        n = how_many(state)
        return [
            space
            for space in open_to_activity(state, infiltrate_spaces(state))
            if pieces_of(state, board.GOVERNMENT, space) and wanted(state, space, n)
        ]

    return candidates


def on_a_loc(state: State, space: Space, n: int) -> bool:
    """T2.Infil.1: whether the space is a LoC."""
    return board.IS_LOC[space]


def base_falls(state: State, space: Space, n: int) -> bool:
    """T2.Infil.2: whether a Government Base is removed."""
    return count(state, space, board.G_BASE) > 0 and government_cubes(state, space) < n


def last_police_goes(state: State, space: Space, n: int) -> bool:
    """T2.Infil.3: whether the last Police is removed."""
    return 0 < count(state, space, board.G_POLICE) <= n


def any_piece(state: State, space: Space, n: int) -> bool:
    """T2.Infil.4: whether any piece is removed."""
    return True


def beside_warlords(walk: Walk) -> list[Candidate]:
    """T2.Infil.5: spaces with Warlord pieces, if no Government piece can be removed (R42)."""
    state = walk.state
    return [
        space for space in open_to_activity(state, infiltrate_spaces(state)) if pieces_of(state, board.WARLORDS, space)
    ]


def loc_first(walk: Walk, candidate: Candidate) -> int:
    return int(board.IS_LOC[where(candidate)])


@rule("2nd:8.7.2")
def infiltrate_here(walk: Walk, candidate: Candidate) -> bool:
    state, space = walk.state, where(candidate)
    n = how_many(state)
    shared.infiltrate_in(walk, space, victims(state, space, n), replace=n == 1)
    return True


# -- after an Operation -----------------------------------------------------------------------------


@rule("2nd:8.7.2", "2nd:8.7.3")
def activity_of_movers(bot: NonPlayer, play: Play) -> None:
    """T2.SA.1: after Rally or March: Extort on the richest LoCs, else Infiltrate, else Extort anywhere."""
    first_possible(
        bot,
        play,
        (
            ("extort", follower(loc_extort_box)),
            ("infiltrate", follower(infiltrate_box)),
            ("extort", follower(extort_box)),
        ),
    )


@rule("2nd:8.7.5")
def extort_afterwards(bot: NonPlayer, play: Play) -> None:
    """T2.Terror.3: after Terror, Extort wherever possible."""
    first_possible(bot, play, (("extort", follower(extort_box)),))
