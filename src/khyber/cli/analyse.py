"""The command `analyse`: winning chances over a game, its costliest turns, and what was better."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import khyber
from khyber.agents.analysis.chances import chances
from khyber.agents.analysis.judging import WORLDS, Judged, costliest, described, judge, to_judge
from khyber.agents.driver import PERSON
from khyber.agents.explain import steps_of_turn, turns
from khyber.agents.strong.reasons import percent
from khyber.cli.displays import display_of
from khyber.cli.explain import loaded, message_as_json
from khyber.cli.networks import warn_without_network
from khyber.cli.options import MOST_JOBS, AsJson, Lang, Language, RecordFile
from khyber.cli.progress import progress
from khyber.cli.text import words as words_of
from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadSetup
from khyber.engine.game import Json
from khyber.engine.names import unknown
from khyber.engine.table import Table
from khyber.engine.text import Catalogue, number
from khyber.lab.processes import cores, spread

Seat = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="SEAT", show_default=False, help="Judge only this seat's turns; repeatable."),
]
Worlds = Annotated[
    int, typer.Option("--worlds", min=2, max=500, help="Imagined worlds in which each turn is compared.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, max=MOST_JOBS, show_default="one per core", help="Processes to spread the turns over."
    ),
]

Unfinished = Annotated[
    bool,
    typer.Option("--unfinished", help="Analyse your own turns of a solo game that is not over, from what you know."),
]

#: Eight heights of a curve in one line, and the most columns it takes.
BARS: Final = "▁▂▃▄▅▆▇█"
WIDEST: Final = 60


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of a record for one process."""

    record: str
    steps: tuple[tuple[int, str], ...]
    worlds: int


def judge_part(part: Part) -> list[Judged | None]:
    """Judge these turns, in a process that loads the record once."""
    table = khyber.load(part.record)
    return [judge(table, step, seat, part.worlds) for step, seat in part.steps]


