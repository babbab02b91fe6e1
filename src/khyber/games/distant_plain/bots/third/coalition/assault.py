"""8.6.4: Assault of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from khyber.games.distant_plain.board import (
    BASE_OF,
    C_TROOPS,
    COALITION,
    INSURGENTS,
    IS_AFGHAN,
    KABUL,
    KINDS,
    OUTSIDE_PAKISTAN,
    T_UNDERGROUND,
    UNDERGROUND_OF,
    Faction,
    Space,
)
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, may_lift, take_off
from khyber.games.distant_plain.bots.common.coalition.air_strike import REAPED, may_strike, reap_in, strike_in
from khyber.games.distant_plain.bots.common.coalition.losses import Losses, answers_for, first_hit, losses
from khyber.games.distant_plain.bots.common.coin.spaces import hidden, supports
from khyber.games.distant_plain.bots.common.guidelines import targets_in_order
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priority, Rank, follow, walk_box
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.air_lift import ANY_NUMBER, bring_troops, complete, free_to_fly
from khyber.games.distant_plain.bots.third.coalition.air_strike import complete_strike
from khyber.games.distant_plain.bots.third.coalition.guards import hunted
from khyber.games.distant_plain.bots.third.coalition.sweep import activity_after
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.coin_operations import assault_in, fighting_government_cubes, worth_assaulting
from khyber.games.distant_plain.rules.conditions import (
    COIN_COST,
    allowed,
    assault_spaces,
    cost_met,
    held_back,
    no_more_spaces,
)
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, PARTNERING_POLICY, REAPERS, shaded, unshaded
from khyber.games.distant_plain.rules.operations import select
from khyber.games.distant_plain.rules.targets import exposed
from khyber.games.distant_plain.state import State

#: 5.3: by shaded Find Fix Finish no Coalition Assault removes more than this.
MOST_REMOVED: Final = 2


class Assault(Walk):
    """An Assault being planned."""

    __slots__ = ("joined", "order", "prey")

    def __init__(self, walk: Walk, *, joined: bool = False) -> None:
        super().__init__(walk.bot, walk.play, walk.plan)
        #: Whether Government cubes have been added somewhere: they are in one space at most.
        self.joined = joined
        #: N.G1-N.G3: whom to hit, from the first.
        self.order: tuple[Faction, ...] = tuple(targets_in_order(self.state, self.dice, COALITION))
        #: Enemy players and the Taliban.
        self.prey = hunted(self.state)


class Blow(NamedTuple):
    """An Assault in one space: the help it takes, and what it removes."""

    space: Space
    #: Government cubes are added.
    joined: bool
    #: Pieces that an Air Strike there removes.
    strikes: int
    #: Coalition Troops that an Air Lift brings.
    lifted: int
    bases: int
    pieces: int
    #: Who is hit first, and whose Guerrilla is found beforehand (-1: nobody's).
    first: int
    found: int
    #: There are no Troops yet.
    from_afar: bool


class Effort(NamedTuple):
    """So much help, and what is removed with it."""

    joined: bool
    strikes: int
    lifted: int
    removed: Losses


# -- what an Assault can do -------------------------------------------------------------------------


def blows(state: State, space: Space, *, joined: bool = False, lifted: int = 0) -> int:
    """3.2.4: how many pieces an Assault there removes at most."""
    number = state.pieces[space * KINDS + C_TROOPS] + lifted
    if joined:
        number += fighting_government_cubes(state, space)
    return min(number, MOST_REMOVED) if shaded(state, FIND_FIX_FINISH) else number


def can_join(state: State, space: Space) -> bool:
    """3.2.4: Government cubes that fight, and the price."""
    return (fighting_government_cubes(state, space) > 0 and not shaded(state, PARTNERING_POLICY)
            and cost_met(state, COALITION, COIN_COST))


def strikes_here(walk: Walk, space: Space) -> int:
    """C.AirStrike.P: what an Air Strike may remove there: one piece, by Reapers two more; Provinces only."""
    if not IS_AFGHAN[space] or space == KABUL or not may_strike(walk) or not allowed(walk.state, [space]):
        return 0
    return 1 + REAPED if unshaded(walk.state, REAPERS) else 1


@rule("8.6.4")
def assault_wanted(walk: Walk) -> bool:
    """C.Assault.0: alone or with Air Strikes it removes a player's Base, or any enemy piece at Support."""
    state = walk.state
    playing = [f for f in INSURGENTS if walk.is_player(f)]
    find = unshaded(state, FIND_FIX_FINISH)
    for space in assault_spaces(walk.play, COALITION):
        if supports(state, space) and worth_assaulting(state, COALITION, space):
            return True
        if any(state.pieces[space * KINDS + BASE_OF[f]] for f in playing):
            number = blows(state, space, joined=can_join(state, space)) + strikes_here(walk, space)
            if losses(state, space, number, INSURGENTS, playing, find=find).bases:
                return True
    return False


