"""What the Islamist reaction did to places, from the latest entries of the log: who came, went and advanced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from khyber.engine.game import Event

#: The phases of the Islamist Reaction (7.2).
PHASES: Final = ("events-begin", "islamist-mobilization", "cas-reveal", "counterattack-begin", "adjust")
#: Phases that begin with a clean map: a new reaction, and the player's operations.
CLEARED: Final = ("events-begin", "staging")
#: Entries that tell of counters that leave a place, and their side.
WENT: Final = {"vanished": "islamists", "airlift": "islamists", "defected": "alliance"}


class Reactions(NamedTuple):
    """Counters that came (or, negative, went) by place and side, and advances by origin and destination."""

    changes: list[tuple[str, str, int]]
    advances: list[tuple[str, str]]


def reactions_of(told: Sequence[Event]) -> Reactions:
    """Return what the last reaction did, until the player's operations begin.

    >>> phase = Event("phase", "7.2", {"phase": "events-begin"})
    >>> came = Event("face-down", "28.6", {"side": "islamists", "n": 2, "place": "kabul"})
    >>> reactions_of([phase, came, came]).changes
    [('kabul', 'islamists', 4)]
    """
    changes: dict[tuple[str, str, bool], int] = {}
    advances: list[tuple[str, str]] = []
    reacting = False
    for event in told:
        place, n = str(event.params.get("place", "")), event.params.get("n", 0)
        if event.kind == "phase":
            reacting = event.params["phase"] in PHASES
            if event.params["phase"] in CLEARED:
                changes, advances = {}, []
        elif reacting and isinstance(n, int) and n > 0:
            came = event.kind == "face-down"
            side = str(event.params["side"]) if came else WENT.get(event.kind)
            if side is not None:
                changes[place, side, came] = changes.get((place, side, came), 0) + (n if came else -n)
            elif event.kind == "advanced":
                advances.append((str(event.params["origin"]), place))
    return Reactions([(place, side, n) for (place, side, _), n in changes.items()], advances)
