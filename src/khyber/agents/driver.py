"""The driver: lets seated agents play until it is a person's turn or the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import AGENT, Bot, PlayerBot, player_name
from khyber.agents.random_agent import random_agent
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.thinking import LEVELS, is_strong, thinking_of
from khyber.engine.covers import PERSON as PERSON
from khyber.engine.errors import BadSetup, Error
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.optional import Bots
from khyber.engine.play import S
from khyber.engine.table import Table

RANDOM = "random"

#: A game with more decisions than this is stuck.
MAX_DECISIONS = 50_000


class TooLong(Error):
    """A game exceeded the maximum number of decisions."""


def agent_names(game: Game[S]) -> tuple[str, ...]:
    """Return the names of the agents available for a seat of this game."""
    bots = Bots.of(game)
    return (
        PERSON,
        RANDOM,
        *bots.bots,
        *map(player_name, bots.non_player_bots),
        *(f"{AGENT}{level}" for level in LEVELS),
    )


def agent_named(name: str, game: Game[S]) -> Agent[S] | None:
    """Return the agent of that name; None for a person. Raises BadSetup."""
    if name == PERSON:
        return None
    if name == RANDOM:
        return random_agent
    bots = Bots.of(game)
    if name in bots.bots:
        bot: Bot[S] = Bot(name)
        return bot
    player = next((bot for bot in bots.non_player_bots if player_name(bot) == name), None)
    if player is not None:
        return PlayerBot[S](player)
    if is_strong(name):
        return Strong[S](thinking_of(name))
    raise BadSetup(f"there is no agent {quoted(name)}: a seat takes {' or '.join(agent_names(game))}")


def agents_of(table: Table[S]) -> dict[str, Agent[S] | None]:
    """Return the agents seated at a table, created once so that a bot keeps its place."""
    return {seat: agent_named(name, table.game) for seat, name in table.seats.items()}


def advance(table: Table[S], agents: Mapping[str, Agent[S] | None] | None = None, most: int = MAX_DECISIONS) -> int:
    """Let agents answer until a person's turn or the end; return the number of answers."""
    answered = 0
    seated: Mapping[str, Agent[S] | None] = agents if agents is not None else agents_of(table)
    while (decision := table.decision) is not None:
        agent = seated[decision.seat]
        if agent is None:
            break
        if answered >= most:
            raise TooLong(f"the game is not over after {most} decisions")
        table.choose(agent(Seen(table, decision)), decision.seat)
        answered += 1
    return answered
