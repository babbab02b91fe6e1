"""Recruit and Construct."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from khyber.games.zurmat.board import AFGHAN, Tile
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.board_levels import complete
from khyber.games.zurmat.rules.forces import FORT, SCHOOL, build, controlled, place_units, room_for
from khyber.games.zurmat.rules.tactics import Choice, begins_card, menu

#: Where a piece may be added.
P = TypeVar("P", Tile, tuple[str, Tile])


@rule("recruit")
def recruit_tiles(play: Play, side: int) -> list[Tile]:
    """Return tiles the side controls, even with enemies, while it has Afghan units left."""
    return controlled(play.state, side) if play.state.supply[side] else []


@rule("recruit")
def recruit(play: Play) -> Rules:
    """Recruit: place up to `level` Afghan units on controlled tiles. No battle follows."""
    side = play.state.active
    yield from add_pieces(
        play, "recruit", recruit_tiles, lambda tile: place_units(play, "recruit", AFGHAN[side], 1, tile)
    )


@rule("construct")
def construct_choices(play: Play, side: int) -> list[tuple[str, Tile]]:
    """Return a School or a Fort for each controlled tile, at most two of each per tile."""
    return [(building, tile) for building in (SCHOOL, FORT) for tile in room_for(play.state, play.box, building, side)]


@rule("construct")
def construct(play: Play) -> Rules:
    """Construct: build up to `level` Schools and Forts."""
    yield from add_pieces(play, "construct", construct_choices, lambda choice: build(play, "construct", *choice))


def add_pieces(play: Play, operation: str, places: Callable[[Play, int], list[P]], put: Callable[[P], None]) -> Rules:
    """Add one piece after another, up to the level or until the side is done. A card interrupts the Operation."""
    state = play.state
    side = state.active

    def choices() -> list[Choice]:
        return menu(play, side, places(play, side), "done")

    while state.left and places(play, side):
        choice = yield from play.ask(side, operation, operation, TILE_CHOICE, choices, {"n": state.left})
        if begins_card(play, side, choice, operation):
            return
        if choice == "done":
            break
        put(cast(P, choice))
        state.left -= 1
    yield from complete(play)
