"""4.2: the Coalition Special Activities that move Troops among their spaces: Surge and Air Lift."""

from __future__ import annotations

from khyber.engine.decision import Message
from khyber.games.distant_plain.board import SPACE_IDS, Space
from khyber.games.distant_plain.bots.machinery.causes import SPACE
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.trace import because
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
            self._note(space, self.plan.causes.now or self.outer.plan.causes.now)

    def add_move(self, origin: Space, dest: Space) -> None:
        """Add both spaces of a move; the move is the reason for the one that the present reason does not name."""
        reason = self.plan.causes.now or self.outer.plan.causes.now
        self.add(origin, dest)
        if reason is not None and {"space", "id", "text"} <= reason.params.keys():
            facts = {name: reason.params[name] for name in ("id", "text")}
            moved = because("moved", origin=SPACE_IDS[origin], dest=SPACE_IDS[dest], **facts)
            self._note(origin, moved)
            self._note(dest, moved)

    def _note(self, space: Space, reason: Message | None) -> None:
        """Note a reason for adding the space, unless it is about another one."""
        causes = self.plan.causes
        if reason is not None and reason.params.get("space") in (None, SPACE_IDS[space]):
            before, causes.now = causes.now, reason
            causes.note(SPACE, (space,))
            causes.now = before

    def cause_of(self, space: Space) -> Message | None:
        """Return why this space was added."""
        return self.plan.causes.find(SPACE, space)
