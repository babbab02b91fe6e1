"""Ground combat: tactical edge, fire rounds and result (23.0 to 26.0), with close air support."""

from __future__ import annotations

from functools import partial

from khyber.games.enduring_freedom.board import COALITION, ISLAMISTS, SIDE_IDS
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Asking, Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    any_elite,
    counters_at,
    has_coalition,
    has_islamists,
    islamist_places,
    revealed_at,
    zones_of,
)
from khyber.games.enduring_freedom.rules.intelligence import spend_asset
from khyber.games.enduring_freedom.rules.losses import hit_coalition, hit_islamists, step_loss
from khyber.games.enduring_freedom.rules.netwar import affords, gain, lose
from khyber.games.enduring_freedom.rules.reveal import (
    any_attackers,
    drop_spectaculars,
    go_underground,
    show_alliance,
    spectacular_zones,
    spectaculars_at,
    untried_in,
)
from khyber.games.enduring_freedom.state import State, clear_battle

#: A batch: all battles that are left, if there are three or more.
FIGHT_ALL = "fight-all"
#: The result of a drawn battle (26.0).
DRAWN = "drawn"


# -- the phases ------------------------------------------------------------------------------------


@rule("7.2", "23.2", "23.3")
def combat_begin(play: Play) -> None:
    """23.2 (1), 23.3: mark the zones where the Coalition attacks."""
    state, box = play.state, play.box
    state.attacker, state.to_fight = COALITION, 0
    theirs = islamist_places(state, box)
    for zone in zones_of(state, box.islamist_end, box.ground_end):
        if zone in theirs and any_attackers(state, box, zone):
            state.to_fight |= 1 << zone
    for zone in spectacular_zones(state, box):
        if not state.to_fight >> zone & 1:
            drop_spectaculars(play, zone)
    state.step = "combat" if state.to_fight else "sustain"


@rule("23.3", "26.1", "31.1")
def combat(play: Play) -> Rules:
    """23.3: fight in every zone, in the order the player chooses."""
    state, box = play.state, play.box
    while state.to_fight:
        zone = yield from next_battle(play)
        state.zone = zone
        state.to_fight &= ~(1 << zone)
        if untried_in(state, box, zone):
            state.step = "engage"
            return
        play.emit("battle", "23.4", box.zones[zone], SIDE_IDS[state.attacker])
        yield from fight(play)


@rule("23.3", "31.1")
def next_battle(play: Play) -> Asking[int]:
    """23.3, 31.1: ask for the next battle, or for all that are left in map order."""
    state = play.state
    if not state.targets:
        choice = yield from play.pick(
            "battle",
            "23.3" if state.attacker == COALITION else "31.1",
            partial(battle_choices, state),
            {"side": SIDE_IDS[state.attacker]},
        )
        if isinstance(choice, int):
            return choice
        state.targets = bytes(battles_left(state))
    zone, state.targets = state.targets[0], state.targets[1:]
    play.made(zone, len(state.targets) + 1)
    return zone


def battle_choices(state: State) -> list[int | str]:
    """Return the zones, and the batch."""
    zones: list[int | str] = [*battles_left(state)]
    return [FIGHT_ALL, *zones] if len(zones) > 2 else zones


def battles_left(state: State) -> list[int]:
    """Return the zones where combat is still to come, in order."""
    found, bits = [], state.to_fight
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@rule("9.3", "23.4")
def engage(play: Play) -> None:
    """9.3 (1), 23.4 (2): begin a battle; reveal Northern Alliance units."""
    state, box = play.state, play.box
    play.emit("battle", "23.4", box.zones[state.zone], SIDE_IDS[state.attacker])
    show_alliance(play, "9.3", state.zone)
    state.step = "fight"


def fight_on(play: Play) -> Rules:
    """Resume the battle in which Northern Alliance units were revealed, then fight the rest."""
    yield from fight(play)
    yield from combat(play)


# -- one battle ------------------------------------------------------------------------------------


@rule("23.4", "31.4")
def fight(play: Play) -> Rules:
    """23.4: tactical edge, first and second fire round, end of the battle."""
    state = play.state
    ours, theirs = fighters(state, play.box)
    yield from determine_edge(play, ours, theirs)
    for side in (state.edge, 1 - state.edge):
        state.round += 1
        if side == COALITION:
            yield from coalition_fires(play, ours, theirs)
        else:
            yield from islamists_fire(play, ours, theirs)
    end_battle(play)
    state.step = "combat" if state.to_fight else "sustain" if state.attacker == COALITION else "cas-home"
    clear_battle(state)


def fighters(state: State, box: Box) -> tuple[list[int], list[int]]:
    """Return the units, aircraft and drones of the Coalition in the battle, and the revealed Islamists.

    They are listed once for the whole battle.
    """
    return counters_at(state, state.zone, box.islamist_end, box.end), revealed_at(state, box, state.zone)


