"""8.6.4: Assault of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common.coalition import assault as shared
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, may_lift, take_off
from khyber.games.distant_plain.bots.common.coalition.air_strike import REAPED, may_strike, reap_in, strike_in
from khyber.games.distant_plain.bots.common.coalition.assault import Removal
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_spaces
from khyber.games.distant_plain.bots.common.coin.spaces import hidden
from khyber.games.distant_plain.bots.common.guidelines import at_support, targets_in_order
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.air_lift import ANY_NUMBER, bring_troops, complete, free_to_fly
from khyber.games.distant_plain.bots.third.coalition.air_strike import complete_strike
from khyber.games.distant_plain.bots.third.coalition.guards import hunted
from khyber.games.distant_plain.bots.third.coalition.sweep import activity_after
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import bases_of, count
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, REAPERS, unshaded
from khyber.games.distant_plain.rules.operations import conditions
from khyber.games.distant_plain.rules.operations.assault import worth_assaulting
from khyber.games.distant_plain.rules.targets import exposed
from khyber.games.distant_plain.state import State


@cache
def assault_with_help_box() -> Priorities:
    return (
        Priority(
            "C.Assault.1a",
            "8.6.4",
            on_bases,
            assault_with_help,
            (TROOPS_THERE, Rank("bases-removed", bases_removed), TARGETS),
        ),
        Priority(
            "C.Assault.1b",
            "8.6.4",
            on_support,
            assault_with_help,
            (TROOPS_THERE, Rank("most-removed", pieces_removed), TARGETS),
        ),
    )


@cache
def assault_anywhere_box() -> Priorities:
    return (Priority("C.Assault.2", "8.6.4", shared.everywhere, assault_in_place),)


class Assault(Walk):
    """An Assault being planned."""

    __slots__ = ("joined", "order", "prey")

    def __init__(self, walk: Walk, *, joined: bool = False) -> None:
        super().__init__(walk.bot, walk.play, walk.plan)
        #: Whether Government cubes have been added somewhere: they are in one space at most.
        self.joined = joined
        #: N.G1-N.G3: whom to hit, from the first.
        self.order: tuple[Faction, ...] = tuple(targets_in_order(self.state, self.dice, board.COALITION))
        #: Enemy players and the Taliban.
        self.prey = hunted(self.state)


class Blow(NamedTuple):
    """An Assault in one space, the help it uses, and the pieces it removes."""

    space: Space
    #: Government cubes are added.
    joined: bool
    #: Pieces that an Air Strike there removes.
    strikes: int
    #: Coalition Troops that an Air Lift brings.
    lifted: int
    bases: int
    pieces: int
    #: The Faction hit first, and the one whose Guerrilla is Activated first (-1: none).
    first: int
    found: int
    #: There are no Troops yet.
    from_afar: bool


class Effort(NamedTuple):
    """The help an Assault gets, and the pieces it then removes."""

    joined: bool
    strikes: int
    lifted: int
    removed: Removal


# -- what an Assault can do -------------------------------------------------------------------------


def strikes_here(walk: Walk, space: Space) -> int:
    """C.AirStrike.P: return how many an Air Strike may remove: one, three with Reapers; Provinces only."""
    if space not in board.PROVINCES or not may_strike(walk) or not conditions.allowed(walk.state, [space]):
        return 0
    return 1 + REAPED if unshaded(walk.state, REAPERS) else 1


@rule("8.6.4")
def assault_wanted(walk: Walk) -> bool:
    """C.Assault.0: alone or with Air Strikes it removes a player's Base, or any enemy at Support."""
    state = walk.state
    playing = [f for f in board.INSURGENTS if walk.is_player(f)]
    find = unshaded(state, FIND_FIX_FINISH)
    for space in conditions.assault_spaces(walk.play, board.COALITION):
        if at_support(state, space) and worth_assaulting(state, board.COALITION, space):
            return True
        if any(bases_of(state, f, space) for f in playing):
            number = shared.hits(state, space, joined=shared.may_join(state, space)) + strikes_here(walk, space)
            if shared.best_removal(state, space, number, board.INSURGENTS, playing, find=find).bases:
                return True
    return False


def efforts(walk: Assault, space: Space, liftable: int) -> Iterator[Effort]:
    """C.Assault.1: yield the help in order: Troops alone, Government cubes, an Air Strike, an Air Lift."""
    state = walk.state
    find = unshaded(state, FIND_FIX_FINISH)

    def removed(number: int) -> Removal:
        return shared.best_removal(state, space, number, walk.order, walk.prey, find=find)

    joined = not walk.joined and shared.may_join(state, space)
    if count(state, space, board.C_TROOPS):
        yield Effort(False, 0, 0, removed(shared.hits(state, space)))
        if joined:
            yield Effort(True, 0, 0, removed(shared.hits(state, space, joined=True)))
        for strikes in range(1, strikes_here(walk, space) + 1):
            yield Effort(joined, strikes, 0, removed(shared.hits(state, space, joined=joined) + strikes))
    for lifted in range(1, min(liftable, shared.enemies(state, space)) + 1):
        yield Effort(joined, 0, lifted, removed(shared.hits(state, space, joined=joined, lifted=lifted)))


