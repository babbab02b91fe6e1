"""The one-ply greedy baseline: every option is tried in an imagined world; the best score right after it decides."""

from __future__ import annotations

from khyber.agents.agent import Seen
from khyber.engine.decision import Option
from khyber.engine.errors import Error
from khyber.engine.table import Table
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.rules.winning import open_points, points
from khyber.games.zurmat.state import State

#: Maximum options tried; of more, a random sample.
MOST = 24


def score(world: Table[State], seat: str) -> float:
    """VPs of the seat, its own Objectives as they stand, less what all can count of the other's."""
    box, side = printed_box(), SEATS.index(seat)
    return points(world.state, box, side) - open_points(world.state, box, 1 - side)


def greedy(seen: Seen[State]) -> Option:
    """The option after which the score is highest in a world that the seat may imagine; any among equals."""
    options = list(seen.decision.options)
    if len(options) == 1:
        return options[0]
    source = seen.random()
    tried = options if len(options) <= MOST else source.sample(options, MOST)
    world = seen.imagine(source.getrandbits(32))
    best: list[Option] = []
    top = float("-inf")
    for option in tried:
        branch = world.fork()
        try:
            branch.choose(option.key)
        except Error:
            continue
        value = score(branch, seen.seat)
        if value > top + 1e-9:
            top, best = value, []
        if value > top - 1e-9:
            best.append(option)
    return source.choice(best or options)
