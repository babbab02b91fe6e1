"""Jobs as data: arguments and results cross a database, and reading a row there can run nothing.

A job is named in a list of known ones; its arguments and its result are decoded by the types of its function.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any, Final, get_type_hints

import msgspec

from khyber.engine.errors import BadRecord
from khyber.engine.record import Record, StepRecord
from khyber.server.storage.table_store import header_fields, header_from


class Unreadable(Exception):
    """A stored job or result that is not what its types say."""


class StoredStep(msgspec.Struct, array_like=True):
    """A step of a record."""

    name: str
    by: str
    entries: str
    events: bytes
    after: bytes
    rules: str


class StoredRecord(msgspec.Struct, array_like=True):
    """A record, its header as JSON: seeds have more bits than other formats' numbers."""

    header: str
    steps: list[StoredStep]
    now: list[str]
    now_by: list[str]
    version: int
    branch: int
    rules: str


def stored(record: Record) -> StoredRecord:
    return StoredRecord(
        json.dumps(header_fields(record.header)),
        [StoredStep(one.name, one.by, one.entries, one.events, one.after, one.rules) for one in record.steps],
        record.now,
        record.now_by,
        record.version,
        record.branch,
        record.rules,
    )


def restored(kept: StoredRecord) -> Record:
    """Return the record that `stored` was given. Raises Unreadable."""
    try:
        header = header_from(json.loads(kept.header))
    except (ValueError, LookupError, TypeError, AttributeError, BadRecord) as problem:
        raise Unreadable("the header of a record is damaged") from problem
    steps = [StepRecord(one.name, one.by, one.entries, one.events, one.after, one.rules) for one in kept.steps]
    return Record(header, steps, kept.now, kept.now_by, kept.version, kept.branch, kept.rules)


def _encode(value: Any) -> Any:
    if isinstance(value, range):
        return [value.start, value.stop, value.step]
    raise NotImplementedError(f"a job cannot take {type(value).__name__}")


def _decode(kind: type, value: Any) -> Any:
    if kind is range and isinstance(value, list) and len(value) == 3 and all(isinstance(one, int) for one in value):
        return range(*value)
    raise ValueError(f"not a {kind.__name__}")


class Kind:
    """A function that workers run: where the games are, then its arguments, all of them typed."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.work = work
        self._signature = inspect.signature(work)
        hints = get_type_hints(work)
        found = hints.pop("return")
        types = [hints[name] for name in list(self._signature.parameters)[1:]]
        wired = tuple(StoredRecord if one is Record else one for one in types)
        self._encoder = msgspec.msgpack.Encoder(enc_hook=_encode)
        self._given: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(tuple[wired], dec_hook=_decode)  # type: ignore[valid-type]
        self._found: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(found, dec_hook=_decode)

    @property
    def name(self) -> str:
        return self.work.__name__

    def pack(self, given: tuple[Any, ...]) -> bytes:
        """Return these arguments, and the defaults of the others."""
        bound = self._signature.bind("", *given)
        bound.apply_defaults()
        values = [stored(one) if isinstance(one, Record) else one for one in bound.args[1:]]
        return self._encoder.encode(values)

    def unpack(self, data: bytes) -> tuple[Any, ...]:
        """Return what `pack` was given. Raises Unreadable."""
        try:
            given = self._given.decode(data)
        except (msgspec.MsgspecError, ValueError) as problem:
            raise Unreadable(f"the arguments of {self.name} are damaged: {problem}") from problem
        return tuple(restored(one) if isinstance(one, StoredRecord) else one for one in given)

    def pack_found(self, found: Any) -> bytes:
        return self._encoder.encode(found)

    def unpack_found(self, data: bytes) -> Any:
        """Return what `pack_found` was given. Raises Unreadable."""
        try:
            return self._found.decode(data)
        except (msgspec.MsgspecError, ValueError) as problem:
            raise Unreadable(f"the result of {self.name} is damaged: {problem}") from problem


Kinds = dict[str, Kind]

#: What became of a job: its result, or why there is none.
DONE: Final = "done"
OVER_BUDGET: Final = "over-budget"
DIED: Final = "died"
FAILED: Final = "failed"


class Outcome(msgspec.Struct, array_like=True):
    """What became of a job."""

    end: str
    message: str = ""
    found: bytes = b""


def kinds(*works: Callable[..., Any]) -> Kinds:
    """Return the known jobs, by name."""
    return {one.name: one for one in map(Kind, works)}
