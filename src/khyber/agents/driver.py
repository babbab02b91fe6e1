"""Letting the seated agents play: until a person is asked, or to the end."""

from __future__ import annotations

from collections.abc import Mapping

from khyber.agents.agent import Agent, Seen
from khyber.agents.random_agent import random_agent
from khyber.engine.errors import BadSetup, Error
from khyber.engine.play import S
from khyber.engine.table import Table

PERSON = "person"

#: A game that goes on longer than this has gone astray.
MOST_DECISIONS = 50_000


class TooLong(Error):
    """A game passed the limit of decisions."""


def agent_named(name: str) -> Agent[S] | None:
    """The agent of that name; None for a person."""
    if name == PERSON:
        return None
    if name == "random":
        return random_agent
    raise BadSetup(f"there is no agent {name!r}: a seat takes {PERSON} or random")


def advance(table: Table[S], agents: Mapping[str, Agent[S]] | None = None, most: int = MOST_DECISIONS) -> int:
    """Let agents answer until a person is asked or the game is over. Returns how many decisions they answered."""
    answered = 0
    while (decision := table.decision) is not None:
        agent: Agent[S] | None = (
            agents[decision.seat] if agents is not None else agent_named(table.seats[decision.seat]))
        if agent is None:
            break
        if answered >= most:
            raise TooLong(f"the game is not over after {most} decisions")
        table.choose(agent(Seen(table, decision)), decision.seat)
        answered += 1
    return answered
