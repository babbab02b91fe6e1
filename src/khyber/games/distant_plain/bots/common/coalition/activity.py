"""4.2: the Coalition Special Activities that move Troops among their spaces: Surge and Air Lift."""

from __future__ import annotations

from khyber.engine.decision import Message
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.machinery.causes import SPACE
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities.surge import MAX_SPACES


class CoalitionActivity(Walk):
    """A Special Activity planned on a copy of the position, kept or dropped as a whole."""

    __slots__ = ("outer",)

    def __init__(self, walk: Walk, name: str) -> None:
        super().__init__(walk.bot, walk.play.scratch(), Plan(name))
        self.state.special, self.state.special_spaces = name, b""
        #: The Operation that it accompanies: its reasons are also those of the spaces added for it.
        self.outer = walk

    @property
    def spaces(self) -> bytes:
        return self.state.special_spaces

    @property
    def room(self) -> int:
        """Number of spaces that may still be added."""
        return min(MAX_SPACES, self.state.special_most or MAX_SPACES) - len(self.spaces)

    def add(self, *spaces: Space) -> None:
        for space in spaces:
            if space not in self.spaces:
                self.state.special_spaces += bytes((space,))
        causes = self.plan.causes
        before, causes.now = causes.now, causes.now or self.outer.plan.causes.now
        causes.note(SPACE, spaces)
        causes.now = before

    def cause_of(self, space: Space) -> Message | None:
        """Return why this space was added."""
        return self.plan.causes.find(SPACE, space)
