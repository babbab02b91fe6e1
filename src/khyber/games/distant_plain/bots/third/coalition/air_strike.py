"""8.6.3: Air Strike of the Non-player Coalition, and the choice between it and Air Lift."""

from __future__ import annotations

from functools import cache, partial
from typing import Final, NamedTuple

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition import air_strike as shared
from khyber.games.distant_plain.bots.common.coalition.assault import best_removal, first_hit
from khyber.games.distant_plain.bots.common.guidelines import at_support
from khyber.games.distant_plain.bots.machinery.flowchart import first_of
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.air_lift import walk_air_lift
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import bases, bases_of, count, guerrillas, pieces_of
from khyber.games.distant_plain.rules.lasting import PREDATORS, REAPERS, unshaded
from khyber.games.distant_plain.rules.targets import exposed
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State


@cache
def air_strike_box() -> Priorities:
    return (
        Priority("C.AirStrike.1", "8.6.3", bare_bases, strike, RANKS),
        Priority("C.AirStrike.2", "8.6.3", shown_guerrillas, strike, RANKS),
    )


class Target(NamedTuple):
    """A space, and the kind of piece to strike there."""

    space: Space
    piece: int


@rule("8.6.1", "8.6.3")
def bare_bases(walk: Walk) -> list[Candidate]:
    """C.AirStrike.1: Bases without their Faction's Guerrillas; with Predators, any Taliban Base in Pakistan."""
    state = walk.state
    found: list[Candidate] = [
        Target(space, board.BASE_OF[faction])
        for space in shared.open_to_strike(walk, board.PROVINCES)
        for faction in board.INSURGENTS
        if bases_of(state, faction, space) and not guerrillas(state, faction, space)
    ]
    if unshaded(state, PREDATORS):
        guarded_too = not sent_predators(state)
        found += [
            Target(space, board.T_BASE)
            for space in shared.open_to_strike(walk, board.PAKISTAN)
            if count(state, space, board.T_BASE) and (guarded_too or not guerrillas(state, board.TALIBAN, space))
        ]
    return found


def sent_predators(state: State) -> bool:
    """4.2.3: whether Predators, which ignore Guerrillas once, have struck."""
    return any(board.IS_PAKISTAN[space] and guerrillas(state, board.TALIBAN, space) for space in state.special_spaces)


def shown_guerrillas(walk: Walk) -> list[Candidate]:
    """C.AirStrike.2: Active Guerrillas."""
    return [
        Target(space, board.ACTIVE_OF[faction])
        for space in shared.open_to_strike(walk, board.PROVINCES)
        for faction in board.INSURGENTS
        if count(walk.state, space, board.ACTIVE_OF[faction])
    ]


def _piece(candidate: Candidate) -> Piece:
    assert isinstance(candidate, tuple)
    return board.PIECES[candidate[1]]


def last_guerrilla_first(walk: Walk, candidate: Candidate) -> int:
    """Prefer a Faction's last Guerrilla in the space."""
    return guerrillas(walk.state, board.OWNER[_piece(candidate)], where(candidate)) == 1


def owner_order(walk: Walk, candidate: Candidate) -> int:
    """Prefer a player's pieces, then Taliban, then Warlords; ties at random."""
    owner = board.OWNER[_piece(candidate)]
    return 2 if walk.is_player(owner) else 1 if owner == board.TALIBAN else 0


RANKS: Final = (
    ranks.SUPPORT,
    ranks.COALITION_BASE,
    Rank("last-guerrilla", last_guerrilla_first),
    Rank("target", owner_order),
)


def strike(walk: Walk, candidate: Candidate) -> bool:
    """4.2.3: remove one piece."""
    space, owner = where(candidate), board.OWNER[_piece(candidate)]
    shared.strike_in(walk, space, (owner, *(f for f in board.INSURGENTS if f != owner)))
    return True


# -- Reapers ----------------------------------------------------------------------------------------


def reaped_base(walk: Walk, candidate: Candidate) -> int:
    """Prefer for Reapers a space where a Base is removed."""
    return _reaped(walk, where(candidate))[0] > 0


def reaped_taliban(walk: Walk, candidate: Candidate) -> int:
    """Prefer for Reapers the space where most Taliban pieces are removed."""
    return _reaped(walk, where(candidate))[1]


def reaped_pieces(walk: Walk, candidate: Candidate) -> int:
    return _reaped(walk, where(candidate))[2]


def _reaped(walk: Walk, space: Space) -> tuple[int, int, int]:
    blow = best_removal(walk.state, space, shared.REAPED, board.INSURGENTS, board.INSURGENTS)
    return blow.bases, blow.taliban, blow.all


REAP: Final = (
    Rank("removes-base", reaped_base),
    Rank("taliban-removed", reaped_taliban),
    Rank("most-removed", reaped_pieces),
)


@rule("8.6.1")
def reap(walk: Walk) -> None:
    """Reapers: remove two more pieces in one space struck: a Base, then most Taliban pieces."""
    state = walk.state
    spaces: list[Candidate] = [
        space
        for space in state.special_spaces
        if exposed(state, space) and not (board.IS_PAKISTAN[space] and guerrillas(state, board.TALIBAN, space))
    ]
    if spaces:
        space = where(best(walk, spaces, REAP).candidate)
        shared.reap_in(
            walk, space, first_hit(best_removal(walk.state, space, shared.REAPED, board.INSURGENTS, board.INSURGENTS))
        )


@rule("8.6.3")
def complete_strike(walk: Walk, *, reapers: bool) -> int:
    """N.Plan 4: complete the Air Strike by its own box, with Reapers if in effect and unused."""
    struck = walk.follow(air_strike_box)
    if reapers and unshaded(walk.state, REAPERS):
        reap(walk)
    return struck


@rule("8.6.3")
def walk_air_strike(walk: Walk, ask: str = "") -> bool:
    """8.6.3: Air Strike by its own box; False if there is nothing to strike."""
    return shared.walk_strike(walk, ask, partial(complete_strike, reapers=True))


# -- C.Choose ---------------------------------------------------------------------------------------


@rule("8.6.3", "8.6.4")
def worth_striking(walk: Walk) -> bool:
    """C.Choose: it could remove a Base, or a player's last piece at Support or with any Base."""
    if not shared.may_strike(walk):
        return False
    if bare_bases(walk):
        return True
    state = walk.state
    return any(
        (at_support(state, space) or bases(state, space))
        and any(
            not is_non_player(state, board.OWNER[piece]) and pieces_of(state, board.OWNER[piece], space) == 1
            for piece in exposed(state, space)
        )
        for space in shared.open_to_strike(walk, board.PROVINCES)
    )


@rule("8.6.3", "8.6.4")
def strike_or_lift(walk: Walk, ask: str) -> bool:
    """C.Choose: after Sweep or Assault, Air Strike or Air Lift; the other if one is impossible."""
    if not walk.activity_open:
        return False
    first = worth_striking(walk)
    walk.note("condition", id="C.Choose", answer="yes" if first else "no")
    walk.plan.follow("C.Choose")
    strike, lift = ("air-strike", partial(walk_air_strike, ask=ask)), ("air-lift", partial(walk_air_lift, ask=ask))
    return first_of(walk, (strike, lift) if first else (lift, strike))
