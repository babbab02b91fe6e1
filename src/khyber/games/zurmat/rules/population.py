"""Population discs on tiles: drawn each month, looked at, revealed, returned. Bags: bag.py; placing: placing.py."""

from __future__ import annotations

from khyber.games.zurmat.board import CELLS, COALITION, FACTION, NEUTRAL, NOWHERE, SEATS, SIDES, TALIBAN, TILE_IDS, Tile
from khyber.games.zurmat.notation import WORDS
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_discs, return_discs
from khyber.games.zurmat.rules.forces import controlled
from khyber.games.zurmat.state import State


def discs_of(state: State, side: int, tile: Tile) -> int:
    """Return the number of discs of a side on a tile, which is public."""
    at = tile * CELLS + side * 4
    return sum(state.discs[at : at + 4])


def faction_discs(state: State, side: int, tile: Tile) -> int:
    """Return the number of Faction discs among them, which is secret."""
    at = tile * CELLS + side * 4 + FACTION * 2
    return state.discs[at] + state.discs[at + 1]


# -- drawing ----------------------------------------------------------------------------------------


@rule("population", "months")
def influence(play: Play) -> None:
    """Phase 2, Influence Population: the side draws a disc for each tile it controls."""
    state = play.state
    side = state.active
    state.then = "influenced"
    state.due = b""
    draw_discs(play, side, len(controlled(state, side)))
    state.step = "place" if sum(state.drawn) else state.then


@rule("months")
def influenced(play: Play) -> None:
    """Place the Coalition's discs, then the Taliban's; then draw Tactics cards."""
    state = play.state
    if state.active == COALITION:
        state.active, state.step = TALIBAN, "influence"
    else:
        state.active, state.step = COALITION, "tactics"


# -- looking ----------------------------------------------------------------------------------------


@rule("declare", "population")
def look_at(play: Play, side: int, tile: Tile) -> None:
    """Declare, step 2, Check Intel: show the side all discs on a tile until its next answer."""
    state = play.state
    state.look, state.looker = tile, side
    play.emit("looked", "declare", SEATS[side], TILE_IDS[tile])
    if state.notes:
        at = tile * CELLS + (1 - side) * 4
        for face in (NEUTRAL, FACTION):
            state.discs[at + face * 2 + 1] += state.discs[at + face * 2]
            state.discs[at + face * 2] = 0
        play.emit("saw", "declare", SEATS[side], TILE_IDS[tile], *faces_on(state, tile))


def faces_on(state: State, tile: Tile) -> tuple[int, int, int, int]:
    """Return Coalition Faction and Neutral discs, then Taliban Faction and Neutral discs."""
    discs, at = state.discs, tile * CELLS
    return (
        discs[at + 2] + discs[at + 3],
        discs[at] + discs[at + 1],
        discs[at + 6] + discs[at + 7],
        discs[at + 4] + discs[at + 5],
    )


def looked(play: Play) -> Rules:
    """Wait until the side has looked, then continue."""
    state = play.state
    yield from play.ask(
        state.looker, "look", "declare", WORDS, lambda: ["done"], {"tile": TILE_IDS[state.look]}, window=True
    )
    stop_looking(state)
    state.step = state.then


def stop_looking(state: State) -> None:
    state.look = NOWHERE


# -- leaving ----------------------------------------------------------------------------------------


@rule("declare")
def settle_discs(play: Play, tile: Tile) -> None:
    """After a Declare, return Neutral discs to their bags, then Faction discs one for one.

    What remains belongs to one side, and everyone has seen it.
    """
    state = play.state
    for side in SIDES:
        neutral = discs_of(state, side, tile) - faction_discs(state, side, tile)
        if neutral:
            return_discs(play, "declare", side, NEUTRAL, neutral, tile)
    pairs = min(faction_discs(state, side, tile) for side in SIDES)
    for side in SIDES:
        if pairs:
            return_discs(play, "declare", side, FACTION, pairs, tile)
        at = tile * CELLS + side * 4 + FACTION * 2
        state.discs[at + 1] += state.discs[at]
        state.discs[at] = 0


def drawn_from_tile(play: Play, name: str, side: int, tile: Tile) -> tuple[int, int]:
    """Draw one of a side's discs on a tile at random: its face, and whether the other side knows it.

    Everyone sees that it is a known one; only those who know that disc see its face.
    """
    state = play.state
    at = tile * CELLS + side * 4
    known = (state.discs[at + 1], state.discs[at + 3])
    unknown = (state.discs[at], state.discs[at + 2])
    among = sum(known) + sum(unknown)
    is_known = play.roll(name, among) <= sum(known) if sum(known) and sum(unknown) else bool(sum(known))
    neutral, faction = known if is_known else unknown
    drawn = play.roll(f"{SEATS[side]}-{name}", neutral + faction, seen_by=SEATS[side] if state.notes else "")
    return NEUTRAL if drawn <= neutral else FACTION, int(is_known)
