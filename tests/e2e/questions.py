"""A position for every kind of question: of those that games at random come by, the one with the most choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.engine.table import Table
from tests.e2e.browsing import Visitor
from tests.e2e.sights import look, resized

#: The options of A Distant Plain that bring questions of their own, a game each.
VARIANTS: dict[str, tuple[Sequence[str], ...]] = {
    "distant-plain": ((), ("deception", "open-deployment"), ("own-deck",))
}


@dataclass(frozen=True)
class Question:
    """A kind of question, its choices, and the record of a game that stops there."""

    game: str
    ask: str
    choices: int
    record: str


def _played(game: str, seed: int) -> Table[Any]:
    variants = VARIANTS.get(game, ((),))
    return khyber.new(game, seed=seed, seats="random", options=variants[seed % len(variants)])


def _step(table: Table[Any], agents: Any) -> None:
    decision = table.decision
    assert decision is not None
    table.choose(agents[decision.seat](Seen(table, decision)), decision.seat)


def questions(game: str, games: int, most: int | None = None) -> list[Question]:
    """Return a question of each kind that random games ask, or of the `most` kinds with the longest lists."""
    found: dict[str, tuple[int, int, int]] = {}
    for seed in range(games):
        table = _played(game, seed)
        agents, made = agents_of(table), 0
        while (decision := table.decision) is not None:
            count = len(decision.options)
            if count > found.get(decision.ask, (0, 0, 0))[0]:
                found[decision.ask] = count, seed, made
            _step(table, agents)
            made += 1
    wanted = dict(sorted(found.items(), key=lambda one: -one[1][0])[:most])
    reached: list[Question] = []
    for seed in range(games):
        table = _played(game, seed)
        agents, made = agents_of(table), 0
        stops = {at: (ask, count) for ask, (count, origin, at) in wanted.items() if origin == seed}
        for at in sorted(stops):
            while made < at:
                _step(table, agents)
                made += 1
            reached.append(Question(game, *stops[at], table.save()))
    return reached


def sit_down(visitor: Visitor, question: Question) -> None:
    """Open a question at a table of the visitor's own, who has all its seats."""
    seats = dict.fromkeys(khyber.new(question.game).seats, "me")
    visitor.page.goto(visitor.imported(question.record, game=question.game, seats=seats, sandbox=True))
    visitor.at_table()
    visitor.until(lambda: visitor.options, f"{question.ask} is not asked")


def faults(visitor: Visitor, question: Question) -> list[str]:
    """Return what of a question cannot be seen or reached, and what its focus moves, at each size."""
    sit_down(visitor, question)
    found: list[str] = []
    asked = visitor.frame["decision"]
    for width, height in resized(visitor):
        visitor.turn_to("decide")
        lines = look(visitor, "choices", visitor.options) + look(visitor, "focus") + look(visitor, "escapes")
        visitor.turn_to("log")
        lines += look(visitor, "log")
        found += [f"{question.game} {asked['ask']} {width}x{height}: {line}" for line in lines]
    return found