def within_reach(walk: Assault, space: Space, factions: Iterable[Faction]) -> list[Faction]:
    """Return the Factions whose Bases an Assault can reach: none of their Guerrillas stays Underground."""
    findable = 1 if unshaded(walk.state, FIND_FIX_FINISH) else 0
    return [f for f in factions if count(walk.state, space, board.UNDERGROUND_OF[f]) <= findable]


def can_be_cleared(walk: Assault, space: Space) -> bool:
    """R-C9: whether all enemies there can be removed, Warlords included."""
    return hidden(walk.state, space) <= (1 if unshaded(walk.state, FIND_FIX_FINISH) else 0)


def troops_to_lift(walk: Assault) -> Callable[[Space], int]:
    """Return how many Troops an Air Lift could bring to a space."""
    if not may_lift(walk):
        return lambda space: 0
    lift = Lift(walk)
    spare = sorted(
        (
            (free_to_fly(lift, board.C_TROOPS, space), space)
            for space in board.OUTSIDE_PAKISTAN
            if count(walk.state, space, board.C_TROOPS) and lift.takes(space)
        ),
        reverse=True,
    )

    def most(dest: Space) -> int:
        return sum([n for n, space in spare if space != dest][: lift.room - 1]) if lift.takes(dest) else 0

    return most


def as_blow(walk: Assault, space: Space, effort: Effort) -> Blow:
    joined, strikes, lifted, removed = effort
    found = -1 if removed.found is None else int(removed.found)
    return Blow(
        space,
        joined,
        strikes,
        lifted,
        removed.bases,
        removed.pieces,
        int(removed.first),
        found,
        not count(walk.state, space, board.C_TROOPS),
    )


def open_to_assault(walk: Assault) -> list[Space]:
    """Return the spaces with enemies that may still be selected, with or without Troops."""
    state = walk.state
    if conditions.no_more_spaces(state, board.COALITION) or conditions.held_back(state, board.COALITION):
        return []
    lifting = may_lift(walk)
    return conditions.allowed(
        state,
        [
            space
            for space in board.OUTSIDE_PAKISTAN
            if space not in state.op_spaces
            and worth_assaulting(state, board.COALITION, space)
            and (lifting or count(state, space, board.C_TROOPS))
        ],
    )


def on_bases(walk: Walk) -> list[Candidate]:
    """C.Assault.1a: spaces where an enemy Base is removed, with the least help that removes most of them."""
    assert isinstance(walk, Assault)
    found: list[Candidate] = []
    liftable: Callable[[Space], int] | None = None
    for space in open_to_assault(walk):
        bases = sum(bases_of(walk.state, f, space) for f in within_reach(walk, space, walk.prey))
        if bases:
            liftable = liftable or troops_to_lift(walk)
            effort = least_effort_for_bases(walk, space, bases, liftable(space))
            if effort is not None:
                found.append(as_blow(walk, space, effort))
    return found


def least_effort_for_bases(walk: Assault, space: Space, bases: int, liftable: int) -> Effort | None:
    """Return the least help that removes most of these Bases; at Support, more if it clears the space."""
    clearing = at_support(walk.state, space) and can_be_cleared(walk, space)
    best: Effort | None = None
    for effort in efforts(walk, space, liftable):
        if clearing and effort.removed.cleared:
            return effort
        if effort.removed.bases > (best.removed.bases if best is not None else 0):
            best = effort
        if best is not None and best.removed.bases == bases and not clearing:
            break
    return best


def on_support(walk: Walk) -> list[Candidate]:
    """C.Assault.1b: Support spaces where an enemy is removed; with help only if that clears it (R-C9)."""
    assert isinstance(walk, Assault)
    found: list[Candidate] = []
    liftable: Callable[[Space], int] | None = None
    for space in open_to_assault(walk):
        if at_support(walk.state, space):
            liftable = liftable or troops_to_lift(walk)
            effort = effort_at_support(walk, space, liftable(space))
            if effort is not None:
                found.append(as_blow(walk, space, effort))
    return found


def effort_at_support(walk: Assault, space: Space, liftable: int) -> Effort | None:
    """Return the least help that clears the space, else Coalition Troops alone."""
    alone: Effort | None = None
    for effort in efforts(walk, space, liftable):
        if effort.removed.cleared and effort.removed.pieces:
            return effort
        if not any(effort[:3]) and effort.removed.pieces:
            alone = effort
        if not can_be_cleared(walk, space):
            break
    return alone


