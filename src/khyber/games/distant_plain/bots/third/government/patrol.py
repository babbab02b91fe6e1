"""8.7.4: Patrol of the Non-player Government."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import controlled, needed_for_control
from khyber.games.distant_plain.bots.common.government.patrol import move_cube, open_to, plan_patrol
from khyber.games.distant_plain.bots.common.guidelines import enemy_players
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, named_ranks, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.government.activities import accompany
from khyber.games.distant_plain.bots.third.government.assault import losses
from khyber.games.distant_plain.bots.third.government.guards import free_to_leave
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_guerrillas, all_pieces, count, government_cubes, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import movable
from khyber.games.distant_plain.rules.operations.patrol import patrol_reach
from khyber.games.distant_plain.rules.targets import targets_underground
from khyber.games.distant_plain.state import State


@cache
def patrol_box() -> Priorities:
    return (
        Priority("G.Patrol.1", "8.7.4", kabul_to_win, win_kabul),
        Priority("G.Patrol.2a", "8.7.4", locs_with_players, match_player, (ranks.ECON,)),
        Priority("G.Patrol.2b", "8.7.4", vital_locs, hold_vital_loc, (ranks.ECON,)),
        Priority("G.Patrol.2c", "8.7.4", empty_locs, hold_loc),
    )


@cache
def free_assault_box() -> Priorities:
    return (
        Priority(
            "G.Patrol.3",
            "8.7.4",
            locs_to_assault,
            plan_assault,
            named_ranks(players_removed, taliban_removed, warlords_removed),
            most=1,
        ),
    )


#: LoCs that the flowchart names by value.
VITAL = tuple(loc for loc in board.LOCS if board.ECON[loc] in (3, 4))
OTHER_LOCS = tuple(loc for loc in board.LOCS if loc not in VITAL)
#: G.Patrol.0: pieces of players on one LoC that call for a Patrol.
PIECES_WORTH_IT = 2


@rule("8.7.4")
def called_for(state: State) -> bool:
    """G.Patrol.0: a player's pieces on a LoC, or Taliban dominate one of the two best LoCs (R-G10)."""
    hunted = enemy_players(state, board.GOVERNMENT)
    if hunted and any(sum(pieces_of(state, f, loc) for f in hunted) >= PIECES_WORTH_IT for loc in board.LOCS):
        return True
    return any(2 * pieces_of(state, board.TALIBAN, loc) > all_pieces(state, loc) for loc in VITAL)


# -- cubes that may move ----------------------------------------------------------------------------


def players_pieces(state: State, loc: Space) -> int:
    """G.Patrol.2a: pieces of the player that has the most there."""
    return max((pieces_of(state, f, loc) for f in enemy_players(state, board.GOVERNMENT)), default=0)


def wanted(state: State, loc: Space) -> int:
    """Return how many cubes this box keeps on a LoC; those do not move on (R-G9)."""
    return max(2 if loc in VITAL else 1, players_pieces(state, loc))


def may_move(state: State, origin: Space, piece: Piece) -> bool:
    """G.Patrol.P: not yet moved, Control holds, Police stay at Bases and non-Pashtun; LoCs keep theirs."""
    if movable(state, origin, piece) <= 0:
        return False
    if board.IS_LOC[origin]:
        return government_cubes(state, origin) > wanted(state, origin)
    if free_to_leave(state, origin) < 1:
        return False
    if piece != board.G_POLICE:
        return True
    kept = count(state, origin, board.G_BASE) > 0 or not board.IS_PASHTUN[origin]
    return count(state, origin, board.G_POLICE) > (1 if kept else 0)


def next_cube(walk: Walk, dest: Space) -> tuple[Space, Piece] | None:
    """G.Patrol.P: return the next cube to move: Police first, from the space with most of the kind."""
    state = walk.state
    for piece in (board.G_POLICE, board.G_TROOPS):
        most = 0
        origins: list[Space] = []
        for origin in board.ALL_SPACES:
            here = count(state, origin, piece)
            if (
                here
                and here >= most
                and origin != dest
                and may_move(state, origin, piece)
                and dest in patrol_reach(state, origin)
            ):
                if here > most:
                    most, origins = here, []
                origins.append(origin)
        if origins:
            return random_space(walk.dice, origins), piece
    return None


