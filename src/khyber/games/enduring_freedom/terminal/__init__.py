"""Enduring Freedom in the terminal: map, tracks and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from khyber.cli.display import LogLayout, View
from khyber.engine.decision import Message, Option, Param
from khyber.engine.game import Game, Json
from khyber.engine.optional import CardText
from khyber.engine.table import Table as GameTable
from khyber.engine.text import Catalogue
from khyber.engine.view_fields import counted, items, number, part, string
from khyber.games.enduring_freedom.board import LEVELS, MAX_POINTS, SEAT, SPECIAL_TYPES
from khyber.games.enduring_freedom.box import Box, own_box
from khyber.games.enduring_freedom.game import PHASES, EnduringFreedom
from khyber.games.enduring_freedom.rules.netwar import level_of
from khyber.games.enduring_freedom.terminal.map import HIDDEN, REDUCED, SIDE_STYLES, STYLES, Map
from khyber.games.enduring_freedom.text import own_names

#: Minimum width of the side panel, and the gap to the map.
BESIDE: Final = 56
GAP: Final = 2
#: Points for each sign of the NetWar track.
A_SIGN: Final = 3
LEVEL_STYLES: Final = ("red", "bright_red", "yellow", "green", "bold green")
#: The phase that a step is in, where it has another name than the step.
PHASE_OF: Final = {
    "combat": "combat-begin",
    "fight": "combat-begin",
    "rotation": "events-begin",
    "national": "events-begin",
    "cas": "cas-reveal",
    "cas-home": "counterattack-begin",
}
#: Steps that redraw the board: new turn, after ground movement, Islamist reaction.
PAGES: Final = ("pre-islamists", "mobilize", "air", "cas")
#: Options that combine several choices.
BATCHES: Final = frozenset(
    (
        "option.attack",
        "option.sof-all",
        "option.all",
        "option.with",
        "option.strike-all",
        "option.cas-all",
        "option.refit-all",
        "option.pay-all",
        "option.reduce-all",
        "option.fight-all",
        "option.home.all",
    )
)
#: Boxes shown off the map, and those whose counters are only counted.
BOXES: Final = ("joint-strike", "close-air-support", "assets-ready")
COUNTED: Final = ("available", "alliance-available", "underground")
GONE: Final = ("eliminated", "islamists-eliminated", "airlift-of-evil")


class Screen:
    """Draws views in one language."""

    def __init__(self, words: Catalogue, box: Box) -> None:
        self.words = words
        self.box = box
        self.zones = Map(words, box)
        self.provenance = EnduringFreedom(box).provenance()
        self._page = ""

    def ui(self, key: str, **params: Param) -> str:
        return self.words.say(Message(f"ui.{key}", params))

    # -- the whole ----------------------------------------------------------------------------------

    def whole(self, view: View, console: Console) -> RenderableType:
        """Draw tracks and map; units and boxes beside it where there is room."""
        rest = Group(self.staging(view), Text(), self.boxes(view), Text(), self.known(view))
        width = self.zones.width(console.width - BESIDE - GAP)
        if console.width - width - GAP < BESIDE:
            return Group(self.tracks(view), Text(), self.map(view, console), Text(), rest)
        side = Table.grid()
        side.add_column(width=width + GAP)
        side.add_column(width=console.width - width - GAP)
        side.add_row(self.zones.show(view, width), rest)
        return Group(self.tracks(view), Text(), side)

    def map(self, view: View, console: Console) -> RenderableType:
        return self.zones.show(view, console.width)

    def legend(self) -> Text:
        return Text(self.ui("legend"), "dim").append(f"\n{self.zones.others()}\n{self.zones.ways_in()}")

    def page(self, view: View) -> str:
        step = string(view.get("step"))
        if step in PAGES:
            self._page = step
        return f"{view.get('turn')} {self._page}"

    # -- tracks ---------------------------------------------------------------------------------------

    def tracks(self, view: View) -> RenderableType:
        """Draw the Turn Record Track, the NetWar Points with their victory level, and the Jihad level."""
        table = _grid()
        turn = number(view.get("turn"))
        track = Text()
        for at in range(1, self.box.last_turn + 1):
            track.append(f"[{at}]" if at == turn else f" {at} ", "bold reverse" if at == turn else "dim")
        table.add_row(Text(self.ui("head-turn"), "bold"), track)
        table.add_row(Text(self.ui("head-points"), "bold"), self._points(number(view.get("points"))))
        table.add_row(Text(self.ui("head-jihad"), "bold"), self._jihad(view))
        return table

    def _points(self, points: int) -> Text:
        """Draw the NetWar Points as a bar in the colours of the victory levels."""
        text = Text(f"{points:>2} ", "bold")
        for first in range(1, MAX_POINTS, A_SIGN):
            style = LEVEL_STYLES[LEVELS.index(level_of(self.box, first))]
            text.append("█" if first <= points else "░", style)
        return text.append(f" {self.ui('level', ending=level_of(self.box, points))}")

    def _jihad(self, view: View) -> Text:
        text = Text(f"{number(view.get('jihad')):>2} ", "bold red")
        text.append(self.ui("lower-line", n=number(view.get("lower-line"))))
        jirga = string(view.get("loya-jirga"))
        return text.append(" · " + self.ui(f"jirga-{jirga}"), "dim")

    # -- off the map ----------------------------------------------------------------------------------

    def staging(self, view: View) -> RenderableType:
        """Draw each Staging Area: the number of ground and air units, and their names."""
        table = _grid()
        areas = part(view, "staging")
        for name in areas:
            area = part(areas, name)
            capacity = number(area.get("capacity"))
            ground, air = part(area, "ground"), part(area, "air")
            text = Text(self.ui("room", n=counted(ground), of=capacity, air=counted(air)), "dim")
            for units, style in ((ground, STYLES["ground"]), (air, STYLES["air"])):
                if units:
                    text.append("\n").append_text(self.units(units, style))
            table.add_row(self._place(name), text)
        return table

    def _place(self, name: str) -> Text:
        """Return the name of a zone or Staging Area, marked if it is reconstructed."""
        return Text(self.zones.place(name), "bold").append(self.provenance.mark("place", name), "dim not bold")

    def boxes(self, view: View) -> RenderableType:
        """Draw air tasking, ready assets, units left to mobilize, the Underground, and units out of play."""
        table = _grid()
        boxes = part(view, "boxes")
        for name in (*BOXES, *GONE):
            units = part(boxes, name)
            if units:
                style = STYLES["air"] if name in BOXES else "dim"
                table.add_row(Text(self.zones.place(name), "bold"), self.units(units, style))
        for name in COUNTED:
            table.add_row(Text(self.zones.place(name), "bold"), self._counted(part(boxes, name)))
        return table

    def _counted(self, units: View) -> Text:
        """Return the number of counters, and the names of face-up ones (ISR in the Underground)."""
        if 0 < number(units.get(HIDDEN)) < counted(units):
            return self.units(units, STYLES["islamists"])
        return Text(str(counted(units)), "dim")

    def known(self, view: View) -> RenderableType:
        """Draw the zones with face-up units, and which units these are."""
        table = _grid()
        for name in part(view, "zones"):
            there = self.zone(view, name)
            if there:
                table.add_row(self._place(name), there)
        return table

    # -- units ----------------------------------------------------------------------------------------

    def zone(self, view: View, name: str) -> Text:
        """Return the known units in a zone; empty if all are face down."""
        zone = part(view, "zones", name)
        parts = []
        for sort in ("ground", "alliance", "air", "islamists"):
            units = part(zone, sort)
            if counted(units) > number(units.get(HIDDEN)):
                parts.append(self.units(units, STYLES[sort]))
        return Text("\n").join(parts)

    def units(self, units: Mapping[str, object], style: str) -> Text:
        """Return units by name with their factors: `TF Sword 3, 75R 1 reduced, 2 face down`."""
        parts = [self._unit(name, number(n)) for name, n in units.items() if name != HIDDEN]
        hidden = number(units.get(HIDDEN))
        if hidden:
            parts.append(self.ui("face-down", n=hidden))
        return Text(", ".join(parts), style)

    def _unit(self, name: str, n: int) -> str:
        kind = self.box.kind_by_id[name.removesuffix(REDUCED)]
        text = self.ui("unit", unit=kind.id)
        if kind.family != "assets" and kind.type not in SPECIAL_TYPES:
            text += f" {self.zones.factor(name)}"
        text += self.provenance.mark("unit", kind.id)
        if name.endswith(REDUCED):
            text += self.ui("reduced", unit=kind.id)
        return f"{n}× {text}" if n > 1 else text

    def facts(self, unit: str, *, reduced: bool) -> str:
        """Return a unit's factors and abilities."""
        kind = self.box.kind_by_id[unit]
        if kind.family == "assets" or kind.type in SPECIAL_TYPES:
            return ""
        full, less = kind.factors
        two = kind.family in ("ground", "air") and not reduced
        parts = [
            (self.ui("factors", n=full, of=less) if two else self.ui("factor", n=less if reduced else full))
            + self.provenance.mark("unit", unit)
        ]
        parts += [
            self.ui(f"is-{what}")
            for what, true in (
                ("sof", kind.sof),
                ("elite", kind.elite[reduced]),
                ("airmobile", kind.airmobile),
                ("heavy", kind.heavy),
                ("hq", kind.type == "hq"),
                ("engineer", kind.type == "engineer"),
                ("leader", kind.type == "leader"),
            )
            if true
        ]
        return ", ".join(parts)

    # -- at every question ----------------------------------------------------------------------------

    def status(self, view: View) -> Text:
        """Return turn, phase, points and Jihad level; the battle; battles and ISR markers pending."""
        step, turn = string(view.get("step")), number(view.get("turn"))
        phase = PHASE_OF.get(step, step)
        if phase == "combat-begin" and view.get("attacker") == "islamists":
            phase = "counterattack-begin"
        text = Text(self.ui("turn-of", n=turn, of=self.box.last_turn) if turn else self.ui("set-up"), "bold")
        if phase in PHASES:
            text.append(" · ", "dim").append(self.ui("phase", phase=phase))
        points = number(view.get("points"))
        text.append(" · ", "dim").append(self.ui("points", n=points, ending=level_of(self.box, points)), "yellow")
        text.append(" · ", "dim").append(self.ui("jihad", n=number(view.get("jihad"))), "red")
        for line in self._under_way(view):
            text.append("\n").append_text(line)
        return text

    def _under_way(self, view: View) -> Iterator[Text]:
        battle = part(view, "battle")
        if battle:
            zone = string(battle.get("zone"))
            yield Text(self.zones.place(zone), "bold").append(": ").append_text(self._here(view, zone))
        placed = items(view.get("missions"))
        if placed:
            yield Text(self.ui("missions", text=", ".join(self.zones.place(name) for name in placed)), "dim")

    def _here(self, view: View, name: str) -> Text:
        """Return the contents of a zone in one line."""
        zone = part(view, "zones", name)
        parts = [self.zones.coalition(zone), self.zones.islamists(zone)]
        return Text(" · ", "dim").join([text for text in parts if text])

    def described(self, option: Option, said: str, view: View) -> Text:
        """Return the text of an option, with a unit's abilities or a zone's units."""
        params, key = option.message.params, option.message.key
        unit, place = params.get("unit"), params.get("place")
        text = Text(said, "bold" if key in BATCHES else "")
        if isinstance(unit, str):
            reduced = isinstance(place, str) and bool(self._units_at(view, place).get(f"{unit}{REDUCED}"))
            facts = self.facts(unit, reduced=reduced)
            if facts:
                text.append(f"  {facts}{self.ui('reduced', unit=unit) if reduced else ''}", "dim")
            return text
        if isinstance(place, str) and place in part(view, "zones"):
            zone = part(view, "zones", place)
            terrain = string(zone.get("terrain"))
            text.append("  " + self.ui(f"terrain-{terrain}"), "dim")
            text.append(self.ui("has-airbase") if zone.get("airbase") else "", "dim")
            text.append(self.provenance.mark("place", place), "dim")
            here = self._here(view, place)
            return text.append(" · ", "dim").append_text(here) if here else text
        if isinstance(place, str) and place in part(view, "staging"):
            area = part(view, "staging", place)
            text.append(
                "  "
                + self.ui(
                    "room",
                    n=counted(part(area, "ground")),
                    of=number(area.get("capacity")),
                    air=counted(part(area, "air")),
                ),
                "dim",
            )
        return text

    def _units_at(self, view: View, place: str) -> View:
        """Return all units in a place, by id."""
        if place in part(view, "boxes"):
            return part(view, "boxes", place)
        at = part(view, "staging", place) or part(view, "zones", place)
        return {unit: n for sort in ("ground", "air", "alliance", "islamists") for unit, n in part(at, sort).items()}


