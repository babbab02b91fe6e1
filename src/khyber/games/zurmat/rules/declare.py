"""Declare: add Population, check Intel, declare loyalty."""

from __future__ import annotations

from khyber.games.zurmat.board import CONTROL_IDS, NOBODY, SIDES, TILE_IDS, Tile
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_discs
from khyber.games.zurmat.rules.forces import on_map, set_control, units_of
from khyber.games.zurmat.rules.population import faces_on, faction_discs, look_at, settle_discs
from khyber.games.zurmat.rules.tactics import begins_card, menu
from khyber.games.zurmat.state import State


@rule("declare")
def declare(play: Play) -> Rules:
    """Step 1, Add Population: draw `level` discs and place them anywhere."""
    state = play.state
    state.then, state.due = "intel", b""
    if draw_discs(play, state.active, state.level):
        state.step = "place"
        return
    state.step = "intel"
    yield from check_intel(play)


@rule("declare")
def check_intel(play: Play) -> Rules:
    """Step 2, Check Intel: look at the discs of one tile."""
    state = play.state
    side = state.active
    choice = yield from play.ask(side, "intel", "declare", TILE_CHOICE, lambda: menu(play, side, on_map(state)))
    if begins_card(play, side, choice, "intel"):
        return
    assert isinstance(choice, int)
    look_at(play, side, choice)
    state.step = "loyalty"


@rule("declare")
def choose_loyalty(play: Play) -> Rules:
    """Step 3: choose the tile that declares its loyalty."""
    state = play.state
    side = state.active
    choice = yield from play.ask(side, "loyalty", "declare", TILE_CHOICE, lambda: menu(play, side, on_map(state)))
    if begins_card(play, side, choice, "loyalty"):
        return
    assert isinstance(choice, int)
    declare_loyalty(play, choice)
    state.step = "completed"


@rule("declare", "buildings")
def loyalty(state: State, side: int, tile: Tile) -> int:
    """Return a side's Loyalty: one for each Faction disc and unit, and for each School of its controller."""
    schools = state.schools[tile] if state.control[tile] == side else 0
    return faction_discs(state, side, tile) + units_of(state, side, tile) + schools


@rule("declare")
def declare_loyalty(play: Play, tile: Tile, plus: tuple[int, int] = (0, 0)) -> None:
    """Reveal all discs: more Loyalty takes control, a tie changes nothing; then return discs."""
    state = play.state
    play.reveal("loyalty")
    play.emit("turned-up", "declare", TILE_IDS[tile], *faces_on(state, tile))
    ours, theirs = (loyalty(state, side, tile) + plus[side] for side in SIDES)
    winner = state.control[tile] if ours == theirs else int(theirs > ours)
    play.emit("declared", "declare", TILE_IDS[tile], ours, theirs, CONTROL_IDS[winner])
    if winner != NOBODY:
        set_control(play, "declare", tile, winner)
    settle_discs(play, tile)
