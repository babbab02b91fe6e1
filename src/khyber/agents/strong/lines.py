"""Lines: a seat's choices for the rest of a step or turn, played in a world and finished by a bot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Generic

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, PlayerBot, bot_like
from khyber.agents.random_agent import random_agent
from khyber.agents.strong.policy import Policy
from khyber.agents.strong.taught import Taught
from khyber.engine.optional import Bots, Evaluation, Turns
from khyber.engine.play import S
from khyber.engine.table import Table

#: Keys of a seat's choices, in order.
Line = tuple[str, ...]


class Span(Generic[S]):
    """What a seat plans at once: the rest of a step or, if the game says so, of its own turn."""

    __slots__ = ("_last", "_round", "_seat", "_turns", "_whole")

    def __init__(self, table: Table[S], seat: str, *, step_only: bool = False) -> None:
        self._turns = Turns[S].of(table.game)
        self._seat, self._last, self._round = seat, len(table.steps), self._turns.round_of(table.state)
        plans_turns = Evaluation[S].of(table.game).plans_turns and not step_only
        self._whole = plans_turns and self._turns.whose_turn(table.state) == seat

    def holds(self, world: Table[S]) -> bool:
        """Return whether the table is still within it."""
        if len(world.steps) == self._last:
            return True
        state, turns = world.state, self._turns
        return self._whole and turns.whose_turn(state) == self._seat and turns.round_of(state) == self._round


def stand_ins(table: Table[S], seat: str, own: str = "", policy: Policy[S] | None = None) -> dict[str, Agent[S]]:
    """Return agents for a playout: Non-players as they are, for every player a bot.

    The seat itself plays by the bot `own`, or the one that the game recommends to a search, with what it was taught if
    there is a policy for that bot.
    """
    offered = Bots.of(table.game)
    own = own or next(iter(Evaluation.of(table.game).policies(seat)), "")
    found: dict[str, Agent[S]] = {}
    for who, name in table.seats.items():
        if who == seat and policy is not None and own == policy.bots[seat]:
            found[who] = Taught[S](policy, seat)
        elif name in offered.non_player_bots and who != seat:
            found[who] = Bot[S](name)
        elif offered.bots:
            found[who] = PlayerBot[S](own if own and who == seat else bot_like(name, offered.bots))
        else:
            found[who] = random_agent
    return found


def play_line(
    world: Table[S],
    seat: str,
    line: Line,
    agents: Mapping[str, Agent[S]],
    source: random.Random | None = None,
    free: range = range(0),
    *,
    blind: bool = False,
) -> Line:
    """Play the rest of a step or turn and return the seat's choices.

    It follows the line while that is offered, then its agent; the choices in `free` are drawn from `source`. A taught
    agent draws better ones more often, unless `blind`.
    """
    span, played, follows = Span(world, seat), list[str](), True
    while (decision := world.decision) is not None and span.holds(world):
        at = len(played)
        if decision.seat != seat:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
            continue
        if len(decision.values) == 1:  # not a choice
            world.choose(0, seat)
            continue
        if source is not None and at in free:
            agent = agents[seat]
            if blind or not isinstance(agent, Taught):
                key = decision.options[source.randrange(len(decision.values))].key
            else:
                key = agent.draw(Seen(world, decision), source).key
        else:
            follows = follows and at < len(line) and decision.find(line[at]) is not None
            key = line[at] if follows else agents[seat](Seen(world, decision)).key
        world.choose(key, seat)
        played.append(key)
    return tuple(played)


def drawn_opening(
    world: Table[S], seat: str, agents: Mapping[str, Agent[S]], source: random.Random, length: int
) -> Line:
    """Return a line that begins with choices drawn in this world; a bot finishes the rest."""
    return play_line(world, seat, (), agents, source, range(length))


def changed(
    world: Table[S], seat: str, line: Line, agents: Mapping[str, Agent[S]], source: random.Random, at: int
) -> Line:
    """Return the line with one choice replaced at random; what follows is kept as far as it is offered."""
    return play_line(world, seat, line, agents, source, range(at, at + 1), blind=True)


def play_on(world: Table[S], agents: Mapping[str, Agent[S]], steps: int) -> None:
    """Play that many more steps, or to the end."""
    last = len(world.steps) + steps
    while (decision := world.decision) is not None and len(world.steps) < last:
        world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
