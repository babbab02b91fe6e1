"""A Distant Plain in the terminal: map, tracks and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from khyber.agents.driver import PERSON
from khyber.cli.display import LogLayout, View
from khyber.engine import view_fields
from khyber.engine.decision import Message, Option, Param
from khyber.engine.errors import BadSetup
from khyber.engine.game import Game, Json
from khyber.engine.optional import CardText, Sources
from khyber.engine.provenance import MARK, ORIGINS, Provenance
from khyber.engine.table import Table as GameTable
from khyber.engine.text import Catalogue, number
from khyber.games.distant_plain.board import (
    CARDS,
    COIN_GOAL,
    KABUL,
    LOCS,
    OPPOSITION_GOAL,
    PAKISTAN,
    PIECE_IDS,
    PROVINCES,
    SEATS,
    SPACES,
    SUPPORT_GOAL,
    UNCONTROLLED_GOAL,
    WARLORD_RESOURCES_GOAL,
    Space,
    is_propaganda,
)
from khyber.games.distant_plain.drawing.view_fields import counts
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.play import SIDES, UNSHADED
from khyber.games.distant_plain.provenance import side_id
from khyber.games.distant_plain.rules.own_deck import OWN_DECK, keeper
from khyber.games.distant_plain.terminal.cards import event_card

STYLES: Final = {"coalition": "yellow", "government": "bright_blue", "taliban": "red", "warlords": "green"}
LEVEL_STYLES: Final = {"support": "green", "opposition": "red"}
CONTROL_STYLES: Final = {"coin": "bright_blue", "taliban": "red"}
MARGIN_STYLES: Final = ("red", "bold green")
#: The totals of each Faction's victory condition, and what they must exceed (7.2).
GOALS: Final = {
    "coalition": (("support-available", SUPPORT_GOAL),),
    "government": (("coin-patronage", COIN_GOAL),),
    "taliban": (("opposition-bases", OPPOSITION_GOAL),),
    "warlords": (("uncontrolled", UNCONTROLLED_GOAL), ("resources", WARLORD_RESOURCES_GOAL)),
}
LAND: Final = (KABUL, *PROVINCES)
GROUPS: Final = (LAND, PAKISTAN, LOCS)
#: Minimum widths for a side panel and of the panel, and the gap to the Provinces.
WIDE: Final = 116
BESIDE: Final = 52
GAP: Final = 2


class Screen:
    """Draws views in one language."""

    def __init__(self, words: Catalogue, provenance: Provenance | None = None) -> None:
        self.words = words
        self.provenance = provenance if provenance is not None else DistantPlain().provenance()

    def ui(self, key: str, **params: Param) -> str:
        return self.words.say(Message(f"ui.{key}", params))

    # -- the whole ----------------------------------------------------------------------------------

    def whole(self, view: View, console: Console) -> RenderableType:
        """Draw map, boxes, tracks and cards, in columns where there is room."""
        land = self._map(view, (LAND,))
        width = Measurement.get(console, console.options, land).maximum
        wide = console.width >= WIDE and console.width - width - GAP >= BESIDE
        beside = [
            self.standing(view, short=wide),
            Text(),
            self.boxes(view),
            Text(),
            self.tracks(view),
            Text(),
            self.cards(view),
        ]
        if not wide:
            return Group(self._map(view), Text(), *beside)
        side = Table.grid()
        side.add_column(width=width + GAP)
        side.add_column(width=console.width - width - GAP)
        side.add_row(land, Group(self._map(view, (PAKISTAN, LOCS)), *beside))
        return side

    # -- the map ------------------------------------------------------------------------------------

    def map(self, view: View, console: Console) -> RenderableType:
        return self._map(view)

    def _map(self, view: View, groups: Sequence[Sequence[Space]] = GROUPS) -> RenderableType:
        """Draw a row per space: Kabul and Provinces, Pakistan, LoCs."""
        spaces = view_fields.mapping(view.get("spaces"))
        rows = [
            [list(self._row(place, view_fields.mapping(spaces.get(SPACES[place].id)))) for place in group]
            for group in groups
        ]
        factions = [(Text(self.words.word(f"faction.{seat}", "short"), STYLES[seat]), STYLES[seat]) for seat in SEATS]
        columns: list[tuple[str | Text, str]] = [
            (self.ui("head-space"), ""),
            ("", "dim"),
            (self.ui("head-population"), ""),
            ("", ""),
            (self.ui("head-control"), ""),
            *factions,
            ("", "magenta"),
        ]
        used = [at for at, (head, _) in enumerate(columns) if head or any(row[at] for group in rows for row in group)]
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
        for at in used:
            head, style = columns[at]
            table.add_column(head, style=style, no_wrap=isinstance(head, str))
        for group in rows:
            for row in group:
                table.add_row(*(row[at] for at in used))
            table.add_row()
        return table

    def legend(self) -> Text:
        """Return the legend of the map."""
        return Text(self.ui("legend", mark=MARK if self.provenance.marked["terrain-of"] else ""), "dim")

    def _row(self, place: Space, space: View) -> Iterable[RenderableType]:
        facts = SPACES[place]
        kind = "".join(
            self.ui(f"mark-{mark}")
            for mark, there in (("mountain", facts.terrain == "mountain"), ("pashtun", facts.pashtun))
            if there
        )
        yield facts.name
        yield kind
        yield self.ui("econ", n=facts.econ) if facts.kind == "loc" else self._population(space)
        yield self._short("level", view_fields.string(space.get("level")), LEVEL_STYLES)
        if facts.kind == "loc":
            yield Text(self.ui("sabotage") if space.get("sabotage") else "", "magenta")
        else:
            yield self._short("control", view_fields.string(space.get("control")), CONTROL_STYLES)
        pieces = counts(space.get("pieces"))
        for seat in SEATS:
            yield self.pieces(pieces, seat)
        yield self._markers(space) if facts.kind != "loc" else ""

    def _population(self, space: View) -> str:
        people = str(view_fields.number(space.get("population")))
        return f"{people}+" if space.get("returnees") else people

    def _short(self, section: str, word: str, styles: Mapping[str, str]) -> Text:
        if word not in styles:
            return Text()
        return Text(self.words.word(f"{section}.{word}", "short"), styles[word])

    def _markers(self, space: View) -> str:
        if space.get("sabotage"):
            return self.ui("sabotage")
        terror = view_fields.number(space.get("terror"))
        return self.ui("terror", n=terror) if terror else ""

    def pieces(self, pieces: Mapping[str, int], seat: str) -> str:
        """Return a Faction's pieces by their marks: `3T 1B`."""
        return " ".join(
            f"{pieces[piece]}{self.words.word(f'piece.{piece}', 'mark')}"
            for piece in PIECE_IDS
            if piece.startswith(f"{seat}-") and pieces.get(piece)
        )

    def space(self, view: View, place: str) -> Text:
        """Return one space as a line, for a choice among spaces."""
        facts = next(facts for facts in SPACES if facts.id == place)
        space = view_fields.mapping(view_fields.mapping(view.get("spaces")).get(place))
        text = Text()
        if facts.kind == "loc":
            text.append(self.ui("econ", n=facts.econ))
        else:
            text.append(self.ui("population", n=view_fields.number(space.get("population"))))
        for section, styles in (("level", LEVEL_STYLES), ("control", CONTROL_STYLES)):
            word = view_fields.string(space.get(section))
            if word in styles:
                text.append(" ")
                text.append(self.words.word(f"{section}.{word}", "short"), styles[word])
        if marker := self._markers(space):
            text.append(f" {marker}", "magenta")
        pieces = counts(space.get("pieces"))
        for seat in SEATS:
            if there := self.pieces(pieces, seat):
                text.append(" · ", "dim")
                text.append(f"{self.words.word(f'faction.{seat}', 'short')} {there}", STYLES[seat])
        return text

    def described(self, option: Option, said: str, view: View) -> Text:
        """Return the text of an option; for a space, also its contents."""
        message = option.message
        place = message.params.get("space") or message.params.get("origin")
        if not isinstance(place, str):
            return Text(said)
        there = self.space(view, place)
        return there if message.key == "option.space" else Text(f"{said}: ").append_text(there)

    def page(self, view: View) -> str:
        """Return a new key for each card."""
        return str(view.get("played"))

    # -- beside the map -----------------------------------------------------------------------------

    def boxes(self, view: View) -> RenderableType:
        """Draw Available, Casualties and out of play."""
        table = _grid()
        for box in ("available", "casualties", "out-of-play"):
            pieces = counts(view.get(box))
            if pieces or box == "available":
                table.add_row(Text(self.words.word(f"label.{box}"), "bold"), self._by_faction(pieces))
        return table

    def _by_faction(self, pieces: Mapping[str, int]) -> Text:
        parts = [
            Text(f"{self.words.word(f'faction.{seat}', 'short')} {there}", STYLES[seat])
            for seat in SEATS
            if (there := self.pieces(pieces, seat))
        ]
        return Text(" · ").join(parts)

    def standing(self, view: View, *, short: bool = False) -> RenderableType:
        """Draw a row per Faction: eligibility, Resources, goal and margin."""
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
        for head in ("head-eligible", "head-resources", "head-goal", "", "", "head-margin"):
            table.add_column(self.ui(head) if head else "", no_wrap=True)
        eligible, resources = view_fields.mapping(view.get("eligible")), view_fields.mapping(view.get("resources"))
        totals, margins = view_fields.mapping(view.get("totals")), view_fields.mapping(view.get("margins"))
        for seat, goals in GOALS.items():
            margin = view_fields.number(margins.get(seat))
            for at, (total, goal) in enumerate(goals):
                own = view_fields.number(resources.get(seat))
                value = own if total == "resources" else view_fields.number(totals.get(total))
                first = at == 0
                table.add_row(
                    self._name(seat, "short" if short else "", eligible=bool(eligible.get(seat))) if first else "",
                    str(own) if first and seat in resources else "",
                    self.words.word(f"label.{total}"),
                    str(value),
                    f">{goal}",
                    Text(number(margin, signed=True), MARGIN_STYLES[margin > 0]) if first else "",
                )
        return table

    def _name(self, seat: str, form: str, *, eligible: bool) -> Text:
        return Text(f"{'●' if eligible else '○'} {self.words.word(f'faction.{seat}', form)}", STYLES[seat])

    def tracks(self, view: View) -> RenderableType:
        """Draw Aid, Patronage, Islamabad, lasting Events and Deception markers."""
        table = _grid()
        label = self._label(table)
        label("label.aid", str(view_fields.number(view.get("aid"))))
        label("label.patronage", str(view_fields.number(view.get("patronage"))))
        islamabad = view_fields.mapping(view.get("islamabad"))
        posture = self.words.word(f"islamabad.{view_fields.string(islamabad.get('box'))}")
        label("label.islamabad", self.ui("hard", text=posture) if islamabad.get("hard") else posture)
        for lasting in ("capabilities", "momentum"):
            texts = [
                self.ui("lasting", card=view_fields.number(card), side=str(side)) + self._mark(card, side)
                for card, side in map(_items, _items(view.get(lasting)))
            ]
            if texts:
                label(f"ui.{lasting}", "\n".join(texts))
        self._deception(view, label)
        return table

    def _mark(self, card: object, side: object) -> str:
        """Return the mark of a reconstructed side."""
        known = self.provenance.origin("card-side", side_id(view_fields.number(card), str(side))) == ORIGINS[0]
        return "" if known else MARK

    def _label(self, table: Table) -> Callable[[str, str], None]:
        def put(key: str, text: str) -> None:
            table.add_row(Text(self.words.word(key), "bold"), text)

        return put

    def _deception(self, view: View, label: Callable[[str, str], None]) -> None:
        """Draw Deception markers (7.3): hidden ones by number or, for their owner, by name."""
        lines: list[str] = []
        players = [[str(seat) for seat in _items(seats)] for seats in _items(view.get("players"))]
        for seats, held in zip(players, map(view_fields.mapping, _items(view.get("deception"))), strict=False):
            own = held.get("own")
            hidden = view_fields.number(held.get("hidden"))
            text = self._marker_names(own) if own is not None else self.ui("hidden", n=hidden) if hidden else ""
            revealed = self._marker_names(held.get("revealed"))
            parts = [part for part in (text, self.ui("revealed", text=revealed) if revealed else "") if part]
            lines.append(self.ui("held", winner="+".join(seats), text="; ".join(parts)))
        if lines:
            label("option-name.deception", "\n".join(lines))

    def _marker_names(self, markers: object) -> str:
        return ", ".join(
            self.words.word(f"marker.{marker}") + self.provenance.mark("marker", marker) for marker in _items(markers)
        )

    def cards(self, view: View) -> RenderableType:
        """Draw the current and next card with Faction order, and the cards left."""
        table = _grid()
        for part, label in (("card", "label.card"), ("next", "label.next-card")):
            card = view.get(part)
            text = self.card(view, card, under_way=part == "card") if isinstance(card, int) else Text("–", "dim")
            table.add_row(Text(self.words.word(label), "bold"), text)
        propaganda = view_fields.mapping(view.get("propaganda"))
        left = self.ui(
            "propaganda-played",
            n=view_fields.number(propaganda.get("played")),
            of=view_fields.number(propaganda.get("of")),
        )
        deck = view_fields.number(view.get("deck"))
        table.add_row(Text(self.words.word("label.cards-left"), "bold"), f"{deck} ({left})")
        return table

    def card(self, view: View, card: int, *, under_way: bool) -> Text:
        """Draw a card: title, texts and Faction order, with those that acted or are Ineligible."""
        line = Text(self.ui("card", card=card), "bold")
        if is_propaganda(card):
            return line
        eligible = view_fields.mapping(view.get("eligible"))
        acted = _items(view_fields.mapping(view.get("sequence")).get("acted"))
        line.append("\n")
        for at, faction in enumerate(CARDS[card].order):
            seat = SEATS[faction]
            name = self.words.word(f"faction.{seat}", "short")
            line.append(" › " if at else "", "dim")
            if under_way and not eligible.get(seat):
                line.append(f"({name})", "dim")
            else:
                line.append(f"{name} ✓" if under_way and seat in acted else name, STYLES[seat])
        for text in self.card_texts(card):
            line.append(f"\n{text}", "dim")
        return line

    def card_texts(self, card: int) -> list[str]:
        """Return the card's texts, one per side."""
        sides = (UNSHADED,) if CARDS[card].single_use else SIDES
        return [self.ui("card-text", card=card, side=side) for side in sides]

    def status(self, view: View) -> Text:
        """Return Resources, Aid and Patronage, and the spaces selected so far."""
        resources = view_fields.mapping(view.get("resources"))
        text = Text()
        for seat in SEATS:
            if seat in resources:
                text.append(f"{self.words.word(f'faction.{seat}', 'short')} {resources[seat]}", STYLES[seat])
                text.append(" · ", "dim")
        text.append(f"{self.words.word('label.aid')} {view.get('aid')}", "dim")
        text.append(f" · {self.words.word('label.patronage')} {view.get('patronage')}", "dim")
        action = view_fields.mapping(view.get("action"))
        for what, where in (("operation", "spaces"), ("activity", "activity-spaces")):
            spaces = ", ".join(
                self.words.say(Message("option.space", {"space": str(space)})) for space in _items(action.get(where))
            )
            if spaces:
                name = self.words.word(f"{what}.{view_fields.string(action.get(what))}")
                text.append(f" · {self.ui('so-far', name=name, text=spaces)}", "dim")
        return text


