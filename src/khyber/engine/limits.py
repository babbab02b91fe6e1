"""Limits of size, depth and parsing time for user files: TOML and trees of JSON values."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from typing import Final

from khyber.engine.errors import Error

#: Maximum characters of a TOML file; a deck with all 72 cards has 30,000.
MAX_TOML: Final = 1 << 18
#: Maximum levels of nested tables and lists.
MAX_DEPTH: Final = 12
#: Maximum number of values.
MAX_VALUES: Final = 50_000
#: Largest integer: 64 bits, as in TOML.
MAX_INTEGER: Final = 2**63 - 1
#: Maximum characters of a text.
MAX_TEXT: Final = 10_000

#: Maximum characters of a parser's message.
MAX_SAID: Final = 120

#: A dotted key of many parts, which takes the parser quadratic time.
_LONG_KEY: Final = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*)""" + f"{{{2 * MAX_DEPTH}}}"
)
#: Characters that Unicode keeps for no text; the last two of the first plane make XML ill-formed.
NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane | 0xFFFE)}{chr(plane | 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
_INVALID: Final = re.compile(rf"[\x00-\x1f\x7f-\x9f\ud800-\udfff{NONCHARACTERS}]")


def read_toml(text: str, what: str, error: type[Error]) -> dict[str, object]:
    """Return the document, in bounded time. Raises `error`; `what` names the file in messages."""
    if len(text) > MAX_TOML:
        raise error(f"{what} has {len(text):,} characters; the maximum is {MAX_TOML:,}")
    if not _is_text(text):
        raise error(f"{what} is not TOML: it has invalid characters")
    if _LONG_KEY.search(text):
        raise error(f"{what} has a key of more than {2 * MAX_DEPTH} parts")
    try:
        document = tomllib.loads(text)
    except RecursionError as problem:
        raise error(f"{what} is nested too deeply; the maximum is {MAX_DEPTH} levels") from problem
    except ValueError as problem:
        raise error(f"{what} is not TOML: {_short(str(problem))}") from problem
    check_tree(document, what, error)
    return document


def check_tree(tree: object, what: str, error: type[Error]) -> None:
    """Raise `error` unless this is plain data (as in TOML) of moderate size."""
    level, depth, values = [tree], 0, 0
    while level:
        depth += 1
        values += len(level)
        if depth > MAX_DEPTH:
            raise error(f"{what} is nested too deeply; the maximum is {MAX_DEPTH} levels")
        if values > MAX_VALUES:
            raise error(f"{what} has too many values; the maximum is {MAX_VALUES:,}")
        inside: list[object] = []
        for value in level:
            if isinstance(value, Mapping):
                for key in value:
                    _check_value(key, what, error)
                inside += value.values()
            elif isinstance(value, list):
                inside += value
            else:
                _check_value(value, what, error)
        level = inside


def _check_value(value: object, what: str, error: type[Error]) -> None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise error(f"{what} has a text of {len(value):,} characters; the maximum is {MAX_TEXT:,}")
        if not _is_text(value):
            raise error(f"{what} has invalid characters")
    elif isinstance(value, bool) or value is None:
        pass
    elif isinstance(value, int):
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise error(f"{what} has a number of more than 64 bits")
    elif not isinstance(value, float) or not math.isfinite(value):
        raise error(
            f"{what} has a value of type {type(value).__name__}; valid: text, numbers, true and false, lists, tables"
        )


def _is_text(text: str) -> bool:
    """Return whether these are lines of valid characters."""
    return not has_invalid(text.replace("\r\n", "").replace("\n", "").replace("\t", ""))


def has_invalid(text: str) -> bool:
    """Return whether there is a control character (C0 or C1), which a terminal obeys, or what no XML may hold."""
    return _INVALID.search(text) is not None


def _short(problem: str) -> str:
    """Return a parser's message, without the long text it may quote."""
    return problem if len(problem) <= MAX_SAID else f"{problem[:MAX_SAID]}…"
