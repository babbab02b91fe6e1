"""Imagined tables: worlds that look the same to a seat, for agents and previews."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from khyber.engine.chance import Seeded, stream
from khyber.engine.errors import BadRecord, Error
from khyber.engine.game import Json
from khyber.engine.log import redact, visible
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, answer_entry
from khyber.engine.replay import Replay

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: Draws a state that looks the same to a seat, given the real one.
Draw = Callable[[S, random.Random], S]
#: Maximum worlds drawn to find one that shows a seat what it has seen.
WORLDS = 500


def imagine(table: Table[S], seats: Sequence[str], seed: int, draw: Draw[S] | None = None) -> Table[S]:
    """Return a table drawn from what those seats may know.

    A world is drawn at the last checkpoint, and kept if the entries since can be repeated in it and show these seats
    what they have seen. If `draw` finds none in half of the attempts, all worlds are equally likely.
    """
    checkpoint = table.checkpoint()
    entries, by = table.entries()
    known = redact(entries, seats)
    seen = _seen(table, seats) if entries else None
    own = stream("imagined", seed, *seats)  # never the table's own stream, whatever its seed
    for attempt in range(WORLDS):
        source = random.Random(stream(own, attempt))
        drawn = None if attempt >= WORLDS // 2 or draw is None else draw(checkpoint, source)
        world = table.game.imagine(checkpoint, seats, source) if drawn is None else drawn
        header = replace(table.header, seed=own, seats=dict(table.seats), start=world.pack())
        imagined: Table[S] = type(table)(table.game, header, Replay(known, Seeded(own, attempt + 1)), begin=False)
        try:
            imagined.begin(world)
            for entry, who in zip(entries, by, strict=True):
                _enter(imagined, entry, who, seats, source)
        except Error:
            continue
        if seen is None or _seen(imagined, seats) == seen:
            imagined.chance = imagined.play.chance = Seeded(own)
            imagined.version = table.version
            return imagined
    raise Error(f"no world could be imagined for {', '.join(seats)}")


def reseed(table: Table[S], seed: int) -> None:
    """Draw everything to come from another seed: that of an imagined table is short enough to search for."""
    table.header = replace(table.header, seed=seed)
    table.chance = table.play.chance = Seeded(seed)


def _seen(table: Table[S], seats: Sequence[str]) -> list[Json]:
    """Return everything these seats have seen since the last checkpoint."""
    events = [list[Json](event) for event in visible(table.game, table.raw_events(), seats)]
    return [table.view(*seats), table.asked(*seats), list[Json](events)]


def _enter(table: Table[S], entry: str, by: str, seats: Sequence[str], source: random.Random) -> None:
    """Repeat an entry in an imagined world, picking answers unknown to the seats at random."""
    if entry[0] == ANSWER_FORGOTTEN or (entry[0] == ANSWER_SECRET and by not in seats):
        decision = table.decision
        if decision is None or decision.seat != by:
            raise BadRecord("the imagined world goes another way")
        entry = answer_entry(decision, decision.options[source.randrange(len(decision.values))].key)
    table.enter(entry, by)
