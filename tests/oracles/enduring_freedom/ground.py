"""Coalition ground movement (16.0)."""

from __future__ import annotations

import json
import random

import khyber
from tests.oracles.dialogue import Dialogue
from tests.oracles.enduring_freedom.printed import (
    ADJACENT,
    ALLIANCE,
    ALONG,
    CAPACITY,
    GROUND,
    IRANIAN_WAYS_IN,
    ISLAMISTS,
    WAYS_IN,
    ZONES,
    terrain,
)
from tests.oracles.harness import oracle

SEAT = "coalition"
#: Counters of which there is one each: they are called by their ids alone.
UNITS = [unit for unit, facts in GROUND.items() if facts.get("count", 1) == 1]
LEADERS = [unit for unit, facts in ALLIANCE.items() if facts.get("count", 1) == 1]
#: Islamists that are nothing but fighters, one by one.
FIGHTERS = [
    f"{kind}.{number}" if facts.get("count", 1) > 1 else kind
    for kind, facts in ISLAMISTS.items()
    if facts["type"] in ("infantry", "jihadi", "security")
    for number in range(1, facts.get("count", 1) + 1)
]
#: Batches stand for many single moves; this oracle makes those.
BATCH = ("all ", "with ")


class Ground(Dialogue):
    """A Ground Movement Phase: units in zones and Staging Areas, Islamists here and there."""

    def __init__(self, rng: random.Random) -> None:
        self.where: dict[str, str] = {}
        few = rng.sample(sorted(ZONES), 4)
        for unit in rng.sample(UNITS, rng.randrange(3, 9)) + rng.sample(LEADERS, rng.randrange(3)):
            staged = unit in GROUND and GROUND[unit]["type"] != "fob" and rng.random() < 0.3
            self.where[unit] = rng.choice(sorted(CAPACITY) if staged else few)
        if rng.random() < 0.15:  # a Staging Area that is full
            area = min(CAPACITY, key=lambda name: CAPACITY[name])
            spare = [unit for unit in UNITS if unit not in self.where and GROUND[unit]["type"] != "fob"]
            for unit in rng.sample(spare, CAPACITY[area] - sum(at == area for at in self.where.values())):
                self.where[unit] = area
        held = rng.sample(sorted(ZONES), rng.randrange(3, 12))
        #: Where Islamists are: face up or down, and who.
        self.held = {
            zone: (rng.choice(("islamists", "islamists-revealed")), unit)
            for zone, unit in zip(held, rng.sample(FIGHTERS, len(held)), strict=True)
        }
        self.moved: set[str] = set()
        #: Where each engineer began the phase.
        self.engineers = [
            (GROUND[unit]["contingent"], at)
            for unit, at in self.where.items()
            if unit in GROUND and GROUND[unit]["type"] == "engineer"
        ]
        super().__init__(khyber.position("enduring-freedom", self.toml(), seed=rng.randrange(1 << 30)), rng)

    def toml(self) -> str:
        lines = ['step = "ground"', "turn = 3", "points = 50"]
        for zone in ZONES:
            here = [unit for unit, at in self.where.items() if at == zone]
            face, islamist = self.held.get(zone, ("islamists", ""))
            facts = {
                "ground": [unit for unit in here if unit in GROUND],
                "alliance-revealed": [unit for unit in here if unit in ALLIANCE],
                face: [islamist] if islamist else [],
            }
            lines += [f"[zone.{zone}]", *(f"{name} = {json.dumps(units)}" for name, units in facts.items() if units)]
        for area in CAPACITY:
            lines += [
                f"[staging.{area}]",
                f"ground = {json.dumps([unit for unit, at in self.where.items() if at == area])}",
            ]
        return "\n".join(lines)

    def contingent(self, unit: str) -> str:
        return str(GROUND[unit]["contingent"]) if unit in GROUND else "alliance"

    def allowance(self, unit: str) -> int:
        """Two zones for US and NATO units, one for the others, none for FOBs."""
        if unit in GROUND and GROUND[unit]["type"] == "fob":
            return 0
        return 2 if self.contingent(unit) in ("us", "nato") else 1

    def ways_in(self, unit: str) -> dict[str, set[str]]:
        return IRANIAN_WAYS_IN if self.contingent(unit) == "iran" else WAYS_IN

    def halts(self, zone: str) -> bool:
        """Mountains, deserts and Islamists, face up or down, end a move."""
        return bool(terrain(zone).get("stop")) or zone in self.held

    def enhanced(self, unit: str) -> bool:
        """A FOB on the road where it starts, or an engineer of its own nationality that began there."""
        here = self.where[unit]
        fob = any(at == here and other in GROUND and GROUND[other]["type"] == "fob" for other, at in self.where.items())
        return bool(ALONG[here]) and (fob or (self.contingent(unit), here) in self.engineers)

    def paths(self, here: str, steps: dict[str, set[str]], length: int) -> set[str]:
        """Where moves of that many zones lead; every zone but the last must let the unit pass."""
        ends = {here}
        for number in range(length):
            ends = {there for at in ends for there in steps[at] if number == 0 or not self.halts(at)}
        return ends

    def destinations(self, unit: str) -> set[str]:
        here = self.where[unit]
        if here in CAPACITY:
            return self.ways_in(unit)[here]
        found = {zone for length in range(1, self.allowance(unit) + 1) for zone in self.paths(here, ADJACENT, length)}
        if self.allowance(unit) and self.enhanced(unit):
            found |= {
                zone for zone in self.paths(here, ALONG, self.allowance(unit) + 1) if not terrain(zone).get("stop")
            }
        found.discard(here)
        return found | {
            area
            for area, zones in self.ways_in(unit).items()
            if here in zones and sum(at == area for at in self.where.values()) < CAPACITY[area]
        }

    def movable(self) -> set[str]:
        return {
            unit for unit in self.where if unit not in self.moved and self.allowance(unit) and self.destinations(unit)
        }

    def singles(self) -> set[str]:
        """The single units offered, and `done`."""
        return {key for key in self.offered if not key.startswith(BATCH) and key != "attack"}


@oracle("enduring-freedom", "16.3", "who may move where", relevant=0.9)
def ground_movement(rng: random.Random) -> bool:
    """Every unit moves once: by zones, along roads, in from a Staging Area or out to one."""
    play = Ground(rng)
    moves = 0
    while moves < 6:
        if not play.movable():
            break
        play.same(play.asked, f"{SEAT} ground", "the question")
        play.same(play.singles(), play.movable() | {"done"}, "who may move")
        unit = play.answer(rng.choice(sorted(play.movable())))
        dest = play.asks(SEAT, "ground-to", play.destinations(unit))
        play.where[unit] = dest
        play.moved.add(unit)
        moves += 1
    return moves > 0
