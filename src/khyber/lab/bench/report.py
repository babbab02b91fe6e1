"""The benchmark as a report: figures and their targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khyber.catalogue import game as find_game
from khyber.engine.optional import Speed
from khyber.lab.bench import Bench, BotGames, GameBench
from khyber.lab.bench.environments import RIVAL_GYM, RIVAL_GYM_VERSION, Environments
from khyber.lab.bench.rates import RIVAL, RIVAL_VERSION

#: Targets: decisions for each tick of Catanatron, and others. Those of one game are in its part `Speed`.
MIN_RATIO: Final = 2.0
MAX_IMPORT: Final = 0.15
MIN_AEC: Final = 10_000
MAX_COPY: Final = 10.0
MAX_FORK: Final = 1.0
MAX_TABLE: Final = 400.0
MAX_SAVE: Final = 100.0


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its target, and whether it is met; None if there is no target."""

    what: str
    figure: str
    bar: str = ""
    clears: bool | None = None

    @property
    def verdict(self) -> str:
        return {None: "", True: "ok", False: "no"}[self.clears]


def rows(found: Bench) -> Iterator[tuple[str, list[Row]]]:
    """Yield a title and rows for each game, and for the whole benchmark."""
    for game, measured in found.games.items():
        yield game, list(_game_rows(game, measured, found.catanatron_ticks_per_second))
    if found.environments is not None:
        yield "environments", list(_environment_rows(found.environments))
    yield "everything", list(_whole_rows(found))


def _game_rows(game: str, found: GameBench, ticks: float | None) -> Iterator[Row]:
    yield Row("decisions a second", f"{found.random.decisions_per_second:,.0f}")
    yield _ratio(found.random.ratio_to_catanatron)
    yield _at_least("whole games a second", found.random.games_per_second, Speed.of(find_game(game)).min_games or None)
    yield Row(
        "decisions a game, options of each", f"{found.random.decisions_per_game:.0f}, {found.random.mean_options:.1f}"
    )
    asides = found.with_asides
    ratio = "" if asides.ratio_to_catanatron is None else f" ({asides.ratio_to_catanatron:.2f} x {RIVAL})"
    yield Row("answers a second, with asides", f"{asides.decisions_per_second:,.0f}{ratio}")
    for bot, speed in found.bots.items():
        yield _bots(game, bot, speed)
    moments = found.moments
    yield Row("a playout: imagine and 12 turns of bots", _cost(moments.playout, ticks))
    yield Row("preview of a choice", _cost(moments.preview, ticks))
    yield Row("hint", _cost(moments.hint, ticks))
    yield Row("load", _cost(moments.load, ticks))
    yield _at_most("fork in the middle of a step", moments.fork, MAX_FORK, "ms", 3)
    yield _at_most("copy of a state", moments.copy_microseconds, MAX_COPY, "us", 2)
    yield _at_most("a table at the end, in memory", found.table_kilobytes, MAX_TABLE, "kB")
    yield _at_most("its save", found.save_kilobytes, MAX_SAVE, "kB")


def _cost(milliseconds: float, ticks: float | None) -> str:
    """Return a time, and the same in ticks of Catanatron, which hold on any machine."""
    same = "" if ticks is None else f" ({milliseconds * ticks / 1e3:,.0f} ticks)"
    return f"{milliseconds:.2f} ms{same}"


def _bots(game: str, bot: str, speed: BotGames) -> Row:
    most, ticks = Speed.of(find_game(game)).max_ticks or None, speed.ticks_per_game
    figure = f"{speed.games_per_second:.1f} a second"
    if ticks is not None:
        figure += f", {ticks:,.0f} ticks each"
    bar = "" if most is None else f"<= {most:,} ticks"
    return Row(f"games of {bot} in every seat", figure, bar, None if most is None or ticks is None else ticks <= most)


