"""Words of the effect language: groups of pieces, and changes to free actions."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import (
    C_BASE,
    C_TROOPS,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    Piece,
)
from khyber.games.distant_plain.rules.activities.surge import NO_ROLL
from khyber.games.distant_plain.rules.activities.traffic import PAST_COALITION
from khyber.games.distant_plain.rules.operations.assault import AS_PLAINS, EACH_TROOP
from khyber.games.distant_plain.rules.operations.conditions import DESPITE_ISLAMABAD

_T_GUERRILLA: Final = (T_UNDERGROUND, T_ACTIVE)
_W_GUERRILLA: Final = (W_UNDERGROUND, W_ACTIVE)

#: The pieces of each group, in the order of questions: Bases last.
GROUPS: Final[dict[str, tuple[Piece, ...]]] = {
    "coalition-troops": (C_TROOPS,),
    "coalition-base": (C_BASE,),
    "coalition-piece": (C_TROOPS, C_BASE),
    "government-troops": (G_TROOPS,),
    "government-police": (G_POLICE,),
    "government-cube": (G_TROOPS, G_POLICE),
    "government-base": (G_BASE,),
    "government-piece": (G_TROOPS, G_POLICE, G_BASE),
    "taliban-guerrilla": _T_GUERRILLA,
    "taliban-base": (T_BASE,),
    "taliban-piece": (*_T_GUERRILLA, T_BASE),
    "warlords-guerrilla": _W_GUERRILLA,
    "warlords-base": (W_BASE,),
    "warlords-piece": (*_W_GUERRILLA, W_BASE),
    "coin-base": (C_BASE, G_BASE),
    "coin-troops": (C_TROOPS, G_TROOPS),
    "coin-piece": (C_TROOPS, G_TROOPS, G_POLICE, C_BASE, G_BASE),
    "guerrilla": (*_T_GUERRILLA, *_W_GUERRILLA),
    "insurgent-base": (T_BASE, W_BASE),
    "insurgent-piece": (*_T_GUERRILLA, T_BASE, *_W_GUERRILLA, W_BASE),
}

#: What an Event may change about a free action it grants.
ACTION_TEXTS: Final = ("", EACH_TROOP, AS_PLAINS, PAST_COALITION, NO_ROLL, DESPITE_ISLAMABAD)
