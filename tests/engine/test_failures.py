"""A rule that raises leaves the table at the decision before, and the error carries the record that shows it."""

from __future__ import annotations

import pytest

from khyber.engine.errors import RuleFailed
from khyber.engine.play import Rules
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from tests.engine.tables import answer, asked, at, new, same, state
from tests.engine.tiny import TINY, WORDS, State, Tiny, TinyPlay


class FailsAfter(Tiny):
    """Raises at the end of north's turn."""

    def step(self, play: TinyPlay) -> Rules:
        name = play.state.step
        yield from super().step(play)
        if name == "turn north":
            play.state.coins[0] = 99
            raise ZeroDivisionError("at the end")


class FailsBefore(Tiny):
    """Raises at the start of south's turn, when north's is over and kept."""

    def step(self, play: TinyPlay) -> Rules:
        if play.state.step == "turn south":
            raise ZeroDivisionError("at the start")
        yield from super().step(play)


class AsksNothing(Tiny):
    """South is asked a question without answers."""

    def step(self, play: TinyPlay) -> Rules:
        if play.state.step == "turn south":
            yield from play.ask("south", "riddle", "9", WORDS, list)
        yield from super().step(play)


class OpensAnEmptyWindow(Tiny):
    """The same, in a window."""

    def step(self, play: TinyPlay) -> Rules:
        if play.state.step == "turn south":
            yield from play.ask("south", "riddle", "9", WORDS, list, window=True)
        yield from super().step(play)


class RefusesChance(Tiny):
    """Rolls where nothing can be rolled."""

    def step(self, play: TinyPlay) -> Rules:
        if play.state.step == "turn south":
            self.play(play.state).roll("nothing")
        yield from super().step(play)


FAULTS = [
    (FailsAfter(), r"^a rule failed in step 'turn north': ZeroDivisionError\('at the end'\)$"),
    (FailsBefore(), r"^a rule failed in step 'turn south': ZeroDivisionError\('at the start'\)$"),
    (AsksNothing(), r"^a rule failed in step 'turn south': Error\(.decision 'riddle' \(rule 9\) has no options.\)$"),
    (OpensAnEmptyWindow(), r"^a rule failed in step 'turn south': Error\(.decision 'riddle' "),
    (RefusesChance(), r"^a rule failed in step 'turn south': ChanceRefused\('nothing depends on a die'\)$"),
]


def before_the_failure(game: Tiny) -> Table[State]:
    table = new(6, "short", ["rich"], game=game)
    table.choose(0)
    table.choose(0)
    table.choose("give", "south")
    answer(table, "trade")
    return table


@pytest.mark.parametrize(("game", "sentence"), FAULTS)
def test_the_table_stands_at_the_decision_before(game: Tiny, sentence: str) -> None:
    table = before_the_failure(game)
    twin = table.fork()
    before = table.save()
    for _ in range(2):
        with pytest.raises(RuleFailed, match=sentence) as failed:
            answer(table, "bank")
        assert "\n" not in str(failed.value)
        assert (table.save(), table.version) == (before, 4)
        assert same(table, twin)
    assert asked(table).ask == "pay"
    table.undo("north")
    answer(table, "trade")
    assert table.asides("north").keys() == ["give"]


@pytest.mark.parametrize(("game", "sentence"), FAULTS)
def test_the_record_that_the_error_carries_shows_the_failure(game: Tiny, sentence: str) -> None:
    table = before_the_failure(game)
    with pytest.raises(RuleFailed) as failed:
        answer(table, "bank")
    record = loads(failed.value.record)
    with pytest.raises(RuleFailed, match=sentence):
        from_record(game, record)
    healthy = before_the_failure(TINY)
    answer(healthy, "bank")
    assert same(from_record(TINY, record), healthy)


def test_the_cause_is_kept() -> None:
    with pytest.raises(RuleFailed) as failed:
        answer(before_the_failure(FailsAfter()), "bank")
    assert isinstance(failed.value.__cause__, ZeroDivisionError)


def test_a_failure_at_the_very_start_is_a_sentence_too() -> None:
    with pytest.raises(RuleFailed, match=r"^a rule failed in step 'turn south'") as failed:
        at(state("turn south"), game=FailsBefore())
    assert loads(failed.value.record).steps == []


def test_a_failed_choice_does_not_use_up_what_comes_after() -> None:
    table = before_the_failure(FailsAfter())
    with pytest.raises(RuleFailed):
        answer(table, "bank")
    mended = from_record(TINY, table.record())
    twin = before_the_failure(TINY)
    answer(mended, "bank")
    answer(twin, "bank")
    assert mended.save() == twin.save()
