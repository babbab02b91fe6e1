"""Whole random games of the tiny game, with every promise of the engine checked at every decision."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khyber.engine.decision import KEY_PATTERN
from khyber.engine.errors import NotYourTurn, UndoRefused
from khyber.engine.record import ANSWER_SECRET, ASIDE, NOT_ANSWERS, WRITTEN, loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from tests.engine.tables import asked, new, random_choice, same
from tests.engine.tiny import SEATS, TINY, UNSEEN, State, other


def options_are_sound(table: Table[State]) -> None:
    for options in (asked(table).options, *(table.asides(seat) for seat in SEATS)):
        keys = options.keys()
        assert len(set(keys)) == len(keys)
        assert all(re.fullmatch(KEY_PATTERN, key) for key in keys)
    assert len(asked(table).options) > 1 or asked(table).window


def only_the_asked_seat_may_answer(table: Table[State]) -> None:
    before = table.save()
    for choice in (0, asked(table).options[0].key, asked(table).options[0]):
        with pytest.raises(NotYourTurn):
            table.choose(choice, other(asked(table).seat))
    assert table.save() == before


def copies_are_equal(table: Table[State]) -> None:
    assert same(table.fork(), table)
    assert same(from_record(TINY, loads(table.save())), table)


def frames_hold_nothing_hidden(table: Table[State], source: random.Random) -> None:
    """A seat's frame is the same whatever the hidden cards are, and its log names no card of the other's."""
    for seat in SEATS:
        frame, own = json.dumps(table.frame(seat)), table.own_record(seat)
        assert str(table.header.seed) not in frame + own
        assert all(
            event.params["card"] == UNSEEN
            for event in table.events(seat)
            if event.kind in ("drew", "offered") and event.params["seat"] != seat
        )
        changed = table.fork()
        changed.state.restore(TINY.imagine(changed.state, [seat], source))
        changed.state.draws += 1
        if changed.state.offers[SEATS.index(other(seat))]:
            changed.state.offers = ("tea", "") if seat == "south" else ("", "tea")
        assert (json.dumps(changed.frame(seat)), changed.own_record(seat)) == (frame, own)
        assert table.imagine(seat, source.randrange(10**9)).view(seat) == table.view(seat)


def undo_and_redo(before: Table[State], after: Table[State]) -> None:
    """The last choice was made after `before`: take it back and make it again, or be refused for a reason."""
    entries, owners = after.record().now, after.record().now_by
    mine = [i for i, entry in enumerate(entries) if entry[0] not in NOT_ANSWERS]
    seat = owners[mine[-1]] if mine else asked(after).seat
    table = after.fork()
    try:
        table.undo(seat)
    except UndoRefused:
        assert not mine or any(entry[0] in WRITTEN for entry in entries[mine[-1] :])
        assert same(table, after)
        return
    assert not any(entry[0] in WRITTEN for entry in entries[mine[-1] :])
    assert table.version == after.version + 1
    assert (table.state, table.since, repr(table.decision)) == (before.state, before.since, repr(before.decision))
    assert table.all_events() == before.all_events()
    last = entries[mine[-1]]
    table.choose(last.split(" ", 1)[1] if last[0] == ASIDE else last.removeprefix(ANSWER_SECRET), seat)
    table.version = after.version
    assert same(table, after)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(10**8, 10**12), scenario=st.sampled_from(TINY.scenarios), rich=st.booleans())
def test_every_promise_at_every_decision(seed: int, scenario: str, rich: bool) -> None:
    source = random.Random(seed)
    table = new(seed, scenario, ["rich"] if rich else [])
    while table.decision is not None:
        options_are_sound(table)
        only_the_asked_seat_may_answer(table)
        copies_are_equal(table)
        frames_hold_nothing_hidden(table, source)
        before, version = table.fork(), table.version
        random_choice(table, source)
        assert table.version == version + 1
        if table.decision is not None:
            undo_and_redo(before, table)
    assert table.outcome is not None
    assert sum(table.outcome.margins.values()) == 0
    copies_are_equal(table)
    assert verify(TINY, loads(table.save())) == len(table.steps)


def test_games_end_and_are_short_of_decisions() -> None:
    for seed in range(100):
        table, source = new(seed, "long", ["rich"]), random.Random(seed)
        while table.decision is not None:
            random_choice(table, source)
            assert len(table.since) <= 12
        assert 8 <= table.version <= 80
