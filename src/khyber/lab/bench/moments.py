"""The cost of a table in mid-game: fork, load, preview, hint, playouts, memory."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import process_time
from typing import Any, Final

from khyber.agents.agent import Seen
from khyber.agents.driver import agent_named
from khyber.agents.explain import hint
from khyber.api import load, new
from khyber.catalogue import game as find_game
from khyber.engine.optional import Bots, Speed
from khyber.engine.preview import preview
from khyber.engine.table import Table

#: Decisions of a game between two moments.
EVERY = 67
#: Steps of a playout; where a game says which of its steps are turns (`Speed`), only those count.
PLAYOUT: Final = 12
#: Steps of a bot game between two positions.
PLAYOUT_EVERY = 9


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean milliseconds of CPU time at moments of random games; copying the state in microseconds."""

    moments: int
    copy_microseconds: float
    fork: float
    load: float
    preview: float
    hint: float
    #: Imagine what a seat does not know, then twelve steps of bots; from positions of games of bots.
    playout: float
    playouts: int


def random_game(game: str, seed: int) -> Iterator[Table[Any]]:
    """Yield the table of a random game at every decision."""
    source = random.Random(seed)
    table = new(game, seed=seed)
    while (decision := table.decision) is not None:
        yield table
        table.choose(source.choice(decision.options))


def measure(game: str, games: int) -> Moments:
    """Measure a game at moments of its first random games and its first bot games."""
    clock: dict[str, list[float]] = {"copy": [], "fork": [], "load": [], "preview": [], "hint": [], "playout": []}

    def timed(what: str, work: Callable[..., object], *given: object) -> None:
        began = process_time()
        work(*given)
        clock[what].append((process_time() - began) * 1e3)

    for seed in range(games):
        for number, table in enumerate(random_game(game, seed)):
            decision = table.decision
            if number % EVERY or decision is None:
                continue
            bot = next(iter(Bots.of(table.game).bots))
            saved, key = table.save(), decision.options[0].key
            clock["copy"].append(copy_microseconds(table.state, 200, 3))
            timed("fork", table.fork)
            timed("load", load, saved)
            timed("preview", preview, table, (decision.seat,), decision.seat, key, 1)
            timed("hint", hint, table, bot)
    for seed in range(games):
        for table, bot in _bot_game(game, seed):
            timed("playout", playout, table, bot)
    return Moments(
        moments=len(clock["fork"]),
        copy_microseconds=round(median(clock.pop("copy")), 2),
        playouts=len(clock["playout"]),
        **{what: round(fmean(found), 3) for what, found in clock.items()},
    )


def _bot_game(game: str, seed: int) -> Iterator[tuple[Table[Any], str]]:
    """Yield the table of a bot game at intervals, and the bot."""
    bot = next(iter(Bots.of(find_game(game)).bots))
    table = new(game, seed=seed, seats=bot)
    agents = {seat: agent_named(bot, table.game) for seat in table.game.seats}
    steps = -1
    while (decision := table.decision) is not None:
        if len(table.steps) // PLAYOUT_EVERY != steps:
            steps = len(table.steps) // PLAYOUT_EVERY
            yield table, bot
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)


def playout(table: Table[Any], bot: str, seed: int = 1) -> Table[Any]:
    """Imagine what the seat to move does not know, and let bots play the next steps."""
    assert table.decision is not None
    world = table.imagine(table.decision.seat, seed)
    agents = {seat: agent_named(bot, world.game) for seat in world.game.seats}
    begun, turn = len(world.steps), Speed.of(world.game).turn_step
    while (decision := world.decision) is not None and _played(world.steps[begun:], turn) < PLAYOUT:
        agent = agents[decision.seat]
        assert agent is not None
        world.choose(agent(Seen(world, decision)), decision.seat)
    return world


def _played(steps: Sequence[Any], turn: str) -> int:
    return sum(not turn or step.name == turn for step in steps)


def copy_microseconds(state: Any, times: int, rounds: int) -> float:
    """Return the time to copy a state: the median of some rounds."""
    found = []
    for _ in range(rounds):
        began = process_time()
        for _ in range(times):
            state.copy()
        found.append((process_time() - began) / times * 1e6)
    return median(found)


def kilobytes(game: str, seed: int) -> tuple[float, float]:
    """Return the size of a table near the end of a random game, in memory and in its save file."""
    last = sum(1 for _ in random_game(game, seed))  # what is read or made once is there by now
    gc.collect()
    tracemalloc.start()
    try:
        table = next(table for number, table in enumerate(random_game(game, seed), 1) if number == last)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return round(held / 1e3, 1), round(len(table.save()) / 1e3, 1)
