"""`bot:standard`: a readable reference Coalition player. It knows what its view shows, and nothing else.

What it does: special forces and bombers from the start; every turn they fall together on the zone that promises most;
Northern Alliance units that can move join them or take what is free; at the end everybody holds what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from khyber.engine.decision import Decision, Message, Param, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.enduring_freedom.bots.estimates import enemy_in, pool_of, value_of
from khyber.games.enduring_freedom.bots.moving import plan_ground
from khyber.games.enduring_freedom.bots.planning import Plan, award, plan_air
from khyber.games.enduring_freedom.bots.purchases import Order, next_order
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rules.forces import coalition_in, counters_at, islamists_in, revealed_at
from khyber.games.enduring_freedom.rules.stacking import UNTRIED
from khyber.games.enduring_freedom.state import State

#: Refit pays until this turn, and with more than so many points.
LAST_REFIT: Final = 5
REFIT_RESERVE: Final = 12
#: Sustaining units, with more than so many points.
SUSTAIN_RESERVE: Final = 10
#: A point is paid for the tactical edge against so many units.
EDGE_AGAINST: Final = 3
#: What a Northern Alliance unit face down is worth, which may be a leader.
UNTRIED_COST: Final = 1.6
#: A Loya Jirga is called up to this Jihad level: above it, more is lost than won.
JIRGA_LEVEL: Final = 4


class Standard:
    """The player's head for one step (khyber.engine.mind.Mind)."""

    __slots__ = ("_air", "_ground", "_order", "_told", "_used")

    def __init__(self, *, telling: bool = False) -> None:
        self._told: list[Message] | None = [] if telling else None
        self._used: dict[str, int] = {}
        self._order: Order | None = None
        self._ground: list[tuple[int, int]] | None = None
        self._air: Plan | None = None

    # -- Mind --------------------------------------------------------------------------------------

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        value = ANSWERS[decision.ask](self, play, decision)
        return value if value in decision.values else decision.values[0]

    def why(self) -> Sequence[Message]:
        return self._told or ()

    def used(self) -> Mapping[str, int]:
        return self._used

    def because(self, reason: str, **params: Param) -> None:
        """A rule of thumb was followed."""
        self._used[reason] = self._used.get(reason, 0) + 1
        message = Message(f"why.{reason}", params)
        if self._told is not None and message not in self._told:
            self._told.append(message)

    # -- buying ------------------------------------------------------------------------------------

    def mobilize(self, play: Play, decision: Decision) -> Value:
        """Special forces first, then bombers, InfoWar against a Jihad at its height; the rest is kept."""
        self._order = next_order(play.state, play.box)
        if self._order is None or self._order.what not in decision.values:
            self.because("saved", n=play.state.points)
            return "done"
        self.because("bought", unit=play.box.of[self._order.counter].id)
        return self._order.what

    def which_unit(self, play: Play, decision: Decision) -> Value:
        return decision.values[0] if self._order is None else unit_in(decision, self._order.counter)

    def deploy(self, play: Play, decision: Decision) -> Value:
        return decision.values[0] if self._order is None else self._order.place

    def asset(self, play: Play, decision: Decision) -> Value:
        return decision.values[0] if self._order is None else play.box.of[self._order.counter].id

    def how_many(self, play: Play, decision: Decision) -> Value:
        return decision.values[0] if self._order is None else min(self._order.n, len(decision.values))

    def refit(self, play: Play, decision: Decision) -> Value:
        """While there is time for it to pay."""
        if play.state.turn > LAST_REFIT or play.state.points <= REFIT_RESERVE:
            self.because("no-refit", n=play.state.points)
            return "done"
        unit = next(value for value in decision.values if isinstance(value, tuple))
        self.because("refit", unit=named(play, unit))
        return unit

    # -- intelligence ------------------------------------------------------------------------------

    def infowar(self, play: Play, decision: Decision) -> Value:
        """All that there is: it was bought for this turn."""
        n = len(decision.values) - 1
        self.because("infowar", n=n)
        return n

    def look(self, play: Play, decision: Decision) -> Value:
        """Where most lies, and it matters most."""
        state, box = play.state, play.box
        zones = [zone for zone in decision.values if isinstance(zone, int) and zone < len(box.zones)]
        if not zones:
            return decision.values[0]
        zone = max(zones, key=lambda zone: (islamists_in(state, box, zone) + award(box, zone) / 10, -zone))
        self.because("looked", place=box.zones[zone])
        return zone

    # -- moving ------------------------------------------------------------------------------------

    def staging(self, play: Play, decision: Decision) -> Value:
        """All air units strike: what falls before the battle does not fire back in it."""
        for what in ("strike-all", "strike"):
            if what in decision.values:
                self.because("tasked")
                return what
        return "done"

    def ground(self, play: Play, decision: Decision) -> Value:
        """The moves planned at the start of the phase, one after the other."""
        if self._ground is None:
            self._ground = plan_ground(play.state, play.box)
        while self._ground:
            unit, dest = self._ground[0]
            value = alike_in(play, decision, unit)
            if value is not None:
                self.because("marches", unit=play.box.of[unit].id, place=play.box.zones[dest])
                return value
            del self._ground[0]
        return "done"

    def ground_to(self, play: Play, decision: Decision) -> Value:
        return self._ground.pop(0)[1] if self._ground else decision.values[0]

    def air(self, play: Play, decision: Decision) -> Value:
        """First the units that fly into battle, then the air units that strike where they do most."""
        state, box = play.state, play.box
        if self._air is None:
            self._air = plan_air(state, box)
            for group in self._air.groups:
                self.because("target", place=box.zones[group.zone], n=len(group.units),
                             points=round(group.forecast.points))
        if "fly" in decision.values and self._air.order(state, box):
            return "fly"
        return next((what for what in ("strike", "drone") if what in decision.values), "done")

    def fly_unit(self, play: Play, decision: Decision) -> Value:
        order = self._air.order(play.state, play.box) if self._air is not None else None
        return decision.values[0] if order is None else unit_in(decision, order[0])

    def fly_to(self, play: Play, decision: Decision) -> Value:
        order = self._air.order(play.state, play.box) if self._air is not None else None
        return decision.values[0] if order is None else order[1]

    def strike_zone(self, play: Play, decision: Decision) -> Value:
        """Where another air unit does most: somebody left to hit, much to gain, units of ours in the fight."""
        state, box = play.state, play.box
        pool = pool_of(state, box)

        def gain(zone: int) -> float:
            enemy = enemy_in(state, box, zone, pool)
            coming = sum(box.of[unit].factors[0] for unit in counters_at(state, zone, box.ground_end, box.end))
            left = enemy.units - coming / 6
            if left <= 0:
                return -1.0
            ours = coalition_in(state, box, zone) > 0
            bonus = (enemy.value - enemy.units) / enemy.units
            return (min(1.0, left) * (1 + bonus * (1 if ours else 0.5) + (enemy.fire / enemy.units if ours else 0))
                    - (7 - box.collateral[zone]) / 6)

        zone = max((zone for zone in decision.values if isinstance(zone, int)), key=lambda zone: (gain(zone), -zone))
        self.because("strikes", place=box.zones[zone])
        return zone

    # -- fighting ----------------------------------------------------------------------------------

    def islamist_loss(self, play: Play, decision: Decision) -> Value:
        """The one that is worth most."""
        value = max(decision.values, key=lambda value: (value_of(play.box, counter_of(value)), -counter_of(value)))
        self.because("worth-most", unit=named(play, value))
        return value

    def coalition_loss(self, play: Play, decision: Decision) -> Value:
        """The one that costs least."""
        value = min(decision.values, key=lambda value: (UNTRIED_COST, -1) if value == UNTRIED
                    else loss_cost(play, counter_of(value)))
        if value == UNTRIED:
            self.because("untried-least")
        else:
            self.because("costs-least", unit=named(play, value))
        return value

    def edge(self, play: Play, decision: Decision) -> Value:
        """A point for the tactical edge against several units."""
        many = len(revealed_at(play.state, play.box, play.state.zone)) >= EDGE_AGAINST
        self.because("edge" if many else "no-edge", place=play.box.zones[play.state.zone])
        return "pay" if many else "no"

    def sustain(self, play: Play, decision: Decision) -> Value:
        """While points last."""
        pays = play.state.points > SUSTAIN_RESERVE
        self.because("sustains" if pays else "lets-go", n=play.state.points)
        return "pay" if pays and "pay" in decision.values else "reduce"

    def loya_jirga(self, play: Play, decision: Decision) -> Value:
        """Only against a low Jihad level."""
        calls = play.state.jihad <= JIRGA_LEVEL
        self.because("jirga" if calls else "no-jirga", level=play.state.jihad)
        return "call" if calls else "no"

    def rotation(self, play: Play, decision: Decision) -> Value:
        """The unit that costs least to bring back; a reduced one comes back whole."""
        state, box = play.state, play.box

        def cost(value: Value) -> tuple[float, int]:
            unit = counter_of(value)
            return box.mobilization_cost(unit) - 1.5 * state.reduced[unit] + box.of[unit].factors[0] / 10, unit

        value = min(decision.values, key=cost)
        self.because("costs-least", unit=named(play, value))
        return value

    def first(self, play: Play, decision: Decision) -> Value:
        """Where it makes no difference."""
        return decision.values[0]

    def done(self, play: Play, decision: Decision) -> Value:
        """Nothing of this: it does not pay."""
        return "done"


