"""The engine's Play for A Distant Plain: asks Factions, and knows the deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Decision, Param
from khyber.engine.play import Asking, RawEvent, Rules
from khyber.engine.play import Play as EnginePlay
from khyber.games.distant_plain.board import SEATS, Faction
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.events.deck import Side

UNSHADED = "unshaded"
SHADED = "shaded"
SIDES = (UNSHADED, SHADED)


@dataclass(frozen=True, slots=True)
class EventText:
    """One side of a card: how to execute it, and what it forbids while in effect (5.3, 5.4)."""

    execute: Callable[[Play, Faction], Rules]
    #: Operations and Special Activities that nobody may execute while it is in effect.
    forbids: frozenset[str] = frozenset()
    #: The same in the effect language, for those who need to know its effects beforehand.
    side: Side | None = None


#: Card number -> side -> text. A card or side that is missing is not offered.
Events = Mapping[int, Mapping[str, EventText]]


def lasting_bit(card: int, side: str) -> int:
    """Return the bit of a lasting text in State.lasting."""
    return 1 << (card * 2 + SIDES.index(side))


class Cards:
    """The texts of a deck, and what each forbids while in effect."""

    __slots__ = ("_banned", "any_ban", "bans", "texts")

    def __init__(self, texts: Events) -> None:
        self.texts = texts
        #: Operation or Special Activity -> the lasting texts, as bits, that forbid it.
        self.bans: dict[str, int] = {}
        self._banned: dict[tuple[int, str, str], int] = {}
        for card, sides in texts.items():
            for side, text in sides.items():
                for action in text.forbids:
                    self.bans[action] = self.bans.get(action, 0) | lasting_bit(card, side)
        #: The lasting texts, as bits, that forbid anything.
        self.any_ban = reduce(or_, self.bans.values(), 0)

    def banned(self, faction: Faction, action: str, op: str) -> int:
        """Return the lasting texts, as bits, that forbid this action of the Faction with this Operation."""
        asked = (int(faction), action, op)
        found = self._banned.get(asked)
        if found is None:
            bans = self.bans
            found = bans.get(action, 0) | bans.get(f"{SEATS[faction]} {action}", 0) | bans.get(f"{action} with {op}", 0)
            self._banned[asked] = found
        return found


NO_CARDS = Cards({})


class Play(EnginePlay[State]):
    """What a rule of A Distant Plain works with."""

    __slots__ = ("cards", "interrupted", "under_way")
    seats = SEATS

    def __init__(
        self,
        state: State,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
        cards: Cards = NO_CARDS,
    ) -> None:
        # As the engine's Play does, without a call of it: the bots make many copies.
        self.state = state
        self.chance = chance
        self.entries = entries
        self.events = events
        self.cards = cards
        #: Whether the log is at a Special Activity within an Operation.
        self.interrupted = False
        #: The Special Activity under way; "" once it has ended.
        self.under_way = ""

    def emit(self, *event: Param) -> None:
        """Log an event. The first of an Operation (rules 3) after its Special Activity says that it continues."""
        if self.events is not None:
            if self.interrupted and str(event[1])[0] == "3":
                self.interrupted = False
                self.events.append(("resumed", "4.1", SEATS[self.state.op_by], self.state.op))
            self.events.append(event)

    def again(
        self,
        state: State,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
    ) -> Play:
        return Play(state, chance, entries, events, self.cards)

    def scratch(self) -> Play:
        """Return a scratch copy without dice or log."""
        return Play(self.state.copy(), cards=self.cards)

    @property
    def pausing(self) -> bool:
        return self.state.pausing != 0 and self.entries is not None


__all__ = [
    "NO_CARDS",
    "SHADED",
    "SIDES",
    "UNSHADED",
    "Asking",
    "Cards",
    "Decision",
    "EventText",
    "Events",
    "Play",
    "Rules",
    "lasting_bit",
]
