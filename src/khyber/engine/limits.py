"""Files that people give us, read within limits of size, depth and time: TOML documents and trees of JSON values."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from typing import Final

from khyber.engine.errors import Error

#: Characters of a TOML file; the largest of ours has 30,000.
MOST_TOML: Final = 1 << 18
#: Levels of tables and lists inside each other.
MOST_DEPTH: Final = 12
#: Values in all.
MOST_VALUES: Final = 50_000
#: Whole numbers have 64 bits, as TOML says.
MOST_INTEGER: Final = 2**63 - 1
#: The longest text.
MOST_TEXT: Final = 10_000

#: Characters of a parser's message.
MOST_SAID: Final = 120

#: A key of many parts, for which the parser takes time by the square of their number.
_LONG_KEY: Final = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*)""" + f"{{{2 * MOST_DEPTH}}}")


def read_toml(text: str, what: str, error: type[Error]) -> dict[str, object]:
    """The document, in bounded time. Raises `error`; `what` is how a sentence calls the file."""
    if len(text) > MOST_TOML:
        raise error(f"{what} has {len(text):,} characters; the most are {MOST_TOML:,}")
    if not _is_text(text):
        raise error(f"{what} is not TOML: it has characters that are not text")
    if _LONG_KEY.search(text):
        raise error(f"{what} is not TOML that can be read: a key has more than {2 * MOST_DEPTH} parts")
    try:
        document = tomllib.loads(text)
    except RecursionError as problem:
        raise error(f"{what} is nested too deeply; the most are {MOST_DEPTH} levels") from problem
    except ValueError as problem:
        raise error(f"{what} is not TOML: {_short(str(problem))}") from problem
    check_tree(document, what, error)
    return document


def check_tree(tree: object, what: str, error: type[Error]) -> None:
    """Raises `error` unless this is plain data of moderate size: tables, lists, text, numbers, true and false."""
    level, depth, values = [tree], 0, 0
    while level:
        depth += 1
        values += len(level)
        if depth > MOST_DEPTH:
            raise error(f"{what} is nested too deeply; the most are {MOST_DEPTH} levels")
        if values > MOST_VALUES:
            raise error(f"{what} has too many values; the most are {MOST_VALUES:,}")
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
        if len(value) > MOST_TEXT:
            raise error(f"{what} has a text of {len(value):,} characters; the most are {MOST_TEXT:,}")
        if not _is_text(value):
            raise error(f"{what} has characters that are not text")
    elif isinstance(value, bool) or value is None:
        pass
    elif isinstance(value, int):
        if not -MOST_INTEGER <= value <= MOST_INTEGER:
            raise error(f"{what} has a number of more than 64 bits")
    elif not isinstance(value, float) or not math.isfinite(value):
        raise error(f"{what} has a value of the kind {type(value).__name__}; valid are texts, numbers, true and false, "
                    "lists and tables")


def _is_text(text: str) -> bool:
    """Whether it can be written to a file: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _short(problem: str) -> str:
    """What a parser has to say, without the long text it may quote."""
    return problem if len(problem) <= MOST_SAID else f"{problem[:MOST_SAID]}…"
