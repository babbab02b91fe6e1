"""8.8: what the Non-player Taliban never do: leave a Base without a Guerrilla out of sight."""

from __future__ import annotations

from khyber.games.distant_plain.board import IS_PAKISTAN, KINDS, T_BASE, T_UNDERGROUND, Space
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, unshaded
from khyber.games.distant_plain.state import State


@rule("8.8.1")
def kept_at_base(state: State, space: Space) -> int:
    """T.Keep: one Guerrilla at a Base; two in Afghanistan while unshaded Find Fix Finish is in force (R-T2)."""
    if not state.pieces[space * KINDS + T_BASE]:
        return 0
    return 2 if unshaded(state, FIND_FIX_FINISH) and not IS_PAKISTAN[space] else 1


def may_expose(state: State, space: Space, n: int = 1) -> bool:
    """T.Keep, expose: `n` Underground Guerrillas are there to be shown, and enough stay hidden at a Base."""
    return state.pieces[space * KINDS + T_UNDERGROUND] >= n + kept_at_base(state, space)
