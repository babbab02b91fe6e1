"""3.2.2: the Patrol of a Non-player Government in either printing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import ECON, LOCS, Piece, Space
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Box
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import move
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST
from khyber.games.distant_plain.state import State


def open_to(walk: Walk, dest: Space) -> bool:
    """2.3.5: return whether the Patrol may go there; a Limited one has a single destination."""
    return not walk.one_space or dest in walk.state.op_spaces or not walk.state.op_spaces


def move_cube(walk: Walk, origin: Space, piece: Piece, dest: Space) -> None:
    """Move one more cube of this kind; at the table, cubes move as one group."""
    plan, state = walk.plan, walk.state
    group = plan.queues.get(("move-count", board.SPACE_IDS[origin], board.SPACE_IDS[dest], board.PIECE_IDS[piece]))
    if group:
        count = group[0]
        assert isinstance(count, int)
        group[0] = count + 1
    else:
        plan.put("patrol-from", origin)
        plan.put("patrol-to", dest, space=origin)
        plan.put("patrol-piece", piece, origin=origin, dest=dest)
        plan.put("move-count", 1, origin=origin, dest=dest, piece=piece)
    move(walk.play, "3.2.2", piece, 1, origin, dest)
    state.moved[dest * board.KINDS + piece] += 1
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))


def plan_patrol(
    bot: NonPlayer,
    play: Play,
    moves: Box,
    would_find: Callable[[State, Space], bool],
    free_assault: Box,
    afterwards: Callable[[NonPlayer, Play], None],
) -> Walk | None:
    """Plan the moves of a Patrol; None if nothing changes. Activation and Assault come later."""
    walk = begin(bot, play, "patrol")
    if not walk.pay(COIN_COST):
        return None
    if not walk.follow(moves) and not any(would_find(walk.state, loc) for loc in LOCS):
        return None
    walk.plan.finish, walk.plan.afterwards = partial(assault_one_loc, free_assault), afterwards
    return walk


def assault_one_loc(free_assault: Box, bot: NonPlayer, play: Play) -> None:
    """Assault on one LoC, after Activating all Guerrillas that can be found."""
    assert bot.plan is not None
    if not bot.barred(play, "assault"):
        Walk(bot, play, bot.plan).follow(free_assault)


@rule("8.7.4", "2nd:8.3")
def most_valuable_loc(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Return the LoC with the highest Economic value: for Roadside IEDs, or a Limited Patrol."""
    bot.cite_guide("loc")
    locs = numbers(decision)
    highest = max(ECON[loc] for loc in locs)
    return random_space(bot.dice, [loc for loc in locs if ECON[loc] == highest])
