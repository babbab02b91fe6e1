"""A random map of Zurmat with units on it, as an oracle keeps it, and the table that begins there."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence

import khyber
from khyber.engine.game import View
from tests.oracles.dialogue import Dialogue
from tests.oracles.zurmat.printed import FOB, OPPOSITE, ROADS, TILES, WAYS, turned

KINDS_OF = {"coalition": ("ana", "us"), "taliban": ("taliban",)}
ENEMY = {"coalition": "taliban", "taliban": "coalition"}
OPERATIONS = ("recruit", "construct", "declare", "attack", "patrol")
#: One pool of School and Fort markers.
BUILDINGS = 20
#: The most US units, and of each Afghan kind as many as a map of this size can well use.
MOST = {"ana": 9, "us": 5, "taliban": 9}


class Board:
    """Tiles laid edge to edge, who controls them, and what stands there."""

    def __init__(self, rng: random.Random) -> None:
        self.place: dict[str, tuple[int, int]] = {FOB: (0, 0)}
        self.turn: dict[str, int] = {FOB: rng.randrange(4)}
        for tile in rng.sample(TILES[1:], rng.randrange(4, 11)):
            free = sorted(
                {(east + dx, north + dy) for east, north in self.place.values() for dx, dy in WAYS.values()}
                - set(self.place.values())
            )
            # a map of eleven tiles spreads no further than this
            self.place[tile] = rng.choice([(x, y) for x, y in free if abs(x) + abs(y) <= 4])
            self.turn[tile] = rng.randrange(4)
        self.at = {place: tile for tile, place in self.place.items()}
        self.control = {tile: rng.choice(("coalition", "taliban", "nobody")) for tile in self.place}
        self.forts = {tile: rng.choice((0, 0, 0, 1, 2)) for tile in self.place}
        markers = BUILDINGS - sum(self.forts.values())
        self.schools = {
            tile: rng.choice((0, 1, 2)) if number < markers // 2 else 0 for number, tile in enumerate(self.place)
        }
        self.discs = {
            tile: {f"{side}-{face}": rng.choice((0, 0, 1, 2, 4)) for side in ENEMY for face in ("faction", "neutral")}
            for tile in self.place
        }
        self.units = {tile: dict.fromkeys(("ana", "us", "taliban"), 0) for tile in self.place}
        self.roadblock: frozenset[str] = frozenset()
        for kind, most in MOST.items():
            homes = rng.sample(sorted(self.place), min(3, len(self.place)))
            for _ in range(rng.randrange(most + 1)):
                self.units[rng.choice(homes)][kind] += 1
        if rng.random() < 0.25:
            edges = [(one, two) for one in self.place for two in self.neighbours(one) if one < two]
            self.roadblock = frozenset(rng.choice(edges))

    # -- the ground -----------------------------------------------------------------------------------

    def beyond(self, tile: str, edge: str) -> str | None:
        """The tile on the other side of an edge."""
        east, north = self.place[tile]
        dx, dy = WAYS[edge]
        return self.at.get((east + dx, north + dy))

    def neighbours(self, tile: str) -> list[str]:
        return [there for edge in WAYS if (there := self.beyond(tile, edge)) is not None]

    def roads(self, tile: str) -> list[set[str]]:
        """The roads of a tile as it lies."""
        return [{turned(edge, self.turn[tile]) for edge in road} for road in ROADS[tile]]

    def ways_out(self, tile: str, came_by: str | None) -> set[str]:
        """Edges by which a unit may leave: any road where it starts, its own road where it came in, none at its end."""
        if came_by is None:
            return {edge for road in self.roads(tile) for edge in road}
        road = next(road for road in self.roads(tile) if came_by in road)
        return road if len(road) > 1 else set()

    def steps(self, tile: str, came_by: str | None) -> dict[str, str]:
        """The tiles that the roads lead onto from there, and the edge by which each is entered."""
        found = {}
        for edge in self.ways_out(tile, came_by):
            there = self.beyond(tile, edge)
            if (
                there is not None
                and {tile, there} != self.roadblock
                and any(OPPOSITE[edge] in road for road in self.roads(there))
            ):
                found[there] = OPPOSITE[edge]
        return found

    # -- what stands there ----------------------------------------------------------------------------

    def own(self, side: str, tile: str) -> int:
        return sum(self.units[tile][kind] for kind in KINDS_OF[side])

    def forts_of(self, side: str, tile: str) -> int:
        return self.forts[tile] if self.control[tile] == side else 0

    def hostile(self, side: str, tile: str) -> bool:
        """Enemy units, or Forts on a tile that the enemy controls."""
        return bool(self.own(ENEMY[side], tile) or self.forts_of(ENEMY[side], tile))

    def toml(self, side: str, operation: str, level: int) -> str:
        """The position: this side is to take its turn, with that Operation at that level and no cards in hand."""
        rest = [name for name in OPERATIONS if name != operation]
        lines = [f"active = {json.dumps(side)}", 'step = "turn"', 'month = "may"']
        if self.roadblock:
            lines.append(f"roadblock = {json.dumps(sorted(self.roadblock))}")
        for tile, (east, north) in self.place.items():
            lines += [
                f"[tile.{tile}]",
                f"east = {east}",
                f"north = {north}",
                f"turn = {self.turn[tile] * 90}",
                f"control = {json.dumps(self.control[tile])}",
                f"forts = {self.forts[tile]}",
                f"schools = {self.schools[tile]}",
                *(f"{kind} = {n}" for kind, n in (self.units[tile] | self.discs[tile]).items() if n),
            ]
        lines += [f"[{side}]", f"board = {json.dumps([*rest[:level], operation, *rest[level:]])}"]
        return "\n".join(lines)


class Turn(Dialogue):
    """A side's turn with one Operation at a level, from a random map. Nobody holds a card."""

    def __init__(
        self, rng: random.Random, board: Board, side: str, operation: str, level: int, dice: Sequence[int] = ()
    ) -> None:
        self.board, self.side, self.operation, self.level = board, side, operation, level
        super().__init__(
            khyber.position(
                "zurmat", board.toml(side, operation, level), seed=rng.randrange(1 << 30), chance=list(dice)
            ),
            rng,
        )

    @property
    def begins(self) -> bool:
        """Whether the Operation is offered; then it is begun."""
        if self.operation not in self.offered:
            return False
        self.answer(self.operation)
        return True

    def tiles_after(self, *steps: str) -> View:
        """The tiles after the last finished step of these names, or now: what follows a turn is not the oracle's."""
        table = self.table
        last = next((step for step in reversed(table.steps) if step.name in steps), None)
        view = table.view() if last is None else table.game.view(table.game.state_type.unpack(last.after), ())
        tiles = view["tiles"]
        assert isinstance(tiles, dict)
        return tiles

    def check_units(self, *steps: str, tiles: Iterable[str] | None = None) -> None:
        """What stands on the map after these steps is what the oracle has."""
        view = self.tiles_after(*steps)
        for tile in self.board.place if tiles is None else tiles:
            facts = view[tile]
            assert isinstance(facts, dict)
            units = facts["units"]
            assert isinstance(units, dict)
            self.same(
                {kind: units.get(kind, 0) for kind in ("ana", "us", "taliban")},
                self.board.units[tile],
                f"the units on {tile}",
            )
            self.same(facts["forts"], self.board.forts[tile], f"the Forts on {tile}")


def group_keys(counts: dict[str, int], most: int) -> dict[str, dict[str, int]]:
    """Every group of 1 to `most` of these units, by its key."""
    groups: list[dict[str, int]] = [{}]
    for kind, there in counts.items():
        groups = [{**group, kind: n} for group in groups for n in range(min(there, most) + 1)]
    return {
        " + ".join(f"{n} {kind}" for kind, n in group.items() if n): group
        for group in groups
        if 1 <= sum(group.values()) <= most
    }
