"""Undo: public choices are taken back alone, up to the last secret drawn, shown or rolled; further by agreement."""

from __future__ import annotations

import pytest

from khyber.engine.errors import UndoRefused
from tests.zurmat.tables import answer, asked, at_level, board, keys, table, tiles, units


def test_public_choices_are_taken_back_one_by_one() -> None:
    playing = table(tiles({"08": {"control": "coalition"}}), coalition={"board": board("recruit")})
    answer(playing, "recruit", "01", "08")
    for left in ({"ana": 1}, {}):
        playing.undo("coalition")
        assert units(playing, "01") == left
    playing.undo("coalition")
    assert (asked(playing).ask, keys(playing)[0]) == ("turn", "recruit")


def test_a_patrol_is_taken_back_until_its_discs_are_drawn() -> None:
    playing = table(tiles({"01": {"us": 1}}), coalition={"board": board("patrol")})
    answer(playing, "patrol", "01", "08", "01")
    playing.undo("coalition")
    assert units(playing, "08") == {"us": 1}
    answer(playing, "stop")
    assert asked(playing).ask == "show-discs"
    with pytest.raises(UndoRefused):
        playing.undo("coalition")


def test_dice_looks_declarations_and_cards_stay() -> None:
    fought = table(tiles({"01": {"ana": 1, "taliban": 2}}), coalition={"board": board("attack"), "hand": ["mrap"]})
    answer(fought, "attack", "01", "stay", "done", "01")
    looked = answer(table(coalition={"board": at_level(0, "declare")}), "declare", "12")
    declared = answer(looked.fork(), "12")
    played = answer(table(coalition={"hand": ["intel"]}), "play intel")
    for playing in (fought, looked, declared, played):
        with pytest.raises(UndoRefused):
            playing.undo("coalition")
        version = playing.version
        playing.undo("coalition", agreed=True)
        assert (playing.version, playing.branch) == (version + 1, 1)


def test_another_seat_s_answer_stands_in_the_way() -> None:
    playing = table(tiles({"01": {"us": 1}}), coalition={"board": board("patrol")}, taliban={"hand": ["intel"]})
    answer(playing, "patrol", "01", "08", "no")
    with pytest.raises(UndoRefused):
        playing.undo("coalition")
