"""3.3.1: Guerrillas that a Non-player Taliban of either printing places with Rally."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import IS_AFGHAN, T_BASE, T_UNDERGROUND, TALIBAN, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import available, count, guerrillas, place
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.operations.rally import may_reinforce
from khyber.games.distant_plain.state import State


def to_place(state: State, space: Space) -> int:
    """3.3.1: return Bases plus Population at a Base, else one; at most the number Available."""
    bases = count(state, space, T_BASE)
    return min(available(state, T_UNDERGROUND), bases + population(state, space) if bases else 1)


# -- Strategic Release ------------------------------------------------------------------------------


def release(walk: Walk) -> bool:
    return may_reinforce(walk.state)


def released_to(walk: Walk) -> list[Candidate]:
    """Return where shaded Strategic Release adds a Guerrilla: an Afghan space of this Rally."""
    return [space for space in walk.state.op_spaces if IS_AFGHAN[space]]


def at_base(walk: Walk, candidate: Candidate) -> int:
    return int(count(walk.state, where(candidate), T_BASE) > 0)


def fewest_at_base(walk: Walk, candidate: Candidate) -> int:
    return -guerrillas(walk.state, TALIBAN, where(candidate)) if at_base(walk, candidate) else 0


def population_without_base(walk: Walk, candidate: Candidate) -> int:
    return 0 if at_base(walk, candidate) else ranks.by_population(walk, candidate)


def reinforce(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    walk.plan.put("rally-space", ("reinforce", space))
    place(walk.play, "3.3.1", T_UNDERGROUND, space)
    return True


#: At a Base with the fewest Guerrillas, else where most people are.
RELEASE_RANKS: Final = (
    Rank("at-base", at_base),
    Rank("fewest-guerrillas", fewest_at_base),
    Rank("population", population_without_base),
)


def release_priority(step: str, rule: str) -> Priority:
    """Return the priority for that Event, under its id in a printing."""
    return Priority(step, rule, released_to, reinforce, RELEASE_RANKS, most=1, when=release)
