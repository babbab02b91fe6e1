"""8.7.3: Assault of the Non-player Government, also at the end of a Patrol."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common import guidelines, ranks
from khyber.games.distant_plain.bots.common.coin.assault import (
    NOTHING,
    Losses,
    capacity,
    government_assault,
    losses_in_order,
)
from khyber.games.distant_plain.bots.common.coin.spaces import balance, controlled
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import on_map, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, assault_spaces
from khyber.games.distant_plain.rules.targets import exposed
from khyber.games.distant_plain.rules.victory import is_non_player, margins
from khyber.games.distant_plain.state import State


@cache
def assault_box() -> Priorities:
    return (
        Priority("G.Assault.1", "8.7.3", control_to_win, assault_here, (ranks.POPULATION, MARGIN, TARGET, MAX_BASES)),
        Priority("G.Assault.2a", "8.7.3", bases_to_remove, assault_here, (MAX_BASES, NOT_A_LOC, BASE_OWNER)),
        Priority("G.Assault.2b", "8.7.3", guerrillas_to_remove, assault_here, (MAX_GUERRILLAS, NOT_A_LOC, TARGET)),
    )


#: G.Assault.P: most spaces.
MAX_SPACES = 3
#: G.Assault.0: Population that must come under COIN Control, unless a Taliban Base is removed.
POPULATION_WORTH_IT = 2

# -- what an Assault would remove -------------------------------------------------------------------


def hit_first(state: State, space: Space, most: int, usual: tuple[Faction, ...]) -> tuple[Faction, ...]:
    """R-G5: the usual order where it wins Control; else the only Faction whose Base is in reach."""
    other = (usual[1], usual[0])
    gone = losses_in_order(state, space, most, usual)
    if gone.bases or wins_control(state, space, gone) or not losses_in_order(state, space, most, other).bases:
        return usual
    return other


def wins_control(state: State, space: Space, gone: Losses) -> bool:
    """G.Assault.1: whether it gains COIN Control."""
    return (
        not board.IS_LOC[space]
        and not controlled(state, space)
        and balance(state, space) + gone.bases + gone.guerrillas > 0
    )


def usual_order(state: State) -> tuple[Faction, ...]:
    """8.2.1: players by margin, best first; then the Taliban. Ties are drawn later."""
    taliban, warlords = is_non_player(state, board.TALIBAN), is_non_player(state, board.WARLORDS)
    if taliban and not warlords:
        return (board.WARLORDS, board.TALIBAN)
    if not taliban and not warlords:
        margin = margins(state)
        if margin[board.WARLORDS] > margin[board.TALIBAN]:
            return (board.WARLORDS, board.TALIBAN)
    return (board.TALIBAN, board.WARLORDS)


def losses(state: State, space: Space) -> Losses:
    """Return the pieces a Government Assault there would remove."""
    open_to_it = exposed(state, space)
    most = capacity(state, space) if open_to_it else 0
    if not most:
        return NOTHING
    if len(open_to_it) == 1:
        return losses_in_order(state, space, most, board.INSURGENTS)
    return losses_in_order(state, space, most, hit_first(state, space, most, usual_order(state)))


def open_spaces(walk: Walk) -> list[Space]:
    """G.Assault.P: up to three spaces with cubes, not yet selected; cost is checked later."""
    return assault_spaces(walk.play, board.GOVERNMENT) if len(walk.state.op_spaces) < MAX_SPACES else []


def control_to_win(walk: Walk) -> list[Candidate]:
    """G.Assault.1: Kabul and Provinces that it brings under COIN Control."""
    return [space for space in open_spaces(walk) if wins_control(walk.state, space, losses(walk.state, space))]


def worth_it_on_a_loc(state: State, space: Space) -> bool:
    """G.Assault.2: on LoCs, only with a player's or a Taliban piece."""
    return not board.IS_LOC[space] or any(
        pieces_of(state, f, space) for f in board.INSURGENTS if f == board.TALIBAN or not is_non_player(state, f)
    )


def bases_to_remove(walk: Walk) -> list[Candidate]:
    """G.Assault.2a: spaces where Bases are removed."""
    return [
        space for space in open_spaces(walk) if losses(walk.state, space).bases and worth_it_on_a_loc(walk.state, space)
    ]


def guerrillas_to_remove(walk: Walk) -> list[Candidate]:
    """G.Assault.2b: spaces where Guerrillas are removed."""
    return [
        space
        for space in open_spaces(walk)
        if losses(walk.state, space).guerrillas and worth_it_on_a_loc(walk.state, space)
    ]


def assault_here(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    if not walk.pay(COIN_COST):
        return False
    most = capacity(walk.state, space)
    usual = tuple(guidelines.targets_in_order(walk.state, walk.dice, board.GOVERNMENT))
    government_assault(walk, space, hit_first(walk.state, space, most, usual))
    return True


def most_bases(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).bases


def most_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).guerrillas


def not_a_loc(walk: Walk, candidate: Candidate) -> int:
    return 0 if board.IS_LOC[where(candidate)] else 1


def by_target(walk: Walk, candidate: Candidate) -> int:
    """Prefer to remove a player's pieces, then Taliban, then Warlord pieces."""
    gone = losses(walk.state, where(candidate))
    return max(
        (guidelines.hits_first(walk.state, board.GOVERNMENT, f) for f in board.INSURGENTS if gone.of(f)), default=-10
    )


def by_margin(walk: Walk, candidate: Candidate) -> int:
    """8.2.1: prefer the player with the better margin."""
    state = walk.state
    if any(is_non_player(state, f) for f in board.INSURGENTS):
        return 0
    gone, margin = losses(state, where(candidate)), margins(state)
    return max((margin[f] for f in board.INSURGENTS if gone.of(f)), default=-99)


def by_base_owner(walk: Walk, candidate: Candidate) -> int:
    """Prefer by the owner of the Bases removed."""
    gone, state = losses(walk.state, where(candidate)), walk.state
    return max(
        (
            guidelines.hits_first(state, board.GOVERNMENT, f)
            for f, n in zip(board.INSURGENTS, (gone[1], gone[3]), strict=True)
            if n
        ),
        default=-10,
    )


NOT_A_LOC = Rank("not-a-loc", not_a_loc)
TARGET = Rank("target", by_target)
MARGIN = Rank("margin", by_margin)
MAX_BASES = Rank("most-bases", most_bases)
MAX_GUERRILLAS = Rank("most-guerrillas", most_guerrillas)
BASE_OWNER = Rank("base-owner", by_base_owner)


def controlled_population(state: State) -> int:
    return sum([guidelines.pop(state, s) for s in board.AFGHAN if state.control[s] == board.COIN_CONTROL])


@rule("8.7.3")
def walk_assault(bot: NonPlayer, play: Play) -> tuple[Walk, bool] | None:
    """8.7.3: return the Assault and whether it is worthwhile (G.Assault.0); None if there is none."""
    walk = begin(bot, play, "assault", limit=guidelines.operation_limit(play.state.resources[board.GOVERNMENT]))
    people, bases = controlled_population(walk.state), on_map(walk.state, board.T_BASE)
    if not walk.follow(assault_box):
        return None
    won = controlled_population(walk.state) - people
    return walk, won >= POPULATION_WORTH_IT or on_map(walk.state, board.T_BASE) < bases
