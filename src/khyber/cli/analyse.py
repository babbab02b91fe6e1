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
from khyber.agents.analysis.chances import as_shown, chances
from khyber.agents.analysis.judging import (
    WORLDS,
    Judged,
    Slip,
    costliest,
    described,
    judge_step,
    steps_to_judge,
    to_judge,
)
from khyber.agents.driver import PERSON
from khyber.cli.display import display_of
from khyber.cli.explain import loaded, message_as_json
from khyber.cli.networks import warn_without_network
from khyber.cli.options import MAX_JOBS, AsJson, Lang, Language, RecordFile
from khyber.cli.progress import progress
from khyber.cli.text import words as words_of
from khyber.cli.turns import name_of_turn
from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadSetup
from khyber.engine.game import Json
from khyber.engine.history import undone_chance
from khyber.engine.names import unknown
from khyber.engine.table import Table
from khyber.engine.text import Catalogue, number
from khyber.engine.turns import Turn, turns
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
        "--jobs", min=1, max=MAX_JOBS, show_default="one per core", help="Processes to spread the turns over."
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
    """Some steps of a record for one process, each with the seat to judge."""

    record: str
    steps: tuple[tuple[int, str], ...]
    worlds: int


#: What was found in each step: None if nothing else than what was played.
Found = dict[int, Slip | None]


def judge_part(part: Part) -> Found:
    """Judge these steps, in a process that loads the record once."""
    table = khyber.load(part.record)
    return {step: judge_step(table, step, seat, part.worlds) for step, seat in part.steps}


def judged_steps(table: Table[Any], found: list[Turn], worlds: int, jobs: int) -> Iterator[Found]:
    """Yield the judgements of steps as they are made, over several processes, turn by turn."""
    steps = [(step, turn.seat) for turn in found for step in steps_to_judge(table, turn)]
    if jobs == 1 or len(steps) < 2:
        for step, seat in steps:
            yield {step: judge_step(table, step, seat, worlds)}
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
    ends = [turn.steps[-1] + 1 for turn in turns(table)] or list(range(1, len(table.steps) + 1))
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

    Every turn is compared, step by step, with what a search finds from what its seat knew. Ctrl-C shows what was
    found so far. A game that is not over is analysed only with --unfinished, and only if it is a solo game.
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
    wanted = to_judge(table, None if seat is None else tuple(seat))
    found: Found = {}
    done: list[Judged] = []
    with suppress(KeyboardInterrupt), progress("turns", len(wanted), forecast=True) as advance:
        for part in judged_steps(table, wanted, worlds, jobs or cores()):
            found |= part
            before, done = len(done), assembled(table, wanted, found)
            advance(n=len(done) - before)
    display = display_of(table.game.id)
    words = display.named(words_of(table.game.id, lang), table.header.setup.replaced)
    if as_json_:
        shown = as_json(table, done, worlds, words) | {"judged": len(done), "of": len(wanted)}
        typer.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    for line in report(table, done, worlds, words):
        console.print(line)
    if len(done) < len(wanted):
        stopped = Message("ui.stopped-judging", {"n": len(done), "of": len(wanted)})
        console.print(Text(words.say(stopped), "yellow"))


def assembled(table: Table[Any], wanted: list[Turn], found: Found) -> list[Judged]:
    """Return the turns of which all steps are judged."""
    done: list[Judged] = []
    for turn in wanted:
        steps = steps_to_judge(table, turn)
        if all(step in found for step in steps):
            done.append(Judged(turn, tuple(slip for step in steps if (slip := found[step]) is not None)))
    return done


def report(table: Table[Any], found: list[Judged], worlds: int, words: Catalogue) -> Iterator[RenderableType]:
    """Return the curves and the costliest turns for people."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    display = display_of(table.game.id)
    styles = display.styles
    alone = len(table.game.seats) == 1
    curve = curve_of(table)
    if undone_chance(table):
        yield Text(said("undone-chance"), "yellow")
    yield Text(said("chances-alone" if alone else "chances"), "bold")
    for seat in table.game.seats:
        values = [values[seat] for _, values in curve]
        shown: dict[str, Param] = {"text": bars(values), "n": as_shown(table.game, values[-1])}
        yield Text(
            said("chances-now-alone", **shown) if alone else said("chances-now", seat=seat, **shown), styles[seat]
        )
    worst = costliest(found)
    none = "none-costly-alone" if alone else "none-costly"
    yield Text()
    yield Text(said("costliest", n=len(worst)) if worst else said(none), "bold")
    for one in worst:
        margin = number(-as_shown(table.game, one.cost), signed=True)
        called = words.say(name_of_turn(table, one.turn, display))
        named: dict[str, Param] = {"n": one.turn.number, "text": called, "margin": margin}
        yield Text()
        costly = said("costly-alone", **named) if alone else said("costly", seat=one.turn.seat, **named)
        yield Text(costly, f"bold {styles[one.turn.seat]}")
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
    """Return the analysis as JSON data; all values are percentages or, in a game for one, points."""
    game, display = table.game, display_of(table.game.id)

    def about(one: Judged) -> dict[str, Json]:
        return {
            "turn": one.turn.number,
            "called": words.say(name_of_turn(table, one.turn, display)),
            "step": one.turn.steps[0] + 1,
            "seat": one.turn.seat,
            "cost": as_shown(game, one.cost),
        }

    return {
        "game": game.id,
        "unit": "points" if len(game.seats) == 1 else "percent",
        "undone_chance": undone_chance(table),
        "chances": [
            {"step": step, **{seat: as_shown(game, value) for seat, value in values.items()}}
            for step, values in curve_of(table)
        ],
        "turns": [about(one) for one in found],
        "costliest": [
            {
                **about(one),
                "slips": [
                    {
                        "step": slip.step + 1,
                        "value": as_shown(game, slip.value),
                        "best": as_shown(game, slip.better),
                        "played": list(slip.played),
                        "line": list(slip.best),
                    }
                    for slip in one.costly
                ],
                "compared": [message_as_json(message, words) for message in compared],
                "line": [message_as_json(message, words) for message in line],
            }
            for one, (compared, line) in ((one, described(table, one, worlds)) for one in costliest(found))
        ],
    }
