"""The Loya Jirga (33.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.rules.jihad import change_jihad
from khyber.games.enduring_freedom.rules.netwar import gain, lose
from khyber.games.enduring_freedom.state import State

ENACTED = 1
FAILED = 2


@rule("33.1")
def may_call(state: State, box: Box) -> bool:
    """33.1: the Coalition controls Kabul, with an HQ and two Northern Alliance leaders; once per game."""
    kabul = box.kabul
    return (
        not state.jirga
        and control(state, box, kabul) == COALITION
        and any(state.where[c] == kabul and box.of[c].type == "hq" for c in box.bases)
        and sum(state.where[c] == kabul and state.shown[c] for c in box.leaders) >= 2
    )


@rule("7.2", "33.1")
def civil_military(play: Play) -> Rules:
    """33.1: the player may try to enact a Loya Jirga."""
    state, box = play.state, play.box
    choice = yield from play.pick("loya-jirga", "33.1", lambda: ["call", "no"] if may_call(state, box) else ["no"])
    if choice == "call":
        loya_jirga(play)
    state.step = "events-begin"


@rule("33.2")
def loya_jirga(play: Play) -> None:
    """33.2: succeed if two dice exceed the Jihad level."""
    state = play.state
    total = play.dice("loya-jirga", 2)
    success = total > state.jihad
    state.jirga = ENACTED if success else FAILED
    play.emit("loya-jirga", "33.2", total, state.jihad, int(success))
    if success:
        change_jihad(play, "33.2", -2)
        gain(play, "33.2", play.roll("loya-jirga-points"))
    else:
        change_jihad(play, "33.2", 1)
        lose(play, "33.2", play.dice("loya-jirga-points", 2))
