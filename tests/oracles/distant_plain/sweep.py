"""Sweep (3.2.3)."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracles.distant_plain.board import CUBES, OF
from tests.oracles.distant_plain.patrol import Entered, find, roadside_bomb, underground
from tests.oracles.distant_plain.printed import ADJACENT, AFGHAN, LOCS, PAKISTAN, SPACES
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


class Sweep(Operation):
    """A Sweep under way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, rng.choice(("coalition", "government")), "sweep")
        self.government = self.faction == "government"
        self.troops = "Gt" if self.government else "Ct"
        self.tired: Counter[tuple[str, str]] = Counter()
        self.paid: set[str] = set()
        self.tolls: set[str] = set()
        self.entered: Entered = {}

    def fresh(self, space: str, kind: str) -> int:
        return self.board.pieces[space][kind] - self.tired[space, kind]

    def spaces(self) -> set[str]:
        """Any Afghan Province or Kabul; 3 each for the Government; NATO (17) allows the Coalition 2."""
        if self.full or (self.government and self.money < 3):
            return set()
        if not self.government and self.board.shaded(17) and len(self.selected) >= 2:
            return set()
        return set(AFGHAN) - set(self.selected)

    def ways(self, dest: str) -> set[str]:
        """Troops come from adjacent spaces, or through one LoC that is free of Sabotage."""
        vias = {loc for loc in ADJACENT[dest] & LOCS if not self.board.terror[loc]}
        starts = {space for space in SPACES if self.fresh(space, self.troops) and space != dest}
        return (starts & ADJACENT[dest]) | {f"{origin} > {via}" for via in vias for origin in starts & ADJACENT[via]}

    def choices(self) -> set[str]:
        """Another space, or one selected before that more Troops can enter."""
        return self.spaces() | {space for space in self.selected if self.ways(space)}

    def come_in(self, dest: str, may_stop: bool) -> None:
        """Groups into one space, as many as wanted."""
        while ways := self.ways(dest):
            way = self.asks(self.faction, "sweep-from", {*ways, "done"} if may_stop else ways, {"space": dest})
            if way == "done":
                return
            may_stop = True
            self.group(*way.split(" > "), dest=dest)

    def group(self, origin: str, via: str = "", *, dest: str) -> None:
        """Troops of one space by one way; each Coalition Troop may take a Government one along, 3 a destination."""
        board = self.board
        if via and self.government and board.guerrillas(via):
            self.tolls.add(via)
        n = self.count(self.faction, "move-count", 1, self.fresh(origin, self.troops))
        group = {self.troops: n}
        if not self.government:
            may_join = (dest in self.paid or self.money >= 3) and not board.shaded(10)  # Partnering Policy
            most = min(n, self.fresh(origin, "Gt")) if may_join else 0
            group["Gt"] = self.count("coalition", "sweep-along", 0, most)
            if group["Gt"] and dest not in self.paid:
                self.paid.add(dest)
                self.pay(3)
        for kind, moving in group.items():
            if moving:
                board.move(kind, origin, dest, moving)
                self.tired[dest, kind] += moving
                if via:
                    self.entered.setdefault(via, []).append((kind, dest))

    def searchers(self, space: str) -> int:
        """Government cubes; for the Coalition all cubes, if it has any piece there."""
        board = self.board
        if self.government:
            return board.count(space, "Gt", "Gp")
        return board.count(space, *CUBES) if board.count(space, *OF["coalition"]) else 0

    def search(self) -> None:
        left = {space for space in self.selected if self.searchers(space) and underground(self, space)}
        while left:
            space = self.asks(self.faction, "sweep-search", left)
            find(self, self.faction, space, self.searchers(space))
            left.remove(space)
        self.drones()
        self.asks(self.faction, "sweep-search", ("done",))

    def drones(self) -> None:
        """ISR (1): a Coalition Sweep finds up to 3 in one space outside it, wherever it likes."""
        if self.government or not self.board.unshaded(1):
            return
        found = {f"isr {space}" for space in SPACES if space not in self.selected and underground(self, space)}
        if not found:
            return
        space = self.asks("coalition", "sweep-search", {*found, "done"}).removeprefix("isr ")
        if space == "done":
            return
        left = 3
        for faction, hidden in underground(self, space).items():
            if left:
                n = self.count("coalition", "isr-count", 0, min(left, hidden), {"faction": faction})
                self.board.activate(faction, space, n)
                left -= n

    def slip_away(self) -> None:
        """Aerostats (5), shaded: after a Sweep the Taliban may hide up to 2 in one space outside Pakistan."""
        board = self.board
        found = {space for space in SPACES if space not in PAKISTAN and board.pieces[space]["Ta"]}
        if not board.shaded(5) or not found:
            return
        space = self.asks("taliban", "slip-away", {*found, "done"})
        if space != "done":
            n = self.count("taliban", "slip-away-count", 1, min(2, board.pieces[space]["Ta"]))
            board.hide("taliban", space, n)


@oracle("distant-plain", "3.2.3", "where Troops Sweep and by which way, what it costs, and whom it finds")
def sweep(rng: random.Random) -> bool:
    play = Sweep(rng)
    if not play.declare(bool(play.spaces())):
        return False
    while True:
        dest = play.next_choice("sweep-space", play.choices)
        if dest == "done":
            break
        first = dest not in play.selected
        if first:
            play.selected.append(dest)
            play.pay(3 if play.government else 0)
        play.come_in(dest, may_stop=first)
        if play.asked.endswith("sweep-space"):  # else the table has gone on by itself, and tolls are paid
            play.board_same()
    play.board.transfer("government", "warlords", len(play.tolls))
    roadside_bomb(play, play.faction, play.entered)
    play.search()
    play.slip_away()
    play.turn_is_over()
    return True
