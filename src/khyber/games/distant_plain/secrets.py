"""What a seat does not know: the order of the deck and other players' Deception markers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import DECEPTION_MARKERS, FACTION_BY_ID, SCENARIOS
from khyber.games.distant_plain.state import State


def imagine(state: State, seats: Sequence[str], source: random.Random) -> State:
    """Return a state drawn at random from all that look the same to these seats."""
    world = state.copy()
    shown = 1 if state.played and state.deck else 0
    world.deck = state.deck[:shown] + _reshuffled(state, shown, source)
    if state.deception and not state.ending:
        world.deception = _other_markers(state, seats, source)
    return world


def known(state: State, seat: str) -> State:
    """Return a copy without what the seat does not know."""
    copy = state.copy()
    copy.deck = state.deck[:1] + bytes(max(0, len(state.deck) - 1))
    if state.deception:
        own = state.players[FACTION_BY_ID[seat]]
        copy.deception = tuple(held if player == own else () for player, held in enumerate(state.deception))
    return copy


def _reshuffled(state: State, shown: int, source: random.Random) -> bytes:
    """Shuffle the cards to come pile by pile; each pile keeps its Propaganda card.

    Nobody knows which Events are in which pile, only that the cards seen are no longer in theirs.
    """
    if not state.deck:
        return b""
    hidden = sorted(state.deck[shown:])  # independent of the real order
    in_play = [*state.played, *state.deck]
    size = len(in_play) // SCENARIOS[state.scenario].piles
    seen = len(in_play) - len(hidden)
    if not size or len(in_play) != size * SCENARIOS[state.scenario].piles:
        source.shuffle(hidden)
        return bytes(hidden)
    events = [card for card in hidden if not board.is_propaganda(card)]
    source.shuffle(events)
    order: list[int] = []
    for pile, propaganda in enumerate(board.PROPAGANDA_CARDS[: SCENARIOS[state.scenario].piles]):
        room = min(size, size * (pile + 1) - seen)
        if room <= 0:
            continue
        cards = [propaganda] if propaganda in hidden else []
        while events and len(cards) < room:
            cards.append(events.pop())
        source.shuffle(cards)
        order += cards
    if len(order) < len(hidden):  # no scenario builds such a deck: it comes from a position file
        source.shuffle(hidden)
        return bytes(hidden)
    return bytes(order)


def _other_markers(state: State, seats: Sequence[str], source: random.Random) -> tuple[tuple[str, ...], ...]:
    own = {state.players[FACTION_BY_ID[seat]] for seat in seats}
    pool = [name for name, n in DECEPTION_MARKERS.items() for _ in range(n)]
    for markers in state.revealed:
        for marker in markers:
            pool.remove(marker)
    for player in own:
        for marker in state.deception[player]:
            pool.remove(marker)
    source.shuffle(pool)
    return tuple(
        held if player in own else tuple(sorted(pool.pop() for _ in held))
        for player, held in enumerate(state.deception)
    )
