"""8.9: limits of the Non-player Warlords: keep Guerrillas at each Base, and keep spaces Uncontrolled."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, unshaded
from khyber.games.distant_plain.rules.operations.conditions import can_still_march
from khyber.games.distant_plain.state import State


@rule("8.9.1")
def kept_at_base(state: State, space: Space) -> int:
    """W.Keep, W.FFF: one Guerrilla at a Base; two at two Bases under unshaded Find Fix Finish."""
    bases = count(state, space, board.W_BASE)
    if bases < 2:
        return bases
    return 2 if unshaded(state, FIND_FIX_FINISH) else 1


def may_expose(state: State, space: Space) -> bool:
    """W.Keep, expose: an Underground Guerrilla can turn Active, and enough stay Underground at a Base."""
    return count(state, space, board.W_UNDERGROUND) > kept_at_base(state, space)


@rule("8.9.4")
def free_to_go(state: State, space: Space) -> tuple[int, int, int]:
    """W.Keep, W.March.P: Underground, Active, and total that may March out without creating Control."""
    below, above = can_still_march(state, board.WARLORDS, space)
    if not below and not above:
        return 0, 0, 0
    most = below + above
    at = space * board.KINDS + board.W_UNDERGROUND
    hidden, shown, bases = state.pieces[at : at + 3]
    if bases:
        kept = 1 if bases == 1 else kept_at_base(state, space)
        below = min(below, max(0, hidden - kept))
        above = min(above, max(0, shown - max(0, kept - hidden)))
        most = below + above
    if board.IS_LOC[space] or state.control[space] != board.UNCONTROLLED:
        return below, above, most
    coin, taliban, warlords = strength(state, space)
    most = min(most, warlords - abs(coin - taliban))
    return min(below, most), min(above, most), most
