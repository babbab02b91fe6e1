"""Moving units along roads, stopping at villages and enemies."""

from __future__ import annotations

from khyber.games.zurmat.board import ALL_ROADS, COALITION, KINDS, NOWHERE, TILE_IDS, UNITS, Tile
from khyber.games.zurmat.notation import PIECES
from khyber.games.zurmat.play import Asking, Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.forces import Group, groups, has_enemies, shift
from khyber.games.zurmat.rules.roadside import clear_roadblock, ied, is_blocked

#: The edges that bits stand for.
WAYS = tuple(tuple(way for way in range(4) if roads >> way & 1) for roads in range(ALL_ROADS + 1))
#: A tile that can be entered, and the edge by which.
Entry = tuple[Tile, int]


@rule("moving")
def entries_from(play: Play, side: int, tile: Tile, roads: int, *, attacking: bool) -> list[Entry]:
    """Return the tiles a unit may enter next by these roads (edges, as bits), road meeting road.

    Enemy units and Forts may be entered only in an Attack.
    """
    state = play.state
    joined, near, turn = play.box.joined, state.near, state.turn
    own = joined[tile * 4 + turn[tile]]
    found = []
    for way in WAYS[roads]:
        if own[way]:
            there = near[tile * 4 + way]
            if there != NOWHERE and joined[there * 4 + turn[there]][way ^ 2]:
                if state.roadblock and is_blocked(state, tile, there):
                    continue
                if attacking or not has_enemies(state, side, there):
                    found.append((there, way ^ 2))
    return found


@rule("moving")
def roads_on(play: Play, side: int, tile: Tile, edge: int) -> int:
    """Return the edges by which a unit that entered here may leave: by its road; none at a village or enemy."""
    roads = play.box.joined[tile * 4 + play.state.turn[tile]][edge]
    if roads == 1 << edge or has_enemies(play.state, side, tile):
        return 0
    return roads


@rule("moving", "attack")
def enemy_in_reach(play: Play, side: int, tile: Tile, roads: int, steps: int) -> bool:
    """Return whether a unit there can enter a tile with enemies by these roads within `steps` tiles."""
    frontier = [(tile, roads)]
    known: set[Entry] = set()
    for _ in range(steps):
        following = []
        for here, ways in frontier:
            for entry in entries_from(play, side, here, ways, attacking=True):
                if entry in known:
                    continue
                if has_enemies(play.state, side, entry[0]):
                    return True
                known.add(entry)
                on = roads_on(play, side, *entry)
                if on:
                    following.append((entry[0], on))
        frontier = following
    return False


def choose_group(
    play: Play, side: int, ask: str, reason: str, tile: Tile, most: int, *, unmoved: bool = False
) -> Asking[Group]:
    """Ask how many units move, and of which kinds."""
    group = yield from play.ask(
        side,
        ask,
        reason,
        PIECES,
        lambda: groups(play.state, side, tile, most, unmoved=unmoved),
        {"tile": TILE_IDS[tile]},
    )
    return group


def mark(play: Play, group: Group, tile: Tile) -> None:
    """Mark these units as moved in this Operation."""
    for kind in UNITS:
        play.state.moved[tile * KINDS + kind] += group[kind]


@rule("moving")
def enter(play: Play, side: int, reason: str, group: Group, origin: Tile, dest: Tile) -> Asking[Group]:
    """Move a group onto a tile and return what remains of it after an IED."""
    moved = shift(play, reason, group, origin, dest)
    if side == COALITION:
        group = yield from ied(play, group, moved, dest)
    return group


@rule("moving")
def halt(play: Play, side: int, tile: Tile) -> None:
    """End the move of a group: a Coalition unit clears the Roadblock there."""
    if side == COALITION and tile in play.state.roadblock:
        clear_roadblock(play)


__all__ = ["ALL_ROADS", "Entry", "choose_group", "enemy_in_reach", "enter", "entries_from", "halt", "mark", "roads_on"]
