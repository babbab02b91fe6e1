"""3.3.2: a March being planned, in groups that the table can carry out in sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common.taliban.march import FAR, Leg, Ways, ordered, way
from khyber.games.distant_plain.bots.machinery.causes import LEG
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.taliban.guards import may_leave
from khyber.games.distant_plain.rules.control import adjust_control
from khyber.games.distant_plain.rules.forces import all_pieces, cubes, guerrillas
from khyber.games.distant_plain.rules.map import home_ground
from khyber.games.distant_plain.rules.operations.conditions import march_cost, spaces_with
from khyber.games.distant_plain.rules.operations.march import group_is_noticed

#: A group: the spaces of its route, from first to last; Underground and Active Guerrillas at the start.
Group = tuple[tuple[Space, ...], int, int]
#: Chooses one of several sources for a piece of some kind, knowing how many already go from each.
Chooser = Callable[["Moves", list[Space], Piece, dict[Space, int]], Space]


class Moves(Walk):
    """A walk of the March box; on its scratch position groups arrive at once and count as moved."""

    __slots__ = ("counts", "leaving", "paths")

    def __init__(self, walk: Walk) -> None:
        super().__init__(walk.bot, walk.play, walk.plan, limit=walk.limit)
        self.since, self.spent = walk.since, walk.spent
        self.paths: list[tuple[Space, ...]] = []
        #: Underground and Active Guerrillas on each leg.
        self.counts: dict[Leg, list[int]] = {}
        #: Where Guerrillas may leave: how many Underground, Active, and in all (T.March.P).
        self.leaving: dict[Space, tuple[int, int, int]] = {}
        state = walk.state
        for space in spaces_with(state, board.T_UNDERGROUND, board.T_ACTIVE):
            self.look_again(space)

    def look_again(self, space: Space) -> None:
        """Update which Guerrillas may leave there."""
        numbers = may_leave(self.state, space)
        if numbers[2]:
            self.leaving[space] = numbers
        else:
            self.leaving.pop(space, None)

    # -- what is possible ---------------------------------------------------------------------------

    def funds(self) -> int:
        """Return what may still be spent on this March."""
        if self.state.op_free:
            return FAR - 1
        resources = self.state.resources[board.TALIBAN]
        return resources if self.limit is None else min(resources, self.limit - self.spent)

    def open_to(self, space: Space) -> bool:
        """2.3.5: whether the March may go there; a Limited one has a single destination."""
        return not (self.one_space and self.paths) or self.paths[0][-1] == space

    def spent_legs_to(self, target: Space, more: int) -> int:
        """Return the origins whose group to the target would turn Active with `more` in it."""
        return sum(
            1 << leg[0]
            for leg, group in self.counts.items()
            if leg[1] == target and group_is_noticed(self.state, board.TALIBAN, target, sum(group) + more)
        )

    def spare(self, space: Space) -> tuple[int, int, int]:
        """T.March.4: return the Guerrillas that may leave; a LoC keeps those that hold it."""
        hidden, shown, most = self.leaving.get(space, (0, 0, 0))
        if not most or not board.IS_LOC[space]:
            return hidden, shown, most
        taliban = guerrillas(self.state, board.TALIBAN, space)
        enemies = all_pieces(self.state, space) - taliban
        if taliban > enemies:
            most = min(most, max(0, taliban - max(2, enemies + 1)))
        return min(hidden, most), min(shown, most), most

    # -- three Guerrillas in one place --------------------------------------------------------------

    def can_gather(self, ways: Ways, target: Space, paid: int) -> bool:
        """Return whether enough for three can reach the target if only these spaces are paid."""
        missing = 3 - guerrillas(self.state, board.TALIBAN, target)
        sources = ways.sources_at_no_cost(target, paid, self.spent_legs_to(target, missing))
        for space, (_, _, most) in self.leaving.items():
            if sources >> space & 1:
                missing -= most
        return missing <= 0

    def groups_to_gather(self, target: Space, paid: int, missing: int, choose: Chooser) -> list[Group]:
        """Return groups that bring `missing` to the target, preferring Underground and unnoticed ones."""
        state, ways = self.state, Ways(self.state)
        not_from = self.spent_legs_to(target, missing)
        for quiet in (True, False):
            routes = ways.routes(target, 0, quiet=quiet, not_from=not_from, paid=paid)
            left = {space: list(numbers) for space, numbers in self.leaving.items() if space in routes}
            if sum(most for _, _, most in left.values()) >= missing:
                break
        last = {space: way(routes, space, target)[-2] for space in left}
        unnoticed = (
            0
            if ways.watched >> target & 1
            else FAR
            if home_ground(board.TALIBAN, target)
            else max(0, 3 - cubes(state, target) - guerrillas(state, board.WARLORDS, target))
        )
        arriving = {origin: sum(group) for (origin, dest), group in self.counts.items() if dest == target}
        taken: dict[int, dict[Space, int]] = {0: {}, 1: {}}
        for kind, small in ((0, True), (1, True), (0, False), (1, False)):
            while missing:
                room = {
                    space: min(
                        missing,
                        left[space][kind],
                        left[space][2],
                        unnoticed - arriving.get(last[space], 0) if small else FAR,
                    )
                    for space in left
                }
                options = [space for space, n in room.items() if n > 0]
                if not options:
                    break
                space = choose(self, options, (board.T_UNDERGROUND, board.T_ACTIVE)[kind], taken[kind])
                n = room[space]
                missing -= n
                left[space][kind] -= n
                left[space][2] -= n
                arriving[last[space]] = arriving.get(last[space], 0) + n
                taken[kind][space] = taken[kind].get(space, 0) + n
        return [
            (way(routes, space, target), taken[0].get(space, 0), taken[1].get(space, 0))
            for space in left
            if space in taken[0] or space in taken[1]
        ]

    # -- sending ------------------------------------------------------------------------------------

    def send(self, groups: Sequence[Group]) -> bool:
        """Send these groups and pay for them; False, with none sent, if no order of moves works."""
        if in_order([*self.paths, *(path for path, _, _ in groups)]) is None:
            return False
        larger: dict[Leg, int] = {}
        for path, hidden, shown in groups:
            leg = path[-2], path[-1]
            larger[leg] = larger.get(leg, sum(self.counts.get(leg, ()))) + hidden + shown
        seen = {leg: group_is_noticed(self.state, board.TALIBAN, leg[1], n) for leg, n in larger.items()}
        for path, hidden, shown in groups:
            self._send(path, hidden, shown, noticed=seen[path[-2], path[-1]])
        return True

    def _send(self, path: tuple[Space, ...], hidden: int, shown: int, *, noticed: bool) -> None:
        state = self.state
        watched = Ways(state).watched
        state.pieces[path[0] * board.KINDS + board.T_UNDERGROUND] -= hidden
        state.pieces[path[0] * board.KINDS + board.T_ACTIVE] -= shown
        self.plan.causes.note(LEG, pairwise(path))
        for origin, dest in pairwise(path):
            count = self.counts.setdefault((origin, dest), [0, 0])
            count[0] += hidden
            count[1] += shown
            cost = march_cost(state, board.TALIBAN, origin, dest)
            self.pay(cost)
            if cost:
                state.op_paid |= 1 << dest
            if watched >> dest & 1 or (noticed and dest == path[-1]):
                hidden, shown = 0, hidden + shown
        for piece, n in ((board.T_UNDERGROUND, hidden), (board.T_ACTIVE, shown)):
            state.pieces[path[-1] * board.KINDS + piece] += n
            state.moved[path[-1] * board.KINDS + piece] += n
        for space in (path[0], path[-1]):
            adjust_control(self.play, space)
            self.look_again(space)
        self.paths.append(path)


def in_order(paths: Sequence[tuple[Space, ...]]) -> list[Leg] | None:
    """Return the legs of all paths, each once and after those that lead to it; None if they form a cycle."""
    if all(len(path) == 2 for path in paths):
        return list(dict.fromkeys((path[0], path[1]) for path in paths))
    before: dict[Leg, set[Leg]] = {}
    for path in paths:
        previous = None
        for leg in pairwise(path):
            earlier = before.setdefault(leg, set())
            if previous is not None:
                earlier.add(previous)
            previous = leg
    return ordered(before)
