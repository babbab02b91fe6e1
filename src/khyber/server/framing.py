"""Frames: what a viewer may know of a table, in words. All that leaves the server of a game is made here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from khyber.engine.decision import Option
from khyber.engine.game import Event
from khyber.engine.text import Catalogue
from khyber.engine.watching import may_undo
from khyber.server.library import AnyTable
from khyber.server.messages import Ending, OptionText, Question, Told


def question(table: AnyTable, words: Catalogue, seats: Sequence[str]) -> Question | None:
    """What is asked; to others than the seat's owner only who is."""
    decision = table.decision
    if decision is None:
        return None
    if decision.seat not in seats:
        return Question(seat=decision.seat)
    return Question(
        seat=decision.seat, ask=decision.ask, rule=decision.rule, question=words.question(decision),
        about=dict(decision.about), options=[_option(words, option) for option in decision.options])


def asides(table: AnyTable, words: Catalogue, seats: Sequence[str]) -> dict[str, list[OptionText]]:
    """What these seats may do unasked."""
    found = {seat: [_option(words, option) for option in table.asides(seat)] for seat in seats}
    return {seat: options for seat, options in found.items() if options}


def _option(words: Catalogue, option: Option) -> OptionText:
    return OptionText(key=option.key, text=words.option(option), about=dict(option.message.params))


def told(words: Catalogue, events: Sequence[Event], first: int, step_of: Callable[[int], int]) -> list[Told]:
    """Events of the log, counted from `first`, each with the step it happened in."""
    return [Told(n=n, step=step_of(n), kind=event.kind, rule=event.rule, text=words.say(event.message),
                 told=dict(event.told))
            for n, event in enumerate(events, first)]


def ending(table: AnyTable, words: Catalogue) -> Ending | None:
    """How it ended, once it has."""
    outcome = table.outcome
    if outcome is None:
        return None
    return Ending(
        winner=outcome.winner, ranking=list(outcome.ranking), equal=list(outcome.equal), margins=dict(outcome.margins),
        ending=outcome.ending,
        winner_name=words.called("winner", outcome.winner), text=words.called("ending", outcome.ending))


def can_undo(table: AnyTable, seats: Sequence[str]) -> list[str]:
    return [seat for seat in seats if may_undo(table, seat)]
