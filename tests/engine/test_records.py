"""Records: what is saved is what is loaded; damage is found, said in one line, and names the place."""

from __future__ import annotations

import json
import random
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest

from khyber.engine.errors import BadRecord, Error
from khyber.engine.play import RawEvent
from khyber.engine.record import Record, StepRecord, _decode, _encode, checksum, loads
from khyber.engine.table import from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, at, new, play_on, same, state
from tests.engine.tiny import SEATS, TINY

Fields = dict[str, Any]


def saved() -> str:
    """A game of a few steps with a raid under way."""
    table = new(11, "long", ["rich"])
    for choice in (0, 0, "rest", "trade", "bank", 0, 0, "raid"):
        table.choose(choice)
    assert [step.name for step in table.steps] == ["deal", "bid", "turn north", "turn south", "bid"]
    return table.save()


SAVED = saved()


def test_save_and_load_are_one_another_s_inverse() -> None:
    for seed in range(20):
        table = play_on(new(seed), seed, choices=seed)
        text = table.save()
        record = loads(text)
        assert record.dumps() == text
        assert record == table.record()
        assert same(from_record(TINY, record), table)


def test_a_record_from_a_position_keeps_the_position() -> None:
    table = at(state("turn north"))
    answer(table, "raid")
    loaded = from_record(TINY, loads(table.save()))
    assert same(loaded, table)
    loaded.undo("north")
    assert loaded.state == state("turn north")


def test_replaced_data_travel_in_full() -> None:
    table = new()
    table.header = replace(table.header, setup=replace(table.header.setup, replaced={"cards": [{"name": "mule"}]}))
    assert loads(table.save()).header.setup.replaced == {"cards": [{"name": "mule"}]}


def test_good_records_verify() -> None:
    for seed in range(10):
        table = play_on(new(seed), seed)
        assert verify(TINY, loads(table.save())) == len(table.steps) == 7
    assert verify(TINY, loads(SAVED)) >= 5


def surplus(text: str) -> str:
    """Packed bytes with something behind their end."""
    return b64encode(b64decode(text) + b"!").decode()


def with_log(fields: Fields, log: bytes) -> None:
    logs = _decode(fields["events"], "events").split(b"\n")
    logs[1] = log
    fields["events"] = _encode(b"\n".join(logs))


def edited_entry(record: Record, step: int, entry: int, text: str) -> Record:
    entries = record.steps[step].listed()
    entries[entry] = text
    record.steps[step].entries = "\n".join(entries)
    return record