def _environment_rows(found: Environments) -> Iterator[Row]:
    rival = found.catanatron_gym
    yield Row(f"{RIVAL_GYM}: steps a second", "not installed" if rival is None else f"{rival:,.0f}")
    yield Row("chess of PettingZoo: steps a second", "not installed" if found.chess is None else f"{found.chess:,.0f}")
    for game, steps in found.aec.items():
        rate = steps.steps_per_second
        yield Row(f"AEC of {game}: steps a second", f"{rate:,.0f}", f">= {MIN_AEC:,}", rate >= MIN_AEC)
        yield _steps_ratio(f"AEC of {game}: ratio to {RIVAL_GYM}", steps.ratio_to_catanatron, MIN_RATIO)
        yield _steps_ratio(f"AEC of {game}: ratio to chess", steps.ratio_to_chess, None)
    for game, steps in found.gymnasium.items():
        yield Row(f"Gymnasium of {game}: steps a second", f"{steps.steps_per_second:,.0f}")
        yield _steps_ratio(f"Gymnasium of {game}: ratio to {RIVAL_GYM}", steps.ratio_to_catanatron, MIN_RATIO)


def _steps_ratio(what: str, ratio: float | None, least: float | None) -> Row:
    bar = "" if least is None else f">= {least}"
    figure = "not installed" if ratio is None else f"{ratio:.2f}"
    return Row(what, figure, bar, None if ratio is None or least is None else ratio >= least)


def _whole_rows(found: Bench) -> Iterator[Row]:
    ticks = found.catanatron_ticks_per_second
    yield Row(f"{RIVAL}: ticks a second", "not installed" if ticks is None else f"{ticks:,.0f}")
    yield _at_most("import khyber, CPU time", found.import_seconds, MAX_IMPORT, "s", 3)
    one = found.scaling[0].games_per_second if found.scaling else 0.0
    for scale in found.scaling:
        memory = "" if scale.megabytes_per_process is None else f", {scale.megabytes_per_process:.0f} MB each"
        times = "" if scale.processes == 1 else f" ({scale.games_per_second / one:.2f} x one)"
        label = "1 process" if scale.processes == 1 else f"{scale.processes} processes"
        yield Row(f"games of bots a second, {label}", f"{scale.games_per_second:.1f}{times}{memory}")


def _ratio(ratio: float | None) -> Row:
    figure = "not installed" if ratio is None else f"{ratio:.2f}"
    return Row(f"ratio to {RIVAL}", figure, f">= {MIN_RATIO}", None if ratio is None else ratio >= MIN_RATIO)


def _at_least(what: str, figure: float, least: float | None) -> Row:
    return Row(what, f"{figure:.1f}", f">= {least}" if least else "", figure >= least if least else None)


def _at_most(what: str, figure: float, most: float, unit: str, digits: int = 0) -> Row:
    return Row(what, f"{figure:.{digits}f} {unit}", f"<= {most:g} {unit}", figure <= most)


def report(found: Bench) -> RenderableType:
    """Return the figures as tables for a terminal."""
    return Group(*(_grid(title, listed) for title, listed in rows(found)), *(Text(note) for note in notes(found)))


def _grid(title: str, listed: list[Row]) -> Grid:
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column("what")
    for column in ("figure", "bar", ""):
        grid.add_column(column, justify="right")
    for row in listed:
        grid.add_row(row.what, row.figure, row.bar, Text(row.verdict, "green" if row.clears else "red"))
    return grid


def notes(found: Bench) -> Iterator[str]:
    """Yield notes that a reader of the figures needs."""
    yield f"Measured in {found.seconds:.0f} s, one core except for the last rows, by {found.interpreter}."
    if found.interpreter.optimised is False:
        yield "Such a build is 1.15 to 1.25 times slower than a distribution's Python; ratios are hardly affected."
    if found.catanatron_version is None:
        yield f"{RIVAL} is not installed, so there are no ratios: pip install {RIVAL}=={RIVAL_VERSION}"
    elif found.catanatron_version != RIVAL_VERSION:
        yield f"{RIVAL} is {found.catanatron_version}; the bars are for {RIVAL_VERSION}"
    if found.environments is not None and found.environments.catanatron_gym is None:
        yield f"Its environment is not installed: pip install --no-deps {RIVAL_GYM}=={RIVAL_GYM_VERSION}"
