"""What `bot:standard` finds among the options of a question."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rules.ground import WITH


def counter_of(value: Value) -> int:
    """Return the counter of an option that is a unit."""
    assert isinstance(value, tuple) and isinstance(value[0], int)
    return value[0]


def named(play: Play, value: Value) -> str:
    return play.box.of[counter_of(value)].id if isinstance(value, tuple) else str(value)


def unit_in(decision: Decision, counter: int) -> Value | None:
    """Return the option for that unit."""
    return next((value for value in decision.values if isinstance(value, tuple) and value[0] == counter), None)


def alike_in(play: Play, decision: Decision, unit: int) -> Value | None:
    """Return the option for a unit of that kind in that place."""
    of, where = play.box.of, play.state.where
    return next(
        (
            value
            for value in decision.values
            if isinstance(value, tuple)
            and isinstance(value[0], int)
            and of[value[0]].id == of[unit].id
            and value[1] == where[unit]
        ),
        None,
    )


def following(play: Play, decision: Decision, unit: int, dest: int) -> Value | None:
    """Return the option that sends a unit of that kind and place where the last one went, if it is there."""
    of, where = play.box.of, play.state.where
    return next(
        (
            value
            for value in decision.values
            if isinstance(value, tuple)
            and value[0] == WITH
            and value[2:] == (where[unit], dest)
            and of[int(value[1])].id == of[unit].id
        ),
        None,
    )


def zones_in(play: Play, decision: Decision) -> list[int]:
    """Return the zones among the options."""
    return [value for value in decision.values if isinstance(value, int) and value < len(play.box.zones)]
