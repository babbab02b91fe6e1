"""Govern (4.3.1), Transport (4.3.2) and Eradicate (4.3.3)."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.oracles.distant_plain.activity import Activity
from tests.oracles.distant_plain.board import Board
from tests.oracles.distant_plain.patrol import ROADS, roadside_bomb
from tests.oracles.distant_plain.printed import (
    ADJACENT,
    AFGHAN,
    LOCS,
    MAX_PATRONAGE,
    MOST,
    PAKISTAN,
    PASHTUN,
    PROVINCES,
    RETURNEES_MARKERS,
    SPACES,
)
from tests.oracles.harness import oracle

# -- Govern -----------------------------------------------------------------------------------------


def ways_to_govern(board: Board, space: str) -> set[str]:
    """COIN Control, and Support or nobody there: a +1 Pop marker, or Patronage where no Coalition Base watches."""
    people = board.population(space)
    if board.control(space) != "coin" or (people and board.level[space] != "support"):
        return set()
    found = set()
    if space not in board.returnees and len(board.returnees) < RETURNEES_MARKERS:
        found.add("returnees")
    if people and not board.pieces[space]["CB"]:
        found.add("patronage")
    return found


def govern_spaces(board: Board) -> set[str]:
    return {space for space in AFGHAN if ways_to_govern(board, space)}


def begun(rng: random.Random, activity: str, spaces: Callable[[Board], set[str]]) -> Activity | None:
    """Begin a Special Activity of the Government where some Operation has come to a gap; None if that fails."""
    play = Activity(
        rng, "government", activity, lambda board: board.resources["government"] > 2 and bool(spaces(board))
    )
    return play if play.come_to_gap() and play.execute(bool(spaces(play.board))) else None


@oracle("distant-plain", "4.3.1", "where one may Govern, and what it yields")
def govern(rng: random.Random) -> bool:
    play = begun(rng, "govern", govern_spaces)
    if play is None:
        return False
    board = play.board
    chosen: list[str] = []
    while (space := play.next_space(govern_spaces(board), chosen, most=2)) != "done":
        chosen.append(space)
        if play.asks("government", "govern-how", ways_to_govern(board, space), {"space": space}) == "returnees":
            board.returnees.add(space)
        else:
            n = min(board.population(space), board.aid, MAX_PATRONAGE - board.patronage)
            board.change_aid(-n)
            board.change_patronage(n)
            play.set_level("government", space, "neutral")
    return play.executed()


# -- Transport --------------------------------------------------------------------------------------


class Transport(Activity):
    """A group of Troops on its way: the spaces that it has entered, and those among them that cost a toll."""

    def __init__(self, rng: random.Random) -> None:
        most = rng.choice((6, 99))  # with few Resources, tolls may leave too little for the Operation
        super().__init__(
            rng,
            "government",
            "transport",
            lambda board: 2 < board.resources["government"] < most and board.on_map("Gt") > 0,
        )
        self.way: list[str] = []
        self.tolls = 0

    def steps(self, origin: str) -> set[str]:
        """From road to road, then one space of any kind; entering Sabotage, or a Province, ends the way.

        4.1: if the Operation has not begun, the tolls must leave the 3 Resources that it costs. What the Warlords
        cannot hold is not paid (1.8).
        """
        at = self.way[-1] if self.way else origin
        if self.way and (at not in ROADS or (at in LOCS and self.board.terror[at])):
            return set()
        return {
            step
            for step in ADJACENT[at] - PAKISTAN - {origin, *self.way}
            if self.affordable(step) and not self.deadly(step)
        }

    def deadly(self, step: str) -> bool:
        """4.1: a bomb there (23 shaded) could kill the last Government cube, which an Assault not yet begun needs."""
        board = self.board
        return (
            self.name == "assault"
            and not self.begun
            and board.on_map("Gt", "Gp") == 1
            and board.shaded(23)
            and step in LOCS
            and board.count(step, "Tu", "Ta") > 0
        )

    def affordable(self, step: str) -> bool:
        tolls = self.tolls + (self.board.guerrillas(step) > 0)
        paid = min(tolls, MOST - self.board.resources["warlords"])
        return self.begun or self.board.guerrillas(step) == 0 or self.money - paid >= 3


@oracle("distant-plain", "4.3.2", "how far Troops are Transported, and what the Warlords take for it")
def transport(rng: random.Random) -> bool:
    play = Transport(rng)
    if not play.come_to_gap():
        return False
    board = play.board
    origins = {space for space in SPACES if board.pieces[space]["Gt"] and play.steps(space)}
    if not play.execute(bool(origins)):
        return False
    origin = play.asks("government", "transport-from", origins)
    n = play.count("government", "transport-count", 1, board.pieces[origin]["Gt"], {"space": origin})
    while steps := play.steps(origin):
        step = play.asks("government", "transport-to", {*steps, "done"} if play.way else steps)
        if step == "done":
            break
        play.way.append(step)
        play.tolls += board.guerrillas(step) > 0
    board.move("Gt", origin, play.way[-1], n)
    roadside_bomb(play, "government", {loc: [("Gt", play.way[-1])] for loc in play.way if loc in LOCS})
    board.transfer("government", "warlords", play.tolls)
    return play.executed()


# -- Eradicate --------------------------------------------------------------------------------------


def poppy_spaces(board: Board) -> set[str]:
    """Afghan Provinces under COIN Control with a Government cube and a Warlord Base."""
    return {
        space
        for space in PROVINCES
        if board.pieces[space]["WB"] and board.control(space) == "coin" and board.count(space, "Gt", "Gp")
    }


@oracle("distant-plain", "4.3.3", "where one may Eradicate, and what it brings upon oneself")
def eradicate(rng: random.Random) -> bool:
    play = begun(rng, "eradicate", poppy_spaces)
    if play is None:
        return False
    board = play.board
    chosen: list[str] = []
    while (space := play.next_space(poppy_spaces(board), chosen, most=2)) != "done":
        chosen.append(space)
        board.change_aid(3)
        board.change_patronage(1)
        board.remove("WB", space)
        play.shift("government", space, "opposition")
        if space in PASHTUN:
            board.place("Tu", space)
    return play.executed()
