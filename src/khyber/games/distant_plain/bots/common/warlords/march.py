"""3.3.2: groups of Warlord Guerrillas in a March, for Non-players of either printing."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.forces import activate, move
from khyber.games.distant_plain.rules.operations.conditions import column, march_cost, no_more_spaces
from khyber.games.distant_plain.rules.operations.march import group_is_noticed, only_from
from khyber.games.distant_plain.state import State


def begin_march(bot: NonPlayer, play: Play) -> Walk:
    """Begin a March; an Event may restrict which Guerrillas move."""
    walk = begin(bot, play, "march")
    if walk.state.op_from >= 0:
        only_from(walk.state, board.WARLORDS)
    return walk


def can_enter(walk: Walk, dest: Space) -> bool:
    """Return whether the space can be paid for, once; a Limited March has one destination."""
    state = walk.state
    if no_more_spaces(state, board.WARLORDS) and dest not in state.op_spaces:
        return False
    return walk.can_pay(march_cost(state, board.WARLORDS, dest, dest))


def occupied_next_to(state: State, dest: Space) -> list[Space]:
    """Return the adjacent spaces with Warlord Guerrillas."""
    hidden, shown = column(state, board.W_UNDERGROUND), column(state, board.W_ACTIVE)
    return [origin for origin in board.ADJACENT[dest] if hidden[origin] or shown[origin]]


def group(walk: Walk, origin: Space, dest: Space, piece: Piece) -> int:
    """Return how many of the kind are in the group from `origin` to `dest`."""
    counts = walk.plan.queues.get(
        ("march-count", board.SPACE_IDS[origin], board.SPACE_IDS[dest], board.PIECE_IDS[piece])
    )
    planned = counts[0] if counts else 0
    assert isinstance(planned, int)
    return planned


def move_group(walk: Walk, origin: Space, dest: Space, below: int, above: int) -> None:
    """3.3.2: move Underground (`below`) and Active (`above`) Guerrillas with any earlier group."""
    state, play, plan = walk.state, walk.play, walk.plan
    old_below = group(walk, origin, dest, board.W_UNDERGROUND)
    old = old_below + group(walk, origin, dest, board.W_ACTIVE)
    if not old:
        plan.march(origin, dest)
    for piece, n in ((board.W_UNDERGROUND, below), (board.W_ACTIVE, above)):
        key = ("march-count", board.SPACE_IDS[origin], board.SPACE_IDS[dest], board.PIECE_IDS[piece])
        plan.queues[key] = [group(walk, origin, dest, piece) + n]
    enter(walk, dest)
    noticed = group_is_noticed(state, board.WARLORDS, dest, old + below + above)
    move(play, "3.3.2", board.W_UNDERGROUND, below, origin, dest)
    move(play, "3.3.2", board.W_ACTIVE, above, origin, dest)
    at = dest * board.KINDS
    state.moved[at + board.W_UNDERGROUND] += below
    state.moved[at + board.W_ACTIVE] += above
    if noticed:
        shown = below if old and group_is_noticed(state, board.WARLORDS, dest, old) else below + old_below
        state.moved[at + board.W_UNDERGROUND] -= shown
        activate(play, "3.3.2", board.WARLORDS, dest, shown)
        state.moved[at + board.W_ACTIVE] += shown


def enter(walk: Walk, dest: Space) -> None:
    """3.3.2: select and pay for a destination, once."""
    state = walk.state
    cost = march_cost(state, board.WARLORDS, dest, dest)
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
    if cost:
        walk.pay(cost)
        state.op_paid |= 1 << dest
