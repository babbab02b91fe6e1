"""8.8: limits of the Non-player Taliban: keep an Underground Guerrilla at each Base, and keep Control."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, count, pieces_of
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, unshaded
from khyber.games.distant_plain.rules.operations.conditions import can_still_march
from khyber.games.distant_plain.state import State


@rule("8.8.1")
def kept_at_base(state: State, space: Space) -> int:
    """T.Keep: one Guerrilla at a Base; two in Afghanistan under unshaded Find Fix Finish (R-T2)."""
    if not count(state, space, board.T_BASE):
        return 0
    return 2 if unshaded(state, FIND_FIX_FINISH) and not board.IS_PAKISTAN[space] else 1


def may_expose(state: State, space: Space, n: int = 1) -> bool:
    """T.Keep, expose: `n` Underground Guerrillas can turn Active, and enough stay Underground at a Base."""
    return count(state, space, board.T_UNDERGROUND) >= n + kept_at_base(state, space)


def may_leave(state: State, space: Space) -> tuple[int, int, int]:
    """T.Keep, relocate, T.March.P: return Underground, Active, and total that may March out.

    Guerrillas that must stay at a Base stay Underground (R-T3). Taliban Control is not given up. Guerrillas that
    arrived in this March stay (R-T13).
    """
    hidden, shown = can_still_march(state, board.TALIBAN, space)
    if not hidden and not shown:
        return 0, 0, 0
    most = hidden + shown
    keep = kept_at_base(state, space)
    if keep:
        underground, active = count(state, space, board.T_UNDERGROUND), count(state, space, board.T_ACTIVE)
        hidden = min(hidden, max(0, underground - keep))
        if underground < keep:
            shown = min(shown, max(0, underground + active - keep))
        most = min(most, max(0, underground + active - keep))
    if not board.IS_LOC[space] and state.control[space] == board.TALIBAN_CONTROL:
        own = pieces_of(state, board.TALIBAN, space)
        most = min(most, 2 * own - all_pieces(state, space) - 1)
    return min(hidden, most), min(shown, most), min(most, hidden + shown)
