"""Hidden information: removed for a seat's bot, or redrawn for another possible state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import add

from khyber.games.zurmat import board
from khyber.games.zurmat.board import Tile
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.setup import pairs_of_objectives
from khyber.games.zurmat.state import State


def imagine(state: State, box: Box, seats: Sequence[str], source: random.Random) -> State:
    """Return a state drawn at random from all that look the same to these seats."""
    world = state.copy()
    if state.ending:
        return world
    own = [side for side in board.SIDES if board.SEATS[side] in seats]
    for side in board.SIDES:
        _other_faces(world, side, own, source)
        if side not in own:
            _other_hand(world, side, source)
            _other_objectives(world, box, side, source)
    return world


# -- discs ------------------------------------------------------------------------------------------


def knows_own(state: State, owner: int, own: Sequence[int]) -> bool:
    """Return whether, with `notes`, a side knows its own discs, and so what is left in its bag."""
    return state.notes and owner in own


def hidden_places(state: State, owner: int, own: Sequence[int]) -> list[tuple[Tile, int]]:
    """Return places of discs unknown to these sides: tile, and 1 if the other side knows them.

    (With `notes` a spectator does not know what the players do.)
    """
    if knows_own(state, owner, own):
        return []
    places = []
    for tile in range(board.TILES):
        if not (state.look == tile and state.looker in own):
            places.append((tile, 0))
            if state.notes and not own:
                places.append((tile, 1))
    return places


def _other_faces(world: State, owner: int, own: Sequence[int], source: random.Random) -> None:
    """Redraw the owner's unknown discs: on the map, in hand if it is not theirs, the rest in the bag."""
    if knows_own(world, owner, own):
        return
    discs, bag = world.discs, owner * 2
    cells = [tile * board.CELLS + owner * 4 + known for tile, known in hidden_places(world, owner, own)]
    cells = [cell for cell in cells if discs[cell] + discs[cell + 2]]
    in_hand = world.drawer == owner and owner not in own
    faction = sum(discs[cell + board.FACTION * 2] for cell in cells) + world.bags[bag + board.FACTION]
    total = faction + sum(discs[cell] for cell in cells) + world.bags[bag + board.NEUTRAL]
    if in_hand:
        faction += sum(world.drawn[board.FACTION :: 2])
        total += sum(world.drawn)
    pool = [1] * faction + [0] * (total - faction)
    source.shuffle(pool)
    at = 0
    for cell in cells:
        n = discs[cell] + discs[cell + 2]
        discs[cell + 2] = sum(pool[at : at + n])
        discs[cell] = n - discs[cell + 2]
        at += n
    for held in range(0, len(world.drawn) if in_hand else 0, 2):
        n = sum(world.drawn[held : held + 2])
        faction = sum(pool[at : at + n])
        world.drawn[held : held + 2] = bytes((n - faction, faction))
        at += n
    world.bags[bag + board.FACTION] = sum(pool[at:])
    world.bags[bag + board.NEUTRAL] = len(pool) - at - world.bags[bag + board.FACTION]


# -- cards ------------------------------------------------------------------------------------------


def _other_hand(world: State, side: int, source: random.Random) -> None:
    """Redraw a hand of Tactics cards from those not spent."""
    at = side * board.CARD_KINDS
    hand, deck = world.hand, world.deck
    pool = [kind for kind in range(at, at + board.CARD_KINDS) for _ in range(hand[kind] + deck[kind])]
    n = sum(hand[at : at + board.CARD_KINDS])
    source.shuffle(pool)
    hand[at : at + board.CARD_KINDS] = deck[at : at + board.CARD_KINDS] = bytes(board.CARD_KINDS)
    for kind in pool[:n]:
        hand[kind] += 1
    for kind in pool[n:]:
        deck[kind] += 1


def _other_objectives(world: State, box: Box, side: int, source: random.Random) -> None:
    """Redraw Objectives: deal four and keep two that may be combined."""
    cards = range(len(box.objectives[side]))
    if world.dealt and world.active == side:
        world.dealt = bytes(sorted(source.sample(cards, len(world.dealt))))
    if world.objectives[side * 2] != board.NOWHERE:
        dealt = bytes(sorted(source.sample(cards, box.numbers.objectives_drawn)))
        kept = source.choice(pairs_of_objectives(box, side, dealt))
        for at, name in enumerate(kept):
            world.objectives[side * 2 + at] = box.objective_by_id[side][name]


def known(state: State, seat: str) -> State:
    """Return a copy without what the seat does not know.

    Unknown discs are Neutral, also in the bag; the other side's cards are all in its deck, and it has no Objectives.
    """
    copy = state.copy()
    side = board.SEATS.index(seat)
    other = 1 - side
    for owner in board.SIDES:
        if knows_own(state, owner, (side,)):
            continue
        neutral, faction = slice(owner * 4, None, board.CELLS), slice(owner * 4 + 2, None, board.CELLS)
        copy.discs[neutral] = bytes(map(add, state.discs[neutral], state.discs[faction]))
        copy.discs[faction] = bytes(board.TILES)
        if state.looker == side and state.look != board.NOWHERE:
            cell = state.look * board.CELLS + owner * 4
            copy.discs[cell : cell + 3] = state.discs[cell : cell + 3]
        copy.bags[owner * 2] += copy.bags[owner * 2 + board.FACTION]
        copy.bags[owner * 2 + board.FACTION] = 0
    if state.drawer == other:
        copy.drawn[board.NEUTRAL :: 2] = bytes(map(add, copy.drawn[board.NEUTRAL :: 2], copy.drawn[board.FACTION :: 2]))
        copy.drawn[board.FACTION :: 2] = bytes(len(copy.drawn) // 2)
    theirs = slice(other * board.CARD_KINDS, (other + 1) * board.CARD_KINDS)
    copy.deck[theirs] = bytes(map(add, copy.deck[theirs], copy.hand[theirs]))
    copy.hand[theirs] = bytes(board.CARD_KINDS)
    copy.objectives[other * 2 : other * 2 + 2] = bytes((board.NOWHERE, board.NOWHERE))
    if state.active == other:
        copy.dealt = bytes(len(state.dealt))
    return copy
