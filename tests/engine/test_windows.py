"""A decision with one option is answered by the table; a window is asked anyway, because being asked is information."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.engine.play import Rules
from tests.engine.tables import answer, asked, at, state
from tests.engine.tiny import WORDS, Tiny, TinyPlay


def test_one_option_is_answered_by_the_table_and_not_recorded() -> None:
    table = at(state("turn north", coins=(0, 1)))  # north can only rest
    assert asked(table).seat == "south"
    assert [(step.name, step.entries, step.by) for step in table.steps] == [("turn north", "", "")]
    assert table.version == 0


def test_one_option_in_mid_step_is_answered_too() -> None:
    table = at(state("turn north", coins=(1, 1), south="", rounds=2), dice=[2])
    answer(table, "raid")  # no window: south holds no card; low die
    assert asked(table).options.keys() == ["flee", "bribe"]
    table = at(state("turn north", coins=(1, 0), south="", rounds=2), dice=[2])
    table.choose("give", "north")  # the last coin: only rest is left, then south's turn
    assert [step.name for step in table.steps] == ["turn north"]


def test_the_one_option_is_what_the_rule_gets() -> None:
    class Riddles(Tiny):
        def step(self, play: TinyPlay) -> Rules:
            action = yield from play.ask("north", "one", "0", WORDS, lambda: ["tea", "silk"])
            first = yield from play.ask("north", "two", "0", WORDS, lambda: ["gem"])
            second = yield Decision("north", "three", "0", WORDS, lambda: ["guard"], {})  # not by way of play.ask
            play.emit("revealed", "0", f"{action} {first}", str(second))
            play.state.step = ""

    table = at(state("turn north"), game=Riddles())
    answer(table, "silk")
    assert [event.params for event in table.all_events()] == [{"north": "silk gem", "south": "guard"}]
    assert table.steps[0].listed() == ["silk"]


def test_a_reaction_is_offered_to_every_seat_that_might_hold_the_card() -> None:
    for south, options in (("guard", ["no", "guard"]), ("tea", ["no"])):
        table = at(state("turn north", south=south))
        answer(table, "raid")
        assert (asked(table).seat, asked(table).ask, asked(table).window) == ("south", "guard", True)
        assert asked(table).options.keys() == options
        answer(table, "no")
        assert table.since[:2] == ("raid", "no")


def test_no_window_where_everybody_knows_there_is_no_card() -> None:
    for position in (
        state("turn north", south=""),
        state("turn north", north="tea", south="silk", discard="guard guard guard"),
    ):
        table = at(position)
        answer(table, "raid")
        assert asked(table).ask == "result"


def test_a_secret_choice_with_one_card_is_asked() -> None:
    table = at(state("bid", north="tea tea", south="gem"))
    assert asked(table).options.keys() == ["tea"]
    answer(table, "tea")
    assert (asked(table).seat, asked(table).options.keys()) == ("south", ["gem"])
