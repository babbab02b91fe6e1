"""Limits on what is imported: size, depth and numbers of files and records, refused before they cost anything."""

from __future__ import annotations

import base64
import json
import time
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from khyber.api import load, table_at
from khyber.api import new as new_game
from khyber.engine.errors import BadPosition, BadRecord, BadSetup, Error
from khyber.engine.limits import MAX_TOML, check_tree, read_toml
from khyber.engine.names import quoted
from khyber.engine.record import MAX_BYTES, MAX_IN_STEP, MAX_NUMBER, MAX_STATE, MAX_STEPS, MAX_TEXT, loads
from khyber.engine.table import from_record
from tests.engine.tables import new, play_on
from tests.engine.tiny import TINY, State

Fields = dict[str, Any]
SAVED = play_on(new(), 3, 9).save()


def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def changed(change: Callable[[Fields], object]) -> str:
    fields = json.loads(SAVED)
    change(fields)
    return json.dumps(fields)


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as refused:
        from_record(TINY, loads(text))
    said = str(refused.value)
    assert "\n" not in said and len(said) < 400
    return said


# -- TOML ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = " + "[" * 3_000 + "]" * 3_000, "nested too deeply"),
        ("a = " + "[" * 20 + "]" * 20, "nested too deeply"),
        (".".join("a" * 60_000) + " = 1", "more than 24 parts"),
        ("[" + ".".join(["'a'"] * 60_000) + "]", "24 parts"),
        ("a = " + "{ a = " * 2_000 + "1" + "}" * 2_000, "nested too deeply"),
        (f"a = 0x{'f' * 99}", "64 bits"),
        (f"a = {'9' * 5_000}", "not TOML"),
        ("a = 1979-05-27", "of type date"),
        ("a = nan", "of type float"),
        ("a = \ud800", "invalid characters"),
        ("a = '" + "x" * 20_000 + "'", "20,000 characters"),
        ("a" * (MAX_TOML + 1), "characters"),
        ("a = [" + "0," * 60_000 + "]", "too many values"),
        ("=", "not TOML"),
    ],
)
def test_toml_out_of_bounds_is_refused_soon(text: str, sentence: str) -> None:
    began = time.process_time()
    with pytest.raises(BadSetup, match=sentence) as refused:
        read_toml(text, "the file", BadSetup)
    assert time.process_time() - began < 2 and len(str(refused.value)) < 250


def test_toml_within_bounds_is_read() -> None:
    assert read_toml("a.b = [{ c = 'x. y. z.' }]\nd = -1", "the file", BadSetup) == {
        "a": {"b": [{"c": "x. y. z."}]},
        "d": -1,
    }


@pytest.mark.parametrize("game", ["distant-plain", "zurmat", "enduring-freedom"])
def test_a_position_nested_too_deeply_is_refused(game: str) -> None:
    with pytest.raises(BadPosition, match=r"^the position is nested too deeply; the maximum is 12 levels$"):
        table_at(game, "options = " + "[" * 900 + "]" * 900)


def test_a_tree_of_odd_values_is_refused() -> None:
    for tree in ({"a": float("inf")}, {"\ud800": 1}, [2**64], {"a": object()}, {"a": [[[[[[[[[[[[[1]]]]]]]]]]]]]}):
        with pytest.raises(BadSetup, match=r"^it "):
            check_tree(tree, "it", BadSetup)
    check_tree({"a": [1, "b", True, None, 1.5]}, "it", BadSetup)


def test_a_huge_number_is_quoted_by_its_size() -> None:
    assert quoted(10**5000) == "a number of 16610 bits"
    assert quoted([10**5000]) == "a list"
    assert quoted("x" * 10**6) == f"'{'x' * 59}…"


