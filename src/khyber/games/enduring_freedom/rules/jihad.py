"""The Jihad level, Jihad checks and random locations (28.0, 30.2)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import HIGHEST_JIHAD, LOWEST_JIHAD
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import rule


@rule("28.1", "28.5")
def change_jihad(play: Play, reason: str, change: int) -> None:
    """28.5: change the level, within 1 and 12."""
    state = play.state
    now = max(LOWEST_JIHAD, min(HIGHEST_JIHAD, state.jihad + change))
    if now != state.jihad:
        play.emit("jihad", reason, now - state.jihad, now)
        state.jihad = now


@rule("28.2")
def jihad_check(play: Play) -> bool:
    """28.2: roll two dice; the Islamists pass with their level or less."""
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
