"""The records that are mutated: real games, saved at many moments."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import khyber
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup
from khyber.engine.record import Record, loads
from khyber.engine.table import Table

#: Games of which records are kept, each saved at some moments; the last one is when it is over.
PLAYED = 4
MOMENTS = 5
#: Choices from one moment to the next.
APART = {"distant-plain": 130, "zurmat": 45, "enduring-freedom": 110}


def begun(game: str, index: int) -> Table[Any]:
    """A new table with options of its own."""
    found, source = find_game(game), random.Random(stream("corpus", game, index))
    while True:
        options = [option for option in found.options if source.random() < 0.3]
        try:
            return khyber.new(
                game,
                scenario=source.choice(found.scenarios),
                seed=index,
                options=options,
                players=source.choice(found.player_counts),
                seats="person",
            )
        except BadSetup:
            continue


@cache
def texts(game: str) -> tuple[str, ...]:
    """The records of a game, as text."""
    saved = []
    for index in range(PLAYED):
        table, source = begun(game, index), random.Random(index)
        for _ in range(MOMENTS):
            for _ in range(source.randrange(APART[game])):
                if table.decision is not None:
                    choose(table, source)
            saved.append(table.save())
        saved[-1] = table.save()
    return tuple(saved)


@cache
def parsed(game: str) -> tuple[Record, ...]:
    return tuple(loads(text) for text in texts(game))


def choose(table: Table[Any], source: random.Random) -> None:
    """An answer to the pending decision, or now and then an aside."""
    seat = source.choice(table.game.seats)
    if source.random() < 0.05 and (offered := table.asides(seat)):
        table.choose(source.choice(offered.keys()), seat)
        return
    decision = table.decision
    assert decision is not None
    table.choose(source.randrange(len(decision.values)))
