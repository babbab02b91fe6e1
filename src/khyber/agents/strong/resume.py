"""Agents for a table in the middle of a turn, which earlier ones began and have spent their time on."""

from __future__ import annotations

from dataclasses import replace

from khyber.agents.agent import Agent
from khyber.agents.driver import agents_of
from khyber.agents.strong.agent import MIN_SHARE, Strong
from khyber.agents.strong.thinking import is_strong, thinking_of
from khyber.engine.optional import Evaluation, Turns
from khyber.engine.play import S
from khyber.engine.table import Table


def agents_now(table: Table[S]) -> dict[str, Agent[S] | None]:
    """Return the agents seated at a table; one that searches and is in the middle of its turn takes less time."""
    found = agents_of(table)
    for seat, name in table.seats.items():
        if is_strong(name) and has_begun(table, seat):
            thinking = thinking_of(name)
            found[seat] = Strong[S](replace(thinking, seconds=MIN_SHARE * thinking.seconds))
    return found


def has_begun(table: Table[S], seat: str) -> bool:
    """Return whether the seat has made a choice in the step or, if that has no time of its own, the turn under way."""
    here = len(table.steps)
    if seat in table.entries(here)[1]:
        return True
    evaluation = Evaluation.of(table.game)
    if not here or (evaluation.one_search_a_turn and not evaluation.plans_turns):
        return False
    return Turns.of(table.game).whose_turn(table.checkpoint()) == seat and seat in table.entries(here - 1)[1]