def bring(walk: Walk, dest: Space, n: int) -> int:
    """Move up to `n` cubes there, one by one; return how many came."""
    for brought in range(n):
        found = next_cube(walk, dest)
        if found is None:
            return brought
        move_cube(walk, *found, dest)
    return n


def kabul_to_win(walk: Walk) -> list[Candidate]:
    """G.Patrol.1: Kabul, if COIN Control can be gained."""
    return [] if controlled(walk.state, board.KABUL) or not open_to(walk, board.KABUL) else [board.KABUL]


def win_kabul(walk: Walk, candidate: Candidate) -> bool:
    """Move exactly the cubes that give COIN Control, or none."""
    needed = needed_for_control(walk.state, board.KABUL)
    return walk.attempt(lambda trial: bring(trial, board.KABUL, needed) >= needed)


def locs_with_players(walk: Walk) -> list[Candidate]:
    """G.Patrol.2a: LoCs with fewer cubes than a player has pieces."""
    state = walk.state
    return [
        loc for loc in board.LOCS if open_to(walk, loc) and players_pieces(state, loc) > government_cubes(state, loc)
    ]


def match_player(walk: Walk, candidate: Candidate) -> bool:
    loc = where(candidate)
    return bring(walk, loc, players_pieces(walk.state, loc) - government_cubes(walk.state, loc)) > 0


def vital_locs(walk: Walk) -> list[Candidate]:
    """G.Patrol.2b: the two best LoCs with fewer than two cubes."""
    return [loc for loc in VITAL if open_to(walk, loc) and government_cubes(walk.state, loc) < 2]


def hold_vital_loc(walk: Walk, candidate: Candidate) -> bool:
    loc = where(candidate)
    return bring(walk, loc, 2 - government_cubes(walk.state, loc)) > 0


def empty_locs(walk: Walk) -> list[Candidate]:
    """G.Patrol.2c: other LoCs without a cube."""
    return [loc for loc in OTHER_LOCS if open_to(walk, loc) and not government_cubes(walk.state, loc)]


def hold_loc(walk: Walk, candidate: Candidate) -> bool:
    return bring(walk, where(candidate), 1) > 0


@rule("8.7.4")
def walk_patrol(bot: NonPlayer, play: Play) -> Walk | None:
    """8.7.4: plan a Patrol; None if nothing would happen."""
    return plan_patrol(bot, play, patrol_box, would_find, free_assault_box, accompany)


def would_find(state: State, loc: Space) -> bool:
    """G.Patrol.A, G.Patrol.3: whether it Activates a Guerrilla or removes a piece."""
    return government_cubes(state, loc) > 0 and (
        bool(targets_underground(state, loc)) or losses(state, loc).guerrillas > 0
    )


# -- the Assault at the end -------------------------------------------------------------------------


def locs_to_assault(walk: Walk) -> list[Candidate]:
    """G.Patrol.3: LoCs where pieces would be removed; in a Limited Patrol only its own."""
    state = walk.state
    return [
        loc for loc in board.LOCS if losses(state, loc).guerrillas and (loc in state.op_spaces or not walk.one_space)
    ]


def players_removed(walk: Walk, candidate: Candidate) -> int:
    return sum(losses(walk.state, where(candidate)).of(f) for f in enemy_players(walk.state, board.GOVERNMENT))


def taliban_removed(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).of(board.TALIBAN)


def warlords_removed(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).of(board.WARLORDS)


def plan_assault(walk: Walk, candidate: Candidate) -> bool:
    walk.plan.put("patrol-assault", where(candidate))
    return True


@rule("8.7.4")
def limited_to(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2.3.5: the LoC of a Limited Patrol without moves: where most are found or removed."""
    bot.cite("G.Patrol.A", "8.7.4")
    state = play.state

    def worth(loc: Space) -> tuple[int, int, int]:
        cubes = government_cubes(state, loc)
        players = sum(min(cubes, pieces_of(state, f, loc)) for f in enemy_players(state, board.GOVERNMENT))
        return (players, min(cubes, pieces_of(state, board.TALIBAN, loc)), min(cubes, all_guerrillas(state, loc)))

    locs = numbers(decision)
    best = max(worth(loc) for loc in locs)
    return random_space(bot.dice, [loc for loc in locs if worth(loc) == best])
