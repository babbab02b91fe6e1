"""A bot that may be seated in the midst of somebody else's turn, and brings it to an end."""

from __future__ import annotations

from typing import Final

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.agents.explaining import hint
from khyber.engine.decision import Option
from khyber.engine.play import S
from khyber.engine.retracing import taken_over

#: The key of the option by which a game lets something be enough.
DONE: Final = "done"


class StandIn(Bot[S]):
    """Plays by its rules; but a step that another began, and that its rules would not have come to, it only ends.

    There it does what it would advise (which may be nothing), else it lets it be enough, else anything will do. From
    the next step on everything is its own.
    """

    def __call__(self, seen: Seen[S]) -> Option:
        if not taken_over(seen.table, seen.seat):
            return super().__call__(seen)
        advised = hint(seen.table, self.name).option
        if advised is not None:
            return advised
        options = seen.decision.options
        enough = next((option for option in options if option.key == DONE), None)
        return enough or options[seen.random().randrange(len(options))]
