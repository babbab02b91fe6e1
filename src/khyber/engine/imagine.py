"""Imagining: another world that looks the same to a seat, for agents and previews."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from khyber.engine.chance import Seeded, stream
from khyber.engine.errors import BadRecord, Error
from khyber.engine.game import Json
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, Header
from khyber.engine.replay import Replay, redact

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: How many worlds are drawn, at most, to find one that shows a seat what it has seen.
WORLDS = 500


def imagine(table: Table[S], seats: Sequence[str], seed: int) -> Table[S]:
    """A table as those seats may know it.

    Worlds are drawn at the last checkpoint and kept when the entries since can be made in them and show
    these seats what they have seen.
    """
    table._seats_of_entries()
    checkpoint = table._checkpoint_state()
    known = redact(table._entries, seats)
    seen = _seen(table, seats) if table._entries else None
    own = stream("imagined", seed, *seats)  # never the stream of the table itself, whatever its seed
    for attempt in range(WORLDS):
        source = random.Random(stream(own, attempt))
        world = table.game.imagine(checkpoint, seats, source)
        header = Header(table.header.game, table.header.rules, table.header.data, own, table.header.setup,
                        dict(table.seats), world.pack())
        imagined: Table[S] = type(table)(table.game, header, Replay(known, Seeded(own, attempt + 1)), begin=False)
        imagined._stand(world)
        try:
            imagined._begin()
            for entry, by in zip(table._entries, table._by, strict=True):
                _reenter(imagined, entry, by, seats, source)
        except Error:
            continue
        if seen is None or _seen(imagined, seats) == seen:
            imagined._chance = imagined._play.chance = Seeded(own)
            imagined.version = table.version
            return imagined
    raise Error(f"no world could be imagined for {', '.join(seats)}")


def _seen(table: Table[S], seats: Sequence[str]) -> list[Json]:
    """What these seats can tell this table by, since the last checkpoint."""
    told = [list[Json](event) for raw in table._events if (event := table.game.see(raw, seats)) is not None]
    return [table.view(*seats), table.asked(*seats), list[Json](told)]


def _reenter(table: Table[S], entry: str, by: str, seats: Sequence[str], source: random.Random) -> None:
    """An entry made again in an imagined world: secret answers of others are anybody's guess, as are forgotten ones."""
    if entry[0] == ANSWER_FORGOTTEN or (entry[0] == ANSWER_SECRET and by not in seats):
        decision = table._decision
        if decision is None or decision.seat != by:
            raise BadRecord("the imagined world goes another way")
        table._answer(decision, source.randrange(len(decision.values)))
    else:
        table._enter(entry, by)
