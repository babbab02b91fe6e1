"""5.3, 5.4: which Capabilities and Momentum are in effect."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.board import CARD_FILES, CARDS, SPACE_IDS, Faction, Space
from khyber.games.distant_plain.play import SHADED, SIDES, UNSHADED, Play, lasting_bit
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.state import State


def _cards_by_hook() -> dict[str, int]:
    found: dict[str, int] = {}
    for number, file in CARD_FILES.items():
        for side in (file.get(name) for name in SIDES):
            hook = side.get("hook") if isinstance(side, Mapping) else None
            if isinstance(hook, str) and found.setdefault(hook, number) != number:
                raise BadSetup(f"cards {found[hook]} and {number} both have the hook {hook!r}")
    return found


_CARD_BY_HOOK: Final = _cards_by_hook()
#: The hooks below, with their cards.
HOOKS: Final[dict[str, int]] = {}


def _card_with(hook: str) -> int:
    """Return the card whose file names the hook; 0, which is never in effect, if none does."""
    HOOKS[hook] = _CARD_BY_HOOK.get(hook, 0)
    return HOOKS[hook]


# Hooks of lasting texts. Each takes effect in the rule it changes: search for its name.
ISR: Final = _card_with("isr")
PREDATORS: Final = _card_with("predators")
REAPERS: Final = _card_with("reapers")
AEROSTATS: Final = _card_with("aerostats")
FIND_FIX_FINISH: Final = _card_with("find-fix-finish")
PARTNERING_POLICY: Final = _card_with("partnering-policy")
STRATEGIC_RELEASE: Final = _card_with("strategic-release")
VILLAGE_STABILITY: Final = _card_with("village-stability")
NATO: Final = _card_with("nato")
PRTS: Final = _card_with("prts")
ROADSIDE_IEDS: Final = _card_with("roadside-ieds")
US_TALIBAN_TALKS: Final = _card_with("us-taliban-talks")
MANPADS_SCARE: Final = _card_with("manpads-scare")
NIGHT_LETTERS: Final = _card_with("night-letters")
URBAN_SPECIALISTS: Final = _card_with("urban-specialists")
CAR_BOMBS: Final = _card_with("car-bombs")
SUICIDE_BOMBERS: Final = _card_with("suicide-bombers")
ACCIDENTAL_GUERRILLAS: Final = _card_with("accidental-guerrillas")
MULLAH_OMAR: Final = _card_with("mullah-omar")
TRIBAL_ELDERS: Final = _card_with("tribal-elders")
ID_CARDS: Final = _card_with("id-cards")
SANDSTORMS: Final = _card_with("sandstorms")
COUNTER_NARC: Final = _card_with("counter-narc")


def unshaded(state: State, card: int) -> bool:
    """Return whether the unshaded text of the card is in effect."""
    return bool(state.lasting >> (card * 2) & 1)


def shaded(state: State, card: int) -> bool:
    """Return whether the shaded text of the card is in effect."""
    return bool(state.lasting >> (card * 2 + 1) & 1)


def in_effect(state: State, card: int, side: str) -> bool:
    """Return whether this text is in effect, as a Capability or as Momentum."""
    return bool(state.lasting & lasting_bit(card, side))


def held_by(state: State, card: int, faction: Faction) -> bool:
    """5.4: whether the Faction executed this Momentum Event, and it is still in effect."""
    return bool(state.holders) and (card, int(faction)) in state.holders


def texts_in_effect(state: State) -> list[tuple[int, str]]:
    """Return every lasting text in effect, by card number."""
    return list(_texts(state.lasting))


@lru_cache(1024)
def _texts(lasting: int) -> tuple[tuple[int, str], ...]:
    # A view asks after every choice, and few Events change the answer: cached, a quarter off the time of a view.
    return tuple((card, side) for card in CARDS for side in SIDES if lasting & lasting_bit(card, side))


def is_momentum(card: int, side: str) -> bool:
    return CARDS[card].momentum in (side, "both")


@rule("5.3")
def place_capability(play: Play, card: int, side: str) -> None:
    """5.3: place the marker on this side for the rest of the game, replacing the other side (5.1.2)."""
    state = play.state
    state.lasting &= ~lasting_bit(card, UNSHADED if side == SHADED else SHADED)
    state.lasting |= lasting_bit(card, side)
    play.emit("capability", "5.3", card, side)


@rule("5.4")
def place_momentum(play: Play, card: int, side: str, faction: Faction) -> None:
    """5.4: put Momentum into effect until the next Reset; the card records who executed it."""
    state = play.state
    state.lasting |= lasting_bit(card, side)
    state.holders = (*(held for held in state.holders if held[0] != card), (card, int(faction)))
    play.emit("momentum", "5.4", card, side)


def use_card(play: Play, rule: str, card: int, space: Space) -> None:
    """Log that what follows in a space is by this card in effect, and not by the action itself."""
    play.emit("card-used", rule, card, SPACE_IDS[space])


def discard_momentum(play: Play) -> None:
    """5.4, 6.6: end Momentum; Capabilities stay."""
    play.state.holders = ()
    for card, side in texts_in_effect(play.state):
        if is_momentum(card, side):
            play.state.lasting &= ~lasting_bit(card, side)
            play.emit("momentum-ends", "6.6", card, side)


def remove_capability(play: Play, card: int) -> None:
    """Remove a Capability from play by an Event: neither side applies."""
    play.state.lasting &= ~(lasting_bit(card, UNSHADED) | lasting_bit(card, SHADED))
    play.emit("capability-removed", "5.3", card)


@rule("5.1.2")
def forbidden(play: Play, faction: Faction, action: str) -> bool:
    """5.1.2: whether a lasting Event forbids this action, unless the Event being played names it.

    Texts forbid an action (`air-lift`), one Faction's (`coalition assault`), or one with an Operation (`air-lift with
    sweep`).
    """
    state, cards = play.state, play.cards
    # the first test nearly always decides
    if not state.lasting & cards.any_ban or not state.lasting & cards.banned(faction, action, state.op):
        return False
    return action not in state.op_granted


def forbidden_by(play: Play, faction: Faction, action: str) -> tuple[int, str]:
    """Return the card and the side of the first lasting text that forbids an action which is `forbidden`."""
    banned = play.state.lasting & play.cards.banned(faction, action, play.state.op)
    return next((card, side) for card, side in _texts(play.state.lasting) if banned & lasting_bit(card, side))
