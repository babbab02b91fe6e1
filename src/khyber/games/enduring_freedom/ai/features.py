"""What learners observe: the fields of a state as bytes."""

from __future__ import annotations

from khyber.engine.features import Feature, bits, flag, members, number, one_of, row, word
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.state import MAX_EVENT, MAX_LEFT


def features(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return the fields; `steps` are the game's."""
    counters, zones, bases = box.end, len(box.zones), len(box.zones) + len(box.capacity)
    places = board.DEMOBILIZED
    return (
        word("step", steps, "the step under way"),
        word("then", steps, "the step after it, if it interrupts one"),
        number("turn", 0, box.last_turn, "the turn; 0 during the set-up"),
        number("points", 0, board.MAX_POINTS, "NetWar Points"),
        number("jihad", board.LOWEST_JIHAD, board.HIGHEST_JIHAD, "the Jihad level, from its lowest"),
        one_of("jirga", len(board.JIRGA_IDS), "the Loya Jirga"),
        row("where", counters, places, "the place of each counter; face-down ones of a kind in a fixed order"),
        row("shown", counters, 1, "face-up Islamist and Northern Alliance counters"),
        row("reduced", counters, 1, "two-step units on their reduced side"),
        row("moved", counters, 1, "units that have moved in this phase"),
        row("began", len(box.engineers), places, "where each engineer was when ground movement began"),
        row("traffic", bases, 255, "points of capacity used at each airbase and Staging Area"),
        flag("half", "the next asset is paid for"),
        members("targets", places + 1, "zones designated, or places of ISR missions"),
        number("left", 0, MAX_LEFT, "zones still to be designated"),
        number("intel", 0, 20, "Intelligence counters that wait for a zone"),
        bits("to_fight", zones, "zones in which combat is still to come"),
        one_of("zone", zones, "the zone of the battle, air defence or strike under way"),
        one_of("attacker", 2, "who attacks", low=board.COALITION),
        flag("bought", "a point was paid for the tactical edge"),
        one_of("edge", 3, "who has it: not yet known, Coalition, Islamists", low=-1),
        number("round", 0, 2, "the fire round"),
        number("hits", 0, counters, "hits to apply"),
        number("events_left", 0, 20, "events still to come"),
        bits("events_seen", MAX_EVENT + 1, "events of this turn by number"),
        number("jihad_change", -20, 20, "the change of the Jihad level to come, from -20"),
    )
