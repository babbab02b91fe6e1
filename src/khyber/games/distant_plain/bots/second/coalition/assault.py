"""2nd:8.8.4: Assault of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition import assault as shared
from khyber.games.distant_plain.bots.common.coalition.air_lift import may_lift
from khyber.games.distant_plain.bots.common.coalition.air_strike import REAPED, may_strike
from khyber.games.distant_plain.bots.common.coin.assault import NOTHING, Losses, losses_in_order
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_spaces
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition.air_lift import Airfields, Flight, lift_to, pick_flight
from khyber.games.distant_plain.bots.second.coalition.air_strike import after_operation, walk_air_strike
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules import lasting
from khyber.games.distant_plain.rules.forces import count, on_map
from khyber.games.distant_plain.rules.operations.assault import fighting_government_cubes, worth_assaulting
from khyber.games.distant_plain.rules.operations.conditions import allowed, assault_spaces
from khyber.games.distant_plain.state import State


@cache
def assault_box() -> Priorities:
    return (
        Priority(
            "C2.Assault.2",
            "2nd:8.8.4",
            shared.everywhere,
            assault_here,
            (Rank("taliban-bases", taliban_bases), Rank("taliban-guerrillas", taliban_guerrillas), ranks.POPULATION),
        ),
    )


#: C2.Assault.2: Taliban, then Warlords.
ORDER: Final = (board.TALIBAN, board.WARLORDS)
#: C2.Select.3: Taliban pieces removed that are worth an Assault, as any Base is.
TALIBAN_WORTH_IT: Final = 4
#: C2.Assault.1: additional pieces removed that are worth an Air Lift, as another Base is.
MORE_WORTH_A_LIFT: Final = 4


class Assault(Walk):
    """An Assault being planned; `helped` once Government cubes have added to the losses."""

    __slots__ = ("_losses", "helped")

    def __init__(self, walk: Walk, *, helped: bool = False) -> None:
        super().__init__(walk.bot, walk.play, walk.plan)
        self.helped = helped
        #: What an Assault removes in each space, alone and with Government cubes, for ranks and help alike. It leaves
        #: other spaces as they are, so only its own is forgotten.
        self._losses: dict[tuple[Space, bool], Losses] = {}

    def losses(self, space: Space, *, joined: bool) -> Losses:
        """Return the losses there, with or without Government cubes."""
        found = self._losses.get((space, joined))
        if found is None:
            found = self._losses[space, joined] = losses(self.state, space, joined=joined)
        return found

    def at_best(self, space: Space) -> Losses:
        """R71: return the losses, with Government cubes if they are affordable."""
        return self.losses(space, joined=shared.may_join(self.state, space))

    def forget(self, space: Space) -> None:
        """Forget the losses there after an Assault."""
        for joined in (False, True):
            self._losses.pop((space, joined), None)


# -- what an Assault removes ------------------------------------------------------------------------


def found_first(state: State, space: Space) -> Faction | None:
    """Return whose Guerrilla Find Fix Finish Activates first: Taliban before Warlords."""
    if not lasting.unshaded(state, lasting.FIND_FIX_FINISH):
        return None
    return next((f for f in ORDER if count(state, space, board.UNDERGROUND_OF[f])), None)


def losses(state: State, space: Space, *, joined: bool, lifted: int = 0, struck: int = 0) -> Losses:
    """Return the pieces removed there by Coalition Troops, with any cubes, lifted Troops or Air Strike."""
    number = shared.hits(state, space, joined=joined, lifted=lifted)
    return losses_in_order(state, space, number + struck, ORDER, found_first(state, space))


# -- C2.Assault.1: Air Lift before ------------------------------------------------------------------


class Landing(NamedTuple):
    """A worthwhile Air Lift before the Assault: space, equally good flights, and the pieces removed."""

    space: Space
    flights: tuple[Flight, ...]
    removed: int


def landings(walk: Walk) -> list[Landing]:
    """C2.Assault.1: the best Air Lifts that remove 4 pieces or a Base more than an Air Strike would."""
    if not may_lift(walk):
        return []
    state = walk.state
    strike = may_strike(walk)
    airfields: Airfields | None = None
    found: list[Landing] = []
    for space in allowed(state, list(board.OUTSIDE_PAKISTAN)):
        at = space * board.KINDS
        shown, base = state.pieces[at + board.T_ACTIVE], state.pieces[at + board.T_BASE]
        if not (base or shown + 1 >= MORE_WORTH_A_LIFT) or not worth_assaulting(state, board.COALITION, space):
            continue
        without = without_lift(state, space, strike=strike)
        airfields = airfields or Airfields(walk)
        flights = with_lifts(state, space, airfields.flights(space))
        good = [
            flight
            for flight, removed in flights.items()
            if removed.of(board.TALIBAN) - without.of(board.TALIBAN) >= MORE_WORTH_A_LIFT
            or removed.taliban_bases > without.taliban_bases
        ]
        if good:
            most = max(flights[flight].of(board.TALIBAN) for flight in good)
            best = tuple(flight for flight in good if flights[flight].of(board.TALIBAN) == most)
            found.append(Landing(space, best, most))
    most = max((landing.removed for landing in found), default=0)
    return [landing for landing in found if landing.removed == most]


def with_lifts(state: State, space: Space, flights: Sequence[Flight]) -> dict[Flight, Losses]:
    """Return the pieces an Assault removes there with each flight; most bring the same numbers of Troops."""
    found: dict[Flight, Losses] = {}
    known: dict[tuple[int, int], Losses] = {}
    for flight in flights:
        troops = flight.coalition, flight.government
        if troops not in known:
            known[troops] = with_lift(state, space, *troops)
        found[flight] = known[troops]
    return found


def with_lift(state: State, space: Space, coalition: int, government: int) -> Losses:
    """Return the pieces an Assault removes there with these Troops; it needs Coalition Troops (3.2.4)."""
    if not count(state, space, board.C_TROOPS) + coalition:
        return NOTHING
    fighting = fighting_government_cubes(state, space) + government
    joined = shared.may_join(state, space, government)
    return losses(state, space, joined=False, lifted=coalition + (fighting if joined else 0))


def without_lift(state: State, space: Space, *, strike: bool) -> Losses:
    """Return what an Assault there removes now, with an Air Strike after it."""
    struck = 0
    if strike and space != board.KABUL:
        struck = 1 + (REAPED if lasting.unshaded(state, lasting.REAPERS) else 0)
    if not count(state, space, board.C_TROOPS):
        return losses_in_order(state, space, struck, ORDER)
    return losses(state, space, joined=shared.may_join(state, space), struck=struck)


def lift_before_assault(walk: Assault, landing: Landing) -> None:
    flight = pick_flight(walk, landing.flights)
    lift_to(walk, landing.space, flight, "assault-space", "C2.Assault.1", "2nd:8.8.4")
    done = dict(walk.plan.followed)
    walk.plan.cancelled = lambda bot, live: assault_on(bot, live, done)


# -- C2.Assault.2, C2.Assault.3 ---------------------------------------------------------------------


def taliban_bases(walk: Walk, candidate: Candidate) -> int:
    return Assault.of(walk).at_best(where(candidate)).taliban_bases


def taliban_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return Assault.of(walk).at_best(where(candidate)).taliban


@rule("2nd:8.8.4")
def wants_help(walk: Assault, space: Space) -> bool:
    """C2.Assault.3: add Government cubes in the first space where they matter, and wherever a Base needs them."""
    state = walk.state
    if not shared.may_join(state, space):
        return False
    alone, joined = walk.losses(space, joined=False), walk.losses(space, joined=True)
    raises = sum(joined) > sum(alone)
    if joined.bases > alone.bases or (raises and (not walk.helped or state.op_free)):
        walk.helped |= raises
        walk.plan.follow("C2.Assault.3")
        return True
    return False


def assault_here(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(walk, Assault)
    space = where(candidate)
    joined = wants_help(walk, space)
    shared.assault_at(walk, space, ORDER, found_first(walk.state, space), joined=joined)
    walk.forget(space)
    return True


class Toll(NamedTuple):
    """The pieces that an Assault and its Special Activity remove."""

    bases: int
    taliban: int
    guerrillas: int

    @property
    def worth_it(self) -> bool:
        """C2.Select.3, R50: any Base, or four Taliban pieces."""
        return self.bases > 0 or self.taliban >= TALIBAN_WORTH_IT


def walk_assault(bot: NonPlayer, play: Play, landing: Landing | None) -> tuple[Walk, Toll] | None:
    """Walk an Assault with this Air Lift before it, or an Air Strike after; None if it removes nothing."""
    walk = Assault(begin(bot, play, "assault"))
    if landing is not None:
        lift_before_assault(walk, landing)
    if not walk.follow(assault_box):
        walk.drop()
        return None
    note_few_spaces(walk, assault_box)
    walk.plan.afterwards = after_operation
    trial = walk.trial()
    if trial.activity_open:
        walk_air_strike(trial, "assault-space")
        trial.drop()
    return walk, toll_between(play.state, trial.state)


def toll_between(before: State, after: State) -> Toll:
    def gone(*pieces: Piece) -> int:
        return sum(on_map(before, piece) - on_map(after, piece) for piece in pieces)

    return Toll(
        gone(board.T_BASE, board.W_BASE),
        gone(board.T_UNDERGROUND, board.T_ACTIVE, board.T_BASE),
        gone(board.T_UNDERGROUND, board.T_ACTIVE, board.W_UNDERGROUND, board.W_ACTIVE),
    )


def walks(bot: NonPlayer, play: Play) -> Iterator[tuple[Walk, Toll]]:
    """Yield the equally good Assaults in random order: one for each of the best Air Lifts, if any."""
    found = {landing.space: landing for landing in landings(begin(bot, play, "assault"))}
    if not found and (walked := walk_assault(bot, play, None)):
        yield walked
    while found:
        landing = found.pop(random_space(bot.dice, list(found)))
        if walked := walk_assault(bot, play, landing):
            yield walked


@rule("2nd:8.8.3", "2nd:8.8.4")
def assault_worth_it(bot: NonPlayer, play: Play) -> Plan | None:
    """C2.Select.3: an Assault that removes a Base or four Taliban pieces, with its Special Activity (R67)."""
    for walk, toll in walks(bot, play):
        if toll.worth_it:
            return walk.plan
        walk.drop()
    return None


@rule("2nd:8.8.4")
def plan_assault(bot: NonPlayer, play: Play) -> Plan | None:
    """2nd:8.8.4: plan the Assault whatever its worth (R51); None if it removes nothing."""
    found = next(walks(bot, play), None)
    if found is None:
        return None
    walk, toll = found
    if lasting.shaded(play.state, lasting.ACCIDENTAL_GUERRILLAS) and toll == Toll(0, toll.taliban, 1):
        bot.note("condition", id="C2.Assault.4", answer="yes")
        bot.follow("C2.Assault.4")
        return None
    return walk.plan


def assault_on(bot: NonPlayer, play: Play, done: dict[str, int]) -> None:
    """Replan the Assault after a cancelled Air Lift; it must select a space (4.1)."""
    walk = Assault(Walk(bot, play, Plan("assault")))
    walk.plan.followed = done
    if not walk.follow(assault_box) and not walk.state.op_spaces:
        space = assault_spaces(walk.play, board.COALITION)[0]
        shared.assault_at(walk, space, ORDER, found_first(walk.state, space))
    bot.plan = walk.plan
