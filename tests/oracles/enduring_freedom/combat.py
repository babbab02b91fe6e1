"""Ground combat (23.0 to 26.0): tactical edge, fire, losses, and who wins."""

from __future__ import annotations

import json
import random
from collections import Counter

import khyber
from khyber.engine.game import Event
from tests.oracles.dialogue import Dialogue
from tests.oracles.enduring_freedom.printed import GROUND, ISLAMISTS, JIHAD_EDGE, ZONES, terrain
from tests.oracles.harness import oracle

SEAT = "coalition"
#: Units that only fight: neither HQs and FOBs, which may buy an edge, nor Islamists whose loss is worth dice.
FORCES = [unit for unit, facts in GROUND.items() if facts.get("count", 1) == 1 and facts["type"] not in ("hq", "fob")]
ENEMIES = [
    unit
    for unit, facts in ISLAMISTS.items()
    if facts["type"] in ("infantry", "armor", "jihadi", "artillery", "security", "heavy-weapons", "special-forces")
]


class Battle(Dialogue):
    """Coalition units attack revealed Islamists in one zone."""

    def __init__(self, rng: random.Random) -> None:
        self.zone = rng.choice(sorted(ZONES))
        self.jihad = rng.randrange(1, 13)
        #: Steps left of each Coalition unit; Islamists, of one step each, by kind.
        self.ours = {unit: rng.choice((1, 2)) for unit in rng.sample(FORCES, rng.randrange(1, 5))}
        self.theirs: Counter[str] = Counter()
        for kind in rng.sample(ENEMIES, rng.randrange(1, 4)):
            self.theirs[kind] = rng.randrange(1, 1 + min(2, ISLAMISTS[kind].get("count", 1)))
        super().__init__(khyber.position("enduring-freedom", self.toml(), seed=rng.randrange(1 << 30)), rng)
        while self.asked in (f"{SEAT} islamist-loss", f"{SEAT} coalition-loss"):
            self.answer(rng.choice(sorted(self.offered)))
        #: What the log has of this battle; others may follow in the Islamists' turn.
        self.events: list[Event] = []
        for event in self.table.all_events():
            self.events.append(event)
            if event.kind == "battle-over":
                break

    def toml(self) -> str:
        ours = [unit if steps == 2 else f"{unit} reduced" for unit, steps in self.ours.items()]
        return "\n".join(
            [
                'step = "combat-begin"',
                "turn = 3",
                "points = 50",
                f"jihad = {self.jihad}",
                f"[zone.{self.zone}]",
                f"ground = {json.dumps(ours)}",
                f"islamists-revealed = {json.dumps(sorted(self.theirs.elements()))}",
            ]
        )

    def logged(self, *kinds: str) -> list[Event]:
        return [event for event in self.events if event.kind in kinds]

    def roll(self, name: str) -> int:
        """What a die showed, as the record has it."""
        return next(
            int(entry.split()[1])
            for step in self.table.steps
            for entry in step.listed()
            if entry.startswith(f"!{name} ")
        )

    # -- the rules --------------------------------------------------------------------------------------

    def elite(self) -> tuple[int, int]:
        """One for any elite units in the force, on the side that they show."""
        ours = any(GROUND[unit].get("elite", [False, False])[2 - steps] for unit, steps in self.ours.items())
        return int(ours), int(any(ISLAMISTS[kind].get("elite") for kind in self.theirs))

    def edge(self) -> str:
        """23.4: the higher total; a tie goes by the terrain."""
        elite = self.elite()
        ours = self.roll("edge-coalition") + elite[0]
        theirs = self.roll("edge-islamists") + elite[1] + JIHAD_EDGE[self.jihad - 1]
        if ours == theirs:
            return str(terrain(self.zone)["tie"])
        return "coalition" if ours > theirs else "islamists"

    def factor(self, unit: str) -> int:
        """24.7: the Coalition attacks, so its heavy units lose 1 in rough terrain, but never their last."""
        if unit in ISLAMISTS:
            return int(ISLAMISTS[unit]["factor"])
        printed = int(GROUND[unit]["factors"][2 - self.ours[unit]])
        rough = terrain(self.zone).get("rough") and GROUND[unit].get("heavy")
        return printed - 1 if rough and printed > 1 else printed

    def firing(self, side: str) -> Counter[str]:
        """Everybody who is left and has a factor fires once."""
        units = Counter(unit for unit, steps in self.ours.items() if steps) if side == "coalition" else self.theirs
        return Counter({unit: n for unit, n in units.items() if n and self.factor(unit)})

    def harm(self, fired: list[Event]) -> int:
        """24.4: a high die of a heavy unit does collateral damage."""
        heavy = {unit for unit, facts in (GROUND | ISLAMISTS).items() if facts.get("heavy")}
        return sum(
            int(event.params["die"]) >= terrain(self.zone)["collateral"] and event.params["unit"] in heavy
            for event in fired
        )

    def lose(self, side: str, hits: int, losses: list[Event]) -> None:
        """25: Islamists lose their weakest first; the player chooses which Coalition units lose a step."""
        if side == "islamists":
            self.same(len(losses), min(hits, self.theirs.total()), "how many Islamist units are lost")
            for event in losses:
                unit = str(event.params["unit"])
                weakest = min(int(ISLAMISTS[kind]["factor"]) for kind in +self.theirs)
                self.same(int(ISLAMISTS[unit]["factor"]), weakest, f"the factor of {unit}, which is lost")
                self.theirs[unit] -= 1
            return
        self.same(len(losses), min(hits, sum(self.ours.values())), "how many Coalition steps are lost")
        for event in losses:
            unit = str(event.params["unit"])
            self.same(event.kind, "reduced" if self.ours[unit] == 2 else "eliminated", f"what becomes of {unit}")
            self.ours[unit] -= 1


@oracle("enduring-freedom", "23.4", "what a battle costs", relevant=0.7)
def battle(rng: random.Random) -> bool:
    """The side with the edge fires first; the other side answers with what is left."""
    play = Battle(rng)
    side = play.edge()
    play.same(play.logged("edge")[0].params["side"], side, "who has the tactical edge")
    fired, lost, harmed = play.logged("fired"), play.logged("reduced", "eliminated"), play.logged("collateral")
    hits_in_all = 0
    for firing in (side, "islamists" if side == "coalition" else "coalition"):
        wanted = play.firing(firing)
        now, fired = fired[: wanted.total()], fired[wanted.total() :]
        play.same(Counter(str(event.params["unit"]) for event in now), wanted, f"who fires for the {firing}")
        for event in now:
            hit = int(int(event.params["die"]) <= play.factor(str(event.params["unit"])))
            play.same(event.params["success"], hit, f"whether {event.params['unit']} hits with a {event.params['die']}")
        hits = sum(int(event.params["success"]) for event in now)
        hits_in_all += hits
        harm = [int(event.params["n"]) for event in harmed if event.params["side"] == firing]
        play.same(sum(harm), play.harm(now), f"the collateral damage of the {firing}")
        other = "islamists" if firing == "coalition" else "coalition"
        mine = [event for event in lost if (str(event.params["unit"]) in ISLAMISTS) == (other == "islamists")]
        play.lose(other, hits, mine)
    play.same(fired, [], "who fires once more")
    left = sum(play.ours.values()) > 0, play.theirs.total() > 0
    won = "drawn" if left[0] == left[1] else "coalition" if left[0] else "islamists"
    play.same(play.logged("battle-over")[0].params["result"], won, "who wins")
    return hits_in_all > 0
