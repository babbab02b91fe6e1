"""A mind: what a game's own bot thinks with while it answers the decisions of one seat in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import Error
from khyber.engine.play import Play, S

#: Thoughts in this section of the catalogue rest on what others may not know: they are told when the game is over.
SECRET: Final = "why-secret"


def is_secret(thought: Message) -> bool:
    return thought.key.startswith(f"{SECRET}.")


class NoPlan(Error):
    """A mind is asked what it has no plan for."""


class Mind(Protocol[S]):
    """Answers one seat's decisions from its first in a step to its last, and can say why.

    Made anew for each step: what it remembers follows from the checkpoint, the decisions since and its own stream of
    chance, so that a replay thinks the same.
    """

    def answer(self, play: Play[S], decision: Decision) -> Value:
        """The value chosen. `play` is a scratch copy of what the seat knows: nothing done to it counts.

        Raises NoPlan where it has none, which never happens while all answers of the step are its own.
        """
        ...

    def why(self) -> Sequence[Message]:
        """What was thought so far in this step, if somebody wanted to know."""
        ...

    def used(self) -> Mapping[str, int]:
        """How often each of its rules of thumb was followed in this step, by id."""
        ...


@runtime_checkable
class Replanning(Protocol[S]):
    """A mind that keeps a plan, and can make another when somebody answers in its place."""

    def overruled(self, play: Play[S], decision: Decision, value: Value) -> None:
        """The question it answered last was answered so instead. Raises NoPlan if it can do nothing with that."""
        ...
