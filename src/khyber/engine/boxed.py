"""Games whose printed data is one box; a user's own file may replace parts of it."""

from __future__ import annotations

import re
import tomllib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from typing import ClassVar, Final, Generic, Protocol, Self, TypeVar, cast

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.errors import BadSetup
from khyber.engine.game import Game, Json
from khyber.engine.limits import read_toml
from khyber.engine.optional import OwnData, Sources
from khyber.engine.play import Play, RawEvent, S
from khyber.engine.provenance import OWN_FILE, Component, Provenance

#: The tables of each data file.
Tables = dict[str, dict[str, object]]
#: Ids of rows that a user's own file may add: they become parts of keys of options.
ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
#: Field of a row or table that names the source of its facts.
PROVENANCE: Final = "provenance"


class Box(Protocol):
    """Printed data, typed and checked."""

    @property
    def digest(self) -> str: ...

    @property
    def components(self) -> Sequence[Component]:
        """Every printed component with the sources of its facts."""
        ...


B = TypeVar("B", bound=Box)


class BoxedGame(Game[S], OwnData, Sources, Generic[S, B]):
    """A game with the printed box, or with another."""

    #: For each kind of component, the parameters of views and messages that hold its id.
    components_named: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, box: B | None = None) -> None:
        self.box: B = box if box is not None else self.printed_box()

    @staticmethod
    @abstractmethod
    def printed_box() -> B:
        """Return the box that comes with the game, created once."""

    @staticmethod
    @abstractmethod
    def own_box(replaced: Mapping[str, Json]) -> B:
        """Return the box with printed data replaced by this. Raises BadSetup, naming the place."""

    def digest(self) -> str:
        return self.box.digest

    def provenance(self) -> Provenance:
        return self._provenance

    @cached_property
    def _provenance(self) -> Provenance:
        return Provenance(self.box.components, self.components_named)

    def replacing(self, replaced: Mapping[str, Json]) -> Self:
        return type(self)(self.own_box(replaced)) if replaced else self

    def own_data(self, text: str) -> dict[str, Json]:
        tables = cast(dict[str, Json], read_toml(text, "the file", BadSetup))
        self.own_box(tables)
        return tables


class BoxedPlay(Play[S], Generic[S, B]):
    """What a rule of such a game works with: it also knows the box."""

    __slots__ = ("box",)

    def __init__(
        self,
        state: S,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
        box: B | None = None,
    ) -> None:
        super().__init__(state, chance, entries, events)
        self.box: B = box if box is not None else self.printed_box()

    @staticmethod
    @abstractmethod
    def printed_box() -> B:
        """Return the box that comes with the game, made once."""

    def again(
        self, state: S, chance: Chance = REFUSED, entries: list[str] | None = None, events: list[RawEvent] | None = None
    ) -> Self:
        return type(self)(state, chance, entries, events, self.box)


def printed_tables(package: str, names: Sequence[str]) -> Tables:
    """Return the data files that come with a game."""
    folder = files(package)
    return {name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in names}


def digest_of(tables: Tables) -> str:
    """Return a digest of the facts of a box, without their sources."""
    facts = sorted((name, str(_facts(rows))) for name, rows in tables.items())
    return blake2b(repr(facts).encode(), digest_size=8).hexdigest()


def _facts(table: object) -> object:
    if not isinstance(table, Mapping):
        return table
    return {name: _facts(row) for name, row in table.items() if name != PROVENANCE}


def own_provenance(ours: Mapping[str, object], own: Mapping[str, object]) -> str:
    """Return the provenance of a table in which a file of the user's own has replaced facts.

    >>> ours = {"row-1": 1, "row-2": 2, "provenance": "reconstructed"}
    >>> own_provenance(ours, {"row-1": 3}), own_provenance(ours, {"row-1": 3, "row-2": 4})
    ('reconstructed; own file', 'own file')
    """
    if PROVENANCE in own:
        return str(own[PROVENANCE])
    left = set(ours) - set(own) - {PROVENANCE}
    return f"{ours[PROVENANCE]}; {OWN_FILE}" if left else OWN_FILE


def names_in(rows: Mapping[str, object]) -> dict[str, str]:
    """Return the names in rows of a user's file, by id."""
    return {name: str(row["name"]) for name, row in rows.items() if isinstance(row, Mapping) and "name" in row}
