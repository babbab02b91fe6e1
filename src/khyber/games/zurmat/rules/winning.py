"""Winning the game: tiles, Objectives, Event cards, and the tie-break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from khyber.games.zurmat import board
from khyber.games.zurmat.board import Lies
from khyber.games.zurmat.box import Box, Objective
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.forces import controlled, neighbours
from khyber.games.zurmat.state import State


def afghan_units(state: State, side: int) -> int:
    return sum(state.units[board.AFGHAN[side] :: board.KINDS])


def us_units(state: State) -> int:
    return sum(state.units[board.US :: board.KINDS])


def schools_of(state: State, side: int) -> int:
    return sum(state.schools[tile] for tile in controlled(state, side))


def all_forts_of(state: State, side: int) -> int:
    return sum(state.forts[tile] for tile in controlled(state, side))


#: What an Objective counts -> whether it is met.
MET: Final[Mapping[str, Callable[[State, Box, int, Objective], bool]]] = {
    "operations": lambda state, box, side, card: state.ticks[side * board.LEVELS + card.operation] >= card.n,
    "most-units": lambda state, box, side, card: afghan_units(state, side) > afghan_units(state, 1 - side),
    "most-schools": lambda state, box, side, card: schools_of(state, side) > schools_of(state, 1 - side),
    "most-forts": lambda state, box, side, card: all_forts_of(state, side) > all_forts_of(state, 1 - side),
    "us-alive": lambda state, box, side, card: us_units(state) >= card.n,
    "us-killed": lambda state, box, side, card: box.numbers.us_units - us_units(state) >= card.n,
    "ring": lambda state, box, side, card: all(state.control[tile] == side for tile in neighbours(state, board.FOB)),
    "fob": lambda state, box, side, card: state.control[board.FOB] == side,
}


@rule("winning")
def is_met(state: State, box: Box, side: int, card: Objective) -> bool:
    """Return whether an Objective is met at the end of the game."""
    return MET[card.counts](state, box, side, card)


def objectives_of(state: State, box: Box, side: int) -> list[Objective]:
    return [box.objectives[side][at] for at in state.objectives[side * 2 : side * 2 + 2] if at != board.NOWHERE]


@rule("winning", "events")
def event_points(state: State, box: Box, side: int) -> int:
    """Return the VPs on Event cards that the side has taken."""
    taken = (Lies.COALITION, Lies.TALIBAN)[side]
    return sum(card.vp for card in box.events if state.lies[card.number - 1] == taken)


@rule("winning")
def open_points(state: State, box: Box, side: int) -> int:
    """Return the public VPs: one for each controlled tile, and Event cards."""
    return len(controlled(state, side)) + event_points(state, box, side)


@rule("winning")
def points(state: State, box: Box, side: int) -> int:
    """Return the VPs for tiles, Event cards and Objectives met."""
    return open_points(state, box, side) + sum(
        card.vp for card in objectives_of(state, box, side) if is_met(state, box, side, card)
    )


@rule("winning")
def winner(state: State) -> int | None:
    """Return the side with the most VPs or, if tied, the most tiles; else None."""
    ours, theirs = state.vps
    if ours == theirs:
        ours, theirs = (len(controlled(state, side)) for side in board.SIDES)
    return None if ours == theirs else board.COALITION if ours > theirs else board.TALIBAN


@rule("winning")
def end_game(play: Play, ending: str) -> None:
    """Reveal Objectives, count VPs and end the game."""
    state, box = play.state, play.box
    for side in board.SIDES:
        for card in objectives_of(state, box, side):
            play.emit(
                "objective-judged", "winning", board.SEATS[side], card.id, int(is_met(state, box, side, card)), card.vp
            )
    state.vps = tuple(points(state, box, side) for side in board.SIDES)
    for side in board.SIDES:
        play.emit("points", "winning", board.SEATS[side], state.vps[side])
    state.step, state.ending = "", ending
    won = winner(state)
    play.emit("game-over", "winning", "nobody" if won is None else board.SEATS[won], ending)
