"""Why a bot did what it did: the command `explain`, and the same told in a game under way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import khyber
from khyber.agents.explaining import Explanation, bots_in, explain_all, hint, turns
from khyber.api import opponent
from khyber.cli import chronicle
from khyber.cli.chronicle import Heading, heading
from khyber.cli.files import read
from khyber.cli.options import AsJson, Lang, Language, RecordFile
from khyber.cli.screen import STYLES
from khyber.cli.text import words_with
from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadRecord, Error
from khyber.engine.game import Event, Json
from khyber.engine.retracing import name_of
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.state import State

#: Kinds of events that say in a word what a turn was.
DID = ("passed", "operation", "limited-operation", "activity", "event")

Turn = Annotated[int | None, typer.Option(
    "--turn", metavar="N", min=1, show_default=False, help="The N-th turn of the game; without it, list them.")]
Step = Annotated[int | None, typer.Option(
    "--step", metavar="K", min=1, show_default=False, help="Step K of the record: for a Propaganda Round.")]


@dataclass(frozen=True, slots=True)
class Told:
    """One step: where it stands, what happened in it, and what each bot thought."""

    step: int
    name: str
    heading: Heading | None
    events: Sequence[Event]
    explanations: Sequence[Explanation]


# -- finding ----------------------------------------------------------------------------------------


def turn_step(table: Table[State], number: int) -> int:
    """The step of the N-th turn. Raises Error if there is none."""
    found = turns(table)
    if not 1 <= number <= len(found):
        raise Error(f"there is no turn {number}: the game has {len(found)}")
    return found[number - 1]


def tell(table: Table[State], step: int) -> Told:
    """What bots thought in that step. Raises Error if no bot decided anything in it."""
    if not 0 <= step <= len(table.steps):
        raise Error(f"there is no step {step + 1}: the record has {len(table.steps)}")
    top = heading(table, step)
    if not bots_in(table, step):
        where = f"step {step + 1} ({name_of(table, step)})" if top is None else (
            f"turn {top.number} ({top.seat}, played by {top.agent})")
        raise Error(f"no bot decided anything in {where}")
    return Told(step, name_of(table, step), top, chronicle.events_of(table, step), list(explain_all(table, step)))


# -- for people -------------------------------------------------------------------------------------


def reasons(messages: Sequence[Message], words: Catalogue) -> Iterator[RenderableType]:
    """Each thought on a line of its own."""
    for message in messages:
        yield Padding(Text(words.say(message)), (0, 0, 0, 2), expand=False)


def shown(told: Told, words: Catalogue) -> Iterator[RenderableType]:
    """What happened, then why, and whether the bot thinks the same today."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    yield chronicle.heading_line(told.heading, words) if told.heading is not None else step_line(
        told.step, told.name, words)
    yield from chronicle.paragraphs(told.events, words)
    for explanation in told.explanations:
        yield Text()
        yield Text(said("why", faction=explanation.seat), f"bold {STYLES[explanation.seat]}")
        if explanation.reasons:
            yield from reasons(explanation.reasons, words)
        else:
            yield Text(said("why-nothing"), "dim")
        other = explanation.differs
        if other is not None:
            yield Text(said("why-differs", text=other.key, choice=other.bot, rule=other.rule), "red")
        if explanation.stopped:
            yield Text(said("why-stopped", text=explanation.stopped), "red")


def counsel(table: Table[State], words: Catalogue) -> Iterator[RenderableType]:
    """What the game's bot would answer in the place of whoever is asked now, and why."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    given = hint(table, opponent(table.game))
    if given.departed is not None:
        yield Text(said("hint-departed", text=given.departed.bot, choice=given.departed.key), "dim")
    if given.option is None:
        yield Text(said("hint-silent"), "red")
        return
    yield Text(said("hint", choice=given.option.key, text=words.option(given.option)), "bold")
    yield from reasons(given.reasons, words)


def listed(table: Table[State], words: Catalogue) -> Iterator[RenderableType]:
    """Every turn on a line: its number, the card, who, and what it did; and the other steps in which a bot decided."""
    for step in worth_listing(table):
        top = heading(table, step)
        if top is None:
            yield step_line(step, name_of(table, step), words)
            continue
        line = chronicle.heading_line(top, words)
        for event in did(table, step):
            line.append(" · ", "dim")
            line.append(words.say(event.message).removeprefix(words.word(f"faction.{top.seat}") + ": "))
        yield line


def worth_listing(table: Table[State]) -> list[int]:
    """Turns, and steps in which a bot decided something."""
    found = turns(table)
    return sorted({*found, *(step for step in range(len(table.steps)) if bots_in(table, step))})


def step_line(step: int, name: str, words: Catalogue) -> Text:
    text = words.say(Message(f"ui.step-{name}", {}))
    return Text(words.say(Message("ui.step", {"n": step + 1, "text": text})))


def did(table: Table[State], step: int) -> list[Event]:
    return [event for event in chronicle.events_of(table, step) if event.kind in DID]


# -- for programs -----------------------------------------------------------------------------------


def message_as_json(message: Message, words: Catalogue) -> Json:
    return {"key": message.key, "params": dict(message.params), "text": words.say(message)}


def as_json(told: Told, words: Catalogue) -> dict[str, Json]:
    """The explanation as data."""
    return {
        **_place(told.step, told.name, told.heading),
        "log": [message_as_json(event.message, words) for event in told.events],
        "bots": [{
            "seat": why.seat, "bot": why.bot, "same": why.differs is None and not why.stopped, "stopped": why.stopped,
            "answers": [{"ask": a.ask, "rule": a.rule, "key": a.key, "bot": a.bot} for a in why.answers],
            "reasons": [message_as_json(message, words) for message in why.reasons]}
            for why in told.explanations]}


def _place(step: int, name: str, top: Heading | None) -> dict[str, Json]:
    place: dict[str, Json] = {"step": step + 1, "name": name}
    if top is not None:
        place |= {"turn": top.number, "card": top.card, "seat": top.seat, "agent": top.agent}
    return place


def listed_as_json(table: Table[State], words: Catalogue) -> list[Json]:
    return [{**_place(step, name_of(table, step), heading(table, step)),
             "did": [message_as_json(event.message, words) for event in did(table, step)]}
            for step in worth_listing(table)]


# -- the command ------------------------------------------------------------------------------------


def explain_command(file: RecordFile, turn: Turn = None, step: Step = None, as_json_: AsJson = False,
                    lang: Lang = Language.EN) -> None:
    """Why a bot played a turn as it did: its flowchart walked again from a saved game.

    Without --turn or --step, list the turns.
    """
    if turn is not None and step is not None:
        raise Error("--turn and --step name the same thing in two ways: give one of them")
    table = loaded(file)
    words = words_with(lang, table.header.setup.replaced)
    console = Console(highlight=False, markup=False, emoji=False)
    if turn is None and step is None:
        if as_json_:
            typer.echo(json.dumps({"steps": listed_as_json(table, words)}, ensure_ascii=False, indent=1))
        else:
            for line in listed(table, words):
                console.print(line)
        return
    told = tell(table, turn_step(table, turn) if turn is not None else (step or 0) - 1)
    if as_json_:
        typer.echo(json.dumps(as_json(told, words), ensure_ascii=False, indent=1))
    else:
        for thing in shown(told, words):
            console.print(thing)


def loaded(file: Path) -> Table[State]:
    """The table saved in the file."""
    text = read(file)
    try:
        return khyber.load(text)
    except BadRecord as problem:
        raise BadRecord(f"{file}: {problem}") from problem

