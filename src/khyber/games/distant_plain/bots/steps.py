"""The steps of the Non-players' flowcharts, by the ids that explanations and counts use."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.text import step_ids

#: Steps that games may never follow, and why.
REASONS: Final[dict[str, str]] = {
    **{f"{letter}.Event.3": "a heading: one of its letters is followed" for letter in "CGTW"},
    "C.Train.2": "needs a player's Taliban at 18 or more and an earlier box that fails: random agents do not get there",
    "T.Ambush": "walked alone only for an Event that grants nothing but Ambush, and no printed card does; within an "
    "Attack its order serves T.Attack.2",
    "W.Attack.1": "the last box: Rally or March is nearly always possible before it",
}


def steps_of_flowcharts(seats: Collection[str] = SEATS, printing: str = "3rd") -> list[str]:
    """Return every step with an effect, for these Factions and the general procedures, in order.

    >>> steps_of_flowcharts(["taliban"])[0], steps_of_flowcharts(["taliban"], "2nd")[0]
    ('N.Halo', 'N2.Seq.1')
    """
    if not seats:
        return []
    mark = "2" if printing == "2nd" else ""
    owners = {f"{letter}{mark}" for letter in ("N", *(seat[0].upper() for seat in seats))}
    return [step for step in step_ids() if step.split(".")[0] in owners]
