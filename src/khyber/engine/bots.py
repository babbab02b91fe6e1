"""The bots of a game: what answers the decisions of one seat in one step, and says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import Error
from khyber.engine.play import Play, S

#: Section of the catalogue for reasons that rest on secrets: they are shown when the game is over.
SECRET: Final = "why-secret"


def is_secret(reason: Message) -> bool:
    return reason.key.startswith(f"{SECRET}.")


class NoPlan(Error):
    """A bot has no plan for a decision."""


class StepBot(Protocol[S]):
    """Answers all decisions of one seat in one step, and explains them.

    A new one is made for each step. Its answers depend only on the checkpoint, the decisions since and its own stream
    of chance, so that a replay repeats them.
    """

    def answer(self, play: Play[S], decision: Decision) -> Value:
        """Return the chosen value. `play` is a scratch copy of what the seat knows.

        Raises NoPlan if it has none, which never happens while all answers of the step are its own.
        """
        ...

    def why(self) -> Sequence[Message]:
        """Return the reasons of its answers in this step, if it keeps them."""
        ...

    def used(self) -> Mapping[str, int]:
        """Return how often it followed each of its guidelines in this step, by id."""
        ...


@runtime_checkable
class Replanner(Protocol[S]):
    """A bot that keeps a plan, and makes another when its answer is overruled."""

    def overruled(self, play: Play[S], decision: Decision, value: Value) -> None:
        """Plan on from another answer to the last decision. Raises NoPlan if there is no such plan."""
        ...
