"""Decisions per second in random games, ours and Catanatron's, and in bot games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time

from khyber.agents.agent import Seen
from khyber.agents.driver import advance
from khyber.agents.random_agent import random_agent
from khyber.api import new

RIVAL = "catanatron"
RIVAL_VERSION = "3.2.1"


@dataclass(slots=True)
class Count:
    """The counts of one side in a round. Seconds are CPU time, so that other programs distort neither side."""

    seconds: float = 0.0
    decisions: int = 0
    options: int = 0
    games: int = 0
    steps: int = 0

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


def random_round(game: str, seconds: float, source: random.Random) -> Count:
    """Play whole games, at least one, until the time is up; count decisions with two or more options.

    Record and log are on.
    """
    count = Count()
    over, began = perf_counter() + seconds, process_time()
    while not count.games or perf_counter() < over:
        table = new(game, seed=source.getrandbits(48))
        while (decision := table.decision) is not None:
            options = decision.options
            number = len(options)
            if number >= 2:
                count.decisions += 1
                count.options += number
            table.choose(source.choice(options))
        count.games += 1
        count.steps += len(table.steps)
        count.seconds = process_time() - began
    return count


def asides_round(game: str, seconds: float, source: random.Random) -> Count:
    """Play whole games as `khyber simulate` does, by random agents that also take asides; count answers."""
    count = Count()
    over, began = perf_counter() + seconds, process_time()
    while not count.games or perf_counter() < over:
        table = new(game, seed=source.getrandbits(48))
        while (decision := table.decision) is not None:
            table.choose(random_agent(Seen(table, decision)), decision.seat)
            count.decisions += 1
        count.games += 1
        count.seconds = process_time() - began
    return count


def bot_round(game: str, bot: str, seeds: range) -> Count:
    """Play games of bots in every seat, with record and log but no explanations; count answers."""
    count, began = Count(), process_time()
    for seed in seeds:
        table = new(game, seed=seed, seats=bot)
        count.decisions += advance(table)
        count.games += 1
        count.steps += len(table.steps)
    count.seconds = process_time() - began
    return count


def rival() -> Callable[[float, random.Random], Count] | None:
    """Return a round of Catanatron with four RandomPlayers, counting ticks; None if it is not installed."""
    try:
        module, games = import_module(RIVAL), import_module(f"{RIVAL}.game")
    except ImportError:
        return None
    colors = list(module.Color)

    def their_round(seconds: float, source: random.Random) -> Count:
        count = Count()
        over, began = perf_counter() + seconds, process_time()
        while not count.games or perf_counter() < over:
            game = module.Game([module.RandomPlayer(color) for color in colors], seed=source.getrandbits(48) + 1)
            while game.winning_color() is None and game.state.num_turns < games.TURNS_LIMIT:
                game.play_tick()
                count.decisions += 1
            count.games += 1
            count.seconds = process_time() - began
        return count

    return their_round
