"""Patrol: move along roads, and leave a disc on every tile entered."""

from __future__ import annotations

from functools import partial

from khyber.games.zurmat.board import ALL_ROADS, TILE_IDS, Tile
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_onto
from khyber.games.zurmat.rules.board_levels import disturb
from khyber.games.zurmat.rules.forces import unmoved, with_units
from khyber.games.zurmat.rules.moving import choose_group, enter, entries_from, halt, mark, roads_on
from khyber.games.zurmat.rules.tactics import Choice, begins_card, menu


@rule("patrol")
def patrol_origins(play: Play, side: int) -> list[Tile]:
    """Return the tiles from which a group may Patrol, never onto enemy units or Forts."""
    state = play.state
    if not state.left or not state.steps_left:
        return []
    return [
        tile
        for tile in with_units(state, side)
        if unmoved(state, side, tile) and entries_from(play, side, tile, ALL_ROADS, attacking=False)
    ]


@rule("patrol")
def patrol(play: Play) -> Rules:
    """Patrol: move up to `level` units in groups onto as many tiles in all; a disc for each tile."""
    state = play.state
    side = state.active

    def origins() -> list[Choice]:
        return menu(play, side, patrol_origins(play, side), "done")

    while patrol_origins(play, side):
        about = {"n": state.left, "steps": state.steps_left}
        choice = yield from play.ask(side, "patrol-from", "patrol", TILE_CHOICE, origins, about)
        if begins_card(play, side, choice, "patrol"):
            return
        if not isinstance(choice, int):
            break
        yield from patrol_with(play, side, choice)
    draw_onto(play, side, state.entered, "completed")


def patrol_with(play: Play, side: int, origin: Tile) -> Rules:
    """Move one group until its road or the level is used up; it may go back and forth."""
    state = play.state
    dest: Tile | str = yield from play.ask(
        side,
        "patrol-to",
        "patrol",
        TILE_CHOICE,
        lambda: _moves_on(play, side, origin, ALL_ROADS),
        {"tile": TILE_IDS[origin]},
    )
    group = yield from choose_group(play, side, "patrol-units", "patrol", origin, state.left, unmoved=True)
    state.left -= sum(group)
    mark(play, group, origin)
    here, roads = origin, ALL_ROADS
    while not isinstance(dest, str):
        edge = next(edge for there, edge in entries_from(play, side, here, roads, attacking=False) if there == dest)
        state.steps_left -= 1
        state.entered += bytes((dest,))
        disturb(play, side, dest)
        group = yield from enter(play, side, "patrol", group, here, dest)
        here, roads = dest, roads_on(play, side, dest, edge)
        if not sum(group):
            return
        if not _moves_on(play, side, here, roads):
            break
        dest = yield from play.ask(
            side,
            "patrol-on",
            "patrol",
            TILE_CHOICE,
            partial(_moves_or_stop, play, side, here, roads),
            {"tile": TILE_IDS[here], "n": state.steps_left},
        )
    halt(play, side, here)


def _moves_or_stop(play: Play, side: int, tile: Tile, roads: int) -> list[Tile | str]:
    return [*_moves_on(play, side, tile, roads), "stop"]


def _moves_on(play: Play, side: int, tile: Tile, roads: int) -> list[Tile]:
    if not play.state.steps_left or not roads:
        return []
    return [there for there, _ in entries_from(play, side, tile, roads, attacking=False)]
