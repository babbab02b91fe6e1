"""Play: what a rule works with. The state it changes, the dice it may roll, the log it writes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, TypeVar, cast

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Decision, Notation, Param, Value
from khyber.engine.errors import Error
from khyber.engine.state import StepState

S = TypeVar("S", bound=StepState)
T = TypeVar("T")
V = TypeVar("V", bound=Value)

#: An event as it is kept: its kind, the rule behind it, and what its kind says it carries.
RawEvent = tuple[Param, ...]
#: A rule that may ask and gives back a result.
Asking = Generator[Decision, Value, T]
#: A rule that may ask.
Rules = Generator[Decision, Value, None]
#: Somebody who answers decisions with a value.
Answer = Callable[[Decision], Value]

NOTHING: Mapping[str, Param] = {}


class Play(Generic[S]):
    """The hands of a rule: the state, chance, the log. Nothing here knows who answers."""

    __slots__ = ("chance", "entries", "events", "state")

    def __init__(self, state: S, chance: Chance = REFUSED, entries: list[str] | None = None,
                 events: list[RawEvent] | None = None) -> None:
        self.state = state
        self.chance = chance
        self.entries = entries
        self.events = events

    def again(self, state: S, chance: Chance = REFUSED, entries: list[str] | None = None,
              events: list[RawEvent] | None = None) -> Play[S]:
        """Another Play of the same game. A game that brings more along overrides this."""
        return type(self)(state, chance, entries, events)

    @property
    def recorded(self) -> bool:
        """Whether this is play at a table, where people may act between two choices; false in a trial."""
        return self.entries is not None

    def emit(self, *event: Param) -> None:
        """Write an event into the log: its kind, the rule behind it, and what its kind says it carries."""
        if self.events is not None:
            self.events.append(event)

    def ask(self, seat: str, ask: str, rule: str, notation: Notation, build: Callable[[], Sequence[V]],
            about: Mapping[str, Param] = NOTHING, *, boundary: bool = True, window: bool = False,
            secret: bool = False, forgotten: bool = False, cover: bool = False) -> Asking[V]:
        """Put a question to a seat; the value it chooses comes back.

        With one answer only, nobody is asked, unless it is a `window`, a `cover` or `secret` (see Decision).
        """
        values = build()
        window = window or cover
        if len(values) == 1 and not (window or secret):
            return values[0]
        chosen = yield Decision(seat, ask, rule, notation, build, about, boundary, window, secret, forgotten, values,
                                cover)
        return chosen  # type: ignore[return-value]  # one of `values`; a cast is a call, and this is asked often

    def roll(self, name: str, sides: int = 6, *, seen_by: str | None = None) -> int:
        """A die, or a draw of one among `sides`, 1 to `sides`. `seen_by` keeps the result to one seat ("" to none)."""
        state = self.state
        result = self.chance.draw(name, sides, state.draws)
        state.draws += 1
        if self.entries is not None:
            self.entries.append(f"!{name} {result}" if seen_by is None else f"{_mark(name, seen_by)} {result}")
        return result

    def shuffle(self, name: str, items: Sequence[T], *, seen_by: str | None = "") -> list[T]:
        """The items in a random order, which nobody sees unless said otherwise."""
        state = self.state
        order = self.chance.order(name, len(items), state.draws)
        state.draws += 1
        if self.entries is not None:
            self.entries.append(f"{_mark(name, seen_by)} {','.join(map(str, order))}")
        return [items[index] for index in order]

    def reveal(self, name: str) -> None:
        """Something hidden is shown to somebody without chance: nobody takes back a choice made before."""
        if self.entries is not None:
            self.entries.append(f"^{name}")

    def single(self, key: str) -> None:
        """Record a single choice that a batch stands for: the rules make it, and whoever chose the batch."""
        if self.entries is not None:
            self.entries.append(f"&{key}")

    def trial(self, rule: Callable[[Play[S]], Rules | None], answer: Answer | None = None,
              chance: Chance = REFUSED) -> Play[S]:
        """Run a rule on a scratch copy, with no log, and give back the copy.

        Decisions with one option are answered by themselves; others by `answer`, or else with their first
        option. Dice are refused unless `chance` gives some.
        """
        scratch = self.again(self.state.copy(), chance)
        running = rule(scratch)
        if running is not None:
            run(running, answer)
        return scratch


def _mark(name: str, seen_by: str | None) -> str:
    """How a result of chance is marked in the record: `!` for all, `?` for nobody, `?name@seat` for one seat."""
    return f"!{name}" if seen_by is None else f"?{name}@{seen_by}" if seen_by else f"?{name}"


def run(rules: Asking[T], answer: Answer | None = None) -> T:
    """Run a rule to its end with an answering function."""
    try:
        decision = next(rules)
        while True:
            values = decision.values
            if not values:
                raise Error(f"decision {decision.ask!r} (rule {decision.rule}) has no options")
            if len(values) == 1 or answer is None:
                decision = rules.send(values[0])
            else:
                decision = rules.send(answer(decision))
    except StopIteration as stop:
        return cast(T, stop.value)
