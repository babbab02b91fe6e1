"""Printed tables: Staging Areas, roads, zones, terrain, Random Location."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from khyber.engine.decision import Message, Param
from khyber.engine.printed import Cell, PrintedTable
from khyber.engine.provenance import ORIGINS, Provenance
from khyber.engine.text import Catalogue
from khyber.games.enduring_freedom.board import STAGING_IDS, TERRAINS
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.text import table_words

#: Separator between the zones of a road.
ALONG = " – "


def printed_tables(box: Box, lang: str) -> tuple[PrintedTable, ...]:
    """Return all tables of this box."""
    words = _Words(table_words(lang, box), box)
    return tuple(read(box, words) for read in (staging_areas, roads, zones, terrain, random_location))


class _Words:
    """The words of the tables in one language."""

    def __init__(self, words: Catalogue, box: Box) -> None:
        self.words = words
        self.box = box
        self.provenance = Provenance(box.components, {})

    def say(self, key: str, **params: Param) -> str:
        return self.words.say(Message(f"table.{key}", params))

    def known(self, kind: str, id_: str) -> bool:
        """Return whether no fact of a component is reconstructed."""
        return self.provenance.origin(kind, id_) == ORIGINS[0]

    def place(self, name: str) -> str:
        return self.words.called("place", name)

    def places(self, zones: Iterable[int], between: str = ", ") -> str:
        return between.join(self.place(self.box.zones[zone]) for zone in zones)

    def heads(self, *keys: str) -> tuple[str, ...]:
        """Return the headings of these columns."""
        return tuple(self.say(f"col-{key}") for key in keys)

    def table(
        self,
        name: str,
        rules: tuple[str, ...],
        columns: tuple[str, ...],
        rows: Mapping[str, Sequence[str]],
        kind: str = "",
    ) -> PrintedTable:
        """Build a table; rows are keyed by the ids of components of `kind`, if given."""
        cells = tuple(
            (Cell(row[0], bool(kind) and not self.known(kind, id_)), *map(Cell, row[1:])) for id_, row in rows.items()
        )
        return PrintedTable(name, self.say(name), rules, columns, cells, not self.known("table", name))


def staging_areas(box: Box, words: _Words) -> PrintedTable:
    """8.5, 16.2: the capacity of each, and the zones joined to it by road."""
    iranian = [[zone for zone in box.iranian_in[at] if zone not in box.roads_in[at]] for at in range(len(STAGING_IDS))]
    rows = {
        name: (words.place(name), str(box.capacity[at]), words.places(box.roads_in[at]), words.places(iranian[at]))
        for at, name in enumerate(STAGING_IDS)
    }
    return words.table(
        "staging-areas",
        ("8.5", "16.2", "19.3"),
        words.heads("area", "capacity", "roads", "iranian"),
        rows,
        "staging-area",
    )


def roads(box: Box, words: _Words) -> PrintedTable:
    """8.4, 16.5: the zones along each road."""
    rows = {
        name: (words.words.called("road", name), words.places(path, ALONG)) for name, path in box.road_paths.items()
    }
    return words.table("roads", ("8.4", "16.2", "16.5"), words.heads("road", "path"), rows)


def zones(box: Box, words: _Words) -> PrintedTable:
    """8.1, 8.2, 16.2: every zone, with the zones joined to it by road or border."""
    rows = {}
    for zone, name in enumerate(box.zones):
        others = [other for other in box.adjacent[zone] if other not in box.roads[zone]]
        by_road = [words.place(box.zones[other]) for other in box.roads[zone]]
        for area in box.iranian_out[zone]:
            place = box.place_id(area)
            for_all = area in box.roads_out[zone]
            by_road.append(words.place(place) if for_all else words.say("iranian-only", place=place))
        rows[name] = (
            words.place(name),
            words.words.called("terrain", box.terrain[zone]),
            words.say("yes") if box.airbase[zone] else "",
            ", ".join(by_road),
            words.places(others),
        )
    return words.table(
        "zones",
        ("8.1", "8.2", "8.3", "16.1", "16.3"),
        words.heads("zone", "terrain", "airbase", "by-road", "adjacent"),
        rows,
        "zone",
    )


def terrain(box: Box, words: _Words) -> PrintedTable:
    """8.3: the effects of each terrain on movement and combat."""
    rows = {}
    for name in TERRAINS:
        stop, rough, sof_only, coalition_tie, collateral = box.terrain_facts[name]
        rows[name] = (
            words.words.called("terrain", name),
            words.say("yes") if stop else "",
            words.say("sof" if sof_only else "airmobile"),
            words.say("coalition" if coalition_tie else "islamists"),
            words.say("less") if rough else "",
            words.say("from", n=collateral) if collateral < 6 else str(collateral),
        )
    return words.table(
        "terrain",
        ("8.3", "16.4", "19.7", "22.5", "23.4", "24.4", "24.7"),
        words.heads("terrain", "stop", "assault", "tie", "rough", "collateral"),
        rows,
        "terrain",
    )


def random_location(box: Box, words: _Words) -> PrintedTable:
    """30.2: the first die is the row, the second the column."""
    rows = {
        str(row): (str(row), *(words.place(box.zones[zone]) for zone in there))
        for row, there in enumerate(box.location, 1)
    }
    columns = (*words.heads("dice"), *map(str, range(1, 7)))
    return words.table("random-location", ("30.2", "30.1", "28.6"), columns, rows)
