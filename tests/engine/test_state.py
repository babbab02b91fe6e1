"""Plain state: copies are independent in every field, packing is exact, damage is refused."""

from __future__ import annotations

import json
import random

import pytest

from khyber.engine.errors import BadRecord
from khyber.engine.state import BaseState, StepState, write_json
from tests.engine.tables import new, random_choice
from tests.engine.tiny import State


class Everything(BaseState):
    """A field of every kind that is allowed."""

    __slots__ = ("array", "data", "flag", "names", "nested", "number", "pairs", "rows", "word")

    array: bytearray
    data: bytes
    number: int
    word: str
    flag: bool
    names: list[str]
    pairs: list[tuple[int, str]]
    rows: tuple[tuple[int, ...], ...]
    nested: tuple[str, ...]


def everything() -> Everything:
    made = Everything()
    made.array, made.data, made.number, made.word = bytearray(b"\0\1\2"), b"\0\xff\0", -(2**70), "é\n\0\U0001f642"
    made.flag, made.names, made.pairs = True, ["a", "b"], [(1, "x"), (2, "y")]
    made.rows, made.nested = ((1, 2), (), (3,)), ("p",)
    return made


CHANGED: dict[str, object] = {
    "array": bytearray(b"\0"),
    "data": b"",
    "number": 7,
    "word": "",
    "flag": False,
    "names": ["a"],
    "pairs": [(1, "x")],
    "rows": ((1, 2),),
    "nested": (),
}


def test_every_field_is_known() -> None:
    assert set(Everything.fields) == set(CHANGED)
    assert set(State.fields) == {"step", "draws", *State.__slots__}


def test_states_are_slotted() -> None:
    for made in (everything(), State()):
        with pytest.raises(AttributeError):
            setattr(made, "typo", 1)  # noqa: B010


def test_a_copy_is_equal_and_independent_in_every_field() -> None:
    for name, other in CHANGED.items():
        made, kept = everything(), everything()
        copy = made.copy()
        assert copy == made
        setattr(copy, name, other)
        assert copy != made
        assert made == kept


def test_what_is_changed_in_place_is_changed_in_one_copy_only() -> None:
    made, kept = everything(), everything()
    copy = made.copy()
    copy.array[0] = 9
    copy.names.append("c")
    copy.pairs.pop()
    assert made == kept
    copy = made.copy()
    made.array += b"\7"
    made.names[0] = "z"
    made.pairs.clear()
    assert copy == kept


def test_packing_and_unpacking_gives_the_same_values_of_the_same_types() -> None:
    made = everything()
    back = Everything.unpack(made.pack())
    assert back == made
    assert back.pack() == made.pack()
    for name in Everything.fields:
        assert getattr(back, name) == getattr(made, name)
        assert type(getattr(back, name)) is type(getattr(made, name))
    assert (1, "x") in back.pairs


def test_restoring_keeps_hold_of_the_lists() -> None:
    made, other = everything(), everything()
    array, names = made.array, made.names
    for name, value in CHANGED.items():
        setattr(other, name, value)
    made.restore(other)
    assert made == other
    assert (array, names) == (bytearray(b"\0"), ["a"])
    names.append("own")
    assert other.names == ["a"]


def test_states_of_a_whole_game_pack_and_copy() -> None:
    table, source = new(3, "long"), random.Random(3)
    while table.decision is not None:
        for again in (State.unpack(table.state.pack()), table.state.copy()):
            assert again == table.state
            assert all(getattr(again, name) == getattr(table.state, name) for name in State.fields)
        random_choice(table, source)


def test_states_are_not_equal_to_something_else_and_have_no_hash() -> None:
    assert everything() != 3
    assert everything() != StepState()
    with pytest.raises(TypeError):
        hash(everything())


GOOD = everything().pack()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\0",
        b"{}\0",
        b"[]\0",
        b"3\0",
        b"null\0",
        b'{"0": 1}\0',
        GOOD[:-1],
        GOOD + b"x",
        GOOD[1:],
        GOOD[:40],
        GOOD.replace(b"[3,3]", b"[-1,7]"),
        GOOD.replace(b"[3,3]", b'["a",3]'),
        GOOD.replace(b"[3,3]", b"[3]"),
        GOOD.replace(b"[3,3]", b"[6]"),
        GOOD.replace(b"[3,3]", b"[3,3,0]"),
        GOOD.replace(b"true", b'"yes"'),
        GOOD.replace(b'["a","b"]', b"12"),
        GOOD.replace(b'["p"]', b'{"p":1}'),
        b"[" * 100_000 + b"\0",
    ],
)
def test_damaged_bytes_are_refused(damaged: bytes) -> None:
    assert damaged != GOOD
    with pytest.raises(BadRecord, match=r"^a stored state is damaged") as refused:
        Everything.unpack(damaged)
    assert "\n" not in str(refused.value)


def test_the_field_that_is_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(BadRecord, match=r"^a stored state is damaged: 'flag' should be bool, not str$"):
        Everything.unpack(GOOD.replace(b"true", b'"yes"'))


@pytest.mark.parametrize(
    "kind",
    [
        "dict[str, int]",
        "set[int]",
        "float",
        "list[list[int]]",
        "list[bytes]",
        "tuple[bytearray, ...]",
        "list[tuple[list[int], int]]",
        "object",
    ],
)
def test_a_field_that_could_not_be_copied_or_packed_is_refused(kind: str) -> None:
    with pytest.raises(TypeError, match=r"^Odd.thing: a state field cannot be "):
        type("Odd", (BaseState,), {"__annotations__": {"thing": kind}, "__slots__": ("thing",)})


def test_a_subclass_keeps_the_fields_of_its_base() -> None:
    class Wider(Everything):
        __slots__ = ("extra",)
        extra: int

    assert Wider.fields == (*Everything.fields, "extra")


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2], "turn", 0, -3, True, None, [], {"a": [1, "b"]}],
        'ö "quoted" \n ⟦⟧',
        (),
        ("a", (1, (2,))),
        {"n": 1 << 70},
    ],
)
def test_json_is_written_as_the_standard_library_does(value: object) -> None:
    assert write_json(value) == json.dumps(value, separators=(",", ":"))


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        write_json([object()])
