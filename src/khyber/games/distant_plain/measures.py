"""Measures for charts: margins, totals, Support and Opposition, Resources and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from khyber.engine.game import View
from khyber.engine.optional import Measure
from khyber.games.distant_plain import board

#: The four totals of the edge track (1.9): Faction, and the goal to exceed (7.2).
TOTALS: Final = (
    ("support-available", board.COALITION, board.SUPPORT_GOAL),
    ("coin-patronage", board.GOVERNMENT, board.COIN_GOAL),
    ("opposition-bases", board.TALIBAN, board.OPPOSITION_GOAL),
    ("uncontrolled", board.WARLORDS, board.UNCONTROLLED_GOAL),
)
TRACKS: Final = ("aid", "patronage")
LEVELS: Final = (board.LEVEL_IDS[board.SUPPORT], board.LEVEL_IDS[board.OPPOSITION])
MEASURES: Final = (
    *(Measure("margin", "margins", seat, 0) for seat in board.SEATS),
    *(Measure(total, "totals", board.SEATS[faction], goal) for total, faction, goal in TOTALS),
    *(Measure(level, "support") for level in LEVELS),
    *(
        Measure(
            "resources",
            "resources",
            board.SEATS[faction],
            board.WARLORD_RESOURCES_GOAL if faction == board.WARLORDS else None,
        )
        for faction in (board.GOVERNMENT, board.TALIBAN, board.WARLORDS)
    ),
    *(Measure(track, "tracks") for track in TRACKS),
)


def measured(view: View) -> dict[str, int]:
    """Return the measures of a view. Support and Opposition are Population at that level."""
    spaces = cast(Mapping[str, Mapping[str, object]], view["spaces"])
    people = {
        level: sum(cast(int, space["population"]) for space in spaces.values() if space["level"] == level)
        for level in LEVELS
    }
    numbers = cast(Mapping[str, Mapping[str, int]], view)
    tracks = cast(Mapping[str, int], view)
    return {
        **{f"margin:{seat}": n for seat, n in numbers["margins"].items()},
        **{f"{total}:{board.SEATS[faction]}": numbers["totals"][total] for total, faction, _ in TOTALS},
        **people,
        **{f"resources:{seat}": n for seat, n in numbers["resources"].items()},
        **{track: tracks[track] for track in TRACKS},
    }
