"""2nd:8.8.4: Assault of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from khyber.games.distant_plain.board import (
    C_TROOPS,
    COALITION,
    KABUL,
    KINDS,
    OUTSIDE_PAKISTAN,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.bots.common.coalition.air_lift import may_lift
from khyber.games.distant_plain.bots.common.coalition.air_strike import REAPED, may_strike
from khyber.games.distant_plain.bots.common.coalition.losses import answers_for
from khyber.games.distant_plain.bots.common.coin.assault import NOTHING, Losses, losses_in_order
from khyber.games.distant_plain.bots.common.guidelines import by_population
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priority, Rank, follow, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition.air_lift import Airfields, Flight, lift_to, pick_flight
from khyber.games.distant_plain.bots.second.coalition.air_strike import after_operation, walk_air_strike
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.coin_operations import assault_in, fighting_government_cubes, worth_assaulting
from khyber.games.distant_plain.rules.conditions import COIN_COST, allowed, assault_spaces, cost_met
from khyber.games.distant_plain.rules.forces import on_map
from khyber.games.distant_plain.rules.lasting import (
    ACCIDENTAL_GUERRILLAS,
    FIND_FIX_FINISH,
    PARTNERING_POLICY,
    REAPERS,
    shaded,
    unshaded,
)
from khyber.games.distant_plain.rules.operations import select
from khyber.games.distant_plain.state import State

#: C2.Assault.2: Taliban, then Warlords.
ORDER: Final = (TALIBAN, WARLORDS)
#: C2.Select.3: so many Taliban pieces are worth an Assault, or any Base.
TALIBAN_WORTH_IT: Final = 4
#: C2.Assault.1: so many more are worth an Air Lift, or a Base more.
MORE_WORTH_A_LIFT: Final = 4
#: 5.3: by shaded Find Fix Finish no Coalition Assault removes more than this.
MOST_REMOVED: Final = 2


class Assault(Walk):
    """An Assault being planned: whether Government cubes have raised what is removed somewhere."""

    __slots__ = ("helped",)

    def __init__(self, walk: Walk, *, helped: bool = False) -> None:
        super().__init__(walk.bot, walk.play, walk.plan)
        self.helped = helped


# -- what an Assault removes ------------------------------------------------------------------------


def found_first(state: State, space: Space) -> Faction | None:
    """Find Fix Finish: whose Guerrilla is found beforehand, Taliban first."""
    if not unshaded(state, FIND_FIX_FINISH):
        return None
    return next((f for f in ORDER if state.pieces[space * KINDS + UNDERGROUND_OF[f]]), None)


def losses(state: State, space: Space, *, joined: bool, lifted: int = 0, struck: int = 0) -> Losses:
    """What Coalition Troops remove there, with Government cubes, Troops lifted in, or an Air Strike afterwards."""
    number = state.pieces[space * KINDS + C_TROOPS] + lifted
    if joined:
        number += fighting_government_cubes(state, space)
    if shaded(state, FIND_FIX_FINISH):
        number = min(number, MOST_REMOVED)
    return losses_in_order(state, space, number + struck, ORDER, found_first(state, space))


def may_join(state: State, space: Space) -> bool:
    """3.2.4: Government cubes that fight, and the price."""
    return (fighting_government_cubes(state, space) > 0 and not shaded(state, PARTNERING_POLICY)
            and cost_met(state, COALITION, COIN_COST))


def at_best(state: State, space: Space) -> Losses:
    """R71: with Government cubes if they can be paid."""
    return losses(state, space, joined=may_join(state, space))


# -- C2.Assault.1: Air Lift before ------------------------------------------------------------------


class Landing(NamedTuple):
    """An Air Lift before the Assault that is worth it: where, by which of equally good flights, what then goes."""

    space: Space
    flights: tuple[Flight, ...]
    removed: int


def landings(walk: Walk) -> list[Landing]:
    """C2.Assault.1: the Air Lifts that remove 4 pieces or a Base more than an Air Strike does; the best of them."""
    if not may_lift(walk):
        return []
    state = walk.state
    strike = may_strike(walk)
    airfields: Airfields | None = None
    found: list[Landing] = []
    for space in allowed(state, list(OUTSIDE_PAKISTAN)):
        at = space * KINDS
        shown, base = state.pieces[at + T_ACTIVE], state.pieces[at + T_BASE]
        if not (base or shown + 1 >= MORE_WORTH_A_LIFT) or not worth_assaulting(state, COALITION, space):
            continue
        without = without_lift(state, space, strike=strike)
        airfields = airfields or Airfields(walk)
        flights = {flight: with_lift(state, space, flight) for flight in airfields.flights(space)}
        good = [flight for flight, removed in flights.items()
                if removed.of(TALIBAN) - without.of(TALIBAN) >= MORE_WORTH_A_LIFT
                or removed.taliban_bases > without.taliban_bases]
        if good:
            most = max(flights[flight].of(TALIBAN) for flight in good)
            best = tuple(flight for flight in good if flights[flight].of(TALIBAN) == most)
            found.append(Landing(space, best, most))
    most = max((landing.removed for landing in found), default=0)
    return [landing for landing in found if landing.removed == most]


def with_lift(state: State, space: Space, flight: Flight) -> Losses:
    """What an Assault there removes once these Troops have come; it takes Coalition Troops (3.2.4)."""
    if not state.pieces[space * KINDS + C_TROOPS] + flight.coalition:
        return NOTHING
    fighting = fighting_government_cubes(state, space) + flight.government
    joined = fighting > 0 and not shaded(state, PARTNERING_POLICY) and cost_met(state, COALITION, COIN_COST)
    return losses(state, space, joined=False, lifted=flight.coalition + (fighting if joined else 0))


def without_lift(state: State, space: Space, *, strike: bool) -> Losses:
    """What an Assault there as things stand removes, and an Air Strike after it."""
    struck = 0
    if strike and space != KABUL:
        struck = 1 + (REAPED if unshaded(state, REAPERS) else 0)
    if not state.pieces[space * KINDS + C_TROOPS]:
        return losses_in_order(state, space, struck, ORDER)
    return losses(state, space, joined=may_join(state, space), struck=struck)


def lift_before_assault(walk: Assault, landing: Landing) -> None:
    flight = pick_flight(walk, landing.flights)
    lift_to(walk, landing.space, flight, "assault-space", "C2.Assault.1", "2nd:8.8.4")
    done = dict(walk.plan.followed)
    walk.plan.cancelled = lambda bot, live: assault_on(bot, live, done)


# -- C2.Assault.2, C2.Assault.3 ---------------------------------------------------------------------


def everywhere(walk: Walk) -> list[Candidate]:
    """C2.Assault.2: wherever Coalition Troops remove a piece."""
    return [space for space in assault_spaces(walk.play, COALITION) if worth_assaulting(walk.state, COALITION, space)]


def taliban_bases(walk: Walk, candidate: Candidate) -> int:
    return at_best(walk.state, where(candidate)).taliban_bases


def taliban_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return at_best(walk.state, where(candidate)).taliban


@rule("2nd:8.8.4")
def wants_help(walk: Assault, space: Space) -> bool:
    """C2.Assault.3: Government cubes in the first space where more goes with them, and where a Base needs them."""
    state = walk.state
    if not may_join(state, space):
        return False
    alone, joined = losses(state, space, joined=False), losses(state, space, joined=True)
    raises = sum(joined) > sum(alone)
    if joined.bases > alone.bases or (raises and (not walk.helped or state.op_free)):
        walk.helped |= raises
        walk.plan.follow("C2.Assault.3")
        return True
    return False


def assault_here(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(walk, Assault)
    space = where(candidate)
    assault_at(walk, space, joined=wants_help(walk, space))
    return True


def assault_at(walk: Walk, space: Space, *, joined: bool) -> None:
    """3.2.4: the space is selected and its Assault rehearsed."""
    found = found_first(walk.state, space)
    walk.plan.put("assault-space", space)
    select(walk.play, COALITION, "3.2.4", space, 0)
    walk.rehearse(assault_in(walk.play, COALITION, space), answers_for(ORDER, found, joined=joined))


ASSAULT: Final = Priority(
    "C2.Assault.2", "2nd:8.8.4", everywhere, assault_here,
    (Rank("taliban-bases", taliban_bases), Rank("taliban-guerrillas", taliban_guerrillas),
     Rank("population", by_population)))

# -- the box ----------------------------------------------------------------------------------------


class Toll(NamedTuple):
    """What an Assault and its Special Activity remove."""

    bases: int
    taliban: int
    guerrillas: int

    @property
    def worth_it(self) -> bool:
        """C2.Select.3, R50: a Base of anybody, or four Taliban pieces."""
        return self.bases > 0 or self.taliban >= TALIBAN_WORTH_IT


def walk_assault(bot: NonPlayer, play: Play, landing: Landing | None) -> tuple[Walk, Toll] | None:
    """The Assault with this Air Lift before it, or an Air Strike after it; None if it removes nothing."""
    walk = Assault(begin(bot, play, "assault"))
    if landing is not None:
        lift_before_assault(walk, landing)
    if not follow(walk, ASSAULT):
        walk.drop()
        return None
    walk.plan.afterwards = after_operation
    trial = walk.trial()
    if trial.activity_open:
        walk_air_strike(trial, "assault-space")
        trial.drop()
    return walk, toll_between(play.state, trial.state)


def toll_between(before: State, after: State) -> Toll:
    def gone(*pieces: Piece) -> int:
        return sum(on_map(before, piece) - on_map(after, piece) for piece in pieces)

    return Toll(gone(T_BASE, W_BASE), gone(T_UNDERGROUND, T_ACTIVE, T_BASE),
                gone(T_UNDERGROUND, T_ACTIVE, W_UNDERGROUND, W_ACTIVE))


def walks(bot: NonPlayer, play: Play) -> Iterator[tuple[Walk, Toll]]:
    """The Assaults that are equally good, in random order: one for each of the best Air Lifts, if there are any."""
    found = {landing.space: landing for landing in landings(begin(bot, play, "assault"))}
    if not found and (walked := walk_assault(bot, play, None)):
        yield walked
    while found:
        landing = found.pop(random_space(bot.dice, list(found)))
        if walked := walk_assault(bot, play, landing):
            yield walked


@rule("2nd:8.8.3", "2nd:8.8.4")
def assault_worth_it(bot: NonPlayer, play: Play) -> Plan | None:
    """C2.Select.3: an Assault that with its Air Lift or Air Strike removes a Base or four Taliban pieces (R67)."""
    for walk, toll in walks(bot, play):
        if toll.worth_it:
            return walk.plan
        walk.drop()
    return None


@rule("2nd:8.8.4")
def plan_assault(bot: NonPlayer, play: Play) -> Plan | None:
    """2nd:8.8.4: the Assault without asking what it is worth (R51); None if it removes nothing."""
    found = next(walks(bot, play), None)
    if found is None:
        return None
    walk, toll = found
    if shaded(play.state, ACCIDENTAL_GUERRILLAS) and toll == Toll(0, toll.taliban, 1):
        bot.note("condition", id="C2.Assault.4", answer="yes")
        bot.follow("C2.Assault.4")
        return None
    return walk.plan


def assault_on(bot: NonPlayer, play: Play, done: dict[str, int]) -> None:
    """The Air Lift was called off: the Assault goes on without it, somewhere in any case (4.1)."""
    walk = Assault(Walk(bot, play, Plan("assault")))
    walk.plan.followed = done
    if not follow(walk, ASSAULT) and not walk.state.op_spaces:
        assault_at(walk, assault_spaces(walk.play, COALITION)[0], joined=False)
    bot.plan = walk.plan
