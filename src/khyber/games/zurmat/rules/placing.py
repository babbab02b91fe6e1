"""Placing Population discs that are in hand: face down, the tile public, the face the owner's secret."""

from __future__ import annotations

from functools import partial

from khyber.games.zurmat.board import CELLS, FACE_IDS, FACTION, NEUTRAL, SEATS, TILE_IDS, UNSEEN, Tile
from khyber.games.zurmat.notation import TILE_CHOICE, WORDS
from khyber.games.zurmat.play import Asking, Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import take_up
from khyber.games.zurmat.rules.forces import on_map
from khyber.games.zurmat.rules.tactics import Choice, begins_card, menu
from khyber.games.zurmat.state import State


@rule("population")
def place(play: Play) -> Rules:
    """Place the discs in hand face down: the tile is public, the face the owner's secret.

    Players may not look at placed discs again: without `notes` every disc is a step of its own, so that none can be
    undone, and the answer is forgotten.
    """
    state = play.state
    side, drawn = state.drawer, state.drawn
    while drawn[NEUTRAL] or drawn[FACTION]:
        if state.due:
            tile = state.due[0]
        else:
            places = partial(disc_places, play, side)
            choice: Choice = yield from play.ask(side, "place-disc", "population", TILE_CHOICE, places)
            if begins_card(play, side, choice, "place"):
                return
            assert isinstance(choice, int)
            tile = choice
        face = yield from which_disc(play, side, tile)
        put_down(play, side, face, tile)
        state.due = state.due[1:]
        if not state.notes and (drawn[NEUTRAL] or drawn[FACTION]):
            return
    state.due = b""
    state.step = state.then


@rule("population", "tactics")
def disc_places(play: Play, side: int) -> list[Choice]:
    """Return the tiles for a disc; step 1 of a Declare is part of an action, during which cards may be played."""
    places = on_map(play.state)
    return menu(play, side, places) if in_declare(play.state) else [*places]


def in_declare(state: State) -> bool:
    """Return whether the discs in hand are those of a Declare under way."""
    return state.then == "intel" and state.drawer == state.active


def faces_in_hand(state: State) -> list[str]:
    return [name for name, n in zip(FACE_IDS, state.drawn, strict=True) if n]


def which_disc(play: Play, side: int, tile: Tile) -> Asking[int]:
    """Ask which disc in hand goes there, even if all have the same face, which is secret."""
    state = play.state
    if sum(state.drawn) == 1 or (state.due and state.due.count(tile) == len(state.due)):
        return FACTION if state.drawn[FACTION] else NEUTRAL
    name = yield from play.ask(
        side,
        "which-disc",
        "population",
        WORDS,
        partial(faces_in_hand, state),
        {"tile": TILE_IDS[tile]},
        secret=True,
        forgotten=not state.notes,
    )
    return FACE_IDS.index(name)


def put_down(play: Play, side: int, face: int, tile: Tile) -> None:
    """Place a disc from the hand on a tile, face down."""
    state = play.state
    state.drawn[face] -= 1
    state.discs[tile * CELLS + side * 4 + face * 2] += 1
    play.emit("disc", "population", SEATS[side], TILE_IDS[tile], FACE_IDS[face] if state.notes else UNSEEN)


@rule("population")
def show(play: Play) -> Rules:
    """Show the owner discs that have only one place to go, then place them."""
    state = play.state
    side, tile = state.drawer, state.due[0]
    about: dict[str, int | str] = {"n": sum(state.drawn), "tile": TILE_IDS[tile]}
    yield from play.ask(side, "show-discs", "population", WORDS, lambda: ["place"], about, window=True)
    for face in (NEUTRAL, FACTION):
        for _ in range(state.drawn[face]):
            put_down(play, side, face, tile)
    state.due, state.step = b"", state.then
    take_up(state)
