"""8.9.4: how the Non-player Warlords move Guerrillas from adjacent spaces into one."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common.warlords.march import group, move_group, occupied_next_to
from khyber.games.distant_plain.bots.machinery.priority import draw, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords.guards import free_to_go
from khyber.games.distant_plain.rules.forces import count, guerrillas
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.rules.operations.march import group_is_noticed
from khyber.games.distant_plain.state import State

#: Which Guerrillas are taken first: all of one kind from every source, or any.
Order = Sequence[tuple[Piece, ...]]
ACTIVE_FIRST: Order = ((board.W_ACTIVE,), (board.W_UNDERGROUND,))
HIDDEN_FIRST: Order = ((board.W_UNDERGROUND,), (board.W_ACTIVE,))
HIDDEN_ONLY: Order = ((board.W_UNDERGROUND,),)
#: No kind is wanted: what is taken from one source are Active ones first, so that hidden ones stay for elsewhere.
ANY: Order = ((board.W_ACTIVE, board.W_UNDERGROUND),)


def order_for(state: State, dest: Space) -> Order:
    """8.2.1: as many Underground Guerrillas as possible to spaces at Support."""
    return HIDDEN_FIRST if state.level[dest] == board.SUPPORT else ANY


def unnoticed(walk: Walk, origin: Space, dest: Space, n: int) -> int:
    """Return how many of `n` may March there without giving others away."""
    while n and gives_away(walk, origin, dest, n):
        n -= 1
    return n


def sources(walk: Walk, dest: Space, kinds: Sequence[Piece] = ANY[0]) -> list[Space]:
    """Return the adjacent spaces from which Guerrillas of these kinds may March there."""
    return [origin for origin in occupied_next_to(walk.state, dest) if usable(walk, origin, dest, kinds)]


#: How many Guerrillas may March out of each space, where any may.
Free = dict[Space, int]


def free_everywhere(state: State) -> Free:
    """Return how many may March out of each space, looked up once for all destinations."""
    occupied = spaces_with(state, board.W_UNDERGROUND, board.W_ACTIVE)
    found = {space: free_to_go(state, space)[2] for space in occupied}
    return {space: n for space, n in found.items() if n}


def can_come(walk: Walk, dest: Space, free: Free) -> int:
    """Return how many Guerrillas could March there in all."""
    return sum([unnoticed(walk, origin, dest, free[origin]) for origin in board.ADJACENT[dest] if origin in free])


def gives_away(walk: Walk, origin: Space, dest: Space, more: int) -> bool:
    """Return whether `more` in this group would Activate those meant to arrive Underground at a Base."""
    state = walk.state
    if not count(state, dest, board.W_BASE):
        return False
    hidden = group(walk, origin, dest, board.W_UNDERGROUND)
    if not hidden:
        return False
    total = hidden + group(walk, origin, dest, board.W_ACTIVE)
    return not group_is_noticed(state, board.WARLORDS, dest, total) and group_is_noticed(
        state, board.WARLORDS, dest, total + more
    )


def stay(state: State, space: Space, n: int = 255) -> None:
    """Hold up to `n` Guerrillas that the plan needs there, Active ones first."""
    for piece in (board.W_ACTIVE, board.W_UNDERGROUND):
        at = space * board.KINDS + piece
        kept = min(n, state.pieces[at])
        state.moved[at] = max(state.moved[at], kept)
        n -= kept


def spared(walk: Walk, origins: Sequence[Space], n: int) -> Sequence[Space]:
    """N.Source: prefer sources that keep a Guerrilla after giving `n`."""
    keeping = [
        origin
        for origin in origins
        if guerrillas(walk.state, board.WARLORDS, origin) > min(n, free_to_go(walk.state, origin)[2])
    ]
    return keeping or origins


def gather(walk: Walk, dest: Space, n: int, order: Order, *, at_random: bool = False) -> None:
    """Bring `n` Guerrillas there, source by source: at random, or from those that can spare them first."""
    for kinds in order:
        while n:
            found = sources(walk, dest, kinds)
            if not found:
                break
            origin = where(draw(walk.dice, found if at_random else spared(walk, found, n)))
            n -= take(walk, origin, dest, n, kinds)


def usable(walk: Walk, origin: Space, dest: Space, kinds: Sequence[Piece]) -> int:
    """Return how many Guerrillas of these kinds may March from `origin` to `dest`."""
    below, above, most = free_to_go(walk.state, origin)
    of_kinds = (below if board.W_UNDERGROUND in kinds else 0) + (above if board.W_ACTIVE in kinds else 0)
    return min(of_kinds, unnoticed(walk, origin, dest, most)) if of_kinds else 0


def take(walk: Walk, origin: Space, dest: Space, n: int, kinds: Sequence[Piece]) -> int:
    """Move as many as needed and allowed from one source; return how many."""
    n = min(n, usable(walk, origin, dest, kinds))
    of_active = min(n, free_to_go(walk.state, origin)[1]) if board.W_ACTIVE in kinds else 0
    move_group(walk, origin, dest, n - of_active, of_active)
    return n


def arrives_hidden(state: State, dest: Space) -> bool:
    """3.3.2: return whether a single Guerrilla arrives Underground."""
    return not group_is_noticed(state, board.WARLORDS, dest, 1)