def efforts(walk: Assault, space: Space, liftable: int) -> Iterator[Effort]:
    """C.Assault.1, help: Coalition Troops alone, then Government cubes too, with an Air Strike, or with an Air Lift."""
    state = walk.state
    find = unshaded(state, FIND_FIX_FINISH)

    def removed(number: int) -> Losses:
        return losses(state, space, number, walk.order, walk.prey, find=find)

    joined = not walk.joined and can_join(state, space)
    if state.pieces[space * KINDS + C_TROOPS]:
        yield Effort(False, 0, 0, removed(blows(state, space)))
        if joined:
            yield Effort(True, 0, 0, removed(blows(state, space, joined=True)))
        for strikes in range(1, strikes_here(walk, space) + 1):
            yield Effort(joined, strikes, 0, removed(blows(state, space, joined=joined) + strikes))
    for lifted in range(1, min(liftable, enemies(state, space)) + 1):
        yield Effort(joined, 0, lifted, removed(blows(state, space, joined=joined, lifted=lifted)))


def enemies(state: State, space: Space) -> int:
    at = space * KINDS
    return sum(state.pieces[at + T_UNDERGROUND : at + KINDS])


def within_reach(walk: Assault, space: Space, factions: Iterable[Faction]) -> list[Faction]:
    """Of these, whose Bases blows can reach: nobody of theirs stays Underground."""
    findable = 1 if unshaded(walk.state, FIND_FIX_FINISH) else 0
    return [f for f in factions if walk.state.pieces[space * KINDS + UNDERGROUND_OF[f]] <= findable]


def can_be_cleared(walk: Assault, space: Space) -> bool:
    """R-C9: all enemies there can be removed, Warlords too."""
    return hidden(walk.state, space) <= (1 if unshaded(walk.state, FIND_FIX_FINISH) else 0)


def troops_to_lift(walk: Assault) -> Callable[[Space], int]:
    """How many Troops an Air Lift could bring to a space."""
    if not may_lift(walk):
        return lambda space: 0
    lift = Lift(walk)
    spare = sorted(((free_to_fly(lift, C_TROOPS, space), space) for space in OUTSIDE_PAKISTAN
                    if walk.state.pieces[space * KINDS + C_TROOPS] and lift.takes(space)), reverse=True)

    def most(dest: Space) -> int:
        return sum([n for n, space in spare if space != dest][: lift.room - 1]) if lift.takes(dest) else 0

    return most


def as_blow(walk: Assault, space: Space, effort: Effort) -> Blow:
    joined, strikes, lifted, removed = effort
    found = -1 if removed.found is None else int(removed.found)
    return Blow(space, joined, strikes, lifted, removed.bases, removed.pieces, int(removed.first), found,
                not walk.state.pieces[space * KINDS + C_TROOPS])


