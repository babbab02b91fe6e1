"""Simulations: many games by agents, over processes; the same seed gives the same games however they are spread."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from khyber.agents.agent import Seen
from khyber.agents.driver import MOST_DECISIONS, PERSON, TooLong, agents_of
from khyber.api import new, seating
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup, RuleFailed
from khyber.engine.game import Json
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.lab.observers import Decisions, Ending, EventsPlayed, MakeObserver, Observer, Tallies
from khyber.lab.turns import BotTurns
from khyber.lab.zurmat_turns import ZurmatTurns

#: What every simulation keeps of a game, and what it keeps of some games besides.
USUAL: tuple[MakeObserver, ...] = (Decisions, Ending)
BESIDES: Mapping[str, tuple[MakeObserver, ...]] = {"distant-plain": (EventsPlayed, BotTurns), "zurmat": (ZurmatTurns,)}
#: Games that travel to another process together, at most.
LARGEST_CHUNK = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: one set-up, many seeds."""

    game: str
    #: The game's first if none is named.
    scenario: str | None = None
    players: int | None = None
    options: tuple[str, ...] = ()
    seats: Mapping[str, str] | str = "random"
    games: int = 100
    seed: int = 0
    #: A game with more decisions than this has gone astray.
    most: int = MOST_DECISIONS
    #: The text of a deck file, if other cards than the printed ones are played.
    deck: str = ""

    def seed_of(self, index: int) -> int:
        """Each game has a seed of its own, whoever plays it and when."""
        return stream(self.seed, "game", index)

    def checked(self) -> Plan:
        """This plan with every seat filled. Raises BadSetup when no game can be played by it."""
        found = find_game(self.game)
        seats = seating(self.seats, found)
        if PERSON in seats.values():
            raise BadSetup(f"nobody is there to play in a simulation: give every seat an agent, not {PERSON!r}")
        plan = replace(self, seats=seats, scenario=found.scenarios[0] if self.scenario is None else self.scenario)
        plan.table(0)
        return plan

    def played(self, index: int, observers: Sequence[MakeObserver] | None = None) -> Played:
        return play_game(self, index, observers)

    def table(self, index: int) -> Table[Any]:
        """The table of the game of that index."""
        return new(self.game, scenario=self.scenario, seed=self.seed_of(index), options=self.options,
                   players=self.players, seats=self.seats, deck=self.deck)


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a simulation: what its observers told, or what went wrong and the record that shows it."""

    index: int
    seed: int
    told: Mapping[str, Mapping[str, Json]]
    error: str = ""
    record: str = ""


@dataclass(slots=True)
class Results:
    """The games played, in the order of their index; `stopped` if somebody did not want to wait for all."""

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
    """Who watches a game of a simulation unless told otherwise."""
    tallies = (Tallies,) if find_game(game).tallies else ()
    return (*USUAL, *tallies, *BESIDES.get(game, ()))


def play_game(plan: Plan, index: int, observers: Sequence[MakeObserver] | None = None) -> Played:
    """Play the game of that index to its end. Nothing raised in it gets out: it becomes the error of the game."""
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
    return Played(index, seed, {watcher.name: watcher.told() for watcher in watching}, error, record)


def play_out(table: Table[S], watching: Sequence[Observer], most: int = MOST_DECISIONS) -> None:
    """Let the seated agents play a table to its end while observers look on."""
    for watcher in watching:
        watcher.before(table)
    choices = 0
    agents = agents_of(table)
    for watcher in watching:
        watcher.seated(agents)
    while (decision := table.decision) is not None:
        if choices >= most:
            raise TooLong(f"the game is not over after {most} decisions")
        agent = agents[decision.seat]
        if agent is None:
            raise BadSetup(f"{decision.seat} has nobody to play it")
        option = agent(Seen(table, decision))
        for watcher in watching:
            watcher.step(table, decision, option)
        table.choose(option, decision.seat)
        choices += 1
    for watcher in watching:
        watcher.after(table)


# -- many games -------------------------------------------------------------------------------------


def simulate(plan: Plan, jobs: int = 1, observers: Sequence[MakeObserver] | None = None,
             done: Callable[[Played], None] | None = None) -> Results:
    """Play every game of the plan. `done` hears of each as it ends; an interrupt keeps what is done.

    >>> from khyber.lab.simulate import Plan, simulate
    >>> results = simulate(Plan("distant-plain", games=2, seed=7))
    >>> [played.told["ending"]["ending"] for played in results.games]
    ['final', 'final']
    """
    began = perf_counter()
    plan = plan.checked()
    results = Results(plan)
    try:
        for played in play_many(plan, range(plan.games), jobs, observers):
            results.games.append(played)
            if done is not None:
                done(played)
    except KeyboardInterrupt:
        results.stopped = True
    results.games.sort(key=lambda played: played.index)
    results.seconds = perf_counter() - began
    return results


class Games(Protocol):
    """Something that knows which game has which index, and can travel to another process."""

    def played(self, index: int, observers: Sequence[MakeObserver] | None) -> Played: ...


def play_many(games: Games, indices: Sequence[int], jobs: int = 1,
              observers: Sequence[MakeObserver] | None = None) -> Iterator[Played]:
    """The games of these indices, as they end; over processes if there are several jobs."""
    if jobs == 1 or len(indices) <= 1:
        for index in indices:
            yield games.played(index, observers)
    else:
        yield from _spread(games, indices, jobs, observers)


def _spread(games: Games, indices: Sequence[int], jobs: int,
            observers: Sequence[MakeObserver] | None) -> Iterator[Played]:
    """The games, as other processes finish them. They are stopped at once when the caller goes away."""
    size = max(1, min(LARGEST_CHUNK, len(indices) // (jobs * 4)))
    chunks = [indices[start : start + size] for start in range(0, len(indices), size)]
    strangers = set(multiprocessing.active_children())
    futures: list[Future[list[Played]]] = []
    workers = ProcessPoolExecutor(min(jobs, len(chunks)), multiprocessing.get_context("spawn"))
    try:
        with _interrupts_kept_from_children():
            futures += [workers.submit(_play_chunk, games, chunk, observers) for chunk in chunks]
        for future in as_completed(futures):
            yield from future.result()
    except BaseException:
        for future in futures:
            future.cancel()
        _stop(child for child in multiprocessing.active_children() if child not in strangers)
        raise
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


def _play_chunk(games: Games, chunk: Sequence[int], observers: Sequence[MakeObserver] | None) -> list[Played]:
    return [games.played(index, observers) for index in chunk]


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Processes started here never hear Ctrl-C: this one does, as soon as they are started, and stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(children: Iterable[BaseProcess]) -> None:
    for child in children:
        child.terminate()


def cores() -> int:
    """How many games at once this machine is good for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# -- what went wrong --------------------------------------------------------------------------------


def check_folder(folder: Path) -> None:
    """Raises BadSetup if records could not be kept there: better said before the games than after them."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise BadSetup(f"records cannot be kept in {folder}: {there} is no folder that can be written to")


def keep_failures(results: Results, folder: Path) -> dict[int, Path]:
    """Write the record of every game that failed; where each is, by index."""
    return {played.index: keep_failure(played, folder, results.plan.game, results.plan.seed)
            for played in results.failed}


def keep_failure(played: Played, folder: Path, game: str, seed: int) -> Path:
    """Write the record of a game that failed; where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}-seed-{seed}-game-{played.index}.khyber.json"
    path.write_text(played.record, encoding="utf-8")
    return path
