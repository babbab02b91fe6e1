"""What a seat knows and spectators do not: whether its player has been shown anything hidden."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from khyber.engine.chance import stream
from khyber.engine.game import Game
from khyber.engine.log import redact, visible
from khyber.engine.play import S

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: Worlds drawn from what everybody knows; a seat without secrets sees the same in all of them.
WORLDS = 32


def was_shown_secrets(table: Table[S], seat: str, last: int | None = None) -> bool:
    """Return whether the seat has been shown anything hidden from spectators, until the end of a step.

    Steps are counted from 0; by default until now.
    """
    here = len(table.steps)
    until = here if last is None else min(last, here)
    states = (table.checkpoint(step) for step in {until, min(until + 1, here)})
    return any(_knows_more(table.game, state, seat) for state in states) or any(
        _was_told_more(table, seat, step) for step in range(until, -1, -1)
    )


def _knows_more(game: Game[S], state: S, seat: str) -> bool:
    """Return whether the seat's view of a state rules out worlds that spectators think possible.

    To compare the two views would not do: a view may give lists to their owner and numbers to everybody else.
    """
    if (seen := game.view(state, (seat,))) == game.view(state, ()):
        return False
    draws = (random.Random(stream("private", seat, number)) for number in range(WORLDS))
    return any(game.view(game.imagine(state, (), source), (seat,)) != seen for source in draws)


def _was_told_more(table: Table[S], seat: str, step: int) -> bool:
    """Return whether the seat reads more than spectators in the log of a step, or answered in secret."""
    events = table.raw_events(step)
    if visible(table.game, events, (seat,)) != visible(table.game, events, ()):
        return True
    entries, by = table.entries(step)
    return redact(entries, (seat,), by) != redact(entries, (), by)
