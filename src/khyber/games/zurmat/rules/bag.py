"""The bags of Population discs: drawing from them and returning to them."""

from __future__ import annotations

from khyber.games.zurmat.board import CELLS, FACE_IDS, FACTION, NEUTRAL, SEATS, TILE_IDS, Tile
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.state import State

#: Names of draws from the two bags in the record.
_DRAWS = tuple(f"{seat}-disc" for seat in SEATS)


@rule("population")
def draw_discs(play: Play, side: int, n: int) -> int:
    """Draw up to `n` discs from the side's bag into its hand and return their number.

    Their owner sees the faces while the discs are in hand; with `notes` also later, in the record and the log.
    """
    state, bags = play.state, play.state.bags
    neutral, faction = side * 2 + NEUTRAL, side * 2 + FACTION
    n = min(n, bags[neutral] + bags[faction])
    if not n:
        return 0
    state.drawer = side
    seen_by = SEATS[side] if state.notes else ""
    for _ in range(n):
        if play.roll(_DRAWS[side], bags[neutral] + bags[faction], seen_by=seen_by) <= bags[neutral]:
            bags[neutral] -= 1
            state.drawn[NEUTRAL] += 1
        else:
            bags[faction] -= 1
            state.drawn[FACTION] += 1
    play.emit("drew-discs", "population", SEATS[side], n)
    if state.notes:
        play.emit("faces", "population", SEATS[side], state.drawn[FACTION], state.drawn[NEUTRAL])
    return n


def draw_onto(play: Play, side: int, tiles: bytes, then: str) -> None:
    """Draw a disc for each of these tiles, in order; a later step places them.

    Where there is no choice, the owner is shown the discs before they are placed. Those of a Declare wait in hand.
    """
    state = play.state
    in_hand, state.drawn = (state.drawn, bytearray(2)) if any(state.drawn) else (b"", state.drawn)
    state.due, state.then = b"", then
    if draw_discs(play, side, len(tiles)):
        state.due, state.step = tiles, "show" if len(set(tiles)) == 1 else "place"
    elif not in_hand:
        state.step = then
    state.drawn += in_hand


def take_up(state: State) -> None:
    """Return to the discs of a Declare that waited in hand while those of a card were placed, if any."""
    if len(state.drawn) > 2:
        state.drawn, state.step = state.drawn[2:], "place"


def return_discs(play: Play, reason: str, side: int, face: int, n: int, tile: Tile) -> None:
    """Return discs that everyone has seen to their owner's bag, known ones last."""
    state = play.state
    at = tile * CELLS + side * 4 + face * 2
    unknown = min(n, state.discs[at])
    state.discs[at] -= unknown
    state.discs[at + 1] -= n - unknown
    state.bags[side * 2 + face] += n
    play.emit("returned", reason, SEATS[side], FACE_IDS[face], n, TILE_IDS[tile])
