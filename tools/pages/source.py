"""The rules of a game as source: functions, targets of calls, and values of expressions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from types import FunctionType, MethodType, ModuleType
from typing import Final, get_type_hints

from khyber.catalogue import game as find_game
from khyber.catalogue import package
from khyber.engine.errors import Error
from tools.pages.syntax import assignments, calls_in, either, names_in, one_of, step_values

#: Folders of a game's package that hold rules.
FOLDERS: Final = ("rules", "events")
#: The tables of step functions in a game: those that may ask, and those that never do.
STEP_TABLES: Final = ("ASKING", "STEPS")
SILENT_STEPS: Final = "SILENT"
#: The step that returns to the previous one.
BACK: Final = "then"


class Unresolved(Error):
    """The source does not determine the values of an expression."""


@dataclass(frozen=True)
class Function:
    """A function or method of the rules."""

    name: str
    node: ast.FunctionDef
    module: ModuleType
    owner: type | None

    @property
    def params(self) -> list[str]:
        args = self.node.args
        return [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)]

    @property
    def summary(self) -> str:
        """Return the first sentence of its docstring."""
        text = ast.get_docstring(self.node) or ""
        return text.split("\n", 1)[0]

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Function) and other.name == self.name


#: An expression and the function around it.
Placed = tuple[ast.expr, "Function"]
#: The known arguments of one call.
Bound = Mapping[str, Placed]


@dataclass
class Source:
    """All functions of a game's rules, by full name."""

    game: str
    functions: dict[str, Function] = field(default_factory=dict)
    classes: list[type] = field(default_factory=list)
    #: For each function its calls and the functions around them: all calls, and those that pass on
    #: its questions.
    calls: dict[Function, list[tuple[ast.Call, Function]]] = field(default_factory=dict)
    callers: dict[Function, list[tuple[ast.Call, Function]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known_hints: dict[Function, dict[str, object]] = {}
        #: A Play of the game, for the attributes that rules use.
        self.sample: object = find_game(self.game).play(None)
        for module in modules(self.game):
            self._read(module)
        for function in list(self.functions.values()):
            asking = calls_in(function.node)
            for call in (node for node in ast.walk(function.node) if isinstance(node, ast.Call)):
                for target in self.targets(call.func, function):
                    self.calls.setdefault(target, []).append((call, function))
                    if call in asking:
                        self.callers.setdefault(target, []).append((call, function))

    def _read(self, module: ModuleType) -> None:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                self._add(Function(f"{module.__name__}.{node.name}", node, module, None))
            elif isinstance(node, ast.ClassDef):
                owner = getattr(module, node.name)
                self.classes.append(owner)
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef):
                        self._add(Function(f"{module.__name__}.{node.name}.{inner.name}", inner, module, owner))

    def _add(self, function: Function) -> None:
        self.functions[function.name] = function

    def steps(self) -> dict[str, Function]:
        """Return the functions of the steps that may ask."""
        module = import_module(f"{package(self.game)}.game")
        table = next(getattr(module, name) for name in STEP_TABLES if hasattr(module, name))
        return {step: self.of(function) for step, function in table.items()}

    def silent_steps(self) -> dict[str, Function]:
        """Return the functions of the steps that never ask."""
        table = getattr(import_module(f"{package(self.game)}.game"), SILENT_STEPS, {})
        return {step: self.of(function) for step, function in table.items()}

    def following(self, step: Function) -> set[str]:
        """Return the steps that may follow: values that its rules write into `state.step`."""
        found: set[str] = set()
        seen: set[tuple[Function, str]] = set()
        waiting: list[tuple[Function, dict[str, Placed]]] = [(step, {})]
        while waiting:
            function, bound = waiting.pop()
            key = function, repr(sorted((name, ast.unparse(expr)) for name, (expr, _) in bound.items()))
            if key in seen:
                continue
            seen.add(key)
            for value in step_values(function.node):
                found |= self.strings(value, function, bound)
            for call, target in self._called.get(function, ()):
                given: dict[str, Placed] = {}
                for param in self._naming_steps.get(target, ()):
                    expr = argument(call, target, param)
                    if expr is not None:
                        there = function if expr in ast.walk(call) else target
                        given[param] = one_of(self.strings(expr, there, bound if there is function else None)), target
                waiting.append((target, given))
        return found

    @cached_property
    def _called(self) -> dict[Function, list[tuple[ast.Call, Function]]]:
        """Return the calls in each function with their targets."""
        found: dict[Function, list[tuple[ast.Call, Function]]] = {}
        for target, places in self.calls.items():
            for call, caller in places:
                found.setdefault(caller, []).append((call, target))
        return found

    @cached_property
    def _naming_steps(self) -> dict[Function, set[str]]:
        """Return the parameters that become the name of a step."""
        found: dict[Function, set[str]] = {}
        waiting = [
            (function, one.id)
            for function in self.functions.values()
            for value in step_values(function.node)
            for one in either(value)
            if isinstance(one, ast.Name) and one.id in function.params
        ]
        while waiting:
            function, name = waiting.pop()
            if name in found.setdefault(function, set()):
                continue
            found[function].add(name)
            for call, caller in self.calls.get(function, ()):
                given = argument(call, function, name)
                if isinstance(given, ast.Name) and given.id in caller.params:
                    waiting.append((caller, given.id))
        return found

    def of(self, function: object) -> Function:
        """Return the source of a function. Raises Unresolved if it is not part of the rules."""
        while isinstance(function, partial):
            function = function.func
        if isinstance(function, MethodType):
            function = function.__func__
        if not isinstance(function, FunctionType):
            raise Unresolved(f"{function!r} is not a function")
        name = f"{function.__module__}.{function.__qualname__}"
        if name not in self.functions:
            raise Unresolved(f"{name} is not a rule")
        return self.functions[name]

    # -- targets of calls -----------------------------------------------------------------------------

    def targets(self, callee: ast.expr, here: Function) -> list[Function]:
        """Return the rules that a call may run; none if it runs something else."""
        found: list[Function] = []
        for thing in self._callables(callee, here):
            try:
                function = self.of(thing)
            except Unresolved:
                continue
            if function not in found:
                found.append(function)
        return found

    def _callables(self, callee: ast.expr, here: Function) -> Iterator[object]:
        if isinstance(callee, ast.Name):
            assigned = assignments(here.node, callee.id)
            if assigned:
                for value in assigned:
                    for one in either(value):
                        yield from self._callables(one, here)
                return
        things = self.things(callee, here)
        if things:
            yield from things
        elif isinstance(callee, ast.Attribute):
            yield from self._methods(callee, here)

    def _methods(self, callee: ast.Attribute, here: Function) -> Iterator[object]:
        """Return the methods with this name, of the object's class or of any class that has one."""
        if here.owner is not None and ast.unparse(callee.value) == "super()":
            yield getattr(super(here.owner, here.owner), callee.attr)
            return
        kind = self.kind(callee.value, here)
        if kind is None:
            return
        for one in (kind, *descendants(kind)):
            method = getattr(one, callee.attr, None)
            if isinstance(method, FunctionType) and not getattr(method, "__isabstractmethod__", False):
                yield method

    def kind(self, expr: ast.expr, here: Function) -> type | None:
        """Return the class of an object, as far as annotations say."""
        if isinstance(expr, ast.Name):
            if expr.id == "self":
                return here.owner
            hint = self._hints(here).get(expr.id)
            if isinstance(hint, type):
                return hint
            for value in assignments(here.node, expr.id):
                if isinstance(value, ast.Call):
                    return self.kind(value, here)
            return self._element(expr.id, here)
        if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name):
            made = vars(here.module).get(expr.func.id)
            return made if isinstance(made, type) else None
        if isinstance(expr, ast.Attribute):
            owner = self.kind(expr.value, here)
            found = get_type_hints(owner).get(expr.attr) if owner is not None else None
            return found if isinstance(found, type) else None
        return None

    def _element(self, name: str, here: Function) -> type | None:
        """Return the class of a loop variable that is named like a class of the rules: `effect`."""
        loops = (node for node in ast.walk(here.node) if isinstance(node, ast.For))
        if any(name in names_in(loop.target) for loop in loops):
            return next((one for one in self.classes if one.__name__.lower() == name), None)
        return None

    def _hints(self, here: Function) -> dict[str, object]:
        """Return the annotations of a function, as far as they resolve at run time."""
        if here not in self._known_hints:
            try:
                self._known_hints[here] = get_type_hints(getattr(here.owner or here.module, here.node.name))
            except (NameError, TypeError):
                self._known_hints[here] = {}
        return self._known_hints[here]

    def things(self, expr: ast.expr, here: Function) -> list[object]:
        """Return the module-level objects that an expression may be."""
        if isinstance(expr, ast.Name):
            if expr.id in here.params:
                return [self.sample] if self._hints(here).get(expr.id) is type(self.sample) else []
            if assignments(here.node, expr.id):
                return []
            known = vars(here.module)
            return [known[expr.id]] if expr.id in known else []
        if isinstance(expr, ast.Attribute):
            owners = self.things(expr.value, here) or list(self._selves(expr.value, here))
            return [getattr(owner, expr.attr) for owner in owners if hasattr(owner, expr.attr)]
        if isinstance(expr, ast.Subscript):
            found: list[object] = []
            for table in self.things(expr.value, here):
                found += table.values() if isinstance(table, Mapping) else table if isinstance(table, tuple) else ()
            return found
        return []

    def _selves(self, expr: ast.expr, here: Function) -> Iterator[object]:
        """Return the module-level instances of a method's class, alone or in tables."""
        if isinstance(expr, ast.Name) and expr.id == "self" and here.owner is not None:
            for thing in vars(here.module).values():
                for one in thing.values() if isinstance(thing, Mapping) else (thing,):
                    if type(one) is here.owner:
                        yield one

    # -- values of expressions ------------------------------------------------------------------------

    def strings(self, expr: ast.expr, here: Function, bound: Bound | None = None) -> set[str]:
        """Return the texts that an expression may be. Raises Unresolved."""
        if isinstance(expr, ast.Constant) and isinstance(expr.value, str):
            return {expr.value}
        if isinstance(expr, ast.Attribute) and expr.attr == BACK:
            return {BACK}
        if isinstance(expr, ast.IfExp):
            return self.strings(expr.body, here, bound) | self.strings(expr.orelse, here, bound)
        if isinstance(expr, ast.JoinedStr):
            parts = [
                self.strings(part.value if isinstance(part, ast.FormattedValue) else part, here, bound)
                for part in expr.values
            ]
            return {"".join(one) for one in product(*map(sorted, parts))}
        if isinstance(expr, ast.Attribute) and isinstance(expr.value, ast.Name) and expr.value.id == "self":
            values = (getattr(kind, expr.attr, None) for kind in descendants(here.owner) if here.owner is not None)
            found = {value for value in values if isinstance(value, str) and value}
        elif isinstance(expr, ast.Name):
            found = {
                text
                for other, there, more in self.values(expr.id, here, bound)
                for text in self.strings(other, there, more)
            }
            found |= {thing for thing in self.things(expr, here) if isinstance(thing, str)}
        else:
            found = {thing for thing in self.things(expr, here) if isinstance(thing, str)}
        if not found:
            raise Unresolved(f"{here.name}: {ast.unparse(expr)} may be anything")
        return found

    def values(
        self, name: str, here: Function, bound: Bound | None
    ) -> Iterator[tuple[ast.expr, Function, Bound | None]]:
        """Return the values of a local name: assigned here, or passed by calls."""
        for value in assignments(here.node, name):
            yield value, here, bound
        if name not in here.params:
            return
        if bound is not None and name in bound:
            yield *bound[name], None
            return
        for call, there in self.calls.get(here, ()):
            given = argument(call, here, name)
            if given is not None:
                yield given, there if given in ast.walk(call) else here, None

    def keys(self, expr: ast.expr, here: Function, bound: Bound | None = None) -> set[frozenset[str]]:
        """Return the sets of keys that a mapping may have. Raises Unresolved."""
        expr = made(expr)
        if isinstance(expr, ast.Dict):
            found: set[frozenset[str]] = {frozenset()}
            for key, value in zip(expr.keys, expr.values, strict=True):
                more = (
                    {frozenset((text,)) for text in self.strings(key, here, bound)}
                    if key is not None
                    else self.keys(value, here, bound)
                )
                found = {one | other for one in found for other in more}
            return found
        if isinstance(expr, ast.IfExp):
            return self.keys(expr.body, here, bound) | self.keys(expr.orelse, here, bound)
        if isinstance(expr, ast.Name):
            if expr.id == "NOTHING":
                return {frozenset()}
            found = {
                keys
                for other, there, more in self.values(expr.id, here, bound)
                for keys in self.keys(other, there, more)
            }
            if found:
                return found
        raise Unresolved(f"{here.name}: {ast.unparse(expr)} may have any keys")

    def items(
        self, expr: ast.expr, here: Function, bound: Bound | None = None
    ) -> Iterator[tuple[str, ast.expr, Function, Bound | None]]:
        """Yield the keys of a mapping with their values, and the functions around these."""
        expr = made(expr)
        if isinstance(expr, ast.Dict):
            for key, value in zip(expr.keys, expr.values, strict=True):
                if key is None:
                    yield from self.items(value, here, bound)
                else:
                    yield from ((text, value, here, bound) for text in self.strings(key, here, bound))
        elif isinstance(expr, ast.IfExp):
            yield from self.items(expr.body, here, bound)
            yield from self.items(expr.orelse, here, bound)
        elif isinstance(expr, ast.Name):
            for other, there, more in self.values(expr.id, here, bound):
                yield from self.items(other, there, more)

    def ids(self, expr: ast.expr, here: Function) -> set[str]:
        """Return the ids of the list that an expression indexes: `SPACE_IDS[space]`."""
        if not isinstance(expr, ast.Subscript):
            return set()
        lists = [thing for thing in self.things(expr.value, here) if isinstance(thing, tuple)]
        return {text for one in lists for text in one if isinstance(text, str)}


