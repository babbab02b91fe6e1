"""Asides: what a seat may do without being asked. Offered where open, recorded before the answer, and they end."""

from __future__ import annotations

import pytest

from khyber.engine.asides import MAX_ASIDES
from khyber.engine.decision import Decision, Value
from khyber.engine.errors import NotOffered, NotYourTurn, RuleFailed
from khyber.engine.play import Rules
from khyber.engine.table import from_record
from tests.engine.tables import answer, asked, at, same, state
from tests.engine.tiny import SEATS, TINY, Tiny, TinyPlay


def test_an_aside_is_offered_to_any_seat_and_changes_nothing_until_taken() -> None:
    table = at(state("turn north", coins=(1, 2)))
    before = table.save()
    assert [table.asides(seat).keys() for seat in SEATS] == [["give"], ["give"]]
    assert table.asides("west").keys() == []
    assert (table.save(), list(table.state.coins)) == (before, [1, 2])
    assert table.all_events() == []


def test_offering_asides_leaves_the_rules_hold_on_the_state() -> None:
    table = at(state("turn north", coins=(1, 2)))
    answer(table, "trade")  # this rule holds on to state.coins while it asks
    for seat in SEATS:
        table.asides(seat)
    table.choose("give", "south")
    answer(table, "bank")
    assert list(table.state.coins) == [1, 1]


def test_an_aside_is_recorded_before_the_answer() -> None:
    table = at(state("turn north", coins=(1, 1)))
    table.choose("give", "south")
    assert (asked(table).seat, asked(table).ask) == ("north", "action")
    answer(table, "trade")
    record = table.record()
    assert (record.now, record.now_by, table.version) == (["@south give", "trade"], ["south", "north"], 2)
    assert list(table.state.coins) == [2, 0]
    assert [event.kind for event in table.step_events()] == ["coins", "coins", "gave"]
    assert same(from_record(TINY, record), table)


class Lavish(Tiny):
    """Coins may be given to and fro without end."""

    def take_aside(self, play: TinyPlay, seat: str, value: Value) -> None:
        super().take_aside(play, seat, value)
        play.state.gift = False


def test_a_step_has_a_last_aside() -> None:
    """Two seats that give to and fro would never end, and every load would repeat it."""
    game = Lavish()
    table = at(state("turn north", coins=(3, 3)), game=game)
    for number in range(MAX_ASIDES):
        table.choose("give", SEATS[number % 2])
    assert [table.asides(seat).keys() for seat in SEATS] == [[], []]
    with pytest.raises(NotOffered, match="is not offered to north now"):
        table.choose("give", "north")
    assert same(from_record(game, table.record()), table)
    answer(table, "rest")  # the game goes on, and with it the next step's asides
    assert table.asides("south").keys() == ["give"]


def test_choosing_an_aside_tries_out_no_other() -> None:
    tried = list[Value]()

    class Generous(Tiny):
        """Any number of coins can be given, and trying one out takes long."""

        def asides(self, play: TinyPlay, seat: str) -> Decision | None:
            found = super().asides(play, seat)
            return None if found is None else found.again(lambda: [*found.values] * 50)

        def take_aside(self, play: TinyPlay, seat: str, value: Value) -> None:
            tried.append(value)
            super().take_aside(play, seat, value)

    table = at(state("turn north", coins=(1, 1)), game=Generous())
    table.choose("give", "south")
    assert len(tried) <= 3, "all of them were tried out"


def test_the_asides_own_option_may_be_chosen() -> None:
    table = at(state("turn north"))
    option = table.asides("south")[0]
    with pytest.raises(NotYourTurn, match=r"^'give' is an option of south, not of north$"):
        table.choose(option, "north")
    table.choose(option, "south")
    assert table.since == ("@south give",)
    table = at(state("turn north"))
    table.choose(table.asides("south")[0])
    assert table.since == ("@south give",)


def test_the_pending_options_are_built_again() -> None:
    table = at(state("turn north", coins=(0, 1), rounds=2))
    assert asked(table).seat == "south"
    answer(table, "rest", "tea", "silk")
    assert asked(table).seat == "south"  # north has no coin, rests, and is not asked
    table.choose("give", "south")  # south has a coin left
    assert asked(table).options.keys() == ["rest", "trade", "raid"]
    table = at(state("turn north", coins=(1, 1)))
    early = asked(table)
    table.choose("give", "south")
    assert asked(table) is not early
    with pytest.raises(NotOffered, match="is an option of another decision"):
        table.choose(early.options[0])
    answer(table, "rest")


