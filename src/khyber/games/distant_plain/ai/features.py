"""What learners observe: the fields of a state as bytes."""

from __future__ import annotations

from typing import Final

from khyber.engine.features import Feature, bits, flag, members, number, one_of, places, remembered, row, word
from khyber.games.distant_plain import board
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS
from khyber.games.distant_plain.rules.setup import OPTIONS
from khyber.games.distant_plain.state import State

_FACTIONS: Final = len(board.FACTIONS)
_SPACES: Final = board.SPACE_COUNT
#: The place of each card: Events by number, then the Propaganda cards; 0 is none.
_CARDS: Final = max(board.CARDS) + 1 + len(board.PROPAGANDA_CARDS)
_PLACES: Final = bytes(
    max(board.CARDS) + 1 + board.PROPAGANDA_CARDS.index(card)
    if card in board.PROPAGANDA_CARDS
    else card * (card in board.CARDS)
    for card in range(256)
)
_OPERATIONS: Final = tuple(OPERATIONS)
_ACTIVITIES: Final = tuple(ACTIVITIES)
_MARKERS: Final = tuple(board.DECEPTION_MARKERS)


_ONE_CARD: Final = [bytes(at == place for at in range(_CARDS)) for place in _PLACES]


def _in_play(played: bytes) -> bytes:
    return _ONE_CARD[played[-1]] if played else bytes(_CARDS)


def _next(state: State) -> bytes:
    """A 1 at the number of the next card, which is shown once a card is in play (2.3.7)."""
    return _ONE_CARD[state.deck[0]] if state.deck and state.played else bytes(_CARDS)


def _shown(cards: bytes) -> bytes:
    found = bytearray(_CARDS)
    for place in cards.translate(_PLACES):
        found[place] = 1
    return bytes(found)


def _markers(name: str, about: str) -> Feature:
    """Counts of Deception markers, by player and kind."""
    size = _FACTIONS * len(_MARKERS)

    def encode(held: tuple[tuple[str, ...], ...]) -> bytes:
        return bytes([own.count(marker) for own in held for marker in _MARKERS]).ljust(size, b"\0")

    return remembered(name, size, max(board.DECEPTION_MARKERS.values()), about, encode)


def _length(deck: bytes) -> bytes:
    return bytes((len(deck),))


def _options(chosen: tuple[str, ...]) -> bytes:
    return bytes(option in chosen for option in OPTIONS)


FEATURES: Final = (
    word("scenario", tuple(board.SCENARIOS), "the scenario"),
    remembered("options", len(OPTIONS), 1, f"options in force: {', '.join(OPTIONS)}", _options),
    row("players", _FACTIONS, _FACTIONS - 1, "the player of each Faction"),
    bits("non_players", 2 * _FACTIONS, "Factions that are Non-players, and those of the 2nd printing"),
    row("pieces", board.ROWS * board.KINDS, max(board.INVENTORY), "pieces by space and box, then by kind"),
    row("control", _SPACES, 2, "Control of each space"),
    row("level", _SPACES, 2, "Opposition, neutral or Support in each space"),
    row("terror", _SPACES, board.TERROR_MARKERS, "Terror markers of each land, Sabotage of each LoC"),
    row("returnees", _SPACES, 1, "Returnees markers"),
    row("resources", _FACTIONS, board.MAX_RESOURCES, "Resources of each Faction"),
    number("aid", 0, board.MAX_AID, "Aid"),
    number("patronage", 0, board.MAX_PATRONAGE, "Patronage"),
    one_of("islamabad", len(board.BOX_IDS), "the box of the Islamabad track"),
    flag("hard", "the Islamabad marker shows its hard side"),
    remembered("played[-1]", _CARDS, 1, "the card in play", _in_play, "played"),
    Feature("deck[0]", _CARDS, 1, "the next card", "", _next),
    remembered("played", _CARDS, 1, "cards played or in play", _shown),
    members("removed_events", _CARDS, "cards taken out and shown at set-up"),
    remembered("len(deck)", 1, _CARDS, "cards to come", _length, "deck"),
    number("propaganda_played", 0, len(board.PROPAGANDA_CARDS), "Propaganda cards played"),
    flag("round_held", "no Event card since the last Propaganda Round"),
    bits("lasting", 2 * (max(board.CARDS) + 1), "Capabilities and Momentum in effect: card * 2, + 1 if shaded"),
    row("eligible", _FACTIONS, 1, "Eligible Factions"),
    row("next_eligibility", _FACTIONS, 2, "what an Event says of Eligibility on the next card"),
    bits("acted", _FACTIONS, "Factions that executed an Operation or Event on this card"),
    places("order", _FACTIONS, "Factions still to be offered this card, in order"),
    one_of("action", 4, "what the 1st Eligible did: nothing, Operation, with Special Activity, Event"),
    one_of("active", _FACTIONS, "the Faction whose step this is"),
    bits("executing", _FACTIONS, "Factions executing something just now"),
    word("op", _OPERATIONS, "the Operation under way"),
    one_of("op_by", _FACTIONS, "the Faction whose Operation it is"),
    flag("op_free", "it is free"),
    flag("limited", "it is a Limited Operation"),
    members("op_spaces", _SPACES, "spaces selected for it"),
    bits("op_paid", _SPACES, "spaces whose cost has been paid"),
    word("special", _ACTIVITIES, "the Special Activity under way"),
    flag("special_allowed", "a Special Activity is still allowed"),
    members("special_spaces", _SPACES, "spaces selected for it"),
    row("moved", board.ROWS * board.KINDS, max(board.INVENTORY), "pieces that have moved, as `pieces`"),
    bits("pausing", _FACTIONS, "Factions whose player asked for pauses"),
    flag("frozen", "Control markers are not adjusted"),
    _markers("deception", "own Deception markers, by player and kind"),
    _markers("revealed", "Deception markers revealed"),
)
