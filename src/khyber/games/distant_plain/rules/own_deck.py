"""Play with a physical deck: a player enters each card drawn, and may enter Events by hand."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    EVENT_CARDS,
    FACTIONS,
    PROPAGANDA_CARDS,
    SCENARIOS,
    SEATS,
    Faction,
    is_propaganda,
)
from khyber.games.distant_plain.notation import CARD_NUMBERS, WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rules.by_hand import by_hand
from khyber.games.distant_plain.rules.events import execute_event
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State, clear_action

OWN_DECK = "own-deck"
PROPAGANDA = "propaganda"


def keeper(state: State) -> Faction:
    """Return the Faction that enters the cards: the first that belongs to a player."""
    return next((faction for faction in FACTIONS if not is_non_player(state, faction)), FACTIONS[0])


# -- cards ------------------------------------------------------------------------------------------


def name_removed(play: Play) -> Rules:
    """2.1: ask for the Event cards removed from the physical deck at set-up."""
    state = play.state
    wanted = SCENARIOS[state.scenario].removed_events
    while len(state.removed_events) < wanted:
        card = yield from play.ask(
            keeper(state),
            "own-removed",
            "2.1",
            CARD_NUMBERS,
            lambda: [card for card in EVENT_CARDS if card not in state.removed_events],
            {"n": len(state.removed_events) + 1, "of": wanted},
        )
        state.removed_events += bytes((card,))


def turn_up(play: Play) -> Asking[bool]:
    """2.2, 2.3.7: play the card shown and ask for the next one; False at the end of the deck."""
    state = play.state
    if not state.deck:
        card = yield from _name_card(play, "own-card")
        if card is None:
            return False
        state.deck = bytes((card,))
    state.played, state.deck = state.played + state.deck, b""
    card = yield from _name_card(play, "own-next")
    if card is not None:
        state.deck = bytes((card,))
    return True


def _name_card(play: Play, ask: str) -> Asking[int | None]:
    """Ask for the next card of the physical deck; None at its end."""
    state = play.state
    current = ask == "own-card"
    if not cards_to_come(state, current=current):
        return None
    if current:
        card = yield from play.ask(
            keeper(state), "own-card", "2.2", CARD_NUMBERS, lambda: cards_to_come(state, current=True)
        )
    else:
        card = yield from play.ask(
            keeper(state),
            "own-next",
            "2.3.7",
            CARD_NUMBERS,
            lambda: cards_to_come(state, current=False),
            {"card": state.played[-1]},
        )
    if card == PROPAGANDA:
        return next(number for number in PROPAGANDA_CARDS if number not in state.played)
    return int(card)


def cards_to_come(state: State, *, current: bool) -> list[int | str]:
    """Return the cards that may come next: Event cards not seen, or a Propaganda card while one is left.

    Each pile has one Propaganda card (2.1), which can be checked if the record goes back to set-up. `current` means
    that the card last played has been resolved.
    """
    scenario = SCENARIOS[state.scenario]
    shown = max(
        state.propaganda_played + (not current and is_propaganda(state.played[-1])),
        sum(map(is_propaganda, state.played)),
    )
    if shown >= scenario.piles:
        return []
    events: list[int | str] = [
        card for card in EVENT_CARDS if card not in state.played and card not in state.removed_events
    ]
    if not known_from_the_start(state):
        return [*events, PROPAGANDA]
    size = cards_in_play(state) // scenario.piles
    pile, place = divmod(len(state.played), size)
    if shown > pile:
        return events
    return [PROPAGANDA] if place == size - 1 else [*events, PROPAGANDA]


def known_from_the_start(state: State) -> bool:
    """Return whether all cards played are known, with those removed at set-up entered."""
    return 0 < SCENARIOS[state.scenario].removed_events == len(state.removed_events)


def cards_in_play(state: State) -> int:
    """2.1: return how many cards the deck of the scenario has."""
    scenario = SCENARIOS[state.scenario]
    return len(EVENT_CARDS) - scenario.removed_events + scenario.piles


def cards_left(state: State) -> int:
    """Return the number of cards in the deck, including the one shown."""
    if OWN_DECK not in state.options:
        return len(state.deck)
    return max(0, cards_in_play(state) - len(state.played))


# -- Events -----------------------------------------------------------------------------------------


def own_event(play: Play, faction: Faction, side: str) -> Rules:
    """5.1: ask whether to execute the Event as programmed or enter it by hand."""
    state = play.state
    card = state.played[-1]
    asked = keeper(state) if is_non_player(state, faction) else faction
    how = yield from play.ask(
        asked,
        "own-event",
        "5.1",
        WORDS,
        lambda: ["printed", "by-hand"],
        {"faction": SEATS[faction], "card": card, "side": side},
    )
    if how == "printed":
        yield from execute_event(play, faction, side)
        return
    state.executing |= 1 << faction
    play.emit("event", "5.1", SEATS[faction], card, side)
    yield from by_hand(play, asked, faction, card, side)
    clear_action(state)
