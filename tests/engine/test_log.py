"""Following a table: what is new since one's last choice, and going back to any moment."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khyber
from khyber.engine.errors import BadRecord
from khyber.engine.history import back_to, choices_of, retrace_choices
from khyber.engine.log import RECENT, Follower
from khyber.engine.record import BRANCH
from khyber.engine.table import Table, from_record
from tests.attacks.attacks import long_record
from tests.engine.tables import asked, new, random_choice
from tests.engine.tiny import SEATS, State


def played(seed: int, choices: int = 100) -> Table[State]:
    table, source = new(seed, "long", ["rich"]), random.Random(seed)
    while table.decision is not None and choices:
        random_choice(table, source)
        choices -= 1
    return table


def choices_by(table: Table[State], seat: str) -> int:
    return sum(step.seats().count(seat) for step in table.steps) + table.entries()[1].count(seat)


@pytest.mark.parametrize("seed", range(10))
def test_a_late_follower_agrees_with_one_present_at_every_choice(seed: int) -> None:
    """A follower who was there at every choice and one who comes later agree."""
    table, source = new(seed, "long", ["rich"]), random.Random(seed)
    there = {seat: Follower[State](seat) for seat in SEATS}
    noted = dict.fromkeys(SEATS, 0)
    while table.decision is not None:
        before = {seat: choices_by(table, seat) for seat in SEATS}
        random_choice(table, source)
        for seat in SEATS:
            if choices_by(table, seat) != before[seat]:
                noted[seat] = there[seat].seen(table)[1]
            assert there[seat].after_own_choice(table) == noted[seat]
            assert Follower[State](seat).after_own_choice(table) == noted[seat]
        assert Follower[State]().after_own_choice(table) == 0


def test_after_an_undo_the_choice_before_counts() -> None:
    table = new(3, options=["rich"])
    follower = Follower[State]("north")
    table.choose(0)
    first = follower.after_own_choice(table)
    table.choose(0)
    assert follower.after_own_choice(table) == first > 0
    table.undo("north", agreed=True)
    follower.cut(len(table.steps))
    assert follower.after_own_choice(table) == 0


@pytest.mark.parametrize("seed", range(10))
def test_after_an_undo_a_follower_knows_what_one_who_comes_later_does(seed: int) -> None:
    table, source = new(seed, "long", ["rich"]), random.Random(seed)
    there = {seat: Follower[State](seat) for seat in SEATS}
    undone = 0
    while table.decision is not None:
        random_choice(table, source)
        seat = source.choice(SEATS)
        if source.random() < 0.2 and undone < 20 and choices_by(table, seat):
            table.undo(seat, agreed=True)
            undone += 1
            for follower in there.values():
                follower.cut(len(table.steps))
        for seat, follower in there.items():
            late = Follower[State](seat)
            assert follower.seen(table) == late.seen(table)
            assert follower.after_own_choice(table) == late.after_own_choice(table)
    assert undone


@pytest.mark.parametrize("seed", range(4))
def test_every_moment_is_stood_at_again(seed: int) -> None:
    table = played(seed)
    before = table.save()
    for step in range(len(table.steps)):
        begun = back_to(table, step, None, branch=True)
        assert len(begun.steps) == step or not choices_of(table, step)
        moments = [
            (again.view(*SEATS), again.decision and asked(again).ask) for again, _, _ in retrace_choices(table, step)
        ]
        for choice, moment in enumerate(moments):
            copy = back_to(table, step, choice, branch=True)
            assert (copy.view(*SEATS), asked(copy).ask) == moment
            assert copy.branch == table.branch + 1
            assert f"{BRANCH}{copy.branch}" in copy.since
            assert from_record(table.game, copy.record()).save() == copy.save()
        end = back_to(table, step, len(moments), branch=True)
        assert [one.after for one in end.steps[: step + 1]] == [one.after for one in table.steps[: step + 1]]
    assert table.save() == before


def test_a_step_under_way_is_branched_as_it_stands() -> None:
    table = played(2, 4)
    here = len(table.steps)
    copy = back_to(table, here, len(choices_of(table, here)), branch=True)
    assert copy.view(*SEATS) == table.view(*SEATS)
    assert copy.branch == table.branch + 1
    same = back_to(table, here, len(choices_of(table, here)), branch=False)
    assert same.save() == table.save()


def test_a_step_of_other_rules_is_refused() -> None:
    table = played(1)
    record = table.record()
    record.steps[1].entries = record.steps[1].entries.replace("#", "#no-such-")
    broken = from_record(table.game, record)
    with pytest.raises(BadRecord):
        back_to(broken, 1, 1, branch=True)
    assert Follower[State]("north").after_own_choice(broken) > 0


def test_a_picture_reads_the_last_steps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long an imported record is: the server draws it while others wait."""
    table = khyber.load(long_record(2_000, 0))
    read = list[int]()
    raw_events = Table.raw_events

    def counted(self: Table[Any], step: int) -> Any:
        read.append(step)
        return raw_events(self, step)

    monkeypatch.setattr(Table, "raw_events", counted)
    assert table.svg().startswith("<svg")
    assert 0 < len(read) <= RECENT
    assert min(read) >= len(table.steps) - RECENT
