"""Read fields of a view: a missing field counts as empty, one of the wrong type is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast


def mapping(value: object) -> Mapping[str, object]:
    """Return a field that has fields itself.

    >>> mapping({"a": 1}), mapping(None)
    ({'a': 1}, {})
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"the view holds {value!r} instead of a mapping")
    return cast("Mapping[str, object]", value)


def part(view: Mapping[str, object], *path: str) -> Mapping[str, object]:
    """Return the field at a path; empty if it has no fields itself.

    >>> part({"a": {"b": {"c": 1}}}, "a", "b"), part({"a": 3}, "a"), part({}, "x")
    ({'c': 1}, {}, {})
    """
    found: object = view
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def number(value: object) -> int:
    """Return a field that is a number.

    >>> number(3), number(None)
    (3, 0)
    """
    if value is None:
        return 0
    if not isinstance(value, int):
        raise TypeError(f"the view holds {value!r} instead of a whole number")
    return value


def string(value: object) -> str:
    return value if isinstance(value, str) else ""


def items(value: object) -> list[str]:
    """Return a list as words; empty for a mere count of hidden items."""
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


def counted(value: object) -> int:
    """Return the number of items, listed or only counted."""
    if isinstance(value, Mapping):
        return sum(number(n) for n in value.values())
    return len(value) if isinstance(value, list | tuple) else number(value)
