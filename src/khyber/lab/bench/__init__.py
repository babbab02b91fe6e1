"""The benchmark: speed compared with Catanatron in the same run, and the time and memory of a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from statistics import median
from time import perf_counter
from typing import Final

from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.optional import Bots
from khyber.lab.bench.environments import Environments, measure_environments
from khyber.lab.bench.machine import Interpreter, Scale, import_seconds, interpreter, process_counts, scale
from khyber.lab.bench.moments import Moments, kilobytes, measure
from khyber.lab.bench.rates import RIVAL, Count, asides_round, bot_round, random_round, rival

ROUNDS: Final = 5
#: Default duration of the random games and Catanatron's together.
SECONDS: Final = 60.0
#: Games of bots in each round; games at whose moments a table is measured; games of each process when scaling.
BOT_GAMES: Final = 20
MOMENT_GAMES: Final = 3
SCALE_GAMES: Final = 60
#: The game whose bots show how games scale over processes.
SCALED: Final = "distant-plain"
#: The seed of the random game whose table is weighed.
WEIGHED: Final = 3


@dataclass(frozen=True, slots=True)
class RandomGames:
    """Random games: medians over the rounds, and the median of the rounds' ratios."""

    decisions_per_second: float
    ratio_to_catanatron: float | None
    games_per_second: float
    decisions_per_game: float
    mean_options: float
    games: int


@dataclass(frozen=True, slots=True)
class BotGames:
    """Games with the bot in every seat: medians over the rounds."""

    games_per_second: float
    #: Cost of a game, in ticks of Catanatron.
    ticks_per_game: float | None
    steps_per_game: float
    games: int


@dataclass(frozen=True, slots=True)
class GameBench:
    """The measurements of one game."""

    random: RandomGames
    #: By random agents that also take asides, as in `khyber simulate`.
    with_asides: RandomGames
    bots: dict[str, BotGames]
    moments: Moments
    table_kilobytes: float
    save_kilobytes: float


@dataclass(frozen=True, slots=True)
class Bench:
    """All measurements."""

    interpreter: Interpreter
    catanatron_version: str | None
    catanatron_ticks_per_second: float | None
    import_seconds: float
    games: dict[str, GameBench]
    scaling: list[Scale]
    seconds: float
    #: None without PettingZoo and Gymnasium.
    environments: Environments | None = None

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def parts(games: Sequence[str] = tuple(GAMES)) -> int:
    """Return how often `bench` calls `done`."""
    return ROUNDS + len(games) + 3


def bench(
    seconds: float = SECONDS,
    done: Callable[[str], None] = lambda what: None,
    *,
    games: Sequence[str] = tuple(GAMES),
    most_processes: int | None = None,
) -> Bench:
    """Measure everything, calling `done` after every part. With few seconds, bots play few games too."""
    began = perf_counter()
    source, theirs = random.Random(1), rival()
    whole = seconds >= 10
    each = seconds / ROUNDS / (2 * len(games) + (theirs is not None))
    bots = {game: tuple(Bots.of(find_game(game)).bots) for game in games}
    plain: dict[str, list[Count]] = {game: [] for game in games}
    asides: dict[str, list[Count]] = {game: [] for game in games}
    seated: dict[tuple[str, str], list[Count]] = {(game, bot): [] for game in games for bot in bots[game]}
    rivals: list[Count] = []
    for game in games:
        random_round(game, min(1.0, each), source)  # warm up
    for number in range(ROUNDS):
        for game in games:
            plain[game].append(random_round(game, each, source))
            asides[game].append(asides_round(game, each, source))
        size = BOT_GAMES if whole else 1
        for game, bot in seated:
            seated[game, bot].append(bot_round(game, bot, range(number * size, (number + 1) * size)))
        if theirs is not None:
            rivals.append(theirs(each, source))
        done(f"round {number + 1} of {ROUNDS}")
    found: dict[str, GameBench] = {}
    for game in games:
        moments = measure(game, MOMENT_GAMES if whole else 1)
        held, saved = kilobytes(game, WEIGHED)
        found[game] = GameBench(
            random=_random(plain[game], rivals),
            with_asides=_random(asides[game], rivals),
            bots={bot: _bots(seated[game, bot], rivals) for bot in bots[game]},
            moments=moments,
            table_kilobytes=held,
            save_kilobytes=saved,
        )
        done(f"moments of {game}")
    stepped = measure_environments(each * ROUNDS / 2, ROUNDS, games)
    done("environments")
    importing = import_seconds()
    done("import")
    scaled = [
        scale(SCALED, bots[SCALED][0], SCALE_GAMES if whole else 1, processes)
        for processes in process_counts(most_processes)
        if SCALED in games
    ]
    done("processes")
    return Bench(
        interpreter=interpreter(),
        catanatron_version=metadata.version(RIVAL) if theirs else None,
        catanatron_ticks_per_second=round(median(count.rate for count in rivals), 1) if rivals else None,
        import_seconds=importing,
        games=found,
        scaling=scaled,
        seconds=round(perf_counter() - began, 1),
        environments=stepped,
    )


def _random(rounds: Sequence[Count], rivals: Sequence[Count]) -> RandomGames:
    games, decisions = sum(count.games for count in rounds), sum(count.decisions for count in rounds)
    ratios = [mine.rate / other.rate for mine, other in zip(rounds, rivals, strict=False)]
    return RandomGames(
        decisions_per_second=round(median(count.rate for count in rounds), 1),
        ratio_to_catanatron=round(median(ratios), 3) if ratios else None,
        games_per_second=round(median(count.games / count.seconds for count in rounds), 2),
        decisions_per_game=round(decisions / games, 1),
        mean_options=round(sum(count.options for count in rounds) / decisions, 2),
        games=games,
    )


def _bots(rounds: Sequence[Count], rivals: Sequence[Count]) -> BotGames:
    games = sum(count.games for count in rounds)
    ticks = [mine.seconds / mine.games * other.rate for mine, other in zip(rounds, rivals, strict=False)]
    return BotGames(
        games_per_second=round(median(count.games / count.seconds for count in rounds), 2),
        ticks_per_game=round(median(ticks)) if ticks else None,
        steps_per_game=round(sum(count.steps for count in rounds) / games, 1),
        games=games,
    )
