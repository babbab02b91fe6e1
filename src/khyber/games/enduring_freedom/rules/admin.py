"""The Admin Phase: rescue missions, concealing, and the next turn (7.2, 10.2, 20.3)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import AVAILABLE, DEMOBILIZED, OFF_MAP
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import any_at
from khyber.games.enduring_freedom.rules.netwar import evaluate, gain, lose
from khyber.games.enduring_freedom.rules.reveal import conceal, go_underground


@rule("7.2", "6.1")
def admin(play: Play) -> None:
    """7.2 (7): resolve rescue missions, conceal counters, and begin the next turn or end the game."""
    state, box = play.state, play.box
    rescue_missions(play)
    conceal(play)
    for fob in box.fobs:
        if state.where[fob] == DEMOBILIZED:
            state.where[fob], state.reduced[fob] = AVAILABLE, 0
    if state.turn >= box.last_turn:
        evaluate(play)
    else:
        state.turn += 1
        state.step = "mobilize"
        play.emit("turn", "7.2", state.turn)


@rule("10.2")
def rescue_missions(play: Play) -> None:
    """10.2: a rescue mission gains a die roll of points with a SOF unit in its zone, else loses it.

    They are resolved by zone: by their numbers, one that was face down since could be recognised.
    """
    state, box = play.state, play.box
    for counter in sorted(box.markers, key=lambda counter: state.where[counter]):
        zone = state.where[counter]
        if box.of[counter].type == "rescue" and state.shown[counter] and zone < OFF_MAP:
            rescued = any_at(state, zone, box.sof)
            die = play.roll("rescue")
            play.emit("rescue", "10.2", box.zones[zone], die, int(rescued))
            go_underground(play, "10.2", counter)
            if rescued:
                gain(play, "10.2", die)
            else:
                lose(play, "10.2", die)
