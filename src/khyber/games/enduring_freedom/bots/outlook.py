"""The forecast of a turn in each zone, given the units sent there and the air strikes."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from khyber.games.enduring_freedom.board import MAX_POINTS, OFF_MAP
from khyber.games.enduring_freedom.bots.climate import Climate, award, awards_held
from khyber.games.enduring_freedom.bots.costs import hit_costs, turns_left, untried_cost
from khyber.games.enduring_freedom.bots.estimates import (
    DIE,
    Enemy,
    chance_of,
    edge_odds,
    enemy_in,
    expected_kills,
    pool_of,
)
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import coalition_in, islamists_in
from khyber.games.enduring_freedom.rules.sustainment import is_supplied, sustain_cost
from khyber.games.enduring_freedom.secrets import hidden
from khyber.games.enduring_freedom.state import State

#: Added to the number of a drone, to tell it from an air unit.
DRONE: Final = 100


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected result of a turn in a zone."""

    kills: float
    losses: float
    #: The chance that no Islamist unit is left.
    cleared: float
    #: Points: for kills, less losses and collateral damage.
    points: float
    #: All of it, with what holding the zone is worth.
    worth: float


@dataclass(frozen=True, slots=True)
class Fighter:
    """The combat values of a ground unit; units with equal values are alike."""

    #: The chance of a hit when it defends, when it attacks, and when it attacks in rough terrain.
    guard: float
    attack: float
    rough: float
    #: The cost of each hit on it.
    costs: tuple[float, ...]
    elite: bool
    #: Northern Alliance units face down begin no attack.
    attacks: bool
    sof: bool
    #: Points to sustain it, where nothing else does.
    upkeep: int
    #: Whether it would have to fly in.
    flies: bool
    #: Whether its fire may do collateral damage (24.4).
    heavy: bool


