"""What a Faction may do unasked: voluntary transfers (1.5.1) and voluntary removal (1.4.1)."""

from __future__ import annotations

from khyber.engine.decision import Value
from khyber.games.distant_plain.board import (
    ALL_SPACES,
    FACTION_BY_ID,
    GOVERNMENT,
    KINDS,
    MOST_RESOURCES,
    OWNER,
    PIECES,
    SEATS,
    TALIBAN,
    WARLORDS,
    Faction,
    Piece,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import operation_possible
from khyber.games.distant_plain.rules.forces import all_guerrillas, remove
from khyber.games.distant_plain.rules.tracks import patronage_to_resources, toll, transfer
from khyber.games.distant_plain.state import State

#: The Coalition has no Resources to give or take.
TRADERS = (GOVERNMENT, TALIBAN, WARLORDS)


def executing(state: State, faction: Faction) -> bool:
    """Whether the Faction is executing an Operation, Special Activity or Event just now."""
    return bool(state.executing >> faction & 1)


def _pair(one: Faction, other: Faction) -> int:
    return 1 << (min(one, other) * 4 + max(one, other))


@rule("1.5.1")
def may_trade(state: State, giver: Faction, receiver: Faction) -> bool:
    """1.5.1: while giver or receiver is executing; not inside one player's hands (1.5); once per decision."""
    return ((executing(state, giver) or executing(state, receiver))
            and state.players[giver] != state.players[receiver]
            and not state.non_players >> giver & 1
            and not state.gave & _pair(giver, receiver))


@rule("1.4.1")
def may_remove(state: State, faction: Faction) -> bool:
    """1.4.1: Taliban and Warlord players only, while they themselves are executing; Non-players never (8.1)."""
    return faction in (TALIBAN, WARLORDS) and executing(state, faction) and not state.non_players >> faction & 1


def asides(play: Play, faction: Faction) -> list[Value]:
    """All that the Faction may do unasked, as values of the Asides notation."""
    state = play.state
    if not state.executing:
        return []
    found: list[Value] = []
    resources = state.resources
    if faction in TRADERS:
        for receiver in TRADERS:
            if receiver != faction and may_trade(state, faction, receiver):
                most = min(resources[faction], MOST_RESOURCES - resources[receiver])
                found += [("give", SEATS[receiver], n) for n in range(1, most + 1)]
    if faction == GOVERNMENT and may_trade(state, GOVERNMENT, WARLORDS):
        most = min(state.patronage, MOST_RESOURCES - resources[WARLORDS])
        found += [("patronage", SEATS[WARLORDS], n) for n in range(1, most + 1)]
    if may_remove(state, faction):
        found += [("remove", space, piece) for space in ALL_SPACES for piece in PIECES
                  if OWNER[piece] == faction and state.pieces[space * KINDS + piece]]
    if state.op and not state.op_spaces:
        found = [value for value in found if _operation_survives(play, faction, value)]
    return found


def _operation_survives(play: Play, faction: Faction, value: Value) -> bool:
    """4.1: an aside may not make impossible an Operation that has been declared and not begun."""
    by, op = Faction(play.state.op_by), play.state.op
    scratch = play.scratch()
    take(scratch, faction, value)
    toll(scratch, "4.3.2", tolls_due(scratch.state))
    return operation_possible(scratch, by, op) or not operation_possible(play, by, op)


def tolls_due(state: State) -> int:
    """4.3.2: what a Transport under way will have to pay."""
    if state.special != "transport":
        return 0
    return sum(all_guerrillas(state, space) > 0 for space in state.special_spaces)


def take(play: Play, faction: Faction, value: Value) -> None:
    """Do it."""
    assert isinstance(value, tuple)
    verb, what, n = value
    assert isinstance(n, int)
    if verb == "remove":
        assert isinstance(what, int)
        remove_own(play, what, Piece(n))
    else:
        give(play, faction, FACTION_BY_ID[str(what)], n, patronage=verb == "patronage")


@rule("1.5.1")
def give(play: Play, giver: Faction, receiver: Faction, n: int, *, patronage: bool = False) -> None:
    """1.5.1: Resources to another Faction, or Government Patronage to Warlord Resources, 1 for 1."""
    play.emit("gave", "1.5.1", SEATS[giver], SEATS[receiver], n)
    if patronage:
        patronage_to_resources(play, "1.5.1", receiver, n)
    else:
        transfer(play, "1.5.1", giver, receiver, n)
    play.state.gave |= _pair(giver, receiver)


@rule("1.4.1")
def remove_own(play: Play, space: int, piece: Piece) -> None:
    """1.4.1: an own piece goes back to Available. Of a marching Faction, one that has moved goes first."""
    state = play.state
    if state.moved and state.moved[space * KINDS + piece]:
        state.moved[space * KINDS + piece] -= 1
    remove(play, "1.4.1", piece, space)
