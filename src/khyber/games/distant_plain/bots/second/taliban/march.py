"""2nd:8.7.3: March of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, strength
from khyber.games.distant_plain.bots.common.taliban.march import ordered, write_down
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, draw, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.guidelines import march_group
from khyber.games.distant_plain.bots.second.taliban.moves import March
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, guerrillas, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import march_cost
from khyber.games.distant_plain.rules.operations.march import may_march_on, only_from


@cache
def near_box() -> Priorities:
    return (
        Priority("T2.March.1", "2nd:8.7.3", open_next_to_origins(board.LOCS, is_open_road), fill),
        Priority("T2.March.2", "2nd:8.7.3", open_next_to_origins((board.KABUL,), is_kabul), fill, most=1),
        Priority("T2.March.3", "2nd:8.7.3", open_next_to_origins(ALL_PROVINCES, not_won), enter, most=MAX_PROVINCES),
    )


@cache
def far_box() -> Priorities:
    return (
        Priority(
            "T2.March.4",
            "2nd:8.7.3",
            within_reach,
            go_on,
            (ranks.COST, Rank("fewest-steps", few_steps)),
            most=MAX_PROVINCES,
        ),
    )


#: T2.March.1: enough Guerrillas in a space.
ENOUGH: Final = 2
#: T2.March.3, T2.March.4: most Provinces for each.
MAX_PROVINCES: Final = 2
ALL_PROVINCES: Final = (*board.PROVINCES, *board.PAKISTAN)
#: The spaces that a way leads through, both ends included.
Path = tuple[Space, ...]
#: A route: its cost, its number of steps, the spaces, and how many could arrive.
Way = tuple[int, int, Path, int]


# -- next to an origin ------------------------------------------------------------------------------


def full(march: March, space: Space) -> bool:
    """R44: whether Taliban pieces exceed all others, or two Guerrillas are there."""
    state = march.state
    own = pieces_of(state, board.TALIBAN, space)
    return own > all_pieces(state, space) - own or guerrillas(state, board.TALIBAN, space) >= ENOUGH


def sources(march: March, dest: Space) -> dict[Space, tuple[int, int, int]]:
    """Return adjacent origins with the Guerrillas that may leave."""
    found = {}
    for origin in march.origins:
        if dest in board.ADJACENT[origin] and march.can_step(origin, dest):
            leaving = march.leaving(origin)
            if march_group(march.state, board.TALIBAN, dest, *leaving[:2], leaving[2]).size:
                found[origin] = leaving
    return found


def open_next_to_origins(
    spaces: Collection[Space], wanted: Callable[[March, Space], bool]
) -> Callable[[Walk], list[Candidate]]:
    """Return those of the spaces that are wanted, not full, and can be entered."""

    def candidates(walk: Walk) -> list[Candidate]:
        march = March.of(walk)
        near = {space for origin in march.origins for space in board.ADJACENT[origin]}
        return [
            space
            for space in spaces
            if space in near and wanted(march, space) and not full(march, space) and sources(march, space)
        ]

    return candidates


def fill(walk: Walk, candidate: Candidate) -> bool:
    """T2.March.1: move one at a time until Taliban outnumber others or two are there; Underground if possible.

    All that leave one origin are one group (N2.Proc.5).
    """
    march, dest = March.of(walk), where(candidate)
    state = march.state
    leaving = sources(march, dest)
    own, standing = pieces_of(state, board.TALIBAN, dest), guerrillas(state, board.TALIBAN, dest)
    others = all_pieces(state, dest) - own
    groups = {origin: march_group(state, board.TALIBAN, dest, 0, 0) for origin in leaving}
    while own <= others and standing < ENOUGH:
        larger = {
            origin: march_group(state, board.TALIBAN, dest, hidden, shown, min(most, groups[origin].size + 1))
            for origin, (hidden, shown, most) in leaving.items()
        }
        options = [origin for origin, group in larger.items() if group.size > groups[origin].size]
        if not options:
            break
        unseen = [
            origin for origin in options if larger[origin].hidden > groups[origin].hidden and not larger[origin].noticed
        ]
        origin = where(draw(walk.dice, unseen or options))
        groups[origin] = larger[origin]
        own, standing = own + 1, standing + 1
    for origin, group in groups.items():
        if group.size:
            march.send(origin, dest, group.hidden, group.shown)
    return True


def is_open_road(march: March, space: Space) -> bool:
    """T2.March.1: whether the LoC is not Sabotaged."""
    return not march.state.terror[space]


def is_kabul(march: March, space: Space) -> bool:
    """T2.March.2: Kabul in any case."""
    return True


def not_won(march: March, space: Space) -> bool:
    """T2.March.3: neither Opposition nor Taliban Control."""
    state = march.state
    return not at_opposition(state, space) and state.control[space] != board.TALIBAN_CONTROL


def enter(walk: Walk, candidate: Candidate) -> bool:
    """T2.March.3: move in, within the limits of T2.March.1 (R45)."""
    March.of(walk).entered.append(where(candidate))
    return fill(walk, candidate)


# -- further on -------------------------------------------------------------------------------------

_LANDS_NEXT_TO: Final = tuple(tuple(dest for dest in near if not board.IS_LOC[dest]) for near in board.ADJACENT)


def nearest(march: March, targets: Collection[Space]) -> list[Way]:
    """R46: the cheapest, then shortest routes to any target.

    A route continues only from Pashtun spaces where a Guerrilla that arrived may leave and one stays (T2.March.5).
    """
    state, budget = march.state, march.budget
    heap: list[tuple[int, int, int, Path, int]] = []
    number = 0

    def step(cost: int, path: Path, cap: int) -> None:
        """Push every affordable neighbour of the path's last space onto the heap."""
        nonlocal number
        here = path[-1]
        for dest in _LANDS_NEXT_TO[here]:
            if dest in path or not march.takes_more((here, dest)):
                continue
            total = cost + march_cost(state, board.TALIBAN, here, dest)
            if budget is None or total <= budget:
                number += 1
                heappush(heap, (total, len(path), number, (*path, dest), cap))

    for origin in march.origins:
        most = march.leaving(origin)[2]
        if most:
            step(0, (origin,), most)
    best: dict[Space, tuple[int, int, int]] = {}
    found: list[Way] = []
    while heap:
        cost, steps, _, path, cap = heappop(heap)
        if found and (cost, steps) > found[0][:2]:
            break
        here = path[-1]
        if here in targets and (path[0], here) not in march.fruitless:
            found.append((cost, steps, path, cap))
        elif not found and may_march_on(state, board.TALIBAN, here):  # further on is further than what is found
            on = march.most_going_on(here, cap)
            seen = best.get(here)
            if on and (seen is None or on > seen[2] or (cost, steps) == seen[:2]):
                best[here] = (cost, steps, max(on, seen[2] if seen else 0))
                step(cost, path, on)
    return found


