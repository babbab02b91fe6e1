"""8.1, 8.6.2-8.9.2: what an Event could do, what it will do, and whether it has any effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import C_BASE, C_TROOPS, COALITION, GOVERNMENT, T_BASE, TALIBAN, Faction
from khyber.games.distant_plain.bots.events.could import FACES, side_could
from khyber.games.distant_plain.bots.events.difference import Difference, changed
from khyber.games.distant_plain.bots.events.steps import EVENT
from khyber.games.distant_plain.bots.events.trial import Faces, Tried, try_event, try_until_certain
from khyber.games.distant_plain.bots.events.worth import WANTS
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.events.preview import witness
from khyber.games.distant_plain.play import EventText, Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.lasting import in_effect, is_momentum
from khyber.games.distant_plain.state import State

#: Maximum lines of choices tried in a text that is not written in the effect language.
MAX_WAYS: Final = 200
#: The conditions of the box, each met by any of its flags (8.6.2, 8.8.2).
COULD: Final[dict[Faction, tuple[frozenset[str], ...]]] = {
    COALITION: (
        frozenset(("support-up", "opposition-down")),
        frozenset(("taliban-base-place", "taliban-base-remove", "coalition-place", "coalition-remove")),
        frozenset(("islamabad",)),
    ),
    TALIBAN: (
        frozenset(
            ("support-down", "opposition-up", "opposition-down", "taliban-resources-up", "taliban-resources-down")
        ),
        frozenset(("taliban-base-place", "taliban-base-remove", "coalition-remove")),
        frozenset(("islamabad",)),
    ),
}


@rule("8.6.2", "8.8.2")
def could(play: Play, faction: Faction, text: EventText, wanted: Collection[str]) -> bool:
    """N.Could: return whether the text, with any choices and dice, could raise one of the flags now."""
    if text.side is not None:
        return side_could(play, text.side, wanted)

    def does(after: State) -> bool:
        return not raised(Difference(play.state, after)).isdisjoint(wanted)

    return any(witness(play, faction, text, MAX_WAYS, does, Faces(face)) is not None for face in FACES)


def raised(diff: Difference) -> set[str]:
    """Return the flags that a difference raises."""
    flags = set(diff.raised)
    if diff.islamabad():
        flags.add("islamabad")
    for piece, name in ((T_BASE, "taliban-base"), (C_TROOPS, "coalition"), (C_BASE, "coalition")):
        if diff.arrived(piece) > 0 or (diff.placed(piece) < 0 and not diff.arrived(piece)):
            flags.add(f"{name}-place")
        elif diff.arrived(piece) < 0 or diff.placed(piece) > 0:
            flags.add(f"{name}-remove")
    taliban = diff.resources(TALIBAN)
    if taliban:
        flags.add("taliban-resources-up" if taliban > 0 else "taliban-resources-down")
    return flags


class Prospect:
    """The outcome of a text by the Faction's own choices, tried on demand, once per die face."""

    __slots__ = ("_tries", "bot", "faction", "play", "side", "text")

    def __init__(self, bot: NonPlayer, play: Play, side: str) -> None:
        self.bot = bot
        self.faction = bot.faction
        self.play = play
        self.side = side
        self.text = play.cards.texts[play.state.played[-1]][side]
        self._tries: dict[int, Tried] = {}

    def with_dice(self, face: int = FACES[0]) -> Tried:
        tried = self._tries.get(face)
        if tried is None:
            tried = self._tries[face] = try_event(self.bot, self.play, self.text, self.side, face)
        return tried

    def each(self) -> Iterator[Tried]:
        """Yield a trial for every die result that matters; one if there are no dice."""
        yield self.with_dice()
        if self.with_dice().rolled:
            yield from (self.with_dice(face) for face in (FACES if _falls_with_dice(self.text) else FACES[:2])[1:])

    def difference(self) -> Difference:
        return self.with_dice().difference()

    @rule("8.1")
    def effective(self) -> bool:
        """N.Effective: return whether some result of the dice changes the board."""
        card = self.play.state.played[-1]
        if is_momentum(card, self.side) and not in_effect(self.play.state, card, self.side):
            return True
        return any(map(self._changes, self.each()))

    @rule("8.1")
    def surely_effective(self) -> bool:
        """N.Effective: return whether a free action of its own makes an effect certain; if not, keep the trial."""
        if is_momentum(self.play.state.played[-1], self.side):
            return False
        tried = try_until_certain(self.bot, self.play, self.text, self.side, FACES[0])
        if tried is not None:
            self._tries[FACES[0]] = tried
        return tried is None

    def _changes(self, tried: Tried) -> bool:
        return changed(tried.before, tried.after, self.faction) or bool(tried.took >> self.faction & 1)

    @rule("8.3.5")
    def spares_own_score(self) -> bool:
        """N.OwnScore, R-N18: return whether some case keeps its score; it may decline free actions (8.3.4)."""
        return any(tried.difference().score(self.faction) >= 0 for tried in self.each()) or (
            any(tried.took for tried in self.each())
            and any(
                try_event(self.bot, self.play, self.text, self.side, face, declining=True)
                .difference()
                .score(self.faction)
                >= 0
                for face in FACES
            )
        )

    @rule("8.7.2", "8.9.2")
    def will(self) -> int | None:
        """N.Will: return the first condition of its box that every die result meets, or None."""
        met = [True] * 3
        for tried in self.each():
            met = [both and now for both, now in zip(met, self._conditions(tried), strict=True)]
            if True not in met:
                return None
        return met.index(True)

    def _conditions(self, tried: Tried) -> list[bool]:
        met = list(WANTS[self.faction](tried.difference()))
        if self.faction == GOVERNMENT and tried.took >> GOVERNMENT & 1:
            met[1] = True
        return met


def take_event(prospect: Prospect, step: str) -> Plan:
    """Plan the Event, with the step that led to it."""
    plan = Plan(EVENT + prospect.side)
    plan.follow(step)
    prospect.bot.note("event", id=step, side=prospect.side)
    return plan


def leave_event(bot: NonPlayer, step: str) -> None:
    """Decline the Event, with the step that says so."""
    bot.note("no-event", id=step)


def open_sides(decision: Decision) -> list[str]:
    """Return the texts of the card that it may execute; none if the Event is not open."""
    return [str(value).removeprefix(EVENT) for value in decision.values if str(value).startswith(EVENT)]


def _falls_with_dice(text: EventText) -> bool:
    """Return whether a higher die may do less; otherwise trying the lowest and highest is enough."""
    return text.side is None or any("-r" in str(step).replace(" ", "") for step in text.side.steps)
