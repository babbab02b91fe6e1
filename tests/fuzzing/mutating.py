"""Mutations: of text, of trees of JSON or TOML, and of the states that a record holds."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from khyber.catalogue import game as find_game
from khyber.engine.record import Record, StepRecord
from khyber.engine.state import StepState
from tests.fuzzing.corpus import parsed

#: Numbers that nobody expects.
NUMBERS = (0, -1, 1, 2, 3, 7, 20, 60, 99, 100, 127, 128, 254, 255, 256, 1000, 2**31, 2**63, 2**64, -(2**70), 10**400)
WORDS = (
    "",
    " ",
    "none",
    "taliban",
    "coalition",
    "person",
    "nobody",
    "\ud800",
    "\0",
    "a\nb",
    "é" * 50,
    "x" * 300,
    "x" * 5000,
    "~9",
    "=taliban x",
    "!die 6",
    "@taliban pause",
    "../../etc/passwd",
    "person" * 100,
)


def deep(levels: int) -> object:
    """A list in a list in a list."""
    tree: object = []
    for _ in range(levels):
        tree = [tree]
    return tree


def value(source: random.Random) -> object:
    """Anything that may stand in a file."""
    kind = source.randrange(9)
    if kind < 3:
        return source.choice(NUMBERS)
    if kind < 6:
        return source.choice(WORDS)
    return source.choice(
        (
            True,
            False,
            None,
            1.5,
            float("nan"),
            float("inf"),
            [],
            {},
            [[]],
            [{}],
            {"": {}},
            deep(9),
            deep(90),
            [0] * 500,
            ["person"] * 300,
        )
    )


# -- text ---------------------------------------------------------------------------------------------


def text(given: str, source: random.Random) -> str:
    """Characters changed, lost, doubled or moved."""
    for _ in range(source.choice((1, 1, 1, 2, 5))):
        at = source.randrange(len(given) + 1)
        to = min(len(given), at + source.choice((1, 1, 2, 10, 200)))
        piece = given[at:to]
        how = source.randrange(7)
        if how == 0:
            given = given[:at] + given[to:]
        elif how == 1:
            given = given[:at] + piece * source.choice((2, 3, 50)) + given[to:]
        elif how == 2:
            given = given[:at]
        elif how == 3:
            given = given[:at] + source.choice("\"'[{]}=\n,\\9-e") + given[to:]
        elif how == 4:
            given = given[:at] + json.dumps(str(source.choice(WORDS))) + given[to:]
        elif how == 5:
            given = given[:at] + str(source.choice(NUMBERS[:-2])) + given[to:]
        else:
            other = source.randrange(len(given) + 1)
            given = given[:other] + piece + given[other:]
    return given


# -- trees --------------------------------------------------------------------------------------------


def tree(root: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """A value somewhere in it replaced, lost, doubled or renamed; the given one is changed."""
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        node: Any = root
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = source.choice(keys)
            if isinstance(node[key], dict | list) and node[key] and source.random() < 0.75:
                node = node[key]
                continue
            change(node, key, source)
            break
    return root


def _list(root: dict[str, Any]) -> list[Any]:
    """What a tree holds, where it is still a list."""
    found = root.get("")
    return found if isinstance(found, list) else []


def change(node: Any, key: Any, source: random.Random) -> None:
    """One entry of a table or list."""
    how = source.randrange(8)
    old = node[key]
    if how < 2 and isinstance(old, int) and not isinstance(old, bool):
        node[key] = old + source.choice((-1, 1, 2, -5, 10))
    elif how < 4:
        node[key] = value(source)
    elif how == 4:
        del node[key]
    elif isinstance(node, list):
        other = source.randrange(len(node))
        if how == 5:
            node.insert(other, old)
        elif how == 6:
            node[key], node[other] = node[other], old
        else:
            node.extend([old] * source.choice((1, 5, 400)))
    else:
        other = source.choice(list(node))
        if how == 5:
            node[key], node[other] = node[other], old
        elif how == 6:
            node[str(source.choice((*WORDS, other + "x")))] = node.pop(key)
        else:
            node[key] = [old, old]


# -- states -------------------------------------------------------------------------------------------


def state(game: str, packed: bytes, source: random.Random, others: list[bytes]) -> bytes:
    """A state with some of its fields changed: to odd values, or to those of another state of the same game."""
    kind = find_game(game).state_type
    changed = kind.unpack(packed)
    for _ in range(source.choice((1, 1, 1, 2, 2, 3, 6))):
        name = source.choice(kind.fields)
        if source.random() < 0.4:
            other = kind.unpack(source.choice(others))
            setattr(changed, name, getattr(other, name))
        else:
            setattr(changed, name, field(changed, name, source))
    repacked: bytes = changed.pack()
    return repacked


def field(changed: StepState, name: str, source: random.Random) -> object:
    """Another value of the same kind for the field; now and then one of another kind."""
    old: Any = getattr(changed, name)
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + source.choice((-1, 1, 1, 2, 5)) if source.random() < 0.6 else source.choice(NUMBERS)
    if isinstance(old, str):
        return source.choice((*WORDS, old + "x"))
    if isinstance(old, tuple):
        listed = [list(one) if isinstance(one, tuple) else one for one in old]
        root = {"": listed}
        return _list(tree(root, source))
    array = bytearray(old)
    for _ in range(source.choice((1, 1, 2, 3))):
        if not array or source.random() < 0.1:
            array.append(source.randrange(256))
            continue
        at, other = source.randrange(len(array)), source.randrange(len(array))
        how = source.randrange(8)
        if how < 3:  # something goes from one place to another
            array[at], array[other] = max(0, array[at] - 1), min(255, array[other] + 1)
        elif how == 3:
            array[at], array[other] = array[other], array[at]
        elif how == 4:
            array[at] = source.randrange(256)
        elif how == 5:
            array[at] = min(255, array[at] + 1)
        elif how == 6:
            array[at] = array[other]
        else:
            del array[at]
    return array if isinstance(old, bytearray) else bytes(array)


def head(packed: bytes, source: random.Random) -> bytes:
    """A packed state whose head is some other JSON."""
    words, _, rest = packed.partition(b"\0")
    root = {"": json.loads(words)}
    try:
        changed = json.dumps(tree(root, source).get("", source.choice(([], {}, None, 3))))
    except ValueError:
        changed = "[]"
    return changed.encode() + b"\0" + rest


def states_of(record: Record) -> list[bytes]:
    return [step.after for step in record.steps] + ([record.header.start] if record.header.start else [])


@cache
def every_state(game: str) -> list[bytes]:
    """The states of all records, to take fields from."""
    return [packed for record in parsed(game) for packed in states_of(record)]


def with_state(record: Record, packed: bytes, at: int) -> Record:
    """The record with another state after that step, its checksum made anew; before the first step: from there on."""
    if at < 0 or not record.steps:
        header = replace(record.header, start=packed)
        return replace(record, header=header, steps=[], now=[], now_by=[])
    steps = list(record.steps)
    old = steps[at]
    steps[at] = StepRecord(old.name, old.by, old.entries, old.log, packed, old.rules)
    now, by = ([], []) if at == len(steps) - 1 else (record.now, record.now_by)
    return replace(record, steps=steps, now=now, now_by=by)


# -- records ------------------------------------------------------------------------------------------


def blob(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def bad_blob(source: random.Random) -> str:
    """Something compressed that no record holds."""
    return source.choice(
        (
            lambda: blob(bytes(1 << 26)),
            lambda: blob(b"\n" * (1 << 22)),
            lambda: blob(b"[]\n" * 1000),
            lambda: blob(source.randbytes(100)),
            lambda: blob(b"")[:-4],
            lambda: "é",
            lambda: blob(b"[" * 10_000),
            lambda: blob(b'[["card","2.3",1,2]]'),
            lambda: blob((1 << 31).to_bytes(4, "big") + bytes(64)),
        )
    )()


def record_text(record: Record, game: str, source: random.Random) -> str:
    """A record with one part of it changed in some way."""
    return source.choice(RECORD_MUTATIONS)(record, game, source)


def _of_text(record: Record, game: str, source: random.Random) -> str:
    return text(record.dumps(), source)


def _of_tree(record: Record, game: str, source: random.Random) -> str:
    return json.dumps(tree(json.loads(record.dumps()), source))


def _of_header(record: Record, game: str, source: random.Random) -> str:
    fields = json.loads(record.dumps())
    small = {key: fields[key] for key in fields if key not in ("steps", "states", "events")}
    for key in set(small) - set(changed := tree(dict(small), source)):
        del fields[key]
    return json.dumps(fields | changed)


def _of_seats(record: Record, game: str, source: random.Random) -> str:
    fields = json.loads(record.dumps())
    seats = fields["seats"]
    fields["seats"] = source.choice(
        (
            dict,
            lambda: dict(list(seats.items())[1:]),
            lambda: {**seats, "west": "person"},
            lambda: dict(zip(seats, [value(source) for _ in seats], strict=True)),
            lambda: list(seats),
            lambda: dict.fromkeys(seats, "bot:none"),
            lambda: {seat.upper(): agent for seat, agent in seats.items()},
        )
    )()
    return json.dumps(fields)


def _of_blobs(record: Record, game: str, source: random.Random) -> str:
    fields = json.loads(record.dumps())
    fields[source.choice(("states", "events", "start"))] = bad_blob(source)
    return json.dumps(fields)


def _of_entries(record: Record, game: str, source: random.Random) -> str:
    if not record.steps:
        return _of_tree(record, game, source)
    at = source.randrange(len(record.steps) + 1)
    entries = {"": list(record.now) if at == len(record.steps) else record.steps[at].listed()}
    changed = [str(entry) for entry in _list(tree(entries, source))] or ["pass"]
    fields = json.loads(record.dumps())
    if at == len(record.steps):
        fields["now"], fields["now-by"] = changed, (record.now_by * 400)[: len(changed)]
        fields["now-by"] += ["taliban"] * (len(changed) - len(fields["now-by"]))
    else:
        fields["steps"][at]["play"] = changed
    return json.dumps(fields)


def _of_events(record: Record, game: str, source: random.Random) -> str:
    logs = {"": [json.loads(step.events) for step in record.steps]}
    try:
        data = "\n".join(json.dumps(log) for log in _list(tree(logs, source))).encode()
    except ValueError:
        data = b"[]"
    return json.dumps(json.loads(record.dumps()) | {"events": blob(data)})


def _of_state(record: Record, game: str, source: random.Random) -> str:
    """The last state, that another step led to, or one that the record begins from."""
    states = states_of(record)
    if not states:
        return _of_tree(record, game, source)
    at = source.choice((len(record.steps) - 1, len(record.steps) - 1, source.randrange(len(states)), -1))
    try:
        packed = state(game, states[at], source, source.choice((states, every_state(game))))
    except (ValueError, TypeError):
        packed = head(states[at], source)
    return with_state(record, packed, at).dumps()


def _of_head(record: Record, game: str, source: random.Random) -> str:
    states = states_of(record)
    if not states:
        return _of_tree(record, game, source)
    at = len(record.steps) - 1
    return with_state(record, head(states[at], source), at).dumps()


Mutation = Callable[[Record, str, random.Random], str]
RECORD_MUTATIONS: tuple[Mutation, ...] = (
    _of_text,
    _of_tree,
    _of_header,
    _of_seats,
    _of_blobs,
    _of_entries,
    _of_events,
    _of_head,
    *(_of_state,) * 8,
)


# -- positions ----------------------------------------------------------------------------------------


def toml(document: Mapping[str, Any]) -> str:
    """A document as TOML, a line for each key."""
    return "".join(f"{_key(key)} = {_toml(one)}\n" for key, one in document.items())


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _toml(one: Any) -> str:
    if isinstance(one, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in one.items()) + " }"
    if isinstance(one, list | tuple):
        return "[" + ", ".join(map(_toml, one)) + "]"
    if isinstance(one, bool):
        return str(one).lower()
    if isinstance(one, int):
        return hex(one) if one > 2**70 else str(one)
    if isinstance(one, float):
        return str(one)
    return json.dumps(one, ensure_ascii=False) if isinstance(one, str) else "1979-05-27"


def position_text(position: str, document: dict[str, Any], source: random.Random) -> str:
    """A position with something in it changed."""
    return text(position, source) if source.random() < 0.3 else toml(tree(document, source))
