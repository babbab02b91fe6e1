"""A greedy baseline: it takes the option after which the position looks best, one choice ahead and no further."""

from __future__ import annotations

from khyber.agents.agent import Seen
from khyber.engine.decision import Option
from khyber.engine.table import Table
from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.box import printed_box
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.state import State


def greedy(seen: Seen[State]) -> Option:
    """Try every option in a world that the seat may imagine, the same for all; among equals the last: to leave it."""
    seed = seen.random().getrandbits(32)

    def worth(option: Option) -> tuple[int, int]:
        world = seen.imagine(seed)
        world.choose(option.key)
        return worth_of(world), option.index

    return max(seen.decision.options, key=worth)


def worth_of(table: Table[State]) -> int:
    """The index as it would be if the game ended now."""
    state, box = table.state, printed_box()
    if state.ending:
        return state.points
    return state.points + sum(
        award(box, zone) for zone in (*box.cities, *box.strongholds) if control(state, box, zone) == COALITION
    )