def edit(change: Callable[[Fields], object]) -> str:
    fields = json.loads(SAVED)
    change(fields)
    return json.dumps(fields)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda f: f.pop("seed"), "^the record has no field 'seed'$"),
        (lambda f: f.pop("steps"), "^the record has no field 'steps'$"),
        (lambda f: f.update(seed="seven"), "^the record: field 'seed' should be int, not str$"),
        (lambda f: f.update(version=True), "^the record: field 'version' should be int, not bool$"),
        (lambda f: f.update(format="khyber/9"), r"^not a record of format khyber-record/1 \(found 'khyber/9'\)$"),
        (lambda f: f.update(options=[3]), "^the record: field 'options' holds 3"),
        (lambda f: f.update(seats={"north": 3}), "^the record's seats: field 'north' should be str, not int$"),
        (lambda f: f.update(seats={"west": "bot"}), "^the record names the seat 'west', which 'tiny' does not have"),
        (lambda f: f.update(scenario="endless"), "^the record names the scenario 'endless'"),
        (lambda f: f.update(options=["poor"]), "^the record names the option 'poor'"),
        (lambda f: f.update(game="chess"), "^this is a record of 'chess', not of 'tiny'$"),
        (lambda f: f["steps"].pop(), "^the record has [0-9]+ steps but [0-9]+ states and [0-9]+ logs$"),
        (lambda f: f["steps"].__setitem__(2, 5), "^step 3 is not a table of fields$"),
        (lambda f: f["steps"][2].pop("check"), "^step 3 has no field 'check'$"),
        (lambda f: f["steps"][2].update(check="000000000000"), r"^step 3 \(turn north\): the checksum does not match"),
        (lambda f: f["steps"][2].update(play=["rest\ntrade"]), r"^step 3: field 'play' holds 'rest\\ntrade'"),
        (lambda f: f["steps"][1].update(by="north\nsouth"), "^step 2: field 'by' does not match its 3 entries$"),
        (lambda f: f["steps"][2].update(rules=1), "^step 3: field 'rules' should be str, not int$"),
        (lambda f: f.update(states=f["states"][:-9]), "^the states stored in the record are damaged$"),
        (lambda f: f.update(states="\x01"), "^the states stored in the record are damaged$"),
        (lambda f: f.update(states=_encode(b"\0\0\0\x09abc")), "^the states stored in the record are damaged$"),
        (lambda f: f.update(events=""), "^the events stored in the record are damaged$"),
        (lambda f: with_log(f, b'{"kind":1}'), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, b"[" * 100_000), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, b'{"ab":["cd"]}'), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, b'["gave"]'), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, '[["gave","5"]]'.encode("utf-16-be")), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, b'[["gave"]]'), "^step 2: its log is damaged$"),
        (lambda f: with_log(f, b'[["gave","5",["north"]]]'), "^step 2: its log is damaged$"),
        (lambda f: f.update(start="!"), "^the start stored in the record are damaged$"),
        (lambda f: f.update({"now-by": []}), "^the record's fields 'now' and 'now-by' do not match$"),
        (lambda f: f.update({"now-by": [3]}), "^the record's fields 'now' and 'now-by' do not match$"),
        (lambda f: f.update(now=[""]), "^the record: field 'now' holds '', which is not an entry$"),
        (lambda f: f.update(states=surplus(f["states"])), "^the states stored in the record are damaged$"),
        (lambda f: f["now"].__setitem__(0, "fly"), r"^entry 1 of step 6 \('fly'\): 'fly' is not offered to north"),
        (
            lambda f: f["now-by"].__setitem__(0, "south"),
            r"^entry 1 of step 6 \('raid'\): 'raid' is not offered to south",
        ),
        (lambda f: f["now"].__setitem__(0, "@north"), r"^entry 1 of step 6 \('@north'\): '' is not open to north now$"),
        (lambda f: f["now"].__setitem__(0, "=west bot"), r"^entry 1 of step 6 \('=west bot'\): unknown seat 'west'"),
        (lambda f: f["now"].__setitem__(0, "#raid"), "^replaying the entries since the last checkpoint gives other"),
    ],
)
def test_damage_is_said_in_one_line_that_names_the_place(change: Callable[[Fields], object], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence) as refused:
        from_record(TINY, loads(edit(change)))
    assert "\n" not in str(refused.value)


def test_the_last_die_of_the_step_under_way_is_checked() -> None:
    table = at(state("turn north", south=""))
    answer(table, "raid")
    record = table.record()
    for die in ("0", "7", "²", "-1", "", "x", "9" * 5000):
        record.now[1] = f"!raid {die}"
        with pytest.raises(BadRecord, match=r"^entry 1 of step 1 \('raid'\): the record's result .* 1 and 6$"):
            from_record(TINY, record)
    record.now[1] = "!lightning 3"
    with pytest.raises(BadRecord, match=r"the record has '!lightning 3' where the rules draw 'raid'$"):
        from_record(TINY, record)


def test_a_result_of_chance_that_was_not_written_yet_comes_from_the_seed() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid", "no")
    record = table.record()
    assert record.now.pop().startswith("!raid")
    record.now_by.pop()
    assert same(from_record(TINY, record), table)


def test_a_damaged_start_of_a_step_is_named() -> None:
    record = new().record()
    record.steps, record.now, record.now_by = [], ["?bag 1,2"], [""]
    with pytest.raises(BadRecord, match=r"^the start of step 1 \(deal\): the record's result for bag is not an order"):
        from_record(TINY, record)


