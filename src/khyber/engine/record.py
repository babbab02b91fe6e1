"""Records: a header, the entries of every step, and checksums. As text, the save file."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, cast

from khyber.engine.decision import Decision
from khyber.engine.errors import BadPosition, BadRecord, BadSetup
from khyber.engine.game import Game, Json, Setup
from khyber.engine.limits import MAX_TOML, check_tree, has_invalid
from khyber.engine.names import listed, quoted
from khyber.engine.play import RawEvent, S
from khyber.engine.state import StepState, write_json

FORMAT = "khyber-record/1"

# The first character of an entry is its kind; a bare key is the answer to the pending decision.
ANSWER_SECRET = "#"
#: A secret answer that its own seat may not look up either.
ANSWER_FORGOTTEN = "%"
ASIDE = "@"
CHANCE = "!"
CHANCE_HIDDEN = "?"
REVEAL = "^"
#: One of the single choices of the batch before it.
SINGLE = "&"
BRANCH = "~"
#: Ends a BRANCH entry where the undo took back something that chance or a bot had decided.
UNDONE = " chance"
SEAT = "="
#: Replaces, in a redacted record, what its reader may not know.
HIDDEN = "*"
#: Entries that the rules write.
WRITTEN = CHANCE + CHANCE_HIDDEN + REVEAL + SINGLE
NOT_ANSWERS = WRITTEN + BRANCH + SEAT
#: Entries that are no barrier to undo.
NO_BARRIER = SEAT + BRANCH + SINGLE
#: Maximum unpacked bytes of a record's states or events; a long game takes a twentieth.
MAX_BYTES = 1 << 23
#: Maximum steps and entries of a record, entries of one step, and characters of an entry. The longest games have 300
#: steps and 2,000 entries, 134 of them in one step.
MAX_STEPS, MAX_ENTRIES, MAX_IN_STEP, MAX_CHARACTERS = 5_000, 50_000, 1_000, 400
#: Maximum version and branch of a table.
MAX_NUMBER = 2**31 - 1
#: Maximum characters of a record, and bytes of one state and of one step's log; the longest take a twentieth.
MAX_TEXT, MAX_STATE, MAX_LOG = 1 << 22, 1 << 15, 1 << 17
#: Maximum characters of a record's own data as JSON: twice what the user's file may have.
MAX_OWN: Final = 2 * MAX_TOML
#: Maximum bits of a seed.
MAX_SEED_BITS = 512


def answer_entry(decision: Decision, key: str) -> str:
    """Return the entry of an answer; secret ones carry a mark."""
    if not decision.secret:
        return key
    return (ANSWER_FORGOTTEN if decision.forgotten else ANSWER_SECRET) + key


@dataclass(frozen=True, slots=True)
class Header:
    """The set-up that a table started from."""

    game: str
    rules: str
    data: str
    seed: int
    setup: Setup
    seats: Mapping[str, str]
    #: Packed state of a table that began from a position; empty if it began from its set-up.
    start: bytes = b""


@dataclass(slots=True, eq=False)
class StepRecord:
    """One finished step: its entries, their seats, its events, and the state it led to."""

    name: str
    by: str
    entries: str
    #: The events, as JSON or, in the process that played them, as they are.
    log: bytes | tuple[RawEvent, ...]
    #: The state, packed or still to be packed. Nobody else holds it, so it never changes.
    state: bytes | StepState
    rules: str

    @property
    def after(self) -> bytes:
        """The state it led to, packed when first read: many never are."""
        state = self.state
        if not isinstance(state, bytes):
            state = self.state = state.pack()
        return state

    def state_after(self, kind: type[S]) -> S:
        """Return a copy of the state it led to."""
        state = self.state
        return kind.unpack(state) if isinstance(state, bytes) else cast(S, state.copy())

    @property
    def events(self) -> bytes:
        """The events as JSON, converted when read: many never are."""
        log = self.log
        return log if isinstance(log, bytes) else write_json(log).encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StepRecord) and self.content() == other.content()

    __hash__ = None  # type: ignore[assignment]

    def content(self) -> tuple[str | bytes, ...]:
        return self.name, self.by, self.entries, self.events, self.after, self.rules

    @property
    def check(self) -> str:
        return checksum(self.after)

    def listed(self) -> list[str]:
        return self.entries.split("\n") if self.entries else []

    def seats(self) -> list[str]:
        """Return the seat of each entry; "" for those that are not choices."""
        entries = self.listed()
        if "\n" in self.by:
            return self.by.split("\n")
        return ["" if entry[0] in NOT_ANSWERS else self.by for entry in entries]

    def raw_events(self) -> Iterator[RawEvent]:
        log = self.log
        return iter(log) if not isinstance(log, bytes) else map(tuple, json.loads(log))


@dataclass(slots=True)
class Record:
    """Everything that a save file holds."""

    header: Header
    steps: list[StepRecord]
    now: list[str]
    now_by: list[str]
    version: int
    branch: int
    #: Rules version of the entries since the last checkpoint.
    rules: str

    @property
    def undone_chance(self) -> bool:
        """Whether an undo took back something that chance or a bot had decided."""
        return marks_undone(self.steps, self.now)

    def dumps(self) -> str:
        """Return the record as JSON text, one step per line."""
        header = self.header
        setup = header.setup
        fields: dict[str, Json] = {
            "format": FORMAT,
            "game": header.game,
            "rules": header.rules,
            "data": header.data,
            "scenario": setup.scenario,
            "options": list(setup.options),
            "players": setup.players,
            "non-players": list(setup.non_players),
            "seats": dict(header.seats),
            "seed": header.seed,
            "version": self.version,
            "branch": self.branch,
        }
        if setup.replaced:
            fields["replaced"] = dict(setup.replaced)
        if header.start:
            fields["start"] = _encode(header.start)
        lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in fields.items()]
        steps = ",\n".join("  " + json.dumps(_step_fields(step), separators=(",", ":")) for step in self.steps)
        packed = b"".join(_deltas([step.after for step in self.steps]))
        events = b"\n".join(step.events for step in self.steps)
        return "\n".join(
            [
                "{",
                *lines,
                f' "steps": [\n{steps}\n ],' if steps else ' "steps": [],',
                f' "now": {json.dumps(self.now)},',
                f' "now-by": {json.dumps(self.now_by)},',
                f' "now-rules": {json.dumps(self.rules)},',
                f' "states": {json.dumps(_encode(packed))},',
                f' "events": {json.dumps(_encode(events))}',
                "}",
                "",
            ]
        )


def marks_undone(steps: Iterable[StepRecord], now: Iterable[str]) -> bool:
    """Return whether a BRANCH entry of these steps, or since, is marked."""
    branched = (entry for step in steps if BRANCH in step.entries for entry in step.listed())
    return any(entry[0] == BRANCH and entry.endswith(UNDONE) for entry in (*branched, *now))


def checksum(packed: bytes) -> str:
    return blake2b(packed, digest_size=6).hexdigest()


def _step_fields(step: StepRecord) -> dict[str, Json]:
    fields: dict[str, Json] = {"step": step.name, "play": cast(list[Json], step.listed()), "check": step.check}
    if step.by:
        fields["by"] = step.by
    fields["rules"] = step.rules
    return fields


def _encode(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 6)).decode()


def _decode(text: str, what: str) -> bytes:
    packed = zlib.decompressobj()
    most = MAX_STATE if what == "start" else MAX_BYTES
    try:
        data = packed.decompress(base64.b64decode(text, validate=True), most)
        if not packed.eof or packed.unused_data:
            raise ValueError("cut short, or too long")
        if what == "events" and data.count(b"\n") >= MAX_STEPS:
            raise ValueError("too many logs")
    except (ValueError, zlib.error, binascii.Error) as problem:
        raise BadRecord(f"the {what} stored in the record are damaged") from problem
    return data


def _deltas(states: list[bytes]) -> Iterator[bytes]:
    """Yield the length of each state and its difference from the last, which compresses well."""
    before = b""
    for state in states:
        yield len(state).to_bytes(4, "big")
        yield _xor(state, before)
        before = state


def _undelta(data: bytes) -> list[bytes]:
    states: list[bytes] = []
    before = b""
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        state = _xor(data[at + 4 : at + 4 + min(length, MAX_STATE)], before)
        if len(state) != length or len(states) == MAX_STEPS:
            raise BadRecord("the states stored in the record are damaged")
        states.append(state)
        before = state
        at += 4 + length
    return states


def _xor(data: bytes, before: bytes) -> bytes:
    size = len(data)
    before = before[:size].ljust(size, b"\0")
    return (int.from_bytes(data, "big") ^ int.from_bytes(before, "big")).to_bytes(size, "big")


def _field(fields: Mapping[str, object], key: str, kind: type, where: str = "the record") -> object:
    if key not in fields:
        raise BadRecord(f"{where} has no field {key!r}")
    value = fields[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRecord(f"{where}: field {key!r} should be {kind.__name__}, not {type(value).__name__}")
    return value


def _text(fields: Mapping[str, object], key: str, where: str = "the record") -> str:
    """Return a field that is a short line of text."""
    value = cast(str, _field(fields, key, str, where))
    if len(value) > MAX_CHARACTERS or not value.isprintable():
        raise BadRecord(f"{where}: field {key!r} holds {quoted(value)}, which is not a short line of text")
    return value


def _strings(fields: Mapping[str, object], key: str, where: str = "the record") -> list[str]:
    values = cast(list[object], _field(fields, key, list, where))
    for value in values:
        if not isinstance(value, str) or not value or has_invalid(value) or len(value) > MAX_CHARACTERS:
            raise BadRecord(f"{where}: field {key!r} holds {quoted(value)}, which is not an entry")
    return cast(list[str], values)


def loads(text: str) -> Record:
    """Return the record that `dumps` wrote. Raises BadRecord, naming the place."""
    if len(text) > MAX_TEXT:
        raise BadRecord(f"not a record: it has {len(text):,} characters; the maximum is {MAX_TEXT:,}")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadRecord(f"not a record: {str(problem)[:100]}") from problem
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        found = fields.get("format") if isinstance(fields, dict) else None
        raise BadRecord(f"not a record of format {FORMAT} (found {quoted(found)})")
    seats = cast(dict[str, str], _field(fields, "seats", dict))
    for seat in seats:
        _text(seats, seat, "the record's seats")
    replaced = cast(dict[str, Json], _field(fields, "replaced", dict)) if "replaced" in fields else {}
    check_tree(replaced, "the record's field 'replaced'", BadRecord)
    if (size := len(json.dumps(replaced, ensure_ascii=False))) > MAX_OWN:
        raise BadRecord(f"the record's field 'replaced' has {size:,} characters; the maximum is {MAX_OWN:,}")
    setup = Setup(
        scenario=_text(fields, "scenario"),
        options=tuple(_strings(fields, "options")),
        players=cast(int, _field(fields, "players", int)),
        non_players=tuple(_strings(fields, "non-players")),
        replaced=replaced,
    )
    header = Header(
        game=_text(fields, "game"),
        rules=_text(fields, "rules"),
        data=_text(fields, "data"),
        seed=_seed(fields),
        setup=setup,
        seats=seats,
        start=_decode(cast(str, _field(fields, "start", str)), "start") if "start" in fields else b"",
    )
    rows = cast(list[object], _field(fields, "steps", list))
    if len(rows) > MAX_STEPS:
        raise BadRecord(f"the record has {len(rows)} steps; the maximum is {MAX_STEPS}")
    states = _undelta(_decode(cast(str, _field(fields, "states", str)), "states"))
    events = _decode(cast(str, _field(fields, "events", str)), "events").split(b"\n") if rows else []
    if not len(rows) == len(states) == len(events):
        raise BadRecord(f"the record has {len(rows)} steps but {len(states)} states and {len(events)} logs")
    steps = [
        _load_step(row, number, state, log)
        for number, (row, state, log) in enumerate(zip(rows, states, events, strict=True), 1)
    ]
    now, now_by = _strings(fields, "now"), cast(list[str], _field(fields, "now-by", list))
    entries = [*(step.entries.count("\n") + 1 for step in steps), len(now)]
    if sum(entries) > MAX_ENTRIES or max(entries) > MAX_IN_STEP:
        raise BadRecord(
            f"the record has {sum(entries)} entries, {max(entries)} of them in one step; the maximum is "
            f"{MAX_ENTRIES} and {MAX_IN_STEP}"
        )
    if len(now) != len(now_by) or not all(isinstance(seat, str) for seat in now_by):
        raise BadRecord("the record's fields 'now' and 'now-by' do not match")
    return Record(
        header, steps, now, now_by, _number(fields, "version"), _number(fields, "branch"), _text(fields, "now-rules")
    )


def _seed(fields: Mapping[str, object]) -> int:
    value = cast(int, _field(fields, "seed", int))
    if value.bit_length() > MAX_SEED_BITS:
        raise BadRecord(f"the record: field 'seed' is {quoted(value)}; the maximum is {MAX_SEED_BITS}")
    return value


def _number(fields: Mapping[str, object], key: str) -> int:
    value = cast(int, _field(fields, key, int))
    if not 0 <= value <= MAX_NUMBER:
        raise BadRecord(f"the record: field {key!r} is {quoted(value)}, not a number from 0 to {MAX_NUMBER}")
    return value


def _is_parameter(value: object) -> bool:
    """Return whether an event may hold this: a number, or a text that can be printed anywhere."""
    return isinstance(value, int) or (isinstance(value, str) and not has_invalid(value))


def _load_step(row: object, number: int, state: bytes, log: bytes) -> StepRecord:
    where = f"step {number}"
    if not isinstance(row, dict):
        raise BadRecord(f"{where} is not a table of fields")
    entries = _strings(row, "play", where)
    by = cast(str, _field(row, "by", str, where)) if "by" in row else ""
    if "\n" in by and by.count("\n") + 1 != len(entries):
        raise BadRecord(f"{where}: field 'by' does not match its {len(entries)} entries")
    try:
        if len(log) > MAX_LOG:
            raise ValueError("too long")
        listed = json.loads(log.decode())  # as text, because JSON guesses the encoding of bytes
        if not isinstance(listed, list) or not all(
            isinstance(event, list) and len(event) >= 2 and all(map(_is_parameter, event)) for event in listed
        ):
            raise ValueError("not a list of events")
    except (ValueError, RecursionError) as problem:
        raise BadRecord(f"{where}: its log is damaged") from problem
    step = StepRecord(_text(row, "step", where), by, "\n".join(entries), log, state, _text(row, "rules", where))
    if step.check != _field(row, "check", str, where):
        raise BadRecord(f"{where} ({step.name}): the checksum does not match the state stored")
    return step


def check_header(game: Game[S], header: Header) -> None:
    """Raise BadRecord unless the header is of this game."""
    if header.game != game.id:
        raise BadRecord(f"this is a record of {quoted(header.game)}, not of {game.id!r}")
    setup = header.setup
    for what, found, known in (
        ("seat", tuple(header.seats), game.seats),
        ("seat", setup.non_players, game.seats),
        ("option", setup.options, game.options),
        ("scenario", () if header.start else (setup.scenario,), game.scenarios),
    ):
        for name in found:
            if name not in known:
                raise BadRecord(
                    f"the record names the {what} {quoted(name)}, which {game.id!r} does not have; valid: "
                    f"{listed(known)}"
                )
        if len(set(found)) < len(found):
            raise BadRecord(f"the record names the same {what} twice; valid: each at most once, {listed(known)}")
    for seat in game.seats:
        if seat not in header.seats:
            raise BadRecord(
                f"the record's seats do not say who sits at {seat!r}; valid: {listed(game.seats)}, each once"
            )
    if not 0 <= setup.players <= len(game.seats):
        raise BadRecord(f"the record: field 'players' is {quoted(setup.players)}, not between 0 and {len(game.seats)}")


def check_history(game: Game[S], record: Record) -> None:
    """Raise BadRecord if finished steps have seats or events that the game does not have."""
    if len(record.now) > MAX_IN_STEP:
        raise BadRecord(
            f"the record has {len(record.now)} entries since its last checkpoint; the maximum is {MAX_IN_STEP}"
        )
    known, seats = {kind: len(names) + 2 for kind, names in game.events.items()}, {"", *game.seats}
    for number, step in enumerate(record.steps, 1):
        if not seats.issuperset(step.by.split("\n")):
            raise BadRecord(
                f"step {number}: field 'by' names a seat that {game.id!r} does not have; valid: {listed(game.seats)}"
            )
        for event in step.raw_events():
            if known.get(str(event[0])) != len(event):
                raise BadRecord(
                    f"step {number}: its log has an event {quoted(event[0])} that {game.id!r} does not have"
                )
    if not seats.issuperset(record.now_by):
        raise BadRecord(
            f"the record: field 'now-by' names a seat that {game.id!r} does not have; valid: {listed(game.seats)}"
        )


def checked_state(game: Game[S], packed: bytes, where: str) -> S:
    """Return a state of a record. Raises BadRecord if the game does not allow it."""
    state = game.state_type.unpack(packed)
    try:
        game.check(state)
    except BadPosition as problem:
        raise BadRecord(f"the record's {where} is impossible: {problem}") from problem
    return state


def check_record(game: Game[S], record: Record) -> None:
    """Raise BadRecord unless this is a record of the game with possible checkpoints."""
    check_header(game, record.header)
    check_history(game, record)
    if record.header.start:
        checked_state(game, record.header.start, "first state")
    else:
        try:
            game.start(record.header.setup)
        except BadSetup as problem:
            raise BadRecord(f"the record's game cannot be set up: {problem}") from problem
    for number, step in enumerate(record.steps, 1):
        checked_state(game, step.after, "last state" if number == len(record.steps) else f"state after step {number}")
