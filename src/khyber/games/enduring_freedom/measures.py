"""Figures that simulations count in the log: purchases, and the rules that applied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from khyber.engine.game import Event
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.ground import movement_allowance

BOUGHT: Final = "bought"
RULES: Final = "rules"
TALLIES: Final = (BOUGHT, RULES)
#: Northern Alliance units are drawn at random, so their kinds are not counted.
RECRUIT: Final = "alliance"


def tally(event: Event, box: Box) -> Iterator[tuple[str, str]]:
    """Yield the counts of an event: units and assets bought, by kind, and its rule."""
    params = event.params
    if event.rule == "11.2":
        if event.kind == "moved":
            yield BOUGHT, str(params["unit"])
        elif event.kind == "face-down":
            yield BOUGHT, RECRUIT
    yield RULES, "16.5" if event.kind == "moved" and event.rule == "16.3" and by_road(event, box) else event.rule


def by_road(event: Event, box: Box) -> bool:
    """Return whether a march went beyond the allowance, which only roads allow (16.5)."""
    params = event.params
    origin, place = box.zone_by_id.get(str(params["origin"])), box.zone_by_id.get(str(params["place"]))
    if origin is None or place is None:
        return False
    reached = {origin}
    for _ in range(movement_allowance(box, box.first[str(params["unit"])])):
        reached |= {zone for here in reached for zone in box.adjacent[here]}
    return place not in reached