def counter_of(value: Value) -> int:
    """The counter of an option that is a unit."""
    assert isinstance(value, tuple) and isinstance(value[0], int)
    return value[0]


def named(play: Play, value: Value) -> str:
    return play.box.of[counter_of(value)].id if isinstance(value, tuple) else str(value)


def unit_in(decision: Decision, counter: int) -> Value:
    """The option for that unit; the first one if it is not there."""
    return next((value for value in decision.values if isinstance(value, tuple) and value[0] == counter),
                decision.values[0])


def alike_in(play: Play, decision: Decision, unit: int) -> Value | None:
    """The option for a unit of that kind in that place."""
    of, where = play.box.of, play.state.where
    return next((value for value in decision.values if isinstance(value, tuple) and isinstance(value[0], int)
                 and of[value[0]].id == of[unit].id and value[1] == where[unit]), None)


def loss_cost(play: Play, unit: int) -> tuple[float, int]:
    """What a hit on a unit costs, in points and in strength."""
    kind, reduced = play.box.of[unit], play.state.reduced[unit]
    strength = kind.factors[0] / 10
    if kind.family == "alliance":
        return (3.5 if kind.type == "leader" else 1.0) + strength, unit
    if kind.contingent == "iran":
        return 0.0, unit
    if kind.sof or kind.family == "air":
        return (2.6 if reduced else 1.2) + strength, unit
    return (6.0 if reduced else 2.2) + strength, unit


