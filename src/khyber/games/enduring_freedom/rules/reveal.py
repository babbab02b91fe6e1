"""Fog of war: revealing counters, special counters, and concealing them again (9.3, 10.2, 20.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import ASIDE, OFF_MAP, SIDE_IDS, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    coalition_places,
    concealed_in,
    counters_at,
    counters_shown,
    has_coalition,
    has_islamists,
    pick_from,
    underground,
    zones_of_hidden,
)
from khyber.games.enduring_freedom.state import NONE, State

#: Chosen instead of a zone: nothing is revealed.
NOTHING = "nothing"


# -- one counter -----------------------------------------------------------------------------------


def show(play: Play, reason: str, *counters: int) -> None:
    """Reveal counters."""
    state, box = play.state, play.box
    for counter in counters:
        if not state.shown[counter]:
            play.reveal("counter")
            state.shown[counter] = 1
            play.emit("revealed", reason, box.of[counter].id, box.place_ids[state.where[counter]])


@rule("10.1")
def conceal_into(play: Play, counter: int, place: int) -> None:
    """Move an Islamist or Northern Alliance counter to a place, face down."""
    play.state.where[counter] = place
    play.state.shown[counter] = 0


@rule("8.10", "30.1", "30.3")
def raise_units(play: Play, reason: str, n: int, zone: int) -> int:
    """Move random units from the Underground to a zone, face down."""
    return raise_from(play, reason, n, zone, ready_underground(play)) if n else 0


def ready_underground(play: Play) -> list[int]:
    """Return the counters in the Underground, turned face down to be drawn."""
    state, box = play.state, play.box
    turn_down(play, [c for c in counters_shown(state, box) if state.where[c] == UNDERGROUND])
    return underground(state, box)


@rule("8.10", "30.1", "30.3")
def raise_from(play: Play, reason: str, n: int, zone: int, there: list[int]) -> int:
    """Move random units to a zone, face down, from the list of those Underground."""
    n = min(n, len(there))
    for _ in range(n):
        conceal_into(play, pick_from(play, "underground", there), zone)
    if n:
        play.emit("face-down", reason, SIDE_IDS[1], n, play.box.zones[zone])
    return n


# -- a zone ----------------------------------------------------------------------------------------


@rule("9.3", "20.4")
def untried_in(state: State, box: Box, zone: int) -> bool:
    """Return whether there is a face-down Northern Alliance unit."""
    find, shown, end = state.where.find, state.shown, box.alliance_end
    at = find(zone, box.islamist_end, end)
    while at >= 0 and shown[at]:
        at = find(zone, at + 1, end)
    return at >= 0


@rule("9.3", "20.4")
def show_alliance(play: Play, reason: str, zone: int) -> None:
    """Reveal the Northern Alliance units there for good."""
    show(play, reason, *counters_at(play.state, zone, play.box.islamist_end, play.box.alliance_end))


@rule("10.2", "20.2")
def show_islamists(play: Play, reason: str, zone: int, *, battle: bool) -> None:
    """Reveal all Islamist counters there and apply special ones.

    With `battle`, in a phase before combat, units that an ambush brings are revealed as well, and a terror spectacular
    waits for its battle.
    """
    state, box = play.state, play.box
    while True:
        hidden = [c for c in counters_at(state, zone, 0, box.islamist_end) if not state.shown[c]]
        show(play, reason, *hidden)
        special = False
        for counter in hidden:
            if box.special[counter]:
                special = True
                special_counter(play, counter, zone, battle=battle)
        if not special or not battle or not concealed_in(state, box, zone):  # only an ambush brings others
            return


@rule("10.2")
def special_counter(play: Play, counter: int, zone: int, *, battle: bool) -> None:
    """10.2: apply a special counter as it is revealed.

    Without a `battle` a terror spectacular is removed, except with Coalition units in the Reaction Phase, where a
    counterattack may follow.
    """
    state, box = play.state, play.box
    kind = box.of[counter].type
    if kind == "ambush":
        state.where[counter] = ASIDE
        play.emit("ambush", "10.2", box.zones[zone], raise_units(play, "10.2", box.lower_line[state.jihad], zone))
    elif kind == "intel":
        state.where[counter] = ASIDE
        state.intel += 1
    elif kind in ("deception", "option") or (
        kind == "spectacular" and not battle and not (among_events(state) and has_coalition(state, box, zone))
    ):
        go_underground(play, "10.2", counter)


def among_events(state: State) -> bool:
    """Return whether counters are revealed by an event, or by an Intelligence counter from one."""
    return (state.then if state.step == "designated" else state.step) in ("events", "national-shown")


def go_underground(play: Play, reason: str, counter: int) -> None:
    """Send a revealed counter Underground, face down."""
    conceal_into(play, counter, UNDERGROUND)
    play.emit("underground", reason, play.box.of[counter].id)


@rule("10.2")
def clear_aside(play: Play) -> None:
    """Send the ambushes revealed in this phase Underground."""
    state, box = play.state, play.box
    for counter in counters_at(state, ASIDE, 0, box.islamist_end):
        go_underground(play, "10.2", counter)


# -- Intelligence Information ----------------------------------------------------------------------


@rule("10.2")
def designate(play: Play) -> Rules:
    """10.2: after an Intelligence counter, designate a zone to reveal."""
    state, box = play.state, play.box
    zone = yield from play.pick("designate", "10.2", lambda: zones_to_look_at(state, box))
    state.targets = bytes((zone if isinstance(zone, int) else NONE,)) + state.targets
    state.step = "designated"


def zones_to_look_at(state: State, box: Box) -> list[int | str]:
    """Return the zones with face-down counters, or the option of none."""
    return [*zones_of_hidden(state, 0, box.islamist_end), NOTHING]


@rule("10.2")
def designated(play: Play) -> None:
    """10.2: reveal the zone; the Intelligence counter goes Underground."""
    state, box = play.state, play.box
    zone, state.targets = state.targets[0], state.targets[1:]
    state.intel -= 1
    for counter in counters_at(state, ASIDE, 0, box.islamist_end):
        if box.of[counter].type == "intel":
            go_underground(play, "10.2", counter)
            break
    if zone != NONE:
        show_islamists(play, "10.2", zone, battle=False)
    state.step = "designate" if state.intel else state.then


# -- the phases ------------------------------------------------------------------------------------


@rule("20.2")
def reveal_phase(play: Play) -> None:
    """20.2 (2): reveal Islamists in zones with Coalition ground units."""
    if reveal_all(play, "20.2", "reveal"):
        state, box = play.state, play.box
        for zone in spectacular_zones(state, box):
            if not attacks(state, box, zone):
                drop_spectaculars(play, zone)
        clear_aside(play)
        state.then, state.step = "", "air-defense"


def reveal_all(play: Play, reason: str, step: str) -> bool:
    """Reveal Islamists with Coalition units until none is left; False if a zone must be designated first."""
    state, box = play.state, play.box
    held = coalition_places(state, box)
    for zone in zones_of_hidden(state, 0, box.islamist_end):
        if zone in held:
            show_islamists(play, reason, zone, battle=True)
    if state.intel:
        state.then, state.step = step, "designate"
        return False
    return True


@rule("9.3", "23.2", "23.3")
def attacks(state: State, box: Box, zone: int) -> bool:
    """Return whether the Coalition attacks there: Islamists, and more than face-down Northern Alliance."""
    return has_islamists(state, box, zone) and any_attackers(state, box, zone)


@rule("9.3", "23.2")
def any_attackers(state: State, box: Box, zone: int) -> bool:
    """Return whether there are Coalition units that attack: more than face-down Northern Alliance."""
    where, shown, end = state.where, state.shown, box.alliance_end
    if where.find(zone, end, box.ground_end) >= 0:
        return True
    return any(shown[counter] for counter in counters_at(state, zone, box.islamist_end, end))


# -- Terror Spectacular ----------------------------------------------------------------------------


def spectaculars_at(state: State, box: Box, zone: int) -> list[int]:
    """Return the face-up terror spectaculars there."""
    return [counter for counter in box.spectaculars if state.shown[counter] and state.where[counter] == zone]


def spectacular_zones(state: State, box: Box) -> list[int]:
    return sorted({state.where[c] for c in box.spectaculars if state.shown[c] and state.where[c] < OFF_MAP})


@rule("10.2")
def drop_spectaculars(play: Play, zone: int) -> None:
    """10.2: remove terror spectaculars without effect if no battle is to come."""
    for counter in spectaculars_at(play.state, play.box, zone):
        go_underground(play, "10.2", counter)


# -- concealing ------------------------------------------------------------------------------------


@rule("20.3")
def conceal(play: Play) -> None:
    """20.3: conceal Islamists in the Admin Phase, except with Coalition ground units."""
    state, box = play.state, play.box
    held = coalition_places(state, box)
    turn_down(
        play,
        [
            counter
            for counter in counters_shown(state, box)
            if (place := state.where[counter]) == UNDERGROUND or (place < OFF_MAP and place not in held)
        ],
    )


@rule("13.1", "20.3")
def turn_down(play: Play, counters: list[int]) -> None:
    """Turn counters face down; in the Underground also before a draw (13.1 (2)), so that none can be tracked."""
    if not counters:
        return
    state, box = play.state, play.box
    turned: dict[int, int] = {}
    for counter in counters:
        place = state.where[counter]
        state.shown[counter] = 0
        turned[place] = turned.get(place, 0) + 1
    for place, n in sorted(turned.items()):
        play.emit("concealed", "20.3", n, box.place_id(place))
