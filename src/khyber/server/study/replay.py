"""Replay: any moment of a game, as some seats may see it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, cast

from khyber.engine.errors import Error
from khyber.engine.game import Event
from khyber.engine.history import choices_of, name_of, retrace_choices
from khyber.engine.log import redact
from khyber.engine.optional import Turns
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, ASIDE, HIDDEN
from khyber.engine.state import StepState
from khyber.engine.text import Catalogue
from khyber.server.errors import Refused
from khyber.server.library import AnyTable
from khyber.server.messages.study import Asked, Replayed
from khyber.server.tables import frames


def moment(
    table: AnyTable,
    words: Catalogue,
    seats: Sequence[str],
    past: Sequence[str],
    steps: tuple[int, int],
    choice: int | None,
) -> Replayed:
    """Return the table at the end of the last of these steps, or after some of its choices, as `past` see it.

    The log, from the first step on, is that of `seats`, and so is the view if the moment is now.
    """
    first, step = steps
    if step == 0:
        view = table.game.view(table.checkpoint(0), past)
        return Replayed(
            step=0,
            steps=len(table.steps),
            name="",
            view=cast(dict[str, Any], view),
            events=[],
            choice=0,
            choices=0,
            asked=None,
            turn="",
        )
    number = step - 1
    total = len(choices_of(table, number))
    wanted = total if choice is None else choice
    asked: Asked | None = None
    state = table.checkpoint(number)
    if number == len(table.steps):
        view, events = table.view(*seats), table.step_events(seats=seats)
    else:
        view, events = table.game.view(table.checkpoint(step), past), table.step_events(number, seats)
    try:
        for count, (again, entry, by) in enumerate(retrace_choices(table, number)):
            if count == wanted:
                view, events, state = again.view(*past), again.step_events(seats=seats), again.state
                break
            if count == wanted - 1:
                asked = _asked(again, words, seats, entry, by, over=table.decision is None)
    except Error as problem:
        if choice is not None and choice < total:
            raise Refused("not-found", "this step was played under other rules: only its end can be shown") from problem
    told: list[Event] = []
    ends: list[int] = []
    for at in range(first - 1, number):
        told += table.step_events(at, seats)
        ends.append(len(told))
    return Replayed(
        step=step,
        steps=len(table.steps),
        name=name_of(table, number),
        view=cast(dict[str, Any], view),
        events=frames.log_events(words, [*told, *events], 0, lambda n: first + bisect_right(ends, n)),
        choice=wanted,
        choices=total,
        asked=asked,
        turn=_turn_name(table, words, number, state, [*told, *events]),
    )


def _turn_name(table: AnyTable, words: Catalogue, step: int, state: StepState, events: Sequence[Event]) -> str:
    """Return what the turn is called at a state within a step, after these events."""
    turns = Turns.of(table.game)
    message = turns.part_name(state, [event for event in events if event.kind in turns.named_by])
    return words.called("step", name_of(table, step)) if message is None else words.say(message)


def _asked(again: AnyTable, words: Catalogue, seats: Sequence[str], entry: str, by: str, *, over: bool) -> Asked:
    """Return the table's decision and the recorded answer, as far as the seats may know them."""
    known = entry if over else redact([entry], seats, [by])[0]
    if known[0] == ASIDE:
        offered, key = again.asides(by), known[1:].partition(" ")[2]
        option = next((one for one in offered if one.key == key), None)
        question = ""
    else:
        key = known[1:] if known[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else known
        decision = again.decision
        index = None if decision is None or key == HIDDEN else decision.find(key)
        option = None if decision is None or index is None else decision.options[index]
        question = "" if decision is None or index is None else words.question(decision, own=over or by in seats)
    if option is None:
        return Asked(seat=by, question="", answer="", key="", about={})
    return Asked(
        seat=by, question=question, answer=words.option(option), key=option.key, about=dict(option.message.params)
    )
