"""What a Declare would bring, as far as a side knows: odds over the discs it cannot see."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from khyber.games.zurmat.board import CELLS, FOB, NOBODY, Lies, Tile
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours, units_of
from khyber.games.zurmat.rules.winning import objectives_of
from khyber.games.zurmat.state import State


class Odds(NamedTuple):
    """How likely a side is to have more Loyalty on a tile, and less."""

    win: float
    lose: float


@cache
def odds(lead: int, ours: int, theirs: int) -> Odds:
    """With a lead in what is known, and so many unseen discs of each side, half of which are Faction discs.

    >>> odds(1, 0, 0), odds(0, 1, 1)
    (Odds(win=1.0, lose=0.0), Odds(win=0.25, lose=0.25))
    """
    n = ours + theirs
    ways = [comb(n, k) for k in range(n + 1)]  # a Faction disc of theirs less is as good as one of ours more
    margin = [lead - theirs + k for k in range(n + 1)]
    total = 1 << n
    return Odds(sum(way for way, by in zip(ways, margin, strict=True) if by > 0) / total,
                sum(way for way, by in zip(ways, margin, strict=True) if by < 0) / total)


class Faces(NamedTuple):
    """An owner's discs on a tile: Faction discs known, and discs not known."""

    faction: int
    unseen: int


def faces(state: State, side: int, owner: int, tile: Tile) -> Faces:
    """What the side knows of them. In its copy of the state unseen discs lie as Neutral ones."""
    at = tile * CELLS + owner * 4
    discs = state.discs
    if (state.look == tile and state.looker == side) or (state.notes and owner == side):
        return Faces(discs[at + 2] + discs[at + 3], 0)
    return Faces(discs[at + 3], discs[at])


def chance(state: State, side: int, tile: Tile, *, faction: int = 0, unseen: int = 0, units: int = 0,
           against: int = 0) -> Odds:
    """The odds of a Declare there, with so much more of ours (`faction`, `unseen`, `units`) or theirs (`against`)."""
    other = 1 - side
    mine, yours = faces(state, side, side, tile), faces(state, side, other, tile)
    lead = units_of(state, side, tile) - units_of(state, other, tile) + mine.faction - yours.faction
    if state.control[tile] == side:
        lead += state.schools[tile]
    elif state.control[tile] == other:
        lead -= state.schools[tile]
    return odds(lead + faction + units - against, mine.unseen + unseen, yours.unseen)


def worth(play: Play, side: int, tile: Tile) -> float:
    """What control of a tile is worth: a VP, more where an Event or an Objective asks for it."""
    state, box = play.state, play.box
    value = 1.0
    waiting = (Lies.CURRENT, Lies.NEXT, Lies.TWO)
    for card in box.events:
        if card.kind == "scored" and state.lies[card.number - 1] in waiting:
            value += 0.6 if card.most == "poppies" and box.poppy[tile] else 0.2 if card.most == "tiles" else 0.0
    for objective in objectives_of(state, box, side):
        if (objective.counts == "ring" and tile in neighbours(state, FOB)) or (
                objective.counts == "fob" and tile == FOB):
            value += 0.8
    if tile == FOB:
        value += 0.3  # its Schools and Forts
    return value + 0.15 * (state.schools[tile] + state.forts[tile])


def gain(play: Play, side: int, tile: Tile, *, faction: int = 0, unseen: int = 0, units: int = 0) -> float:
    """What a Declare there would bring the side on average: what it takes less what it loses."""
    state = play.state
    win, lose = chance(state, side, tile, faction=faction, unseen=unseen, units=units)
    value = worth(play, side, tile)
    holder = state.control[tile]
    if holder == side:
        return -2 * value * lose
    if holder == NOBODY:
        return value * (win - lose)
    return 2 * value * win


def danger(play: Play, side: int, tile: Tile, *, faction: int = 0, units: int = 0) -> float:
    """How much the other side could take from us there, with a disc or two of its own more."""
    state = play.state
    if state.control[tile] != side:
        return 0.0
    return worth(play, side, tile) * chance(state, side, tile, faction=faction, units=units, against=1).lose


def need(play: Play, side: int, tile: Tile, *, faction: int = 0, units: int = 0) -> float:
    """How a tile stands for us: what we could take there, or keep."""
    if play.state.control[tile] == side:
        return -danger(play, side, tile, faction=faction, units=units)
    return gain(play, side, tile, faction=faction, units=units)
