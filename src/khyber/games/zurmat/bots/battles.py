"""The value of battles: expected losses, and their effect on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khyber.games.zurmat.board import ALL_ROADS, ANA, COALITION, FIGHTER, KINDS, TALIBAN, US, Tile
from khyber.games.zurmat.bots.odds import expected_losses
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.box import BLOCK, HIT, Box
from khyber.games.zurmat.rules.combat import dice_on, fighters
from khyber.games.zurmat.rules.dice import AFGHAN_DIE, US_DIE
from khyber.games.zurmat.rules.forces import Group, forts_of, has_enemies, units_of, unmoved
from khyber.games.zurmat.rules.moving import entries_from, roads_on
from khyber.games.zurmat.state import State

Dice = Sequence[tuple[int, int]]
NOBODY_MORE: Group = (0, 0, 0)


def showing(box: Box, dice: Dice, face: int) -> tuple[tuple[int, int], ...]:
    """Return these dice as (faces showing `face`, number of such dice)."""
    return tuple((box.dice[die].count(face), n) for die, n in dice if n)


def dice_of(group: Group) -> list[tuple[int, int]]:
    return [(AFGHAN_DIE, group[ANA] + group[FIGHTER]), (US_DIE, group[US])]


class Fight(NamedTuple):
    """The pieces each side loses on average, and how many of them are units."""

    kills: float
    losses: float
    units_killed: float
    units_lost: float


def fight(picture: Picture, tile: Tile, coming: Group = NOBODY_MORE) -> Fight:
    """Return the expected result of a battle on a tile, joined by these units of ours."""
    state, box, side = picture.state, picture.box, picture.side
    other = 1 - side
    ours, theirs = [*dice_on(state, side, tile), *dice_of(coming)], dice_on(state, other, tile)
    own_forts, forts = forts_of(state, side, tile), forts_of(state, other, tile)
    own = units_of(state, side, tile) + sum(coming)
    enemies = units_of(state, other, tile)
    kills = expected_losses(showing(box, ours, HIT), showing(box, theirs, BLOCK), enemies + forts)
    losses = expected_losses(showing(box, theirs, HIT), showing(box, ours, BLOCK), own + own_forts)
    return Fight(kills, losses, max(0.0, min(enemies, kills - forts)), max(0.0, losses - own_forts))


def ambushed(picture: Picture, tile: Tile, dice: Dice) -> Fight:
    """Return the expected result of a battle in which the enemy does not roll."""
    state, box, other = picture.state, picture.box, 1 - picture.side
    forts, enemies = forts_of(state, other, tile), units_of(state, other, tile)
    kills = expected_losses(showing(box, dice, HIT), (), fighters(state, other, tile))
    return Fight(kills, 0.0, max(0.0, min(enemies, kills - forts)), 0.0)


def outcome(picture: Picture, tile: Tile, fought: Fight, coming: int = 0) -> float:
    """Return the value of a battle: the tile afterwards, pieces destroyed and lost, and Objectives.

    `coming` units of ours join it; they count on the tile even if no piece is hit.
    """
    value = picture.change_by(tile, coming + fought.units_killed - fought.units_lost)
    value += picture.loss() * (fought.units_killed - fought.units_lost)
    value += picture.most("most-units", fought.units_killed - fought.units_lost)
    value += picture.weights.fort * (fought.kills - fought.units_killed - fought.losses + fought.units_lost)
    if picture.side == TALIBAN and picture.counts_for_us("us-killed"):
        us, ana = picture.state.units[tile * KINDS + US], picture.state.units[tile * KINDS + ANA]
        value += 1.2 * max(0.0, min(us, fought.units_killed - ana))
    if picture.side == COALITION and picture.counts_for_us("us-alive"):
        value -= 1.0 * max(0.0, fought.units_lost - picture.state.units[tile * KINDS + ANA] - 1)
    return value


class Strike(NamedTuple):
    """A possible attack. `first` is the first step of the way there, `steps` its length."""

    value: float
    origin: Tile
    dest: Tile
    first: Tile
    units: int
    steps: int


def compose(state: State, side: int, tile: Tile, n: int, *, careful: bool) -> Group:
    """Return n unmoved units of a tile: US units first, or last if we are careful with them."""
    at = tile * KINDS
    if side == TALIBAN:
        return (0, 0, n)
    ana, us = state.units[at] - state.moved[at], state.units[at + US] - state.moved[at + US]
    if careful:
        few = min(n, ana)
        return (few, n - few, 0)
    many = min(n, us)
    return (n - many, many, 0)


def enemies_in_reach(picture: Picture, origin: Tile, steps: int) -> dict[Tile, tuple[Tile, int]]:
    """Return tiles with enemies within `steps`: the first step of the way, and its length."""
    play, state, side = picture.play, picture.state, picture.side
    found: dict[Tile, tuple[Tile, int]] = {}
    frontier = [(origin, ALL_ROADS, -1)]
    known = set()
    for step in range(1, steps + 1):
        following = []
        for here, roads, first in frontier:
            for there, edge in entries_from(play, side, here, roads, attacking=True):
                if (there, edge) in known:
                    continue
                known.add((there, edge))
                way = there if first < 0 else first
                if has_enemies(state, side, there):
                    found.setdefault(there, (way, step))
                else:
                    on = roads_on(play, side, there, edge)
                    if on:
                        following.append((there, on, way))
        frontier = following
    return found


def strikes(picture: Picture, units: int, steps: int) -> list[Strike]:
    """Return attacks with up to `units` units, up to `steps` tiles away, the best first."""
    state, side = picture.state, picture.side
    careful = picture.counts_for_us("us-alive")
    found = []
    for origin in picture.tiles:
        there = min(units, unmoved(state, side, origin))
        if not there:
            continue
        if has_enemies(state, side, origin) and not state.struck >> origin & 1:
            found.append(Strike(outcome(picture, origin, fight(picture, origin)), origin, origin, origin, 1, 0))
        for dest, (first, far) in enemies_in_reach(picture, origin, steps).items():
            # where a battle is coming anyway, only what these units would add counts
            without = outcome(picture, dest, fight(picture, dest)) if state.struck >> dest & 1 else 0.0
            for n in range(1, there + 1):
                group = compose(state, side, origin, n, careful=careful)
                value = outcome(picture, dest, fight(picture, dest, group), n) + picture.change(origin, -n) - without
                found.append(Strike(value, origin, dest, first, n, far))
    return sorted(found, reverse=True)
