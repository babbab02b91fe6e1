"""5.3, 5.4: what lasting Events are in effect. The one place every rule asks."""

from __future__ import annotations

from khyber.games.distant_plain.board import CARDS
from khyber.games.distant_plain.play import SHADED, SIDES, UNSHADED, Play, lasting_bit
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.state import State


def in_effect(state: State, card: int, side: str) -> bool:
    """Whether this text is in force, as a Capability or as Momentum."""
    return bool(state.lasting & lasting_bit(card, side))


def texts_in_effect(state: State) -> list[tuple[int, str]]:
    """Every lasting text in force, by card number."""
    if not state.lasting:
        return []
    return [(card, side) for card in CARDS for side in SIDES if in_effect(state, card, side)]


def is_momentum(card: int, side: str) -> bool:
    return CARDS[card].momentum in (side, "both")


@rule("5.3")
def place_capability(play: Play, card: int, side: str) -> None:
    """5.3: the marker goes down on this side for the rest of the game; the other side gives way (5.1.2)."""
    state = play.state
    state.lasting &= ~lasting_bit(card, UNSHADED if side == SHADED else SHADED)
    state.lasting |= lasting_bit(card, side)
    play.emit("capability", "5.3", card, side)


@rule("5.4")
def place_momentum(play: Play, card: int, side: str) -> None:
    """5.4: in force until the next Reset."""
    play.state.lasting |= lasting_bit(card, side)
    play.emit("momentum", "5.4", card, side)


def discard_momentum(play: Play) -> None:
    """5.4, 6.6: Momentum ends; Capabilities stay."""
    for card, side in texts_in_effect(play.state):
        if is_momentum(card, side):
            play.state.lasting &= ~lasting_bit(card, side)
            play.emit("momentum-ends", "6.6", card, side)


@rule("5.1.2")
def forbidden(play: Play, action: str) -> bool:
    """5.1.2: a lasting Event forbids this Operation or Special Activity, unless the Event being played grants it."""
    state = play.state
    return not state.op_free and bool(state.lasting & play.cards.bans.get(action, 0))
