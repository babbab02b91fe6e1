"""3.2.4, 4.2.3: what so many blows of the Coalition take off in a space, and whom they fall on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    BASE_OF,
    FACTION_BY_ID,
    INSURGENTS,
    KINDS,
    OWNER,
    SEATS,
    TALIBAN,
    UNDERGROUND_OF,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.state import State


class Losses(NamedTuple):
    """What is taken off: Bases and pieces of those hunted, pieces of the Taliban, pieces in all; is anybody left?"""

    bases: int
    pieces: int
    taliban: int
    all: int
    cleared: bool
    #: Who is hit first: of those that lose anything, if anybody does.
    first: Faction
    #: Whose Guerrilla is found beforehand (Find Fix Finish), if one is.
    found: Faction | None


def losses(state: State, space: Space, blows: int, order: Sequence[Faction], hunted: Sequence[Faction],
           *, find: bool = False) -> Losses:
    """The best that so many blows do: most Bases of those hunted, then by the order of targets."""
    at = space * KINDS
    hiding = [f for f in order if state.pieces[at + UNDERGROUND_OF[f]]] if find else []
    ways = [_losses(state, at, blows, way, hunted, found)
            for way in (order, order[::-1]) for found in (hiding or (None,))]
    return max(ways, key=lambda way: (way.bases, way.cleared))


def _losses(state: State, at: int, blows: int, order: Sequence[Faction], hunted: Sequence[Faction],
            found: Faction | None) -> Losses:
    """One Faction after the other: Active Guerrillas, then Bases if none is Underground."""
    left = blows
    first: Faction | None = None
    bases = pieces = taliban = gone = standing = 0
    for faction in order:
        hidden, shown = state.pieces[at + UNDERGROUND_OF[faction]], state.pieces[at + ACTIVE_OF[faction]]
        if faction == found:
            hidden, shown = hidden - 1, shown + 1
        havens = state.pieces[at + BASE_OF[faction]]
        hit = min(left, shown if hidden else shown + havens)
        left -= hit
        gone += hit
        if hit and first is None:
            first = faction
        standing += hidden + shown + havens - hit
        if faction in hunted:
            pieces += hit
            bases += max(0, hit - shown)
        if faction == TALIBAN:
            taliban += hit
    return Losses(bases, pieces, taliban, gone, not standing, order[0] if first is None else first, found)


def first_hit(blow: Losses) -> tuple[Faction, ...]:
    """The order in which the Factions are hit."""
    return (blow.first, *(f for f in INSURGENTS if f != blow.first))


def answers_for(order: Sequence[Faction], found: Faction | None = None, *, joined: bool = False,
                predators: bool = True, again: int = 99) -> Callable[[Decision], Value | None]:
    """How the questions of an Assault or Air Strike are answered so that the blows fall in that order."""
    ranked = list(order)
    blows = iter(range(again))

    def answer(decision: Decision) -> Value | None:
        if decision.ask == "remove-enemy":
            pieces = [Piece(value) for value in decision.values if isinstance(value, int)]
            return min(pieces, key=lambda piece: (ranked.index(OWNER[piece]), piece not in BASE_OF))
        if decision.ask == "find-fix":
            names = [FACTION_BY_ID[str(value)] for value in decision.values]
            return SEATS[found if found in names else min(names, key=ranked.index)]
        if decision.ask == "air-strike-again":
            return "again" if next(blows, None) is not None else "done"
        return {"assault-joined": "joined" if joined else "alone",
                "air-strike-how": "predators" if predators else "strike"}.get(decision.ask)

    return answer
