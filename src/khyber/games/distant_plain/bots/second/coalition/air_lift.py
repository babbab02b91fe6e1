"""2nd:8.8.2, 2nd:8.8.3: Air Lift of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from khyber.games.distant_plain.board import AFGHAN, C_TROOPS, COIN_CONTROL, G_TROOPS, SPACE_IDS, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, may_lift, take_off
from khyber.games.distant_plain.bots.common.coin.spaces import balance, controlled, needed_for_control
from khyber.games.distant_plain.bots.machinery.priority import best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.air_lift import MAX_GOVERNMENT_TROOPS_LIFTED, MAX_SPACES
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity


class Origin(NamedTuple):
    """A space that Troops can leave, and how many."""

    #: C2.Lift.0: Coalition Troops that COIN Control there does not need, and how many of them may go.
    excess: int
    coalition: int
    government: int
    space: Space


class Flight(NamedTuple):
    """Troops from one or two origins to one space."""

    origins: tuple[Origin, ...]

    @property
    def coalition(self) -> int:
        return sum(origin.coalition for origin in self.origins)

    @property
    def government(self) -> int:
        return min(MAX_GOVERNMENT_TROOPS_LIFTED, sum(origin.government for origin in self.origins))

    @property
    def troops(self) -> int:
        return self.coalition + self.government


class Airfields:
    """C2.Lift.0: the origins of an Air Lift, for any destination."""

    __slots__ = ("most", "origins", "walk")

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        state = walk.state
        self.most = min(MAX_SPACES, state.special_most or MAX_SPACES) - 1
        self.origins: list[Origin] = []
        for space in open_to_activity(state, list(AFGHAN)):
            if state.control[space] != COIN_CONTROL:
                continue
            coalition, government = count(state, space, C_TROOPS), count(state, space, G_TROOPS)
            if coalition or government:
                margin = balance(state, space) - 1
                going = max(0, min(coalition - 1, margin))
                along = max(0, min(government - 1, margin - going))
                if going or along:
                    self.origins.append(Origin(min(coalition, margin), going, along, space))
        self.origins.sort(key=lambda origin: (-origin.excess, -origin.coalition))

    @rule("2nd:8.8.2", "2nd:8.8.3")
    def flights(self, dest: Space) -> list[Flight]:
        """C2.Lift.0, R67: the equally good combinations of origins."""
        open_to_it = [origin for origin in self.origins if origin.space != dest]
        if not open_to_it or self.most < 1 or not open_to_activity(self.walk.state, [dest]):
            return []
        first = [origin for origin in open_to_it if origin[:2] == open_to_it[0][:2]]
        if self.most == 1 or len(open_to_it) == 1:
            return [Flight((origin,)) for origin in first]
        if len(first) > 1:
            return [Flight(pair) for pair in combinations(first, 2)]
        second = [origin for origin in open_to_it[1:] if origin[:2] == open_to_it[1][:2]]
        return [Flight((first[0], origin)) for origin in second]


def pick_flight(walk: Walk, flights: Sequence[Flight]) -> Flight:
    """Choose randomly among equally good flights, and which of two origins gives Government Troops first."""
    flight = walk.dice.lot(list(flights))
    first, *others = flight.origins
    if others and others[0][:2] == first[:2] and flight.government < sum(o.government for o in flight.origins):
        return Flight(flight.origins if walk.dice.lot([True, False]) else flight.origins[::-1])
    return flight


def lift_to(walk: Walk, dest: Space, flight: Flight, ask: str, step: str, rule: str) -> None:
    """C2.Lift.0: lift all Troops of the flight there, at the question `ask` of the Operation."""
    lift = Lift(walk)
    with lift.because("sent", id=step, text=rule, n=flight.troops, space=SPACE_IDS[dest]):
        for origin in flight.origins:
            if origin.coalition:
                lift.carry(C_TROOPS, origin.coalition, origin.space, dest)
            along = min(origin.government, MAX_GOVERNMENT_TROOPS_LIFTED - lift.government)
            if along:
                lift.carry(G_TROOPS, along, origin.space, dest)
    lift.plan.follow(step)
    take_off(walk, lift, ask)


def passing_flights(
    airfields: Airfields, dests: Sequence[Space], passes: Callable[[Space, Flight], bool]
) -> dict[Space, list[Flight]]:
    """Return the spaces that have a flight passing the test, with those flights."""
    found: dict[Space, list[Flight]] = {}
    for dest in dests:
        flights = [flight for flight in airfields.flights(dest) if passes(dest, flight)]
        if flights:
            found[dest] = flights
    return found


# -- C2.Lift.1 --------------------------------------------------------------------------------------


_WITHIN: Final = (ranks.TALIBAN, ranks.POPULATION)


@rule("2nd:8.8.2")
def lift_after_train(walk: Walk, ask: str = "") -> bool:
    """C2.Lift.1: lift Troops to a space that they bring under COIN Control; False if there is none."""
    if ask and not may_lift(walk):
        return False
    state = walk.state
    found = passing_flights(
        Airfields(walk),
        [space for space in AFGHAN if not controlled(state, space)],
        lambda dest, flight: flight.troops >= needed_for_control(state, dest),
    )
    if not found:
        return False
    dest = where(best(walk, list(found), _WITHIN).candidate)
    lift_to(walk, dest, pick_flight(walk, found[dest]), ask, "C2.Lift.1", "2nd:8.8.2")
    return True