def open_to_assault(walk: Assault) -> list[Space]:
    """Spaces that may still be selected, Troops there or not, where enemies are."""
    state = walk.state
    if no_more_spaces(state, COALITION) or held_back(state, COALITION):
        return []
    lifting = may_lift(walk)
    return allowed(state, [
        space for space in OUTSIDE_PAKISTAN
        if space not in state.op_spaces and worth_assaulting(state, COALITION, space)
        and (lifting or state.pieces[space * KINDS + C_TROOPS])])


def on_bases(walk: Walk) -> list[Candidate]:
    """C.Assault.1a: where a Base of theirs gets removed, with as little help as removes the most of them."""
    assert isinstance(walk, Assault)
    found: list[Candidate] = []
    liftable: Callable[[Space], int] | None = None
    for space in open_to_assault(walk):
        bases = sum(walk.state.pieces[space * KINDS + BASE_OF[f]] for f in within_reach(walk, space, walk.prey))
        if bases:
            liftable = liftable or troops_to_lift(walk)
            effort = least_effort_for_bases(walk, space, bases, liftable(space))
            if effort is not None:
                found.append(as_blow(walk, space, effort))
    return found


def least_effort_for_bases(walk: Assault, space: Space, bases: int, liftable: int) -> Effort | None:
    """The least help that removes as many of these Bases as can be; at Support it goes on if that clears the space."""
    clearing = supports(walk.state, space) and can_be_cleared(walk, space)
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
    """C.Assault.1b: at Support where a piece of theirs gets removed; with help only if that clears the space (R-C9)."""
    assert isinstance(walk, Assault)
    found: list[Candidate] = []
    liftable: Callable[[Space], int] | None = None
    for space in open_to_assault(walk):
        if supports(walk.state, space):
            liftable = liftable or troops_to_lift(walk)
            effort = effort_at_support(walk, space, liftable(space))
            if effort is not None:
                found.append(as_blow(walk, space, effort))
    return found


def effort_at_support(walk: Assault, space: Space, liftable: int) -> Effort | None:
    """The least help that clears the space, else Coalition Troops alone."""
    alone: Effort | None = None
    for effort in efforts(walk, space, liftable):
        if effort.removed.cleared and effort.removed.pieces:
            return effort
        if not any(effort[:3]) and effort.removed.pieces:
            alone = effort
        if not can_be_cleared(walk, space):
            break
    return alone


def everywhere(walk: Walk) -> list[Candidate]:
    """C.Assault.2: wherever Troops can remove an enemy piece, LoCs too."""
    return [space for space in assault_spaces(walk.play, COALITION)
            if worth_assaulting(walk.state, COALITION, space)]


# -- ranks ------------------------------------------------------------------------------------------


def _blow(candidate: Candidate) -> Blow:
    assert isinstance(candidate, Blow)
    return candidate


def troops_there_first(walk: Walk, candidate: Candidate) -> int:
    """R-C10: where an Air Lift must bring the first Troops comes last."""
    return not _blow(candidate).from_afar


def bases_removed(walk: Walk, candidate: Candidate) -> int:
    return _blow(candidate).bases


def pieces_removed(walk: Walk, candidate: Candidate) -> int:
    return _blow(candidate).pieces


def target_order(walk: Walk, candidate: Candidate) -> int:
    """N.G1-N.G3: by whom it hits first."""
    assert isinstance(walk, Assault)
    return -walk.order.index(Faction(_blow(candidate).first))


TROOPS_THERE: Final = Rank("troops-there", troops_there_first)
TARGETS: Final = Rank("target", target_order)

# -- acting -----------------------------------------------------------------------------------------


def assault_with_help(walk: Walk, candidate: Candidate) -> bool:
    """C.Assault.1: the Assault there, with its help; a Special Activity begun for it is completed at once."""
    assert isinstance(walk, Assault)
    blow = _blow(candidate)
    if blow.lifted:
        lift_to_assault(walk, blow)
    order = (Faction(blow.first), *(f for f in INSURGENTS if f != blow.first))
    found = Faction(blow.found) if blow.found >= 0 else None
    assault_at(walk, blow.space, order, found, joined=blow.joined)
    walk.joined |= blow.joined
    if blow.strikes:
        strike_after_assault(walk, blow, order)
    return True


