"""bot:standard: answers every decision from what its seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from khyber.engine.decision import AnswerMessage, Decision, Message, Param, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.bots.trace import OPEN, SECRET, Trace
from khyber.games.zurmat.bots.weights import Weights
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.state import State

#: How a question is answered.
Response = Callable[["Standard", Play, Decision], Value]


class Standard:
    """One side's bot for one step of the game (khyber.engine.bots.StepBot)."""

    __slots__ = (
        "_decided",
        "_picture",
        "_planned",
        "_source",
        "plan",
        "rated",
        "responses",
        "side",
        "tally",
        "trace",
        "weights",
    )

    def __init__(
        self,
        side: int,
        weights: Weights,
        source: Callable[[], random.Random],
        responses: Mapping[str, Response],
        *,
        explain: bool,
    ) -> None:
        self.side = side
        self.weights = weights
        self.responses = responses
        self._source = source
        self._picture: Picture | None = None
        #: The purpose of the first of several answers; the following ones carry it out.
        self.plan: object = None
        #: What the last answer's options were worth to it; none if it did not compare them.
        self.rated: Sequence[tuple[float, Value]] = ()
        self.trace = Trace() if explain else None
        #: What decided the last answer, and the plan.
        self._decided: Message | None = None
        self._planned: Message | None = None
        #: How often each question was answered.
        self.tally: dict[str, int] = {}

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        values = decision.values
        self.tally[decision.ask] = self.tally.get(decision.ask, 0) + 1
        self.rated = ()
        self._decided = None
        if len(values) == 1:
            return values[0]
        return self.responses[decision.ask](self, play, decision)

    def ready(self, state: State, decision: Decision) -> Value | None:
        return None

    def picture(self, play: Play) -> Picture:
        """The position as this side sees it, built once per decision."""
        if self._picture is None or self._picture.play is not play:
            self._picture = Picture(play, self.side, self.weights)
        return self._picture

    def best(self, values: Sequence[Value], worth: Callable[[Value], float]) -> Value:
        """Return the most valuable option; ties are broken by the bot's own random numbers."""
        self.rated = scored = [(worth(value), value) for value in values]
        top = max(score for score, _ in scored)
        equals = [value for score, value in scored if score > top - 1e-9]
        return equals[0] if len(equals) == 1 else equals[self._source().randrange(len(equals))]

    def note(self, key: str, **params: Param) -> None:
        """Note a reason that everyone may see; the first of an answer decided it."""
        self._say(Message(f"{OPEN}.{key}", params))

    def note_secretly(self, key: str, **params: Param) -> None:
        """Note a reason that depends on this side's secrets, shown once the game is over."""
        self._say(Message(f"{SECRET}.{key}", params))

    def note_answer(self, key: str, decision: Decision, value: Value, *, secret: bool = True, **params: Param) -> None:
        """Note a reason that quotes the answer."""
        if self.trace is not None and value in decision.values:
            option = decision.options[decision.values.index(value)]
            self._say(AnswerMessage(f"{SECRET if secret else OPEN}.{key}", params, option))

    def _say(self, message: Message) -> None:
        if self.trace is not None:
            self.trace.messages.append(message)
            self._decided = self._decided or message

    def keep(self, plan: object) -> None:
        """Keep a plan, for the reason just noted."""
        self.plan, self._planned = plan, self._decided

    def as_planned(self) -> None:
        """Let the reason of the plan decide this answer, too."""
        self._decided = self._planned

    def why(self) -> Sequence[Message]:
        return self.trace.messages if self.trace is not None else ()

    def reason(self) -> Message | None:
        return self._decided

    def used(self) -> Mapping[str, int]:
        return self.tally