@rule("23.4", "32.1")
def determine_edge(play: Play, ours: list[int], theirs: list[int]) -> Rules:
    """23.4 (1): roll for each side with its modifiers; terrain breaks ties."""
    state, box = play.state, play.box
    if not box.bases.isdisjoint(ours) and affords(state, box.cost.edge):
        choice = yield from play.pick("edge", "32.1", lambda: ["pay", "no"], {"place": box.zones[state.zone]})
        if choice == "pay":
            lose(play, "32.1", box.cost.edge)
            state.bought = True
    our_total = play.roll("edge-coalition") + coalition_modifier(state, box, ours)
    their_total = play.roll("edge-islamists") + islamist_modifier(state, box, theirs)
    tie = our_total == their_total
    state.edge = COALITION if our_total > their_total or (tie and box.coalition_tie[state.zone]) else ISLAMISTS
    play.emit("edge", "23.4", box.zones[state.zone], our_total, their_total, SIDE_IDS[state.edge])


@rule("23.4", "32.1")
def coalition_modifier(state: State, box: Box, ours: list[int]) -> int:
    """23.4 (1a): +1 for elite units, however many; +1 if paid for."""
    return int(any_elite(state, box, ours)) + int(state.bought)


@rule("23.4", "28.4", "10.2")
def islamist_modifier(state: State, box: Box, theirs: list[int]) -> int:
    """23.4 (1b), 28.4: +1 for elite units, +1 for a terror spectacular, and by Jihad level."""
    elite = any_elite(state, box, theirs)
    return int(elite) + box.jihad_edge[state.jihad] + len(spectaculars_at(state, box, state.zone))


# -- fire ------------------------------------------------------------------------------------------


@rule("24.1", "24.3", "24.5")
def coalition_fires(play: Play, ours: list[int], theirs: list[int]) -> Rules:
    """24.1: fire every unit that is left and all close air support once; then apply hits."""
    state, box = play.state, play.box
    zone = state.zone
    units = ours if state.round == 1 else [unit for unit in ours if state.where[unit] == zone]
    harmful = fire(play, units)
    if harmful:
        play.emit("collateral", "24.4", SIDE_IDS[COALITION], box.zones[zone], len(harmful))
        lose(play, "24.4", len(harmful) * box.loss.collateral)
        for unit in harmful:
            if box.of[unit].family == "air":
                step_loss(play, "24.4", unit, scored=False)
    for unit in units:
        if unit >= box.air_end:
            spend_asset(play, "18.0", unit)
    if state.hits:
        yield from hit_islamists(play, "25.1", zone, theirs)


@rule("24.1", "24.3", "24.5")
def islamists_fire(play: Play, ours: list[int], theirs: list[int]) -> Rules:
    """24.1: fire every Islamist unit that is left once; then apply hits."""
    state, box = play.state, play.box
    harmful = fire(play, theirs)
    if harmful:
        play.emit("collateral", "24.4", SIDE_IDS[ISLAMISTS], box.zones[state.zone], len(harmful))
        gain(play, "24.4", len(harmful) * box.gain.collateral)
    if state.hits:
        yield from hit_coalition(play, "25.2", [unit for unit in ours if unit < box.ground_end])


@rule("24.1", "24.2", "24.4", "24.5")
def fire(play: Play, units: list[int]) -> list[int]:
    """24.1, 24.4: roll for each unit: its factor or less hits; high rolls may do collateral damage.

    Only heavy units, aircraft and drones do collateral damage. Stores the hits; returns the units that did damage.
    """
    state, box, events = play.state, play.box, play.events
    zone = box.zones[state.zone]
    hits, harm, harmful = 0, box.collateral[state.zone], []
    for unit in units:
        fires_with = fire_factor(state, box, unit)
        if fires_with:
            kind = box.of[unit]
            die = play.roll("fire")
            hit = int(die <= fires_with)
            if events is not None:
                events.append(("fired", "24.1", kind.id, zone, die, hit))
            hits += hit
            if die >= harm and (kind.heavy or unit >= box.ground_end):
                harmful.append(unit)
    state.hits = hits
    return harmful


@rule("21.4", "24.5", "24.7")
def fire_factor(state: State, box: Box, unit: int) -> int:
    """24.7: attacking heavy units lose 1 in rough terrain, to a minimum of 1; close air support defends."""
    full = box.factors[unit][state.reduced[unit]]
    if (
        full > 1
        and box.rough[state.zone]
        and box.of[unit].heavy
        and (state.attacker == (ISLAMISTS if unit < box.islamist_end else COALITION))
    ):
        return full - 1
    return full


# -- the end of a battle ---------------------------------------------------------------------------


@rule("10.2", "23.5", "24.6", "26.0")
def end_battle(play: Play) -> None:
    """26.0, 10.2: remove terrorists, determine the winner and apply terror spectaculars."""
    state, box = play.state, play.box
    zone = state.zone
    for counter in box.terrorists:
        if state.where[counter] == zone and state.shown[counter]:
            go_underground(play, "10.2", counter)
    won = battle_result(state, box, zone)
    play.emit("battle-over", "26.0", box.zones[zone], won)
    for counter in spectaculars_at(state, box, zone):
        go_underground(play, "10.2", counter)
        if won != DRAWN:
            die = play.roll("spectacular")
            if won == SIDE_IDS[COALITION]:
                gain(play, "10.2", die)
            else:
                lose(play, "10.2", die)


@rule("26.0")
def battle_result(state: State, box: Box, zone: int) -> str:
    """26.0: the side that eliminated all others wins; a draw if both or neither have units left."""
    ours, theirs = has_coalition(state, box, zone), has_islamists(state, box, zone)
    return DRAWN if ours == theirs else SIDE_IDS[COALITION] if ours else SIDE_IDS[ISLAMISTS]
