"""Whole games at random: no error, everything conserved, copies equal, records that verify; undo and catalogue."""

from __future__ import annotations

import pytest

from khyber.agents.driver import advance
from khyber.engine.errors import UndoRefused
from khyber.engine.record import loads
from khyber.engine.verify import verify
from tests.enduring_freedom.fuzzing import fuzz_game
from tests.enduring_freedom.tables import GAME, SEAT, answer, asked, new, table, z


@pytest.mark.parametrize("first", range(0, 32, 8))
def test_random_games(first: int) -> None:
    games = [fuzz_game(index, 37) for index in range(first, first + 8)]
    assert max(counts["turns"] for counts in games) >= 6
    assert all(counts["decisions"] > 10 for counts in games)


@pytest.mark.parametrize("agent", ["random", "bot:standard"])
def test_records_verify(agent: str) -> None:
    for seed in range(4):
        playing = new(seed, seats=agent)
        advance(playing)
        assert verify(GAME, loads(playing.save())) == len(playing.steps)


# -- undo ------------------------------------------------------------------------------------------


def test_choices_are_taken_back_as_far_as_the_last_roll() -> None:
    playing = table(turn=1, boxes={"assets-ready": ["infowar.1", "isr.1"]})
    answer(playing, "sof", "us-dagger", "pakistan", "air", "us-b52")
    before = playing.save()
    playing.choose("pakistan")
    playing.undo(SEAT)
    assert playing.state == GAME.state_type.unpack(playing.fork().state.pack()) and asked(playing).ask == "deploy"
    assert loads(playing.save()).now == loads(before).now
    answer(playing, "pakistan", "done", "1")  # InfoWar: a die
    with pytest.raises(UndoRefused):
        playing.undo(SEAT)
    playing.undo(SEAT, agreed=True)
    assert asked(playing).ask == "infowar" and playing.branch == 1


def test_a_reveal_is_a_barrier() -> None:
    playing = table(
        {"kabul": z(hidden="sp-intel", ground="us-dagger"), "herat": z(hidden="tb-ad1")}, step="air", jihad=1
    )
    playing.choose("done")
    assert asked(playing).ask == "designate"
    with pytest.raises(UndoRefused):
        playing.undo(SEAT)


def test_phases_between_which_nothing_is_turned_up_are_taken_back_across() -> None:
    playing = table({"bagram": z(ground="us-dagger")}, step="staging", staging={"pakistan": z(air="us-b52 us-b1")})
    answer(playing, "strike-all", "done")
    assert asked(playing).ask == "air"
    playing.undo(SEAT)
    assert asked(playing).ask == "ground"
    playing.undo(SEAT)
    assert asked(playing).ask == "staging" and not playing.since
