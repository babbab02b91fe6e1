"""Effects, and how a step selects its spaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from khyber.games.distant_plain.board import FACTION_BY_ID, SPACE_IDS, Faction, Space
from khyber.games.distant_plain.events.amounts import Amount
from khyber.games.distant_plain.events.filters import Test, matching
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.notation import PLACES
from khyber.games.distant_plain.play import Asking, Play, Rules

EXECUTING: Final = "executing"

#: What an effect can change: read by Non-players before they choose an Event (8.6.2-8.9.2).
FLAGS: Final = frozenset(
    (
        "support-up",
        "support-down",
        "opposition-up",
        "opposition-down",
        "islamabad",
        "aid-up",
        "patronage-up",
        "government-resources-up",
        "taliban-resources-up",
        "taliban-resources-down",
        "warlord-resources-up",
        "taliban-base-place",
        "taliban-base-remove",
        "warlord-base-place",
        "government-place",
        "coalition-place",
        "coalition-remove",
        "warlord-guerrilla-on-loc",
        "government-free-action",
    )
)


class Effect:
    """One step of an Event. No ABC: `isinstance` would be slow for its classes."""

    def run(self, event: Resolution, step: int) -> Rules:
        """Execute as much of the effect as possible (5.1.3)."""
        raise NotImplementedError

    def execute(self, play: Play, faction: Faction) -> Rules:
        """Execute the effect alone, for previews."""
        yield from self.run(Resolution(play, faction), 1)

    def possible_now(self, event: Resolution) -> bool:
        """Return whether the effect could change anything now."""
        return True

    def pieces_now(self, event: Resolution) -> int:
        """Return how many pieces the effect could change now; 0 if it is not about a number of pieces."""
        return 0

    def touches(self) -> frozenset[str]:
        """Return the FLAGS that the effect could raise in some position."""
        return frozenset()


def chooser(event: Resolution, by: str) -> Faction:
    """Return the Faction that makes a choice: the executing one unless the step names another (5.1)."""
    return event.faction if by == EXECUTING else FACTION_BY_ID[by]


@dataclass(frozen=True, slots=True)
class Where:
    """The spaces of a step: all that pass the filter, or a number of them, chosen one by one."""

    text: str
    test: Test
    #: The most that may be chosen; None: all, without a choice.
    most: Amount | None
    #: Whether that many must be chosen, if there are that many.
    must: bool = False

    def next_space(self, event: Resolution, step: int, by: str, chosen: list[Space]) -> Asking[Space | None]:
        """Ask for the next space; None when done."""
        if self.most is None:
            return next((space for space in matching(event, self.test) if space not in chosen), None)
        if len(chosen) >= self.most(event):
            return None
        faction = chooser(event, by)

        def build() -> list[Space | str]:
            found: list[Space | str] = [space for space in matching(event, self.test) if space not in chosen]
            return found if self.must and found else [*found, "done"]

        picked = yield from event.play.ask(faction, "event-space", "5.1", PLACES, build, {"n": step})
        return None if isinstance(picked, str) else picked


class SpaceEffect(Effect):
    """An effect that happens space by space."""

    where: Where
    by: str

    def run(self, event: Resolution, step: int) -> Rules:
        chosen = event.selected.setdefault(step, [])
        while (space := (yield from self.where.next_space(event, step, self.by, chosen))) is not None:
            chosen.append(space)
            event.play.emit("event-space", "5.1", SPACE_IDS[space])
            yield from self.at(event, step, space)

    def possible_now(self, event: Resolution) -> bool:
        return bool(matching(event, self.where.test))

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        """Apply the effect in one space."""
        raise NotImplementedError