def test_nothing_is_chosen_when_the_game_is_over() -> None:
    record = play_on(new(), 1).record()
    for now, sentence in (
        ("rest", "'rest' is not offered to north: nobody is asked now"),
        ("@north give", "'give' is not open to north now"),
    ):
        record.now, record.now_by = [now], ["north"]
        with pytest.raises(BadRecord, match=sentence):
            from_record(TINY, record)
    record.now, record.now_by = ["rest"], [""]
    with pytest.raises(BadRecord, match="'rest' is not offered to nobody"):
        from_record(TINY, record)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"khyber-record/1"', "[" * 100_000, SAVED[:-3], SAVED[:900]])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^not a record") as refused:
        loads(text)
    assert "\n" not in str(refused.value)


def test_a_state_that_does_not_unpack_is_refused() -> None:
    record = loads(SAVED)
    record.steps[-1] = replace(record.steps[-1], state=b"[[2],1]\0ab")
    with pytest.raises(BadRecord, match=r"^a stored state is damaged$"):
        from_record(TINY, record)


def test_no_flipped_character_goes_unseen_in_what_was_played() -> None:
    good = loads(SAVED)
    source = random.Random(1)
    found = 0
    for place in sorted(source.sample(range(len(SAVED)), 700)):
        flipped = chr(ord(SAVED[place]) ^ (1 << source.randrange(7)))
        text = SAVED[:place] + flipped + SAVED[place + 1 :]
        try:
            record = loads(text)
            from_record(TINY, record)
            verify(TINY, record)
        except Error as refused:
            assert "\n" not in str(refused)
            found += 1
        else:
            assert (record.steps, record.now) == (good.steps, good.now), (place, flipped)
    assert found > 600


def test_verify_names_the_step_where_a_choice_was_edited() -> None:
    for step, entry, key in ((2, 0, "trade"), (2, 0, "fly"), (3, 1, "other"), (3, 0, "raid"), (4, 0, "#nothing")):
        with pytest.raises(BadRecord, match=rf"^step {step + 1} \((turn north|turn south|bid)\): "):
            verify(TINY, edited_entry(loads(SAVED), step, entry, key))


def test_verify_names_the_step_where_a_die_was_edited() -> None:
    table = play_on(new(5, "long", ["rich"]), 3)
    places = [
        (s, e, entry)
        for s, step in enumerate(table.steps)
        for e, entry in enumerate(step.listed())
        if entry.startswith("!raid")
    ]
    assert len(places) >= 2
    for step, at_entry, entry in places:
        other = 1 + int(entry[-1]) % 6
        with pytest.raises(BadRecord, match=rf"^step {step + 1} \(turn \w+\): .* does not follow from its seed$"):
            verify(TINY, edited_entry(loads(table.save()), step, at_entry, f"!raid {other}"))


