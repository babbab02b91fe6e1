"""1.4: forces: count pieces; the only functions that move or flip them."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    AVAILABLE,
    BASE_OF,
    C_TROOPS,
    CASUALTIES,
    COALITION,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    HOSTILITY,
    IS_LOC,
    IS_PAKISTAN,
    KINDS,
    MAX_BASES,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    W_ACTIVE,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import adjust_control
from khyber.games.distant_plain.rules.map import may_enter
from khyber.games.distant_plain.state import State

#: Guerrillas off the map have no state and are counted as Underground (1.4.3).
_OFF_MAP = {T_ACTIVE: T_UNDERGROUND, W_ACTIVE: W_UNDERGROUND}


# -- counting ---------------------------------------------------------------------------------------


def count(state: State, space: Space, piece: Piece) -> int:
    return state.pieces[space * KINDS + piece]


def available(state: State, piece: Piece) -> int:
    """1.4.1: return the pieces of this kind in the Available box."""
    return state.pieces[AVAILABLE * KINDS + piece]


def guerrillas(state: State, faction: Faction, space: Space) -> int:
    """Return the Faction's Guerrillas in the space, Underground and Active."""
    at = space * KINDS + UNDERGROUND_OF[faction]
    return state.pieces[at] + state.pieces[at + 1]


def all_guerrillas(state: State, space: Space) -> int:
    pieces = state.pieces
    at = space * KINDS
    return pieces[at + 5] + pieces[at + 6] + pieces[at + 8] + pieces[at + 9]


def cubes(state: State, space: Space) -> int:
    """Return the Troops and Police of both COIN Factions."""
    pieces = state.pieces
    at = space * KINDS
    return pieces[at] + pieces[at + 2] + pieces[at + 3]


def government_cubes(state: State, space: Space) -> int:
    at = space * KINDS
    return state.pieces[at + G_TROOPS] + state.pieces[at + G_POLICE]


def own_cubes(state: State, faction: Faction, space: Space) -> int:
    """Return the COIN Faction's own cubes there."""
    return government_cubes(state, space) if faction == GOVERNMENT else state.pieces[space * KINDS + C_TROOPS]


def bases(state: State, space: Space) -> int:
    """Return the Bases of all Factions there."""
    pieces = state.pieces
    at = space * KINDS
    return pieces[at + 1] + pieces[at + 4] + pieces[at + 7] + pieces[at + 10]


def bases_of(state: State, faction: Faction, space: Space) -> int:
    return state.pieces[space * KINDS + BASE_OF[faction]]


_ROWS = {COALITION: (0, 2), GOVERNMENT: (2, 5), TALIBAN: (5, 8), WARLORDS: (8, 11)}


def pieces_of(state: State, faction: Faction, space: Space) -> int:
    """Return all pieces of the Faction there."""
    first, last = _ROWS[faction]
    at = space * KINDS
    return sum(state.pieces[at + first : at + last])


def all_pieces(state: State, space: Space) -> int:
    at = space * KINDS
    return sum(state.pieces[at : at + KINDS])


def on_map(state: State, piece: Piece) -> int:
    return sum(state.pieces[piece : AVAILABLE * KINDS : KINDS])


# -- stacking ---------------------------------------------------------------------------------------


@rule("1.4.2")
def room_for_base(state: State, space: Space) -> bool:
    """1.4.2: at most 2 Bases of all Factions in a Province or Kabul, none on a LoC."""
    return not IS_LOC[space] and bases(state, space) < MAX_BASES


@rule("1.4.2")
def places_for_bases(state: State, space: Space) -> int:
    """1.4.2: return how many more Bases fit there."""
    return 0 if IS_LOC[space] else MAX_BASES - bases(state, space)


@rule("1.4.2")
def may_stack(faction: Faction, space: Space) -> bool:
    """1.4.2: whether the piece may be there; in Pakistan only Taliban."""
    return may_enter(faction, space)


# -- changing ---------------------------------------------------------------------------------------


@rule("1.4.3")
def always_active(state: State, piece: Piece, space: Space) -> bool:
    """1.4.3, 6.6.1: Taliban Guerrillas in Pakistan stay Active while Islamabad is at Hostility."""
    return piece == T_UNDERGROUND and state.islamabad == HOSTILITY and IS_PAKISTAN[space]


