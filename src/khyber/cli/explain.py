"""Bots' reasons: the command `explain`, and hints during a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import khyber
from khyber.agents.bot import AGENT, Answer
from khyber.agents.explain import Explanation, bots_in, explain_all, hint
from khyber.agents.strong.thinking import LEVELS
from khyber.api import opponent
from khyber.cli import game_log
from khyber.cli.answers import numbered
from khyber.cli.display import Display, display_of
from khyber.cli.files import read
from khyber.cli.files import shown as path_shown
from khyber.cli.networks import NO_NETWORK, without_network
from khyber.cli.options import AsJson, Lang, Language, RecordFile
from khyber.cli.text import words as words_of
from khyber.cli.turns import Heading, find_turn, heading, heading_for, heading_line
from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadRecord, Error
from khyber.engine.game import Event, Json
from khyber.engine.history import name_of
from khyber.engine.optional import Bots
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.engine.turns import Turn, turn_with, turns

TurnName = Annotated[
    str | None,
    typer.Option(
        "--turn",
        metavar="TURN",
        show_default=False,
        help="A turn by its number or name, as listed: 12, or 'May: Declare'. Without it, list all turns.",
    ),
]
Step = Annotated[
    int | None,
    typer.Option("--step", metavar="K", min=1, show_default=False, help="Step K of the record, also outside turns."),
]


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """The steps of a turn: heading, events, and the reasons of each bot."""

    step: int
    name: Message
    heading: Heading | None
    events: Sequence[Event]
    explanations: Sequence[Explanation]


# -- finding ----------------------------------------------------------------------------------------


def one_step(table: Table[Any], step: int) -> range:
    """Return that step (from 0), or its whole turn if it begins one. Raises Error if missing."""
    if not 0 <= step <= len(table.steps):
        raise Error(f"there is no step {step + 1}: the record has {len(table.steps)}")
    turn = turn_with(turns(table), step)
    return turn.steps if turn is not None and turn.steps[0] == step else range(step, step + 1)


def explain_turn(table: Table[Any], steps: range, display: Display) -> ExplainedTurn:
    """Return the reasons of bots in those steps. Raises Error if no bot made a choice."""
    first = steps[0]
    top = heading_for(table, steps, display)
    if not any(bots_in(table, step) for step in steps):
        where = (
            f"step {first + 1} ({name_of(table, first)})"
            if top is None
            else (f"turn {top.number} ({top.seat}, played by {top.agent})")
        )
        raise Error(f"no bot made a choice in {where}")
    return ExplainedTurn(
        first,
        step_name(table, first, display),
        top,
        [event for step in steps for event in game_log.events_of(table, step)],
        [why for step in steps for why in explain_all(table, step)],
    )


def step_name(table: Table[Any], step: int, display: Display) -> Message:
    return display.step(name_of(table, step), table.checkpoint(step))


# -- for people -------------------------------------------------------------------------------------


def reasons(messages: Sequence[Message], words: Catalogue) -> Iterator[RenderableType]:
    """Return each reason as a line."""
    for message in messages:
        yield Padding(Text(words.say(message)), (0, 0, 0, 2), expand=False)


def shown(turn: ExplainedTurn, words: Catalogue, display: Display) -> Iterator[RenderableType]:
    """Return the events, the reasons, and any difference from the bot's choices today."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    yield (
        heading_line(turn.heading, words, display)
        if turn.heading is not None
        else step_line(turn.step, turn.name, words)
    )
    yield from game_log.paragraphs(turn.events, words, display)
    for seat, group in groupby(turn.explanations, key=lambda why: why.seat):
        thoughts = list(group)
        yield Text()
        yield Text(said("why", seat=seat), f"bold {display.styles[seat]}")
        for explanation in thoughts:
            if explanation.decided is not None:
                yield Padding(Text(said("in-short", text=words.short(explanation.decided))), (0, 0, 0, 2), expand=False)
            yield from reasons(explanation.reasons, words)
        withheld = sum(explanation.withheld for explanation in thoughts)
        unplanned = sum(explanation.unplanned for explanation in thoughts)
        if withheld:
            yield Text(said("why-untold", n=withheld), "dim")
        elif not any(explanation.reasons for explanation in thoughts) and not unplanned:
            yield Text(said("why-nothing"), "dim")
        if unplanned:
            yield Text(said("why-unplanned", n=unplanned), "dim")
        yield from _doubts(thoughts, words)


def _doubts(thoughts: Sequence[Explanation], words: Catalogue) -> Iterator[RenderableType]:
    """Return notes where the bot would choose differently today, or replay stops."""
    for explanation in thoughts:
        other = explanation.differs
        if other is not None:
            params = {"text": in_words(other, other.key, words), "choice": in_words(other, other.bot, words)}
            yield Text(words.say(Message("ui.why-differs", {**params, "rule": other.rule})), "red")
        if explanation.stopped:
            yield Text(words.word("ui.why-stopped"), "red")


def in_words(answer: Answer, key: str, words: Catalogue) -> str:
    """Return the text of an option by its key; the key itself if unknown or secret."""
    index = answer.decision.find(key)
    return key if index is None else words.option(answer.decision.options[index])


