"""4.5.2: Traffic."""

from __future__ import annotations

from collections.abc import Iterable

from khyber.games.distant_plain.board import (
    C_BASE,
    C_TROOPS,
    COIN_CONTROL,
    KINDS,
    LANDS,
    TALIBAN,
    TALIBAN_CONTROL,
    W_BASE,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.lasting import COUNTER_NARC, unshaded
from khyber.games.distant_plain.rules.operations.conditions import operation_possible, spaces_with
from khyber.games.distant_plain.rules.tracks import change_patronage, gain
from khyber.games.distant_plain.state import State

#: An Event's change to Traffic: Coalition pieces do not prevent it.
PAST_COALITION = "past-coalition"


def traffic_spaces(play: Play) -> list[Space]:
    """4.5.2: spaces with Warlord Bases and no Coalition piece."""
    state = play.state
    if not spaces_left(state, len(LANDS)):
        return []
    pieces, chosen, anywhere = state.pieces, state.special_spaces, state.op_text == PAST_COALITION
    spaces = [
        space
        for space in spaces_with(state, W_BASE)
        if space not in chosen
        and (anywhere or not (pieces[space * KINDS + C_TROOPS] or pieces[space * KINDS + C_BASE]))
    ]
    if not spaces or not state.op or operation_possible(play, WARLORDS, state.op):
        return spaces
    if unshaded(state, COUNTER_NARC):
        return spaces if _half_pays_for_operation(play, [*state.special_spaces, *spaces]) else []
    return [space for space in spaces if _traffic_leaves_operation(play, space)]


def _traffic_leaves_operation(play: Play, space: Space) -> bool:
    scratch = play.scratch()
    traffic_in(scratch, space)
    return operation_possible(scratch, WARLORDS, play.state.op)


def half_traffic(state: State, spaces: Iterable[Space]) -> int:
    """4.5.2: by Momentum, half the Resources of all Bases together."""
    return sum(state.pieces[space * KINDS + W_BASE] for space in spaces) // 2


def _half_pays_for_operation(play: Play, spaces: Iterable[Space]) -> bool:
    """4.1: whether the Operation could begin after a Traffic of these spaces."""
    scratch = play.scratch()
    gain(scratch, "4.5.2", WARLORDS, half_traffic(play.state, spaces))
    return operation_possible(scratch, WARLORDS, play.state.op)


def pays_at_its_end(play: Play) -> bool:
    """4.1: whether the Operation could begin if a halved Traffic ended with the spaces selected."""
    return not play.state.op or _half_pays_for_operation(play, play.state.special_spaces)


def traffic_in(play: Play, space: Space) -> None:
    """4.5.2: gain 1 Resource for each Base, with a share for the Controlling side."""
    gain(play, "4.5.2", WARLORDS, play.state.pieces[space * KINDS + W_BASE])
    traffic_gifts(play, space)


def traffic_gifts(play: Play, space: Space) -> None:
    """4.5.2: +1 Taliban Resource or Patronage, by Control."""
    state = play.state
    if state.control[space] == TALIBAN_CONTROL:
        gain(play, "4.5.2", TALIBAN, 1)
    elif state.control[space] == COIN_CONTROL:
        change_patronage(play, "4.5.2", 1)


def traffic_due(play: Play) -> None:
    """4.5.2: by Momentum, gain the halved Resources of all spaces at the end."""
    if unshaded(play.state, COUNTER_NARC):
        gain(play, "4.5.2", WARLORDS, half_traffic(play.state, play.state.special_spaces))


def can_traffic(play: Play, faction: Faction) -> bool:
    return bool(traffic_spaces(play))


@rule("4.5.2")
def traffic(play: Play, faction: Faction) -> Rules:
    """4.5.2: gain Resources from Warlord Bases in spaces without Coalition pieces; half by Momentum."""
    state = play.state
    halved = unshaded(state, COUNTER_NARC)

    while (
        space := (
            yield from next_space(
                play,
                faction,
                "traffic-space",
                "4.5.2",
                lambda: traffic_spaces(play),
                may_end=pays_at_its_end if halved else None,
                about={"halved": int(halved)},
            )
        )
    ) is not None:
        if halved:
            traffic_gifts(play, space)
        else:
            traffic_in(play, space)
    traffic_due(play)
