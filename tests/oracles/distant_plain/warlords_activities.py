"""Cultivate (4.5.1), Traffic (4.5.2) and Suborn (4.5.3)."""

from __future__ import annotations

import random
from functools import partial

from tests.oracles.distant_plain.activity import Activity, can_begin
from tests.oracles.distant_plain.attack import has_enemy
from tests.oracles.distant_plain.board import GUERRILLAS_OF, INSURGENTS, OF, Board
from tests.oracles.distant_plain.printed import KINDS, LANDS, PIECE, PROVINCES, SPACES
from tests.oracles.harness import oracle

# -- Cultivate --------------------------------------------------------------------------------------


def fields(board: Board) -> set[str]:
    """Provinces with people, room for a Base, and more Warlord Guerrillas than Police."""
    return {
        space
        for space in PROVINCES
        if board.population(space)
        and board.available["WB"]
        and board.count(space, "Wu", "Wa") > board.pieces[space]["Gp"]
        and board.room_for_base(space)
    }


@oracle("distant-plain", "4.5.1", "where the Warlords may Cultivate", relevant=0.2)
def cultivate(rng: random.Random) -> bool:
    play = Activity(rng, "warlords", "cultivate", lambda board: bool(fields(board)))
    if not play.come_to_gap(fields(play.board), (0, 1, 2, 3, 4)):
        return False
    board = play.board
    spaces = fields(board) & set(play.selected)
    if not play.execute(bool(spaces)):
        return False
    board.place("WB", play.asks("warlords", "cultivate-space", spaces))
    return play.executed()


# -- Traffic ----------------------------------------------------------------------------------------


def markets(board: Board) -> dict[str, int]:
    """Warlord Bases out of the Coalition's sight."""
    return {
        space: board.pieces[space]["WB"]
        for space in LANDS
        if board.pieces[space]["WB"] and not board.count(space, *OF["coalition"])
    }


@oracle("distant-plain", "4.5.2", "where the Warlords may Traffic, and who earns by it")
def traffic(rng: random.Random) -> bool:
    play = Activity(rng, "warlords", "traffic", lambda board: bool(markets(board)))
    if not play.come_to_gap():
        return False
    board = play.board
    bases = markets(board)
    halved = board.unshaded(58)  # Counter-Narc
    chosen: list[str] = []

    def earned(spaces: list[str]) -> int:
        n = sum(bases[space] for space in spaces)
        return n // 2 if halved else n

    def enough(spaces: list[str]) -> bool:
        """4.1: with what these bring, the Operation has begun or can."""
        return play.leaves_operation(lambda after: after.gain("warlords", earned(spaces)))

    if not play.execute(bool(bases) and enough(list(bases))):
        return False
    while True:
        least = 1 if enough(chosen) else 99
        space = play.next_space(set(bases), chosen, least=least)
        if space == "done":
            break
        chosen.append(space)
        if board.control(space) == "taliban":
            board.gain("taliban", 1)
        elif board.control(space) == "coin":
            board.change_patronage(1)
    board.gain("warlords", earned(chosen))
    return play.executed()


# -- Suborn -----------------------------------------------------------------------------------------


def hideable(board: Board, faction: str, space: str) -> int:
    """Active Guerrillas that can turn Underground there."""
    if faction == "taliban" and board.always_active(space):
        return 0
    return board.pieces[space][GUERRILLAS_OF[faction][1]]


def suborn_ways(board: Board, space: str) -> set[str]:
    """Up to 3 Government cubes, a Government Base, a Taliban Guerrilla, or Guerrillas of anybody's out of sight."""
    here = board.pieces[space]
    ways = {
        "cubes": here["Gt"] + here["Gp"],
        "base": here["GB"],
        "guerrilla": here["Tu"] + here["Ta"],
        "hide": sum(hideable(board, faction, space) for faction in INSURGENTS),
    }
    return {way for way, n in ways.items() if n}


def suborned(board: Board, space: str, way: str) -> None:
    """The most that a way can do in a space."""
    here = board.pieces[space]
    if way == "cubes":
        troops = min(3, here["Gt"])
        board.remove("Gt", space, troops)
        board.remove("Gp", space, min(3 - troops, here["Gp"]))
    elif way == "base":
        board.remove("GB", space)
    elif way == "guerrilla":
        board.remove("Ta" if here["Ta"] else "Tu", space)
    else:
        for faction in INSURGENTS:
            board.hide(faction, space, hideable(board, faction, space))


class Suborn(Activity):
    """A Suborn under way."""

    def ways(self, space: str, cost: int) -> set[str]:
        """4.1: so that the Operation, if it has not begun, still can."""

        def bought(board: Board, way: str) -> None:
            board.gain("warlords", -cost)
            suborned(board, space, way)

        return {way for way in suborn_ways(self.board, space) if self.leaves_operation(partial(bought, way=way))}

    def spaces(self) -> set[str]:
        return {space for space in SPACES if self.ways(space, 2)} if self.money >= 2 else set()

    def buy(self, space: str) -> None:
        board, here = self.board, self.board.pieces[space]
        self.pay(2)
        way = self.asks("warlords", "suborn-how", self.ways(space, 0), {"space": space})
        if way == "cubes":
            n = min(3, here["Gt"] + here["Gp"])
            troops = self.count("warlords", "suborn-troops", max(0, n - here["Gp"]), min(n, here["Gt"]))
            board.remove("Gt", space, troops)
            board.remove("Gp", space, n - troops)
        elif way == "base":
            board.remove("GB", space)
        elif way == "guerrilla":
            kinds = {PIECE[kind] for kind in ("Tu", "Ta") if here[kind]}
            board.remove(KINDS[self.asks("warlords", "suborn-guerrilla", kinds)], space)
        else:
            self.let_hide(space)

    def let_hide(self, space: str) -> None:
        """Any of them, at least one; one of its own if only that lets a Terror begin."""
        board = self.board
        needed = not self.begun and not can_begin(self)
        hidden = 0
        for faction, others in (("taliban", "warlords"), ("warlords", "")):
            most = hideable(board, faction, space)
            if not most:
                continue
            last = not hidden and not (others and hideable(board, others, space))
            least = 1 if last or (needed and faction == "warlords") else 0
            n = self.count("warlords", "suborn-hide", least, most, {"space": space, "faction": faction})
            board.hide(faction, space, n)
            hidden += n


def can_pay(board: Board) -> bool:
    return board.resources["warlords"] > 1


def few_victims(board: Board) -> bool:
    """An Attack has hardly any enemy to begin with."""
    return can_pay(board) and 0 < sum(has_enemy(board, "warlords", space) for space in SPACES) < 3


def all_shown(board: Board) -> bool:
    """A Terror has no Guerrilla Underground to begin with."""
    return can_pay(board) and not board.on_map("Wu") and board.on_map("Wa") > 0


@oracle("distant-plain", "4.5.3", "whom the Warlords may Suborn, and for how much", relevant=0.4)
def suborn(rng: random.Random) -> bool:
    play = Suborn(rng, "warlords", "suborn", rng.choice((can_pay, can_pay, few_victims, all_shown)))
    if not play.come_to_gap():
        return False
    if not play.execute(bool(play.spaces()) and not play.board.unshaded(59)):  # Local Truce
        return False
    chosen: list[str] = []
    while (space := play.next_space(play.spaces(), chosen, most=3)) != "done":
        chosen.append(space)
        play.buy(space)
    return play.executed()
