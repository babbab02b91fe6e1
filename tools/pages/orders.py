"""The order of questions: a small grammar of asks, its notation, and a check of runs against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ask:
    """One question with one of these names."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The questions of another rule."""

    rule: str


@dataclass(frozen=True, slots=True)
class Star:
    """Zero or more repetitions."""

    part: Order


@dataclass(frozen=True, slots=True)
class Seq:
    """A sequence."""

    parts: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """Alternatives."""

    parts: tuple[Order, ...]


Order = Ask | Call | Seq | Alt | Star
NOTHING: Final = Seq(())


# -- construction ----------------------------------------------------------------------------------


def seq(*parts: Order) -> Order:
    """Return a sequence without its empty parts.

    >>> show(seq(Ask(("a",)), NOTHING, seq(Ask(("b",)), Ask(("c",)))))
    'a b c'
    """
    flat: list[Order] = []
    for part in parts:
        for one in part.parts if isinstance(part, Seq) else (part,):
            last = flat[-1] if flat else None
            if not (isinstance(last, Star) and one in (last, Alt((last.part, NOTHING)))):
                flat.append(one)
    return flat[0] if len(flat) == 1 else Seq(tuple(flat))


def alt(*parts: Order) -> Order:
    """Return alternatives with their common beginning and end factored out.

    >>> a, b, c = (Ask((name,)) for name in "abc")
    >>> show(alt(seq(a, b), c, seq(a, c), a)), show(alt(b, NOTHING, b)), show(alt(seq(a, c), seq(b, c)))
    ('( a [ b | c ] | c )', '[ b ]', '( a | b ) c')
    """
    flat: list[Order] = []
    for part in parts:
        for one in part.parts if isinstance(part, Alt) else (part,):
            if one not in flat:
                flat.append(one)
    flat = _by_beginning(flat)
    if len(flat) == 1:
        return flat[0]
    ends = {_listed(one)[-1] if _listed(one) else None for one in flat}
    common = next(iter(ends))
    if len(ends) == 1 and common is not None:
        return seq(alt(*(seq(*_listed(one)[:-1]) for one in flat)), common)
    if NOTHING in flat:
        flat = [*(one for one in flat if one != NOTHING), NOTHING]
        if len(flat) == 2 and isinstance(flat[0], Star):
            return flat[0]
    return Alt(tuple(flat))


def _by_beginning(parts: list[Order]) -> list[Order]:
    """Group alternatives by their first part."""
    groups: dict[Order, list[Order]] = {}
    for part in parts:
        groups.setdefault(_listed(part)[0] if _listed(part) else NOTHING, []).append(part)
    return [
        found[0] if len(found) == 1 else seq(first, alt(*(seq(*_listed(part)[1:]) for part in found)))
        for first, found in groups.items()
    ]


def star(part: Order) -> Order:
    """Return zero or more repetitions."""
    if part == NOTHING or isinstance(part, Star):
        return part
    if isinstance(part, Alt) and NOTHING in part.parts:
        return star(alt(*(one for one in part.parts if one != NOTHING)))
    return Star(part)


def arranged(order: Order) -> Order:
    """Rewrite `{ a b } a` as `a { b a }`, so that a question comes before what follows it.

    >>> a, b = Ask(("a",)), Ask(("b",))
    >>> show(arranged(seq(star(seq(a, b)), a)))
    'a { b a }'
    """
    if isinstance(order, Star):
        return star(arranged(order.part))
    if isinstance(order, Alt):
        return alt(*map(arranged, order.parts))
    if not isinstance(order, Seq):
        return order
    parts = [arranged(part) for part in order.parts]
    for at, part in enumerate(parts):
        inside = _listed(part.part) if isinstance(part, Star) else ()
        same = 0
        while same < len(inside) - 1 and parts[at + 1 + same : at + 2 + same] == [inside[same]]:
            same += 1
        if same:
            turned = star(seq(*inside[same:], *inside[:same]))
            return arranged(seq(*parts[:at], *inside[:same], turned, *parts[at + 1 + same :]))
    return seq(*parts)


def replaced(order: Order, rules: Mapping[str, Order]) -> Order:
    """Replace calls of these rules by their questions."""
    if isinstance(order, Call):
        return rules.get(order.rule, order)
    if isinstance(order, Star):
        return star(replaced(order.part, rules))
    if isinstance(order, Seq | Alt):
        return (seq if isinstance(order, Seq) else alt)(*(replaced(part, rules) for part in order.parts))
    return order


def _listed(order: Order) -> tuple[Order, ...]:
    return order.parts if isinstance(order, Seq) else (order,)


# -- notation ---------------------------------------------------------------------------------------


