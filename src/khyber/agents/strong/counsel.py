"""What an agent that searches would answer in a seat, asked in the middle of its turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from khyber.agents.agent import Seen
from khyber.agents.bot import Answer
from khyber.agents.strong.agent import MIN_SHARE, Strong
from khyber.agents.strong.lines import play_line, stand_ins
from khyber.agents.strong.reasons import reasons
from khyber.agents.strong.thinking import thinking_of
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.history import retrace
from khyber.engine.optional import Evaluation, Turns
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET
from khyber.engine.table import Table


@dataclass(frozen=True, slots=True)
class Counsel:
    """The agent's answer, what it says of its turn, and the first choice of the turn that it would not have made."""

    option: Option
    reasons: tuple[Message, ...]
    departed: Answer | None


def counsel(table: Table[S], decision: Decision, name: str) -> Counsel:
    """Return what this agent would answer if it had been in the seat since the turn began.

    It is the agent itself, led through the choices made so far: its plan goes on as long as they are its own. After
    another choice it takes over the seat, and plans the rest in the time of an agent that does so.
    """
    seat, thinking = decision.seat, thinking_of(name)
    agent, departed = Strong[S](thinking, explain=True), None
    made: list[str] = []
    for step in range(_begins(table, seat), len(table.steps) + 1):
        here = table
        for here, entry in retrace(table, step):
            asked = here.decision
            if departed is not None or asked is None or asked.seat != seat or len(asked.values) == 1:
                continue
            key = entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
            agent.go_on_at(here)
            own = agent(Seen(here, asked)).key
            made = [*made, key] if agent.since else [key]
            if own != key:
                departed = Answer(asked.ask, asked.rule, key, own, asked)
                agent, made = Strong[S](replace(thinking, seconds=MIN_SHARE * thinking.seconds), explain=True), []
    # its bot may keep a plan for the copy that it has been led through, which is now where the table is
    assert here.decision is not None
    agent.go_on_at(here)
    key = agent(Seen(here, here.decision)).key
    made = [*made, key] if agent.since else [key]
    option = decision.options[decision.find(key) or 0]
    return Counsel(option, tuple(_said(agent, here, seat, tuple(made))), departed)


def _said(agent: Strong[S], table: Table[S], seat: str, made: tuple[str, ...]) -> list[Message]:
    """Return what the agent says of its turn, with the choices as they came; it may have answered without a search."""
    search = agent.search
    if search is None:
        return [Message("search.unsearched", {})]
    best, *others = agent.compared
    if best.line[: len(made)] != made:  # its bot goes on by what it sees, which is not what the imagined world has
        world = search.world(0)
        line = play_line(world, seat, made, stand_ins(world, seat, best.policy, search.worth.policy))
        best = replace(best, line=line)
    return reasons(search, [best, *others], table, seat)


def _begins(table: Table[S], seat: str) -> int:
    """Return the first step of what the seat plans at once: its turn if the game plans turns, else the step."""
    first, turns = len(table.steps), Turns[S].of(table.game)
    if not Evaluation[S].of(table.game).plans_turns or turns.whose_turn(table.state) != seat:
        return first
    now = turns.round_of(table.state)
    while first:
        before = table.checkpoint(first - 1)
        if turns.whose_turn(before) != seat or turns.round_of(before) != now:
            break
        first -= 1
    return first
