"""Operations: a side's turn, starting with the choice of an Operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from khyber.games.zurmat.board import ATTACK, COALITION, OP_IDS, OPS, SEATS, TALIBAN, Op
from khyber.games.zurmat.notation import OPERATIONS
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.attack import attack, can_attack
from khyber.games.zurmat.rules.board_levels import level_of
from khyber.games.zurmat.rules.building import construct, recruit
from khyber.games.zurmat.rules.declare import declare
from khyber.games.zurmat.rules.patrol import patrol
from khyber.games.zurmat.rules.tactics import begins_card, menu, react

CARRY_OUT: Final[Mapping[Op, Callable[[Play], Rules]]] = dict(
    zip(OPS, (recruit, construct, declare, attack, patrol), strict=True)
)


@rule("operations-board", "attack")
def open_operations(play: Play, side: int) -> list[int]:
    """Return the Operations open to the side; Attack only if there is a target."""
    return [op for op in OPS if op != ATTACK or can_attack(play, side, level_of(play, side, op))]


@rule("months", "operations-board")
def turn(play: Play) -> Rules:
    """Phases 4 and 5: choose and execute one Operation; Tactics cards before, during and after."""
    state = play.state
    side = state.active
    choice = yield from play.ask(
        side, "turn", "operations-board", OPERATIONS, lambda: menu(play, side, open_operations(play, side))
    )
    if begins_card(play, side, choice, "turn"):
        return
    assert isinstance(choice, int)
    op = OPS[choice]
    state.op, state.level = op, level_of(play, side, op)
    play.emit("operation", "operations-board", SEATS[side], OP_IDS[op], state.level)
    if side == TALIBAN and state.level:
        yield from hinder(play)
    state.left = state.steps_left = state.level
    yield from CARRY_OUT[op](play)


@rule("card-clarifications", "tactics")
def hinder(play: Play) -> Rules:
    """Taliban Atrocities: once the Taliban have named their Operation, the Coalition may lower its level."""
    state = play.state
    card = yield from react(
        play, COALITION, "hinder", "card-clarifications", {"operation": OP_IDS[state.op], "level": state.level}
    )
    if card is not None:
        state.level = max(0, state.level + card.change)
        play.emit("level", "card-clarifications", SEATS[TALIBAN], state.level)
