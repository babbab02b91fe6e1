"""Effects on Eligibility, free actions, lasting texts, naming a Faction, and choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import COALITION, FACTION_BY_ID, GOVERNMENT, SEATS, Faction
from khyber.games.distant_plain.events.effect import Effect, chooser
from khyber.games.distant_plain.events.filters import Test, matching
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.notation import WORDS, numbered
from khyber.games.distant_plain.play import Rules
from khyber.games.distant_plain.rules.eligibility import make_eligible_next, make_ineligible_through_next
from khyber.games.distant_plain.rules.events import free_activity, free_operation
from khyber.games.distant_plain.rules.lasting import place_capability, place_momentum
from khyber.games.distant_plain.rules.sequence import nothing_to_ask

NAMED = "named"
#: The COIN Faction that was not named.
OTHER_COIN = "other-coin"


def the_faction(event: Resolution, name: str) -> Faction:
    """Return a Faction by its id, or the one an earlier step named."""
    if name in (NAMED, OTHER_COIN):
        assert event.named is not None
        if name == NAMED:
            return event.named
        return COALITION if event.named == GOVERNMENT else GOVERNMENT
    return FACTION_BY_ID[name]


def _with_government(flags: frozenset[str], faction: str) -> frozenset[str]:
    """Add the Government's flag to those that the card declares."""
    return flags | {"government-free-action"} if faction == SEATS[GOVERNMENT] else flags


@dataclass(frozen=True)
class Name(Effect):
    """Ask the executing Faction to name a Faction for later steps."""

    factions: tuple[str, ...]
    by: str
    others_only: bool

    def run(self, event: Resolution, step: int) -> Rules:
        choices = [name for name in self.factions if not self.others_only or FACTION_BY_ID[name] != event.faction]
        named = yield from event.play.ask(
            chooser(event, self.by), "event-faction", "5.1", WORDS, lambda: choices, {"n": step}
        )
        event.named = FACTION_BY_ID[named]


@dataclass(frozen=True)
class Eligibility(Effect):
    """2.3.6: make a Faction Ineligible through the next card, or Eligible on it."""

    faction: str
    eligible: bool

    def run(self, event: Resolution, step: int) -> Rules:
        faction = the_faction(event, self.faction)
        if self.eligible:
            make_eligible_next(event.play, faction)
        else:
            make_ineligible_through_next(event.play, faction)
        return nothing_to_ask()


@dataclass(frozen=True)
class FreeOperation(Effect):
    """5.5: grant a Faction a free Operation, perhaps Limited, or limited to some spaces or origins."""

    faction: str
    ops: tuple[str, ...]
    limited: bool
    where: Test | None
    origins: Test | None
    text: str
    flags: frozenset[str]

    def run(self, event: Resolution, step: int) -> Rules:
        allowed = None if self.where is None else tuple(matching(event, self.where))
        from_here = None if self.origins is None else tuple(matching(event, self.origins))
        yield from free_operation(
            event.play,
            the_faction(event, self.faction),
            self.ops,
            limited=self.limited,
            spaces=allowed,
            origins=from_here,
            text=self.text,
        )

    def touches(self) -> frozenset[str]:
        return _with_government(self.flags, self.faction)


@dataclass(frozen=True)
class FreeActivity(Effect):
    """5.5: grant a free Special Activity, perhaps limited to some spaces."""

    faction: str
    name: str
    where: Test | None
    text: str
    flags: frozenset[str]

    def run(self, event: Resolution, step: int) -> Rules:
        allowed = None if self.where is None else tuple(matching(event, self.where))
        yield from free_activity(event.play, FACTION_BY_ID[self.faction], (self.name,), spaces=allowed, text=self.text)

    def touches(self) -> frozenset[str]:
        return _with_government(self.flags, self.faction)


@dataclass(frozen=True)
class Capability(Effect):
    """5.3: put this side of the card into play as a Capability."""

    card: int
    side: str

    def run(self, event: Resolution, step: int) -> Rules:
        place_capability(event.play, self.card, self.side)
        return nothing_to_ask()


@dataclass(frozen=True)
class Momentum(Effect):
    """5.4: put this side into play until Reset."""

    card: int
    side: str

    def run(self, event: Resolution, step: int) -> Rules:
        place_momentum(event.play, self.card, self.side, event.faction)
        return nothing_to_ask()


def upto(event: Resolution, options: Sequence[tuple[str, Sequence[Effect]]]) -> str:
    """Return how many pieces each list of steps could change now."""
    return numbered((name, sum(effect.pieces_now(event) for effect in effects)) for name, effects in options)


@dataclass(frozen=True)
class Choose(Effect):
    """Execute exactly one of several named lists of steps."""

    by: str
    options: tuple[tuple[str, Sequence[Effect]], ...]

    def run(self, event: Resolution, step: int) -> Rules:
        names = [name for name, effects in self.options if all(effect.possible_now(event) for effect in effects)]
        if not names:
            return
        chosen = yield from event.play.ask(
            chooser(event, self.by),
            "event-choose",
            "5.1",
            WORDS,
            lambda: names,
            Fresh(lambda: {"n": step, "card": event.state.played[-1], "upto": upto(event, self.options)}),
        )
        for effect in dict(self.options)[chosen]:
            yield from effect.run(event, step)

    def touches(self) -> frozenset[str]:
        return frozenset().union(*(effect.touches() for _, effects in self.options for effect in effects))
