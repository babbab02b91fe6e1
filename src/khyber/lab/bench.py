"""The benchmark: decisions per second beside Catanatron, and the time and memory a table takes."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from statistics import fmean, median
from time import perf_counter, process_time
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khyber.agents.driver import advance
from khyber.api import new
from khyber.catalogue import GAMES
from khyber.engine.table import Table

#: The game measured in full; for the others, only the speed of random games.
GAME = "distant-plain"
RIVAL = "catanatron"
RIVAL_VERSION = "3.2.1"
ROUNDS = 5
#: Default duration of all rounds together.
SECONDS = 39.0
#: The ratio that every game must reach, and random games per second that some must.
LEAST_RATIO: Final = 1.5
LEAST_GAMES: Final[Mapping[str, int]] = {"zurmat": 100, "enduring-freedom": 30}
#: Games of four Non-players: the printing shown first, and all of them.
BOT = "bot:3rd"
BOTS = (BOT, "bot:2nd")
BOT_GAMES = 100
LEAST_BOT_GAMES: Final = 14
#: Number of calls of `done`.
PARTS = ROUNDS + 3
#: Tables measured at their last card.
TABLES = 3
#: One of this many mid-step points is forked.
FORK_EVERY = 17


@dataclass(frozen=True, slots=True)
class Bench:
    """The measurements. Rates are medians over the rounds; the ratio is the median of the rounds' ratios."""

    decisions_per_second: float
    ratio_to_catanatron: float | None
    #: The speed of each game's random games (see speed_of).
    games: dict[str, dict[str, float | None]]
    games_played: int
    catanatron_version: str | None
    catanatron_ticks_per_second: float | None
    rounds: list[tuple[float, float | None]]
    decisions_per_game: float
    mean_options: float
    games_per_second: float
    steps_per_game: float
    state_copy_microseconds: float
    fork_milliseconds: float
    fork_points: int
    table_kilobytes: float
    save_kilobytes: float
    bot_games_per_second: float
    bot_games: int
    bot_turns_per_game: float
    #: For each printing of the Non-players, games per second and turns per game.
    bots: dict[str, dict[str, float]]
    seconds: float

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(slots=True)
class Count:
    """The counts of one side in a round."""

    seconds: float = 0.0
    decisions: int = 0
    options: int = 0
    games: int = 0
    steps: int = 0

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


# -- decisions a second -----------------------------------------------------------------------------


def our_round(game: str, seconds: float, source: random.Random) -> Count:
    """Play whole games until the time is up, at least one, counting decisions with two or more options.

    Record and log are on.

    The clock on the wall ends a round, the processor's own clock measures it: what else the machine does then
    slows neither side in the count.
    """
    count = Count()
    over, began = perf_counter() + seconds, process_time()
    while not count.games or perf_counter() < over:
        table = new(game, seed=source.getrandbits(48))
        while (decision := table.decision) is not None:
            options = decision.options
            if len(options) >= 2:
                count.decisions += 1
                count.options += len(options)
            table.choose(source.choice(options))
        count.games += 1
        count.steps += len(table.steps)
        count.seconds = process_time() - began
    return count


def rival() -> Callable[[float, random.Random], Count] | None:
    """Count ticks of Catanatron with four RandomPlayers; None if it is not installed."""
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


# -- what a table costs -----------------------------------------------------------------------------


def random_game(seed: int) -> Iterator[Table[Any]]:
    """Yield the table of a random game at every decision."""
    source = random.Random(seed)
    table = new(GAME, seed=seed)
    while (decision := table.decision) is not None:
        yield table
        table.choose(source.choice(decision.options))


def copy_microseconds(state: Any, times: int = 2_000, rounds: int = 15) -> float:
    """Return the time of copying a state: the median of many rounds."""
    found = []
    for _ in range(rounds):
        began = process_time()
        for _ in range(times):
            state.copy()
        found.append((process_time() - began) / times * 1e6)
    return median(found)


def fork_milliseconds(seconds: float) -> tuple[float, int]:
    """Return the mean time of a fork in mid-step, which replays the step so far."""
    found: list[float] = []
    began, seed, at = perf_counter(), 0, 0
    while not found or perf_counter() - began < seconds:
        for table in random_game(seed):
            at += 1
            if at % FORK_EVERY == 0 and table.since:
                start = process_time()
                table.fork()
                found.append((process_time() - start) * 1e3)
        seed += 1
    return fmean(found), len(found)