# -- modules and calls -------------------------------------------------------------------------------


def modules(game: str) -> Iterator[ModuleType]:
    """Return the modules with the rules of a game."""
    for folder in FOLDERS:
        try:
            found = import_module(f"{package(game)}.{folder}")
        except ModuleNotFoundError:
            continue
        for info in sorted(walk_packages(found.__path__, f"{found.__name__}."), key=lambda info: info.name):
            yield import_module(info.name)


def made(expr: ast.expr) -> ast.expr:
    """Return the mapping that `Fresh(lambda: ...)` or `Fresh(mapping.make)` makes; any other expression as it is."""
    if isinstance(expr, ast.Call) and ast.unparse(expr.func) == "Fresh":
        make = expr.args[0]
        return make.body if isinstance(make, ast.Lambda) else make.value if isinstance(make, ast.Attribute) else expr
    return expr


def argument(call: ast.Call, function: Function, name: str) -> ast.expr | None:
    """Return the argument of a call for a parameter, or its default."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    args = function.node.args
    positional = [arg.arg for arg in (*args.posonlyargs, *args.args)]
    if function.owner is not None:
        positional = positional[1:]
    if name in positional and positional.index(name) < len(call.args):
        return call.args[positional.index(name)]
    for arg, default in zip(reversed(args.args), reversed(args.defaults), strict=False):
        if arg.arg == name:
            return default
    for arg, value in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if arg.arg == name:
            return value
    return None


def descendants(kind: type | None) -> list[type]:
    """Return all subclasses of a class."""
    if kind is None:
        return []
    children: list[type] = kind.__subclasses__()
    return [one for child in children for one in (child, *descendants(child))]
