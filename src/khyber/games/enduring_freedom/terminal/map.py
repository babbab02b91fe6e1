"""The map of Enduring Freedom in the terminal: zones on a grid, with borders, roads and units."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from khyber.cli.display import View
from khyber.engine.decision import Message
from khyber.engine.text import Catalogue
from khyber.engine.view_fields import counted, number, part, string
from khyber.games.enduring_freedom.board import STAGING_IDS
from khyber.games.enduring_freedom.box import Box

SIDE_STYLES: Final = {"coalition": "yellow", "islamists": "red"}
#: The sorts of counters in a zone.
STYLES: Final = {"ground": "yellow", "alliance": "green", "air": "bright_blue", "islamists": "red"}
CONTROL_STYLES: Final = {
    "coalition": "bold yellow",
    "islamists": "bold red",
    "disputed": "bold magenta",
    "uncontrolled": "dim",
}
HIDDEN: Final = "face-down"
REDUCED: Final = " reduced"
#: Zones whose names are too long for the map.
SHORTENED: Final = frozenset(("hindu-kush-west", "hindu-kush-central", "hindu-kush-east", "mazar-i-sharif", "panjshir"))
#: The columns of a zone on a narrow screen and on a wide one, the way to the next zone included.
NARROW, WIDE = 11, 15
#: Links between two zones: none, a border, a road; horizontal and vertical.
ACROSS: Final = (" ", "─", "═")
DOWN: Final = (" ", "│", "║")


def grid_of(box: Box) -> list[list[str]]:
    """Return the ids of the zones in rows from north to south and west to east; "" for a gap."""
    at = {place: zone for zone, place in zip(box.zones, box.drawn_at, strict=True)}
    furthest = max(east for east, _ in at)
    return [
        [at.get((east, north), "") for east in range(furthest + 1)]
        for north in range(max(north for _, north in at), -1, -1)
    ]


class Map:
    """Draws the zones of a view in one language."""

    def __init__(self, words: Catalogue, box: Box) -> None:
        self.words = words
        self.box = box
        #: The zones as they are drawn, row by row from the north; neighbours that are not adjacent here are
        #: named below the map.
        self.grid = grid_of(box)
        self.columns = len(self.grid[0])

    def mark(self, what: str) -> str:
        return self.words.word(f"ui.mark-{what}")

    def show(self, view: View, width: int) -> RenderableType:
        """Draw the zones on the grid, with the links between neighbours."""
        each = WIDE if width >= WIDE * self.columns else NARROW
        lines: list[Text] = []
        for at, row in enumerate(self.grid):
            cells = [
                self._cell(view, zone, each - 1) if zone else [Text(" " * (each - 1)) for _ in range(3)] for zone in row
            ]
            ways = [ACROSS[self._joined(*pair)] for pair in pairwise(row)]
            for height, texts in enumerate(zip(*cells, strict=True)):
                line = Text(no_wrap=True)
                for text, way in zip(texts, [*ways, ""], strict=True):
                    line.append_text(text).append(way if height == 0 else " ", "cyan")
                line.rstrip()
                lines.append(line)
            if at + 1 < len(self.grid):
                below = "".join(
                    DOWN[self._joined(*pair)].center(each - 1).ljust(each)
                    for pair in zip(row, self.grid[at + 1], strict=True)
                )
                lines.append(Text(below.rstrip(), "cyan"))
        return Group(*lines)

    def width(self, most: int) -> int:
        """Return the map's width with at most `most` columns."""
        return (WIDE if most >= WIDE * self.columns else NARROW) * self.columns

    def place(self, name: str) -> str:
        return self.words.say(Message("option.place", {"place": name}))

    def name(self, zone: str, room: int) -> str:
        """Return the name of a zone, shortened to fit."""
        name = self.place(zone)
        if zone in SHORTENED and len(name) > room:
            name = self.words.word(f"ui.short-{zone}")
        return name if len(name) <= room else f"{name[: room - 1]}."

    # -- what joins them ------------------------------------------------------------------------------

    def _joined(self, one: str, other: str) -> int:
        """Return how two zones are joined: 0 not at all, 1 by a border, 2 by a road."""
        known = self.box.zone_by_id
        if one not in known or other not in known:
            return 0
        a, b = known[one], known[other]
        return 2 if b in self.box.roads[a] else int(b in self.box.adjacent[a])

    def others(self) -> str:
        """Return neighbours that are not adjacent on the grid."""
        drawn = {frozenset(pair) for row in self.grid for pair in pairwise(row)}
        drawn |= {frozenset(pair) for rows in pairwise(self.grid) for pair in zip(*rows, strict=True)}
        parts = []
        for at, zone in enumerate(self.box.zones):
            others = [
                other
                for other in self.box.adjacent[at]
                if other > at and frozenset((zone, self.box.zones[other])) not in drawn
            ]
            if others:
                names = ", ".join(self._way(at, other) for other in others)
                parts.append(f"{self.place(zone)} {names}")
        return self.words.say(Message("ui.also-joined", {"text": " · ".join(parts)}))

    def ways_in(self) -> str:
        """Return the zones that a road joins to each Staging Area (16.2)."""
        parts = []
        for at, area in enumerate(STAGING_IDS):
            ways = [self.place(self.box.zones[zone]) for zone in self.box.roads_in[at]]
            ways += [
                self.words.say(Message("ui.iranian-road", {"place": self.box.zones[zone]}))
                for zone in self.box.iranian_in[at]
                if zone not in self.box.roads_in[at]
            ]
            parts.append(f"{self.place(area)} {ACROSS[2]} {', '.join(ways)}" if ways else self.place(area))
        return self.words.say(Message("ui.ways-in", {"text": " · ".join(parts)}))

    def _way(self, zone: int, other: int) -> str:
        mark = ACROSS[2 if other in self.box.roads[zone] else 1]
        return f"{mark} {self.place(self.box.zones[other])}"

    # -- one zone -------------------------------------------------------------------------------------

    def _cell(self, view: View, name: str, width: int) -> list[Text]:
        zone = part(view, "zones", name)
        head = Text(self.mark(string(zone.get("terrain"))), "cyan")
        airbase = self.mark("airbase") if zone.get("airbase") else ""
        head.append(self.name(name, width - 1 - len(airbase)), CONTROL_STYLES.get(string(zone.get("control")), ""))
        head.append(airbase, "cyan")
        lines = [head, self.coalition(zone), self.islamists(zone)]
        for line in lines:
            line.truncate(width, pad=True)
        return lines

    def coalition(self, zone: View) -> Text:
        """Return ground units with strength, Northern Alliance, face-down units, aircraft: `C3:7 N2?1 a2`."""
        parts = []
        ground, alliance, air = (part(zone, what) for what in ("ground", "alliance", "air"))
        if ground:
            parts.append(Text(f"{self.mark('ground')}{counted(ground)}:{self.strength(ground)}", STYLES["ground"]))
        if alliance:
            shown = counted(alliance) - number(alliance.get(HIDDEN))
            known = f"{self.mark('alliance')}{shown}:{self.strength(alliance)}" if shown else ""
            hidden = f"{self.mark('alliance-hidden')}{alliance[HIDDEN]}" if alliance.get(HIDDEN) else ""
            parts.append(Text(" ".join(filter(None, (known, hidden))), STYLES["alliance"]))
        if air:
            parts.append(Text(f"{self.mark('air')}{counted(air)}", STYLES["air"]))
        return Text(" ").join(parts)

    def islamists(self, zone: View) -> Text:
        """Return Islamists with their strength, and the number face down: `I2:5 ?3`."""
        there = part(zone, "islamists")
        hidden = number(there.get(HIDDEN))
        shown = counted(there) - hidden
        parts = [f"{self.mark('islamists')}{shown}:{self.strength(there)}"] if shown else []
        parts += [f"{self.mark('hidden')}{hidden}"] if hidden else []
        return Text(" ".join(parts), STYLES["islamists"])

    def strength(self, units: Mapping[str, object]) -> int:
        """Return the total combat factors of units, without face-down ones."""
        return sum(self.factor(unit) * number(n) for unit, n in units.items() if unit != HIDDEN)

    def factor(self, unit: str) -> int:
        """Return the factor of a unit on its current side."""
        kind = self.box.kind_by_id[unit.removesuffix(REDUCED)]
        return kind.factors[unit.endswith(REDUCED)]
