"""Optional parts of a game: bots, asides, cards, charts, ..., a small base class for each.

A game derives from the parts it offers. Callers ask for a part by `PART.of(game)`, for example
`Cards.of(game).card_texts("en")`: the game itself if it offers the part, else the part with its defaults.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self

from khyber.engine.bots import StepBot
from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import BadSetup, Error, NotOffered
from khyber.engine.features import Feature, MapFields
from khyber.engine.game import Event, Game, Json, View
from khyber.engine.play import Play, RawEvent, S
from khyber.engine.printed import PrintedTable
from khyber.engine.provenance import Provenance


class Part:
    """Base of the parts."""

    @classmethod
    def of(cls, game: Game[Any]) -> Self:
        """Return the game as this part, or the part's defaults if the game does not offer it."""
        return game if isinstance(game, cls) else cls()


class StatePart(Generic[S], Part):
    """Base of the parts that read the state."""

    @classmethod
    def of(cls, game: Game[S]) -> Self:
        return game if isinstance(game, cls) else cls()


# -- play -------------------------------------------------------------------------------------------


class Asides(StatePart[S]):
    """Actions that a seat may take without being asked."""

    def asides(self, play: Play[S], seat: str) -> Decision | None:
        """Return the asides of the seat as options of a decision; None if it has none."""
        return None

    def take_aside(self, play: Play[S], seat: str, value: Value) -> None:
        """Take an aside. It neither asks nor rolls, because it is tried before it is offered."""
        raise NotImplementedError

    def refused_aside(self, play: Play[S], seat: str, key: str, pending: Decision) -> NotOffered | None:
        """Return why the aside is not open at the pending decision; None if there is no such aside."""
        return None


class Bots(StatePart[S]):
    """Bots that come with the game."""

    #: Names of the bots; the first is the default opponent.
    bots: ClassVar[tuple[str, ...]] = ()
    #: Those that are Non-players by the game's own rules.
    non_player_bots: ClassVar[tuple[str, ...]] = ()

    def bot(self, name: str, seat: str, source: Callable[[], random.Random], *, explain: bool) -> StepBot[S]:
        """Return a bot for one seat and one step, which keeps reasons if `explain`."""
        raise BadSetup(f"the game has no bot {name!r}")

    def known(self, state: S, seat: str) -> S:
        """Return a copy of the state without what the seat cannot know: the basis of its bot's choices."""
        raise NotImplementedError


class Evaluation(StatePart[S]):
    """An estimate of who will win, for agents that search."""

    #: Steps that a search plays out before it asks for this estimate, and before it asks a learned one.
    horizon: ClassVar[int] = 12
    learned_horizon: ClassVar[int] = 8
    #: Standard errors by which a turn must be ahead of the bot's to be played instead: more where dice decide much.
    doubt: ClassVar[float] = 0.5
    #: And by how much: more where an estimate may be wrong by as much.
    least_lead: ClassVar[float] = 0.0
    #: Whether a search plans the rest of the turn (`Turns`), or else only of the step.
    plans_turns: ClassVar[bool] = False
    #: In a game for one, the points that a value of 1 stands for; 0 where values are chances of winning.
    points: ClassVar[int] = 0
    #: Whether the time for a turn is for one search, or else for several that share it.
    one_search_a_turn: ClassVar[bool] = True
    #: Steps to play out in puzzles about one key choice, late in a game; 0 where a puzzle is about how a turn begins.
    puzzle_horizon: ClassVar[int] = 0
    #: How much better the solution of a puzzle is than other turns.
    puzzle_gap: ClassVar[float] = 0.08

    def inputs(self) -> Sequence[Feature]:
        """Return the fields that a learned estimate reads, always the same ones; none if there is no such estimate."""
        return ()

    def map_fields(self) -> MapFields | None:
        """Return the fields that policies and outlooks read; None if there are none.

        A field counts as a share of its `most`, which larger values may exceed.
        """
        return None

    def policies(self, seat: str) -> Sequence[str]:
        """Return names of bots for a search in this seat: the one it plays by, and others whose turns it compares.

        They need not be offered to people (`Bots.bots`); without any, the search plays by those.
        """
        return ()

    def likely(self, state: S, seat: str, source: random.Random) -> S | None:
        """Draw a state that looks the same to the seat, by the habits of players.

        Return None if the game knows none: then all such states are equally likely.
        """
        return None

    def winning_chance(self, state: S, seat: str) -> float:
        """Return how likely the seat is to win, from 0 to 1; of a finished game, how well it did."""
        return 0.5


