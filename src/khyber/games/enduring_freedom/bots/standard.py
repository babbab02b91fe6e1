"""`bot:standard`: a readable reference Coalition player, which knows only what its view shows.

Every turn it plans all moves and strikes at once, to gain most in each zone (planning.py). It buys whatever is worth
more to that plan than it costs (purchases.py), and gives a reason for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.enduring_freedom.board import READY, STAGING, STRIKE
from khyber.games.enduring_freedom.bots.climate import Climate, jirga_is_free
from khyber.games.enduring_freedom.bots.costs import edge_worth, loss_cost, refit_worth, sustain_worth, untried_cost
from khyber.games.enduring_freedom.bots.estimates import enemy_in, points_for, pool_of
from khyber.games.enduring_freedom.bots.planning import Move, Plan, plan_turn
from khyber.games.enduring_freedom.bots.purchases import Market, Order
from khyber.games.enduring_freedom.bots.reasoning import Reasoning, quote
from khyber.games.enduring_freedom.bots.sighting import after_moves, alliance_worth, before_operation
from khyber.games.enduring_freedom.bots.support import support_worth
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rules.air import drones_ready, landings, strike_zones
from khyber.games.enduring_freedom.rules.mobilization import AIR, refit_cost
from khyber.games.enduring_freedom.rules.reaction import support_zones, tasked
from khyber.games.enduring_freedom.rules.stacking import UNTRIED
from khyber.games.enduring_freedom.rules.sustainment import sustain_cost, unsustained
from khyber.games.enduring_freedom.state import State


class Standard(Reasoning):
    """The player for one step (khyber.engine.bots.StepBot)."""

    __slots__ = ("_done", "_market", "_move", "_order", "_plan", "_strike", "_weights")

    def __init__(self, weights: Weights = WEIGHTS, *, explain: bool = False) -> None:
        super().__init__(explain=explain)
        self._weights = weights
        self._market: Market | None = None
        self._order: Order | None = None
        self._plan: Plan | None = None
        self._move: Move | None = None
        #: Moves that were begun, so that none is tried twice.
        self._done: set[Move] = set()
        #: An air unit or drone, and the zone it goes to.
        self._strike: tuple[int, int] | None = None

    # -- Mind --------------------------------------------------------------------------------------

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        self.forget_reason()
        value = ANSWERS[decision.ask](self, play, decision)
        return value if value in decision.values else self.whichever(decision, "unplanned")

    def ready(self, state: State, decision: Decision) -> Value | None:
        return None

    # -- buying ------------------------------------------------------------------------------------

    def market(self, play: Play) -> Market:
        """Return the market of this step, or a new one if the game did not follow its orders."""
        if self._market is None or not self._market.follows(play.state):
            self._market = Market(play.state, play.box, self._weights)
        return self._market

    def mobilize(self, play: Play, decision: Decision) -> Value:
        """Buy the best bargains while there are any."""
        market, box = self.market(play), play.box
        self._order = order = market.order()
        if order is None or order.what not in decision.values:
            self.because("saved", n=play.state.points)
            return "done"
        unit = box.of[order.counter].id
        if order.why == "bought-infowar":
            self.because("bought-infowar", n=order.n)
        elif order.zone < 0:
            self.because("bought-body", unit=unit)
        else:
            self.because(order.why, unit=unit, place=box.zones[order.zone])
        market.take(order)
        self.keep_reason()
        return order.what

    def which_unit(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._order is None else unit_in(decision, self._order.counter))

    def deploy(self, play: Play, decision: Decision) -> Value:
        """Deploy where it was ordered to: by road it matters, by air it does not."""
        order = self._order
        if order is None or order.place not in decision.values:
            return self.follow(decision, None)
        unit = play.box.of[order.counter]
        if unit.airmobile or order.what == AIR:
            why = quote("room", decision, order.place, unit=unit.id)
        elif order.zone < 0:
            why = quote("no-difference", decision, order.place)
        else:
            why = quote("on-the-way", decision, order.place, unit=unit.id, place=play.box.zones[order.zone])
        return self.follow(decision, order.place, why)

    def site(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._order is None else self._order.place)

    def asset(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._order is None else play.box.of[self._order.counter].id)

    def how_many(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._order is None else min(self._order.n, len(decision.values)))

    def contingent(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._order is None else play.box.of[self._order.counter].contingent)

    def refit(self, play: Play, decision: Decision) -> Value:
        """Refit units whose full side is worth more than it costs, while points last."""
        state, box = play.state, play.box
        for value in decision.values:
            if isinstance(value, tuple):
                unit = counter_of(value)
                cost = refit_cost(box, unit)
                if (
                    state.points - cost >= self._weights.refit_reserve
                    and refit_worth(state, box, unit, self._weights) > cost
                ):
                    self.because("refit", unit=box.of[unit].id)
                    return value
        self.because("no-refit", n=state.points)
        return "done"

    # -- intelligence ------------------------------------------------------------------------------

    def infowar(self, play: Play, decision: Decision) -> Value:
        """Use all markers: they were bought for this turn."""
        n = len(decision.values) - 1
        self.because("infowar", n=n)
        return n

    def isr(self, play: Play, decision: Decision) -> Value:
        """Place ISR where revealing counters before movement is worth most."""
        market = Market(play.state, play.box, self._weights) if self._market is None else self._market
        zones = [zone for zone in zones_in(play, decision) if zone not in play.state.targets]
        return self._look(play, market.sight(zones), "done")

    def designate(self, play: Play, decision: Decision) -> Value:
        """Reveal a zone with an Intelligence counter, if units are still to move."""
        zones = zones_in(play, decision)
        if play.state.then == "isr-missions" and zones:
            return self._look(
                play, Market(play.state, play.box, self._weights).best_sighting(zones), decision.values[-1]
            )
        return self._look(play, -1, decision.values[-1])

    def national(self, play: Play, decision: Decision) -> Value:
        """Reveal Northern Alliance units so that they can move later; our units have moved already."""
        worth = {zone: after_moves(play.state, play.box, zone) for zone in zones_in(play, decision)}
        zone = max(worth, key=lambda zone: (worth[zone], -zone), default=-1)
        return self._look(play, zone if zone >= 0 and worth[zone] > 0 else -1, decision.values[-1])

    def pre_islamists(self, play: Play, decision: Decision) -> Value:
        """Reveal the zones with most Islamists before the operation."""
        return self._look(
            play,
            max(zones_in(play, decision), key=lambda zone: (before_operation(play.state, play.box, zone), -zone)),
            decision.values[0],
        )

    def pre_alliance(self, play: Play, decision: Decision) -> Value:
        """Reveal the most useful Northern Alliance units."""
        return self._look(
            play,
            max(zones_in(play, decision), key=lambda zone: (alliance_worth(play.state, play.box, zone), -zone)),
            decision.values[0],
        )

    def _look(self, play: Play, zone: int, nowhere: Value) -> Value:
        if zone < 0:
            self.because("not-looked")
            return nowhere
        self.because("looked", place=play.box.zones[zone])
        return zone

    # -- moving ------------------------------------------------------------------------------------

    def plan(self, play: Play, *, marching: bool) -> Plan:
        """Return the plan of the turn, made when it is first needed."""
        if self._plan is None:
            self._plan = plan_turn(play.state, play.box, marching=marching, weights=self._weights)
            for group in self._plan.groups:
                place, points = play.box.zones[group.zone], round(group.forecast.points)
                if group.units:
                    self.note("target", place=place, n=group.units, points=points)
                else:
                    self.note("strike-only", place=place, n=group.strikes, points=points)
            for zone in self._plan.spared:
                self.note("no-strike", place=play.box.zones[zone])
        return self._plan

    def staging(self, play: Play, decision: Decision) -> Value:
        """Assign air units with a target to joint strike, the others to close air support."""
        plan, where = self.plan(play, marching=True), play.state.where
        self._strike = next((strike for strike in plan.strikes if where[strike[0]] in STAGING), None)
        if self._strike is not None and "strike" in decision.values:
            self.because("tasked")
            return "strike"
        for what in ("cas-all", "cas"):
            if what in decision.values:
                self.because("tasked-cas")
                return what
        self.because("staged")
        return "done"

    def ground(self, play: Play, decision: Decision) -> Value:
        """March as planned, unit by unit."""
        for move in self.plan(play, marching=True).moves:
            if not move.by_air and move not in self._done and play.state.where[move.unit] != move.place:
                value = alike_in(play, decision, move.unit)
                if value is not None:
                    self._move = move
                    self._done.add(move)
                    self.because("marches", unit=play.box.of[move.unit].id, place=play.box.place_id(move.place))
                    self.keep_reason()
                    return value
        self.because("marched")
        return "done"

    def move_to(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._move is None else self._move.place)

    def air(self, play: Play, decision: Decision) -> Value:
        """Fly ground units as planned, then send air units and drones to strike."""
        state, box = play.state, play.box
        plan = self.plan(play, marching=False)
        if "fly" in decision.values:
            for move in plan.moves:
                if (
                    move.by_air
                    and move not in self._done
                    and not state.moved[move.unit]
                    and move.place in landings(state, box, move.unit)
                ):
                    self._move = move
                    self._done.add(move)
                    self.because("flies", unit=box.of[move.unit].id, place=box.place_id(move.place))
                    self.keep_reason()
                    return "fly"
        zones = strike_zones(state, box)
        for unit, zone in plan.strikes:
            what = "drone" if unit >= box.air_end else "strike"
            if what in decision.values and zone in zones and state.where[unit] in (STRIKE, READY):
                self._strike = (unit, zone)
                self.because("strikes", unit=box.of[unit].id, place=box.zones[zone])
                self.keep_reason()
                return what
        self.because("flown")
        return "done"

    def fly_unit(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._move is None else unit_in(decision, self._move.unit))

    def task(self, play: Play, decision: Decision) -> Value:
        """Assign the air unit that has a target."""
        if self._strike is None:
            return self.follow(decision, None)
        unit, zone = self._strike
        why = self.note("strikes", unit=play.box.of[unit].id, place=play.box.zones[zone])
        return self.follow(decision, unit_in(decision, unit), why)

    def strike_unit(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._strike is None else unit_in(decision, self._strike[0]))

    def strike_zone(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._strike is None else self._strike[1])

    # -- fighting ----------------------------------------------------------------------------------

    def islamist_loss(self, play: Play, decision: Decision) -> Value:
        """Eliminate the most valuable unit."""
        value = max(decision.values, key=lambda value: (points_for(play.box, counter_of(value)), -counter_of(value)))
        self.because("worth-most", unit=named(play, value))
        return value

    def coalition_loss(self, play: Play, decision: Decision) -> Value:
        """Lose the unit that costs least."""
        state, box = play.state, play.box

        def cost(value: Value) -> tuple[float, int]:
            if value == UNTRIED:
                return untried_cost(state, box, self._weights.untried_factor, self._weights), -1
            return loss_cost(state, box, counter_of(value), self._weights), counter_of(value)

        value = min(decision.values, key=cost)
        if value == UNTRIED:
            self.because("untried-least")
        else:
            self.because("costs-least", unit=named(play, value))
        return value

    def edge(self, play: Play, decision: Decision) -> Value:
        """Pay for the tactical edge where it is worth a point."""
        state, box = play.state, play.box
        enemy = enemy_in(state, box, state.zone, pool_of(state, box))
        pays = edge_worth(state, box, state.zone, enemy, self._weights) > box.cost.edge
        self.because("edge" if pays else "no-edge", place=box.zones[state.zone])
        return "pay" if pays else "no"

    def cas(self, play: Play, decision: Decision) -> Value:
        """Give close air support where it gains more than its collateral damage costs."""
        state, box = play.state, play.box
        units = tasked(state, box) if "cas" in decision.values else []
        units += drones_ready(state, box)[:1] if "drone" in decision.values else []
        pool = pool_of(state, box)
        best, self._strike = self._weights.support_gain, None
        for zone in support_zones(state, box):
            enemy = enemy_in(state, box, zone, pool)
            for unit in units:
                worth = support_worth(state, box, zone, enemy, unit, self._weights)
                worth -= self._weights.drone_kept if unit >= box.air_end else 0.0
                if worth > best:
                    best, self._strike = worth, (unit, zone)
        if self._strike is None:
            self.because("no-support")
            return "done"
        unit, zone = self._strike
        self.because("supports", unit=box.of[unit].id, place=box.zones[zone])
        self.keep_reason()
        return "drone" if unit >= box.air_end else "cas"

    # -- after the fighting ------------------------------------------------------------------------

    def sustain(self, play: Play, decision: Decision) -> Value:
        """Pay for a step that is worth more than its cost; in the last turn, accept reduced units."""
        state, box, about = play.state, play.box, decision.about
        unit = next(
            unit
            for unit in unsustained(state, box)
            if box.of[unit].id == about["unit"] and box.zones[state.where[unit]] == about["place"]
        )
        pays = (
            state.points > self._weights.sustain_reserve
            and sustain_worth(state, box, unit, self._weights) > sustain_cost(box, unit)
            and "pay" in decision.values
        )
        self.because("sustains" if pays else "lets-go", unit=box.of[unit].id)
        return "pay" if pays else "reduce"

    def loya_jirga(self, play: Play, decision: Decision) -> Value:
        """Call it if the expected gain exceeds the loss, or if failure costs nothing."""
        state, box = play.state, play.box
        if Climate(state, box, self._weights).jirga() > 0:
            self.because("jirga", level=state.jihad)
        elif jirga_is_free(state, box, self._weights):
            self.because("jirga-free", n=state.points)
        else:
            self.because("no-jirga", level=state.jihad)
            return "no"
        return "call"

    def rotation(self, play: Play, decision: Decision) -> Value:
        """Send home the unit that costs least to bring back; a reduced one returns at full strength."""
        state, box = play.state, play.box

        def cost(value: Value) -> tuple[float, int]:
            unit = counter_of(value)
            return box.mobilization_cost(unit) - 1.5 * state.reduced[unit] + box.of[unit].factors[0] / 10, unit

        value = min(decision.values, key=cost)
        self.because("costs-least", unit=named(play, value))
        return value

    def first(self, play: Play, decision: Decision) -> Value:
        """Take the first option where it makes no difference."""
        return self.whichever(decision, "no-difference")


def counter_of(value: Value) -> int:
    """Return the counter of an option that is a unit."""
    assert isinstance(value, tuple) and isinstance(value[0], int)
    return value[0]


def named(play: Play, value: Value) -> str:
    return play.box.of[counter_of(value)].id if isinstance(value, tuple) else str(value)


def unit_in(decision: Decision, counter: int) -> Value | None:
    """Return the option for that unit."""
    return next((value for value in decision.values if isinstance(value, tuple) and value[0] == counter), None)


def alike_in(play: Play, decision: Decision, unit: int) -> Value | None:
    """Return the option for a unit of that kind in that place."""
    of, where = play.box.of, play.state.where
    return next(
        (
            value
            for value in decision.values
            if isinstance(value, tuple)
            and isinstance(value[0], int)
            and of[value[0]].id == of[unit].id
            and value[1] == where[unit]
        ),
        None,
    )


def zones_in(play: Play, decision: Decision) -> list[int]:
    """Return the zones among the options."""
    return [value for value in decision.values if isinstance(value, int) and value < len(play.box.zones)]


#: How each question is answered.
ANSWERS: Final[Mapping[str, Callable[[Standard, Play, Decision], Value]]] = {
    "pre-islamists": Standard.pre_islamists,
    "pre-alliance": Standard.pre_alliance,
    "mobilize": Standard.mobilize,
    "mobilize-unit": Standard.which_unit,
    "deploy": Standard.deploy,
    "asset": Standard.asset,
    "how-many": Standard.how_many,
    "fob-zone": Standard.site,
    "fob-contingent": Standard.contingent,
    "demobilize-unit": Standard.first,
    "alliance-zone": Standard.site,
    "refit": Standard.refit,
    "infowar": Standard.infowar,
    "isr": Standard.isr,
    "designate": Standard.designate,
    "national": Standard.national,
    "staging": Standard.staging,
    "task": Standard.task,
    "staging-unit": Standard.first,
    "staging-area": Standard.first,
    "ground": Standard.ground,
    "ground-to": Standard.move_to,
    "air": Standard.air,
    "fly-unit": Standard.fly_unit,
    "fly-to": Standard.move_to,
    "strike-unit": Standard.strike_unit,
    "strike-zone": Standard.strike_zone,
    "air-loss": Standard.coalition_loss,
    "coalition-loss": Standard.coalition_loss,
    "islamist-loss": Standard.islamist_loss,
    "home": Standard.first,
    "battle": Standard.first,
    "edge": Standard.edge,
    "sustain": Standard.sustain,
    "loya-jirga": Standard.loya_jirga,
    "rotation": Standard.rotation,
    "cas": Standard.cas,
    "cas-unit": Standard.strike_unit,
    "cas-zone": Standard.strike_zone,
    "overstack": Standard.coalition_loss,
    "attack": Standard.first,
    "sof-area": Standard.first,
}
