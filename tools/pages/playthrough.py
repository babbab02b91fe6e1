"""A playthrough: a whole game as text, every decision and event with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from khyber.api import new
from khyber.engine.decision import Decision, Option
from khyber.engine.game import Event, View
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.text import catalogue
from khyber.lab.observers import Observer
from khyber.lab.simulate import play_out

GAME = "distant-plain"
#: The seed of the game in docs/playthrough.md.
SEED = 1
#: The event after which totals are shown.
PROPAGANDA = "propaganda"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, and when it was made."""

    step: int
    #: Events of the step before it.
    after: int
    seat: str
    ask: str
    rule: str
    options: int
    key: str
    unasked: bool


class Scribe(Observer):
    """Records every choice."""

    name = "scribe"

    def __init__(self) -> None:
        self.choices: list[Choice] = []

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        its = option.decision
        self.choices.append(
            Choice(
                len(table.steps),
                len(table.step_events()),
                its.seat,
                its.ask,
                its.rule,
                len(its.options),
                option.key,
                its is not decision,
            )
        )


def playthrough(scenario: str = "short", seed: int = SEED, language: str = "en") -> str:
    """Return the text of a game by random agents; the same seed gives the same text."""
    scribe = Scribe()
    table = new(GAME, scenario=scenario, seed=seed, seats="random")
    play_out(table, [scribe])
    lines = [*_head(scenario, seed), *_steps(table, scribe.choices, catalogue(language)), *_end(table, scribe.choices)]
    return "\n".join(lines) + "\n"


def _head(scenario: str, seed: int) -> Iterator[str]:
    yield "# A whole game, annotated"
    yield ""
    yield f"The {scenario} scenario of A Distant Plain with seed {seed}, four seats, random agents. `make docs` writes"
    yield "this file; a test plays the game again and compares."
    yield ""
    yield "Each section is a step, from one checkpoint to the next. A numbered line is a choice: the seat, what it was"
    yield "asked, the rule, among how many options, and the key of the one chosen (a seat may also do something"
    yield "unasked). The lines below it tell what happened then, each with the rule behind it."


def _steps(table: Table[S], choices: Sequence[Choice], words: Catalogue) -> Iterator[str]:
    made = {number: list(group) for number, group in groupby(choices, key=lambda choice: choice.step)}
    counted = 0
    for number, step in enumerate(table.steps):
        events = [table.game.read_event(raw) for raw in step.raw_events()]
        yield from ("", f"## {number + 1}. {step.name}", "")
        shown = 0
        indent = ""
        for choice in made.get(number, ()):
            yield from _lines(events[shown : choice.after], words, indent)
            shown = choice.after
            counted += 1
            indent = "     "
            unasked = ", unasked" if choice.unasked else ""
            yield (
                f"{counted}. **{choice.seat}**, {choice.ask} ({choice.rule}){unasked}, {choice.options} options: "
                f"`{choice.key}`"
            )
        yield from _lines(events[shown:], words, indent)
        if any(event.kind == PROPAGANDA for event in events):
            yield from _totals(table.game.view(table.game.state_type.unpack(step.after), ()))


def _lines(events: Sequence[Event], words: Catalogue, indent: str) -> Iterator[str]:
    for event in events:
        yield f"{indent}- {event.rule}: {words.say(event.message)}"


def _totals(view: View) -> Iterator[str]:
    yield ""
    for what in ("totals", "margins", "resources"):
        numbers = cast(dict[str, int], view[what])
        yield f"> {what}: {', '.join(f'{name} {n}' for name, n in numbers.items())}  "
    yield f"> aid {view['aid']}, patronage {view['patronage']}"


def _end(table: Table[S], choices: Sequence[Choice]) -> Iterator[str]:
    outcome = table.outcome
    assert outcome is not None
    yield from ("", "## The end", "")
    yield f"{outcome.winner} wins ({outcome.ending}), after {len(choices)} choices in {len(table.steps)} steps."
    yield ""
    for place, player in outcome.places():
        margin = min(outcome.margins[seat] for seat in player.split("+"))
        yield f"{place}. {player}: {margin:+d}{', the players lose equally' if player in outcome.equal else ''}"