def assault_at(walk: Assault, space: Space, order: tuple[Faction, ...], found: Faction | None = None,
               *, joined: bool = False) -> None:
    """3.2.4: the space is selected and its Assault rehearsed."""
    walk.plan.put("assault-space", space)
    select(walk.play, COALITION, "3.2.4", space, 0)
    walk.rehearse(assault_in(walk.play, COALITION, space), answers_for(order, found, joined=joined))


def lift_to_assault(walk: Assault, blow: Blow) -> None:
    """C.Assault.1, help iii: as many Troops as are missing, then the rest of the Air Lift by its own box."""

    def all_stay(state: State, space: Space) -> int:
        return ANY_NUMBER if space == blow.space else 0

    lift = Lift(walk, all_stay)
    bring_troops(lift, blow.space, blow.lifted)
    complete(lift)
    replan_if_cancelled(walk)
    take_off(walk, lift, "assault-space")


def strike_after_assault(walk: Assault, blow: Blow, order: tuple[Faction, ...]) -> None:
    """C.Assault.1, help ii: what the Assault left there falls to an Air Strike, which goes on by its own box."""
    replan_if_cancelled(walk)
    walk.start_activity("air-strike", "assault-space")
    strike_in(walk, blow.space, order)
    reaped = blow.strikes > 1 and bool(exposed(walk.state, blow.space))
    if reaped:
        reap_in(walk, blow.space, order)
    complete_strike(walk, reapers=not reaped)


def assault_in_place(walk: Walk, candidate: Candidate) -> bool:
    """C.Assault.2: Coalition Troops alone, targets by N.G3 and N.G4."""
    assert isinstance(walk, Assault) and isinstance(candidate, int)
    number = blows(walk.state, candidate)
    removed = losses(walk.state, candidate, number, walk.order, (), find=unshaded(walk.state, FIND_FIX_FINISH))
    assault_at(walk, candidate, first_hit(removed), removed.found)
    return True


FIRST: Final = (
    Priority("C.Assault.1a", "8.6.4", on_bases, assault_with_help,
             (TROOPS_THERE, Rank("bases-removed", bases_removed), TARGETS)),
    Priority("C.Assault.1b", "8.6.4", on_support, assault_with_help,
             (TROOPS_THERE, Rank("most-removed", pieces_removed), TARGETS)),
)
THEN: Final = Priority("C.Assault.2", "8.6.4", everywhere, assault_in_place)

# -- the box ----------------------------------------------------------------------------------------


@rule("8.6.4")
def plan_assault(bot: NonPlayer, play: Play, *, last_resort: bool = False) -> Plan | None:
    """8.6.4: the Assault from bullet one; as a last resort its second bullet without the first (R-C1)."""
    walk = Assault(begin(bot, play, "assault"))
    removed = walk_box(walk, FIRST)
    if removed or last_resort:
        removed += follow(walk, THEN)
    if not removed:
        return None
    walk.plan.afterwards = activity_after
    return walk.plan


def replan_if_cancelled(walk: Assault) -> None:
    """R-C8: should the Special Activity be called off, the Assault goes on without it."""
    done, joined = dict(walk.plan.followed), walk.joined
    walk.plan.cancelled = lambda bot, live: assault_on(bot, live, done, joined)


def assault_on(bot: NonPlayer, play: Play, done: dict[str, int], joined: bool) -> None:
    """R-C8: the rest of the Assault after the Special Activity was called off; it must be somewhere (4.1)."""
    walk = Assault(Walk(bot, play, Plan("assault")), joined=joined)
    walk.plan.followed = done
    if walk_box(walk, FIRST) or walk.state.op_spaces:
        follow(walk, THEN)
    elif not follow(walk, THEN):
        assault_at(walk, assault_spaces(walk.play, COALITION)[0], walk.order)
    bot.plan = walk.plan
