"""What a game must offer to sit on a table."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic

from khyber.engine.decision import Decision, Message, Param, Value
from khyber.engine.errors import BadSetup, Error, NotOffered
from khyber.engine.mind import Mind
from khyber.engine.play import Play, RawEvent, Rules, S
from khyber.engine.printed import PrintedTable
from khyber.engine.provenance import Provenance

#: JSON-able data.
Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
View = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first step: all that, with the seed, makes a table."""

    scenario: str
    options: tuple[str, ...] = ()
    players: int = 0
    #: Seats that the rules themselves run, where a game has such; empty: as the number of players says.
    non_players: tuple[str, ...] = ()
    #: Data that replaces the printed ones, in full (cards of somebody's own deck).
    replaced: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who is ranked where, by what margin, and why it stopped.

    A game may say more: by which rule it was won, what it calls such an end, how great the success is, and who of those
    in the ranking lose equally, whatever their margins.
    """

    winner: str
    ranking: tuple[str, ...]
    margins: Mapping[str, int]
    ending: str
    rule: str = ""
    title: str = ""
    degree: int = 0
    equal: tuple[str, ...] = ()

    def places(self) -> list[tuple[int, str]]:
        """The ranking with its numbers; those who lose equally share one."""
        first = next((at for at, player in enumerate(self.ranking, 1) if player in self.equal), 0)
        return [(first if player in self.equal else at, player) for at, player in enumerate(self.ranking, 1)]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the rule behind it."""

    kind: str
    rule: str
    told: Mapping[str, Param]

    @property
    def message(self) -> Message:
        return Message(f"log.{self.kind}", self.told)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something whose course over a game is worth a line on a chart. Its name is the message `measure.WORD`."""

    word: str
    #: Measures of one group are drawn on one chart.
    group: str
    seat: str = ""
    #: The number that it must pass to win, where there is one.
    threshold: int | None = None

    @property
    def id(self) -> str:
        return f"{self.word}:{self.seat}" if self.seat else self.word

    @property
    def message(self) -> Message:
        return Message(f"measure.{self.word}", {"seat": self.seat} if self.seat else {})


@dataclass(frozen=True, slots=True)
class CardText:
    """A card, or a die, for people: what it does in our own words, and where that comes from."""

    #: 0 where it has none.
    number: int
    title: str
    #: The seats in the order that the card shows, where it shows one.
    order: tuple[str, ...]
    capability: bool
    momentum: bool
    #: What it does, where it has one text only.
    unshaded: str
    shaded: str
    #: How well what we say of it is known, as an id; and that in words.
    origin: str
    origin_text: str
    #: What it is looked up by besides its title.
    id: str = ""
    #: The heading under which a list of all cards has it.
    group: str = ""
    #: In a line: whose it is, how many there are, what it is worth.
    facts: str = ""
    #: Which of its texts (unshaded, shaded) are reconstructed, in whole or in part.
    reconstructed: tuple[str, ...] = ()


class Game(ABC, Generic[S]):
    """A game: its seats, its steps, its views. One object, made once; all that changes is in the state."""

    id: ClassVar[str]
    #: The printed title.
    title: ClassVar[str] = ""
    rules_version: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[str, ...]]
    player_counts: ClassVar[tuple[int, ...]]
    #: For each kind of event, the names of what it carries.
    events: ClassVar[Mapping[str, tuple[str, ...]]]
    state_type: type[S]
    #: Bots that come with the game, by name; the first is the one to play against.
    bots: ClassVar[tuple[str, ...]] = ()
    #: Those of them that are Non-players by the game's own rules.
    non_player_bots: ClassVar[tuple[str, ...]] = ()
    #: Kinds of events that say by themselves what a step was about.
    headlines: ClassVar[frozenset[str]] = frozenset()
    #: What is worth a line on a chart.
    measures: ClassVar[tuple[Measure, ...]] = ()
    #: Whether questions may be put to cover what a seat holds (Decision.cover).
    covers: ClassVar[bool] = False
    #: What one seat may ask of another at the table, where players make deals: words of the game.
    wishes: ClassVar[tuple[str, ...]] = ()
    #: Figures that a simulation counts from the log, by name.
    tallies: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def digest(self) -> str:
        """A digest of the printed data in use."""

    def replacing(self, replaced: Mapping[str, Json]) -> Game[S]:
        """This game with other data than the printed ones. Raises BadSetup where it takes none, or not these."""
        if replaced:
            raise BadSetup(f"{self.id} takes no data but its own")
        return self

    def own_data(self, text: str) -> dict[str, Json]:
        """Somebody's own file of data, read and checked, as a record keeps it. Raises BadSetup, naming the place."""
        raise BadSetup(f"{self.id} takes no data but its own")

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The state before the first step. Raises BadSetup."""

    @abstractmethod
    def play(self, state: S) -> Play[S]:
        """A Play on this state, without chance or log."""

    @abstractmethod
    def step(self, play: Play[S]) -> Rules:
        """The rules of the step named in the state. At its end the state names the next one, "" when over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""

    def tally(self, event: Event) -> Iterable[tuple[str, str]]:
        """What an event adds to the tallies: the name of each figure, and what it counts one more of."""
        return ()

    @abstractmethod
    def view(self, state: S, seats: Sequence[str]) -> View:
        """What these seats together may know (none: a spectator)."""

    @abstractmethod
    def imagine(self, state: S, seats: Sequence[str], source: random.Random) -> S:
        """A state drawn from all that look the same to these seats."""

    def forgets(self, state: S) -> bool:
        """Whether the rules let seats forget what they once saw: then nobody may look it up while the game runs."""
        return False

    def known(self, state: S, seat: str) -> S:
        """A copy of the state in which all that the seat cannot know is blotted out: what its bot thinks with."""
        raise NotImplementedError

    def mind(self, bot: str, seat: str, source: Callable[[], random.Random], *, telling: bool) -> Mind[S]:
        """A mind of that bot for one step. `telling`: it keeps what it thinks, for an explanation."""
        raise BadSetup(f"{self.id} has no bot {bot!r}")

    def whose_turn(self, state: S) -> str:
        """The seat in whose turn the step is that this state begins; "" where it is in nobody's.

        A turn is a run of such steps of one seat: turns are counted, headed and explained as a whole.
        """
        return ""

    def round_of(self, state: S) -> int:
        """What tells two turns apart that one seat has one after the other."""
        return 0

    def players_in(self, state: S) -> int:
        """How many players a position is for."""
        return self.player_counts[-1]

    @abstractmethod
    def check(self, state: S) -> None:
        """Raises BadPosition if this state cannot be."""

    @abstractmethod
    def write_position(self, state: S) -> str:
        """The checkpoint as TOML."""

    @abstractmethod
    def read_position(self, document: Mapping[str, object]) -> S:
        """The checkpoint that TOML describes. Raises BadPosition."""

    def warnings(self, state: S) -> Sequence[Message]:
        """What a position does that its author may not expect."""
        return ()

    def draw(self, view: View, language: str) -> str:
        """The board of a view as an SVG document, for games that have one."""
        raise Error(f"{self.id} has no picture of its board")

    def measured(self, view: View) -> dict[str, int]:
        """The measures by id, as far as a view tells them: so that no chart knows more than its reader."""
        return {}

    def card_shown(self, view: View) -> int | None:
        """The card that is played in a view, for games that go from card to card."""
        return None

    def card_texts(self, language: str) -> Sequence[CardText]:
        """Every card in words, and what else is printed and may be looked up by name."""
        return ()

    def provenance(self) -> Provenance:
        """Where each printed fact comes from, for games that say so."""
        return Provenance((), {})

    def printed_tables(self, language: str) -> Sequence[PrintedTable]:
        """The tables printed on the map, boards and cards, for games that have some to look up."""
        return ()

    def asides(self, play: Play[S], seat: str) -> Decision | None:
        """What the seat may do now without being asked."""
        return None

    def take_aside(self, play: Play[S], seat: str, value: Value) -> None:
        """Do one of those. An aside neither asks nor rolls: it is tried out before it is offered."""
        raise NotImplementedError

    def refused_aside(self, play: Play[S], seat: str, key: str, pending: Decision) -> NotOffered | None:
        """Why an aside is not open to the seat while that decision is pending; None if no aside has such a key."""
        return None

    def warning(self, state: S, decision: Decision, value: Value) -> Message | None:
        """What the seat asked should hear before it answers this, None where nothing speaks against it.

        Interfaces for people ask for confirmation; rules, bots and records know nothing of it. It must not tell
        what the seat may not know.
        """
        return None

    def seated(self, state: S, seat: str, agent: str) -> None:
        """The agent sits there from now on: at the start of a game those that its rules run, and whoever took a
        seat during the step now over. For games whose rules depend on who plays.
        """
        return

    def see(self, event: RawEvent, seats: Sequence[str]) -> RawEvent | None:
        """The event as these seats learn of it, or None if they do not."""
        return event

    def read_event(self, raw: RawEvent) -> Event:
        kind, rule, *told = raw
        names = self.events[str(kind)]
        return Event(str(kind), str(rule), dict(zip(names, told, strict=True)))