@pytest.mark.parametrize(
    ("step", "entry", "text", "sentence"),
    [
        (0, 0, "?bag 1,0,2,3,4,5,6,7,8,9,10,11", r"^step 1 \(deal\): the record's result for bag does not follow"),
        (0, 0, "?bag 1,0,2", r"^step 1 \(deal\): the record's result for bag is not an order of 12"),
        (0, 0, "?bag *", r"^step 1 \(deal\): the record has no result for bag"),
        (0, 2, "?draw@north 99", r"^step 1 \(deal\): the record's result '99' for draw is not between 1 and 11$"),
    ],
)
def test_verify_names_the_step_where_a_shuffle_was_edited(step: int, entry: int, text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        verify(TINY, edited_entry(loads(SAVED), step, entry, text))


def test_verify_finds_what_leads_to_the_same_state() -> None:
    record = loads(SAVED)
    owners = edited_entry(loads(SAVED), 0, 1, record.steps[0].listed()[1].replace("@north", "@south"))
    with pytest.raises(BadRecord, match=r"^step 1 \(deal\): replaying it gives other entries than the record$"):
        verify(TINY, owners)
    record.steps[1].log = record.steps[1].events.replace(b"coins", b"drew")
    with pytest.raises(BadRecord, match=r"^step 2 \(bid\): replaying it gives other events than the record$"):
        verify(TINY, record)


def test_verify_finds_a_forged_checkpoint() -> None:
    record = loads(SAVED)
    forged = TINY.state_type.unpack(record.steps[3].after)
    forged.coins[0] += 50
    record.steps[3].state = forged.pack()
    assert loads(record.dumps()).steps[3].check == checksum(forged.pack())
    with pytest.raises(BadRecord, match=r"^step 4 \(turn south\): replaying it gives checksum \w+, the record has "):
        verify(TINY, record)


def test_verify_finds_missing_and_surplus_entries() -> None:
    for kept, sentence in (
        (["trade"], r"^step 4 \(turn south\): replaying it does not end where the record does$"),
        (["trade", "bank"], r"^step 4 \(turn south\): the record has no result for draw"),
        (["trade", "bank", "?draw@south 1", "rest"], r"^step [45] "),
    ):
        record = loads(SAVED)
        record.steps[3].entries = "\n".join(kept)
        with pytest.raises(BadRecord, match=sentence):
            verify(TINY, record)
    for extra in ("!raid 3", "^offers"):
        record = loads(SAVED)
        record.now.append(extra)
        record.now_by.append("")
        with pytest.raises(BadRecord, match=r"^step 6: replaying it does not end where the record does$"):
            verify(TINY, record)
    record = at(state("turn north", coins=(0, 1))).record()
    assert verify(TINY, record) == 1
    record.steps.clear()
    with pytest.raises(BadRecord, match=r"^step 1: replaying it does not end where the record does$"):
        verify(TINY, record)
    record = loads(SAVED)
    record.branch = 1
    with pytest.raises(BadRecord, match=r"^step 6: replaying it does not end where the record does$"):
        verify(TINY, record)


def test_a_record_from_a_position_verifies_by_its_checkpoints() -> None:
    record = play_on(at(state("deal", "", "")), 2).record()
    assert verify(TINY, record) == 4
    with pytest.raises(BadRecord, match=r"^step 1 \(deal\): replaying it gives checksum"):
        verify(TINY, edited_entry(record, 0, 0, "?bag 11,10,9,8,7,6,5,4,3,2,1,0"))


def test_verify_wants_the_same_rules_and_data() -> None:
    record = loads(SAVED)
    record.header = replace(record.header, game="chess")
    with pytest.raises(BadRecord, match=r"^this is a record of 'chess', not of 'tiny'$"):
        verify(TINY, record)
    record = loads(SAVED)
    record.steps[2].rules = "0"
    with pytest.raises(BadRecord, match=r"^the record was played under rules 0; these are 1$"):
        verify(TINY, record)
    record = loads(SAVED)
    record.rules = "0"
    with pytest.raises(BadRecord, match=r"^the record was played under rules 0; these are 1$"):
        verify(TINY, record)
    record = loads(SAVED)
    record.header = replace(record.header, data="my own cards")
    with pytest.raises(BadRecord, match=r"^the record was played with other data"):
        verify(TINY, record)


def test_a_record_does_not_unpack_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = _encode(b"\0" * 100_001)
    monkeypatch.setattr("khyber.engine.record.MAX_BYTES", 100_000)
    loads(SAVED)
    with pytest.raises(BadRecord, match=r"^the states stored in the record are damaged$"):
        loads(edit(lambda fields: fields.update(states=bomb)))


def test_who_sits_where_is_in_the_record() -> None:
    table = new()
    assert table.seats == dict.fromkeys(SEATS, "person")
    assert loads(table.save()).header.seats == dict.fromkeys(SEATS, "person")


def test_events_are_the_same_however_they_are_kept() -> None:
    class Level(IntEnum):
        HIGH = 2

    plain: list[RawEvent] = [("gave", "5", "north"), ("coins", "5", "south", -1)]
    for events in (plain, [*plain, ("coins", "5", "north", Level.HIGH)]):
        step = StepRecord("turn", "", "", tuple(events), b"", "1")
        assert list(step.raw_events()) == events
        assert step.events == json.dumps(events, separators=(",", ":")).encode()
        assert step == StepRecord("turn", "", "", step.events, b"", "1")
        assert step != StepRecord("turn", "", "", tuple(events[1:]), b"", "1")
