"""Asides: voluntary transfers (1.5.1), voluntary removal (1.4.1), and requests to pause."""

from __future__ import annotations

from khyber.engine.decision import Decision, Fresh, Value
from khyber.games.distant_plain.board import (
    ALL_SPACES,
    FACTION_BY_ID,
    FACTIONS,
    GOVERNMENT,
    KINDS,
    MAX_RESOURCES,
    OWNER,
    PIECES,
    SEATS,
    TALIBAN,
    WARLORDS,
    Faction,
    Piece,
)
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.execute import activities, enabled_by
from khyber.games.distant_plain.rules.activities.traffic import traffic_due
from khyber.games.distant_plain.rules.forces import all_guerrillas, remove
from khyber.games.distant_plain.rules.operations.conditions import operation_possible
from khyber.games.distant_plain.rules.tracks import patronage_to_resources, toll, transfer
from khyber.games.distant_plain.state import State

#: The Coalition has no Resources to give or take.
TRADERS = (GOVERNMENT, TALIBAN, WARLORDS)
PAUSE = "pause"
STOP_PAUSING = "stop-pausing"
CONTINUE = "continue"


def executing(state: State, faction: Faction) -> bool:
    """Return whether the Faction is executing an Operation, Special Activity or Event."""
    return bool(state.executing >> faction & 1)


@rule("1.5.1")
def may_trade(state: State, giver: Faction, receiver: Faction) -> bool:
    """1.5.1: while giver or receiver is executing, any number of times; never within one player (1.5)."""
    return (
        (executing(state, giver) or executing(state, receiver))
        and state.players[giver] != state.players[receiver]
        and not state.non_players >> giver & 1
    )


@rule("1.4.1")
def may_remove(state: State, faction: Faction) -> bool:
    """1.4.1: Taliban and Warlord players only, while executing themselves; Non-players never (8.1)."""
    return faction in (TALIBAN, WARLORDS) and executing(state, faction) and not state.non_players >> faction & 1


def asides(play: Play, faction: Faction) -> list[Value]:
    """Return the asides open to the Faction, as values of the Asides notation."""
    found = transfers_and_removals(play, faction)
    if may_pause(play.state, faction):
        found.append(STOP_PAUSING if pausing(play.state, faction) else PAUSE)
    return found


def transfers_and_removals(play: Play, faction: Faction) -> list[Value]:
    """1.5.1, 1.4.1: what the Faction may give or remove now."""
    state = play.state
    if not state.executing:
        return []
    found: list[Value] = []
    resources = state.resources
    if faction in TRADERS:
        for receiver in TRADERS:
            if receiver != faction and may_trade(state, faction, receiver):
                most = min(resources[faction], MAX_RESOURCES - resources[receiver])
                found += [("give", SEATS[receiver], n) for n in range(1, most + 1)]
    if faction == GOVERNMENT and may_trade(state, GOVERNMENT, WARLORDS):
        most = min(state.patronage, MAX_RESOURCES - resources[WARLORDS])
        found += [("patronage", SEATS[WARLORDS], n) for n in range(1, most + 1)]
    if may_remove(state, faction):
        found += [
            ("remove", space, piece)
            for space in ALL_SPACES
            for piece in PIECES
            if OWNER[piece] == faction and state.pieces[space * KINDS + piece]
        ]
    if state.op and not state.op_spaces:
        found = [value for value in found if _operation_survives(play, faction, value)]
    return found


def _operation_survives(play: Play, faction: Faction, value: Value) -> bool:
    """4.1: whether a declared Operation stays possible after an aside.

    A Special Activity still open may be what makes it so, as when the Operation is declared: it then comes first. One
    that is under way may, too: it then goes on until the Operation is possible.
    """
    by, op = FACTIONS[play.state.op_by], play.state.op
    scratch = play.scratch()
    take(scratch, faction, value)
    if play.under_way == "traffic":
        traffic_due(scratch)
    toll(scratch, "4.3.2", tolls_due(scratch.state))
    return (
        operation_possible(scratch, by, op)
        or bool(activities(scratch, by))
        or enabled_by(scratch, play.under_way)
        or not operation_possible(play, by, op)
    )


def tolls_due(state: State) -> int:
    """4.3.2: return what a Transport under way still has to pay."""
    if state.special != "transport":
        return 0
    return sum(all_guerrillas(state, space) > 0 for space in state.special_spaces)


