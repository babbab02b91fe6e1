"""NetWar Points: gaining, losing and spending them, and the victory level at the end (4.0, 5.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import CATASTROPHE, COALITION, LEVELS, MAX_POINTS
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.state import State


class Catastrophe(Exception):
    """Raised when the index falls to zero, which ends the game."""


@rule("4.1")
def gain(play: Play, reason: str, n: int) -> None:
    """Raise the index, to 99 at most."""
    state = play.state
    gained = min(n, MAX_POINTS - state.points)
    if gained:
        state.points += gained
        play.emit("points", reason, gained, state.points)


@rule("4.1", "5.1")
def lose(play: Play, reason: str, n: int) -> None:
    """Lower the index; at zero the game ends at once."""
    state = play.state
    if n:
        lost = min(n, state.points)
        state.points -= lost
        play.emit("points", reason, -lost, state.points)
        if state.points == 0:
            raise Catastrophe


@rule("4.3")
def affords(state: State, cost: int) -> bool:
    """Return whether the player can spend this much and keep a point."""
    return cost < state.points


@rule("5.1")
def catastrophe(play: Play) -> None:
    """End the game in a catastrophe."""
    state = play.state
    state.step, state.ending = "", CATASTROPHE
    play.emit("game-over", "5.1", CATASTROPHE, state.points)


@rule("4.2", "5.2")
def score_control(play: Play) -> None:
    """4.2 (2): points for the cities and strongholds that the Coalition controls at the end."""
    state, box = play.state, play.box
    awards = box.end_awards
    for zone in (*box.cities, *box.strongholds):
        if control(state, box, zone) == COALITION:
            n = awards.kabul if zone == box.kabul else awards.city if zone in box.cities else awards.stronghold
            play.emit("award", "4.2", box.zones[zone], n)
            gain(play, "4.2", n)


@rule("5.0")
def level_of(box: Box, points: int) -> str:
    """Return the victory level for that many points."""
    reached = [level for level, least in zip(LEVELS, box.victory, strict=True) if points >= least]
    return reached[-1] if reached else LEVELS[0]


@rule("5.0", "5.2", "6.1")
def evaluate(play: Play) -> None:
    """End the game after the last turn with the level of victory."""
    state = play.state
    score_control(play)
    state.step, state.ending = "", level_of(play.box, state.points)
    play.emit("game-over", "5.0", state.ending, state.points)