def at_last_card(seed: int) -> Table[Any] | None:
    """Return a table at the first decision after the last card is shown; None if the game ends before."""
    return next((table for table in random_game(seed) if table.state.played and not table.state.deck), None)


def last_cards(count: int) -> Iterator[tuple[float, float]]:
    """Return kilobytes in memory and in the save file, for tables at the last card of their game."""
    seed = 0
    while count:
        seed += 1
        if at_last_card(seed) is None:  # and what is read or made once is there by now
            continue
        gc.collect()
        tracemalloc.start()
        try:
            table = at_last_card(seed)
            assert table is not None
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        count -= 1
        yield held / 1e3, len(table.save()) / 1e3


# -- Non-players ------------------------------------------------------------------------------------


def bot_games(bot: str, games: int) -> dict[str, float]:
    """Play Short games of four Non-players, with record and log but no explanations."""
    turns, began = 0, process_time()
    for seed in range(games):
        table = new(GAME, seed=seed, seats=bot)
        advance(table)
        turns += sum(step.name == "turn" for step in table.steps)
    return {"games_per_second": round(games / (process_time() - began), 2), "turns_per_game": round(turns / games, 1)}


# -- all together -----------------------------------------------------------------------------------


def speed_of(rounds: Sequence[Count], rivals: Sequence[Count]) -> dict[str, float | None]:
    """Return the speed of random games: medians over the rounds, and the median of their ratios."""
    games, decisions = sum(count.games for count in rounds), sum(count.decisions for count in rounds)
    ratios = [mine.rate / other.rate for mine, other in zip(rounds, rivals, strict=False)]
    return {
        "decisions_per_second": round(median(count.rate for count in rounds), 1),
        "ratio_to_catanatron": round(median(ratios), 3) if ratios else None,
        "games_per_second": round(median(count.games / count.seconds for count in rounds), 2),
        "decisions_per_game": round(decisions / games, 1),
        "mean_options": round(sum(count.options for count in rounds) / decisions, 2),
    }


def bench(seconds: float = SECONDS, done: Callable[[str], None] | None = None) -> Bench:
    """Measure everything. `seconds` is the time of the rounds; `done` is called after every part."""
    began = perf_counter()
    progress = done or (lambda what: None)
    source = random.Random(1)
    theirs = rival()
    each = seconds / ROUNDS / (len(GAMES) + (theirs is not None))
    ours: dict[str, list[Count]] = {game: [] for game in GAMES}
    rivals: list[Count] = []
    for game in GAMES:
        our_round(game, min(1.0, each), source)  # warm up
    for number in range(1, ROUNDS + 1):
        for game, rounds in ours.items():
            rounds.append(our_round(game, each, source))
        if theirs is not None:
            rivals.append(theirs(each, source))
        progress(f"round {number} of {ROUNDS}")
    *_, table = (table for _, table in zip(range(400), random_game(3), strict=False))
    fork, points = fork_milliseconds(min(3.0, seconds))
    progress("forks")
    sizes = list(last_cards(TABLES if seconds >= 10 else 1))
    progress("sizes")
    played = BOT_GAMES if seconds >= 10 else 1
    bots = {bot: bot_games(bot, played) for bot in BOTS}
    progress("Non-players")
    mine = ours[GAME]
    games = sum(count.games for count in mine)
    speeds = {game: speed_of(rounds, rivals) for game, rounds in ours.items()}
    speed = speeds[GAME]
    return Bench(
        decisions_per_second=speed["decisions_per_second"] or 0.0,
        ratio_to_catanatron=speed["ratio_to_catanatron"],
        games=speeds,
        games_played=games,
        catanatron_version=metadata.version(RIVAL) if theirs else None,
        catanatron_ticks_per_second=round(median(count.rate for count in rivals), 1) if rivals else None,
        rounds=[(round(count.rate, 1), round(rivals[i].rate, 1) if rivals else None) for i, count in enumerate(mine)],
        decisions_per_game=speed["decisions_per_game"] or 0.0,
        mean_options=speed["mean_options"] or 0.0,
        games_per_second=speed["games_per_second"] or 0.0,
        steps_per_game=round(sum(count.steps for count in mine) / games, 1),
        state_copy_microseconds=round(copy_microseconds(table.state), 2),
        fork_milliseconds=round(fork, 3),
        fork_points=points,
        table_kilobytes=round(max(memory for memory, _ in sizes), 1),
        save_kilobytes=round(max(save for _, save in sizes), 1),
        bot_games_per_second=bots[BOT]["games_per_second"],
        bot_games=played,
        bot_turns_per_game=bots[BOT]["turns_per_game"],
        bots=bots,
        seconds=round(perf_counter() - began, 1),
    )


