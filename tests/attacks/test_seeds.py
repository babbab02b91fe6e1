"""A hint tells nothing of the seed: two tables that a seat cannot tell apart give it the same one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khyber.agents.explain import hint
from khyber.engine.optional import Bots
from khyber.engine.table import from_record
from tests.server.worlds import KINDS, AnyTable


def reseeded(table: AnyTable, seed: int) -> AnyTable:
    """The same table with other dice and draws to come."""
    record = table.record()
    record.header = replace(record.header, seed=seed)
    return from_record(table.game, record)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_is_the_same_whatever_the_seed_and_whatever_is_hidden(kind: str) -> None:
    for index in range(4):
        pair = KINDS[kind](index)
        bot = Bots.of(pair.one.game).bots[0]
        worlds = [*pair.worlds, *(reseeded(pair.one, seed) for seed in range(8))]
        hints = [hint(world, bot) for world in worlds]
        assert hints[0].option is not None or hints[0].silent
        assert len({(one.option.key if one.option else "", repr(one.reasons), one.silent) for one in hints}) == 1


def test_ties_are_still_decided_by_chance() -> None:
    """From one position to the next, and not always for the first option."""
    found = set[int]()
    for index in range(12):
        pair = KINDS["plain"](index)
        option = hint(pair.one, "bot:2nd").option
        if option is not None:
            found.add(option.index)
    assert len(found) > 2
