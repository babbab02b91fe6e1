"""2nd:8.6.2, 2nd:8.6.5: Govern, Transport and Eradicate of the Non-player Government."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from heapq import heappop, heappush
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import balance, coin_base, controlled
from khyber.games.distant_plain.bots.common.government import activities as shared
from khyber.games.distant_plain.bots.common.guidelines import at_support, pop
from khyber.games.distant_plain.bots.machinery.flowchart import first_possible
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.govern import govern_choices, govern_spaces
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity, spaces_with_guerrillas
from khyber.games.distant_plain.state import State


@cache
def govern_box() -> Priorities:
    return (
        Priority(
            "G2.Govern.1", "2nd:8.6.2", goodwill, shared.take_patronage, (Rank("most-patronage", most_patronage),)
        ),
        Priority("G2.Govern.2", "2nd:8.6.2", empty_lands, shared.bring_returnees),
        Priority("G2.Govern.3", "2nd:8.6.2", other_homes, shared.bring_returnees),
    )


def police_box(journey: Journey) -> Priorities:
    return (Priority("G2.Transport.2", "2nd:8.6.2", journey.to_police, journey.go, most=1),)


def control_box(journey: Journey) -> Priorities:
    return (
        Priority(
            "G2.Transport.3",
            "2nd:8.6.2",
            journey.to_control,
            journey.go,
            (ranks.POPULATION, Rank("taliban-control", from_taliban)),
            most=1,
        ),
    )


@cache
def eradicate_box() -> Priorities:
    return (
        Priority("G2.Eradicate.1", "2nd:8.6.5", fields, shared.eradicate_here, (ranks.OPPOSITION, ranks.NOT_PASHTUN)),
    )


# -- Govern -----------------------------------------------------------------------------------------


def patronage_from(state: State, space: Space) -> int:
    """G2.Govern.1: Aid that would become Patronage; 0 without Support or at a Coalition Base."""
    if not (controlled(state, space) and at_support(state, space)) or count(state, space, board.C_BASE):
        return 0
    return min(pop(state, space), state.aid, board.MAX_PATRONAGE - state.patronage)


def open_to_govern(walk: Walk) -> list[Space]:
    return open_to_activity(walk.state, govern_spaces(walk.state))


def goodwill(walk: Walk) -> list[Candidate]:
    """G2.Govern.1: spaces where Govern adds Patronage."""
    return [space for space in open_to_govern(walk) if patronage_from(walk.state, space) > 0]


def most_patronage(walk: Walk, candidate: Candidate) -> int:
    return patronage_from(walk.state, where(candidate))


def empty_lands(walk: Walk) -> list[Candidate]:
    """G2.Govern.2: spaces of Population 0."""
    state = walk.state
    return [
        space for space in open_to_govern(walk) if not pop(state, space) and "returnees" in govern_choices(state, space)
    ]


def other_homes(walk: Walk) -> list[Candidate]:
    """G2.Govern.3: other spaces where Returnees may be placed."""
    return [space for space in open_to_govern(walk) if "returnees" in govern_choices(walk.state, space)]


@rule("2nd:8.6.2")
def walk_govern(walk: Walk) -> int:
    """2nd:8.6.2: Govern in up to two spaces; return how many."""
    return walk.follow(govern_box)


# -- Transport --------------------------------------------------------------------------------------

#: The payment to the Warlords, and the equally good routes: the spaces entered.
Ways = dict[Space, tuple[int, list[tuple[Space, ...]]]]


@rule("2nd:8.6.2")
def ways_by_road(state: State, origin: Space) -> Ways:
    """G2.Transport.R: the cheapest, then shortest routes to each space.

    To an adjacent space, or onto a LoC and on along LoCs and Kabul; Sabotage ends the route.
    """
    found: dict[tuple[Space, bool], tuple[int, int, list[tuple[Space, ...]]]] = {}
    tolls = frozenset(spaces_with_guerrillas(state))
    queue: list[tuple[int, int, bool, tuple[Space, ...]]] = [(0, 0, True, (origin,))]
    while queue:
        cost, steps, goes_on, way = heappop(queue)
        at = way[-1]
        known = found.get((at, goes_on))
        if known is not None:
            if known[:2] == (cost, steps):
                known[2].append(way)
            else:
                continue
        else:
            found[at, goes_on] = (cost, steps, [way])
        if not goes_on:
            continue
        for step in board.ADJACENT[at]:
            if step not in way and not board.IS_PAKISTAN[step]:
                sabotaged = board.IS_LOC[step] and state.terror[step]
                on_a_road = board.IS_ROAD[step] and not sabotaged and (steps > 0 or step != board.KABUL)
                heappush(queue, (cost + (step in tolls), steps + 1, on_a_road, (*way, step)))
    ways: Ways = {}
    best_of: dict[Space, tuple[int, int]] = {}
    for (space, _), (cost, steps, trails) in found.items():
        if space != origin and (cost, steps) <= best_of.get(space, (cost, steps)):
            if (cost, steps) != best_of.get(space):
                ways[space] = (cost, [])
            best_of[space] = (cost, steps)
            ways[space][1].extend(trail[1:] for trail in trails)
    return ways


def excess(state: State, space: Space) -> int:
    """G2.Transport.1: Troops that COIN Control there does not need."""
    return min(count(state, space, board.G_TROOPS), balance(state, space) - 1)


def sendable(state: State, space: Space) -> int:
    """G2.Transport.1: return how many of these move; at least one Troop stays."""
    return min(excess(state, space), count(state, space, board.G_TROOPS) - 1)


def origins(state: State) -> list[Space]:
    """G2.Transport.1: the spaces with the greatest excess, and of these the ones that can send most."""
    spare = [
        (excess(state, space), sendable(state, space), space)
        for space in board.AFGHAN
        if count(state, space, board.G_TROOPS) and controlled(state, space)
    ]
    most = max((worth[:2] for worth in spare), default=(0, 0))
    return [worth[2] for worth in spare if worth[:2] == most] if most[1] > 0 else []


def lonely_police(state: State, reach: Ways) -> list[Candidate]:
    """G2.Transport.2: Provinces with Police, and neither Troops nor a COIN Base."""
    return [
        space
        for space in board.PROVINCES
        if count(state, space, board.G_POLICE)
        and not count(state, space, board.G_TROOPS)
        and not count(state, space, board.C_TROOPS)
        and not coin_base(state, space)
        and space in reach
    ]


def people_to_control(state: State, reach: Ways, n: int) -> list[Candidate]:
    """G2.Transport.3: Population that would come under COIN Control."""
    return [
        space
        for space in board.AFGHAN
        if pop(state, space) and not controlled(state, space) and balance(state, space) + n > 0 and space in reach
    ]


def from_taliban(walk: Walk, candidate: Candidate) -> int:
    return walk.state.control[where(candidate)] == board.TALIBAN_CONTROL


class Journey:
    """Possible destinations for the spare Troops of one origin."""

    __slots__ = ("origin", "police", "reach", "won")

    def __init__(self, state: State, origin: Space) -> None:
        self.origin = origin
        self.reach = ways_by_road(state, origin)
        self.police = lonely_police(state, self.reach)
        self.won = [] if self.police else people_to_control(state, self.reach, sendable(state, origin))

    def to_police(self, walk: Walk) -> list[Candidate]:
        return self.police

    def to_control(self, walk: Walk) -> list[Candidate]:
        return self.won

    def go(self, walk: Walk, candidate: Candidate) -> bool:
        cost, ways = self.reach[where(candidate)]
        shared.send_troops(walk, self.origin, walk.dice.lot(ways), sendable(walk.state, self.origin), cost)
        return True


@rule("2nd:8.6.2")
def walk_transport(walk: Walk) -> int:
    """2nd:8.6.2: move the spare Troops of one space, the one with the most to spare, together (R30)."""
    journeys = {origin: Journey(walk.state, origin) for origin in origins(walk.state)}
    works: list[Candidate] = [origin for origin, way in journeys.items() if way.police or way.won]
    if not works:
        return 0
    journey = journeys[where(best(walk, works, ()).candidate)]
    walk.plan.follow("G2.Transport.1")
    return walk.follow(partial(police_box, journey)) or walk.follow(partial(control_box, journey))


# -- Eradicate --------------------------------------------------------------------------------------


def fields(walk: Walk) -> list[Candidate]:
    """G2.Eradicate.1: spaces where Eradicate is possible."""
    return list(shared.poppies(walk))


@rule("2nd:8.6.5")
def walk_eradicate(walk: Walk) -> int:
    """2nd:8.6.5: Eradicate in one or two Provinces; return how many."""
    return walk.follow(eradicate_box)


ACTIVITIES: Final[dict[str, Callable[[Walk], int]]] = {
    "govern": walk_govern,
    "transport": walk_transport,
    "eradicate": walk_eradicate,
}


@rule("2nd:8.6.2", "2nd:8.6.3")
def after_train_or_patrol(bot: NonPlayer, play: Play) -> None:
    """G2.SA.1: Govern, else Transport."""
    first_possible(bot, play, ((name, ACTIVITIES[name]) for name in ("govern", "transport")), "G2.SA.1")


@rule("2nd:8.6.4")
def after_sweep(bot: NonPlayer, play: Play) -> None:
    """G2.SA.2: Transport after a Sweep."""
    first_possible(bot, play, ((name, ACTIVITIES[name]) for name in ("transport",)), "G2.SA.2")


@rule("2nd:8.6.5")
def after_assault(bot: NonPlayer, play: Play) -> None:
    """G2.SA.3: Eradicate, else Transport."""
    first_possible(bot, play, ((name, ACTIVITIES[name]) for name in ("eradicate", "transport")), "G2.SA.3")
