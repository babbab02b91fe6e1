"""The map of Zurmat in the terminal: tiles on a grid, with roads and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from khyber.cli.display import View
from khyber.engine.provenance import Provenance
from khyber.engine.text import Catalogue
from khyber.engine.view_fields import items, number, part, string

STYLES: Final = {"coalition": "yellow", "taliban": "red"}
SIDES: Final = tuple(STYLES)
UNITS: Final = {"ana": "coalition", "us": "coalition", "taliban": "taliban"}
EDGES: Final = "NESW"
#: To the tile beside, by edge: east, north.
BESIDE: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

#: A tile with its roads drawn: columns for its contents, for the roads, and for the frame.
TEXT, ROADS, FRAME = 10, 4, 2
WIDE: Final = TEXT + ROADS + FRAME
#: Without roads: as many columns as fit.
NARROW: Final = 10
VILLAGE: Final = "•"
BLOCKED: Final = "╳"
#: How roads meet in the middle of a tile.
_MEETING: Final = {
    "NESW": "╋",
    "NES": "┣",
    "NSW": "┫",
    "ESW": "┳",
    "NEW": "┻",
    "NS": "┃",
    "EW": "━",
    "NE": "┗",
    "ES": "┏",
    "SW": "┓",
    "NW": "┛",
    "": " ",
}
#: Two curves pass each other in a middle of two columns.
_CURVES: Final = {frozenset(("NE", "SW")): ("  ┃ ", "━┓┗━", " ┃  "), frozenset(("NW", "ES")): (" ┃  ", "━┛┏━", "  ┃ ")}


def in_order(edges: str) -> str:
    """Return edges in compass order."""
    return "".join(edge for edge in EDGES if edge in edges)


def drawn(roads: Sequence[str]) -> tuple[str, str, str]:
    """Draw the roads of a tile in three rows of four columns.

    >>> for row in drawn(["NES", "W"]):
    ...     print(row.rstrip())
     ┃
    •┣━━
     ┃
    """
    groups = [in_order(edges) for edges in roads]
    curves = _CURVES.get(frozenset(groups))
    if curves is not None:
        return curves
    joined = [edges for edges in groups if len(edges) > 1]
    through = "".join(joined)
    ends = "".join(edges for edges in groups if len(edges) == 1)
    middle = _MEETING.get(joined[0] if joined else "", " ") if len(joined) < 2 else "┃"

    def way(edge: str, line: str, village: str = VILLAGE) -> str:
        return line if edge in through else village if edge in ends else " " * len(line)

    return (f" {way('N', '┃')}  ", f"{way('W', '━')}{middle}{way('E', '━━', f' {VILLAGE}')}", f" {way('S', '┃')}  ")


def _goes_on(roads: Sequence[str], edge: str) -> bool:
    """Whether the road at an edge does not end at a village."""
    return any(edge in road and len(road) > 1 for road in roads)


class Map:
    """Draws the tiles of a view in one language."""

    def __init__(self, words: Catalogue, provenance: Provenance) -> None:
        self.words = words
        self.provenance = provenance

    def mark(self, what: str) -> str:
        return self.words.word(f"ui.mark-{what}")

    def roads(self, roads: Sequence[str]) -> str:
        """Return the edges that roads join: `NE+SW`; a road that ends at a village is omitted."""
        letters = str.maketrans(EDGES, self.words.word("ui.compass"))
        return "+".join(in_order(edges) for edges in roads if len(edges) > 1).translate(letters)

    def joined(self, view: View, place: tuple[int, int], roads: Sequence[str]) -> list[str]:
        """Return the tiles that roads would go on to, from a tile laid at a place east and north of the FOB tile."""
        found = []
        for name in part(view, "tiles"):
            tile = part(view, "tiles", name)
            away = number(tile.get("east")) - place[0], number(tile.get("north")) - place[1]
            for edge, way in BESIDE.items():
                across = EDGES[(EDGES.index(edge) + 2) % 4]
                if way == away and _goes_on(roads, edge) and _goes_on(items(tile.get("roads")), across):
                    found.append(name)
        return found

    def show(self, view: View, width: int) -> RenderableType:
        """Draw the tiles on the grid, north at the top; narrower if the map is too wide."""
        tiles = {name: part(view, "tiles", name) for name in part(view, "tiles")}
        places = {(number(tile.get("east")), number(tile.get("north"))): name for name, tile in tiles.items()}
        if not places:
            return Text()
        columns = range(min(east for east, _ in places), max(east for east, _ in places) + 1)
        wide = len(columns) * WIDE <= width
        each = WIDE if wide else max(NARROW, min(WIDE, width // len(columns)))
        lines: list[Text] = []
        for north in range(max(n for _, n in places), min(n for _, n in places) - 1, -1):
            cells = [self._cell(view, places.get((east, north)), each, wide) for east in columns]
            for row in zip(*cells, strict=True):
                line = Text(no_wrap=True)
                for piece in row:
                    line.append_text(piece)
                line.rstrip()
                lines.append(line)
        return Group(*lines)

    def width(self, view: View) -> int:
        """Return the map's width with roads drawn."""
        easts = [number(part(view, "tiles", name).get("east")) for name in part(view, "tiles")] or [0]
        return (max(easts) - min(easts) + 1) * WIDE

    # -- one tile -------------------------------------------------------------------------------------

    def _cell(self, view: View, name: str | None, width: int, wide: bool) -> list[Text]:
        rows = 4 if wide else 6
        if name is None:
            return [Text(" " * width) for _ in range(rows + 2)]
        tile = part(view, "tiles", name)
        style = STYLES.get(string(tile.get("control")), "dim")
        blocked = self._blocked(view, name)
        inner = width - FRAME
        content = self._wide(view, name, tile) if wide else self._narrow(view, name, tile)
        drawing = [Text(f"┌{self._edge(inner, 'N' in blocked)}┐", style)]
        for at, line in enumerate(content):
            line.truncate(inner, pad=True)
            middle = at == 1
            row = Text(BLOCKED if middle and "W" in blocked else "│", style)
            row.append_text(line).append(BLOCKED if middle and "E" in blocked else "│", style)
            drawing.append(row)
        drawing.append(Text(f"└{self._edge(inner, 'S' in blocked)}┘", style))
        return drawing

    def _edge(self, inner: int, blocked: bool) -> str:
        return (BLOCKED * 2 if blocked else "──").center(inner, "─")

    def _blocked(self, view: View, name: str) -> set[str]:
        """Return the edges that the Roadblock closes."""
        pair = items(view.get("roadblock"))
        if name not in pair:
            return set()
        here, there = (part(view, "tiles", tile) for tile in (name, next(tile for tile in pair if tile != name)))
        step = (
            number(there.get("east")) - number(here.get("east")),
            number(there.get("north")) - number(here.get("north")),
        )
        return {edge for edge, way in BESIDE.items() if way == step}

    def _wide(self, view: View, name: str, tile: View) -> list[Text]:
        roads = (*drawn(items(tile.get("roads"))), "")
        texts = [self._head(view, name, tile), self.units(tile), self.buildings(tile), self.backs(tile)]
        lines = []
        for text, road in zip(texts, roads, strict=True):
            text.truncate(TEXT, pad=True)
            lines.append(text.append(road, "cyan"))
        return lines

    def _narrow(self, view: View, name: str, tile: View) -> list[Text]:
        return [
            self._head(view, name, tile),
            self.units(tile, "coalition"),
            self.units(tile, "taliban"),
            self.buildings(tile),
            self.backs(tile),
            Text(self.roads(items(tile.get("roads"))), "cyan"),
        ]

    def _head(self, view: View, name: str, tile: View) -> Text:
        text = Text(name, "bold").append(self.provenance.mark("tile", name), "dim not bold")
        text.append(self.mark("poppy") if tile.get("poppy") else "", "magenta")
        text.append(self.mark("project") if part(view, "project").get("tile") == name else "", "bold magenta")
        return text.append(" ").append_text(self.control(tile))

    def control(self, tile: View) -> Text:
        side = string(tile.get("control"))
        return Text(self.words.word(f"ui.short-{side}"), STYLES[side]) if side in STYLES else Text()

    def units(self, tile: View, side: str = "") -> Text:
        """Return the units on a tile, of one side or both, by their marks: `A3 U5 T2`."""
        there = part(tile, "units")
        return _joined(
            [
                Text(f"{self.mark(unit)}{number(there[unit])}", STYLES[owner])
                for unit, owner in UNITS.items()
                if there.get(unit) and side in ("", owner)
            ]
        )

    def buildings(self, tile: View) -> Text:
        marks: Mapping[str, int] = {"school": number(tile.get("schools")), "fort": number(tile.get("forts"))}
        return _joined([Text(f"{self.mark(what)}{n}") for what, n in marks.items() if n])

    def backs(self, tile: View) -> Text:
        """Return the number of discs of each side on a tile."""
        found = {side: number(part(tile, "discs", side).get("n")) for side in SIDES}
        return _joined([Text(f"{self.mark(f'discs-{side}')}{n}", STYLES[side]) for side, n in found.items() if n])


def _joined(parts: Sequence[Text]) -> Text:
    return Text(" ").join(parts)