def needed(march: March, space: Space) -> int:
    """T2.March.4: return how many more give Taliban Control."""
    coin, taliban, warlords = strength(march.state, space)
    return coin + warlords - taliban + 1


def within_reach(walk: Walk) -> list[Candidate]:
    """T2.March.4: the nearest Provinces not yet won, with cost and number of steps."""
    march = March.of(walk)
    targets = [space for space in ALL_PROVINCES if space not in march.entered and not_won(march, space)]
    return list(dict.fromkeys((path[-1], cost, steps) for cost, steps, path, _ in nearest(march, targets)))


def go_on(walk: Walk, candidate: Candidate) -> bool:
    """T2.March.4: move from the nearest origin, then the next, until enough have come or no more can."""
    march, target = March.of(walk), where(candidate)
    missing = needed(march, target)
    arrived = 0
    while arrived < missing:
        ways = nearest(march, (target,))
        if not ways:
            break
        origin = where(draw(walk.dice, list(dict.fromkeys(path[0] for _, _, path, _ in ways))))
        path, most = next((path, most) for _, _, path, most in ways if path[0] == origin)
        arrived += send_along(march, path, min(most, missing - arrived))
    if arrived:
        march.entered.append(target)
    return arrived > 0


def send_along(march: March, path: Path, want: int) -> int:
    """Move as many as wanted and possible along this route; return how many arrive."""
    groups = march.groups_along(path, want) if march.in_order(path) else []
    if not groups:
        march.fruitless.add((path[0], path[-1]))
        return 0
    for (origin, dest), group in zip(pairwise(path), groups, strict=True):
        march.send(origin, dest, *group)
        if dest != path[-1]:
            march.becomes_origin(dest)
    return sum(groups[-1])


def few_steps(walk: Walk, candidate: Candidate) -> int:
    assert not isinstance(candidate, int)
    return -candidate[2]


@rule("2nd:8.7.3")
def walk_march(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.7.3: walk the March; None if no Guerrilla moves."""
    walk = begin(bot, play, "march")
    if walk.state.op_from >= 0:
        only_from(walk.state, board.TALIBAN)
    march = March(walk)
    if not march.origins:
        return None
    taken = march.follow(near_box)
    for space in march.state.op_spaces:
        march.becomes_origin(space)
    if not taken + march.follow(far_box):
        return None
    write_down(march.plan, ordered(march.before), march.groups)
    return march
