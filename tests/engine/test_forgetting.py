"""Secret answers that are forgotten: not even their giver can look them up, in the record or by imagining."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from khyber.engine.errors import BadRecord
from khyber.engine.game import View
from khyber.engine.play import Rules
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, asked, at, state
from tests.engine.tiny import WORDS, State, Tiny, TinyPlay


class Forgetful(Tiny):
    """North buries a card and forgets which; then its turn goes on."""

    def step(self, play: TinyPlay) -> Rules:
        state, hand = play.state, play.state.north
        if state.step == "turn north":
            card = yield from play.ask(
                "north", "bury", "0", WORDS, lambda: sorted(set(hand)), secret=True, forgotten=True
            )
            hand.remove(card)
            state.discard.append(card)
            state.bag.append(hand.pop())  # what is left goes away too, so that north cannot tell by its hand
        yield from super().step(play)

    def view(self, state: State, seats: Sequence[str]) -> View:
        return {"step": state.step, "cards": len(state.north)}


FORGETFUL = Forgetful()


def buried(card: str) -> Table[State]:
    table = at(state("turn north", north="tea gem", south="silk", coins=(2, 2)), game=FORGETFUL)
    answer(table, card)
    return table


def test_the_record_has_it_and_nobody_s_own_record_has() -> None:
    table = buried("gem")
    assert table.since == ("%gem",)
    for seats in ((), ("north",), ("south",), ("north", "south")):
        own = table.own_record(*seats)
        assert json.loads(own)["steps"][-1] == ["%*"]
        assert "gem" not in own
    assert buried("gem").own_record("north") == buried("tea").own_record("north")


def test_it_is_asked_even_with_one_answer_and_can_be_taken_back() -> None:
    table = buried("gem")
    table.undo("north")
    assert asked(table).options.keys() == ["gem", "tea"]
    assert asked(table).secret and asked(table).forgotten
    again = asked(table).again()
    assert again.secret and again.forgotten


def test_records_with_it_are_loaded_and_verified() -> None:
    table = buried("gem")
    saved = table.save()
    assert from_record(FORGETFUL, loads(saved)).save() == saved
    assert table.fork().state == table.state
    answer(table, "rest")
    assert verify(FORGETFUL, loads(table.save())) == len(table.steps)
    with pytest.raises(BadRecord, match=r"'silk' is not offered"):
        from_record(FORGETFUL, loads(saved.replace("%gem", "%silk")))


def test_imagined_worlds_do_not_know_it() -> None:
    table = buried("gem")
    for seats in ("north", "south"):
        assert {table.imagine(seats, seed).state.discard[-1] for seed in range(40)} > {"gem"}
