"""Decisions are data: options are made when read, have stable keys, and only what is offered is accepted."""

from __future__ import annotations

import random
import re

import pytest

from khyber.engine.decision import KEY_PATTERN, Decision, Message, Option, Value
from khyber.engine.errors import Error, NotOffered, NotYourTurn
from tests.engine.tables import answer, asked, at, new, play_on, random_choice, state
from tests.engine.tiny import SEATS


class Counting:
    """A notation that counts how often it is asked."""

    def __init__(self) -> None:
        self.keys = self.messages = self.builds = 0

    def build(self) -> list[int]:
        self.builds += 1
        return list(range(100))

    def key(self, value: Value) -> str:
        self.keys += 1
        return f"space {value}"

    def message(self, value: Value) -> Message:
        self.messages += 1
        return Message("option.space", {"space": int(str(value))})


def question(counting: Counting) -> Decision:
    return Decision("north", "space", "3", counting, counting.build, {"left": 2})


def test_values_are_listed_once_and_keys_and_messages_built_when_read() -> None:
    counting = Counting()
    decision = question(counting)
    assert len(decision.options) == len(decision.options) == 100
    assert (counting.builds, counting.keys, counting.messages) == (1, 0, 0)
    assert decision.options[7].value == 7
    assert (counting.builds, counting.keys) == (1, 0)
    assert decision.options[7].key == "space 7"
    assert decision.options[-1].message == Message("option.space", {"space": 99})
    assert (counting.builds, counting.keys, counting.messages) == (1, 1, 1)


def test_options_are_a_sequence() -> None:
    options = question(Counting()).options
    assert [option.value for option in options] == list(range(100))
    assert options.keys() == [option.key for option in options]
    assert options[3] in options
    assert options.index(options[3]) == 3
    assert len({options[3], options[3], options[4]}) == 2
    assert options[3] not in question(Counting()).options
    for index in (100, -101):
        with pytest.raises(IndexError):
            options[index]


def test_a_question_is_a_message() -> None:
    assert question(Counting()).message == Message("ask.space", {"left": 2})


def test_a_question_put_again_lists_its_values_anew_and_shares_no_options() -> None:
    counting = Counting()
    decision = question(counting)
    option = decision.options[0]
    assert option.key == "space 0"
    again = decision.again()
    assert (again.seat, again.ask, again.rule, again.about) == ("north", "space", "3", {"left": 2})
    assert len(again.options) == 100
    assert counting.builds == 2
    assert option not in again.options


def test_every_key_of_every_decision_is_well_formed_and_unique() -> None:
    table, source, seen = new(3, "long", ["rich"]), random.Random(3), set()
    while table.decision is not None:
        for keys in (table.decision.options.keys(), *(table.asides(seat).keys() for seat in SEATS)):
            assert len(set(keys)) == len(keys)
            assert all(re.fullmatch(KEY_PATTERN, key) for key in keys)
            seen |= set(keys)
        random_choice(table, source)
    assert seen >= {"tea", "rest", "trade", "raid", "no", "give"}


@pytest.mark.parametrize("how", ["index", "key", "option"])
def test_an_option_its_key_and_its_index_are_the_same_choice(how: str) -> None:
    table = at(state("turn north"))
    option = asked(table).options[1]
    choices: dict[str, Option | str | int] = {"index": 1, "key": "trade", "option": option}
    table.choose(choices[how], "north")
    assert table.since == ("trade",)
    assert asked(table).ask == "pay"


@pytest.mark.parametrize(
    ("choice", "seat", "error", "sentence"),
    [
        ("loot", None, NotOffered, r"^'loot' is not offered to north now \(options: rest, trade, raid\)$"),
        ("", None, NotOffered, "is not offered"),
        (3, None, NotOffered, "^there is no option 3: north has 3 options$"),
        (-1, None, NotOffered, "^there is no option -1"),
        ("rest", "south", NotYourTurn, "^it is north's decision, not south's$"),
        (0, "south", NotYourTurn, "^it is north's decision, not south's$"),
        ("rest", "west", NotYourTurn, "^it is north's decision, not west's$"),
        ("loot", "north", NotOffered, "is not offered to north"),
    ],
)
def test_what_is_refused_changes_nothing(
    choice: str | int, seat: str | None, error: type[Error], sentence: str
) -> None:
    table = at(state("turn north"))
    before, decision = table.save(), table.decision
    with pytest.raises(error, match=sentence):
        table.choose(choice, seat)
    assert table.decision is decision
    assert (table.save(), table.version) == (before, 0)
    table.choose("rest", "north")


def test_an_option_of_an_earlier_decision_is_refused() -> None:
    table = at(state("turn north"))
    stale = asked(table).options[0]
    answer(table, "trade")
    before = table.save()
    with pytest.raises(NotOffered, match=r"^'rest' is an option of another decision, not of the pending one$"):
        table.choose(stale)
    with pytest.raises(NotYourTurn, match=r"^'rest' is an option of north, not of south$"):
        table.choose(stale, "south")
    assert table.save() == before


def test_when_the_game_is_over_nothing_can_be_chosen() -> None:
    table = play_on(new(), 1)
    before = table.save()
    assert table.outcome is not None
    assert set(table.outcome.ranking) == set(SEATS)
    with pytest.raises(NotOffered, match=r"^the game is over"):
        table.choose(0)
    assert table.asides("north").keys() == []
    assert table.save() == before


def test_a_long_list_of_options_is_not_recited_in_full() -> None:
    table = at(state("turn north"))
    table.decision = question(Counting())
    with pytest.raises(NotOffered, match=r"space 11 and 88 more\)$"):
        table.choose("nowhere")
