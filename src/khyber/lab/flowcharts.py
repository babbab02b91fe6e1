"""The steps of the Non-players' flowcharts, by the ids that explanations and counts use."""

from __future__ import annotations

from collections.abc import Collection

from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.text import step_ids


def steps_of_flowcharts(seats: Collection[str] = SEATS) -> list[str]:
    """Every step that can lead to something, of these Factions and of the general procedures, in order."""
    if not seats:
        return []
    letters = {seat[0].upper() for seat in seats} | {"N"}
    return [step for step in step_ids() if step.split(".")[0] in letters]
