"""March (3.3.2)."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracles.distant_plain.board import CUBES, GUERRILLAS_OF, INSURGENTS
from tests.oracles.distant_plain.printed import ADJACENT, LOCS, PAKISTAN, PASHTUN, SPACES
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


def march_cost(play: Operation, origin: str, dest: str) -> int:
    """1 for each Province or City entered; Pakistan's friends March to and from it for nothing (6.6.1)."""
    by_pakistan = origin in PAKISTAN or dest in PAKISTAN
    if play.faction == "taliban" and by_pakistan and play.board.islamabad in ("backing", "sponsorship"):
        return 0
    return 0 if dest in LOCS else 1


def march_ways(play: Operation, origin: str) -> set[str]:
    """Adjacent spaces that can be paid for; Warlords stay out of Pakistan."""
    return {
        dest
        for dest in ADJACENT[origin]
        if march_cost(play, origin, dest) <= play.money and not (play.faction == "warlords" and dest in PAKISTAN)
    }


class March(Operation):
    """A March under way: who has made all the moves it may, which ways were used, which spaces are paid."""

    def __init__(self, rng: random.Random) -> None:
        faction = rng.choice(INSURGENTS)
        super().__init__(rng, faction, "march", lambda board: board.on_map(*GUERRILLAS_OF[faction]) > 0)
        self.tired: Counter[tuple[str, str]] = Counter()
        self.used: set[tuple[str, str]] = set()
        self.paid: set[str] = set()

    def fresh(self, space: str, kind: str) -> int:
        return self.board.pieces[space][kind] - self.tired[space, kind]

    def destinations(self, origin: str) -> set[str]:
        """Each way once, each space paid once; a Limited March has one destination."""
        found = march_ways(self, origin) | (ADJACENT[origin] & self.paid)
        return {
            dest for dest in found if (origin, dest) not in self.used and not (self.full and dest not in self.selected)
        }

    def origins(self) -> set[str]:
        return {
            space
            for space in SPACES
            if any(self.fresh(space, kind) for kind in GUERRILLAS_OF[self.faction]) and self.destinations(space)
        }

    def noticed(self, dest: str, group: int) -> bool:
        """Away from home, a group that with enemy Guerrillas (and cubes, for Taliban) there exceeds 3.

        Aerostats (5) notice everybody who comes to a Coalition Base.
        """
        if self.board.unshaded(5) and self.board.pieces[dest]["CB"]:
            return True
        away = dest in LOCS or (dest in PASHTUN) == (self.faction == "warlords")
        if self.faction == "taliban":
            return away and group + self.board.count(dest, "Wu", "Wa", *CUBES) > 3
        return away and group + self.board.count(dest, "Tu", "Ta") > 3

    def move(self, origin: str, dest: str) -> None:
        """One group: how many of each kind, the cost, whether they are noticed, and whether they may go on."""
        hidden, shown = GUERRILLAS_OF[self.faction]
        group: dict[str, int] = {hidden: 0, shown: 0}
        for kind, other in ((hidden, shown), (shown, hidden)):
            most = self.fresh(origin, kind)
            if most:
                least = 0 if group[other] or (kind == hidden and self.fresh(origin, shown)) else 1
                group[kind] = self.count(self.faction, "march-count", least, most)
        if dest not in self.paid and march_cost(self, origin, dest):
            self.pay(1)
            self.paid.add(dest)
        noticed = self.noticed(dest, sum(group.values()))
        for kind, n in group.items():
            self.board.move(kind, origin, dest, n)
        if self.board.always_active(dest) and hidden == "Tu":
            group = {hidden: 0, shown: sum(group.values())}
        elif noticed:
            self.board.activate(self.faction, dest, group[hidden])
            group = {hidden: 0, shown: sum(group.values())}
        self.used.add((origin, dest))
        self.selected.append(dest)
        goes_on = (
            self.faction == "taliban" and dest in PASHTUN and not self.one_space and not self.board.unshaded(57)
        )  # Sandstorms
        if not goes_on:
            for kind, n in group.items():
                self.tired[dest, kind] += n


@oracle("distant-plain", "3.3.2", "who may March where, what it costs, and who is noticed")
def march(rng: random.Random) -> bool:
    play = March(rng)
    if not play.declare(bool(play.origins())):
        return False
    while True:
        origin = play.next_choice("march-from", play.origins)
        if origin == "done":
            break
        play.move(origin, play.asks(play.faction, "march-to", play.destinations(origin)))
        play.board_same()
    play.turn_is_over()
    return True
