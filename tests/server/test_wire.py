"""Jobs cross the database as data: what comes out is what went in, and decoding anything else runs nothing."""

from __future__ import annotations

import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import khyber
from khyber.agents.analysis.judging import Judged, Slip
from khyber.agents.analysis.solving import Compared
from khyber.catalogue import GAMES
from khyber.engine.decision import Message
from khyber.engine.game import Event
from khyber.engine.record import loads
from khyber.engine.turns import Turn
from khyber.server.library import PRINTED
from khyber.server.study.jobs import give_hint
from khyber.server.study.shared import shared_jobs
from khyber.server.tables.jobs import BotTurn, checkpoint_record, step_record
from khyber.server.workers.wire import StoredRecord, Unreadable, restored, stored

JOBS = shared_jobs()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [3, 2**127 + 1])
def test_a_record_comes_back_whole(game: str, seed: int) -> None:
    table = khyber.play(game, seed=seed, seats="random")
    for record in (table.record(), checkpoint_record(table), step_record(table, len(table.steps) - 1, events=True)):
        crossed = msgspec.msgpack.decode(msgspec.msgpack.encode(stored(record)), type=StoredRecord)
        assert restored(crossed) == record
    assert loads(restored(stored(table.record())).dumps()).header.seed == seed


def test_a_hint_is_the_same_through_the_wire() -> None:
    table = khyber.new("zurmat", seed=5)
    kind, record = JOBS["give_hint"], checkpoint_record(table)
    here = give_hint(PRINTED, record, "it")
    there = give_hint(PRINTED, *kind.unpack(kind.pack((record, "it"))))
    assert kind.unpack_found(kind.pack_found(there)) == here
    assert here.key


def test_a_hint_of_a_search_without_its_network_says_so_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khyber.server.library.misfits", lambda game: True)
    record = checkpoint_record(khyber.new("zurmat", seed=5))
    told = give_hint(PRINTED, record, "en", "agent:quick").reasons[0]
    assert told == "A network does not fit the data of this game: agents that search go without it, and play worse."
    assert told not in give_hint(PRINTED, record, "en").reasons


SLIP = Slip(3, "taliban", ("a", "b"), ("c",), 0.25, 0.5)
TURN = Turn(2, "taliban", range(3, 6))
EVENT = Event("moved", "3.2.1", {"space": "kabul", "count": 2})


@pytest.mark.parametrize(
    ("work", "given"),
    [
        ("explain_steps", (range(3, 5), "en")),
        ("judge_one", (4, "taliban")),
        ("tell_turn", (Judged(TURN, (SLIP,)), [EVENT], "it")),
        ("chances_after", (0, None)),
        ("chances_after", (7, ("taliban",))),
        ("give_hint", ("en", "agent:quick")),
        ("play_turn", ()),
    ],
)
def test_arguments_come_back_as_they_were(work: str, given: tuple[object, ...]) -> None:
    record = khyber.new("zurmat", seed=5).record()
    assert JOBS[work].unpack(JOBS[work].pack((record, *given))) == (record, *given)


@pytest.mark.parametrize(
    ("work", "found"),
    [
        ("play_turn", BotTurn([("taliban", "march"), ("taliban", "a>b")])),
        ("play_turn", BotTurn([], "it failed", "a record")),
        ("explain_steps", None),
        ("explain_steps", []),
        ("judge_one", None),
        ("judge_one", SLIP),
        ("compare_turn", (Compared(0.5, 0.75, 0.25, (Message("told", {"n": 1}),)), ["Better so."])),
    ],
)
def test_results_come_back_as_they_were(work: str, found: object) -> None:
    assert JOBS[work].unpack_found(JOBS[work].pack_found(found)) == found


class Touch:
    """What a pickle of it would do when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return (pytest.fail, ("a row has run code",))


@pytest.mark.parametrize("work", JOBS)
@given(data=st.binary(max_size=200) | st.just(pickle.dumps(Touch())) | st.just(msgspec.msgpack.encode([None, 1, "x"])))
def test_anything_else_is_refused(work: str, data: bytes) -> None:
    with pytest.raises(Unreadable):
        JOBS[work].unpack(data)


def test_a_damaged_header_is_refused() -> None:
    kept = stored(khyber.new("zurmat", seed=5).record())
    for header in ("", "{}", "[]", kept.header[:-2], kept.header.replace('"start": "', '"start": "zz')):
        with pytest.raises(Unreadable):
            restored(msgspec.structs.replace(kept, header=header))
