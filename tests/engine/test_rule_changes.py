"""A later fix of a rule never breaks a game in progress: it goes on from its last checkpoint under the new rules."""

from __future__ import annotations

from typing import ClassVar

import pytest

from khyber.engine.errors import BadRecord, NotOffered, RuleFailed
from khyber.engine.play import Rules
from khyber.engine.record import Record, loads
from khyber.engine.table import from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, asked, new, play_on, same
from tests.engine.tiny import TINY, Tiny, TinyPlay


class Second(Tiny):
    """Later rules: nobody trades any more, and the winner of a bid earns two coins."""

    rules_version: ClassVar[str] = "2"

    def step(self, play: TinyPlay) -> Rules:
        rules = super().step(play)
        value = None
        while True:
            try:
                decision = rules.send(value)  # type: ignore[arg-type]
            except StopIteration:
                return
            build = decision.build
            value = yield decision.again(lambda build=build: [v for v in build() if v != "trade"])  # type: ignore[misc]


class Same(Tiny):
    """A later release with the same rules."""

    rules_version: ClassVar[str] = "2"


def first_rules(*keys: str | int) -> Record:
    """A game under the first rules, in north's turn of the first round."""
    table = new(6, "short", ["rich"])
    table.choose(0)
    table.choose(0)
    for key in keys:
        table.choose(key)
    return loads(table.save())


def test_what_is_still_offered_is_kept() -> None:
    record = first_rules("raid")
    table = from_record(Second(), record)
    assert (table.since, asked(table).ask, table.version) == (("raid",), "guard", record.version)


def test_what_is_no_longer_offered_is_dropped_with_all_that_followed() -> None:
    record = first_rules("trade")
    table = from_record(Second(), record)
    assert (table.since, asked(table).options.keys()) == ((), ["rest", "raid"])
    assert table.version == record.version + 1  # something changed: nobody must take it for what it was
    assert table.steps == record.steps
    with pytest.raises(NotOffered):
        table.choose("trade")


def test_choices_before_the_one_dropped_are_kept_and_so_are_seats() -> None:
    first = from_record(TINY, first_rules())
    first.choose("give", "south")
    answer(first, "trade")
    first.sit("south", "bot")
    table = from_record(Second(), loads(first.save()))
    assert table.since == ("@south give", "=south bot")
    assert (asked(table).ask, table.seats["south"]) == ("action", "bot")
    assert same(from_record(Second(), loads(table.save())), table)


def test_finished_steps_keep_their_rules_and_the_rest_is_played_by_the_new() -> None:
    table = from_record(Second(), first_rules("trade"))
    answer(table, "rest")
    assert [step.rules for step in table.steps] == ["1", "1", "2"]
    assert (table.record().header.rules, table.record().rules) == ("1", "2")
    play_on(table, 3)
    loaded = from_record(Second(), loads(table.save()))
    assert same(loaded, table)
    assert [step.rules for step in loaded.steps] == ["1"] * 2 + ["2"] * 5
    with pytest.raises(BadRecord, match=r"^the record was played under rules 1; these are 2$"):
        verify(Second(), table.record())


def test_finished_steps_are_never_judged_again() -> None:
    table = new(6, "short", ["rich"])
    for choice in (0, 0, "trade", "bank", "rest"):
        table.choose(choice)
    later = from_record(Second(), loads(table.save()))
    assert later.steps == table.steps
    assert later.all_events() == table.all_events()
    assert later.state == table.state


def test_a_release_with_the_same_rules_drops_nothing() -> None:
    for seed in range(10):
        table = play_on(new(seed), seed, choices=seed)
        later = from_record(Same(), loads(table.save()))
        assert (later.since, later.state, later.version) == (table.since, table.state, table.version)


def test_after_the_change_damage_is_damage_again() -> None:
    table = from_record(Second(), first_rules("trade"))
    answer(table, "raid")
    record = loads(table.save())
    record.now[0] = "trade"
    with pytest.raises(BadRecord, match=r"^entry 1 of step 3 \('trade'\): 'trade' is not offered to north"):
        from_record(Second(), record)


def test_choices_of_one_step_are_not_made_in_the_next() -> None:
    class Twice(Tiny):
        """Later rules: the first of north's turns is over before it begins, and another comes."""

        rules_version: ClassVar[str] = "2"

        def step(self, play: TinyPlay) -> Rules:
            if play.state.step == "turn north" and play.state.rounds == 2:
                play.state.rounds = 3
                return
            yield from super().step(play)

    table = from_record(Twice(), first_rules("trade"))
    assert [step.name for step in table.steps] == ["deal", "bid", "turn north"]
    assert (table.since, asked(table).ask) == ((), "action")


def test_new_rules_that_fail_at_once_say_so() -> None:
    class Broken(Tiny):
        rules_version: ClassVar[str] = "2"

        def step(self, play: TinyPlay) -> Rules:
            raise ZeroDivisionError("broken")

    with pytest.raises(RuleFailed, match=r"^a rule failed in step 'turn north': ZeroDivisionError\('broken'\)$"):
        from_record(Broken(), first_rules("trade"))


def test_a_die_that_was_rolled_is_kept_while_the_choice_before_it_is() -> None:
    for seed in range(10):
        table = new(seed, "short", ["rich"])
        for choice in (0, 0, "raid", "no"):
            table.choose(choice)
        record = loads(table.save())
        record.now[-1] = "!raid 5"  # not what the seed gives: only reading it back can give it
        later = from_record(Second(), record)
        assert later.since == ("raid", "no", "!raid 5")
        assert later.state.die == 5
