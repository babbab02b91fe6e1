"""Questions that only cover what a seat holds: answered by the table for a person who plays against bots alone."""

from __future__ import annotations

import json

import pytest

from khyber.engine.errors import UndoRefused
from khyber.engine.history import may_undo
from khyber.engine.log import Follower
from khyber.engine.play import Rules
from khyber.engine.preview import preview
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, asked, at, play_on, same, state
from tests.engine.tiny import TINY, WORDS, State, Tiny, TinyPlay

AGAINST_A_BOT = {"north": "bot", "south": "person"}


def raided(south: str, seats: dict[str, str]) -> Table[State]:
    """North raids south."""
    table = at(state("turn north", south=south, rounds=2), dice=[5], seats=seats)
    answer(table, "raid")
    return table


def test_a_person_who_plays_against_a_bot_is_not_asked_with_nothing_to_play() -> None:
    table = raided("tea", AGAINST_A_BOT)
    assert (asked(table).seat, asked(table).ask) == ("north", "result")
    assert (table.since, table.version) == (("raid", "no", "!raid 5"), 2)


def test_with_something_to_play_a_person_is_asked() -> None:
    table = raided("guard", AGAINST_A_BOT)
    assert (asked(table).seat, asked(table).options.keys()) == ("south", ["no", "guard"])


@pytest.mark.parametrize(
    "seats",
    [{"north": "person", "south": "person"}, {"north": "person", "south": "bot"}, {"north": "bot", "south": "bot"}, {}],
)
def test_where_somebody_could_learn_from_it_or_a_bot_is_asked_the_question_is_put(seats: dict[str, str]) -> None:
    table = raided("tea", seats)
    assert (asked(table).seat, asked(table).options.keys()) == ("south", ["no"])


def test_a_player_replaced_by_a_bot_may_still_be_watching() -> None:
    """Neither what is asked nor what will be gives anything away because somebody left the seat to a bot."""
    table = at(state("turn north", south="tea", rounds=2), seats={"north": "person", "south": "person"})
    table.sit("north", "bot")
    answer(table, "raid")
    assert asked(table).ask == asked(from_record(TINY, loads(table.save()))).ask == "guard"
    waiting = raided("tea", {"north": "person", "south": "person"})
    waiting.sit("north", "bot")
    assert asked(waiting).ask == "guard"


def test_nobody_can_tell_from_the_record_who_answered() -> None:
    """Not even somebody who takes the bot's seat later: refused by hand or by the table, it is the same record."""
    held, empty = raided("guard", AGAINST_A_BOT), raided("tea", AGAINST_A_BOT)
    answer(held, "no")
    for seats in ((), ("north",)):
        assert held.own_record(*seats) == empty.own_record(*seats)
        assert json.dumps(held.frame(*seats)) == json.dumps(empty.frame(*seats))
    assert held.record().now_by == empty.record().now_by


def test_such_records_load_and_verify() -> None:
    for seed in range(20):
        table = at(state("turn north", south="tea silk", coins=(3, 3), rounds=2), seed, seats=AGAINST_A_BOT)
        answer(table, "raid")
        play_on(table, seed)
        assert same(from_record(TINY, loads(table.save())), table)
        assert verify(TINY, table.record()) == len(table.steps)


class Letters(Tiny):
    """South chooses a letter, is asked whether to play a card it does not hold, and chooses another letter."""

    def step(self, play: TinyPlay) -> Rules:
        letters = ["a", "b"]
        first = yield from play.ask("south", "first", "0", WORDS, lambda: letters)
        play.emit("gave", "0", first)
        yield from play.ask("south", "card", "0", WORDS, lambda: ["no"], cover=True)
        play.emit("gave", "0", "empty")
        second = yield from play.ask("south", "second", "0", WORDS, lambda: letters)
        play.emit("gave", "0", second)
        if play.state.step == "turn south":
            yield from play.ask("south", "card", "0", WORDS, lambda: ["no"], cover=True)
            play.state.step = "turn north"
        else:
            play.emit("gave", "0", "north")
            yield from play.ask("north", "third", "0", WORDS, lambda: letters)
            yield from play.ask("south", "card", "0", WORDS, lambda: ["no"], cover=True)
            yield from play.ask("north", "third", "0", WORDS, lambda: letters)
            play.state.step = "turn south"


LETTERS = Letters()


def letters(step: str = "turn south") -> Table[State]:
    return at(state(step, rounds=2), game=LETTERS, seats=AGAINST_A_BOT)


def test_undo_goes_back_past_what_the_table_answered() -> None:
    table = letters()
    answer(table, "a")
    assert (asked(table).ask, table.since) == ("second", ("a", "no"))
    assert may_undo(table, "south")
    table.undo("south")
    assert (asked(table).ask, table.since) == ("first", ())
    assert not may_undo(table, "south")
    with pytest.raises(UndoRefused):
        table.undo("south", agreed=True)


def test_undo_by_agreement_finds_the_last_real_choice_of_a_finished_step() -> None:
    table = letters()
    answer(table, "a", "b")
    assert (len(table.steps), table.since) == (1, ())
    table.undo("south", agreed=True)
    assert (asked(table).ask, table.since) == ("second", ("a", "no", "~1"))


def test_between_people_the_answer_to_an_empty_question_is_taken_back_like_any() -> None:
    """That more than one answer went back would tell the other that the question was empty."""
    table = at(state("turn south", rounds=2), game=LETTERS, seats=dict.fromkeys(AGAINST_A_BOT, "person"))
    answer(table, "a", "no")
    table.undo("south")
    assert (asked(table).ask, table.since) == ("card", ("a",))


def test_what_is_new_is_counted_from_the_last_choice_of_ones_own() -> None:
    table = letters("turn north")
    there = Follower[State]("south")
    answer(table, "a", "b")
    known = 4  # a, empty, b, north
    for key in ("a", "b"):
        assert (there.after_own_choice(table), Follower[State]("south").after_own_choice(table)) == (known, known)
        table.choose(key)
    assert (len(table.steps), asked(table).ask) == (1, "first")
    assert there.after_own_choice(table) == Follower[State]("south").after_own_choice(table) == known
    answer(table, "a")
    assert there.after_own_choice(table) == Follower[State]("south").after_own_choice(table) == known + 2


def test_a_preview_goes_on_past_it() -> None:
    shown = preview(letters(), ("south",), "south", "a", 1)
    assert ([event.params["seat"] for event in shown.events], shown.stopped) == (["a", "empty"], "question")
    people = at(state("turn south", rounds=2), game=LETTERS, seats=dict.fromkeys(AGAINST_A_BOT, "person"))
    assert [event.params["seat"] for event in preview(people, ("south",), "south", "a", 1).events] == ["a"]
