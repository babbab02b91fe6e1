"""Sources of the printed facts: cards, spaces, forces, scenarios, Random Spaces."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final, cast

from khyber.engine.provenance import Component, Fact, Provenance, read
from khyber.games.distant_plain.board import CARD_FILES
from khyber.games.distant_plain.events.deck import Side
from khyber.games.distant_plain.play import Events

#: Message parameters that name components. Of a space only the terrain is reconstructed, so its name is not marked.
NAMED: Final = {"marker": ("marker",), "space": ("terrain-of",)}
#: The tables of Random Spaces, with their names in the data file.
RANDOM_SPACES: Final = {"random-spaces-3rd": "3rd", "random-spaces-2nd": "2nd", "random-spaces-arrows": "loop"}

Table = Mapping[str, Mapping[str, object]]


def provenance(events: Events) -> Provenance:
    """Return the components of the game with this deck."""
    return Provenance((*_sides(events), *_cards(), *_spaces(), *_forces(), *_scenarios(), *_tables()), NAMED)


def side_id(card: int, side: str) -> str:
    """Return the id of one side of a card.

    >>> side_id(34, "unshaded")
    '34:unshaded'
    """
    return f"{card}:{side}"


def read_side(side: Side) -> Component:
    """Return the component of one side, with the parts that were filled in."""
    component = read("card-side", side_id(side.card, side.side), side.provenance)
    if component.facts[0].reconstructed or not side.filled_in:
        return component
    return Component(component.kind, component.id, (*component.facts, Fact(side.filled_in, True)))


def _sides(events: Events) -> Iterator[Component]:
    for sides in events.values():
        yield from (read_side(text.side) for text in sides.values() if text.side is not None)


def _cards() -> Iterator[Component]:
    """Yield a component for the title, kind and order of each card."""
    shared = _listed(_toml("deck.toml")["provenance"])
    for number, file in CARD_FILES.items():
        own = [str(file["provenance"])] if "provenance" in file else []
        yield read("card", str(number), "; ".join([*shared, *own]))


def _spaces() -> Iterator[Component]:
    chart = _json("map.json")
    for name, row in cast(Table, chart["spaces"]).items():
        without = {"terrain"} if not row.get("terrain") else set()
        if row["kind"] != "loc":
            without.add("adjacency of LoCs")
        yield read("space", name, "; ".join(_listed(chart["provenance"], without)))


def _forces() -> Iterator[Component]:
    forces = cast(Table, _toml("forces.toml"))
    for section, kind in (("pieces", "piece"), ("markers", "marker"), ("deception", "marker"), ("tracks", "track")):
        yield from (read(kind, name, str(forces["provenance"][section])) for name in forces[section])


def _scenarios() -> Iterator[Component]:
    scenarios = _toml("scenarios.toml")
    for name, row in scenarios.items():
        if isinstance(row, Mapping):
            yield read("scenario", name, str(scenarios["provenance"]))


def _tables() -> Iterator[Component]:
    tables = cast(Table, _json("random-spaces.json"))
    for id_, name in RANDOM_SPACES.items():
        yield read("table", id_, str(tables[name]["provenance"]))


def _listed(sources: object, without: set[str] | frozenset[str] = frozenset()) -> list[str]:
    """Return the sources that a file names for all its rows: `what: source`."""
    return [f"{what}: {source}" for what, source in cast(Mapping[str, str], sources).items() if what not in without]


def _json(name: str) -> Mapping[str, object]:
    return cast(Mapping[str, object], json.loads(_text(name)))


def _toml(name: str) -> Mapping[str, object]:
    return tomllib.loads(_text(name))


def _text(name: str) -> str:
    return files("khyber.games.distant_plain.data").joinpath(name).read_text(encoding="utf-8")
