"""`bot:standard`: a readable reference Coalition player, which knows only what its view shows.

Every turn it plans all moves and strikes at once, to gain most in each zone (planning.py). It buys whatever is worth
more to that plan than it costs (purchases.py), and gives a reason for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.enduring_freedom.board import READY, STRIKE
from khyber.games.enduring_freedom.bots.batches import (
    Strike,
    flight,
    lift,
    march,
    smaller_groups_first,
    sof_batch,
    strikes_in_order,
)
from khyber.games.enduring_freedom.bots.climate import Climate, jirga_is_free
from khyber.games.enduring_freedom.bots.costs import (
    edge_worth,
    loss_cost,
    untried_cost,
    worth_refitting,
    worth_sustaining,
)
from khyber.games.enduring_freedom.bots.estimates import enemy_in, points_for, pool_of
from khyber.games.enduring_freedom.bots.lookout import Lookout
from khyber.games.enduring_freedom.bots.options import alike_in, counter_of, following, named, unit_in
from khyber.games.enduring_freedom.bots.planning import Move, Plan, plan_turn
from khyber.games.enduring_freedom.bots.purchases import Market, Order
from khyber.games.enduring_freedom.bots.reasoning import quote
from khyber.games.enduring_freedom.bots.support import best_support
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rules.air import drones_ready, landings, strike_zones
from khyber.games.enduring_freedom.rules.ground import ATTACK, NOWHERE
from khyber.games.enduring_freedom.rules.mobilization import AIR, refittable
from khyber.games.enduring_freedom.rules.reaction import tasked
from khyber.games.enduring_freedom.rules.stacking import UNTRIED
from khyber.games.enduring_freedom.rules.staging import at_home
from khyber.games.enduring_freedom.rules.sustainment import unsustained
from khyber.games.enduring_freedom.state import State


class Standard(Lookout):
    """The player for one step (khyber.engine.bots.StepBot)."""

    __slots__ = ("_done", "_move", "_order", "_orders", "_place", "_plan", "_sent", "_strike")

    def __init__(self, weights: Weights = WEIGHTS, *, explain: bool = False) -> None:
        super().__init__(weights, explain=explain)
        #: What is still to be bought, in order, and what is being bought.
        self._orders: list[Order] = []
        self._order: Order | None = None
        #: Where a batch goes to, and where the last unit or strike was sent in this movement.
        self._place, self._sent = -1, NOWHERE
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

    def orders(self, play: Play) -> list[Order]:
        """Return what is still to be bought, decided anew after a draw, or if the game did not follow the orders."""
        if self._market is None or not self._market.follows(play.state, self._orders):
            self._market = Market(play.state, play.box, self._weights)
            self._orders = self._market.in_order()
        return self._orders

    def mobilize(self, play: Play, decision: Decision) -> Value:
        """Buy the best bargains while there are any, SOF units at once where all of them are wanted."""
        orders = self.orders(play)
        self._order = order = next(iter(orders), None)
        if order is None or order.what not in decision.values:
            self.because("saved", n=play.state.points)
            return "done"
        all_sof = next((value for value in decision.values if isinstance(value, tuple)), None)
        batch = sof_batch(play.state, play.box, orders) if all_sof is not None else None
        if all_sof is not None and batch is not None:
            self._place, met = batch
            for order in met:
                self._bought(play, order)
                orders.remove(order)
            self.because("bought-sof", n=len(met))
            self.keep_reason()
            return all_sof
        self._bought(play, order)
        del orders[0]
        return order.what

    def _bought(self, play: Play, order: Order) -> None:
        """Note why something is bought."""
        box = play.box
        unit = box.of[order.counter].id
        if order.why == "bought-infowar":
            self.because("bought-infowar", n=order.n)
        elif order.zone < 0:
            self.because("bought-body", unit=unit)
        else:
            self.because(order.why, unit=unit, place=box.zones[order.zone])
        self.keep_reason()

    def sof_area(self, play: Play, decision: Decision) -> Value:
        areas = (value for value in decision.values if isinstance(value, tuple) and value[0] == self._place)
        return self.follow(decision, next(areas, None))

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
        """Refit units whose full side is worth more than it costs, while points last: one by one, or all at once."""
        state, box = play.state, play.box
        wanted = worth_refitting(state, box, self._weights)
        if not wanted:
            self.because("no-refit", n=state.points)
            return "done"
        batch = "refit-all" in decision.values and wanted == refittable(state, box)
        for unit in wanted if batch else wanted[:1]:
            self.because("refit", unit=box.of[unit].id)
        if batch:
            self.because("refits-all", n=len(wanted))
        return "refit-all" if batch else unit_in(decision, wanted[0]) or "done"

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
        """Assign air units with a target to joint strike, the others to close air support: the fewer one by one."""
        home, targets = at_home(play.state, play.box), dict(self.plan(play, marching=True).strikes)
        strike, cas = [unit for unit in home if unit in targets], [unit for unit in home if unit not in targets]
        strikes = bool(strike) and (not cas or len(strike) <= len(cas))
        first, others = (strike, cas) if strikes else (cas, strike)
        if not first:
            self.because("staged")
            return "done"
        mission = "strike" if strikes else "cas"
        self._strike = (first[0], targets.get(first[0], -1))
        self.because("tasked" if strikes else "tasked-cas")
        return f"{mission}-all" if not others and f"{mission}-all" in decision.values else mission

    def ground(self, play: Play, decision: Decision) -> Value:
        """March as planned: together where all that a batch moves is to go there, else unit by unit."""
        state, box, plan = play.state, play.box, self.plan(play, marching=True)
        moves = [
            move
            for move in plan.moves
            if not move.by_air and move not in self._done and state.where[move.unit] != move.place
        ]
        batch = march(state, box, moves)
        if batch is not None and batch.choice in decision.values:
            self._move, self._place, self._sent = None, batch.dest, batch.dest
            for move in moves:
                if move.unit in batch.units:
                    self._marches(play, move)
            self._together(play, batch.dest, len(batch.units))
            return batch.choice
        # first the others that go to the same place
        for move in sorted(smaller_groups_first(state, moves), key=lambda move: move.place != self._sent):
            value = alike_in(play, decision, move.unit)
            if value is not None:
                plan.exchange(move.unit, counter_of(value))
                self._move = Move(counter_of(value), move.place, move.by_air)
                self._marches(play, self._move)
                return self._send(play, decision, self._move.unit, move.place, value)
        self._sent = NOWHERE
        self.because("marched")
        return "done"

    def _marches(self, play: Play, move: Move) -> None:
        self._done.add(move)
        self.because("marches", unit=play.box.of[move.unit].id, place=play.box.place_id(move.place))
        self.keep_reason()

    def attack(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, self._place)

    def move_to(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, self._place if self._move is None else self._move.place)

    def air(self, play: Play, decision: Decision) -> Value:
        """Fly ground units as planned, then send air units and drones to strike: the last ones to a zone together."""
        state, box = play.state, play.box
        plan = self.plan(play, marching=False)
        moves = [move for move in plan.moves if move.by_air and move not in self._done and not state.moved[move.unit]]
        moves.sort(key=lambda move: move.place != self._sent)  # first the others that go to the same place
        ready = [strike for strike in plan.strikes if state.where[strike[0]] in (STRIKE, READY)]
        zone = flight(state, box, moves, ready) if ATTACK in decision.values else None
        if zone is not None:
            self._place = self._sent = zone
            for move in moves:
                self._flies(play, move)
            strikes = [strike for strike in ready if strike[0] < box.air_end]
            self._strikes(play, strikes)
            self._together(play, zone, len(moves) + len(strikes))
            return ATTACK
        together = lift(state, box, moves, self._sent)
        if together is not None and together.choice in decision.values:
            self._move, self._place, self._sent = None, together.dest, together.dest
            for move in moves:
                if move.unit in together.units:
                    self._flies(play, move)
            self._together(play, together.dest, len(together.units))
            return together.choice
        for move in moves if "fly" in decision.values else ():
            if move.place in landings(state, box, move.unit):
                self._move = move
                self._flies(play, move)
                return self._send(play, decision, move.unit, move.place, "fly")
        zones = strike_zones(state, box)
        strikes, last = strikes_in_order(state, box, [strike for strike in ready if strike[1] in zones], self._sent)
        last = last and "strike-all" in decision.values
        for unit, zone in strikes:
            what = "drone" if unit >= box.air_end else "strike-all" if last else "strike"
            if what in decision.values:
                self._strike = (unit, zone)
                if what == "strike-all":
                    self._sent, batch = zone, [strike for strike in strikes if strike[0] < box.air_end]
                    self._strikes(play, batch)
                    self.because("strikes-all", n=len(batch), place=play.box.zones[zone])
                    self.keep_reason()
                    return what
                self._strikes(play, [self._strike])
                return self._send(play, decision, unit, zone, what)
        self.because("flown")
        return "done"

    def _send(self, play: Play, decision: Decision, unit: int, dest: int, what: Value) -> Value:
        """Note where a unit is sent; return the option to send it where the last one went, if there is one."""
        self._sent = dest
        return following(play, decision, unit, dest) or what

    def _flies(self, play: Play, move: Move) -> None:
        self._done.add(move)
        self.because("flies", unit=play.box.of[move.unit].id, place=play.box.place_id(move.place))
        self.keep_reason()

    def _strikes(self, play: Play, strikes: Sequence[Strike]) -> None:
        for unit, zone in strikes:
            self.because("strikes", unit=play.box.of[unit].id, place=play.box.zones[zone])
            self.keep_reason()

    def _together(self, play: Play, zone: int, n: int) -> None:
        """Note why a batch of units goes to a zone."""
        self.because("together", n=n, place=play.box.place_id(zone))
        self.keep_reason()

    def fly_unit(self, play: Play, decision: Decision) -> Value:
        return self.follow(decision, None if self._move is None else unit_in(decision, self._move.unit))

    def task(self, play: Play, decision: Decision) -> Value:
        """Assign the air unit that has a target."""
        if self._strike is None:
            return self.follow(decision, None)
        unit, zone = self._strike
        if zone < 0:
            return self.follow(decision, unit_in(decision, unit), self.note("tasked-cas"))
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
        self._strike = best_support(state, box, units, self._weights)
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
        units = unsustained(state, box)
        while box.of[units[0]].id != about["unit"] or box.zones[state.where[units[0]]] != about["place"]:
            del units[0]
        pays = worth_sustaining(state, box, units, self._weights)
        batch = len(set(pays)) == 1 and ("pay-all" if pays[0] else "reduce-all") in decision.values
        for unit in units if batch else units[:1]:
            self.because("sustains" if pays[0] else "lets-go", unit=box.of[unit].id)
        if batch:
            self.because("sustains-all" if pays[0] else "lets-all-go", n=len(units))
        return ("pay" if pays[0] else "reduce") + ("-all" if batch else "")

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
    "fly-all": Standard.move_to,
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
    "attack": Standard.attack,
    "sof-area": Standard.sof_area,
}
