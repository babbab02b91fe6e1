"""The Islamist Jihad index, the Underground and the random location of units (28.0, 30.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import COALITION, HIGHEST_JIHAD, ISLAMISTS, LOWEST_JIHAD, UNCONTROLLED
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.rules.reveal import raise_units


@rule("28.1", "28.5")
def change_jihad(play: Play, reason: str, change: int) -> None:
    """28.5: the level changes, but never below 1 or above 12."""
    state = play.state
    now = max(LOWEST_JIHAD, min(HIGHEST_JIHAD, state.jihad + change))
    if now != state.jihad:
        play.emit("jihad", reason, now - state.jihad, now)
        state.jihad = now


@rule("28.2")
def jihad_check(play: Play) -> bool:
    """28.2: two dice; the Islamists pass with their level or less."""
    total = play.dice("jihad-check", 2)
    passed = total <= play.state.jihad
    play.emit("jihad-check", "28.2", total, play.state.jihad, int(passed))
    return passed


@rule("30.2")
def random_location(play: Play) -> int:
    """30.2: the first die is the row of the table, the second the column."""
    row, column = play.roll("location"), play.roll("location")
    zone = play.box.location[row - 1][column - 1]
    play.emit("location", "30.2", row, column, play.box.zones[zone])
    return zone


@rule("7.2", "28.6", "30.1")
def islamist_mobilization(play: Play) -> None:
    """28.6: as many units as the lower line says come from the Underground, each to a zone of its own."""
    for _ in range(play.box.lower_line[play.state.jihad]):
        if not raise_units(play, "28.6", 1, random_location(play)):
            break
    play.state.step = "cas-reveal"


@rule("7.2", "28.3")
def adjust(play: Play) -> None:
    """28.3: +1 for each city that the Islamists control, and each stronghold that they control or dispute."""
    state, box = play.state, play.box
    n = sum(control(state, box, zone) == ISLAMISTS for zone in box.cities)
    n += sum(control(state, box, zone) not in (COALITION, UNCONTROLLED) for zone in box.strongholds)
    play.emit("adjustment", "28.3", n)
    change_jihad(play, "28.3", n)
    state.step = "admin"
