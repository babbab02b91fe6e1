"""4.2.1: the Surge of a Non-player Coalition in either printing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from khyber.games.distant_plain.board import C_BASE, C_TROOPS, KINDS, Space
from khyber.games.distant_plain.bots.common.coalition.activity import CoalitionActivity
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities.surge import surge_spaces
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.state import State


class Surge(CoalitionActivity):
    """A Surge planned on a copy of the position."""

    __slots__ = ("committed", "eligible", "settled")

    def __init__(self, walk: Walk, committed: Collection[Space] = ()) -> None:
        super().__init__(walk, "surge")
        #: 4.2.1: Kabul and COIN-Controlled Provinces, as they are when the spaces are named.
        self.eligible = tuple(open_to_activity(self.state, surge_spaces(self.state)))
        #: Spaces of Civic Actions already planned: COIN Control and a Coalition piece stay there.
        self.committed = committed
        #: Where this Surge put a Base.
        self.settled: set[Space] = set()

    def open_spaces(self) -> Sequence[Space]:
        """Return the spaces selected or still open to selection."""
        return self.eligible if self.room > 0 else [space for space in self.eligible if space in self.spaces]


def troops(state: State, space: Space) -> int:
    return count(state, space, C_TROOPS)


def carry_over(walk: Walk, surge: Surge, ask: str, aid: str) -> None:
    """Add the Surge to the plan: the number of pieces in each of its spaces at the end.

    `aid` is the step that rolls the die for Aid, if there is one.
    """
    plan, pieces = walk.plan, surge.state.pieces
    before = plan.causes.now
    plan.causes.now = next(filter(None, map(surge.cause_of, surge.spaces)), before)
    if ask:
        plan.put(ask, "surge")
    for space in surge.spaces:
        plan.causes.now = surge.cause_of(space)
        plan.put("surge-space", space)
        for piece in (C_BASE, C_TROOPS):
            plan.put("surge-garrison", pieces[space * KINDS + piece], space=space, piece=piece)
    plan.causes.now = before
    if aid:
        with walk.because("followed", id=aid):
            plan.put("surge-roll", "roll")
        plan.follow(aid)
    for step, times in surge.plan.followed.items():
        plan.followed[step] = plan.followed.get(step, 0) + times
    walk.play, walk.state = surge.play, surge.state
