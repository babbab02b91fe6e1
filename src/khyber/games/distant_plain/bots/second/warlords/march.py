"""2nd:8.5.2: March of the Non-player Warlords."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.bots.common.warlords.activities import can_hold_base, outnumbers_police
from khyber.games.distant_plain.bots.common.warlords.march import begin_march, can_enter, move_group
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, draw, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.guidelines import Group, march_group, quota
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, count, guerrillas
from khyber.games.distant_plain.rules.operations.conditions import can_still_march, spaces_with
from khyber.games.distant_plain.state import State


@cache
def march_box() -> Priorities:
    return (
        Priority("W2.March.1", "2nd:8.5.2", empty_locs, send_one, most=1),
        Priority("W2.March.2", "2nd:8.5.2", controlled, all_go, (ranks.POPULATION,)),
        Priority("W2.March.3", "2nd:8.5.2", within_reach, all_go, (Rank("cultivation", cultivable_then),), most=1),
    )


@rule("2nd:8.5.2")
def may_leave(state: State, space: Space) -> tuple[int, int, int]:
    """W2.March.G: return Underground, Active, and total that may leave: one stays at a Base; Control holds."""
    hidden, shown = can_still_march(state, board.WARLORDS, space)
    if not hidden and not shown:
        return 0, 0, 0
    standing = guerrillas(state, board.WARLORDS, space)
    most = min(quota(state, space, board.WARLORDS, standing), hidden + shown)
    if count(state, space, board.W_BASE):
        most = min(most, standing - 1)
    return min(hidden, most), min(shown, most), most


#: Underground, Active, and total that may leave each space, where any may.
Leaving = dict[Space, tuple[int, int, int]]


def leaving_everywhere(state: State) -> Leaving:
    """Return who may leave where; none leaves a LoC (R22). Looked up once for all destinations."""
    occupied = spaces_with(state, board.W_UNDERGROUND, board.W_ACTIVE)
    found = {space: may_leave(state, space) for space in occupied if board.IS_AFGHAN[space]}
    return {space: leaving for space, leaving in found.items() if leaving[2]}


def groups_to(state: State, dest: Space, leaving: Leaving, want: int = 99) -> list[tuple[Space, Group]]:
    """N2.Proc.5: return all groups that can come from adjacent spaces, of up to `want` Guerrillas each."""
    found = []
    for origin in board.ADJACENT[dest]:
        if origin in leaving:
            hidden, shown, most = leaving[origin]
            group = march_group(state, board.WARLORDS, dest, hidden, shown, min(want, most))
            if group.size:
                found.append((origin, group))
    return found


def can_come(state: State, dest: Space, leaving: Leaving) -> int:
    return sum([group.size for _, group in groups_to(state, dest, leaving)])


def empty_locs(walk: Walk) -> list[Candidate]:
    """W2.March.1: LoCs without pieces, Sabotaged or not (R23), within reach."""
    state = walk.state
    leaving = leaving_everywhere(state)
    return [
        loc
        for loc in board.LOCS
        if not all_pieces(state, loc) and can_enter(walk, loc) and can_come(state, loc, leaving)
    ]


def send_one(walk: Walk, candidate: Candidate) -> bool:
    """Send one Guerrilla, an Underground one if possible."""
    loc, state = where(candidate), walk.state
    leaving = leaving_everywhere(state)
    groups = dict(groups_to(state, loc, leaving, 1))
    hidden = [origin for origin, group in groups.items() if group.hidden]
    origin = where(draw(walk.dice, hidden or list(groups)))
    move_group(walk, origin, loc, groups[origin].hidden, groups[origin].shown)
    return True


def not_entered(walk: Walk, space: Space) -> bool:
    return space not in walk.state.op_spaces and can_enter(walk, space)


def controlled(walk: Walk) -> list[Candidate]:
    """W2.March.2: spaces where those that can come are enough to end Control."""
    state = walk.state
    leaving = leaving_everywhere(state)
    found: list[Candidate] = []
    for space in board.AFGHAN:
        if state.control[space] and not_entered(walk, space):
            coin, taliban, warlords = strength(state, space)
            if can_come(state, space, leaving) >= abs(coin - taliban) - warlords:
                found.append(space)
    return found


def all_go(walk: Walk, candidate: Candidate) -> bool:
    """Move every group that can come."""
    dest = where(candidate)
    for origin, group in groups_to(walk.state, dest, leaving_everywhere(walk.state)):
        move_group(walk, origin, dest, group.hidden, group.shown)
    return True


def within_reach(walk: Walk) -> list[Candidate]:
    """W2.March.3: Provinces within reach."""
    state = walk.state
    leaving = leaving_everywhere(state)
    return [space for space in board.PROVINCES if not_entered(walk, space) and can_come(state, space, leaving)]


def cultivable_then(walk: Walk, candidate: Candidate) -> int:
    """W2.March.3: whether Cultivate could place a Base once they arrive."""
    state, space = walk.state, where(candidate)
    return int(
        can_hold_base(state, space)
        and outnumbers_police(state, space, can_come(state, space, leaving_everywhere(state)))
    )


@rule("2nd:8.5.2")
def walk_march(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.5.2: walk the March; None if no Guerrilla moves."""
    walk = begin_march(bot, play)
    return walk if walk.follow(march_box) else None
