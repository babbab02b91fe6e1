"""Zurmat in the terminal: map, calendar, both boards and the seat's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
from khyber.games.zurmat.board import DIRECTIONS, LIES_IDS, OP_IDS, SEATS, TILE_BY_ID
from khyber.games.zurmat.box import Box, own_box, printed_box
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.terminal.map import STYLES, Map, drawn
from khyber.games.zurmat.text import card_text, own_names
from khyber.games.zurmat.turns import OF_A_TURN

#: Minimum width of the side panel, and the gap to the map.
BESIDE: Final = 52
GAP: Final = 2
#: Letters of a month on the calendar.
SHORT: Final = 3
#: Places of Event cards still in effect.
WAITING: Final = tuple(name for name in LIES_IDS if name not in ("deck", "discard", *SEATS))
FACES: Final = ("faction", "neutral")
#: Prompts that show cards with their texts; elsewhere names suffice.
TOLD: Final = frozenset(("turn", "hinder", "ied", "bad-intel", "more-dice", "mrap"))


class Screen:
    """Draws views in one language."""

    def __init__(self, words: Catalogue, box: Box) -> None:
        self.words = words
        self.box = box
        self.provenance = Zurmat(box).provenance()
        self.tiles = Map(words, self.provenance)

    def ui(self, key: str, **params: Param) -> str:
        return self.words.say(Message(f"ui.{key}", params))

    def named(self, param: str, value: Param) -> str:
        """Return the name of a card, marked if it is reconstructed."""
        return self.ui(param, **{param: value}) + self.provenance.mark(param, value)

    # -- the whole ----------------------------------------------------------------------------------

    def whole(self, view: View, console: Console) -> RenderableType:
        """Draw map, calendar, both sides and the hand, in columns where there is room."""
        open_now = (
            [] if view.get("month") is None else [self.calendar(view), Text(), self.sides(view), self.boards(view)]
        )
        rest = Group(*open_now, *(self.own(view) + self.seen(view))[0 if open_now else 1 :])
        width = self.tiles.width(view)
        if console.width - width - GAP < BESIDE:
            return Group(self.map(view, console), Text(), rest)
        side = Table.grid()
        side.add_column(width=width + GAP)
        side.add_column(width=console.width - width - GAP)
        side.add_row(self.tiles.show(view, width), rest)
        return side

    def map(self, view: View, console: Console) -> RenderableType:
        return self.tiles.show(view, console.width)

    def legend(self) -> Text:
        return Text(self.ui("legend"), "dim")

    def page(self, view: View) -> str:
        """Return a new key per tile during set-up, then per turn."""
        step = string(view.get("step"))
        setting_up = view.get("month") is None
        turn = view.get("active") if step in OF_A_TURN or view.get("operation") else ""
        return f"{len(part(view, 'tiles'))} {view.get('month')} {turn} {step if setting_up else ''}"

    # -- calendar and Events ------------------------------------------------------------------------

    def calendar(self, view: View) -> RenderableType:
        """Draw the calendar with Winter months, the Event, and waiting Events."""
        table = _grid()
        table.add_row(Text(self.ui("head-calendar"), "bold"), self._months(view))
        event = number(view.get("event"))
        if event:
            table.add_row(Text(self.ui("head-event"), "bold"), self._event(event))
        for place in WAITING:
            for card in items(part(view, "events").get(place)):
                table.add_row(Text(self.words.word(f"place.{place}"), "dim"), self.named("event", int(card)))
        project = part(view, "project")
        if project:
            key = "project-disturbed" if project.get("disturbed") else "project-at"
            table.add_row("", Text(self.ui(key, tile=string(project.get("tile"))), "magenta"))
        return table

    def _months(self, view: View) -> Text:
        text = Text()
        winter = items(view.get("winter"))
        for month in self.box.numbers.months:
            name = self.words.word(f"month.{month}")[:SHORT]
            here = month == view.get("month")
            text.append("[" if here else "*" if month in winter else " ", "bold" if here else "cyan")
            text.append(name, "bold reverse" if here else "cyan" if month in winter else "")
            text.append("]" if here else "", "bold")
        return text

    def _event(self, card: int) -> Text:
        text = Text(self.named("event", card), "bold")
        if self.box.events[card - 1] == printed_box().events[card - 1]:
            text.append(f"\n{card_text('event', str(card), self.words.language)}", "dim")
        return text

    # -- both sides ---------------------------------------------------------------------------------

    def sides(self, view: View) -> RenderableType:
        """Draw a row per side: points, tiles, units left, discs, cards."""
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
        table.add_column("", no_wrap=True)
        for head in ("points", "tiles", "supply", "bag", "cards", "deck", "objectives"):
            table.add_column(self.ui(f"head-{head}"), justify="right", no_wrap=True)
        tiles = Counter(string(part(view, "tiles", name).get("control")) for name in part(view, "tiles"))
        for side in SEATS:
            has = part(view, "sides", side)
            table.add_row(
                Text(self.ui("seat", seat=side), STYLES[side]),
                str(number(has.get("points"))),
                str(tiles[side]),
                str(number(has.get("supply"))),
                str(number(has.get("bag"))),
                str(counted(has.get("hand"))),
                str(number(has.get("deck"))),
                str(counted(has.get("objectives"))),
            )
        return table

    def boards(self, view: View) -> RenderableType:
        """Draw Operations by level with completions, and cards spent and won."""
        table = _grid()
        for side in SEATS:
            has = part(view, "sides", side)
            levels, done = part(has, "levels"), part(has, "completed")
            text = Text()
            for op in sorted(OP_IDS, key=lambda op: number(levels.get(op))):
                text.append(" · " if text else "", "dim")
                text.append(f"{number(levels.get(op))} ", "bold").append(self.words.word(f"operation.{op}"))
                times = number(done.get(op))
                text.append(self.ui("times", n=times) if times else "", "green")
            table.add_row(Text(self.ui(f"short-{side}"), STYLES[side]), text)
            spent = self._cards(
                f"{name} ×{n}" if n > 1 else name
                for name, n in ((self.named("card", card), number(n)) for card, n in part(has, "spent").items())
            )
            if spent:
                table.add_row("", Text(self.ui("spent", text=spent), "dim"))
            taken = self._cards(self.named("event", int(card)) for card in items(part(view, "events").get(side)))
            if taken:
                table.add_row("", Text(self.ui("taken", text=taken), "dim"))
        return table

    def _cards(self, names: Iterable[str]) -> str:
        return ", ".join(names)

    # -- what the seat holds --------------------------------------------------------------------------

    def own(self, view: View) -> list[RenderableType]:
        """Draw visible hands: Tactics cards, Objectives and tiles with their texts."""
        found: list[RenderableType] = []
        for side in SEATS:
            has = part(view, "sides", side)
            table = _grid()
            for card, n in Counter(items(has.get("hand"))).items():
                table.add_row(
                    Text(self.named("card", card) + (f" ×{n}" if n > 1 else ""), "bold"),
                    Text(self._tactic(side, card), "dim"),
                )
            for name in (*items(has.get("objectives")), *items(has.get("objectives-dealt"))):
                table.add_row(Text(self.named("objective", name), "bold"), Text(self._objective(side, name), "dim"))
            if table.row_count:
                found += [Text(), Text(self.ui("own", seat=side), f"bold {STYLES[side]}"), table]
            tiles = items(has.get("tiles-in-hand"))
            if tiles:
                found += [
                    Text(),
                    Text(
                        self.ui(
                            "tiles-in-hand",
                            seat=side,
                            text=", ".join(tile + self.provenance.mark("tile", tile) for tile in tiles),
                        ),
                        STYLES[side],
                    ),
                ]
        return found

    def _tactic(self, side: str, card: str) -> str:
        at = SEATS.index(side)
        mine, printed = (
            box.tactics[at][box.kind_by_id[at][card]] if card in box.kind_by_id[at] else None
            for box in (self.box, printed_box())
        )
        return card_text("tactic", card, self.words.language) if mine == printed else ""

    def _objective(self, side: str, name: str) -> str:
        at = SEATS.index(side)
        mine, printed = (
            box.objectives[at][box.objective_by_id[at][name]] if name in box.objective_by_id[at] else None
            for box in (self.box, printed_box())
        )
        if mine is None or mine != printed:
            return ""
        return self.ui("worth", text=card_text("objective", name, self.words.language), n=mine.vp)

    def seen(self, view: View) -> list[RenderableType]:
        """Draw the disc faces that the seat knows."""
        lines = []
        for name in part(view, "tiles"):
            known = self.faces(part(view, "tiles", name))
            if known:
                lines.append(Text(self.ui("at", tile=name), "bold").append(" ").append_text(known))
        return [Text(), Text(self.ui("head-seen"), "bold"), *lines] if lines else []

    def faces(self, tile: View) -> Text:
        """Return the disc faces known on a tile: `Coa 1 Faction, 2 Neutral`."""
        parts = []
        for side in SEATS:
            discs = part(tile, "discs", side)
            shown = [self.ui(f"disc-{face}", n=number(discs.get(face))) for face in FACES if number(discs.get(face))]
            if shown:
                parts.append(Text(f"{self.ui(f'short-{side}')} {', '.join(shown)}", STYLES[side]))
        return Text(" · ").join(parts)

    # -- at every question ----------------------------------------------------------------------------

    def status(self, view: View) -> Text:
        """Return month, points, current Operation, and discs in hand or inspected."""
        text = Text()
        month = view.get("month")
        if isinstance(month, str):
            text.append(self.ui("month", month=month), "bold")
            for side in SEATS:
                points = number(part(view, "sides", side).get("points"))
                text.append(" · ", "dim")
                text.append(self.ui("points", seat=side, n=points), STYLES[side])
        operation = part(view, "operation")
        if operation:
            text.append(" · ", "dim")
            text.append(
                self.ui("at-level", operation=string(operation.get("operation")), level=number(operation.get("level")))
            )
        bonus = number(view.get("bonus"))
        if bonus:
            text.append(f" · {self.ui('bonus', n=bonus)}", "green")
        for line in self._in_hand(view):
            text.append("\n" if text else "").append_text(line)
        return text

    def _in_hand(self, view: View) -> Iterable[Text]:
        for side in SEATS:
            discs = part(view, "sides", side, "drawn")
            faces = ", ".join(
                self.ui(f"disc-{face}", n=number(discs.get(face))) for face in FACES if number(discs.get(face))
            )
            if faces:
                yield Text(self.ui("in-hand", seat=side, text=faces), STYLES[side])
        looking = string(part(view, "looking").get("tile"))
        faces_there = self.faces(part(view, "tiles", looking)) if looking else Text()
        if faces_there:
            yield Text(self.ui("at", tile=looking), "bold").append(" ").append_text(faces_there)

    def described(self, option: Option, said: str, view: View) -> Text:
        """Return the text of an option, with a tile's pieces, a card's text or a level."""
        message, seat = option.message, option.decision.seat
        tile, card, operation = (message.params.get(name) for name in ("tile", "card", "operation"))
        if message.key == "option.turn":
            return self._turned(option, view)
        if isinstance(card, str):
            does = self._tactic(seat, card) if option.decision.ask in TOLD else ""
            mark = self.provenance.mark("card", card)
            return Text(said).append(f"{mark}: {does}" if does else mark, "dim")
        if isinstance(operation, str) and view.get("month") is not None:
            has = part(view, "sides", seat)
            level, times = (number(part(has, what).get(operation)) for what in ("levels", "completed"))
            return (
                Text(said)
                .append(f"  {self.ui('level', n=level)}", "bold")
                .append(self.ui("times", n=times) if times else "", "green")
            )
        if isinstance(tile, str):
            text = Text(said.removeprefix(option.key).strip()).append(self.provenance.mark("tile", tile), "dim")
            return text.append("  ").append_text(self.tile(view, tile))
        return Text(said)

    def tile(self, view: View, name: str) -> Text:
        """Return one tile as a line; its roads if it is not on the map."""
        tile = part(view, "tiles", name)
        if not tile:
            return Text(self._roads(TILE_BY_ID[name], 0), "cyan")
        known = self.faces(tile)
        parts = [
            self.tiles.control(tile),
            self.tiles.units(tile),
            self.tiles.buildings(tile),
            self.tiles.backs(tile),
            Text(self.ui("seen"), "dim").append(" ").append_text(known) if known else Text(),
        ]
        return Text(" · ", "dim").join([text for text in parts if text])

    def _turned(self, option: Option, view: View) -> Text:
        """Draw the tile in hand as an option rotates it, and name the tiles whose roads it would join."""
        about = option.decision.about
        roads = self._groups(TILE_BY_ID[str(about["tile"])], int(option.key) // 90)
        joined = self.tiles.joined(view, (number(about["east"]), number(about["north"])), roads)
        first, second, third = drawn(roads)
        said = self.ui("joins", text=", ".join(joined)) if joined else self.ui("joins-none")
        return Text(f"{first}\n{second}", "cyan").append(f"  {said}\n", "default").append(third, "cyan")

    def _groups(self, tile: int, turn: int) -> list[str]:
        """Return the edges that the roads of a tile join in a rotation; those without a road are left out."""
        masks = dict.fromkeys(self.box.joined[tile * 4 + turn])
        return ["".join(DIRECTIONS[edge].upper() for edge in range(4) if mask >> edge & 1) for mask in masks if mask]

    def _roads(self, tile: int, turn: int) -> str:
        """Return the roads of a tile in a rotation."""
        joined = self.tiles.roads(self._groups(tile, turn))
        return self.ui("roads", text=joined) if joined else self.ui("no-roads")


def _grid() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(ratio=1)
    return table


# -- the display -------------------------------------------------------------------------------------


class Display:
    """How the terminal shows Zurmat."""

    styles: Mapping[str, str] = STYLES
    #: A person for the Coalition, the game's bot for the Taliban.
    seats = "coalition=person"
    rule = "declare"
    many = ""
    log_layout = LogLayout(
        headings=frozenset(("month", "event", "operation", "played", "scored", "project-over", "game-over")),
        lines=frozenset(
            (
                "tile",
                "board",
                "objective",
                "winter",
                "drew-discs",
                "looked",
                "saw",
                "turned-up",
                "drew-card",
                "completed",
                "battle",
                "control",
                "objective-judged",
                "points",
                "lies",
            )
        ),
        together=frozenset(("tile", "board", "drew-card", "objective")),
        apart=frozenset(("placed", "removed", "moved", "built", "disc")),
        quiet={"": frozenset(("dealt",))},
        deeds=frozenset(("operation", "played")),
        whose="side",
        where="tile",
        where_said="option.tile",
    )

    def screen(self, words: Catalogue, game: Game[Any]) -> Screen:
        assert isinstance(game, Zurmat)
        return Screen(words, game.box)

    def named(self, words: Catalogue, replaced: Mapping[str, Json]) -> Catalogue:
        return words.naming(own_names(own_box(replaced))) if replaced else words

    def secrets(self, view: View) -> bool:
        """Whether anyone has drawn hands, Objectives or discs."""
        hidden = [
            counted(part(view, "sides", side).get(what))
            for side in SEATS
            for what in ("hand", "drawn", "objectives", "objectives-dealt")
        ]
        return view.get("outcome") is None and any(hidden)

    def step(self, name: str, state: Any) -> Message:
        side = {"place": state.drawer, "show": state.drawer, "look": state.looker}.get(name, state.active)
        return Message(f"ui.step-{name}", {"seat": SEATS[side]})

    def card(self, card: CardText, words: Catalogue) -> Sequence[Text]:
        return ()

    def check(self, table: GameTable[Any]) -> None:
        return


#: What the command line looks for.
DISPLAY = Display()
