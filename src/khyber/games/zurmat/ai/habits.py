"""Worlds as they are likely to be: what a seat does not know, drawn by the habits of players.

`imagine` (secrets.py) draws every world that looks the same with equal chances. But players put their own discs where
they count and the Neutral ones where they do not, keep the Objectives that suit them, and hold some cards back. What
they were seen to do in many games is in habits.toml, which `python -m tools.tuning.habits` writes.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from math import exp
from typing import Any, Final, cast

from khyber.games.zurmat import board
from khyber.games.zurmat.board import Tile
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.setup import pairs_of_objectives
from khyber.games.zurmat.rules.winning import is_met
from khyber.games.zurmat.secrets import hidden_places
from khyber.games.zurmat.state import State

#: Larger counts are treated alike; the last month is winter.
MAX_DISCS: Final = 4
MAX_THEIRS: Final = 6
MAX_KNOWN: Final = 3
MAX_BESIDE: Final = 4
LAST_MONTH: Final = 10
#: The units of each side, by kind.
UNITS: Final = (slice(0, 2), slice(2, 3))


@dataclass(frozen=True, slots=True)
class Habits:
    """One side's habits, as that side or its opponent assumes them."""

    #: What each sign adds to the odds that a disc is of the side's own colour, as logarithms.
    discs: Mapping[str, float]
    #: How much more an Objective is likely to be kept than others dealt with it, as logarithms; and how much more it
    #: is likely to have been kept if it is met now.
    objectives: Mapping[str, float] = field(default_factory=dict)
    met: float = 0.0
    #: How many times as likely a Tactics card is to be held as if none were ever held back.
    cards: Mapping[str, float] = field(default_factory=dict)


@cache
def habits() -> dict[tuple[int, bool], Habits]:
    """Return habits by side, and whether the side itself (True) or its opponent assumes them."""
    text = files(__package__).joinpath("habits.toml").read_text(encoding="utf-8")
    found = cast(Mapping[str, Mapping[str, Mapping[str, Any]]], tomllib.loads(text))
    return {
        (side, own): Habits(**found[seat]["own" if own else "other"])
        for side, seat in enumerate(board.SEATS)
        for own in (True, False)
    }


def signs(state: State, owner: int, tile: Tile) -> Iterator[tuple[str, float]]:
    """Yield signs that the owner's hidden discs on a tile are its own colour, with amounts.

    Both sides can see all of them.
    """
    other = 1 - owner
    cell, opposite = tile * board.CELLS + owner * 4, tile * board.CELLS + other * 4
    where = "nobody"
    if tile == board.FOB:
        where = "fob"
    elif state.control[tile] in board.SIDES:
        where = "own" if state.control[tile] == owner else "other"
    mine, theirs = (state.discs[at] + state.discs[at + 2] for at in (cell, opposite))
    yield f"{where}-discs-{min(mine, MAX_DISCS)}", 1
    yield f"{where}-month", state.month / LAST_MONTH
    yield f"{where}-theirs", min(theirs, MAX_THEIRS)
    yield f"{where}-no-theirs", theirs == 0
    yield "known", min(state.discs[cell + 3], MAX_KNOWN)
    yield "known-theirs", min(state.discs[opposite + 3], MAX_KNOWN)
    yield "fort", state.forts[tile] > 0
    yield "school", state.schools[tile] > 0
    if where != "fob":
        yield f"tile-{board.TILE_IDS[tile]}", 1
        units = state.units[tile * board.KINDS : (tile + 1) * board.KINDS]
        ours, foes = (sum(units[UNITS[side]]) for side in (owner, other))
        yield f"{where}-units", ours > 0
        yield f"{where}-foes", foes > 0
        yield f"{where}-more-units", ours > foes
        beside = [there for there in state.near[tile * 4 : tile * 4 + 4] if there != board.NOWHERE]
        for side, name in ((owner, "units"), (other, "foes")):
            near = sum(
                sum(state.units[there * board.KINDS : (there + 1) * board.KINDS][UNITS[side]]) for there in beside
            )
            yield f"{where}-{name}-beside", min(near, MAX_BESIDE)
            yield f"{where}-{name}-hold-beside", any(state.control[there] == side for there in beside)


def likely(state: State, box: Box, side: int, source: random.Random) -> State:
    """Return a state that looks the same to a side, drawn by what players are likely to have done."""
    world = state.copy()
    if state.ending:
        return world
    for owner in board.SIDES:
        _discs(world, owner, side, source)
    other = 1 - side
    assumed = habits()[other, False]
    _hand(world, box, other, assumed.cards, source)
    _objectives(world, box, other, assumed, source)
    return world