def _grid() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    return table


# -- the display -------------------------------------------------------------------------------------


class Display:
    """How the terminal shows Enduring Freedom."""

    styles: Mapping[str, str] = SIDE_STYLES
    seats = f"{SEAT}=person"
    rule = "23.4"
    many = ""
    log_layout = LogLayout(
        headings=frozenset(("phase", "game-over")),
        lines=frozenset(
            (
                "battle",
                "event",
                "location",
                "isr",
                "infowar",
                "loya-jirga",
                "rescue",
                "airlift",
                "moved",
                "revealed",
                "concealed",
                "eliminated",
                "refitted",
                "sustained",
                "adjustment",
                "award",
                "pre-intelligence",
                "face-down",
                "advanced",
                "vanished",
                "defected",
                "jihad",
                "spent",
                "isr-placed",
                "sof-mobilized",
            )
        ),
        together=frozenset(
            (
                "moved",
                "revealed",
                "concealed",
                "sustained",
                "face-down",
                "advanced",
                "spent",
                "award",
                "isr-placed",
                "refitted",
            )
        ),
        by_place=frozenset(("revealed", "face-down")),
        quiet={"": frozenset(("turn", "dealt")), "phase": frozenset(("turn",))},
        deeds=frozenset(("battle-over",)),
        whose="side",
        where="place",
        where_said="option.place",
    )

    def screen(self, words: Catalogue, game: Game[Any]) -> Screen:
        assert isinstance(game, EnduringFreedom)
        return Screen(words, game.box)

    def named(self, words: Catalogue, replaced: Mapping[str, Json]) -> Catalogue:
        return words.naming(own_names(own_box(replaced))) if replaced else words

    def secrets(self, view: View) -> bool:
        """Return False: there is only one player."""
        return False

    def step(self, name: str, state: Any) -> Message:
        return Message(f"ui.step-{name}", {})

    def card(self, card: CardText, words: Catalogue) -> Sequence[Text]:
        return ()

    def check(self, table: GameTable[Any]) -> None:
        return


#: What the command line looks for.
DISPLAY = Display()
