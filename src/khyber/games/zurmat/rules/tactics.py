"""Tactics cards: drawing them, when they may be played, and reaction windows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from typing import Final

from khyber.engine.decision import Param
from khyber.games.zurmat.board import ATTACK, CARD_KINDS, COALITION, SEATS, SIDES
from khyber.games.zurmat.box import Tactic
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Asking, Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.population import stop_looking
from khyber.games.zurmat.state import State

#: A card on offer: `("play", id)`.
Card = tuple[str, str]
#: Choices during a turn: a tile, a word, something on a tile, or a card to play.
Choice = int | str | tuple[str, int] | Card

_DRAWS = tuple(f"{seat}-tactics" for seat in SEATS)


def hand_size(state: State, side: int) -> int:
    """Return how many Tactics cards a side holds, which is public."""
    return sum(state.hand[side * CARD_KINDS : (side + 1) * CARD_KINDS])


def has_cards(state: State, side: int) -> bool:
    """Return whether the side has cards: it is then asked even with one option, to hide which."""
    return hand_size(state, side) > 0


@rule("tactics")
def draw_tactics(play: Play, side: int) -> None:
    """Draw from the side's own deck; its order is determined only by drawing."""
    state = play.state
    at = side * CARD_KINDS
    left = sum(state.deck[at : at + CARD_KINDS])
    if not left:
        return
    drawn = play.roll(_DRAWS[side], left, seen_by=SEATS[side])
    while drawn > state.deck[at]:
        drawn -= state.deck[at]
        at += 1
    state.deck[at] -= 1
    state.hand[at] += 1
    play.emit("drew-card", "tactics", SEATS[side], play.box.tactics[side][at - side * CARD_KINDS].id)


@rule("tactics", "months")
def draw_phase(play: Play) -> None:
    """Phase 3, Draw Tactics Cards: one for each player, the Coalition first."""
    for side in SIDES:
        draw_tactics(play, side)
    play.state.active, play.state.step = COALITION, "turn"


# -- on one's own turn ------------------------------------------------------------------------------


#: What a card does -> whether it can be done now. Filled by card_effects.py.
Playable = Callable[[Play, int, Tactic], bool]
PLAYABLE: Final[dict[str, Playable]] = {}


@rule("tactics")
def own_cards(play: Play, side: int) -> list[Card]:
    """Return the cards the side may play now, on its own turn."""
    held = compress(play.box.tactics[side], play.state.hand[side * CARD_KINDS : (side + 1) * CARD_KINDS])
    found: list[Card] = []
    for card in held:
        playable = PLAYABLE.get(card.does)
        if playable is not None and playable(play, side, card):
            found.append(("play", card.id))
    return found


def menu(play: Play, side: int, places: Iterable[int | tuple[str, int]], *words: str) -> list[Choice]:
    """Return these choices and the cards the side may play."""
    return [*places, *words, *own_cards(play, side)]


@rule("tactics")
def begins_card(play: Play, side: int, choice: Choice, back: str) -> bool:
    """If a card was chosen, show it and play it in a step of its own, which returns to `back`.

    Any choice ends a look, except Village Declares: the side still sees the discs when it names the tile.
    """
    state = play.state
    if not isinstance(choice, tuple) or not isinstance(choice[1], str):
        stop_looking(state)
        return False
    kind = play.box.kind_by_id[side][choice[1]]
    if play.box.tactics[side][kind].does != "declare":
        stop_looking(state)
    spend(play, side, kind)
    state.card, state.then, state.step = kind, back, "card"
    return True


def spend(play: Play, side: int, kind: int) -> Tactic:
    """Discard a card from the hand, face up."""
    play.state.hand[side * CARD_KINDS + kind] -= 1
    card = play.box.tactics[side][kind]
    play.emit("played", "tactics", SEATS[side], card.id)
    return card


def asks_next(state: State, side: int) -> bool:
    """Return whether the step after a card always asks its player, who then still sees the discs of Intel."""
    return state.step in ("turn", "place", "intel", "loyalty") or (state.step == "after" and has_cards(state, side))


def before_operation(state: State) -> bool:
    return state.op < 0


def in_attack(state: State) -> bool:
    """Return whether an Attack is under way."""
    return state.op == ATTACK and not state.done


# -- out of turn ------------------------------------------------------------------------------------


@rule("tactics")
def might_hold(play: Play, side: int, deed: str) -> bool:
    """Return whether, to the other player's knowledge, the side may hold such a card."""
    state = play.state
    kinds = play.box.doing[side][deed]
    if not kinds or not hand_size(state, side):
        return False
    at = side * CARD_KINDS
    return any(state.hand[at + kind] + state.deck[at + kind] for kind in kinds)


@rule("tactics")
def react(play: Play, side: int, deed: str, reason: str, about: Mapping[str, Param]) -> Asking[Tactic | None]:
    """A reaction window: ask every side that might hold the card."""
    if not might_hold(play, side, deed):
        return None
    state, box = play.state, play.box
    at = side * CARD_KINDS

    def open_now() -> list[str | Card]:
        return [
            "no",
            *(("play", box.tactics[side][kind].id) for kind in box.doing[side][deed] if state.hand[at + kind]),
        ]

    answer = yield from play.ask(side, deed, reason, TILE_CHOICE, open_now, about, cover=True)
    if isinstance(answer, str):
        return None
    return spend(play, side, box.kind_by_id[side][answer[1]])
