"""4.2.2: the Air Lift of a Non-player Coalition in either printing."""

from __future__ import annotations

from collections.abc import Callable

from khyber.games.distant_plain.board import C_TROOPS, G_TROOPS, KINDS, Piece, Space
from khyber.games.distant_plain.bots.common.coalition.activity import CoalitionActivity
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities.air_lift import relocate
from khyber.games.distant_plain.rules.forces import move
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.state import State

#: How many cubes an action already planned needs in a space.
Kept = Callable[[State, Space], int]


def nothing_kept(state: State, space: Space) -> int:
    return 0


class Lift(CoalitionActivity):
    """An Air Lift planned on a copy of the position, where Troops move at once."""

    __slots__ = ("before", "government", "kept")

    def __init__(self, walk: Walk, kept: Kept = nothing_kept) -> None:
        super().__init__(walk, "air-lift")
        self.before = bytes(walk.state.pieces)
        self.kept = kept
        #: Government Troops lifted so far.
        self.government = 0

    def again(self) -> Lift:
        """Return a copy for a trial."""
        other = Lift(self, self.kept)
        other.state.special_spaces = self.state.special_spaces
        other.before, other.government, other.plan = self.before, self.government, self.plan.copy()
        other.outer = self.outer
        return other

    def takes(self, *spaces: Space) -> bool:
        """Return whether all of these can be spaces of this Air Lift."""
        new = [space for space in spaces if space not in self.spaces]
        return len(new) <= self.room and len(open_to_activity(self.state, new)) == len(new)

    def carry(self, piece: Piece, n: int, origin: Space, dest: Space) -> None:
        self.add_move(origin, dest)
        move(self.play, "4.2.2", piece, n, origin, dest)
        if piece == G_TROOPS:
            self.government += n


def may_lift(walk: Walk) -> bool:
    return walk.activity_open and not walk.bot.barred(walk.play, "air-lift")


def take_off(walk: Walk, lift: Lift, ask: str = "") -> bool:
    """Add the Air Lift to the plan, at the question `ask` of the Operation; False if nothing moved."""
    before, after = lift.before, lift.state.pieces
    spaces = [
        space
        for space in lift.spaces
        if any(before[space * KINDS + piece] != after[space * KINDS + piece] for piece in (C_TROOPS, G_TROOPS))
    ]
    if not spaces:
        lift.drop()
        return False
    spaces.sort(key=lambda space: not (before[space * KINDS + C_TROOPS] or before[space * KINDS + G_TROOPS]))
    causes = walk.plan.causes
    before_it, causes.now = causes.now, next(filter(None, map(lift.cause_of, spaces)), causes.now)
    if ask:
        walk.start_activity("air-lift", ask)
    for space in spaces:
        causes.now = lift.cause_of(space)
        walk.plan.put("air-lift-space", space)
    walk.state.special_spaces = bytes(spaces)
    for piece in (C_TROOPS, G_TROOPS):
        now = [before[space * KINDS + piece] for space in spaces]
        then = [after[space * KINDS + piece] for space in spaces]
        for space, n in zip(spaces[:-1], then, strict=False):
            causes.now = lift.cause_of(space)
            walk.plan.put("air-lift-garrison", n, space=space, piece=piece)
        relocate(walk.play, "4.2.2", piece, spaces, now, then)
    causes.now = before_it
    for step, times in lift.plan.followed.items():
        walk.plan.followed[step] = walk.plan.followed.get(step, 0) + times
    return True
