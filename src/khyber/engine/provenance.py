"""Provenance of printed facts: sourced or reconstructed, and the mark that shows it.

Data files have a list of clauses beside each component: `name [rule: 6.0]; links [reconstructed: real geography]`. A
clause with the word "reconstructed" is a reconstruction; any other names its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

#: Mark of what is reconstructed, in whole or in part.
MARK: Final = "ʳ"
#: How well a component is known, best first.
ORIGINS: Final = ("sourced", "partly", "reconstructed")
#: Default provenance of the rows of a user's own file.
OWN_FILE: Final = "own file"

_RECONSTRUCTED: Final = re.compile(r"\breconstructed\b")


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed fact, as the data file words it."""

    text: str
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class Component:
    """A printed component: a card side, a tile, a counter, a table."""

    kind: str
    id: str
    facts: tuple[Fact, ...]
    #: Its id in views and messages, if it differs.
    shown: str = ""

    @property
    def origin(self) -> str:
        """One of ORIGINS."""
        found = sum(fact.reconstructed for fact in self.facts)
        return ORIGINS[0] if not found else ORIGINS[2] if found == len(self.facts) else ORIGINS[1]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of facts by provenance, and of components by how well they are known."""

    sourced: int
    reconstructed: int
    components: Mapping[str, int]


class Provenance:
    """The components of a game with their facts.

    `named` maps each kind of component to the parameters of views and messages that hold its id, so that an interface
    can mark whatever it shows.
    """

    def __init__(self, components: Iterable[Component], named: Mapping[str, tuple[str, ...]]) -> None:
        self.components: Final = tuple(components)
        self._named = named

    @cached_property
    def by_id(self) -> Mapping[tuple[str, str], Component]:
        return {(component.kind, component.id): component for component in self.components}

    @cached_property
    def marked(self) -> Mapping[str, frozenset[str]]:
        """For each parameter, the values that are reconstructed, in whole or in part."""
        found: dict[str, set[str]] = {}
        for component in self.components:
            for param in self._named.get(component.kind, ()):
                values = found.setdefault(param, set())
                if component.origin != ORIGINS[0]:
                    values.add(component.shown or component.id)
        return {param: frozenset(values) for param, values in found.items()}

    def mark(self, param: str, value: object) -> str:
        """Return the mark if the component that a value names is reconstructed; else ""."""
        return MARK if str(value) in self.marked.get(param, ()) else ""

    def origin(self, kind: str, id_: str) -> str:
        """Return how well a component is known, one of ORIGINS; sourced if it is not listed."""
        found = self.by_id.get((kind, id_))
        return ORIGINS[0] if found is None else found.origin

    def counts(self) -> Mapping[str, Counts]:
        """Return the counts of each kind, in the order of the components."""
        kinds: dict[str, list[Component]] = {}
        for component in self.components:
            kinds.setdefault(component.kind, []).append(component)
        return {kind: counted(found) for kind, found in kinds.items()}


def counted(components: Iterable[Component]) -> Counts:
    found = list(components)
    facts = [fact.reconstructed for component in found for fact in component.facts]
    origins = [component.origin for component in found]
    return Counts(facts.count(False), facts.count(True), {origin: origins.count(origin) for origin in ORIGINS})


def read(kind: str, id_: str, provenance: str, shown: str = "") -> Component:
    """Return a component from the provenance in its data file.

    >>> [fact.reconstructed for fact in read("zone", "kabul", "name [rule: 6.0]; links [reconstructed: a; b]").facts]
    [False, True]
    """
    facts = (Fact(clause, _RECONSTRUCTED.search(clause) is not None) for clause in clauses(provenance))
    return Component(kind, id_, tuple(facts), shown)


def rows(kind: str, table: Mapping[str, object], prefix: str = "") -> Iterator[Component]:
    """Yield a component for each row of a table; ids have the prefix, views omit it."""
    for name, row in table.items():
        if isinstance(row, Mapping):
            yield read(kind, f"{prefix}{name}", str(row.get("provenance", OWN_FILE)), name if prefix else "")


def clauses(provenance: str) -> list[str]:
    """Return the clauses between semicolons, except those in brackets.

    >>> clauses("city [rule: 8.2; 8.3]; airbase [reconstructed: real airfields]")
    ['city [rule: 8.2; 8.3]', 'airbase [reconstructed: real airfields]']
    """
    found, depth = [""], 0
    for letter in provenance:
        depth += (letter in "[(") - (letter in "])")
        if letter == ";" and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [clause.strip() for clause in found]
