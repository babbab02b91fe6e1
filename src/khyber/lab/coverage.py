"""Rules coverage: every rule with its text, the functions registered for it and its tests."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType

import khyber
from khyber.catalogue import GAMES, package, rulebook
from khyber.catalogue import texts as texts_of
from khyber.engine.errors import Error
from khyber.engine.text import RuleText

MARK = "rule"

Function = Callable[..., object]


class UnknownRule(Error):
    """No rule has this number."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule, the functions registered for it and the tests marked with it."""

    number: str
    title: str
    functions: Sequence[Function]
    tests: Sequence[str]


def in_order(numbers: Iterable[str]) -> list[str]:
    """Sort rule numbers as the rulebook does; section 8 of another printing comes last.

    Headings in words keep their order.

    >>> in_order(["2nd:8.1", "2.3.10", "8.9", "2.3.9"]), in_order(["setup", "months"])
    (['2.3.9', '2.3.10', '8.9', '2nd:8.1'], ['setup', 'months'])
    """
    listed = list(numbers)
    if not all(part.isdecimal() for number in listed for part in number.rpartition(":")[2].split(".")):
        return listed
    return sorted(listed, key=_by_number)


def _by_number(number: str) -> tuple[int, ...]:
    printing, _, plain = number.rpartition(":")
    return (int(bool(printing)), *(int(part) for part in plain.split(".")))


def mark_of(game: str, number: str) -> str:
    """Return the whole mark of a rule's tests. In the game's own folder of tests the number is enough.

    >>> mark_of("chess", "castling")
    'chess:castling'
    """
    return f"{game}:{number}"


def whole_mark(number: str, folders: Sequence[str]) -> str:
    """Return the whole mark of a test in these folders: a number without a game is of the game that one is named after.

    >>> whole_mark(f"{GAMES[0]}:1.1", ["tests"]) == whole_mark("1.1", ["tests", GAMES[0].replace("-", "_")])
    True
    """
    if number.partition(":")[0] in GAMES:
        return number
    own = (game for game in GAMES if package(game).rpartition(".")[2] in folders)
    return next((mark_of(game, number) for game in own), number)


# -- texts ------------------------------------------------------------------------------------------


def texts(game: str, language: str = "en") -> list[RuleText]:
    """Return the rules in our own words, in the order of the rulebook.

    >>> all(rule.title and rule.text for rule in texts(GAMES[0]))
    True
    """
    rules = texts_of(game).rule_texts(language)
    found = [rules.find(number) for number in in_order(rules.numbers())]
    return [rule for rule in found if rule is not None]


def look_up(game: str, number: str, language: str = "en") -> list[RuleText]:
    """Find a rule by number, heading or title, or all rules of a section."""
    number = number.strip().rstrip(".")
    known = texts(game, language)
    found = (
        [rule for rule in known if rule.number == number]
        or [rule for rule in known if rule.number.startswith(f"{number}.")]
        or [rule for rule in known if rule.title.casefold() == number.casefold()]
    )
    if not found:
        raise UnknownRule(f"unknown rule {number!r} of {game}; `khyber rules {game}` lists them")
    return found


# -- the functions ----------------------------------------------------------------------------------


def registered(game: str) -> Mapping[str, Sequence[Function]]:
    """Return the functions registered for each rule, after importing all modules of the game."""
    whole = import_module(package(game))
    for module in walk_packages(whole.__path__, f"{whole.__name__}."):
        import_module(module.name)
    return rulebook(game).functions


def where(function: Function) -> str:
    """Return the location of a function as module:function:line."""
    assert isinstance(function, FunctionType)
    return f"{function.__module__}:{function.__qualname__}:{function.__code__.co_firstlineno}"


# -- the tests --------------------------------------------------------------------------------------


def folder_of_tests() -> Path | None:
    """Return the tests of this checkout; None if the package is installed without them."""
    source = Path(khyber.__file__).resolve().parents[1]
    tests = source.parent / "tests"
    return tests if source.name == "src" and (source.parent / "pyproject.toml").is_file() and tests.is_dir() else None


def marked_tests(folder: Path, mark: str = MARK) -> dict[str, list[str]]:
    """Return the ids of tests by the rule, or other mark, in their source, with its game."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        here = path.relative_to(folder.parent)
        name = here.as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), name)
        for test, numbers in _tests_in(tree.body, name, mark, _module_marks(tree, mark)):
            for number in dict.fromkeys(numbers):
                found.setdefault(whole_mark(number, here.parts), []).append(test)
    return found


def _tests_in(body: Sequence[ast.stmt], name: str, mark: str, outer: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests_in(node.body, f"{name}::{node.name}", mark, outer + _marks(node.decorator_list, mark))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield f"{name}::{node.name}", outer + _marks(node.decorator_list, mark)


def _module_marks(tree: ast.Module, mark: str) -> list[str]:
    said = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
    ]
    return _marks(said, mark)


def _marks(expressions: Sequence[ast.expr], mark: str) -> list[str]:
    """Yield the arguments of `pytest.mark.rule(...)`, including marks of a single parameter set."""
    return [
        argument.value
        for expression in expressions
        for node in ast.walk(expression)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == mark
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


# -- all together -----------------------------------------------------------------------------------


def coverage(game: str, tests: Path | None = None) -> dict[str, Covered]:
    """Return every rule in effect, in rulebook order."""
    functions = registered(game)
    marked = marked_tests(tests) if tests is not None else {}
    titles = rulebook(game).headings
    return {
        number: Covered(number, titles[number], functions.get(number, ()), marked.get(mark_of(game, number), ()))
        for number in in_order(titles)
    }


def missing(covered: Mapping[str, Covered], *, tests: bool = True) -> list[str]:
    """Return the rules without a function or, if there are tests, without a test."""
    return [number for number, rule in covered.items() if not rule.functions or (tests and not rule.tests)]


def as_json(covered: Mapping[str, Covered], *, tests: bool = True) -> dict[str, object]:
    return {
        "rules": {
            number: {
                "title": rule.title,
                "functions": [where(function) for function in rule.functions],
                "tests": list(rule.tests),
            }
            for number, rule in covered.items()
        },
        "missing": missing(covered, tests=tests),
        "tests-found": tests,
    }


def column(numbers: Iterable[str]) -> int:
    """Return the width of a column of rule numbers."""
    return max(6, *map(len, numbers))


def as_text(covered: Mapping[str, Covered], *, tests: bool = True) -> Iterator[str]:
    """Return the coverage as lines for reading and grep."""
    wide = column(covered)
    for number, rule in covered.items():
        yield f"{number:<{wide}} {rule.title}"
        yield from (f"         function  {where(function)}" for function in rule.functions)
        yield from (f"         test      {test}" for test in rule.tests)
    without = missing(covered, tests=tests)
    yield ""
    if not tests:
        yield "Tests are not listed: this is no checkout of the source."
    yield f"{len(covered)} rules, {len(without)} missing{': ' + ', '.join(without) if without else ''}"
