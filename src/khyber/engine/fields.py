"""Read TOML tables field by field; every error names its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from khyber.engine.errors import Error
from khyber.engine.names import hint, quoted, unknown

_KIND_NAMES: Final = {int: "a whole number", str: "text", bool: "true or false", list: "a list"}


class Fields:
    """A table being read: the error to raise, its place, and whether it is the whole file."""

    __slots__ = ("error", "known", "outermost", "table", "where")

    def __init__(self, table: object, where: str, error: type[Error], *, outermost: bool = False) -> None:
        if not isinstance(table, Mapping):
            raise error(f"{where} should be a table")
        self.table: Mapping[str, object] = table
        self.where = where
        self.error = error
        self.outermost = outermost
        self.known: set[str] = set()

    def fail(self, what: str) -> Error:
        return self.error(f"{self.where}: {what}")

    def get(self, key: str, kind: type, default: object) -> object:
        """Return a field of that kind, or the default."""
        self.known.add(key)
        value = self.table.get(key, default)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            if key not in self.table:
                raise self.fail(f"the field {key!r} is missing")
            raise self.fail(f"{key} = {quoted(value)} is not {_KIND_NAMES.get(kind, 'right')}")
        return value

    def number(self, key: str, most: int, default: int | None = 0) -> int:
        value = cast(int, self.get(key, int, default))
        if not 0 <= value <= most:
            raise self.fail(f"{key} = {quoted(value)} is not between 0 and {most}")
        return value

    def word(self, key: str, words: Sequence[str] | None, default: str | None) -> str:
        value = cast(str, self.get(key, str, default))
        if words is not None and value not in words:
            raise self.fail(f"{key} = {quoted(value)} is unknown; {hint(value, words)}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        return cast(bool, self.get(key, bool, default))

    def listed(self, key: str, default: list[object] | None = None) -> list[object]:
        return cast(list[object], self.get(key, list, [] if default is None else default))

    def words(self, key: str, words: Sequence[str], default: Sequence[str]) -> list[str]:
        values = self.listed(key, list(default))
        for value in values:
            if value not in words:
                raise self.fail(f"{key} has an unknown entry {quoted(value)}; {hint(value, words)}")
        return cast(list[str], values)

    def once(self, key: str, words: Sequence[str], default: Sequence[str]) -> list[str]:
        """Return the same, each word at most once."""
        values = self.words(key, words, default)
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise self.fail(f"{key} names {quoted(twice)} twice; each is named at most once")
        return values

    def inner(self, key: str) -> Fields:
        """Return a table inside this one; empty if it is missing."""
        self.known.add(key)
        return Fields(self.table.get(key, {}), key if self.outermost else f"{self.where}.{key}", self.error)

    def finish(self) -> None:
        """Raise the error for the first field that was not read."""
        for key in self.table:
            if key not in self.known:
                raise self.fail(unknown("field", key, sorted(self.known)))