def _keep_tired(state: State, origin: int, dest: int | None, n: int) -> None:
    """Count the pieces that have moved in this Operation; when some are removed, unmoved ones go first."""
    moved = state.moved
    if moved[origin]:
        tired = max(0, moved[origin] - (state.pieces[origin] - n))
        moved[origin] -= tired
        if dest is not None:
            moved[dest] += tired


@rule("1.4.1")
def place(play: Play, rule: str, piece: Piece, space: Space, n: int = 1) -> int:
    """1.4.1: place from Available, as many as there are. New Guerrillas are Underground (1.4.3)."""
    state = play.state
    pieces = state.pieces
    box = AVAILABLE * KINDS + piece
    n = min(n, pieces[box])
    if n:
        pieces[box] -= n
        if always_active(state, piece, space):
            piece = T_ACTIVE
        pieces[space * KINDS + piece] += n
        play.emit("placed", rule, PIECE_IDS[piece], n, SPACE_IDS[space])
        adjust_control(play, space)
    return n


@rule("1.4.1")
def remove(play: Play, rule: str, piece: Piece, space: Space, n: int = 1) -> int:
    """1.4.1: remove pieces from the map to Available."""
    if n:
        pieces = play.state.pieces
        if play.state.moved:
            _keep_tired(play.state, space * KINDS + piece, None, n)
        pieces[space * KINDS + piece] -= n
        pieces[AVAILABLE * KINDS + _OFF_MAP.get(piece, piece)] += n
        play.emit("removed", rule, PIECE_IDS[piece], n, SPACE_IDS[space])
        adjust_control(play, space)
    return n


def lose(play: Play, rule: str, piece: Piece, space: Space, n: int = 1) -> int:
    """3.3.3: Coalition pieces removed by Attack go to Casualties."""
    if n:
        pieces = play.state.pieces
        if play.state.moved:
            _keep_tired(play.state, space * KINDS + piece, None, n)
        pieces[space * KINDS + piece] -= n
        pieces[CASUALTIES * KINDS + piece] += n
        play.emit("casualties", rule, PIECE_IDS[piece], n, SPACE_IDS[space])
        adjust_control(play, space)
    return n


@rule("1.3.1")
def move(play: Play, rule: str, piece: Piece, n: int, origin: Space, dest: Space) -> None:
    """1.3.1: move pieces between spaces; Guerrillas keep their state (1.4.3)."""
    if n:
        state = play.state
        pieces = state.pieces
        if state.moved:
            _keep_tired(state, origin * KINDS + piece, dest * KINDS + piece, n)
        pieces[origin * KINDS + piece] -= n
        play.emit("moved", rule, PIECE_IDS[piece], n, SPACE_IDS[origin], SPACE_IDS[dest])
        if always_active(state, piece, dest):
            pieces[dest * KINDS + T_ACTIVE] += n
            play.emit("activated", "6.6.1", SEATS[TALIBAN], n, SPACE_IDS[dest])
        else:
            pieces[dest * KINDS + piece] += n
        adjust_control(play, origin)
        adjust_control(play, dest)


@rule("1.4.3")
def activate(play: Play, rule: str, faction: Faction, space: Space, n: int) -> None:
    """1.4.3: turn Underground Guerrillas Active."""
    if n:
        state = play.state
        at = space * KINDS + UNDERGROUND_OF[faction]
        if state.moved:
            _keep_tired(state, at, at + 1, n)
        state.pieces[at] -= n
        state.pieces[at + 1] += n
        play.emit("activated", rule, SEATS[faction], n, SPACE_IDS[space])


@rule("1.4.3")
def hide(play: Play, rule: str, faction: Faction, space: Space, n: int) -> None:
    """1.4.3: turn Active Guerrillas Underground, unless something keeps them Active (6.6.1)."""
    state = play.state
    if n and not always_active(state, UNDERGROUND_OF[faction], space):
        at = space * KINDS + ACTIVE_OF[faction]
        if state.moved:
            _keep_tired(state, at, at - 1, n)
        state.pieces[at] -= n
        state.pieces[at - 1] += n
        play.emit("hidden", rule, SEATS[faction], n, SPACE_IDS[space])


def can_hide(state: State, faction: Faction, space: Space) -> int:
    """Return how many Active Guerrillas of the Faction could turn Underground there."""
    if always_active(state, UNDERGROUND_OF[faction], space):
        return 0
    return state.pieces[space * KINDS + ACTIVE_OF[faction]]
