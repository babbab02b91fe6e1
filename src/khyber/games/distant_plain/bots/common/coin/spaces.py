"""1.7: facts about spaces for both COIN Factions: Control, Bases, Guerrillas."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.state import State


def balance(state: State, space: Space) -> int:
    """1.7: return COIN pieces less all others; above 0 is COIN Control."""
    at = space * board.KINDS
    row = state.pieces[at : at + board.KINDS]
    return sum(row[:5]) - sum(row[5:])


def controlled(state: State, space: Space) -> bool:
    """Return whether COIN Controls the space; LoCs have no Control."""
    return state.control[space] == board.COIN_CONTROL and not board.IS_LOC[space]


def coin_base(state: State, space: Space) -> bool:
    at = space * board.KINDS
    return state.pieces[at + board.C_BASE] > 0 or state.pieces[at + board.G_BASE] > 0


def needed_for_control(state: State, space: Space) -> int:
    """Return how many more COIN pieces would give COIN Control; 0 or less if it exists."""
    return 1 - balance(state, space)


def hidden(state: State, space: Space) -> int:
    """Return the Underground Guerrillas there, of both Insurgent Factions: the enemies in the Sweep box."""
    at = space * board.KINDS
    return state.pieces[at + board.T_UNDERGROUND] + state.pieces[at + board.W_UNDERGROUND]


def coalition_here(state: State, space: Space) -> bool:
    at = space * board.KINDS
    return bool(state.pieces[at + board.C_TROOPS] or state.pieces[at + board.C_BASE])


def coalition_base(state: State, space: Space) -> bool:
    return state.pieces[space * board.KINDS + board.C_BASE] > 0


def taliban_here(state: State, space: Space) -> bool:
    at = space * board.KINDS
    return any(state.pieces[at + board.T_UNDERGROUND : at + board.T_BASE + 1])