def take(play: Play, faction: Faction, value: Value) -> None:
    """Execute an aside."""
    if isinstance(value, str):
        pause(play, faction, wanted=value == PAUSE)
        return
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
    """1.5.1: give Resources to another Faction, or Patronage to Warlord Resources, 1 for 1."""
    play.emit("gave", "1.5.1", SEATS[giver], SEATS[receiver], n)
    if patronage:
        patronage_to_resources(play, "1.5.1", receiver, n)
    else:
        transfer(play, "1.5.1", giver, receiver, n)


@rule("1.4.1")
def remove_own(play: Play, space: int, piece: Piece) -> None:
    """1.4.1: remove one of its own pieces to Available; during a March, a moved one first."""
    state = play.state
    if state.moved and state.moved[space * KINDS + piece]:
        state.moved[space * KINDS + piece] -= 1
    remove(play, "1.4.1", piece, space)


# -- pauses -----------------------------------------------------------------------------------------


def pausing(state: State, faction: Faction) -> bool:
    """Return whether the Faction's player asked for pauses."""
    return bool(state.pausing >> faction & 1)


def may_ever(state: State, faction: Faction) -> str:
    """1.5.1, 1.4.1: return what the Faction may be able to do in its pauses: `give`, `remove` or `both`."""
    gives = any(state.players[faction] != state.players[other] for other in TRADERS)
    return "give" if faction == GOVERNMENT else "both" if gives else "remove"


@rule("1.5.1")
def may_pause(state: State, faction: Faction) -> bool:
    """1.5.1, 1.4.1: whether the Faction may ever give or remove anything."""
    if faction not in TRADERS or state.non_players >> faction & 1:
        return False
    return faction != GOVERNMENT or any(state.players[faction] != state.players[other] for other in TRADERS)


def pause(play: Play, faction: Faction, *, wanted: bool) -> None:
    """1.5.1: start or stop pausing for the Faction."""
    state = play.state
    state.pausing = state.pausing | 1 << faction if wanted else state.pausing & ~(1 << faction)
    play.emit(PAUSE if wanted else STOP_PAUSING, "1.5.1", SEATS[faction])


def moment(play: Play, faction: Faction) -> Rules:
    """Mark a point within an action without a decision, where only a pause can happen."""
    if play.state.pausing:
        yield from play.ask(
            faction,
            "pause",
            "1.5.1",
            WORDS,
            lambda: [CONTINUE],
            {"faction": SEATS[play.state.active], "open": open_now(play, faction)},
        )


def open_now(play: Play, faction: Faction) -> str:
    """1.5.1, 1.4.1: return what the Faction could do in a pause: `give`, `remove`, `both` or `nothing`."""
    verbs = {value[0] == "remove" for value in transfers_and_removals(play, faction) if isinstance(value, tuple)}
    return "both" if len(verbs) == 2 else "nothing" if not verbs else "remove" if True in verbs else "give"


@rule("1.5.1")
def with_pauses(play: Play, rules: Rules) -> Rules:
    """1.5.1, 1.4.1: run the rules of a step, pausing before each question for those who asked for it."""
    value: Value | None = None
    while True:
        try:
            decision = rules.send(value)  # type: ignore[arg-type]  # a fresh generator takes None
        except StopIteration:
            return
        if play.state.pausing and decision.boundary and play.recorded:
            paused = False
            for faction in FACTIONS:
                paused = (yield from pause_before(play, faction, decision)) or paused
            if paused:
                decision = decision.again()
        value = yield decision


def pause_before(play: Play, faction: Faction, decision: Decision) -> Asking[bool]:
    """Ask a Faction that wants pauses whether to continue, if it could act and is not asked anyway.

    Return whether it was asked. An aside taken then must leave an answer to the postponed question.
    """
    state = play.state
    if not pausing(state, faction) or not may_pause(state, faction) or not transfers_and_removals(play, faction):
        return False
    if decision.seat == SEATS[faction] and len(decision.build()) > 1:
        return False
    answer = yield from play.ask(
        SEATS[faction],
        "pause",
        "1.5.1",
        WORDS,
        lambda: [CONTINUE, STOP_PAUSING] if decision.build() else [],
        Fresh(lambda: {"faction": SEATS[state.active], "open": open_now(play, faction)}),
    )
    if answer == STOP_PAUSING:
        pause(play, faction, wanted=False)
    return True