def test_options_that_an_aside_closed_are_gone() -> None:
    class Thrifty(Tiny):
        """Raids cost two coins."""

        def step(self, play: TinyPlay) -> Rules:
            rules = super().step(play)
            decision = next(rules)
            rules.send(
                (
                    yield decision.again(
                        lambda: [value for value in decision.build() if value != "raid" or play.state.coins[0] > 1]
                    )
                )
            )

    table = at(state("turn north", coins=(2, 0)), game=Thrifty())
    assert asked(table).options.keys() == ["rest", "trade", "raid"]
    table.choose("give", "north")
    assert asked(table).options.keys() == ["rest", "trade"]
    with pytest.raises(NotOffered):
        table.choose("raid")


def test_when_an_aside_leaves_one_option_the_table_answers_and_the_next_decision_is_open_again() -> None:
    table = at(state("turn north", coins=(1, 1)))
    table.choose("give", "north")
    assert (table.steps[0].name, table.steps[0].entries) == ("turn north", "@north give")
    assert (asked(table).seat, table.state.gift) == ("south", False)
    assert table.asides("south").keys() == ["give"]


def test_no_aside_leaves_a_dead_end() -> None:
    table = at(state("turn north", coins=(1, 1)))
    answer(table, "trade")  # north must now pay a coin
    assert table.asides("north").keys() == []
    with pytest.raises(NotOffered, match=r"^'give' is not offered to north now"):
        table.choose("give", "north")
    assert table.asides("south").keys() == ["give"]
    table = at(state("turn north", coins=(1, 1)))
    option = table.asides("north")[0]
    answer(table, "trade")
    with pytest.raises(NotOffered, match=r"^'give' is not open to north now$"):
        table.choose(option)
    assert table.since == ("trade",)
    table = at(state("turn north", coins=(2, 1)))
    answer(table, "trade")
    assert table.asides("north").keys() == ["give"]


def test_asides_end_and_are_open_again_at_the_next_decision() -> None:
    table = at(state("turn north", coins=(3, 3)))
    table.choose("give", "south")
    assert [table.asides(seat).keys() for seat in SEATS] == [[], []]
    with pytest.raises(NotYourTurn):
        table.choose("give", "south")
    answer(table, "raid")
    assert asked(table).ask == "guard"
    assert [table.asides(seat).keys() for seat in SEATS] == [["give"], ["give"]]


def test_no_aside_between_a_die_and_its_result() -> None:
    table = at(state("turn north", coins=(3, 3)))
    answer(table, "raid", "no")
    assert (asked(table).ask, asked(table).boundary) == ("result", False)
    assert [table.asides(seat).keys() for seat in SEATS] == [[], []]
    with pytest.raises(NotYourTurn):
        table.choose("give", "south")


def test_no_aside_where_the_game_has_none() -> None:
    table = at(state("bid"))
    assert table.asides("north").keys() == []
    assert repr(table.asides("north")) == "Options()"
    with pytest.raises(NotOffered):
        table.choose("give", "north")


def test_a_key_that_is_both_an_answer_and_an_aside_is_the_answer_of_the_seat_that_is_asked() -> None:
    class Echo(Tiny):
        def asides(self, play: TinyPlay, seat: str) -> Decision | None:
            found = super().asides(play, seat)
            return found and found.again(lambda: ["rest"])

    for seat, entries in (("north", "rest"), ("south", "@south rest")):
        table = at(state("turn north", coins=(2, 2)), game=Echo())
        table.choose("rest", seat)
        answer(table, "rest")
        assert table.steps[0].listed()[0] == entries


def test_an_aside_that_fails_leaves_the_table_at_the_decision_before() -> None:
    class Clumsy(Tiny):
        def take_aside(self, play: TinyPlay, seat: str, value: Value) -> None:
            super().take_aside(play, seat, value)
            if play.recorded:
                raise ZeroDivisionError("dropped")

    table = at(state("turn north"), game=Clumsy())
    before = table.save()
    with pytest.raises(RuleFailed, match=r"^a rule failed in step 'turn north': ZeroDivisionError"):
        table.choose("give", "south")
    assert (table.save(), list(table.state.coins), table.all_events()) == (before, [1, 1], [])
    answer(table, "rest")
