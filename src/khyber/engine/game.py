"""What every game must offer; what only some games offer is in engine/optional.py."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic

from khyber.engine.decision import Message, Param
from khyber.engine.play import Play, RawEvent, Rules, S

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: JSON-able data.
Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
View = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first step; with the seed it determines a table."""

    scenario: str
    options: tuple[str, ...] = ()
    players: int = 0
    #: Seats that the game's own rules run; empty: as the number of players implies.
    non_players: tuple[str, ...] = ()
    #: Data that replaces the printed data, in full.
    replaced: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: winner, ranking, margins, and the kind of ending.

    Some games add the rule by which it was won, a title and a degree of success, and the players who lose equally
    whatever their margins.
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
        """Return the ranking with place numbers; players who lose equally share one."""
        first = next((at for at, player in enumerate(self.ranking, 1) if player in self.equal), 0)
        return [(first if player in self.equal else at, player) for at, player in enumerate(self.ranking, 1)]


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the log, with the rule behind it."""

    kind: str
    rule: str
    #: The parameters of its message, by name.
    params: Mapping[str, Param]

    @property
    def message(self) -> Message:
        return Message(f"log.{self.kind}", self.params)


class Game(ABC, Generic[S]):
    """A game: its seats, steps and views. Immutable; everything that changes is in State."""

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

    def file(self, path: str) -> Traversable:
        """Return a file in the game's folder, which is that of the class with its id. It need not exist."""
        from importlib.resources import files  # slow to import, and few programs need it

        named = next(cls for cls in type(self).__mro__ if "id" in vars(cls))
        return files(named.__module__.rpartition(".")[0]).joinpath(*path.split("/"))

    @abstractmethod
    def digest(self) -> str:
        """Return a digest of the printed data in use."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the state before the first step. Raises BadSetup."""

    @abstractmethod
    def play(self, state: S) -> Play[S]:
        """Return a Play on this state, without chance or log."""

    @abstractmethod
    def step(self, play: Play[S]) -> Rules:
        """Run the step named in the state, and name the next one there ("" at the end)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it runs."""

    @abstractmethod
    def view(self, state: S, seats: Sequence[str]) -> View:
        """Return what these seats together may know; without seats, what a spectator may know."""

    @abstractmethod
    def imagine(self, state: S, seats: Sequence[str], source: random.Random) -> S:
        """Return a state drawn from all that look the same to these seats."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Raise BadPosition if this state is impossible."""

    @abstractmethod
    def write_position(self, state: S) -> str:
        """Return the checkpoint as TOML."""

    @abstractmethod
    def read_position(self, document: Mapping[str, object]) -> S:
        """Return the checkpoint that TOML describes. Raises BadPosition."""

    def see(self, event: RawEvent, seats: Sequence[str]) -> RawEvent | None:
        """Return the event as these seats may know it; None if they may not know of it at all."""
        return event

    def read_event(self, raw: RawEvent) -> Event:
        kind, rule, *carried = raw
        return Event(str(kind), str(rule), dict(zip(self.events[str(kind)], carried, strict=True)))