class Speed(Part):
    """What `khyber bench` measures the game by."""

    #: The most ticks of Catanatron that a game of bots takes, and the fewest random games a second; 0 without a target.
    max_ticks: ClassVar[int] = 0
    min_games: ClassVar[int] = 0
    #: The name of the steps that count in a playout; "" for all steps.
    turn_step: ClassVar[str] = ""


class Upgrades(StatePart[S]):
    """Records of earlier releases that write something differently."""

    #: Whether there are any.
    upgrades: ClassVar[bool] = False

    def upgrade(self, state: S) -> bool:
        """Turn a state of a record into what the game writes today; return whether it was of an earlier release."""
        return False

    def upgraded_event(self, event: RawEvent) -> RawEvent:
        """Return an entry of the log that led to such a state as the game writes it today."""
        return event


class Secrets(StatePart[S]):
    """Rules about hidden information."""

    #: Whether decisions may be covers (engine/covers.py).
    covers: ClassVar[bool] = False

    def forgets(self, state: S) -> bool:
        """Return whether seats may not look up what they once saw while the game runs."""
        return False

    def past_view(self, state: S, seats: Sequence[str]) -> View:
        """Return what of a view may still be looked up once its moment is past; for a game that forgets."""
        raise NotImplementedError


class Seating(StatePart[S]):
    """Rules that depend on who plays."""

    def seated(self, state: S, seat: str, agent: str) -> None:
        """Record who plays a seat: Non-players at the start, changes after a step."""
        return

    def players_in(self, state: S) -> int:
        """Return the number of players in a position; 0 for the maximum."""
        return 0


class Turns(StatePart[S]):
    """What players call a turn: where it begins, whose it is and what it is called.

    Turns belong to rounds (a card, a month, a turn of a campaign) and may have parts. Steps in a row with the same
    seat, round and part belong together, outside turns, too (`engine/turns.py`). Names rest on what everyone knows.
    """

    #: Kinds of events that names depend on, besides the state.
    named_by: ClassVar[frozenset[str]] = frozenset()

    def whose_turn(self, state: S) -> str:
        """Return the seat whose turn the step of this state belongs to; "" if it belongs to none."""
        return ""

    def round_of(self, state: S) -> int:
        """Return the number of the round that the step belongs to, 0 before the first."""
        return 0

    def part_of(self, state: S) -> str:
        """Return the part of the turn that the step belongs to or, outside turns, of the round."""
        return state.step

    def round_name(self, state: S, told: Sequence[Event]) -> Message | None:
        """Return the name of a round that began with this state and these events; None if it has none."""
        return None

    def turn_name(self, state: S, told: Sequence[Event]) -> Message | None:
        """Return the name of a turn, or of the time between turns, without its seat."""
        return self.round_name(state, told)

    def part_name(self, state: S, told: Sequence[Event]) -> Message | None:
        """Return the name of a part of a turn; by default that of the turn."""
        return self.turn_name(state, told)

    def mark_name(self, state: S, told: Sequence[Event]) -> Message | None:
        """Return how charts mark the beginning of a round; None if they do not."""
        return self.round_name(state, told)


class Deals(Part):
    """Deals between players."""

    #: What one seat may ask of another, as ids.
    wishes: ClassVar[tuple[str, ...]] = ()

    def refusal(self, seat: str, what: str, bot: str) -> str:
        """Return why this bot refuses the request: the key of a text with the parameter `seat`."""
        return "deal.bot"


class Warnings(StatePart[S]):
    """Warnings for people; rules, bots and records ignore them."""

    def warnings(self, state: S) -> Sequence[Message]:
        """Return what the author of a position may not expect."""
        return ()

    def warning(self, state: S, decision: Decision, value: Value) -> Message | None:
        """Return what the seat should confirm before this answer, without revealing secrets."""
        return None


# -- what is printed --------------------------------------------------------------------------------


class OwnData(Part):
    """The user's own data files in place of printed data."""

    def replacing(self, replaced: Mapping[str, Json]) -> Game[Any]:
        """Return the game with this data. Raises BadSetup, naming the place."""
        raise NotImplementedError

    def own_data(self, text: str) -> dict[str, Json]:
        """Return the content of a data file as a record keeps it. Raises BadSetup, naming the place."""
        raise BadSetup("the game takes no data but its own")


def with_data(game: Game[Any], replaced: Mapping[str, Json]) -> Game[Any]:
    """Return the game with the user's own data, if there is any. Raises BadSetup."""
    if not replaced:
        return game
    if not isinstance(game, OwnData):
        raise BadSetup(f"{game.id} takes no data but its own")
    return _replaced(game, _Content(json.dumps(replaced, default=repr), replaced))


