"""3.3.2: routes for Taliban Marches: from space to space through Pashtun spaces, and their cost.

Sets of spaces are bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.lasting import AEROSTATS, SANDSTORMS, unshaded
from khyber.games.distant_plain.rules.operations.conditions import one_space, pakistan_is_free
from khyber.games.distant_plain.state import State


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(1 << space for space, flag in enumerate(flags) if flag)


EVERYWHERE: Final = (1 << board.SPACE_COUNT) - 1
NEAR: Final = tuple(sum(1 << other for other in near) for near in board.ADJACENT)
LOC_BITS: Final = _bits(board.IS_LOC)
PAKISTAN_BITS: Final = _bits(board.IS_PAKISTAN)
PASHTUN_BITS: Final = _bits(board.IS_PASHTUN)
#: A step from one space to the next.
Leg = tuple[Space, Space]
#: A cost beyond any Resources.
FAR: Final = 99


def spaces_in(bits: int) -> Iterator[Space]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Ways:
    """The cost of moves in the current position, and where Guerrillas may continue."""

    __slots__ = ("border", "free", "through", "watched")

    def __init__(self, state: State) -> None:
        border_open = pakistan_is_free(state) and not state.op_free
        #: Spaces that cost nothing to enter (again), and those from which everything is free to enter (6.6.1).
        self.free = EVERYWHERE if state.op_free else LOC_BITS | state.op_paid | (PAKISTAN_BITS if border_open else 0)
        self.border = PAKISTAN_BITS if border_open else 0
        #: Spaces from which a Guerrilla that has arrived may continue.
        self.through = 0 if unshaded(state, SANDSTORMS) or one_space(state, board.TALIBAN) else PASHTUN_BITS
        #: Spaces where arriving Guerrillas turn Active, whatever the size of their group.
        self.watched = watched(state)

    def costs(self, sources: int, *, quiet: bool) -> list[int]:
        """Return the cost for a Guerrilla to reach each space from the nearest source; `quiet`: Underground."""
        through = self.through & ~self.watched if quiet else self.through
        found = [FAR] * board.SPACE_COUNT
        reached = done = cost = 0
        todo = sources
        while todo:
            while todo:
                low = todo & -todo
                todo ^= low
                done |= low
                space = low.bit_length() - 1
                new = (NEAR[space] if self.border & low else NEAR[space] & self.free) & ~reached
                if new:
                    reached |= new
                    for other in spaces_in(new):
                        found[other] = cost
                    todo |= new & through & ~done
            new = 0
            for space in spaces_in(done):
                new |= NEAR[space]
            new &= ~reached
            reached |= new
            cost += 1
            for other in spaces_in(new):
                found[other] = cost
            todo = new & through & ~done
        return found

    def routes(
        self, target: Space, most: int, *, quiet: bool, not_from: int = 0, paid: int = 0
    ) -> dict[Space, tuple[int, Space]]:
        """Return the least cost and the next space for every space within `most` of the target.

        Among equal costs, the shortest route. The last step does not start from `not_from`; spaces in `paid` are free.
        """
        through = self.through & ~self.watched if quiet else self.through
        free = self.free | paid
        beyond = (most + 1) << 6
        best: dict[Space, int] = {target: 0}
        following: dict[Space, Space] = {}
        heap = [(0, target)]
        while heap:
            so_far, space = heappop(heap)
            if so_far > best[space]:
                continue
            near = NEAR[space] & ~not_from if space == target else NEAR[space]
            step = 1 if free >> space & 1 else 65
            for other in spaces_in(near):
                length = so_far + (1 if self.border >> other & 1 else step)
                if length < best.get(other, beyond):
                    best[other], following[other] = length, space
                    if through >> other & 1:
                        heappush(heap, (length, other))
        return {space: (best[space] >> 6, following[space]) for space in following if space != target}

    def sources_at_no_cost(self, target: Space, paid: int, not_from: int) -> int:
        """Return the spaces that reach the target for free once those in `paid` are paid."""
        free = self.free | paid
        found, todo, first = 0, 1 << target, True
        while todo:
            low = todo & -todo
            todo ^= low
            near = NEAR[low.bit_length() - 1]
            if not free & low:
                near &= self.border
            if first:
                near &= ~not_from
                first = False
            new = near & ~found
            found |= new
            todo |= new & self.through
        return found & ~(1 << target)

    def to_pay(self, target: Space, cost: int) -> Iterator[int]:
        """Yield the sets of `cost` spaces that could be paid for to reach the target."""
        here = 1 << target
        steps = list(spaces_in(self.through & ~self.free & ~here))
        if cost and not self.free & here:
            for chosen in combinations(steps, cost - 1):
                yield sum(1 << space for space in chosen) | here
        if self.free & here or NEAR[target] & self.border:
            for chosen in combinations(steps, cost):
                yield sum(1 << space for space in chosen)


def way(routes: dict[Space, tuple[int, Space]], source: Space, target: Space) -> tuple[Space, ...]:
    """Return the spaces from source to target, both included."""
    spaces = [source]
    while spaces[-1] != target:
        spaces.append(routes[spaces[-1]][1])
    return tuple(spaces)


def watched(state: State) -> int:
    """1.4.3, 3.3.2: return spaces that Activate Guerrillas: Pakistan at Hostility; Aerostats' Bases."""
    seen = PAKISTAN_BITS if state.islamabad == board.HOSTILITY else 0
    if unshaded(state, AEROSTATS):
        seen |= sum(1 << space for space in board.LANDS if count(state, space, board.C_BASE))
    return seen


def ordered(before: dict[Leg, set[Leg]]) -> list[Leg] | None:
    """Return the legs, each after those it depends on; None if they form a cycle."""
    waiting = {leg: set(earlier) for leg, earlier in before.items()}
    found: list[Leg] = []
    while waiting:
        ready = next((leg for leg, earlier in waiting.items() if not earlier), None)
        if ready is None:
            return None
        del waiting[ready]
        for earlier in waiting.values():
            earlier.discard(ready)
        found.append(ready)
    return found


def write_down(plan: Plan, order: list[Leg] | None, groups: Mapping[Leg, Sequence[int]]) -> None:
    """Add the groups (Underground, Active) to the plan, each leg once, in a possible order."""
    assert order is not None
    for origin, dest in order:
        hidden, shown = groups[origin, dest]
        plan.march(origin, dest)
        plan.put("march-count", hidden, origin=origin, dest=dest, piece=board.T_UNDERGROUND)
        plan.put("march-count", shown, origin=origin, dest=dest, piece=board.T_ACTIVE)