# -- records ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda f: f.update(version=2**31), f"field 'version' is 2147483648, not a number from 0 to {MAX_NUMBER}"),
        (lambda f: f.update(branch=10**300), "field 'branch' is a number of 997 bits, not a number"),
        (lambda f: f.update(branch=-1), "field 'branch' is -1"),
        (lambda f: f.update(seed=1 << 600), "field 'seed'"),
        (lambda f: f.update(seats={}), "do not say who sits at 'north'; valid: north, south"),
        (lambda f: f.update(seats={"south": "person"}), "do not say who sits at 'north'"),
        (lambda f: f["seats"].update(north="x" * 500), "field 'north' holds 'xxx"),
        (lambda f: f["seats"].update(north="\ud800"), "not a short line of text"),
        (lambda f: f.update(players=99), "field 'players' is 99, not between 0 and 2"),
        (lambda f: f.update(players=True), "field 'players' should be int"),
        (lambda f: f.update(options=["rich", "rich"]), "names the same option twice"),
        (lambda f: f.update({"non-players": ["west"]}), "names the seat 'west'"),
        (lambda f: f.update(scenario="x" * 10_000), "field 'scenario' holds"),
        (lambda f: f["steps"][0].update(step="\x1b[2J"), "field 'step' holds"),
        (lambda f: f["steps"][0].update(by="west"), "step 1: field 'by' names a seat"),
        (lambda f: f.update({"now": ["rest"], "now-by": ["west"]}), "field 'now-by' names a seat"),
        (lambda f: f.update({"now": ["rest-" * 60], "now-by": ["north"]}), "… is not offered"),
        (
            lambda f: f.update(now=["rest"] * (MAX_IN_STEP + 1), **{"now-by": ["north"] * (MAX_IN_STEP + 1)}),
            "1001 of them in one step",
        ),
        (lambda f: f.update(replaced={"a": [[[[[[[[[[[[[[]]]]]]]]]]]]]]}), "'replaced' is nested too deeply"),
        (lambda f: f.update(events=packed(b"\n".join([b'[["sale","1"]]'] * len(f["steps"])))), "'sale' that 'tiny'"),
        (lambda f: f.update(events=packed(b"\n".join([b'[["coins","1","a"]]'] * len(f["steps"])))), "event 'coins'"),
        (lambda f: f.update(format="x" * 10**6), "found 'xxx"),
    ],
)
def test_a_record_out_of_bounds_is_refused_with_the_field(change: Callable[[Fields], object], sentence: str) -> None:
    said = refusal(changed(change))
    assert sentence in said


def test_a_record_of_a_game_that_cannot_be_set_up_is_refused() -> None:
    game = new_game("distant-plain", seed=1)
    while len(game.steps) < 2:
        game.choose(0)
    fields = json.loads(game.save())
    fields["players"] = 0
    with pytest.raises(BadRecord, match=r"^the record's game cannot be set up: 0 players: "):
        load(json.dumps(fields))


@pytest.mark.parametrize("field", ["states", "events", "start"])
@pytest.mark.parametrize(
    "data", [bytes(MAX_BYTES + 1), b"\n" * (MAX_BYTES // 2), b"[" * (MAX_STATE + 1)], ids=["zeros", "lines", "brackets"]
)
def test_what_unpacks_a_thousandfold_is_refused_before_it_is_unpacked(field: str, data: bytes) -> None:
    text = changed(lambda f: f.update({field: packed(data)}))
    assert len(text) < 100_000
    tracemalloc.start()
    began = time.process_time()
    try:
        assert refusal(text)
        assert time.process_time() - began < 3
        assert tracemalloc.get_traced_memory()[1] < 3 * MAX_BYTES
    finally:
        tracemalloc.stop()


def test_a_record_of_endless_text_or_steps_is_refused() -> None:
    assert "characters" in refusal("[" + "0," * MAX_TEXT + "0]")
    assert "steps" in refusal(changed(lambda f: f.update(steps=[{}] * (MAX_STEPS + 1))))


@pytest.mark.parametrize(
    "head",
    [
        b"{}",
        b"[]",
        b"null",
        b"[[1.5],0]",
        b"[[-1,1],0]",
        b"[" * 2_000,
        b"[[true]]",
        b'[[2],"bid",true,[],[],[],[],1,["",""],0,false]',
        b'[[2],"bid",1.0,[],[],[],[],1,["",""],0,false]',
        b'[[2],"bid",0,[],[],[],[],1,' + b"[" * 40 + b"]" * 40 + b",0,false]",
    ],
)
def test_a_packed_state_of_another_shape_is_refused(head: bytes) -> None:
    with pytest.raises(BadRecord, match=r"^a stored state is damaged"):
        State.unpack(head + b"\0\1\1")


def test_every_state_of_a_record_is_checked_not_only_the_last() -> None:
    table = play_on(new(), 3, 12)
    record = table.record()
    assert len(record.steps) > 3
    for at in (0, 1, len(record.steps) - 1):
        odd = loads(record.dumps())
        state = State.unpack(odd.steps[at].after)
        state.bag = ["gem"] * 12
        odd.steps[at].state = state.pack()
        where = "last state" if at == len(record.steps) - 1 else f"state after step {at + 1}"
        with pytest.raises(BadRecord, match=f"^the record's {where} is impossible: "):
            from_record(TINY, loads(odd.dumps()))


def test_a_fork_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: object, state: State) -> None:
        raise AssertionError("checked")

    table = play_on(new(), 3, 12)
    monkeypatch.setattr(type(TINY), "check", never)
    assert table.fork().state == table.state
    with pytest.raises((AssertionError, Error)):
        from_record(TINY, loads(table.save()))
