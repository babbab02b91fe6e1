"""Jihad events (29.0) and the Islamist offensive (31.2, 31.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from khyber.games.enduring_freedom.board import AIRLIFT, AVAILABLE, POOL, STAGING, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    counters_at,
    draw,
    has_coalition,
    islamists_at,
    put,
    unlike,
    zones_of,
    zones_of_hidden,
)
from khyber.games.enduring_freedom.rules.jihad import change_jihad, jihad_check, random_location
from khyber.games.enduring_freedom.rules.netwar import gain, lose
from khyber.games.enduring_freedom.rules.reveal import (
    NOTHING,
    clear_aside,
    conceal_into,
    raise_units,
    show,
    show_alliance,
    show_islamists,
    special_counter,
)
from khyber.games.enduring_freedom.rules.stacking import end_phase
from khyber.games.enduring_freedom.state import State

EVENT_IDS: Final = {
    2: "c2-breakdown",
    3: "troop-rotation",
    4: "jihad-situation",
    5: "alliance-rallies",
    6: "uprising",
    7: "offensive",
    8: "morale",
    9: "negotiations",
    10: "war-on-terror",
    11: "national-intelligence",
    12: "airlift-of-evil",
}


@rule("7.2", "29.1", "29.2")
def events_begin(play: Play) -> None:
    """29.1: set the number of events by the lower line at the start of the phase."""
    state = play.state
    state.events_left, state.events_seen, state.jihad_change = play.box.lower_line[state.jihad], 0, 0
    state.step = "events"


@rule("29.1", "29.2")
def events(play: Play) -> None:
    """29.2: roll and execute each event before the next; a repeated event has no effect."""
    state = play.state
    while state.events_left:
        state.events_left -= 1
        total = play.dice("event", 2)
        again = state.events_seen >> total & 1
        play.emit("event", "29.1", total, EVENT_IDS[total], again)
        if not again:
            state.events_seen |= 1 << total
            EVENTS[total](play)
        if state.step != "events":
            return
    change_jihad(play, "29.2", state.jihad_change)
    state.jihad_change = 0
    clear_aside(play)
    end_phase(play, "islamist-mobilization")


def c2_breakdown(play: Play) -> None:
    """2: no effect."""


# -- 3: Coalition Troop Rotation -------------------------------------------------------------------


@rule("29.1")
def troop_rotation(play: Play) -> None:
    """3: send home a US or NATO ground unit, if there is one."""
    if rotatable(play.state, play.box):
        play.state.step = "rotation"


def rotatable(state: State, box: Box) -> list[int]:
    return [unit for unit in box.western if state.where[unit] <= STAGING[-1]]


@rule("29.1")
def rotation(play: Play) -> Rules:
    """3: the player chooses the unit, which may be mobilized again on a later turn, at full strength."""
    state, box = play.state, play.box
    unit, _ = yield from play.pick("rotation", "29.1", lambda: unlike(state, box, rotatable(state, box)))
    state.reduced[unit] = 0
    put(play, "29.1", unit, AVAILABLE)
    state.step = "events"


# -- 4, 5, 6 ---------------------------------------------------------------------------------------


@rule("28.1", "29.2")
def jihad_situation(play: Play) -> None:
    """4: lower the Jihad level on 1 or 2, else raise it, after all events."""
    die = play.roll("jihad-situation")
    play.emit("die", "29.1", die)
    play.state.jihad_change += -1 if die <= 2 else 1


@rule("9.1", "29.1", "11.5")
def alliance_rallies(play: Play) -> None:
    """5: place a die roll of Northern Alliance units, each in a random zone, face down and free."""
    state, box = play.state, play.box
    die = play.roll("rallies")
    play.emit("die", "29.1", die)
    for _ in range(min(die, state.where.count(POOL, box.islamist_end, box.alliance_end))):
        zone = random_location(play)
        conceal_into(play, draw(play, "alliance", POOL, box.islamist_end, box.alliance_end), zone)
        play.emit("face-down", "29.1", "alliance", 1, box.zones[zone])


@rule("30.1", "29.1")
def uprising(play: Play) -> None:
    """6: place a die roll of Islamist units, all in one random zone."""
    die = play.roll("uprising")
    play.emit("die", "29.1", die)
    raise_units(play, "30.1", die, random_location(play))


# -- 7: Islamist Offensive -------------------------------------------------------------------------


@rule("31.2", "31.3")
def offensive(play: Play) -> None:
    """31.2: move Islamists adjacent to Coalition units into their zones, all at once; not from strongholds."""
    state, box = play.state, play.box
    held = frozenset(zones_of(state, box.islamist_end, box.ground_end))
    moves = [
        move
        for zone in zones_of(state, 0, box.islamist_end)
        if zone not in held
        for move in advance_from(play, zone, held)
    ]
    counts: dict[tuple[int, int], int] = {}
    for unit, dest in moves:
        way = (state.where[unit], dest)
        counts[way] = counts.get(way, 0) + 1
    for unit, dest in moves:
        state.where[unit] = dest
    for (origin, dest), n in counts.items():
        play.emit("advanced", "31.2", n, box.zones[origin], box.zones[dest])


@rule("31.2", "31.3")
def advance_from(play: Play, zone: int, held: frozenset[int]) -> list[tuple[int, int]]:
    """31.3: each unit of a zone and its destination, random if it has a choice and hidden from all."""
    box = play.box
    targets = [other for other in box.adjacent[zone] if other in held]
    if zone in box.strongholds or not targets:
        return []
    units = islamists_at(play.state, box, zone)
    if len(targets) == 1 or not units:
        return [(unit, targets[0]) for unit in units]
    return [(unit, targets[play.roll("advance", len(targets)) - 1]) for unit in play.shuffle("column", units)]


# -- 8, 9, 10 --------------------------------------------------------------------------------------


@rule("28.2", "29.1")
def morale(play: Play) -> None:
    """8: a Jihad check: an uprising if passed; else Islamists with Coalition units vanish, except in strongholds."""
    state, box = play.state, play.box
    if jihad_check(play):
        uprising(play)
        return
    for zone in zones_of(state, box.islamist_end, box.ground_end):
        if zone not in box.strongholds:
            units = islamists_at(state, box, zone)
            for unit in units:
                conceal_into(play, unit, UNDERGROUND)
            if units:
                play.emit("vanished", "29.1", len(units), box.zones[zone])


@rule("29.1", "30.2")
def negotiations(play: Play) -> None:
    """9: return the Northern Alliance units of a random zone to available."""
    state, box = play.state, play.box
    zone = random_location(play)
    units = counters_at(state, zone, box.islamist_end, box.alliance_end)
    for unit in units:
        conceal_into(play, unit, POOL)
    if units:
        play.emit("defected", "29.1", len(units), box.zones[zone])


@rule("29.1", "4.1")
def war_on_terror(play: Play) -> None:
    """10: lose an even die roll, gain an odd one."""
    die = play.roll("war-on-terror")
    play.emit("die", "29.1", die)
    if die % 2:
        gain(play, "29.1", die)
    else:
        lose(play, "29.1", die)


# -- 11: National Level Intelligence ---------------------------------------------------------------


def national_intelligence(play: Play) -> None:
    """11: let the player choose a zone."""
    play.state.step = "national"


@rule("29.1", "9.3")
def national(play: Play) -> Rules:
    """11: choose a zone to reveal."""
    state, box = play.state, play.box
    zone = yield from play.pick("national", "29.1", lambda: unknown_zones(state, box))
    state.targets = bytes((zone,)) if isinstance(zone, int) else b""
    state.step = "national-shown"


def unknown_zones(state: State, box: Box) -> list[int | str]:
    """Return the zones with face-down counters of either side, or the option of none."""
    return [*zones_of_hidden(state, 0, box.alliance_end), NOTHING]


@rule("29.1", "9.3", "20.2")
def national_shown(play: Play) -> None:
    """11: reveal its counters, Northern Alliance included."""
    state = play.state
    targets, state.targets = state.targets, b""
    for zone in targets:
        show_islamists(play, "29.1", zone, battle=False)
        show_alliance(play, "9.3", zone)
    state.then = "events"
    state.step = "designate" if state.intel else "events"


# -- 12: Airlift of Evil ---------------------------------------------------------------------------


@rule("29.3", "20.2")
def airlift(play: Play) -> None:
    """29.3: fly Islamists out of airbases for good, on 1 to 3, or on 1 if Coalition units are there.

    Special counters are revealed (20.2 (4)) and take effect instead of flying.
    """
    state, box = play.state, play.box
    for zone in box.airbases:
        units = islamists_at(state, box, zone)
        if not units:
            continue
        die = play.roll("airlift")
        gone = die <= (1 if has_coalition(state, box, zone) else 3)
        flying = [unit for unit in units if gone and not box.special[unit]]
        play.emit("airlift", "29.3", box.zones[zone], die, len(flying))
        if gone:
            for unit in units:
                show(play, "20.2", unit)
            for unit in flying:
                state.where[unit] = AIRLIFT
            for unit in units:
                if box.special[unit]:
                    special_counter(play, unit, zone, battle=False)
    if state.intel:
        state.then, state.step = "events", "designate"


EVENTS: Final[dict[int, Callable[[Play], None]]] = {
    2: c2_breakdown,
    3: troop_rotation,
    4: jihad_situation,
    5: alliance_rallies,
    6: uprising,
    7: offensive,
    8: morale,
    9: negotiations,
    10: war_on_terror,
    11: national_intelligence,
    12: airlift,
}
