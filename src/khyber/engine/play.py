"""Play: the state a rule changes, the dice it rolls, the log it writes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Decision, Notation, Param, Value, plain_decision
from khyber.engine.errors import Error
from khyber.engine.state import StepState

S = TypeVar("S", bound=StepState)
T = TypeVar("T")
V = TypeVar("V", bound=Value)

#: An event as stored: its kind, the rule behind it, and what events of its kind carry.
RawEvent = tuple[Param, ...]
#: A rule that may ask, and returns a result.
Asking = Generator[Decision, Value, T]
#: A rule that may ask.
Rules = Generator[Decision, Value, None]
#: A function that answers decisions with a value.
Answer = Callable[[Decision], Value]

NOTHING: Mapping[str, Param] = {}
#: Sides of a die.
SIDES: Final = 6


class _Rolls(dict[str, tuple[str, ...]]):
    """The entries of each die by its result, each written once."""

    def __missing__(self, name: str) -> tuple[str, ...]:
        entries = self[name] = tuple(f"{_mark(name, None)} {result}" for result in range(SIDES + 1))
        return entries


_ROLLS = _Rolls()


class Play(Generic[S]):
    """What a rule works with: the state, chance, the log. It does not know who answers."""

    __slots__ = ("chance", "entries", "events", "state")
    #: The seats of a game whose rules know them by number.
    seats: ClassVar[Sequence[str]] = ()

    def __init__(
        self, state: S, chance: Chance = REFUSED, entries: list[str] | None = None, events: list[RawEvent] | None = None
    ) -> None:
        self.state = state
        self.chance = chance
        self.entries = entries
        self.events = events

    def again(
        self, state: S, chance: Chance = REFUSED, entries: list[str] | None = None, events: list[RawEvent] | None = None
    ) -> Play[S]:
        """Return another Play of the same game; a game with further attributes overrides this."""
        return type(self)(state, chance, entries, events)

    @property
    def recorded(self) -> bool:
        """Whether this is play at a table, where asides may come between choices; false in a trial."""
        return self.entries is not None

    @property
    def pausing(self) -> bool:
        """Whether a seat wants every choice to be asked, so that it can act in between."""
        return False

    def emit(self, *event: Param) -> None:
        """Log an event: its kind, the rule behind it, and the parameters of its kind."""
        if self.events is not None:
            self.events.append(event)

    def ask(
        self,
        seat: str | int,
        ask: str,
        rule: str,
        notation: Notation,
        build: Callable[[], Sequence[V]],
        about: Mapping[str, Param] = NOTHING,
        *,
        boundary: bool = True,
        window: bool = False,
        secret: bool = False,
        forgotten: bool = False,
        cover: bool = False,
    ) -> Asking[V]:
        """Ask a seat to choose, and return the value it chooses.

        With one value, nobody is asked, unless it is a `window`, a `cover` or `secret` (see Decision), or someone
        wants to pause.
        """
        values = build()
        if len(values) == 1 and not (window or cover or secret or (boundary and self.pausing)):
            return values[0]
        who = seat if isinstance(seat, str) else self.seats[seat]
        if boundary and not (window or cover or secret or forgotten):
            chosen = yield plain_decision(who, ask, rule, notation, build, about, values)
        else:
            chosen = yield Decision(
                who, ask, rule, notation, build, about, boundary, window or cover, secret, forgotten, values, cover
            )
        return chosen  # type: ignore[return-value]  # one of `values`; a cast would cost a call in a hot path

    def roll(self, name: str, sides: int = SIDES, seen_by: str | None = None) -> int:
        """Return a roll from 1 to `sides`, known only to the seat `seen_by` ("": to nobody)."""
        state, entries = self.state, self.entries
        result = self.chance.draw(name, sides, state.draws)
        state.draws += 1
        if entries is not None:
            if sides == SIDES and seen_by is None:
                entries.append(_ROLLS[name][result])
            else:
                entries.append(f"{_mark(name, seen_by)} {result}")
        return result

    def shuffle(self, name: str, items: Sequence[T], *, seen_by: str | None = "") -> list[T]:
        """Return the items in random order, unknown to all unless `seen_by` names a seat."""
        state = self.state
        order = self.chance.order(name, len(items), state.draws)
        state.draws += 1
        if self.entries is not None:
            self.entries.append(f"{_mark(name, seen_by)} {','.join(map(str, order))}")
        return [items[index] for index in order]

    def reveal(self, name: str) -> None:
        """Record that something hidden is revealed without chance: a barrier to undo."""
        if self.entries is not None:
            self.entries.append(f"^{name}")

    def single(self, key: str) -> None:
        """Record one of the single choices that a batch makes."""
        if self.entries is not None:
            self.entries.append(f"&{key}")

    def trial(
        self, rule: Callable[[Play[S]], Rules | None], answer: Answer | None = None, chance: Chance = REFUSED
    ) -> Play[S]:
        """Run a rule on a scratch copy without a log, and return the copy.

        Decisions with more than one option are answered by `answer`, by default with the first option. Dice are
        refused unless `chance` provides them.
        """
        scratch = self.again(self.state.copy(), chance)
        running = rule(scratch)
        if running is not None:
            run(running, answer)
        return scratch


def _mark(name: str, seen_by: str | None) -> str:
    """Return the mark of a result: `!name` for all, `?name` for none, `?name@seat` for one."""
    return f"!{name}" if seen_by is None else f"?{name}@{seen_by}" if seen_by else f"?{name}"


def run(rules: Asking[T], answer: Answer | None = None) -> T:
    """Run a rule to its end with an answering function, and return its result."""
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
        return stop.value  # type: ignore[no-any-return]  # a T; a cast would cost a call in a hot path