# -- for people -------------------------------------------------------------------------------------


def judged(found: Bench) -> list[tuple[str, str, str, bool | None]]:
    """Return rows of label, figure, target and whether it is met (None without a target)."""
    rows: list[tuple[str, str, str, bool | None]] = [
        ("decisions a second, one core", f"{found.decisions_per_second:,.0f}", "", None),
        (f"{RIVAL} ticks a second", _rate(found.catanatron_ticks_per_second), "", None),
        _ratio(found.ratio_to_catanatron),
        ("games played", str(found.games_played), "", None),
        ("whole games a second", f"{found.games_per_second:.1f}", "", None),
        ("decisions a game", f"{found.decisions_per_game:.0f}", "", None),
        ("mean options", f"{found.mean_options:.1f}", "", None),
        ("steps a game", f"{found.steps_per_game:.0f}", "", None),
        ("state copy", f"{found.state_copy_microseconds:.2f} us", "<= 10 us", found.state_copy_microseconds <= 10),
        ("fork and replay of a step", f"{found.fork_milliseconds:.3f} ms", "<= 1 ms", found.fork_milliseconds <= 1),
        ("table at the last card", f"{found.table_kilobytes:.0f} kB", "< 400 kB", found.table_kilobytes < 400),
        ("its save", f"{found.save_kilobytes:.0f} kB", "< 100 kB", found.save_kilobytes < 100),
    ]
    for bot, speed in found.bots.items():
        rows += [
            (
                f"games of four {bot} a second",
                f"{speed['games_per_second']:.1f}",
                f">= {LEAST_BOT_GAMES}",
                speed["games_per_second"] >= LEAST_BOT_GAMES,
            ),
            ("turns in such a game", f"{speed['turns_per_game']:.0f}", "", None),
        ]
    for game, alike in found.games.items():
        if game != GAME:
            rows += [
                (f"{game}: {what}", figure, bar, clears) for what, figure, bar, clears in _judged_alike(game, alike)
            ]
    return rows


def _judged_alike(game: str, speed: Mapping[str, float | None]) -> Iterator[tuple[str, str, str, bool | None]]:
    """Return the rows that every game has."""
    yield "decisions a second, one core", _rate(speed["decisions_per_second"]), "", None
    yield _ratio(speed["ratio_to_catanatron"])
    games, least = speed["games_per_second"] or 0.0, LEAST_GAMES.get(game)
    yield (
        "whole games a second",
        f"{games:.1f}",
        "" if least is None else f">= {least}",
        None if least is None else games >= least,
    )
    yield "decisions a game", f"{speed['decisions_per_game']:.0f}", "", None
    yield "mean options", f"{speed['mean_options']:.1f}", "", None


def _ratio(ratio: float | None) -> tuple[str, str, str, bool | None]:
    return (
        f"ratio to {RIVAL}",
        "not installed" if ratio is None else f"{ratio:.2f}",
        f">= {LEAST_RATIO}",
        None if ratio is None else ratio >= LEAST_RATIO,
    )


def _rate(rate: float | None) -> str:
    return "not installed" if rate is None else f"{rate:,.0f}"


def report(found: Bench) -> RenderableType:
    title = f"Random choices; A Distant Plain where no game is named; {found.seconds:.0f} s"
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column("what")
    for column in ("figure", "bar", ""):
        grid.add_column(column, justify="right")
    for what, figure, bar, clears in judged(found):
        verdict = Text("") if clears is None else Text("ok", style="green") if clears else Text("no", style="red")
        grid.add_row(what, figure, bar, verdict)
    notes = [Text(note) for note in _notes(found)]
    return Group(grid, *notes)


def _notes(found: Bench) -> Iterator[str]:
    if found.catanatron_version is None:
        yield f"{RIVAL} is not installed, so there is no ratio: pip install {RIVAL}=={RIVAL_VERSION}"
    elif found.catanatron_version != RIVAL_VERSION:
        yield f"{RIVAL} is {found.catanatron_version}; the bar is for {RIVAL_VERSION}"