@dataclass(frozen=True, slots=True)
class _Content:
    """Data as a key. Its order counts: cards are numbered in it."""

    text: str
    replaced: Mapping[str, Json] = field(compare=False, repr=False)


@lru_cache(maxsize=16)  # each job of a server reads its table's data again: the same data are the same game
def _replaced(game: OwnData, content: _Content) -> Game[Any]:
    return game.replacing(content.replaced)


class Sources(Part):
    """Provenance of the printed facts."""

    def provenance(self) -> Provenance:
        return Provenance((), {})


class PrintedTables(Part):
    """Tables printed on the map, boards and cards."""

    def printed_tables(self, language: str) -> Sequence[PrintedTable]:
        return ()


@dataclass(frozen=True, slots=True)
class LabelledText:
    """One text of a card; the label is an id, "" if it is the only text."""

    label: str
    text: str
    #: Whether it is reconstructed, in whole or in part.
    reconstructed: bool = False


@dataclass(frozen=True, slots=True)
class CardText:
    """A card or a die in words, with the source of its text."""

    #: 0 if it has none.
    number: int
    title: str
    texts: tuple[LabelledText, ...]
    #: How well the texts are known, as an id and in words.
    origin: str
    origin_text: str
    #: The seats that it shows or belongs to, in order.
    seats: tuple[str, ...] = ()
    #: What kinds of card it is, as ids of the game.
    tags: tuple[str, ...] = ()
    id: str = ""
    #: Heading under which a list of all cards has it.
    group: str = ""
    #: One line: whose it is, number of copies, value.
    facts: str = ""

    @property
    def text(self) -> str:
        """The first text."""
        return self.texts[0].text

    @property
    def reconstructed(self) -> bool:
        """Whether any of its texts is reconstructed."""
        return any(text.reconstructed for text in self.texts)


@dataclass(frozen=True, slots=True)
class CardSide:
    """One text of a card in the terms of the rules."""

    #: The id by which tests are marked: `34u`.
    id: str
    card: int
    side: str
    title: str
    #: The kinds of its effects in order.
    effects: tuple[str, ...]
    provenance: str
    #: Whether it has a function of its own.
    special: bool


class Cards(Part):
    """Cards, and other printed components that may be looked up by name."""

    def card_texts(self, language: str) -> Sequence[CardText]:
        return ()

    def card_sides(self) -> Sequence[CardSide]:
        """Return every text of the numbered cards, where each is a list of effects."""
        return ()

    def card_as_json(self, number: int, language: str) -> Json:
        """Return one of those cards with its printed facts."""
        return None


# -- study ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """A number to chart over a game. Its name is the message `measure.WORD`."""

    word: str
    #: Measures of one group share a chart.
    group: str
    seat: str = ""
    #: Number it must pass to win, if there is one.
    threshold: int | None = None

    @property
    def id(self) -> str:
        return f"{self.word}:{self.seat}" if self.seat else self.word

    @property
    def message(self) -> Message:
        return Message(f"measure.{self.word}", {"seat": self.seat} if self.seat else {})


class Charts(Part):
    """The timeline of a game: numbers to chart, the card in play, the events that sum up a step."""

    measures: ClassVar[tuple[Measure, ...]] = ()
    #: Kinds of events that sum up a step.
    headlines: ClassVar[frozenset[str]] = frozenset()

    def measured(self, view: View) -> dict[str, int]:
        """Return the measures by id, as far as the view shows them."""
        return {}

    def card_shown(self, view: View) -> int | None:
        """Return the number of the card in play, or None."""
        return None


class Tallies(Part):
    """Figures that a simulation counts from the log."""

    tallies: ClassVar[tuple[str, ...]] = ()

    def tally(self, event: Event) -> Iterable[tuple[str, str]]:
        """Yield each figure that the event adds to, and the row that it adds 1 to."""
        return ()


class Facts(Part):
    """Printed facts for a page that draws or edits positions, so that it needs no copy of them."""

    def facts(self) -> Mapping[str, Json]:
        """Return the facts by name; ids are those of views and positions."""
        return {}


class Features(StatePart[S]):
    """The state as bytes, for learners and search."""

    def features(self) -> Sequence[Feature]:
        """Return the fields, always the same ones."""
        return ()

    def observed(self, state: S, seat: str) -> S:
        """Return a copy that is the same for all states that look the same to the seat."""
        raise NotImplementedError


class Layout(Part):
    """A picture of the board."""

    def draw(self, view: View, language: str, told: Sequence[Event] = ()) -> str:
        """Return the board of a view, after these latest entries of the log, as an SVG document."""
        raise Error("the game has no picture of its board")
