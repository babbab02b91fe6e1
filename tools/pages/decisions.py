"""Every question of a game, read from the source of its rules, and the order of questions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import getsource, signature

from khyber.catalogue import game as find_game
from tools.pages.orders import NOTHING, Ask, Call, Order, alt, arranged, calls, replaced, seq, star, tokens
from tools.pages.source import Bound, Function, Placed, Source, Unresolved, argument
from tools.pages.syntax import calls_in, either, handed, own_nodes

#: Methods of Play that ask.
ASKING = ("pick", "ask")
#: Words and brackets of an order up to which a rule is written out where it is called.
SHORT = 4
#: Marks of a question: the argument that sets each, and the value that does.
MARKS = {"window": True, "secret": True, "forgotten": True, "boundary": False}


@dataclass
class Question:
    """One ask name, with the facts from every place that asks it."""

    name: str
    rules: set[str] = field(default_factory=set)
    #: The sets of keys that `about` may have.
    about: set[frozenset[str]] = field(default_factory=set)
    #: The notations of its options: names in the game's notation.py.
    notations: set[str] = field(default_factory=set)
    #: Whether each mark is set: `window`, `secret`, `forgotten`, and `boundary` (no aside before the answer).
    marks: dict[str, set[bool]] = field(default_factory=dict)
    #: The seats that are asked; "" if it depends.
    seats: set[str] = field(default_factory=set)
    #: The rules that ask it.
    asked_in: set[Function] = field(default_factory=set)

    def always(self) -> list[str]:
        """Return the keys that `about` always has."""
        return sorted(frozenset.intersection(*self.about))

    def sometimes(self) -> list[str]:
        """Return the keys that `about` sometimes has."""
        return sorted(frozenset.union(*self.about) - frozenset.intersection(*self.about))


@dataclass
class Field:
    """A field of `about`, with the values from every place that fills it."""

    name: str
    #: Its texts, as far as the source lists them.
    texts: set[str] = field(default_factory=set)
    #: Whether it may hold something else: a number, or an id looked up elsewhere.
    open: bool = False
    #: Whether it holds a list of ids, separated by spaces.
    several: bool = False

    def add(self, value: ast.expr, here: Function, bound: Bound | None, source: Source) -> None:
        """Add one value."""
        listed = source.ids(value, here)
        try:
            self.texts |= listed or source.strings(value, here, bound)
        except Unresolved:
            self.open = True
            self.several = self.several or _makes_text(value, here)


def _makes_text(value: ast.expr, here: Function) -> bool:
    """Whether the value comes from a function of the rules declared to return text."""
    function = (
        getattr(here.module, value.func.id, None)
        if (isinstance(value, ast.Call) and isinstance(value.func, ast.Name))
        else None
    )
    return getattr(function, "__annotations__", {}).get("return") == "str"


#: The exits of a piece of a rule (next statement, end of the loop, end), and the questions before each.
Ways = dict[str, Order]


class Decisions:
    """The questions of a game and the grammar of their order."""

    def __init__(self, game: str) -> None:
        self.source = Source(game)
        self.steps = self.source.steps()
        self.questions: dict[str, Question] = {}
        #: The fields of `about`, by name.
        self.fields: dict[str, Field] = {}
        #: The order of each rule that asks, by its short name.
        self.grammar: dict[str, Order] = {}
        #: Questions that may precede any question of a rule, because another rule runs it.
        self.before: dict[str, set[str]] = {}
        self._known: dict[Function, Order] = {}
        self._needs: dict[Function, frozenset[str]] = {}
        for function in self.source.functions.values():
            for call in questions_in(function):
                self._note(call, function)
        self._note_asides()
        self._make_grammar()

    @cached_property
    def names(self) -> dict[Function, str]:
        """Return short names of the rules that ask, qualified by class or module where ambiguous."""
        by_short: dict[str, list[Function]] = {}
        for function in self.source.functions.values():
            if self.asks(function):
                by_short.setdefault(function.node.name.lstrip("_"), []).append(function)
        return {
            function: short if len(functions) == 1 else f"{function.name.split('.')[-2]}.{short}"
            for short, functions in by_short.items()
            for function in functions
        }

    @cached_property
    def by_name(self) -> dict[str, Function]:
        return {name: function for function, name in self.names.items()}

    # -- the questions ----------------------------------------------------------------------------------

    def _note(self, call: ast.Call, here: Function) -> None:
        """Add a question with the facts of its place, under each of its names."""
        source = self.source
        given = self._given(call)
        for bound in self._contexts(here, frozenset()) if self.needs(here) else [None]:
            for ask in source.strings(given["ask"], here, bound):
                question = self.questions.setdefault(ask, Question(ask))
                question.rules |= source.strings(given["rule"], here, bound)
                about = given.get("about")
                question.about |= {frozenset[str]()} if about is None else source.keys(about, here, bound)
                for field_, value, there, given_there in source.items(about, here, bound) if about is not None else ():
                    self._field(field_).add(value, there, given_there, source)
                question.notations.add(self._notation(given.get("notation")))
                question.seats.add(self._seat(next(iter(given.values())), here))
                for mark, wanted in MARKS.items():
                    so = self._flags(given[mark], here, bound) if mark in given else {not wanted}
                    question.marks.setdefault(mark, set()).update(one is wanted for one in so)
                question.asked_in.add(here)

    def _contexts(self, here: Function, among: frozenset[Function]) -> Iterator[Bound]:
        """Return the arguments of a rule's calls, traced back until they depend on no caller."""
        if here in among:
            return
        for call, there in self.source.calls.get(here, ()):
            for outer in self._contexts(there, among | {here}) if self.needs(there) else [None]:
                yield self._bind(here, call, there, outer)

    def _flags(self, expr: ast.expr, here: Function, bound: Bound | None) -> set[bool]:
        """Return whether a flag may be true, and whether it may be false."""
        if isinstance(expr, ast.Constant):
            return {bool(expr.value)}
        if isinstance(expr, ast.Name):
            found = {
                flag
                for other, there, more in self.source.values(expr.id, here, bound)
                for flag in self._flags(other, there, more)
            }
            if found:
                return found
        return {True, False}

    def _seat(self, expr: ast.expr, here: Function) -> str:
        """Return the seat that is always asked, if the rule names it: `TALIBAN`, `1 - TALIBAN`."""
        seats = find_game(self.source.game).seats
        if len(seats) == 1:
            return seats[0]
        left, minus, right = ast.unparse(expr).rpartition(" - ")
        things = self.source.things(ast.parse(right, mode="eval").body, here)
        if not things or not isinstance(things[0], int) or (minus and not left.isdecimal()):
            return ""
        return seats[int(left) - things[0] if minus else things[0]]

    def _note_asides(self) -> None:
        """Add the asides, which are a question of their own."""
        game = ast.parse(getsource(type(find_game(self.source.game))).expandtabs())
        for call in ast.walk(game):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Decision":
                _, ask, rule, notation, *_ = (ast.unparse(arg).strip("'") for arg in call.args)
                self.questions[ask] = Question(ask, {rule}, {frozenset()}, {notation}, seats={""})

    def _given(self, call: ast.Call) -> dict[str, ast.expr]:
        """Return the arguments of a question by parameter."""
        method = getattr(type(self.source.sample), call.func.attr if isinstance(call.func, ast.Attribute) else "")
        names = list(signature(method).parameters)[1:]
        return {
            **dict(zip(names, call.args, strict=False)),
            **{keyword.arg: keyword.value for keyword in call.keywords if keyword.arg},
        }

    def _notation(self, expr: ast.expr | None) -> str:
        """Return the name or class of a notation; a Play may hold it, by default as `places`."""
        if expr is None:
            return type(vars_of(self.source.sample)["places"]).__name__
        if isinstance(expr, ast.Call):  # made for this question
            expr = expr.func
        name = ast.unparse(expr).rpartition(".")[2]
        held = vars_of(self.source.sample).get(name)
        return name if held is None else type(held).__name__

    def _field(self, name: str) -> Field:
        return self.fields.setdefault(name, Field(name))

    # -- their order --------------------------------------------------------------------------------------

    def _make_grammar(self) -> None:
        waiting = list(self.steps.values())
        while waiting:
            function = waiting.pop(0)
            name = self.names.get(function)
            if name is not None and name not in self.grammar:
                self.grammar[name] = self.order(function)
                waiting += [self.by_name[rule] for rule in calls(self.grammar[name])]
        self._write_out()

    def _write_out(self) -> None:
        """Write out rules that ask little, or only call another rule, where they are called."""
        steps = {self.names.get(function) for function in self.steps.values()}

        def short() -> str | None:
            return next(
                (
                    rule
                    for rule, order in self.grammar.items()
                    if rule not in steps
                    and (isinstance(order, Call) or (not any(calls(order)) and len(list(tokens(order))) <= SHORT))
                ),
                None,
            )

        while (rule := short()) is not None:
            written = {rule: self.grammar.pop(rule)}
            self.grammar = {other: replaced(order, written) for other, order in self.grammar.items()}
        self.grammar = {rule: arranged(order) for rule, order in self.grammar.items()}

    def order(self, function: Function) -> Order:
        """Return the order of a rule's questions."""
        if function not in self._known:
            self._known[function] = NOTHING if not self.asks(function) else self._run(function, None)
        return self._known[function]

    def asks(self, function: Function) -> bool:
        """Whether a rule may ask."""
        return function in self._asking

    @cached_property
    def _asking(self) -> set[Function]:
        """Return the rules that ask, or call one that does."""
        found: set[Function] = set()
        waiting = [function for function in self.source.functions.values() if any(questions_in(function))]
        while waiting:
            function = waiting.pop()
            if function not in found:
                found.add(function)
                waiting += [caller for _, caller in self.source.callers.get(function, ())]
        return found

    def _run(self, function: Function, bound: Bound | None) -> Order:
        ways = _Reader(self, function, bound).block(function.node.body)
        return alt(*(ways[way] for way in ("next", "return") if way in ways))

    def asked(self, call: ast.Call, here: Function, bound: Bound | None) -> Order:
        """Return the order of a call's questions."""
        if is_question(call):
            return Ask(tuple(sorted(self.source.strings(self._given(call)["ask"], here, bound))))
        inside = seq(*(self.asked(one, here, bound) for one in handed(call)))
        if inside != NOTHING:
            self.before.setdefault(self.names[here], set()).update(
                ask for target in self.source.targets(call.func, here) for ask in self._within(target)
            )
            return inside
        parts: list[Order] = []
        for target in self.source.targets(call.func, here):
            if not self.asks(target):
                parts.append(NOTHING)
            elif self.needs(target):
                parts.append(self._run(target, self._bind(target, call, here, bound)))
            else:
                parts.append(Call(self.names[target]))
        return alt(*parts) if parts else NOTHING

    def _within(self, function: Function) -> set[str]:
        """Return all questions of a rule and of the rules it calls."""
        reached, waiting = set[Function](), [function]
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                waiting += [target for call in calls_in(one.node) for target in self.source.targets(call.func, one)]
        return {ask for ask, question in self.questions.items() if question.asked_in & reached}

    def needs(self, function: Function, among: frozenset[Function] = frozenset()) -> frozenset[str]:
        """Return the parameters that name its questions: such a rule is written out where it is called."""
        if function in among:
            return frozenset()
        if function not in self._needs:
            found: set[str] = set()
            for node in own_nodes(function.node):
                call = node.value if isinstance(node, ast.YieldFrom) else None
                if isinstance(call, ast.Call):
                    wanted = (
                        [self._given(call)["ask"]]
                        if is_question(call)
                        else [
                            given
                            for target in self.source.targets(call.func, function)
                            for param in self.needs(target, among | {function})
                            if (given := argument(call, target, param)) is not None
                        ]
                    )
                    found |= {
                        one.id
                        for expr in wanted
                        for one in either(expr)
                        if isinstance(one, ast.Name) and one.id in function.params
                    }
            self._needs[function] = frozenset(found)
        return self._needs[function]

    def _bind(self, target: Function, call: ast.Call, here: Function, bound: Bound | None) -> Bound:
        """Return the arguments of a call, as far as they mean something where it is made."""
        found: dict[str, Placed] = {}
        for param in target.params:
            given = argument(call, target, param)
            if given is None:
                continue
            if isinstance(given, ast.Name) and bound is not None and given.id in bound:
                found[param] = bound[given.id]
            else:
                found[param] = given, here if given in list(ast.walk(call)) else target
        return found


