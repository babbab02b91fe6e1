"""Replay: any moment of a game, as some seats may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from khyber.engine.errors import Error
from khyber.engine.history import choices_of, name_of, retrace_choices
from khyber.engine.log import redact
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, ASIDE, HIDDEN
from khyber.engine.text import Catalogue
from khyber.server.errors import Refused
from khyber.server.library import AnyTable
from khyber.server.messages.study import Asked, Replayed
from khyber.server.tables import frames


def moment(
    table: AnyTable, words: Catalogue, seats: Sequence[str], past: Sequence[str], step: int, choice: int | None
) -> Replayed:
    """Return the table at the end of a step, or after some of its choices, as the seats in `past` see it.

    The log is that of `seats`, and so is the view if the moment is now.
    """
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
        )
    number = step - 1
    total = len(choices_of(table, number))
    wanted = total if choice is None else choice
    asked: Asked | None = None
    if number == len(table.steps):
        view, events = table.view(*seats), table.step_events(seats=seats)
    else:
        view, events = table.game.view(table.checkpoint(step), past), table.step_events(number, seats)
    try:
        for count, (again, entry, by) in enumerate(retrace_choices(table, number)):
            if count == wanted:
                view, events = again.view(*past), again.step_events(seats=seats)
                break
            if count == wanted - 1:
                asked = _asked(again, words, seats, entry, by, over=table.decision is None)
    except Error as problem:
        if choice is not None and choice < total:
            raise Refused("not-found", "this step was played under other rules: only its end can be shown") from problem
    return Replayed(
        step=step,
        steps=len(table.steps),
        name=name_of(table, number),
        view=cast(dict[str, Any], view),
        events=frames.log_events(words, events, 0, lambda _: step),
        choice=wanted,
        choices=total,
        asked=asked,
    )


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
