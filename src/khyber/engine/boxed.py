"""A game with all that is printed in one box, read from its data files; somebody's own file may replace parts of it."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib.resources import files
from typing import Generic, Protocol, Self, TypeVar

from khyber.engine.errors import BadSetup
from khyber.engine.game import Game, Json
from khyber.engine.play import S

#: The tables of each data file.
Tables = dict[str, dict[str, object]]


class Box(Protocol):
    """What is printed, typed and checked."""

    @property
    def digest(self) -> str: ...


B = TypeVar("B", bound=Box)


class BoxedGame(Game[S], Generic[S, B]):
    """Such a game, with the box as it is printed or with another."""

    def __init__(self, box: B | None = None) -> None:
        self.box: B = box if box is not None else self.printed_box()

    @staticmethod
    @abstractmethod
    def printed_box() -> B:
        """The box as it comes with the game, made once."""

    @staticmethod
    @abstractmethod
    def own_box(replaced: Mapping[str, Json]) -> B:
        """The box with facts of somebody's own in place of the printed ones. Raises BadSetup, naming the place."""

    def digest(self) -> str:
        return self.box.digest

    def replacing(self, replaced: Mapping[str, Json]) -> Self:
        return type(self)(self.own_box(replaced)) if replaced else self

    def own_data(self, text: str) -> dict[str, Json]:
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            raise BadSetup(f"the file is not TOML: {problem}") from problem
        self.own_box(tables)
        return tables


def printed_tables(package: str, names: Sequence[str]) -> Tables:
    """The data files as they come with a game."""
    folder = files(package)
    return {name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in names}


def digest_of(tables: Tables) -> str:
    """What tells a box from another."""
    return blake2b(repr(sorted((name, str(rows)) for name, rows in tables.items())).encode(), digest_size=8).hexdigest()


def names_in(rows: Mapping[str, object]) -> dict[str, str]:
    """The names that rows of somebody's own file have, by id."""
    return {name: str(row["name"]) for name, row in rows.items() if isinstance(row, Mapping) and "name" in row}
