"""Information warfare and intelligence: InfoWar and ISR markers (13.0, 14.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import AVAILABLE, READY, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.notation import COUNTS
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import concealed_in, counters_at, zones_of_hidden
from khyber.games.enduring_freedom.rules.jihad import change_jihad
from khyber.games.enduring_freedom.rules.mobilization import DONE, asset_range
from khyber.games.enduring_freedom.rules.reveal import clear_aside, show, show_alliance, show_islamists, special_counter
from khyber.games.enduring_freedom.state import State


@rule("3.5", "14.3", "18.0")
def spend_asset(play: Play, reason: str, counter: int) -> None:
    """Expend an asset; it can be recruited again."""
    play.state.where[counter] = AVAILABLE
    play.emit("spent", reason, play.box.of[counter].id)


# -- InfoWar ---------------------------------------------------------------------------------------


def has_infowar(state: State, box: Box) -> bool:
    """Return whether an IW marker is ready."""
    return state.where.find(READY, *asset_range(box, "infowar")) >= 0


def has_isr(state: State, box: Box) -> bool:
    """Return whether an ISR marker is ready."""
    return state.where.find(READY, *asset_range(box, "isr")) >= 0


@rule("7.2", "14.1", "14.3")
def infowar(play: Play) -> Rules:
    """14.1: commit IW markers and roll for each."""
    state, box = play.state, play.box
    ready = counters_at(state, READY, *asset_range(box, "infowar"))
    n = yield from play.pick("infowar", "14.1", lambda: range(len(ready) + 1), notation=COUNTS)
    for counter in ready[:n]:
        infowar_attack(play, counter)
    state.step = "isr"


@rule("14.1", "14.2", "14.3", "28.1")
def infowar_attack(play: Play, counter: int) -> None:
    """14.2: 1 to 3 lowers the Jihad level, 6 raises it."""
    die = play.roll("infowar")
    spend_asset(play, "14.3", counter)
    play.emit("infowar", "14.2", die)
    if die <= 3:
        change_jihad(play, "14.2", -1)
    elif die == 6:
        change_jihad(play, "14.2", 1)


# -- ISR -------------------------------------------------------------------------------------------


@rule("7.2", "13.1")
def isr(play: Play) -> Rules:
    """13.1: place ISR markers in zones and in the Underground, before executing any."""
    state, box = play.state, play.box
    ready = counters_at(state, READY, *asset_range(box, "isr"))
    state.targets = b""
    for counter in ready:
        place = yield from play.pick(
            "isr", "13.1", lambda: isr_targets(state, box), {"n": len(ready) - len(state.targets)}
        )
        if isinstance(place, str):
            break
        spend_asset(play, "13.2", counter)
        state.targets += bytes((place,))
        play.emit("isr-placed", "13.1", box.place_id(place))
    state.step = "isr-missions"


def isr_targets(state: State, box: Box) -> list[int | str]:
    """Return the places with face-down counters."""
    places: list[int | str] = [*zones_of_hidden(state, 0, box.alliance_end)]
    if concealed_in(state, box, UNDERGROUND):
        places.append(UNDERGROUND)
    return [*places, DONE]


@rule("13.1", "13.2")
def isr_missions(play: Play) -> None:
    """13.1, 13.2: execute every mission placed, whatever the others found."""
    state, box = play.state, play.box
    while state.targets:
        place, state.targets = state.targets[0], state.targets[1:]
        die = play.roll("isr")
        found = die <= (5 if place == UNDERGROUND else 3)
        play.emit("isr", "13.1", box.place_id(place), die, int(found))
        if found and place == UNDERGROUND:
            look_underground(play)
        elif found:
            show_islamists(play, "13.1", place, battle=False)
            show_alliance(play, "9.3", place)
        if state.intel:
            state.then, state.step = "isr-missions", "designate"
            return
    clear_aside(play)
    state.step = "staging"


@rule("13.1", "30.4")
def look_underground(play: Play) -> None:
    """13.1 (2): reveal a random Underground counter until the Admin Phase."""
    state, box = play.state, play.box
    hidden = [c for c in counters_at(state, UNDERGROUND, 0, box.islamist_end) if not state.shown[c]]
    if hidden:
        counter = hidden[play.roll("underground", len(hidden), seen_by="") - 1]
        show(play, "13.1", counter)
        if box.of[counter].type == "intel":
            special_counter(play, counter, 0, battle=False)
