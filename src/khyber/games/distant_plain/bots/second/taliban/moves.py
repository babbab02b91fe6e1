"""3.3.2: a Taliban March being planned: which Guerrillas may leave, in which groups and order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.bots.common.taliban.march import Leg, ordered
from khyber.games.distant_plain.bots.machinery.causes import LEG
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.guidelines import march_group, unnoticed
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import adjust_control
from khyber.games.distant_plain.rules.forces import count, guerrillas
from khyber.games.distant_plain.rules.operations.conditions import column, march_cost
from khyber.games.distant_plain.rules.operations.march import may_march_on

#: T2.March.G: Guerrillas that make a space an origin.
ENOUGH_TO_LEAVE = 2


class March(Walk):
    """A walk of the March box; on its scratch position groups arrive at once."""

    __slots__ = ("alone", "before", "entered", "fruitless", "groups", "origins")

    def __init__(self, walk: Walk) -> None:
        super().__init__(walk.bot, walk.play, walk.plan, limit=walk.limit)
        self.since, self.spent = walk.since, walk.spent
        self.alone = walk.one_space
        #: Underground and Active Guerrillas of each group.
        self.groups: dict[Leg, tuple[int, int]] = {}
        #: For each group those that must have moved before it.
        self.before: dict[Leg, set[Leg]] = {}
        state = walk.state
        #: T2.March.G: where Guerrillas may leave; Pashtun spaces that are entered join them.
        self.origins = [
            space
            for space, (hidden, shown) in enumerate(
                zip(column(state, board.T_UNDERGROUND), column(state, board.T_ACTIVE), strict=True)
            )
            if hidden + shown >= ENOUGH_TO_LEAVE
            and state.control[space] == board.TALIBAN_CONTROL
            and not board.IS_LOC[space]
        ]
        #: T2.March.3: Provinces entered.
        self.entered: list[Space] = []
        #: First and last space of ways on which no Guerrilla can arrive.
        self.fruitless: set[Leg] = set()

    # -- who may go ---------------------------------------------------------------------------------

    @rule("2nd:8.7.3")
    def leaving(self, space: Space, hidden_more: int = 0, shown_more: int = 0) -> tuple[int, int, int]:
        """T2.March.G: return how many Underground, Active, and in all may leave once these have come.

        One stays, an Underground one if possible, and Control does not change.
        """
        state = self.state
        at = space * board.KINDS
        moved_hidden, moved_shown = state.moved[at + board.T_UNDERGROUND], state.moved[at + board.T_ACTIVE]
        hidden = state.pieces[at + board.T_UNDERGROUND] + hidden_more
        shown = state.pieces[at + board.T_ACTIVE] + shown_more
        standing = hidden + shown
        most = min(standing - 1, self.spare(space, hidden_more + shown_more))
        if most <= 0:
            return 0, 0, 0
        may_hide, may_show = hidden - max(1 if hidden else 0, moved_hidden), shown - moved_shown
        most = min(most, may_hide + may_show)
        return min(may_hide, most), min(may_show, most), most

    def spare(self, space: Space, more: int) -> int:
        """N2.Proc.6: return how many may leave once `more` have come, without changing Control again."""
        return self._spare(space, strength(self.state, space), more)

    def _spare(self, space: Space, sides: tuple[int, int, int], more: int) -> int:
        coin, taliban, warlords = sides
        taliban += more
        if taliban > coin + warlords:
            return taliban - coin - warlords - 1
        if coin > taliban + warlords:
            return taliban - count(self.state, space, board.T_BASE)
        return taliban + warlords - coin

    def open_to(self, dest: Space) -> bool:
        """2.3.5: whether the March may go there; a Limited one has a single destination."""
        return not (self.alone and self.state.op_spaces) or dest in self.state.op_spaces

    def can_step(self, origin: Space, dest: Space) -> bool:
        """T2.March.C: whether the step is affordable."""
        return self.can_pay(march_cost(self.state, board.TALIBAN, origin, dest)) and self.open_to(dest)

    # -- going --------------------------------------------------------------------------------------

    def takes_more(self, leg: Leg) -> bool:
        """Return whether another can join this leg without turning the group Active (3.3.2)."""
        group = self.groups.get(leg)
        if group is None:
            return self.open_to(leg[1])
        return not (group[0] and 0 < unnoticed(self.state, board.TALIBAN, leg[1]) <= sum(group))

    def in_order(self, path: Sequence[Space]) -> bool:
        """Return whether this leg fits into the order of the others, without a cycle."""
        legs = list(pairwise(path))
        if not any(leg in self.groups for leg in legs):
            return True
        before = {leg: set(earlier) for leg, earlier in self.before.items()}
        for leg in legs:
            before.setdefault(leg, set()).update(other for other in before if other[1] == leg[0])
        return ordered(before) is not None

    def send(self, origin: Space, dest: Space, hidden: int, shown: int) -> None:
        """Send these Guerrillas, as one group with any that went the same way; pay (3.3.2)."""
        state, leg = self.state, (origin, dest)
        self.plan.causes.note(LEG, (leg,))
        old = self.groups.get(leg, (0, 0))
        self.groups[leg] = old[0] + hidden, old[1] + shown
        self.before.setdefault(leg, set()).update(other for other in self.groups if other[1] == origin)
        cost = march_cost(state, board.TALIBAN, origin, dest)
        if cost:
            self.pay(cost)
            state.op_paid |= 1 << dest
        if dest not in state.op_spaces:
            state.op_spaces += bytes((dest,))
        state.pieces[origin * board.KINDS + board.T_UNDERGROUND] -= hidden
        state.pieces[origin * board.KINDS + board.T_ACTIVE] -= shown
        if not unnoticed(state, board.TALIBAN, dest):
            hidden, shown = 0, hidden + shown
        for piece, n in ((board.T_UNDERGROUND, hidden), (board.T_ACTIVE, shown)):
            state.pieces[dest * board.KINDS + piece] += n
            if not may_march_on(state, board.TALIBAN, dest):
                state.moved[dest * board.KINDS + piece] += n
        adjust_control(self.play, origin)
        adjust_control(self.play, dest)

    def becomes_origin(self, space: Space) -> None:
        """T2.March.4: let Guerrillas in a Pashtun space that was entered March on."""
        if board.IS_PASHTUN[space] and space not in self.origins:
            self.origins.append(space)

    # -- from space to space ------------------------------------------------------------------------

    def groups_along(self, path: Sequence[Space], want: int) -> list[tuple[int, int]]:
        """T2.March.5: the groups on each leg that bring most to its end, but no more than wanted.

        On the way as few move as necessary. Empty if none can arrive.
        """
        for n in range(want, 0, -1):
            sizes = self._sizes(path, n)
            if sizes:
                groups = self._composed(path, sizes)
                if groups:
                    return groups
        return []

    def _sizes(self, path: Sequence[Space], arriving: int) -> list[int]:
        """Return how many must move on each leg for `arriving` to arrive; empty if impossible."""
        most = self.leaving(path[0])[2]
        sizes = [arriving]
        for space in reversed(path[1:-1]):
            more = next((more for more in range(1, most + 1) if self.can_go_on(space, more) >= sizes[-1]), 0)
            if not more:
                return []
            sizes.append(more)
        return sizes[::-1] if sizes[-1] <= most else []

    def can_go_on(self, space: Space, *numbers: int) -> int:
        """T2.March.5: return how many may leave an intermediate space once one of these numbers has come, at most."""
        state, at = self.state, space * board.KINDS
        tired = state.moved[at + board.T_UNDERGROUND] + state.moved[at + board.T_ACTIVE]
        free = guerrillas(state, board.TALIBAN, space) - max(1, tired)
        sides = strength(state, space)
        return max(0, *[min(free + more, self._spare(space, sides, more)) for more in numbers])

    def most_going_on(self, space: Space, most: int) -> int:
        """Return the most that can leave an intermediate space if up to `most` come; fewer may free more."""
        everybody = self.can_go_on(space, most)
        if everybody == guerrillas(self.state, board.TALIBAN, space) + most - 1:
            return everybody
        return max(everybody, self.can_go_on(space, *range(1, most + 1)))

    def _composed(self, path: Sequence[Space], sizes: Sequence[int]) -> list[tuple[int, int]]:
        """Return Underground and Active Guerrillas per leg; empty if a group is too large (N2.Proc.5)."""
        state = self.state
        found = []
        came = (0, 0)
        for (origin, dest), size in zip(pairwise(path), sizes, strict=True):
            hidden, shown, most = self.leaving(origin, *came)
            group = march_group(
                state, board.TALIBAN, dest, hidden, shown, min(size, most), self.groups.get((origin, dest), (0, 0))
            )
            if group.size < size:
                return []
            found.append((group.hidden, group.shown))
            came = (group.hidden, group.shown) if unnoticed(state, board.TALIBAN, dest) else (0, group.size)
        return found