def _grid() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    return table


def _items(value: object) -> list[object]:
    """Return a field of the view that is a list."""
    return list(value) if isinstance(value, list | tuple) else []


# -- the display -------------------------------------------------------------------------------------

#: Steps that belong to one Faction, which is named.
OF_A_FACTION: Final = ("turn", "deploy")


class Display:
    """How the terminal shows A Distant Plain."""

    styles: Mapping[str, str] = STYLES
    #: A person for the Coalition, the rulebook's Non-players for the others.
    seats = "coalition=person"
    rule = "3.3.1"
    many = "option.card"
    log_layout = LogLayout(
        headings=frozenset(
            (
                "set-up",
                "card",
                "sudden-propaganda",
                "propaganda",
                "phase",
                "passed",
                "operation",
                "limited-operation",
                "activity",
                "resumed",
                "event",
                "game-over",
            )
        ),
        lines=frozenset(
            (
                "selected",
                "activity-space",
                "civic-action",
                "sharia",
                "base-built",
                "patronage-returned",
                "searched",
                "assaulted",
                "card-used",
                "eligible",
                "ineligible",
            )
        ),
        together=frozenset(("eligible", "ineligible")),
        apart=frozenset(("moved",)),
        quiet={"set-up": frozenset(("removed-card", "capability"))},
        deeds=frozenset(("passed", "operation", "limited-operation", "activity", "event")),
        whose="faction",
        where="space",
        where_said="option.space",
    )

    def screen(self, words: Catalogue, game: Game[Any]) -> Screen:
        return Screen(words, Sources.of(game).provenance())

    def named(self, words: Catalogue, replaced: Mapping[str, Json]) -> Catalogue:
        """Name the sides of a user's own deck, which have no text in the catalogue."""
        own: dict[str, dict[Param, str]] = {}
        for card, sides in replaced.items():
            for side in sides if isinstance(sides, Mapping) else ():
                own.setdefault(f"card:{side}", {})[int(card)] = words.word("ui.own-text")
        return words.naming(own) if own else words

    def secrets(self, view: View) -> bool:
        """Return whether Deception markers are hidden (7.3)."""
        return bool(view.get("deception"))

    def step(self, name: str, state: Any) -> Message:
        return Message(f"ui.step-{name}", {"faction": SEATS[state.active]} if name in OF_A_FACTION else {})

    def card(self, card: CardText, words: Catalogue) -> Sequence[Text]:
        return event_card(card.number, words) if card.number in CARDS else ()

    def check(self, table: GameTable[Any]) -> None:
        """Raise BadSetup if a bot would have to enter the cards of a physical deck."""
        if OWN_DECK not in table.state.options:
            return
        seat = SEATS[keeper(table.state)]
        if table.seats[seat] != PERSON:
            raise BadSetup(f"the first player enters the cards of your own deck: {seat} must be a person")


#: What the command line looks for.
DISPLAY = Display()