def counsel(table: Table[Any], words: Catalogue, level: str = "") -> Iterator[RenderableType]:
    """Return what the game's bot, or a search of that level, would choose in the pending decision, and why."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    if level and level not in LEVELS:
        yield Text(said("hint-unknown", text=level, list=", ".join(LEVELS)), "red")
        return
    if not Bots.of(table.game).bots:
        yield Text(said("no-bot"), "red")
        return
    agent = f"{AGENT}{level}" if level else opponent(table.game)
    if without_network(table.game, [agent]):
        yield Text(words.say(NO_NETWORK), "yellow")
    given = hint(table, agent)
    departed = given.departed
    if departed is not None and departed.bot:
        yield Text(
            said(
                "hint-departed",
                text=in_words(departed, departed.bot, words),
                choice=in_words(departed, departed.key, words),
            ),
            "dim",
        )
    if given.option is None:
        yield Text(said("hint-silent"), "red")
        return
    place = given.option.index + 1 if numbered(given.option.decision.options) else 0
    yield Text(said("hint", n=place, text=words.option(given.option)), "bold")
    if given.decided is not None:
        yield Padding(Text(said("in-short", text=words.short(given.decided))), (0, 0, 0, 2), expand=False)
    yield from reasons(given.reasons, words)


def listed(table: Table[Any], words: Catalogue, display: Display) -> Iterator[RenderableType]:
    """Return one line per turn, and per other step in which a bot made a choice."""
    found = turns(table)
    for steps in worth_listing(table, found):
        top = heading(table, steps[0], display, found)
        if top is None:
            yield step_line(steps[0], step_name(table, steps[0], display), words)
            continue
        line = heading_line(top, words, display)
        name = words.say(Message("ui.seat", {"seat": top.seat}))
        for event in did(table, steps, display):
            line.append(" · ", "dim")
            line.append(words.say(event.message).removeprefix(f"{name}: "))
        yield line


def worth_listing(table: Table[Any], found: Sequence[Turn]) -> list[range]:
    """Return the turns, and the steps outside turns with a bot's choice, in order."""
    outside = (range(step, step + 1) for step in range(len(table.steps)) if turn_with(found, step) is None)
    others = (steps for steps in outside if bots_in(table, steps[0]))
    return sorted([*(turn.steps for turn in found), *others], key=lambda steps: steps[0])


def step_line(step: int, name: Message, words: Catalogue) -> Text:
    return Text(words.say(Message("ui.step", {"n": step + 1, "text": words.say(name)})))


def did(table: Table[Any], steps: range, display: Display) -> list[Event]:
    """Return the main actions of a turn in a few words."""
    return [
        event for step in steps for event in game_log.events_of(table, step) if event.kind in display.log_layout.deeds
    ]


# -- for programs -----------------------------------------------------------------------------------


def message_as_json(message: Message, words: Catalogue) -> Json:
    return {"key": message.key, "params": dict(message.params), "text": words.say(message)}


def as_json(turn: ExplainedTurn, name: str, words: Catalogue) -> dict[str, Json]:
    """Return the explanation as JSON data."""
    return {
        **_place(turn.step, name, turn.heading, words),
        "log": [message_as_json(event.message, words) for event in turn.events],
        "bots": [
            {
                "seat": why.seat,
                "bot": why.bot,
                "same": why.differs is None and not why.stopped,
                "stopped": why.stopped,
                "unplanned": why.unplanned,
                "answers": [{"ask": a.ask, "rule": a.rule, "key": a.key, "bot": a.bot} for a in why.answers],
                "reasons": [message_as_json(message, words) for message in why.reasons],
                "untold": why.withheld,
            }
            for why in turn.explanations
        ],
    }


def _place(step: int, name: str, top: Heading | None, words: Catalogue) -> dict[str, Json]:
    place: dict[str, Json] = {"step": step + 1, "name": name}
    if top is not None:
        called = words.say(top.name)
        place |= {"turn": top.number, "called": called, **top.name.params, "seat": top.seat, "agent": top.agent}
    return place


def listed_as_json(table: Table[Any], words: Catalogue, display: Display) -> list[Json]:
    found = turns(table)
    return [
        {
            **_place(steps[0], name_of(table, steps[0]), heading(table, steps[0], display, found), words),
            "did": [message_as_json(event.message, words) for event in did(table, steps, display)],
        }
        for steps in worth_listing(table, found)
    ]


# -- the command ------------------------------------------------------------------------------------


def explain_command(
    file: RecordFile, turn: TurnName = None, step: Step = None, as_json_: AsJson = False, lang: Lang = Language.EN
) -> None:
    """Explain why a bot played a turn, by replaying its decisions from a saved game.

    Without --turn or --step, list the turns.
    """
    if turn is not None and step is not None:
        raise Error("give either --turn or --step, not both")
    table = loaded(file)
    display = display_of(table.game.id)
    words = display.named(words_of(table.game.id, lang), table.header.setup.replaced)
    console = Console(highlight=False, markup=False, emoji=False)
    if turn is None and step is None:
        if as_json_:
            typer.echo(json.dumps({"steps": listed_as_json(table, words, display)}, ensure_ascii=False, indent=1))
        else:
            for line in listed(table, words, display):
                console.print(line)
        return
    steps = find_turn(table, turn, words, display) if turn is not None else one_step(table, (step or 0) - 1)
    explained = explain_turn(table, steps, display)
    if as_json_:
        typer.echo(json.dumps(as_json(explained, name_of(table, explained.step), words), ensure_ascii=False, indent=1))
    else:
        for thing in shown(explained, words, display):
            console.print(thing)


def loaded(file: Path) -> Table[Any]:
    """Return the table saved in the file."""
    text = read(file)
    try:
        return khyber.load(text)
    except BadRecord as problem:
        raise BadRecord(f"{path_shown(file)}: {problem}") from problem
