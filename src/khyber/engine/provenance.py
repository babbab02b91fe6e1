"""Where printed facts come from: what is sourced, what is reconstructed, and the mark that interfaces show.

Data files say it beside each component, in clauses: `name [rule: 6.0]; links [reconstructed: real geography]`. A clause
with the word "reconstructed" is a reconstruction; every other one names its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

#: Stands beside whatever is reconstructed, in whole or in part.
MARK: Final = "ʳ"
#: How well a component is known, the best first.
ORIGINS: Final = ("sourced", "partly", "reconstructed")
#: What somebody's own file says of its rows unless it says more.
OWN_FILE: Final = "own file"

_RECONSTRUCTED: Final = re.compile(r"\breconstructed\b")

@dataclass(frozen=True, slots=True)
class Fact:
    """One printed fact, in the words of the data file."""

    text: str
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class Component:
    """Something printed: a card side, a tile, a counter, a table."""

    kind: str
    id: str
    facts: tuple[Fact, ...]
    #: What views and messages call it, where that is not its id.
    shown: str = ""

    @property
    def origin(self) -> str:
        """One of ORIGINS."""
        found = sum(fact.reconstructed for fact in self.facts)
        return ORIGINS[0] if not found else ORIGINS[2] if found == len(self.facts) else ORIGINS[1]


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one kind, or of all: facts by where they come from, and components by how well they are known."""

    sourced: int
    reconstructed: int
    components: Mapping[str, int]


class Provenance:
    """The components of a game with their facts.

    `named` tells by which parameters of views and messages components of a kind are named: so that an interface
    knows, of anything it shows, whether to mark it.
    """

    def __init__(self, components: Iterable[Component], named: Mapping[str, tuple[str, ...]]) -> None:
        self.components: Final = tuple(components)
        self._named = named

    @cached_property
    def by_id(self) -> Mapping[tuple[str, str], Component]:
        return {(component.kind, component.id): component for component in self.components}

    @cached_property
    def marked(self) -> Mapping[str, frozenset[str]]:
        """For each parameter, the values that are reconstructed in whole or in part."""
        found: dict[str, set[str]] = {}
        for component in self.components:
            for param in self._named.get(component.kind, ()):
                values = found.setdefault(param, set())
                if component.origin != ORIGINS[0]:
                    values.add(component.shown or component.id)
        return {param: frozenset(values) for param, values in found.items()}

    def mark(self, param: str, value: object) -> str:
        """The mark, if what the value of a parameter names is reconstructed; "" if not."""
        return MARK if str(value) in self.marked.get(param, ()) else ""

    def origin(self, kind: str, id_: str) -> str:
        """How well a component is known: one of ORIGINS. What is not listed is as the rulebook has it."""
        found = self.by_id.get((kind, id_))
        return ORIGINS[0] if found is None else found.origin

    def counts(self) -> Mapping[str, Counts]:
        """For each kind, in the order of the components."""
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
    """A component from what its data file says.

    >>> [fact.reconstructed for fact in read("zone", "kabul", "name [rule: 6.0]; links [reconstructed: a; b]").facts]
    [False, True]
    """
    facts = (Fact(clause, _RECONSTRUCTED.search(clause) is not None) for clause in clauses(provenance))
    return Component(kind, id_, tuple(facts), shown)


def rows(kind: str, table: Mapping[str, object], prefix: str = "") -> Iterator[Component]:
    """A component for every row of a table; ids begin with the prefix, views call them without it."""
    for name, row in table.items():
        if isinstance(row, Mapping):
            yield read(kind, f"{prefix}{name}", str(row.get("provenance", OWN_FILE)), name if prefix else "")


def clauses(provenance: str) -> list[str]:
    """The clauses between semicolons; those inside brackets do not count.

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
