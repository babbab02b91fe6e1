"""The pytest plugin for rules: a test marked with a rule must enter a function registered for it.

`@pytest.mark.rule("3.3.1", ...)` names the rules that a test shows. While it runs, calls are profiled; the test fails
if no function registered for one of its rules is entered, or if the rulebook has no such rule. Outside the tests of a
game, a mark names the game, too: `zurmat:declare`.

`--break GAME:RULE` does the opposite: it makes the functions of that rule do the wrong thing, and a test marked with it
should fail.
"""

from __future__ import annotations

import inspect
import re
import signal
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache
from types import CodeType, FrameType, FunctionType

import pytest

from khyber.catalogue import GAMES, rulebook
from khyber.engine.play import Play
from khyber.lab.coverage import MARK, mark_of, registered, whole_mark

#: Time limit in seconds for a test of a broken rule, which may loop forever: exceeding it counts as failing.
PATIENCE = 20


# -- marked tests enter their rules -----------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--break",
        dest="broken_rule",
        metavar="GAME:RULE",
        default=None,
        help="break the functions registered for this rule, to check that its tests fail",
    )


def numbers_of(item: pytest.Item) -> list[str]:
    """Return the rules that a test is marked with."""
    folders = item.nodeid.partition("::")[0].split("/")
    marked = (str(number) for mark in item.iter_markers(MARK) for number in mark.args)
    return list(dict.fromkeys(whole_mark(number, folders) for number in marked))


def all_registered() -> dict[str, Sequence[Callable[..., object]]]:
    """Return the functions registered for the rules of every game, by mark."""
    return {mark_of(game, number): functions for game in GAMES for number, functions in registered(game).items()}


@cache
def all_headings() -> frozenset[str]:
    return frozenset(mark_of(game, number) for game in GAMES for number in rulebook(game).headings)


@cache
def entries() -> Mapping[int, frozenset[str]]:
    """Return the rules of each registered code object, by its identity."""
    found: dict[int, set[str]] = {}
    for number, functions in all_registered().items():
        for function in functions:
            assert isinstance(function, FunctionType)
            found.setdefault(id(function.__code__), set()).add(number)
    return {code: frozenset(numbers) for code, numbers in found.items()}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    numbers = numbers_of(item)
    if not numbers:
        return (yield)
    if item.config.getoption("broken_rule"):
        with_patience = signal.signal(signal.SIGALRM, _out_of_patience)
        signal.alarm(PATIENCE)
        try:
            return (yield)
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, with_patience)
    check_numbers(numbers)
    watch = Watch(numbers)
    watch.begin()
    try:
        result = yield
    finally:
        watch.end()
    if watch.missing:
        pytest.fail(
            f"marked with rule {', '.join(sorted(watch.missing))}, but no function registered for it was "
            f"entered ({_registered_for(sorted(watch.missing)[0])})",
            pytrace=False,
        )
    return result


def check_numbers(numbers: Sequence[str]) -> None:
    for number in numbers:
        if number not in all_headings():
            pytest.fail(f"marked with rule {number!r}, which the rulebook does not have", pytrace=False)


def _registered_for(number: str) -> str:
    functions = all_registered().get(number, ())
    return f"for {number} there is {', '.join(f.__qualname__ for f in functions) or 'none'}"


class Watch:
    """Profiles a test until every rule was entered. A generator counts whenever it is resumed."""

    def __init__(self, numbers: Sequence[str]) -> None:
        self.missing = set(numbers)
        self._entries = entries()
        self._before = sys.getprofile()

    def begin(self) -> None:
        _WATCHES.append(self)
        sys.setprofile(_look)

    def end(self) -> None:
        sys.setprofile(self._before)
        if self in _WATCHES:
            _WATCHES.remove(self)

    def enter(self, code: CodeType) -> None:
        numbers = self._entries.get(id(code))
        if numbers:
            self.missing -= numbers
            if not self.missing:
                self.end()


