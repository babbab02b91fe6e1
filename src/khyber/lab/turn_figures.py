"""Figures of A Distant Plain: Events executed, and the outcomes of Non-players' turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from khyber.games.distant_plain.game import PRINTINGS
from khyber.lab.flowcharts import steps_of_flowcharts
from khyber.lab.simulate import Played, Results
from khyber.lab.turns import WASTEFUL


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of Non-players over all games."""

    turns: int
    #: Turns by outcome (khyber.lab.turns.OUTCOMES), and Passes by reason.
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    operations: Mapping[str, int]
    activities: Mapping[str, int]
    #: Counts by step of the flowcharts.
    followed: Mapping[str, int]
    #: Turns other than a Pass that changed nothing.
    idle: Sequence[str]


def turns_of(games: Sequence[Played]) -> Turns:
    """Sum up the turns of Non-players in these games."""
    counts: dict[str, Counter[str]] = {
        what: Counter() for what in ("outcomes", "reasons", "operations", "activities", "followed")
    }
    idle: list[str] = []
    turns = 0
    for played in games:
        figures = played.figures["turns"]
        turns += cast(int, figures["turns"])
        idle += [f"game {played.index}, {what}" for what in cast(list[str], figures["idle"])]
        for what, counted in counts.items():
            counted.update(cast(dict[str, int], figures[what]))
    return Turns(turns, **{what: dict(sorted(counted.items())) for what, counted in counts.items()}, idle=idle)


def turn_figures(results: Results) -> dict[str, object]:
    """Return the actions of Non-players. A refused choice ends its game and counts as an error."""
    turns = turns_of(results.games)
    return {
        "events": events_of(results.games),
        "turns": turns.turns,
        "operations": dict(turns.operations),
        "special_activities": dict(turns.activities),
        "refused": sum("RefusedIntent" in played.error or "NoPlan" in played.error for played in results.failed),
        "wasteful": turns.outcomes.get(WASTEFUL, 0),
        "outcomes": dict(turns.outcomes),
        "declined": dict(turns.reasons),
        "unexercised": unexercised(results, turns),
    }


def events_of(games: Sequence[Played]) -> dict[str, int]:
    """Count executions of each side of each card."""
    events: Counter[str] = Counter()
    for played in games:
        events.update(cast(dict[str, int], played.figures["events"]))
    return dict(sorted(events.items(), key=lambda item: (int(item[0][:-1]), item[0][-1] == "s")))


def unexercised(results: Results, turns: Turns) -> list[str]:
    """Return flowchart steps of these Factions that were never followed."""
    seats = results.plan.seats
    seated = seats if isinstance(seats, Mapping) else {}
    steps = [
        step
        for bot, printing in PRINTINGS.items()
        for step in steps_of_flowcharts({seat for seat, agent in seated.items() if agent == bot}, printing.name)
    ]
    return [step for step in steps if step not in turns.followed]
