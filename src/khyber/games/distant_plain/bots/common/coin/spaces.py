"""1.7: what both COIN Factions look at everywhere: how far a space is from Control, who stands there."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    C_BASE,
    C_TROOPS,
    COIN_CONTROL,
    G_BASE,
    IS_LOC,
    KINDS,
    SUPPORT,
    T_BASE,
    T_UNDERGROUND,
    W_UNDERGROUND,
    Space,
)
from khyber.games.distant_plain.state import State


def balance(state: State, space: Space) -> int:
    """1.7: COIN pieces there less all others; above 0 is COIN Control."""
    at = space * KINDS
    row = state.pieces[at : at + KINDS]
    return sum(row[:5]) - sum(row[5:])


def controlled(state: State, space: Space) -> bool:
    """COIN Control; LoCs have none."""
    return state.control[space] == COIN_CONTROL and not IS_LOC[space]


def coin_base(state: State, space: Space) -> bool:
    at = space * KINDS
    return state.pieces[at + C_BASE] > 0 or state.pieces[at + G_BASE] > 0


def needed_for_control(state: State, space: Space) -> int:
    """How many more COIN pieces would give COIN Control; 0 or less if it is there already."""
    return 1 - balance(state, space)


def hidden(state: State, space: Space) -> int:
    """Underground Guerrillas of both Insurgent Factions there: the enemies of the Sweep box."""
    at = space * KINDS
    return state.pieces[at + T_UNDERGROUND] + state.pieces[at + W_UNDERGROUND]


def coalition_here(state: State, space: Space) -> bool:
    at = space * KINDS
    return bool(state.pieces[at + C_TROOPS] or state.pieces[at + C_BASE])


def coalition_base(state: State, space: Space) -> bool:
    return state.pieces[space * KINDS + C_BASE] > 0


def taliban_here(state: State, space: Space) -> bool:
    at = space * KINDS
    return any(state.pieces[at + T_UNDERGROUND : at + T_BASE + 1])


def supports(state: State, space: Space) -> bool:
    return state.level[space] == SUPPORT