#: The watch of the test that runs now.
_WATCHES: list[Watch] = []


def _look(frame: FrameType, event: str, _: object) -> None:
    """Profile one call. A function of the module, because Python 3.11 may call a profiler once more after it was
    replaced from within itself: a bound method would be gone by then.
    """
    if event == "call" and _WATCHES:
        _WATCHES[-1].enter(frame.f_code)


# -- broken rules -----------------------------------------------------------------------------------


def pytest_collection_finish(session: pytest.Session) -> None:
    number = session.config.getoption("broken_rule")
    if not number:
        return
    functions = all_registered().get(str(number), ())
    if not functions:
        raise pytest.UsageError(f"--break: no function is registered for rule {number!r}")
    for function in functions:
        assert isinstance(function, FunctionType)
        break_function(function)


def _out_of_patience(signum: int, frame: FrameType | None) -> None:
    pytest.fail(f"the test did not end within {PATIENCE} s: the broken rule loops", pytrace=False)


def break_function(function: FunctionType) -> None:
    """Make a function do the wrong thing, wherever it was imported, by replacing its code.

    A function that changes the state does nothing, one that asks ends without asking, any other returns a wrong value.
    """
    original = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    original.__kwdefaults__ = function.__kwdefaults__
    returns = str(function.__annotations__.get("return", ""))
    generator = inspect.isgeneratorfunction(function)

    def broken(*args: object, **kwargs: object) -> object:
        if returns == "None":
            return None
        if returns in ("Rules", "") and generator:
            return ending_with(None)
        if returns == "Rules" or returns.startswith("Asking["):
            return ending_with(nothing_like(returns.removeprefix("Asking[").removesuffix("]")))
        if generator:
            return iter(())
        state = args[0].state if args and isinstance(args[0], Play) else None
        before = state.copy() if state is not None else None
        result = original(*args, **kwargs)
        if state is None or before is None or state == before:
            return wrong(result)
        state.restore(before)
        return nothing_like(returns)

    function.__code__ = calling(broken, function.__code__)


def calling(target: Callable[..., object], instead_of: CodeType) -> CodeType:
    """Return code that only calls the target, which is one of its constants: it needs no globals."""

    def call(*args: object, **kwargs: object) -> object:
        it: Callable[..., object] = "the target"  # type: ignore[assignment]
        return it(*args, **kwargs)

    code = call.__code__
    constants = tuple(target if constant == "the target" else constant for constant in code.co_consts)
    return code.replace(
        co_consts=constants,
        co_name=instead_of.co_name,
        co_qualname=instead_of.co_qualname,
        co_freevars=instead_of.co_freevars,
    )


def ending_with(value: object) -> Generator[object, object, object]:
    """Return a rule that asks nothing."""
    return value
    yield


#: The value returned by a rule that never asked, by the first word of its type.
NOTHINGS: Mapping[str, object] = {
    "bool": False,
    "int": 0,
    "Space": 0,
    "str": "",
    "list": [],
    "tuple": (),
    "dict": {},
    "set": set(),
    "bytes": b"",
}


def nothing_like(annotation: str) -> object:
    """Return an empty value of that type; None if None will do, or the type is unknown."""
    if "None" in annotation or annotation == "Rules":
        return None
    word = re.match(r"\w*", annotation)
    return NOTHINGS.get(word.group() if word else "", None)


def wrong(result: object) -> object:
    """Return another value of the same kind.

    >>> wrong(True), wrong(3), wrong([1, 2]), wrong({"a": 1}), wrong("rally")
    (False, 4, [], {}, '')
    """
    if isinstance(result, bool):
        return not result
    if isinstance(result, int | float):
        return result + 1
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        make: Callable[..., object] = type(result)
        return make(*map(wrong, result))
    if isinstance(result, range):
        return range(0)
    if isinstance(result, str | bytes | bytearray | list | tuple | dict | set | frozenset):
        return type(result)()
    return None