def _blow(candidate: Candidate) -> Blow:
    assert isinstance(candidate, Blow)
    return candidate


def troops_there_first(walk: Walk, candidate: Candidate) -> int:
    """R-C10: prefer spaces that already have Troops to those that need an Air Lift."""
    return not _blow(candidate).from_afar


def bases_removed(walk: Walk, candidate: Candidate) -> int:
    return _blow(candidate).bases


def pieces_removed(walk: Walk, candidate: Candidate) -> int:
    return _blow(candidate).pieces


def target_order(walk: Walk, candidate: Candidate) -> int:
    """N.G1-N.G3: rank by the Faction hit first."""
    assert isinstance(walk, Assault)
    return -walk.order.index(board.FACTIONS[_blow(candidate).first])


TROOPS_THERE: Final = Rank("troops-there", troops_there_first)
TARGETS: Final = Rank("target", target_order)


def assault_with_help(walk: Walk, candidate: Candidate) -> bool:
    """C.Assault.1: Assault there with its help, completing at once the Special Activity used."""
    assert isinstance(walk, Assault)
    blow = _blow(candidate)
    if blow.lifted:
        lift_to_assault(walk, blow)
    order = (board.FACTIONS[blow.first], *(f for f in board.INSURGENTS if f != blow.first))
    found = board.FACTIONS[blow.found] if blow.found >= 0 else None
    shared.assault_at(walk, blow.space, order, found, joined=blow.joined)
    walk.joined |= blow.joined
    if blow.strikes:
        strike_after_assault(walk, blow, order)
    return True


def lift_to_assault(walk: Assault, blow: Blow) -> None:
    """C.Assault.1, help iii: lift in the Troops needed, then complete the Air Lift by its own box."""

    def all_stay(state: State, space: Space) -> int:
        return ANY_NUMBER if space == blow.space else 0

    lift = Lift(walk, all_stay)
    bring_troops(lift, blow.space, blow.lifted)
    complete(lift)
    replan_if_cancelled(walk)
    take_off(walk, lift, "assault-space")


def strike_after_assault(walk: Assault, blow: Blow, order: tuple[Faction, ...]) -> None:
    """C.Assault.1, help ii: Air Strike there after the Assault, then by its own box."""
    replan_if_cancelled(walk)
    walk.start_activity("air-strike", "assault-space")
    strike_in(walk, blow.space, order)
    reaped = blow.strikes > 1 and bool(exposed(walk.state, blow.space))
    if reaped:
        reap_in(walk, blow.space, order)
    complete_strike(walk, reapers=not reaped)


def assault_in_place(walk: Walk, candidate: Candidate) -> bool:
    """C.Assault.2: Assault with Coalition Troops alone, targets by N.G3 and N.G4."""
    assert isinstance(walk, Assault) and isinstance(candidate, int)
    state, find = walk.state, unshaded(walk.state, FIND_FIX_FINISH)
    removed = shared.best_removal(state, candidate, shared.hits(state, candidate), walk.order, (), find=find)
    shared.assault_at(walk, candidate, shared.first_hit(removed), removed.found)
    return True


@rule("8.6.4")
def plan_assault(bot: NonPlayer, play: Play, *, last_resort: bool = False) -> Plan | None:
    """8.6.4: plan the Assault from bullet one; as a last resort, bullet two without it (R-C1)."""
    walk = Assault(begin(bot, play, "assault"))
    removed = walk.follow(assault_with_help_box)
    if removed or last_resort:
        removed += walk.follow(assault_anywhere_box)
    if not removed:
        return None
    note_few_spaces(walk, assault_with_help_box, assault_anywhere_box)
    walk.plan.afterwards = activity_after
    return walk.plan


def replan_if_cancelled(walk: Assault) -> None:
    """R-C8: replan the Assault if the Special Activity is cancelled."""
    done, joined = dict(walk.plan.followed), walk.joined
    walk.plan.cancelled = lambda bot, live: assault_on(bot, live, done, joined)


def assault_on(bot: NonPlayer, play: Play, done: dict[str, int], joined: bool) -> None:
    """R-C8: replan the Assault after a cancelled Special Activity; it must select a space (4.1)."""
    walk = Assault(Walk(bot, play, Plan("assault")), joined=joined)
    walk.plan.followed = done
    if walk.follow(assault_with_help_box) or walk.state.op_spaces:
        walk.follow(assault_anywhere_box)
    elif not walk.follow(assault_anywhere_box):
        shared.assault_at(walk, conditions.assault_spaces(walk.play, board.COALITION)[0], walk.order)
    bot.plan = walk.plan