def questions_in(function: Function) -> Iterator[ast.Call]:
    """Yield the questions that a rule asks itself."""
    return (call for call in calls_in(function.node) if is_question(call))


def is_question(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in ASKING


def vars_of(play: object) -> Mapping[str, object]:
    """Return what a Play holds, without what it computes from its state."""
    kind = type(play)
    return {
        name: getattr(play, name)
        for name in dir(play)
        if not name.startswith("_") and not isinstance(getattr(kind, name, None), property)
    }


class _Reader:
    """Reads the body of a rule into its exits, with the questions before each."""

    def __init__(self, decisions: Decisions, function: Function, bound: Bound | None) -> None:
        self.decisions = decisions
        self.function = function
        self.bound = bound
        self.asking = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function.node))

    def block(self, body: Sequence[ast.stmt]) -> Ways:
        ways: Ways = {"next": NOTHING}
        for statement in body:
            if "next" not in ways:
                break
            before = ways.pop("next")
            for way, order in self.statement(statement).items():
                _add(ways, way, seq(before, order))
        return ways

    def statement(self, node: ast.stmt) -> Ways:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return {"next": NOTHING}
        if isinstance(node, ast.If):
            return _after(self.asked(node.test), _merged(self.block(node.body), self.block(node.orelse)))
        if isinstance(node, ast.While | ast.For) and not node.orelse:
            return self.loop(node)
        if isinstance(node, ast.With):
            return self.block(node.body)
        if isinstance(node, ast.Return):
            call = node.value
            if not self.asking and isinstance(call, ast.Call):
                return {"return": self.decisions.asked(call, self.function, self.bound)}
            return {"return": NOTHING if call is None else self.asked(call)}
        if isinstance(node, ast.Break | ast.Continue):
            return {"break" if isinstance(node, ast.Break) else "continue": NOTHING}
        if isinstance(node, ast.Raise):
            return {}
        if any(isinstance(child, ast.stmt) for child in ast.iter_child_nodes(node)):
            raise Unresolved(f"{self.function.name}: line {node.lineno} is a kind of statement that cannot be read")
        return {"next": self.asked(node)}

    def loop(self, node: ast.While | ast.For) -> Ways:
        test = self.asked(node.test if isinstance(node, ast.While) else node.iter)
        first, every = (NOTHING, test) if isinstance(node, ast.While) else (test, NOTHING)
        body = self.block(node.body)
        again = [seq(every, body[way]) for way in ("next", "continue") if way in body]
        around = seq(first, star(alt(*again)) if again else NOTHING)
        ways: Ways = {}
        if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value):
            _add(ways, "next", seq(around, every))
        if "break" in body:
            _add(ways, "next", seq(around, every, body["break"]))
        if "return" in body:
            _add(ways, "return", seq(around, every, body["return"]))
        return ways

    def asked(self, node: ast.AST) -> Order:
        """Return the questions of an expression, in the order of evaluation."""
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            return NOTHING
        if isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Call):
            inner = seq(*(self.asked(child) for child in (*node.value.args, *node.value.keywords)))
            return seq(inner, self.decisions.asked(node.value, self.function, self.bound))
        if isinstance(node, ast.BoolOp):
            first, *rest = (self.asked(value) for value in node.values)
            for part in reversed(rest[1:]):
                rest = [seq(rest[0], alt(part, NOTHING))]
            return seq(first, alt(rest[0], NOTHING)) if rest else first
        if isinstance(node, ast.IfExp):
            return seq(self.asked(node.test), alt(self.asked(node.body), self.asked(node.orelse)))
        return seq(*(self.asked(child) for child in ast.iter_child_nodes(node)))


def _add(ways: Ways, way: str, order: Order) -> None:
    ways[way] = alt(ways[way], order) if way in ways else order


def _merged(one: Ways, other: Ways) -> Ways:
    ways = dict(one)
    for way, order in other.items():
        _add(ways, way, order)
    return ways


def _after(order: Order, ways: Ways) -> Ways:
    return {way: seq(order, after) for way, after in ways.items()}