def show(order: Order) -> str:
    """Return the order in EBNF: `a b`, `a | b`, `[ a ]` optional, `{ a }` repeated, `<rule>`.

    >>> show(star(seq(Ask(("a",)), alt(Call("rule"), NOTHING))))
    '{ a [ <rule> ] }'
    """
    return " ".join(tokens(order))


def tokens(order: Order, *, inner: bool = False) -> Iterator[str]:
    """Yield the words and brackets of the EBNF."""
    if isinstance(order, Ask):
        yield from _bracketed(" | ".join(order.names).split(" "), "( )" if len(order.names) > 1 else "")
    elif isinstance(order, Call):
        yield f"<{order.rule}>"
    elif isinstance(order, Star):
        yield from _bracketed(tokens(order.part, inner=True), "{ }")
    elif isinstance(order, Seq):
        for part in order.parts:
            yield from tokens(part)
    else:
        some = [one for one in order.parts if one != NOTHING]
        listed: list[str] = []
        for one in some:
            listed += [*(["|"] if listed else []), *tokens(one, inner=len(some) > 1)]
        perhaps = len(some) < len(order.parts)
        yield from _bracketed(listed, "[ ]" if perhaps else "" if inner else "( )")


def _bracketed(words: Iterator[str] | Sequence[str], brackets: str) -> Iterator[str]:
    before, _, after = brackets.partition(" ")
    yield from (before,) if before else ()
    yield from words
    yield from (after,) if after else ()


# -- matching ---------------------------------------------------------------------------------------

#: Maximum depth of nested rules: Events grant Operations, which have Special Activities.
DEEPEST: Final = 40


def calls(order: Order) -> Iterator[str]:
    """Yield the rules that an order calls."""
    if isinstance(order, Call):
        yield order.rule
    elif isinstance(order, Star):
        yield from calls(order.part)
    elif isinstance(order, Seq | Alt):
        for part in order.parts:
            yield from calls(part)


#: A configuration of a run: its state, and the return states of the rules around it.
Place = tuple[int, ...]


class Follower:
    """Matches runs of asks against a grammar, as a pushdown automaton."""

    def __init__(self, grammar: Mapping[str, Order]) -> None:
        #: Transitions by state: asks with the next state, rules with the return state, or neither.
        self._asks: list[tuple[frozenset[str], int] | None] = []
        self._calls: list[tuple[str, int] | None] = []
        self._on: list[list[int]] = []
        self._ends: set[int] = set()
        self._starts: dict[str, int] = {}
        for rule, order in grammar.items():
            end = self._state()
            self._ends.add(end)
            self._starts[rule] = self._made(order, end)

    def _state(self, on: Sequence[int] = ()) -> int:
        self._asks.append(None)
        self._calls.append(None)
        self._on.append(list(on))
        return len(self._on) - 1

    def _made(self, order: Order, after: int) -> int:
        """Return a state from which the order leads to the state `after`."""
        if isinstance(order, Seq):
            for part in reversed(order.parts):
                after = self._made(part, after)
            return after
        here = self._state()
        if isinstance(order, Ask):
            self._asks[here] = frozenset(order.names), after
        elif isinstance(order, Call):
            self._calls[here] = order.rule, after
        elif isinstance(order, Alt):
            self._on[here] = [self._made(part, after) for part in order.parts]
        else:
            self._on[here] = [after, self._made(order.part, here)]
        return here

    def strays(self, rule: str, run: Sequence[str], *, cut: bool = False) -> int | None:
        """Return the index of the first ask that the rule does not allow there; None if all match.

        With `cut` the run may end anywhere; otherwise its length is returned if an ask is missing at the end.

        >>> follower = Follower({"turn": star(seq(Ask(("a",)), alt(Call("rule"), NOTHING))), "rule": Ask(("b",))})
        >>> follower.strays("turn", ["a", "a", "b"]), follower.strays("turn", ["a", "b", "b"])
        (None, 2)
        """
        here = self._opened({(self._starts[rule],)})
        for number, ask in enumerate(run):
            moved: set[Place] = set()
            for place in here:
                asked = self._asks[place[-1]] if place else None
                if asked is not None and ask in asked[0]:
                    moved.add((*place[:-1], asked[1]))
            if not moved:
                return number
            here = self._opened(moved)
        return None if cut or () in here else len(run)

    def _opened(self, places: set[Place]) -> set[Place]:
        """Return these configurations and all that follow from them without an ask."""
        seen: set[Place] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place in seen or len(place) > DEEPEST:
                continue
            seen.add(place)
            if not place:
                continue
            *outer, state = place
            waiting += [(*outer, on) for on in self._on[state]]
            called = self._calls[state]
            if called is not None:
                waiting.append((*outer, called[1], self._starts[called[0]]))
            if state in self._ends:
                waiting.append(tuple(outer))
        return seen
