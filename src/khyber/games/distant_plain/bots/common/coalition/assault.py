"""3.2.4: a Coalition Assault in one space: its strength, what it removes, and the answers to its questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common.coin.assault import losses_in_order
from khyber.games.distant_plain.bots.machinery.decisions import pieces_offered
from khyber.games.distant_plain.bots.machinery.priority import Candidate
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, PARTNERING_POLICY, shaded
from khyber.games.distant_plain.rules.operations.assault import assault_in, fighting_government_cubes, worth_assaulting
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, assault_spaces, cost_met
from khyber.games.distant_plain.state import State

#: 5.3: the most pieces a Coalition Assault removes while shaded Find Fix Finish is in effect.
MAX_REMOVED: Final = 2


def may_join(state: State, space: Space, cubes: int = 0) -> bool:
    """3.2.4: return whether Government cubes there (and `cubes` more) can join in and be paid for."""
    return (
        fighting_government_cubes(state, space) + cubes > 0
        and not shaded(state, PARTNERING_POLICY)
        and cost_met(state, board.COALITION, COIN_COST)
    )


def hits(state: State, space: Space, *, joined: bool = False, lifted: int = 0) -> int:
    """3.2.4: return the most pieces that an Assault there removes."""
    number = count(state, space, board.C_TROOPS) + lifted
    if joined:
        number += fighting_government_cubes(state, space)
    return min(number, MAX_REMOVED) if shaded(state, FIND_FIX_FINISH) else number


class Removal(NamedTuple):
    """The pieces that a number of hits removes in a space."""

    #: Bases and pieces of the Factions hunted.
    bases: int
    pieces: int
    taliban: int
    all: int
    #: No Insurgent piece is left.
    cleared: bool
    #: The Faction hit first: one that loses pieces, if any does.
    first: Faction
    #: The Faction whose Guerrilla Find Fix Finish Activates beforehand.
    found: Faction | None


def best_removal(
    state: State, space: Space, number: int, order: Sequence[Faction], hunted: Sequence[Faction], *, find: bool = False
) -> Removal:
    """Return what this number of hits removes: most of the Bases wanted, then by order of targets."""
    hiding = [f for f in order if count(state, space, board.UNDERGROUND_OF[f])] if find else []
    ways = [
        _removal(state, space, number, way, hunted, found)
        for way in (order, order[::-1])
        for found in (hiding or (None,))
    ]
    return max(ways, key=lambda way: (way.bases, way.cleared))


def _removal(
    state: State, space: Space, number: int, order: Sequence[Faction], hunted: Sequence[Faction], found: Faction | None
) -> Removal:
    gone = losses_in_order(state, space, number, order, found)
    return Removal(
        sum(gone.bases_of(f) for f in hunted),
        sum(gone.of(f) for f in hunted),
        gone.of(board.TALIBAN),
        sum(gone),
        sum(gone) == enemies(state, space),
        next((f for f in order if gone.of(f)), order[0]),
        found,
    )


def enemies(state: State, space: Space) -> int:
    """Count the Insurgent pieces there."""
    return sum(state.pieces[space * board.KINDS + board.T_UNDERGROUND : (space + 1) * board.KINDS])


def first_hit(removal: Removal) -> tuple[Faction, ...]:
    """Return the order in which the Factions are hit."""
    return (removal.first, *(f for f in board.INSURGENTS if f != removal.first))


def everywhere(walk: Walk) -> list[Candidate]:
    """C.Assault.2, C2.Assault.2: every space where Coalition Troops can remove a piece, LoCs too."""
    return [
        space
        for space in assault_spaces(walk.play, board.COALITION)
        if worth_assaulting(walk.state, board.COALITION, space)
    ]


def assault_at(
    walk: Walk, space: Space, order: Sequence[Faction], found: Faction | None = None, *, joined: bool = False
) -> None:
    """3.2.4: select the space and rehearse its Assault."""
    walk.plan.put("assault-space", space)
    select(walk.play, board.COALITION, "3.2.4", space, 0)
    walk.rehearse(assault_in(walk.play, board.COALITION, space), answers_for(order, found, joined=joined))


def answers_for(
    order: Sequence[Faction],
    found: Faction | None = None,
    *,
    joined: bool = False,
    predators: bool = True,
    again: int = 99,
) -> Callable[[Decision], Value | None]:
    """Return answers to the questions of an Assault or Air Strike that hit the Factions in this order."""
    ranked = list(order)
    left = iter(range(again))

    def answer(decision: Decision) -> Value | None:
        if decision.ask == "remove-enemy":
            pieces = pieces_offered(decision)
            return min(pieces, key=lambda piece: (ranked.index(board.OWNER[piece]), piece not in board.BASE_OF))
        if decision.ask == "find-fix":
            names = [board.FACTION_BY_ID[str(value)] for value in decision.values]
            return board.SEATS[found if found in names else min(names, key=ranked.index)]
        if decision.ask == "air-strike-again":
            return "again" if next(left, None) is not None else "done"
        return {
            "assault-joined": "joined" if joined else "alone",
            "air-strike-how": "predators" if predators else "strike",
        }.get(decision.ask)

    return answer
