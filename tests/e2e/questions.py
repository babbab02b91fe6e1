"""What of a question cannot be seen or reached on the page, at each size; tests/asked.py finds the questions."""

from __future__ import annotations

from collections.abc import Sequence

import khyber
from tests.asked import Question
from tests.e2e.browsing import Visitor
from tests.e2e.sights import SIZES, look, resized


def sit_down(visitor: Visitor, question: Question) -> None:
    """Open a question at a table of the visitor's own, who has all its seats."""
    seats = dict.fromkeys(khyber.new(question.game).seats, "me")
    visitor.page.goto(visitor.imported(question.text, game=question.game, seats=seats, sandbox=True))
    visitor.at_table()
    visitor.until(lambda: visitor.options, f"{question.ask} is not asked")


def faults(visitor: Visitor, question: Question, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """Return what of a question cannot be seen or reached, and what its focus moves, at each size."""
    sit_down(visitor, question)
    assert (visitor.frame["decision"]["ask"], tuple(visitor.options)) == (question.ask, question.choices)
    found: list[str] = []
    for width, height in resized(visitor, sizes):
        visitor.turn_to("decide")
        lines = look(visitor, "choices", [question.ask, *visitor.options])
        lines += look(visitor, "focus") + look(visitor, "escapes")
        visitor.turn_to("log")
        lines += look(visitor, "log")
        found += [f"{question.game} {question.ask} {width}x{height}: {line}" for line in lines]
    return found
