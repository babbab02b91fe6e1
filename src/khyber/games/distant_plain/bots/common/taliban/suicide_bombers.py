"""3.3.4: Suicide Bombers of a Non-player Taliban of either printing."""

from __future__ import annotations

from khyber.games.distant_plain.board import C_TROOPS, COIN_CONTROL, KINDS, T_UNDERGROUND, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import all_pieces
from khyber.games.distant_plain.rules.lasting import SUICIDE_BOMBERS, shaded
from khyber.games.distant_plain.rules.operations.terror import open_to_bomb
from khyber.games.distant_plain.state import State


def bombers(walk: Walk) -> bool:
    return shaded(walk.state, SUICIDE_BOMBERS)


def open_to_bombers(walk: Walk) -> list[Candidate]:
    """Return the spaces of this Terror with a piece to remove."""
    return [space for space in walk.state.op_spaces if open_to_bomb(walk.state, space)]


def kills_coalition(walk: Walk, candidate: Candidate) -> int:
    return int(C_TROOPS in open_to_bomb(walk.state, where(candidate)))


def breaks_control(walk: Walk, candidate: Candidate) -> int:
    """Return whether removing one cube ends COIN Control."""
    state, space = walk.state, where(candidate)
    if state.control[space] != COIN_CONTROL:
        return 0
    return int(not outnumber_without_one(state, space))


def outnumber_without_one(state: State, space: Space) -> bool:
    """Return whether COIN would keep Control with one cube less (1.7)."""
    at = space * KINDS
    coin = sum(state.pieces[at : at + T_UNDERGROUND])
    return 2 * (coin - 1) > all_pieces(state, space) - 1


def send_bomber(walk: Walk, candidate: Candidate) -> bool:
    walk.plan.put("terror-space", ("bomb", where(candidate)))
    return True


BOMB_RANKS = (Rank("coalition-lost", kills_coalition), Rank("control-lost", breaks_control), ranks.POPULATION)


def bomber_priority(step: str, rule: str) -> Priority:
    """Return the priority for that Event, under its id in a printing."""
    return Priority(step, rule, open_to_bombers, send_bomber, BOMB_RANKS, most=1, when=bombers)
