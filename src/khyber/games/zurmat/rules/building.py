"""Recruit and Construct."""

from __future__ import annotations

from khyber.games.zurmat.board import AFGHAN, Tile
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.board_levels import complete
from khyber.games.zurmat.rules.forces import FORT, SCHOOL, build, controlled, place_units, room_for
from khyber.games.zurmat.rules.tactics import begins_card, menu


@rule("recruit")
def recruit_tiles(play: Play, side: int) -> list[Tile]:
    """Tiles that the side controls, even with enemies, while it has Afghan units beside its board."""
    return controlled(play.state, side) if play.state.supply[side] else []


@rule("recruit")
def recruit(play: Play) -> Rules:
    """Recruit: up to as many Afghan units as the level says, on tiles that the side controls. No battle follows."""
    state = play.state
    side = state.active
    while state.left and recruit_tiles(play, side):
        choice = yield from play.pick(
            side,
            "recruit",
            "recruit",
            TILE_CHOICE,
            lambda: menu(play, side, recruit_tiles(play, side), "done"),
            {"n": state.left},
        )
        if begins_card(play, side, choice, "recruit"):
            return
        if not isinstance(choice, int):
            break
        place_units(play, "recruit", AFGHAN[side], 1, choice)
        state.left -= 1
    yield from complete(play)


@rule("construct")
def construct_choices(play: Play, side: int) -> list[tuple[str, Tile]]:
    """A School or a Fort on a tile that the side controls, two of each at most on a tile."""
    return [(building, tile) for building in (SCHOOL, FORT) for tile in room_for(play.state, play.box, building, side)]


@rule("construct")
def construct(play: Play) -> Rules:
    """Construct: up to as many Schools and Forts as the level says."""
    state = play.state
    side = state.active
    while state.left and construct_choices(play, side):
        choice = yield from play.pick(
            side,
            "construct",
            "construct",
            TILE_CHOICE,
            lambda: menu(play, side, construct_choices(play, side), "done"),
            {"n": state.left},
        )
        if begins_card(play, side, choice, "construct"):
            return
        if not isinstance(choice, tuple):
            break
        building, tile = choice
        assert isinstance(tile, int)
        build(play, "construct", building, tile)
        state.left -= 1
    yield from complete(play)