def judged_turns(
    table: Table[Any], steps: list[tuple[int, str]], worlds: int, jobs: int
) -> Iterator[list[Judged | None]]:
    """Yield the judgements as they are made, over several processes."""
    if jobs == 1 or len(steps) < 2:
        for step, seat in steps:
            yield [judge(table, step, seat, worlds)]
        return
    record, size = table.save(), max(1, min(8, len(steps) // (2 * jobs)))
    parts = [Part(record, tuple(steps[at : at + size]), worlds) for at in range(0, len(steps), size)]
    yield from spread(judge_part, parts, jobs)


def own_seat(table: Table[Any], *, allowed: bool) -> str:
    """Return the seat whose turns may be analysed while the game runs. Raises BadSetup.

    Analysis shows more than people at one table should know of each other's chances.
    """
    people = [seat for seat, agent in table.seats.items() if agent == PERSON]
    if not allowed:
        raise BadSetup("the game is not over; in a solo game, --unfinished analyses your own turns")
    if len(people) != 1:
        raise BadSetup("--unfinished is for solo games: finish this one first")
    return people[0]


def curve_of(table: Table[Any]) -> list[tuple[int, dict[str, float]]]:
    """Return each seat's chances at the start and after each turn; after each step if the game has no turns.

    While the game runs, they rest on what the person at the table knows.
    """
    known = None if table.outcome is not None else [seat for seat, agent in table.seats.items() if agent == PERSON]
    firsts = turns(table)
    ends = [steps_of_turn(table, first)[-1] + 1 for first in firsts] or list(range(1, len(table.steps) + 1))
    last = len(table.steps)
    places = sorted({0, *(min(end, last) for end in ends), last})
    return [(step, chances(table.game, table.checkpoint(step), known)) for step in places]


def analyse_command(
    file: RecordFile,
    seat: Seat = None,
    worlds: Worlds = WORLDS,
    jobs: Jobs = None,
    unfinished: Unfinished = False,
    as_json_: AsJson = False,
    lang: Lang = Language.EN,
) -> None:
    """Analyse a saved game: winning chances after each turn, the costliest turns, and what was better.

    Every turn is compared with what a search finds from what its seat knew. Ctrl-C shows what was found so far. A game
    that is not over is analysed only with --unfinished, and only if it is a solo game.
    """
    table = loaded(file)
    warn_without_network(table.game)
    for name in seat or ():
        if name not in table.game.seats:
            raise BadSetup(unknown("seat", name, table.game.seats))
    if table.outcome is None:
        own = own_seat(table, allowed=unfinished)
        if seat not in (None, [], [own]):
            raise BadSetup(f"while the game runs, only your own seat can be analysed: {own}")
        seat = [own]
    steps = to_judge(table, None if seat is None else tuple(seat))
    found: list[Judged] = []
    done = 0
    with suppress(KeyboardInterrupt), progress("turns", len(steps), forecast=True) as advance:
        for part in judged_turns(table, steps, worlds, jobs or cores()):
            found += [one for one in part if one is not None]
            done += len(part)
            advance(n=len(part))
    words = words_of(table.game.id, lang)
    if as_json_:
        shown = as_json(table, found, worlds, words) | {"judged": done, "of": len(steps)}
        typer.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    for line in report(table, found, worlds, words):
        console.print(line)
    if done < len(steps):
        console.print(Text(words.say(Message("ui.stopped-judging", {"n": done, "of": len(steps)})), "yellow"))


def report(table: Table[Any], found: list[Judged], worlds: int, words: Catalogue) -> Iterator[RenderableType]:
    """Return the curves and the costliest turns for people."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    styles = display_of(table.game.id).styles
    curve = curve_of(table)
    yield Text(said("chances"), "bold")
    for seat in table.game.seats:
        values = [values[seat] for _, values in curve]
        yield Text(said("chances-now", seat=seat, text=bars(values), n=percent(values[-1])), styles[seat])
    worst = costliest(found)
    yield Text()
    yield Text(said("costliest", n=len(worst)) if worst else said("none-costly"), "bold")
    starts = turns(table)
    for one in worst:
        turn = sum(first <= one.step for first in starts) if starts else one.step + 1
        margin = number(-percent(one.cost), signed=True)
        yield Text()
        yield Text(said("costly", n=turn, seat=one.seat, margin=margin), f"bold {styles[one.seat]}")
        compared, line = described(table, one, worlds)
        for message in compared:
            yield Padding(Text(words.say(message)), (0, 0, 0, 2), expand=False)
        if line:
            yield Padding(Text(said("line-follows"), "dim"), (0, 0, 0, 2), expand=False)
        for message in line:
            yield Padding(Text(words.say(message), "dim"), (0, 0, 0, 4), expand=False)


def bars(values: list[float]) -> str:
    """Return a curve as a row of bars.

    >>> bars([0.0, 0.5, 1.0])
    '▁▅█'
    """
    every = max(1, -(-len(values) // WIDEST))
    taken = [*values[:-1:every], values[-1]]
    return "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in taken)


def as_json(table: Table[Any], found: list[Judged], worlds: int, words: Catalogue) -> dict[str, Json]:
    """Return the analysis as JSON data; chances and values are in hundredths."""
    worst = costliest(found)
    return {
        "game": table.game.id,
        "chances": [
            {"step": step, **{seat: percent(value) for seat, value in values.items()}}
            for step, values in curve_of(table)
        ],
        "turns": [
            {"step": one.step + 1, "seat": one.seat, "value": percent(one.value), "best": percent(one.better)}
            for one in sorted(found, key=lambda one: one.step)
        ],
        "costliest": [
            {
                "step": one.step + 1,
                "seat": one.seat,
                "cost": percent(one.cost),
                "played": list(one.played),
                "best": list(one.best),
                "compared": [message_as_json(message, words) for message in compared],
                "line": [message_as_json(message, words) for message in line],
            }
            for one, (compared, line) in ((one, described(table, one, worlds)) for one in worst)
        ],
    }
