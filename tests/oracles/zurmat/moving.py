"""Moving units: on Patrol, and to attack."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracles.harness import oracle
from tests.oracles.zurmat.board import KINDS_OF, Board, Turn, group_keys


class Moves(Turn):
    """An Operation that moves units: how many may still move, onto how many tiles, and which have moved."""

    def __init__(self, rng: random.Random, operation: str) -> None:
        side = rng.choice(("coalition", "taliban"))
        board = Board(rng)
        if not any(board.own(side, tile) for tile in board.place):
            board.units["01"][KINDS_OF[side][0]] += 2
        level = rng.randrange(1, 5)
        super().__init__(rng, board, side, operation, level)
        self.left = self.tiles_left = level
        self.tired: Counter[tuple[str, str]] = Counter()

    def fresh(self, tile: str) -> dict[str, int]:
        """Units that have not moved in this Operation."""
        return {kind: self.board.units[tile][kind] - self.tired[tile, kind] for kind in KINDS_OF[self.side]}

    def set_out(self, ask: str, origin: str) -> dict[str, int]:
        """Which units go: of one tile, no more than may still move."""
        groups = group_keys(self.fresh(origin), self.left)
        return groups[self.asks(self.side, ask, groups)]

    def enter(self, group: dict[str, int], origin: str, dest: str) -> None:
        self.tiles_left -= 1
        for kind, n in group.items():
            self.board.units[origin][kind] -= n
            self.board.units[dest][kind] += n

    def arrive(self, group: dict[str, int], tile: str) -> None:
        """They have moved; Coalition units clear a Roadblock beside them."""
        for kind, n in group.items():
            self.tired[tile, kind] += n
        if self.side == "coalition" and tile in self.board.roadblock:
            self.board.roadblock = frozenset()


# -- Patrol -------------------------------------------------------------------------------------------


class Patrol(Moves):
    """A Patrol under way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, "patrol")
        self.entered = 0

    def safe(self, tile: str, came_by: str | None) -> dict[str, str]:
        """A Patrol never enters a tile with enemy units or Forts."""
        if not self.tiles_left:
            return {}
        return {
            there: edge
            for there, edge in self.board.steps(tile, came_by).items()
            if not self.board.hostile(self.side, there)
        }

    def origins(self) -> set[str]:
        return {
            tile for tile in self.board.place if self.left and sum(self.fresh(tile).values()) and self.safe(tile, None)
        }

    def group(self, origin: str) -> None:
        """One group on its way, until it stops or must."""
        ways = self.safe(origin, None)
        dest = self.asks(self.side, "patrol-to", ways)
        group = self.set_out("patrol-units", origin)
        self.left -= sum(group.values())
        here = origin
        while True:
            came_by = ways[dest]
            self.enter(group, here, dest)
            self.entered += 1
            here = dest
            ways = self.safe(here, came_by)
            if not ways:
                break
            dest = self.asks(self.side, "patrol-on", [*ways, "stop"])
            if dest == "stop":
                break
        self.arrive(group, here)


@oracle("zurmat", "patrol", "who may patrol where")
def patrol(rng: random.Random) -> bool:
    """Groups follow roads, stop at villages, avoid enemies, and never exceed the level in units or in tiles."""
    play = Patrol(rng)
    if not play.begins:
        play.same(play.origins(), set(), "where a Patrol that is not offered could begin")
        return False
    groups = 0
    while play.origins():
        origin = play.asks(play.side, "patrol-from", [*play.origins(), "done"])
        if origin == "done":
            break
        play.group(origin)
        groups += 1
    play.check_units("turn", "patrol")
    return groups > 0


# -- Attack -------------------------------------------------------------------------------------------


class Attack(Moves):
    """The movement of an Attack: every group goes all the way to an enemy."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, "attack")
        self.reached: set[str] = set()

    def leads_to_enemies(self, tile: str, came_by: str | None, tiles: int) -> bool:
        """Whether a unit can meet enemies within this many tiles; it stops where it meets them."""
        if not tiles:
            return False
        return any(
            self.board.hostile(self.side, there) or self.leads_to_enemies(there, edge, tiles - 1)
            for there, edge in self.board.steps(tile, came_by).items()
        )

    def ways(self, tile: str, came_by: str | None) -> dict[str, str]:
        """Onto a tile with enemies, or nearer to one that is still in reach."""
        return {
            there: edge
            for there, edge in self.board.steps(tile, came_by).items()
            if self.tiles_left
            and (self.board.hostile(self.side, there) or self.leads_to_enemies(there, edge, self.tiles_left - 1))
        }

    def may_stay(self, tile: str) -> bool:
        """A unit beside enemies may fight where it stands; once is enough for a tile."""
        return self.board.hostile(self.side, tile) and tile not in self.reached

    def origins(self) -> set[str]:
        return {
            tile
            for tile in self.board.place
            if self.left and sum(self.fresh(tile).values()) and (self.may_stay(tile) or self.ways(tile, None))
        }

    def targets(self) -> set[str]:
        return {
            tile for tile in self.reached if self.board.hostile(self.side, tile) and self.board.own(self.side, tile)
        }

    def group(self, origin: str) -> None:
        ways = self.ways(origin, None)
        dest = self.asks(self.side, "attack-to", [*ways, *(["stay"] if self.may_stay(origin) else [])])
        if dest == "stay":
            self.left -= 1
            self.reached.add(origin)
            kind = next(kind for kind, n in self.fresh(origin).items() if n)
            self.tired[origin, kind] += 1
            return
        group = self.set_out("attack-units", origin)
        self.left -= sum(group.values())
        here = origin
        while True:
            came_by = ways[dest]
            self.enter(group, here, dest)
            here = dest
            self.reached.add(here)
            if self.board.hostile(self.side, here):
                break
            ways = self.ways(here, came_by)
            dest = self.asks(self.side, "attack-on", ways)
        self.arrive(group, here)


@oracle("zurmat", "attack", "who may attack whom")
def attack(rng: random.Random) -> bool:
    """An Attack is offered where somebody can be attacked; then the attacker names a tile reached to fight on."""
    play = Attack(rng)
    if not play.begins:
        play.same(play.origins(), set(), "where an Attack that is not offered could begin")
        return False
    while play.origins():
        done = ["done"] if play.targets() else []
        origin = play.asks(play.side, "attack-from", [*play.origins(), *done])
        if origin == "done":
            break
        play.group(origin)
    targets = play.targets()
    if not targets:
        play.differ("the Attack reached nobody")
    if len(targets) > 1:
        play.same(play.asked, f"{play.side} battle", "the question")
        play.same(play.offered, targets, "the tiles to fight on")
        play.check_units()
    return True
