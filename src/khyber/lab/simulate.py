"""Simulations: many games between agents, spread over processes; a seed determines the games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from khyber.agents.agent import Seen
from khyber.agents.driver import MAX_DECISIONS, PERSON, TooLong, agents_of
from khyber.api import new, seating
from khyber.catalogue import game as find_game
from khyber.engine import optional
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup, RuleFailed
from khyber.engine.game import Json
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.lab.figures import figures_of
from khyber.lab.observers import Decisions, Ending, MakeObserver, Observer, Tallies
from khyber.lab.processes import spread

#: The observers of every game; its figures may add some.
USUAL: tuple[MakeObserver, ...] = (Decisions, Ending)
#: Maximum games sent to another process together.
LARGEST_CHUNK = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of games: one set-up, many seeds."""

    game: str
    #: By default the game's first.
    scenario: str | None = None
    players: int | None = None
    options: tuple[str, ...] = ()
    seats: Mapping[str, str] | str = "random"
    games: int = 100
    seed: int = 0
    #: Treat a game with more decisions as an error.
    most: int = MAX_DECISIONS
    #: The text of a deck file that replaces printed cards.
    deck: str = ""

    def seed_of(self, index: int) -> int:
        """Return the seed of one game, independent of the process that plays it."""
        return stream(self.seed, "game", index)

    def checked(self) -> Plan:
        """Return this plan with every seat filled. Raises BadSetup if it cannot be played."""
        found = find_game(self.game)
        seats = seating(self.seats, found)
        if PERSON in seats.values():
            raise BadSetup(f"a simulation needs an agent in every seat, not {PERSON!r}")
        plan = replace(self, seats=seats, scenario=found.scenarios[0] if self.scenario is None else self.scenario)
        plan.table(0)
        return plan

    def played(self, index: int, observers: Sequence[MakeObserver] | None = None) -> Played:
        return play_game(self, index, observers)

    def table(self, index: int) -> Table[Any]:
        """Return the table of the game with this index."""
        return new(
            self.game,
            scenario=self.scenario,
            seed=self.seed_of(index),
            options=self.options,
            players=self.players,
            seats=self.seats,
            deck=self.deck,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a simulation: the figures of its observers, or its error and a record that reproduces it."""

    index: int
    seed: int
    figures: Mapping[str, Mapping[str, Json]]
    error: str = ""
    record: str = ""


@dataclass(slots=True)
class Results:
    """The games played, by index; `stopped` if the run was interrupted."""

    plan: Plan
    games: list[Played] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    @property
    def finished(self) -> list[Played]:
        return [played for played in self.games if not played.error]

    @property
    def failed(self) -> list[Played]:
        return [played for played in self.games if played.error]


# -- one game ---------------------------------------------------------------------------------------


def usual(game: str) -> tuple[MakeObserver, ...]:
    """Return the default observers of a game."""
    tallies = (Tallies,) if optional.Tallies.of(find_game(game)).tallies else ()
    return (*USUAL, *tallies, *figures_of(game).observers)


def play_game(plan: Plan, index: int, observers: Sequence[MakeObserver] | None = None) -> Played:
    """Play one game to its end. An exception becomes the error of the game."""
    observers = usual(plan.game) if observers is None else observers
    watching = [make() for make in observers]
    seed = plan.seed_of(index)
    table = plan.table(index)
    error = record = ""
    try:
        play_out(table, watching, plan.most)
    except RuleFailed as problem:
        error, record = str(problem), problem.record
    except Exception as problem:
        error, record = str(problem) if isinstance(problem, TooLong) else repr(problem), table.save()
    return Played(index, seed, {observer.name: observer.figures() for observer in watching}, error, record)


def play_out(table: Table[S], watching: Sequence[Observer], most: int = MAX_DECISIONS) -> None:
    """Let the seated agents play a table to its end, with observers."""
    for observer in watching:
        observer.before(table)
    choices = 0
    agents = agents_of(table)
    for observer in watching:
        observer.seated(agents)
    while (decision := table.decision) is not None:
        if choices >= most:
            raise TooLong(f"the game is not over after {most} decisions")
        agent = agents[decision.seat]
        if agent is None:
            raise BadSetup(f"the seat {decision.seat} has no agent")
        option = agent(Seen(table, decision))
        for observer in watching:
            observer.step(table, decision, option)
        table.choose(option, decision.seat)
        choices += 1
    for observer in watching:
        observer.after(table)


# -- many games -------------------------------------------------------------------------------------


class RowKeeper(Protocol):
    """Keeps the rows of games (khyber.lab.study.keeper)."""

    observers: Sequence[MakeObserver]

    def wants(self, index: int) -> bool: ...
    def keep(self, played: Played) -> None: ...
    def finish(self) -> None: ...


def simulate(
    plan: Plan,
    jobs: int = 1,
    observers: Sequence[MakeObserver] | None = None,
    done: Callable[[Played], None] | None = None,
    rows: RowKeeper | None = None,
) -> Results:
    """Play every game of the plan, calling `done` after each; an interrupt keeps finished games.

    `rows` also keeps the games as rows.

    >>> from khyber.catalogue import DEFAULT
    >>> from khyber.lab.simulate import Plan, simulate
    >>> results = simulate(Plan(DEFAULT, games=2, seed=7))
    >>> [played.figures["ending"]["ending"] for played in results.games]
    ['final', 'final']
    """
    began = perf_counter()
    plan = plan.checked()
    results = Results(plan)
    if rows is not None:
        chosen = usual(plan.game) if observers is None else tuple(observers)
        observers = (*chosen, *(one for one in rows.observers if one not in chosen))
    try:
        for played in play_many(plan, range(plan.games), jobs, observers):
            if rows is not None:
                rows.keep(played)
            results.games.append(played)
            if done is not None:
                done(played)
    except KeyboardInterrupt:
        results.stopped = True
    if rows is not None:
        rows.finish()
    results.games.sort(key=lambda played: played.index)
    results.seconds = perf_counter() - began
    return results


class Games(Protocol):
    """Plays the game with a given index; must be picklable."""

    def played(self, index: int, observers: Sequence[MakeObserver] | None) -> Played: ...


def play_many(
    games: Games, indices: Sequence[int], jobs: int = 1, observers: Sequence[MakeObserver] | None = None
) -> Iterator[Played]:
    """Yield games as they end, from several processes if there are several jobs."""
    if jobs == 1 or len(indices) <= 1:
        for index in indices:
            yield games.played(index, observers)
    else:
        size = max(1, min(LARGEST_CHUNK, len(indices) // (jobs * 4)))
        chunks = [indices[start : start + size] for start in range(0, len(indices), size)]
        for chunk in spread(partial(_play_chunk, games, observers), chunks, jobs):
            yield from chunk


def _play_chunk(games: Games, observers: Sequence[MakeObserver] | None, chunk: Sequence[int]) -> list[Played]:
    return [games.played(index, observers) for index in chunk]


# -- failures ---------------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Raise BadSetup, before any game is played, if records cannot be written there."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise BadSetup(f"cannot write records to {folder}: {there} is not a writable folder")


def keep_failures(results: Results, folder: Path) -> dict[int, Path]:
    """Write the record of every failed game; return the paths by index."""
    return {
        played.index: keep_failure(played, folder, results.plan.game, results.plan.seed) for played in results.failed
    }


def keep_failure(played: Played, folder: Path, game: str, seed: int) -> Path:
    """Write the record of a failed game; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}-seed-{seed}-game-{played.index}.khyber.json"
    path.write_text(played.record, encoding="utf-8")
    return path
