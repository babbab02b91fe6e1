"""The benchmark: speed compared with Catanatron in the same run, and the time and memory of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib import metadata
from multiprocessing import get_context
from statistics import median
from time import perf_counter
from typing import Final

from khyber.catalogue import DEFAULT, GAMES
from khyber.catalogue import game as find_game
from khyber.engine.optional import Bots
from khyber.lab.bench.environments import Environments, measure_environments
from khyber.lab.bench.machine import Interpreter, Scale, import_seconds, interpreter, process_counts, scale
from khyber.lab.bench.moments import Moments, kilobytes, measure
from khyber.lab.bench.rates import ASIDES, PLAIN, RIVAL, Kind, Slice, rounds_of

#: Rounds, in each of which every kind of game has a slice of time beside Catanatron; and of the environments.
ROUNDS: Final = 12
#: Rounds that one process plays.
ROUNDS_EACH: Final = 3
ENVIRONMENT_ROUNDS: Final = 5
#: Default duration of the rounds together. With less than the second figure, each kind of work is done only once.
SECONDS: Final = 120.0
MIN_SECONDS: Final = 10.0
#: Seconds of each environment; games at whose moments a table is measured; games of each process when scaling.
ENVIRONMENT_SECONDS: Final = 4.0
MOMENT_GAMES: Final = 3
SCALE_GAMES: Final = 60
#: The game whose bots show how games scale over processes.
SCALED: Final = DEFAULT
#: The seed of the random game whose table is weighed.
WEIGHED: Final = 3


@dataclass(frozen=True, slots=True)
class RandomGames:
    """Random games: medians over the rounds, and the median of the ratios within a round."""

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


def parts(seconds: float = SECONDS, games: Sequence[str] = tuple(GAMES)) -> int:
    """Return how often `bench` calls `done`."""
    return _rounds(seconds) + len(games) + 3


def _rounds(seconds: float) -> int:
    return ROUNDS if seconds >= MIN_SECONDS else 1


def bench(
    seconds: float = SECONDS,
    done: Callable[[str], None] = lambda what: None,
    *,
    games: Sequence[str] = tuple(GAMES),
    most_processes: int | None = None,
) -> Bench:
    """Measure everything, calling `done` after every part."""
    began = perf_counter()
    whole, rounds = seconds >= MIN_SECONDS, _rounds(seconds)
    bots = {game: tuple(Bots.of(find_game(game)).bots) for game in games}
    kinds: list[Kind] = [(game, what) for game in games for what in (PLAIN, ASIDES, *bots[game])]
    slices: dict[Kind, list[Slice]] = {kind: [] for kind in kinds}
    # In several processes: hash seed and memory layout favour one side by up to 6% as long as a process lives.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as process:
        numbers = [range(rounds)[first : first + ROUNDS_EACH] for first in range(0, rounds, ROUNDS_EACH)]
        work = [(kinds, some, seconds / rounds / len(kinds)) for some in numbers]
        for played in process.map(rounds_of, work):
            for counted in played:
                for kind, pair in counted.items():
                    slices[kind].append(pair)
                done(f"{len(slices[kinds[0]])} of {rounds} rounds")
    found: dict[str, GameBench] = {}
    for game in games:
        moments = measure(game, MOMENT_GAMES if whole else 1)
        held, saved = kilobytes(game, WEIGHED)
        found[game] = GameBench(
            random=_random(slices[game, PLAIN]),
            with_asides=_random(slices[game, ASIDES]),
            bots={bot: _bots(slices[game, bot]) for bot in bots[game]},
            moments=moments,
            table_kilobytes=held,
            save_kilobytes=saved,
        )
        done(f"moments of {game}")
    stepped = measure_environments(min(seconds, ENVIRONMENT_SECONDS), ENVIRONMENT_ROUNDS if whole else 1, games)
    done("environments")
    importing = import_seconds()
    done("import")
    scaled = [
        scale(SCALED, bots[SCALED][0], SCALE_GAMES if whole else 1, processes)
        for processes in process_counts(most_processes)
        if SCALED in games
    ]
    done("processes")
    rivals = [other.rate for pairs in slices.values() for _, other in pairs if other.games]
    return Bench(
        interpreter=interpreter(),
        catanatron_version=metadata.version(RIVAL) if rivals else None,
        catanatron_ticks_per_second=round(median(rivals), 1) if rivals else None,
        import_seconds=importing,
        games=found,
        scaling=scaled,
        seconds=round(perf_counter() - began, 1),
        environments=stepped,
    )


def _random(slices: Sequence[Slice]) -> RandomGames:
    games, decisions = sum(mine.games for mine, _ in slices), sum(mine.decisions for mine, _ in slices)
    ratios = [mine.rate / other.rate for mine, other in slices if other.games]
    return RandomGames(
        decisions_per_second=round(median(mine.rate for mine, _ in slices), 1),
        ratio_to_catanatron=round(median(ratios), 3) if ratios else None,
        games_per_second=round(median(mine.games / mine.seconds for mine, _ in slices), 2),
        decisions_per_game=round(decisions / games, 1),
        mean_options=round(sum(mine.options for mine, _ in slices) / decisions, 2),
        games=games,
    )


def _bots(slices: Sequence[Slice]) -> BotGames:
    games = sum(mine.games for mine, _ in slices)
    ticks = [mine.seconds / mine.games * other.rate for mine, other in slices if other.games]
    return BotGames(
        games_per_second=round(median(mine.games / mine.seconds for mine, _ in slices), 2),
        ticks_per_game=round(median(ticks)) if ticks else None,
        steps_per_game=round(sum(mine.steps for mine, _ in slices) / games, 1),
        games=games,
    )