class Outlook:
    """The position as the player sees it before the moves of a turn."""

    def __init__(self, state: State, box: Box, weights: Weights = WEIGHTS) -> None:
        self.state, self.box, self.weights = state, box, weights
        #: Turns after this one.
        self.turns_left = turns_left(state, box)
        self.last = self.turns_left <= 0
        pool = pool_of(state, box)
        zones = range(len(box.zones))
        self.enemies = [enemy_in(state, box, zone, pool) for zone in zones]
        self.occupied = [islamists_in(state, box, zone) for zone in zones]
        self.climate = Climate(state, box, weights)
        #: Whether points are on their way to 99, and well past it, where more of them are lost (4.1); what a point is
        #: worth then.
        in_sight = state.points + weights.turn_gain * self.turns_left + weights.kept * awards_held(state, box)
        self.rich = in_sight >= MAX_POINTS
        self.plenty = in_sight >= MAX_POINTS + weights.plenty
        self.price = min(1.0, weights.price + weights.price_turn * self.turns_left) if self.plenty else 1.0
        self.supplied = [is_supplied(state, box, zone) for zone in zones]
        line = box.lower_line[state.jihad]
        self._quiet = [exp(-self._coming(zone, line)) for zone in zones]
        _, alliance = hidden(state, box)
        self._untried = sum(box.factors[c][0] for c in alliance) / max(1, len(alliance))
        self._alike: dict[Fighter, int] = {}
        self._fighters: list[Fighter] = []
        self._class = {unit: self._known_as(unit) for unit in (*box.alliance, *box.ground)}
        self._rating = {
            unit: box.factors[unit][state.reduced[unit]] + (DRONE if unit >= box.air_end else 0)
            for unit in (*box.air, *box.assets)
        }
        self._odds: dict[tuple[int, bool], float] = {}
        self._seen: dict[tuple[int, tuple[int, ...], tuple[int, ...], bool, bool], Forecast] = {}

    # -- units ----------------------------------------------------------------------------------------

    def _known_as(self, unit: int) -> int:
        """Return the number shared by units like this one."""
        fighter = self._fighter(unit)
        number = self._alike.get(fighter)
        if number is None:
            number = self._alike[fighter] = len(self._fighters)
            self._fighters.append(fighter)
        return number

    def _fighter(self, unit: int) -> Fighter:
        state, box = self.state, self.box
        kind = box.of[unit]
        if unit < box.alliance_end and not state.shown[unit]:
            chance = self._untried / 6
            return Fighter(
                chance,
                chance,
                chance,
                (untried_cost(state, box, self._untried, self.weights),),
                False,
                False,
                False,
                0,
                False,
                False,
            )
        factor = kind.factors[state.reduced[unit]]
        exempt = unit < box.alliance_end or kind.sof or kind.type in ("hq", "fob") or self.last
        return Fighter(
            factor / 6,
            factor / 6,
            (factor - 1 if kind.heavy and factor > 1 else factor) / 6,
            hit_costs(state, box, unit, self.weights),
            kind.elite[state.reduced[unit]],
            True,
            kind.sof,
            0 if exempt else sustain_cost(box, unit),
            unit >= box.alliance_end and state.where[unit] >= OFF_MAP,
            kind.heavy,
        )

    def alike(self, unit: int) -> int:
        """Return the same number for equivalent units."""
        return self._class[unit]

    def upkeep(self, unit: int) -> int:
        """Return the points to sustain a unit where nothing else does."""
        return self._fighters[self._class[unit]].upkeep

    # -- zones ----------------------------------------------------------------------------------------

    def _coming(self, zone: int, line: int) -> float:
        """Return the Islamists that may come in the Reaction Phase: reinforcements, uprisings, an offensive."""
        state, box = self.state, self.box
        cells = sum(row.count(zone) for row in box.location)
        near = sum(
            self.occupied[other]
            for other in box.adjacent[zone]
            if other not in box.strongholds and not coalition_in(state, box, other)
        )
        return line * cells / 36 * self.weights.uprisings + (1 - (5 / 6) ** line) * near / 2

    def hold_worth(self, zone: int, guard: float) -> float:
        """Return the value of holding the zone alone after our moves, defended with this fire."""
        if self.last:
            quiet = self._quiet[zone]
            return award(self.box, zone) * (quiet + (1 - quiet) * (1 - exp(-guard)) * self.weights.beaten_off)
        held = award(self.box, zone) * self.weights.early_award * self.state.turn / self.box.last_turn
        return held + (self.weights.airbase if self.box.airbase[zone] else 0.0)

    def _edge(self, zone: int, elite: bool, enemy: Enemy) -> float:
        odds = self._odds.get((zone, elite))
        if odds is None:
            lead = int(elite) - self.box.jihad_edge[self.state.jihad]
            tie = self.box.coalition_tie[zone]
            odds = enemy.elite * edge_odds(lead - 1, tie) + (1 - enemy.elite) * edge_odds(lead, tie)
            self._odds[zone, elite] = odds
        return odds

    def forecast(self, zone: int, units: list[int], air: list[int], *, sighted: bool = False) -> Forecast:
        """Return the forecast with these units in a zone, struck by these air units and drones.

        `sighted`: whether all counters there are revealed first.
        """
        known, rating = self._class, self._rating
        key = (
            zone,
            tuple(sorted([known[unit] for unit in units])),
            tuple(sorted([rating[unit] for unit in air])),
            self.supplied[zone],
            sighted,
        )
        seen = self._seen.get(key)
        if seen is None:
            seen = self._seen[key] = self._forecast(*key)
        return seen

    def _forecast(
        self, zone: int, units: tuple[int, ...], air: tuple[int, ...], supplied: bool, sighted: bool
    ) -> Forecast:
        box, enemy = self.box, self.enemies[zone]
        rough = box.rough[zone]
        fire = spread = guard = 0.0
        upkeep = flown = heavy = 0
        ladder: list[float] = []
        elite = attacks = sof = False
        for number in units:
            fighter = self._fighters[number]
            guard += fighter.guard
            chance = fighter.rough if rough else fighter.attack
            fire += chance
            spread += chance * (1 - chance)
            ladder += fighter.costs
            elite = elite or fighter.elite
            attacks = attacks or fighter.attacks
            sof = sof or fighter.sof
            flown += fighter.flies
            heavy += fighter.heavy
            if not supplied:
                upkeep += fighter.upkeep
        present = bool(units)
        rescue = 2 * DIE * enemy.rescues if sof else 0.0
        if not self.occupied[zone]:
            worth = self.hold_worth(zone, guard) - upkeep + rescue if present else 0.0
            return Forecast(0.0, 0.0, 1.0 if present else 0.0, 0.0, worth)
        harm = (7 - box.collateral[zone]) / 6 * box.loss.collateral
        points = killed = losses = 0.0
        total = total_spread = 0.0
        in_sight = enemy.units if present or sighted else enemy.shown
        if air and in_sight:
            points -= len(air) * harm
            for rating in air:
                factor = rating - DRONE if rating >= DRONE else rating - 1 if rough and rating > 1 else rating
                total += factor / 6
                total_spread += factor * (6 - factor) / 36
            killed = expected_kills(in_sight, total, total_spread)
        if present:
            odds = self._edge(zone, elite, enemy)
            strength = fire
            for fights in (attacks, True):
                left = enemy.units - killed
                if not fights or left <= 0.02:
                    continue
                theirs = enemy.after(killed)[1]
                full = expected_kills(left, strength, spread)
                shaken = max(0.0, strength - self.weights.weakened * theirs)
                weak = expected_kills(left, shaken, spread)
                losses += odds * enemy.after(killed + full)[1] + (1 - odds) * theirs
                killed += odds * full + (1 - odds) * weak
                total += odds * strength + (1 - odds) * shaken
                total_spread += spread
                points -= heavy * harm
                strength = max(0.0, fire - self.weights.weakened * losses)
            if flown:
                losses += enemy.air_defense
        points += enemy.after(killed)[0]
        hurt = losses
        ladder.sort()
        for cost in ladder:
            if hurt <= 1:
                points -= cost * hurt
                break
            points -= cost
            hurt -= 1
        cleared = chance_of(enemy.units, total, total_spread) if present or sighted or not enemy.concealed else 0.0
        worth = points - upkeep
        alive = 0.0
        if present:
            alive = max(0.0, min(1.0, (len(ladder) - losses) / self.weights.alive))
            worth += cleared * self.hold_worth(zone, guard) + rescue * alive
        if zone in box.cities:
            worth += self.climate.city * max(cleared, alive)
        elif zone in box.strongholds:
            worth += self.climate.city * cleared
        return Forecast(killed, losses, cleared, points, worth)
