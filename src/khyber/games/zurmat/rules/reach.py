"""The ways that groups can take along the roads, for boards that draw them. Asking for them: patrol.py, attack.py."""

from __future__ import annotations

from khyber.games.zurmat.board import ALL_ROADS, ATTACK, OP_IDS, PATROL, Tile
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.attack import can_attack
from khyber.games.zurmat.rules.board_levels import level_of
from khyber.games.zurmat.rules.forces import has_enemies, unmoved, with_units
from khyber.games.zurmat.rules.moving import Entry, entries_from, roads_on

#: By destination, the tiles entered on the shortest way there.
Ways = dict[Tile, tuple[Tile, ...]]


def ways(play: Play, side: int, origin: Tile, steps: int, *, attacking: bool) -> Ways:
    """Return the shortest way to each tile in reach; in an Attack, to those with enemies only."""
    found: Ways = {}
    known: set[Entry] = set()
    frontier: list[tuple[Tile, int, tuple[Tile, ...]]] = [(origin, ALL_ROADS, ())]
    for _ in range(steps):
        following = []
        for here, roads, way in frontier:
            for there, edge in entries_from(play, side, here, roads, attacking=attacking):
                if (there, edge) in known:
                    continue
                known.add((there, edge))
                if there not in found and there != origin and (not attacking or has_enemies(play.state, side, there)):
                    found[there] = (*way, there)
                if on := roads_on(play, side, there, edge):
                    following.append((there, on, (*way, there)))
        frontier = following
    return found


def open_ways(play: Play) -> dict[str, dict[Tile, Ways]]:
    """Return the ways of the active side now, by Operation and origin: before one is named, of both that move."""
    state = play.state
    side = state.active
    limits: dict[str, tuple[int, bool]] = {}
    if state.step not in ("turn", "patrol", "attack"):
        return {}
    if state.op < 0:
        level = level_of(play, side, PATROL)
        limits["patrol"] = level, False
        level = level_of(play, side, ATTACK)
        if can_attack(play, side, level):
            limits["attack"] = level, True
    elif state.op in (PATROL, ATTACK) and not state.done:
        limits[OP_IDS[state.op]] = state.steps_left if state.left else 0, state.op == ATTACK
    return {
        name: {
            origin: found
            for origin in with_units(state, side)
            if unmoved(state, side, origin) and (found := ways(play, side, origin, steps, attacking=attacking))
        }
        for name, (steps, attacking) in limits.items()
    }
