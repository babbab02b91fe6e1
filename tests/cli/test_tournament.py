"""The command `tournament`: who sits where, what is kept and gone on with, and what is told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from khyber.cli.app import run
from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.board import SEATS
from khyber.lab.simulate import Played
from khyber.lab.standings import table_of_lone_seats
from khyber.lab.summary import wilson
from khyber.lab.tournament import Kept, Result, Tournament, compete, result_of

Capture = pytest.CaptureFixture[str]
ENTRIES = ("bot:3rd", "random")


def tournament(**more: object) -> Tournament:
    return Tournament("distant-plain", ENTRIES, **more)  # type: ignore[arg-type]


def told(capsys: Capture, file: Path, *arguments: str, code: int = 0) -> dict[str, object]:
    assert (
        run(
            [
                "tournament",
                "distant-plain",
                "--json",
                "--entries",
                ",".join(ENTRIES),
                "--jobs",
                "1",
                "--file",
                str(file),
                "--keep",
                str(file.parent / "errors"),
                *arguments,
            ]
        )
        == code
    )
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


# -- who sits where -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lone,ways", [(False, 7), (True, 4)])
def test_in_a_cycle_everybody_sits_everywhere_equally_often(lone: bool, ways: int) -> None:
    cycle = tournament(lone=lone)
    assert len(cycle.ways()) == ways
    seatings = [cycle.seating(index) for index in range(2 * ways)]
    assert len({tuple(seating.items()) for seating in seatings}) == 2 * ways
    for seat in SEATS:
        assert Counter(seating[seat] for seating in seatings) == dict.fromkeys(ENTRIES, ways)
    if lone:
        assert all(sorted(Counter(seating.values()).values()) == [1, 3] for seating in seatings)


def test_a_round_is_played_over_one_deck_and_scenarios_take_turns() -> None:
    two = tournament(scenarios=("short", "main"))
    plans = [two.plan(index) for index in range(6)]
    assert [plan.scenario for plan in plans] == ["short", "short", "main", "main", "short", "short"]
    assert plans[0].seed == plans[1].seed != plans[2].seed
    assert two.seating(0) == {seat: ENTRIES[ENTRIES.index(agent) - 1] for seat, agent in two.seating(1).items()}


def test_three_entries_meet_in_every_mixture() -> None:
    three = Tournament("distant-plain", ("bot:2nd", "bot:3rd", "random"))
    seatings = {tuple(three.seating(index).values()) for index in range(3 * len(three.ways()))}
    assert len(seatings) == 3**4 - 3
    lone = Tournament("distant-plain", ("bot:2nd", "bot:3rd", "random"), lone=True)
    alone = {tuple(lone.seating(index).values()) for index in range(3 * len(lone.ways()))}
    assert len(alone) == 3 * 2 * 4


@pytest.mark.parametrize(
    "entries,problem",
    [
        (("random",), "two entries"),
        (("random", "random"), "two entries"),
        (("random", "clever"), "no agent 'clever'"),
        (("random", "person"), "a simulation needs an agent in every seat"),
    ],
)
def test_entries_that_cannot_compete_are_refused(entries: tuple[str, ...], problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        Tournament("distant-plain", entries).checked()


# -- what is kept -------------------------------------------------------------------------------------


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path: Path, capsys: Capture) -> None:
    whole = told(capsys, tmp_path / "whole.jsonl", "--games", "4")
    parts = tmp_path / "parts.jsonl"
    assert told(capsys, parts, "--games", "1")["finished"] == 1
    with parts.open("a", encoding="utf-8") as file:
        file.write('{"index": 1, "winner": "tal')  # killed as it wrote
    told(capsys, parts, "--games", "3")
    assert told(capsys, parts, "--games", "4") == whole
    assert len(parts.read_text(encoding="utf-8").splitlines()) == 5


def test_games_of_another_tournament_are_not_mixed_in(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "games.jsonl"
    told(capsys, file, "--games", "1")
    assert run(["tournament", "distant-plain", "--entries", "random,bot:3rd", "--games", "2", "--file", str(file)]) == 2
    assert "another tournament" in capsys.readouterr().err


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    done = 0

    def interrupt(n: int) -> None:
        nonlocal done
        done += n
        if done == 2:
            raise KeyboardInterrupt

    standing = compete(tournament(games=4), tmp_path / "games.jsonl", tmp_path, done=interrupt)
    assert standing.stopped and len(standing.finished) == 2
    standing = compete(tournament(games=4), tmp_path / "games.jsonl", tmp_path)
    assert not standing.stopped and len(standing.finished) == 4


def test_a_game_that_goes_wrong_is_counted_apart(tmp_path: Path) -> None:
    standing = compete(tournament(games=2, most=5), tmp_path / "games.jsonl", tmp_path / "errors")
    assert len(standing.failed) == 2 and len(list((tmp_path / "errors").iterdir())) == 2
    assert result_of(Played(3, 0, {}, "broken", "")) == Result(3, error="broken")
    assert Kept(tournament(games=2, most=5), tmp_path / "games.jsonl").results[0].error


# -- what is told -------------------------------------------------------------------------------------


def test_shares_are_of_seats_with_their_intervals(tmp_path: Path, capsys: Capture) -> None:
    found = told(capsys, tmp_path / "games.jsonl", "--games", "4", "--lone")
    standings = found["standings"]
    assert isinstance(standings, dict)
    entries = {row["entry"]: row for row in standings["entries"]}
    assert sum(row["seats"] for row in entries.values()) == 16
    assert sum(row["wins"] for row in entries.values()) == 4
    best = entries["bot:3rd"]
    low, high = wilson(best["wins"], best["seats"])
    assert (best["low"], best["high"]) == (round(low, 4), round(high, 4))
    assert {(row["seat"], row["entry"], row["others"]) for row in standings["lone"]} == {
        ("coalition", "bot:3rd", "random"),
        ("coalition", "random", "bot:3rd"),
        ("government", "bot:3rd", "random"),
        ("government", "random", "bot:3rd"),
    }


def test_a_person_reads_a_table(tmp_path: Path, capsys: Capture) -> None:
    assert (
        run(
            [
                "tournament",
                "distant-plain",
                "--entries",
                ",".join(ENTRIES),
                "--games",
                "2",
                "--jobs",
                "2",
                "--file",
                str(tmp_path / "games.jsonl"),
            ]
        )
        == 0
    )
    told_ = capsys.readouterr().out
    assert "95% interval" in told_ and "2 games finished of 2, 0 errors" in told_


def test_the_table_of_those_alone_has_a_row_for_each_seat_and_entry(tmp_path: Path) -> None:
    standing = compete(tournament(games=8, lone=True, scenarios=("short", "main")), tmp_path / "games.jsonl", tmp_path)
    rows = list(table_of_lone_seats(standing))
    assert rows[0] == "| seat | alone | among | short | main |"
    assert len(rows) == 2 + 2 * 2 and rows[2].startswith("| coalition | bot:3rd | random | ")
    assert " of 1: " in rows[2]
