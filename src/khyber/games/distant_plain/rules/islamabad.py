"""6.6.1: the Islamabad track, Pakistan's posture toward the Taliban."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    BACKING,
    BOX_IDS,
    HOSTILITY,
    KINDS,
    PAKISTAN,
    SPONSORSHIP,
    T_UNDERGROUND,
    TALIBAN,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import activate

TOWARD_SPONSORSHIP = 1
TOWARD_HOSTILITY = -1


@rule("6.6.1")
def shift_islamabad(play: Play, rule: str, direction: int) -> None:
    """6.6.1: shift one box; past either end the marker turns Hard instead."""
    state = play.state
    box = state.islamabad + direction
    if HOSTILITY <= box <= SPONSORSHIP:
        state.islamabad = box
        play.emit("islamabad", rule, BOX_IDS[box], int(state.hard))
        show_hostility(play)
    else:
        harden(play, rule)


def harden(play: Play, rule: str) -> None:
    """6.6.1: turn the marker to its Hard side."""
    state = play.state
    if not state.hard:
        state.hard = True
        play.emit("islamabad", rule, BOX_IDS[state.islamabad], 1)


def show_hostility(play: Play) -> None:
    """6.6.1: at Hostility every Taliban Guerrilla in Pakistan is Active."""
    state = play.state
    if state.islamabad == HOSTILITY:
        for space in PAKISTAN:
            activate(play, "6.6.1", TALIBAN, space, state.pieces[space * KINDS + T_UNDERGROUND])


def reset_islamabad(play: Play) -> None:
    """6.6: turn a Hard marker to its normal side; move any other one box toward Backing."""
    state = play.state
    if state.hard:
        state.hard = False
        play.emit("islamabad", "6.6", BOX_IDS[state.islamabad], 0)
    elif state.islamabad != BACKING:
        shift_islamabad(play, "6.6", 1 if state.islamabad < BACKING else -1)
