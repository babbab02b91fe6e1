"""8.3.1: answers that only instructions of the 3rd printing name."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.events.difference import Difference, Worth
from khyber.games.distant_plain.bots.events.instructions import Named, by_name
from khyber.games.distant_plain.bots.events.spaces import best_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.forces import available, count, pieces_of
from khyber.games.distant_plain.state import State

#: Where a plan keeps which spaces were under COIN Control as the Event began.
CONTROLLED_BEFORE: Final = ("event-controlled",)


def prisoners_for_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: where they may gain Taliban Control, else at a Base, else highest Population."""
    state = play.state

    def first(diff: Difference, space: Space) -> Worth:
        return (int(_may_take(state, space)), int(count(state, space, board.T_BASE) > 0), pop(state, space))

    return best_space(bot, play, decision, first=first)


def _may_take(state: State, space: Space) -> bool:
    """Return whether six more Guerrillas, or all Available, would give Taliban Control."""
    if state.control[space] == board.TALIBAN_CONTROL:
        return False
    others = sum(pieces_of(state, f, space) for f in board.FACTIONS if f != board.TALIBAN)
    return pieces_of(state, board.TALIBAN, space) + min(6, available(state, board.T_UNDERGROUND)) > others


def prisoners_for_warlords(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Warlords: where COIN Control would be lost with the fewest Guerrillas."""
    state = play.state

    def first(diff: Difference, space: Space) -> Worth:
        if state.control[space] != board.COIN_CONTROL:
            return (-99,)
        coin = sum(pieces_of(state, f, space) for f in board.COIN)
        return (-(coin - sum(pieces_of(state, f, space) for f in board.INSURGENTS)),)

    return best_space(bot, play, decision, first=first)


def where_control_was_lost(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: first where COIN Control was lost."""
    state = play.state
    before = bot.plan.queues.get(CONTROLLED_BEFORE, []) if bot.plan is not None else []
    return best_space(
        bot,
        play,
        decision,
        first=lambda diff, space: (int(space in before and state.control[space] != board.COIN_CONTROL),),
    )


def controlled_last(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Government: Bases in COIN-Controlled spaces last."""
    state = play.state
    return best_space(bot, play, decision, first=lambda diff, space: (int(state.control[space] != board.COIN_CONTROL),))


ANSWERS: Final[Named] = by_name(prisoners_for_taliban, prisoners_for_warlords, where_control_was_lost, controlled_last)
