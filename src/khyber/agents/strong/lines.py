"""Lines: a seat's choices for the rest of a step, played in a world and finished by a bot."""

from __future__ import annotations

import random
from collections.abc import Mapping

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, PlayerBot, bot_like
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
            found[who] = PlayerBot[S](own if own and who == seat else bot_like(name, offered.bots))
        else:
            found[who] = random_agent
    return found


def play_step(
    world: Table[S],
    seat: str,
    line: Line,
    agents: Mapping[str, Agent[S]],
    source: random.Random | None = None,
    free: range = range(0),
) -> Line:
    """Play the rest of a step and return the seat's choices.

    It follows the line while that is offered, then its agent; the choices in `free` are drawn from `source`.
    """
    step, played, follows = len(world.steps), list[str](), True
    while (decision := world.decision) is not None and len(world.steps) == step:
        at = len(played)
        if decision.seat != seat:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
            continue
        if source is not None and at in free:
            key = decision.options[source.randrange(len(decision.values))].key
        else:
            follows = follows and at < len(line) and decision.find(line[at]) is not None
            key = line[at] if follows else agents[seat](Seen(world, decision)).key
        world.choose(key, seat)
        played.append(key)
    return tuple(played)


def random_opening(world: Table[S], seat: str, source: random.Random, most: int) -> Line:
    """Return a line that begins with up to `most` random choices in this world; a bot finishes the step."""
    return play_step(world, seat, (), stand_ins(world, seat), source, range(source.randint(1, most)))


def changed(world: Table[S], seat: str, line: Line, source: random.Random) -> Line:
    """Return the line with one choice replaced at random; what follows is kept as far as it is offered."""
    if not line:
        return line
    at = source.randrange(len(line))
    return play_step(world, seat, line, stand_ins(world, seat), source, range(at, at + 1))


def play_on(world: Table[S], agents: Mapping[str, Agent[S]], steps: int) -> None:
    """Play that many more steps, or to the end."""
    last = len(world.steps) + steps
    while (decision := world.decision) is not None and len(world.steps) < last:
        world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
