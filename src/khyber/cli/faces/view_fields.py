"""Read fields of a view; a missing one counts as nothing."""

from __future__ import annotations

from collections.abc import Mapping

from khyber.cli.faces.face import View


def part(view: View, *path: str) -> View:
    """A part of the view that has parts itself, by its path.

    >>> part({"a": {"b": {"c": 1}}}, "a", "b"), part({"a": 3}, "a"), part({}, "x")
    ({'c': 1}, {}, {})
    """
    found: object = view
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def number(value: object) -> int:
    return value if isinstance(value, int) else 0


def word(value: object) -> str:
    return value if isinstance(value, str) else ""


def items(value: object) -> list[str]:
    """The words or numbers of a list, as words; a number of things that are not shown is none."""
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


def counted(value: object) -> int:
    """How many there are: shown or not."""
    if isinstance(value, Mapping):
        return sum(number(n) for n in value.values())
    return len(value) if isinstance(value, list | tuple) else number(value)
