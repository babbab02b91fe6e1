"""Earlier releases: the Propaganda cards had the numbers after the last Event card, in records and positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from khyber.engine.play import RawEvent
from khyber.games.distant_plain.board import CARDS, PROPAGANDA_CARDS, is_propaganda
from khyber.games.distant_plain.state import State

#: Their numbers when there were 72 Event cards.
FORMER: Final = range(73, 73 + len(PROPAGANDA_CARDS))
#: Turns those numbers into the present ones.
_PRESENT: Final = bytes(PROPAGANDA_CARDS[FORMER.index(card)] if card in FORMER else card for card in range(256))
#: The events that name Propaganda cards.
_NAMING: Final = ("card", "sudden-propaganda")


def is_former(cards: Iterable[int]) -> bool:
    """Return whether these cards of one state are numbered as in earlier releases.

    Then none of them is a Propaganda card of today, and at least one has a number that is free today: new Event cards
    may have taken some of the former numbers.
    """
    seen = set(cards)
    return not any(map(is_propaganda, seen)) and any(card in FORMER and card not in CARDS for card in seen)


def renumber(state: State) -> bool:
    """Give the Propaganda cards of a state their present numbers; return whether they had others."""
    if not is_former((*state.played, *state.deck)):
        return False
    state.played, state.deck = state.played.translate(_PRESENT), state.deck.translate(_PRESENT)
    return True


def renumbered(event: RawEvent) -> RawEvent:
    """Return an entry of the log with the present numbers."""
    if event[0] not in _NAMING:
        return event
    return tuple(_PRESENT[part] if isinstance(part, int) and part in FORMER else part for part in event)
