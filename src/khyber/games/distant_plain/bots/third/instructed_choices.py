"""8.3.1: how Non-players choose by special instructions that only the 3rd printing has."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import (
    AVAILABLE,
    COIN,
    COIN_CONTROL,
    FACTIONS,
    GOVERNMENT,
    INSURGENTS,
    KINDS,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    TALIBAN_CONTROL,
    WARLORDS,
    Space,
)
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.events.answers import EVENT_RESPONSES
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.bots.events.instructed_choices import Choices, instructed
from khyber.games.distant_plain.bots.events.spaces import best_space
from khyber.games.distant_plain.bots.machinery.guide import Worth
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.forces import pieces_of
from khyber.games.distant_plain.state import State

#: Where a plan keeps which spaces were under COIN Control as the Event began (card 61).
CONTROLLED_BEFORE: Final = ("event-controlled",)


def prisoners_for_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """53, Taliban: where they may add Taliban Control, otherwise at a Base, otherwise the largest Population."""
    state = play.state

    def first(diff: Difference, space: Space) -> Worth:
        return (int(_may_take(state, space)), int(state.pieces[space * KINDS + T_BASE] > 0), pop(state, space))

    return best_space(bot, play, decision, first=first)


def _may_take(state: State, space: Space) -> bool:
    """Whether six more Guerrillas, or as many as there are, would bring Taliban Control."""
    if state.control[space] == TALIBAN_CONTROL:
        return False
    others = sum(pieces_of(state, f, space) for f in FACTIONS if f != TALIBAN)
    return pieces_of(state, TALIBAN, space) + min(6, state.pieces[AVAILABLE * KINDS + T_UNDERGROUND]) > others


def prisoners_for_warlords(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """53, Warlords: where COIN Control would be lost, by the fewest Guerrillas."""
    state = play.state

    def first(diff: Difference, space: Space) -> Worth:
        if state.control[space] != COIN_CONTROL:
            return (-99,)
        coin = sum(pieces_of(state, f, space) for f in COIN)
        return (-(coin - sum(pieces_of(state, f, space) for f in INSURGENTS)),)

    return best_space(bot, play, decision, first=first)


def where_control_was_lost(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """61, Taliban: first where COIN Control was lost."""
    state = play.state
    before = bot.plan.queues.get(CONTROLLED_BEFORE, []) if bot.plan is not None else []
    return best_space(bot, play, decision, first=lambda diff, space: (
        int(space in before and state.control[space] != COIN_CONTROL),))


def controlled_last(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """72, Government: Bases in COIN-Controlled spaces last."""
    state = play.state
    return best_space(bot, play, decision, first=lambda diff, space: (int(state.control[space] != COIN_CONTROL),))


CHOICES: Final[Choices] = {
    53: {TALIBAN: {"event-space": prisoners_for_taliban}, WARLORDS: {"event-space": prisoners_for_warlords}},
    61: {TALIBAN: {"event-space": where_control_was_lost}},
    72: {GOVERNMENT: {"event-space": controlled_last}},
}

#: What Non-players of this printing answer during Events.
INSTRUCTED_RESPONSES: Final[dict[str, Response]] = instructed(EVENT_RESPONSES, CHOICES)