#: How each question is answered.
ANSWERS: Final[Mapping[str, Callable[[Standard, Play, Decision], Value]]] = {
    "pre-islamists": Standard.look, "pre-alliance": Standard.first, "mobilize": Standard.mobilize,
    "mobilize-unit": Standard.which_unit, "deploy": Standard.deploy, "asset": Standard.asset,
    "how-many": Standard.how_many, "fob-zone": Standard.first, "fob-contingent": Standard.first,
    "demobilize-unit": Standard.first, "alliance-zone": Standard.first, "refit": Standard.refit,
    "infowar": Standard.infowar, "isr": Standard.look, "designate": Standard.look, "national": Standard.look,
    "staging": Standard.staging, "task": Standard.first, "staging-unit": Standard.first,
    "staging-area": Standard.first, "ground": Standard.ground, "ground-to": Standard.ground_to, "air": Standard.air,
    "fly-unit": Standard.fly_unit, "fly-to": Standard.fly_to, "strike-unit": Standard.first,
    "strike-zone": Standard.strike_zone, "air-loss": Standard.coalition_loss,
    "coalition-loss": Standard.coalition_loss, "islamist-loss": Standard.islamist_loss, "home": Standard.first,
    "battle": Standard.first, "edge": Standard.edge, "sustain": Standard.sustain, "loya-jirga": Standard.loya_jirga,
    "rotation": Standard.rotation, "cas": Standard.done, "cas-unit": Standard.first, "cas-zone": Standard.strike_zone,
    "overstack": Standard.coalition_loss, "attack": Standard.first,
    "sof-area": Standard.first,
}
