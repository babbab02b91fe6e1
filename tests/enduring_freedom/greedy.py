"""A greedy baseline: it takes the option after which the position looks best, one choice ahead and no further."""

from __future__ import annotations

from khyber.agents.agent import Seen
from khyber.engine.decision import Option
from khyber.engine.table import Table
from khyber.games.enduring_freedom.board import COALITION, OFF_MAP
from khyber.games.enduring_freedom.bots.planning import award
from khyber.games.enduring_freedom.box import printed_box
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.state import State


def greedy(seen: Seen[State]) -> Option:
    """Try every option in a world that the seat may imagine, the same for all; among equals any."""
    source = seen.random()
    seed = source.getrandbits(32)
    best: list[Option] = []
    best_worth = float("-inf")
    for option in seen.decision.options:
        world = seen.imagine(seed)
        world.choose(option.key)
        worth = worth_of(world)
        if worth > best_worth:
            best, best_worth = [], worth
        if worth == best_worth:
            best.append(option)
    return best[source.randrange(len(best))]


def worth_of(table: Table[State]) -> float:
    """The index as it would be if the game ended now, with what units of ours in play have cost."""
    state, box = table.state, printed_box()
    if state.ending:
        return float(state.points)
    held = sum(award(box, zone) for zone in (*box.cities, *box.strongholds) if control(state, box, zone) == COALITION)
    bought = sum(box.mobilization_cost(unit) for unit in range(box.alliance_end, box.air_end)
                 if state.where[unit] < OFF_MAP + 3 and not box.of[unit].fixed)
    return state.points + held + bought
