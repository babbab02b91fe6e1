"""Lines: a seat's choices for the rest of a step, played in a world and finished by a bot."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, PlayerBot
from khyber.agents.random_agent import random_agent
from khyber.engine.optional import Bots
from khyber.engine.play import S
from khyber.engine.table import Table

#: Keys of a seat's choices, in order.
Line = tuple[str, ...]


def stand_ins(table: Table[S], seat: str, own: str = "") -> dict[str, Agent[S]]:
    """Return agents for a playout: Non-players as they are, for every player a bot; `own` for the seat itself."""
    offered = Bots.of(table.game)
    found: dict[str, Agent[S]] = {}
    for who, name in table.seats.items():
        if name in offered.non_player_bots and who != seat:
            found[who] = Bot[S](name)
        elif offered.bots:
            found[who] = PlayerBot[S](own if own and who == seat else _bot_of(name, offered.bots))
        else:
            found[who] = random_agent
    return found


def _bot_of(name: str, bots: Sequence[str]) -> str:
    """Return the bot that plays like the agent of that name; the first for anyone else."""
    return next((bot for bot in bots if bot.split(":")[-1] == name.split(":")[-1]), bots[0])


def play_step(world: Table[S], seat: str, line: Line, agents: Mapping[str, Agent[S]]) -> Line:
    """Play the rest of a step: the seat follows the line while it is offered, then its agent. Return its choices."""
    step, played = len(world.steps), list[str]()
    follows = True
    while (decision := world.decision) is not None and len(world.steps) == step:
        if decision.seat != seat:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
            continue
        at = len(played)
        follows = follows and at < len(line) and decision.find(line[at]) is not None
        key = line[at] if follows else agents[seat](Seen(world, decision)).key
        world.choose(key, seat)
        played.append(key)
    return tuple(played)


def play_on(world: Table[S], agents: Mapping[str, Agent[S]], steps: int) -> None:
    """Play that many more steps, or to the end."""
    last = len(world.steps) + steps
    while (decision := world.decision) is not None and len(world.steps) < last:
        world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)


def random_opening(world: Table[S], seat: str, source: random.Random, most: int) -> Line:
    """Return a line that begins with up to `most` random choices in this world; a bot finishes the step."""
    agents = stand_ins(world, seat)
    step, made = len(world.steps), list[str]()
    wanted = source.randint(1, most)
    while (decision := world.decision) is not None and len(world.steps) == step and len(made) < wanted:
        if decision.seat == seat:
            key = decision.options[source.randrange(len(decision.values))].key
            world.choose(key, seat)
            made.append(key)
        else:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
    return (*made, *play_step(world, seat, (), agents))


def changed(world: Table[S], seat: str, line: Line, source: random.Random) -> Line:
    """Return the line with one choice replaced at random; what follows is kept as far as it is offered."""
    if not line:
        return line
    at = source.randrange(len(line))
    agents = stand_ins(world, seat)
    step, made = len(world.steps), list[str]()
    while (decision := world.decision) is not None and len(world.steps) == step and len(made) <= at:
        if decision.seat != seat:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
            continue
        key = line[len(made)]
        if len(made) == at or decision.find(key) is None:
            key = decision.options[source.randrange(len(decision.values))].key
            at = len(made)
        world.choose(key, seat)
        made.append(key)
    return (*made, *play_step(world, seat, line[at + 1 :], agents))
