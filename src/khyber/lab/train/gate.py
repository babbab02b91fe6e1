"""The gate: a new network is kept only if the agent that uses it wins more than with the present one."""

from __future__ import annotations

from dataclasses import dataclass

from khyber.agents.driver import advance, agents_of
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import final_shares
from khyber.api import new
from khyber.catalogue import game as find_game
from khyber.engine.optional import Bots
from khyber.lab.processes import spread
from khyber.lab.train.lessons import searching

#: Games of the gate are none that lessons were made of.
FIRST_SEED = 900_000_000


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: the network of the seat that searches, and the bot in all other seats."""

    game: str
    seat: str
    seed: int
    network: str
    seconds: float
    opponent: str
    scenario: str = ""


def score(bout: Bout) -> tuple[Bout, float]:
    """Play the game; return the seat's share of the victory."""
    game = find_game(bout.game)
    seats = dict.fromkeys(game.seats, bout.opponent)
    seats[bout.seat] = "agent:strong"
    table = new(bout.game, scenario=bout.scenario or None, seed=bout.seed, seats=seats)
    agents = {seat: agent for seat, agent in agents_of(table).items() if agent is not None}
    agents[bout.seat] = Strong(Thinking(bout.seconds), searching(game, bout.network))
    advance(table, agents)
    return bout, final_shares(game, table.state)[game.seats.index(bout.seat)]


def compare(game: str, networks: tuple[str, str], games: int, seconds: float, jobs: int) -> tuple[float, float]:
    """Return the mean shares of both networks in the same games: the first scenario, every seat, against one bot."""
    printed = find_game(game)
    bouts = [
        Bout(game, seat, FIRST_SEED + number, network, seconds, Bots.of(printed).bots[0], printed.scenarios[0])
        for number in range(games)
        for seat in printed.seats
        for network in networks
    ]
    totals = dict.fromkeys(networks, 0.0)
    for bout, share in spread(score, bouts, jobs):
        totals[bout.network] += share
    each = games * len(printed.seats)
    return totals[networks[0]] / each, totals[networks[1]] / each
