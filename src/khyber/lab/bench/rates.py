"""Decisions per second in random games and bot games, each beside Catanatron's in the same seconds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import count as count_from
from time import perf_counter, process_time

from khyber.agents.agent import Seen
from khyber.agents.driver import advance
from khyber.agents.random_agent import random_agent
from khyber.api import new

RIVAL = "catanatron"
RIVAL_VERSION = "3.2.1"
#: Kinds of random games; the others are named after their bots.
PLAIN = "random"
ASIDES = "with asides"
#: A game, and its kind.
Kind = tuple[str, str]
#: Seeds between the first games of bots in two rounds. All rounds together play the first hundred games, as in every
#: entry of the history: other games are up to 4% longer.
SEEDS = 10


@dataclass(slots=True)
class Count:
    """The counts of one side in a slice. Seconds are CPU time, so that other programs distort neither side."""

    decisions: int = 0
    options: int = 0
    steps: int = 0
    games: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds

    def play(self, game: Callable[[Count], None]) -> None:
        """Play one whole game and count it."""
        began = process_time()
        game(self)
        self.seconds += process_time() - began
        self.games += 1


#: Plays one whole game and counts its decisions; the next call plays the next game of the same sequence in every run.
Games = Callable[[Count], None]


#: What was counted in one slice of time: ours, and Catanatron's.
Slice = tuple[Count, Count]


def rounds_of(work: tuple[Sequence[Kind], Sequence[int], float]) -> list[dict[Kind, Slice]]:
    """Play these rounds: slices of each kind of game beside Catanatron. One more, to warm up, comes first."""
    kinds, numbers, seconds = work
    theirs = rival_games(random.Random(numbers[0]))
    return [
        {kind: slice_of(games_of(kind, number), theirs, seconds) for kind in kinds}
        for number in (numbers[-1], *numbers)
    ][1:]


def games_of(kind: Kind, number: int) -> Games:
    """Return games of this kind, others in each round."""
    game, what = kind
    if what == PLAIN:
        return random_games(game, random.Random(number))
    return asides_games(game, random.Random(number)) if what == ASIDES else bot_games(game, what, number * SEEDS)


def slice_of(ours: Games, theirs: Games | None, seconds: float) -> Slice:
    """Play both sides' games in turns for some seconds, at least one each; return the counts of both.

    Other load on the machine lasts longer than a game, so it slows both sides alike. After each of our games,
    Catanatron plays until it has had as much CPU time.
    """
    mine, other = Count(), Count()
    over = perf_counter() + seconds
    while not mine.games or perf_counter() < over:
        mine.play(ours)
        while theirs is not None and other.seconds < mine.seconds:
            other.play(theirs)
    return mine, other


def random_games(game: str, source: random.Random) -> Games:
    """Return games of random choices with record and log, counting decisions with two or more options."""

    def play(count: Count) -> None:
        table = new(game, seed=source.getrandbits(48))
        while (decision := table.decision) is not None:
            options = decision.options
            number = len(options)
            if number >= 2:
                count.decisions += 1
                count.options += number
            table.choose(source.choice(options))
        count.steps += len(table.steps)

    return play


def asides_games(game: str, source: random.Random) -> Games:
    """Return games as `khyber simulate` plays them, by random agents that also take asides; count answers."""

    def play(count: Count) -> None:
        table = new(game, seed=source.getrandbits(48))
        while (decision := table.decision) is not None:
            table.choose(random_agent(Seen(table, decision)), decision.seat)
            count.decisions += 1

    return play


def bot_games(game: str, bot: str, first: int = 0) -> Games:
    """Return games of bots in every seat, with record and log but no explanations; count answers."""
    seeds = count_from(first)

    def play(count: Count) -> None:
        table = new(game, seed=next(seeds), seats=bot)
        count.decisions += advance(table)
        count.steps += len(table.steps)

    return play


def rival_games(source: random.Random) -> Games | None:
    """Return games of Catanatron with four RandomPlayers, counting ticks; None if it is not installed."""
    try:
        module, games = import_module(RIVAL), import_module(f"{RIVAL}.game")
    except ImportError:
        return None
    colors = list(module.Color)

    def play(count: Count) -> None:
        game = module.Game([module.RandomPlayer(color) for color in colors], seed=source.getrandbits(48) + 1)
        while game.winning_color() is None and game.state.num_turns < games.TURNS_LIMIT:
            game.play_tick()
            count.decisions += 1

    return play