def _discs(world: State, owner: int, side: int, source: random.Random) -> None:
    """Draw the faces of the owner's discs that a side does not know; the rest go to bag and hand."""
    weights = habits()[owner, owner == side].discs
    discs, bag = world.discs, slice(owner * 2, owner * 2 + 2)
    places = hidden_places(world, owner, (side,))
    if not places:  # with `notes`, its own
        return
    cells = [(tile, tile * board.CELLS + owner * 4 + known) for tile, known in places]
    left = list(world.bags[bag])
    in_hand = world.drawer == owner and owner != side
    if in_hand:
        left = [kept + sum(world.drawn[face::2]) for face, kept in enumerate(left)]
    for _, cell in cells:
        for face in (board.NEUTRAL, board.FACTION):
            left[face] += discs[cell + 2 * face]
    for tile, cell in cells:
        hidden = discs[cell] + discs[cell + 2]
        if hidden:
            odds = exp(-sum(weights.get(sign, 0.0) * much for sign, much in signs(world, owner, tile)))
            faction = sum(source.random() * (1 + odds) < 1 for _ in range(hidden))
            faction = max(hidden - left[board.NEUTRAL], min(faction, left[board.FACTION]))
            discs[cell], discs[cell + 2] = hidden - faction, faction
            left[board.NEUTRAL] -= hidden - faction
            left[board.FACTION] -= faction
    for at in range(0, len(world.drawn) if in_hand else 0, 2):
        held = sum(world.drawn[at : at + 2])
        faction = sum(source.sample([0] * left[board.NEUTRAL] + [1] * left[board.FACTION], held))
        world.drawn[at : at + 2] = bytes((held - faction, faction))
        left = [left[board.NEUTRAL] - held + faction, left[board.FACTION] - faction]
    world.bags[bag] = bytes(left)


def _hand(world: State, box: Box, side: int, weights: Mapping[str, float], source: random.Random) -> None:
    """Draw a hand of Tactics cards from those not spent."""
    at = side * board.CARD_KINDS
    hand, deck = world.hand, world.deck
    held = sum(hand[at : at + board.CARD_KINDS])
    kinds = [at + place for place in range(len(box.tactics[side]))]
    for kind in kinds:
        deck[kind] += hand[kind]
        hand[kind] = 0
    likes = [weights.get(card.id, 1.0) for card in box.tactics[side]]
    for _ in range(held):
        (kind,) = source.choices(kinds, [deck[kind] * like for kind, like in zip(kinds, likes, strict=True)])
        deck[kind] -= 1
        hand[kind] += 1


def _objectives(world: State, box: Box, side: int, assumed: Habits, source: random.Random) -> None:
    """Draw the Objectives that a side chooses from, or those it has kept."""
    cards = range(len(box.objectives[side]))
    if world.dealt and world.active == side:
        world.dealt = bytes(sorted(source.sample(cards, len(world.dealt))))
    if world.objectives[side * 2] != board.NOWHERE:
        chances = kept_pairs(box, side, tuple(assumed.objectives.items()))
        met = {card.id for card in box.objectives[side] if is_met(world, box, side, card)}
        odds = [chance * exp(assumed.met * len(met.intersection(pair))) for pair, chance in chances.items()]
        (kept,) = source.choices(list(chances), odds)
        for at, name in enumerate(kept):
            world.objectives[side * 2 + at] = box.objective_by_id[side][name]


@lru_cache(maxsize=16)
def kept_pairs(box: Box, side: int, weights: tuple[tuple[str, float], ...]) -> dict[tuple[str, str], float]:
    """Return how likely a side is to keep each pair of Objectives, whatever four are dealt."""
    of, found = dict(weights), dict[tuple[str, str], float]()
    for dealt in combinations(range(len(box.objectives[side])), box.numbers.objectives_drawn):
        pairs = pairs_of_objectives(box, side, bytes(dealt))
        odds = [exp(of.get(one, 0.0) + of.get(two, 0.0)) for one, two in pairs]
        for pair, one in zip(pairs, odds, strict=True):
            found[pair] = found.get(pair, 0.0) + one / sum(odds)
    whole = sum(found.values())
    return {pair: chance / whole for pair, chance in found.items()}
