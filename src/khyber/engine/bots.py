"""The interface of a game's bots: answer the decisions of one seat in one step, and explain them."""

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

    A new one is created for each step. Its answers depend only on the checkpoint, the decisions since and its own
    stream of chance, so that a replay repeats them.
    """

    def answer(self, play: Play[S], decision: Decision) -> Value:
        """Return the chosen value. `play` is a scratch copy of what the seat knows.

        Raises NoPlan if it has no plan, which never happens while all answers of the step are its own.
        """
        ...

    def ready(self, state: S, decision: Decision) -> Value | None:
        """Return the answer if it is already known; None if it takes a look at the position (`answer`).

        It reads only what all seats know of the state, and changes nothing.
        """
        ...

    def why(self) -> Sequence[Message]:
        """Return the reasons for its answers in this step, if it keeps them."""
        ...

    def reason(self) -> Message | None:
        """Return the reason that decided its last answer, if it keeps reasons."""
        ...

    def used(self) -> Mapping[str, int]:
        """Return how often it followed each of its guidelines in this step, by id."""
        ...


@runtime_checkable
class Replanner(Protocol[S]):
    """A bot that keeps a plan, and replans when another answer is given instead of its own."""

    def overruled(self, play: Play[S], decision: Decision, value: Value) -> None:
        """Replan after another answer to the last decision. Raises NoPlan if that is impossible."""
        ...


@runtime_checkable
class Rating(Protocol):
    """A bot that rates the options of a decision before it answers."""

    @property
    def rated(self) -> Sequence[tuple[float, Value]]:
        """The ratings of the last answer's options, the higher the better; none if it needed none."""
        ...
