"""What charts plot of a view: margins, totals, Support and Opposition, Resources and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from khyber.engine.game import Measure, View
from khyber.games.distant_plain.board import (
    COALITION,
    COIN_GOAL,
    GOVERNMENT,
    LEVEL_IDS,
    OPPOSITION,
    OPPOSITION_GOAL,
    SEATS,
    SUPPORT,
    SUPPORT_GOAL,
    TALIBAN,
    UNCONTROLLED_GOAL,
    WARLORD_RESOURCES_GOAL,
    WARLORDS,
)

#: The four totals of the edge track (1.9): whose they are, and what they must pass (7.2).
TOTALS: Final = (("support-available", COALITION, SUPPORT_GOAL), ("coin-patronage", GOVERNMENT, COIN_GOAL),
                 ("opposition-bases", TALIBAN, OPPOSITION_GOAL), ("uncontrolled", WARLORDS, UNCONTROLLED_GOAL))
TRACKS: Final = ("aid", "patronage")
LEVELS: Final = (LEVEL_IDS[SUPPORT], LEVEL_IDS[OPPOSITION])
MEASURES: Final = (
    *(Measure("margin", "margins", seat, 0) for seat in SEATS),
    *(Measure(total, "totals", SEATS[faction], goal) for total, faction, goal in TOTALS),
    *(Measure(level, "support") for level in LEVELS),
    *(Measure("resources", "resources", SEATS[faction], WARLORD_RESOURCES_GOAL if faction == WARLORDS else None)
      for faction in (GOVERNMENT, TALIBAN, WARLORDS)),
    *(Measure(track, "tracks") for track in TRACKS),
)


def measured(view: View) -> dict[str, int]:
    """The measures as a view tells them. Support and Opposition are Population at that level."""
    spaces = cast(Mapping[str, Mapping[str, object]], view["spaces"])
    people = {level: sum(cast(int, space["population"]) for space in spaces.values() if space["level"] == level)
              for level in LEVELS}
    numbers = cast(Mapping[str, Mapping[str, int]], view)
    tracks = cast(Mapping[str, int], view)
    return {
        **{f"margin:{seat}": n for seat, n in numbers["margins"].items()},
        **{f"{total}:{SEATS[faction]}": numbers["totals"][total] for total, faction, _ in TOTALS},
        **people,
        **{f"resources:{seat}": n for seat, n in numbers["resources"].items()},
        **{track: tracks[track] for track in TRACKS}}
