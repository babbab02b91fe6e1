"""8.6.3: Air Lift of the Non-player Coalition."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, may_lift, take_off
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base, coalition_here, taliban_here
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.guards import cubes_for_friends
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities import air_lift
from khyber.games.distant_plain.rules.forces import count, cubes
from khyber.games.distant_plain.state import State


@cache
def air_lift_box() -> Priorities:
    return (
        Priority("C.AirLift.1", "8.6.3", unguarded_spaces, guard),
        Priority("C.AirLift.2", "8.6.3", crowded_bases, release, RELEASE_FIRST),
    )


#: Government Troops that guard Coalition pieces against Ambush.
GUARDS: Final = 2
#: Capacity of a space that may take any number.
ANY_NUMBER: Final = 255


@rule("8.6.3")
def free_to_fly(lift: Lift, piece: Piece, space: Space) -> int:
    """C.AirLift.P: return the Troops of this kind that may be lifted out; those just lifted in stay."""
    state, at = lift.state, space * board.KINDS
    troops = state.pieces[at + piece]
    if not troops or troops > lift.before[at + piece]:
        return 0
    needed = lift.kept(state, space)
    if piece == board.C_TROOPS:
        troops -= 1 if state.pieces[at + board.C_BASE] or needed else 0
    else:
        troops = min(
            troops - (GUARDS if coalition_here(state, space) else 0),
            air_lift.MAX_GOVERNMENT_TROOPS_LIFTED - lift.government,
        )
    return max(0, min(troops, cubes(state, space) - max(needed, cubes_for_friends(state, space))))


def sources(lift: Lift, piece: Piece, dest: Space) -> list[Space]:
    """Return the spaces from which such Troops can be lifted there."""
    return [
        space
        for space in board.OUTSIDE_PAKISTAN
        if space != dest
        and count(lift.state, space, piece)
        and lift.takes(space, dest)
        and free_to_fly(lift, piece, space)
    ]


def unguarded(state: State, space: Space) -> bool:
    """C.AirLift.1: spaces with Coalition and Taliban pieces and no Government cube."""
    return (
        not (count(state, space, board.G_TROOPS) or count(state, space, board.G_POLICE))
        and coalition_here(state, space)
        and taliban_here(state, space)
    )


def unguarded_spaces(walk: Walk) -> list[Candidate]:
    assert isinstance(walk, Lift)
    return [space for space in board.OUTSIDE_PAKISTAN if unguarded(walk.state, space) and walk.takes(space)]


def guard(walk: Walk, candidate: Candidate) -> bool:
    """C.AirLift.1: lift Government Troops in until there are two, from Bases with too many first."""
    assert isinstance(walk, Lift) and isinstance(candidate, int)
    came = False
    while missing := GUARDS - count(walk.state, candidate, board.G_TROOPS):
        found = sources(walk, board.G_TROOPS, candidate)
        if not found:
            break
        crowded: list[Candidate] = [space for space in found if too_many(walk, space)]
        origin = where(best(walk, crowded, RELEASE_FIRST).candidate) if crowded else random_space(walk.dice, found)
        walk.carry(board.G_TROOPS, min(missing, free_to_fly(walk, board.G_TROOPS, origin)), origin, candidate)
        came = True
    return came


def too_many(lift: Lift, space: Space) -> int:
    """C.AirLift.2: Government Troops that must leave a Coalition Base until outnumbered.

    0 if they are already, or if it cannot be achieved (R-C7).
    """
    if not count(lift.state, space, board.C_BASE):
        return 0
    surplus = count(lift.state, space, board.G_TROOPS) - count(lift.state, space, board.C_TROOPS) + 1
    return surplus if 0 < surplus <= free_to_fly(lift, board.G_TROOPS, space) else 0


def crowded_bases(walk: Walk) -> list[Candidate]:
    assert isinstance(walk, Lift)
    return [
        space
        for space in board.AFGHAN
        if coalition_base(walk.state, space) and walk.takes(space) and too_many(walk, space)
    ]


def release(walk: Walk, candidate: Candidate) -> bool:
    """C.AirLift.2: lift out exactly the excess, to unguarded spaces, else to random ones."""
    assert isinstance(walk, Lift) and isinstance(candidate, int)
    trial = walk.again()
    while leaving := too_many(trial, candidate):
        dest = destination(trial, candidate, leaving)
        if dest is None:
            return False
        trial.carry(board.G_TROOPS, min(leaving, welcome(trial.state, dest)), candidate, dest)
    walk.adopt(trial)
    walk.government = trial.government
    return True


def destination(lift: Lift, origin: Space, n: int) -> Space | None:
    """C.AirLift.2: an unguarded space, else a random one; the last space must take all of them."""
    state = lift.state
    found = [
        space
        for space in board.AFGHAN
        if space != origin
        and lift.takes(origin, space)
        and welcome(state, space)
        and count(state, space, board.G_TROOPS) >= lift.before[space * board.KINDS + board.G_TROOPS]
    ]
    last = lift.room <= (1 if origin in lift.spaces else 2)
    if last:
        found = [space for space in found if space in lift.spaces or welcome(state, space) >= n] or found
    urgent = [space for space in found if unguarded(state, space)]
    return random_space(lift.dice, urgent or found) if found else None


def welcome(state: State, space: Space) -> int:
    """C.AirLift.2: return how many Government Troops may come while the Coalition keeps deciding Civic Action."""
    troops, government = count(state, space, board.C_TROOPS), count(state, space, board.G_TROOPS)
    decides = state.control[space] == board.COIN_CONTROL and count(state, space, board.G_POLICE) > 0
    if decides and troops and troops >= government:
        return troops - government
    return ANY_NUMBER


RELEASE_FIRST: Final = (ranks.NO_SUPPORT, ranks.POPULATION)


# -- lifting for an Operation -----------------------------------------------------------------------


def can_bring_troops(lift: Lift, dest: Space, n: int) -> bool:
    """Return whether `n` Coalition Troops can be lifted there."""
    return n <= most_from(lift, dest, sources(lift, board.C_TROOPS, dest), lift.room)


def most_from(lift: Lift, dest: Space, found: list[Space], room: int) -> int:
    """Return the most Coalition Troops these sources can give, with `room` more spaces to add."""
    here = [free_to_fly(lift, board.C_TROOPS, space) for space in found if space in lift.spaces]
    elsewhere = [free_to_fly(lift, board.C_TROOPS, space) for space in found if space not in lift.spaces]
    elsewhere.sort(reverse=True)
    return sum(here) + sum(elsewhere[: max(0, room - (dest not in lift.spaces))])


@rule("8.6.3")
def bring_troops(lift: Lift, dest: Space, n: int) -> bool:
    """Lift exactly `n` Coalition Troops there from random sources; False, with none lifted, if impossible."""
    if not can_bring_troops(lift, dest, n):
        return False
    while n:
        found = sources(lift, board.C_TROOPS, dest)
        enough = []
        for space in found:
            others = [other for other in found if other != space]
            room = lift.room - (space not in lift.spaces)
            if free_to_fly(lift, board.C_TROOPS, space) + most_from(lift, dest, others, room) >= n:
                enough.append(space)
        origin = random_space(lift.dice, enough)
        going = min(n, free_to_fly(lift, board.C_TROOPS, origin))
        lift.carry(board.C_TROOPS, going, origin, dest)
        n -= going
    return True


def complete(lift: Lift) -> int:
    """N.Plan 4: complete the Air Lift by its own box."""
    return lift.follow(air_lift_box)


@rule("8.6.3")
def walk_air_lift(walk: Walk, ask: str = "") -> bool:
    """8.6.3: Air Lift by its own box; False if no Troops are lifted."""
    if ask and not may_lift(walk):
        return False
    lift = Lift(walk)
    complete(lift)
    return take_off(walk, lift, ask)
