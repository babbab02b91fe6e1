"""`khyber bench` measures what it says, and its chart shows it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import msgspec
import pytest
from tools.bench.history import Entry, chart

import khyber
from khyber.catalogue import GAMES
from khyber.cli.app import run
from khyber.engine.decision import Options
from khyber.lab.bench import Bench, bench, parts
from khyber.lab.bench.environments import measure_environments
from khyber.lab.bench.machine import Interpreter, import_seconds, process_counts
from khyber.lab.bench.moments import PLAYOUT, playout
from khyber.lab.bench.rates import Count, Games, bot_games, random_games, slice_of
from khyber.lab.bench.report import notes, rows


@pytest.fixture(scope="module")
def found() -> Bench:
    called: list[str] = []
    measured = bench(0.3, called.append, games=("zurmat",))
    assert len(called) == parts(0.3, ("zurmat",))
    return measured


def test_a_bench_has_every_figure_of_a_game(found: Bench) -> None:
    zurmat = found.games["zurmat"]
    assert zurmat.random.decisions_per_second > zurmat.random.games_per_second > 0
    assert zurmat.with_asides.games >= 1
    assert list(zurmat.bots) == ["bot:standard"] and zurmat.bots["bot:standard"].steps_per_game > 10
    moments = zurmat.moments
    assert min(moments.fork, moments.load, moments.preview, moments.hint, moments.playout) > 0
    assert zurmat.table_kilobytes > zurmat.save_kilobytes > 1


def test_programs_read_a_bench_as_json(found: Bench) -> None:
    assert msgspec.convert(json.loads(json.dumps(found.as_json())), Bench) == found


def test_targets_are_named_beside_their_figures(found: Bench) -> None:
    listed = {(title, row.what): row for title, group in rows(found) for row in group}
    assert listed["zurmat", "ratio to catanatron"].bar == ">= 2.0"
    assert listed["zurmat", "whole games a second"].bar == ">= 100"
    assert listed["everything", "import khyber, CPU time"].bar == "<= 0.15 s"


def test_the_cost_of_a_table_is_also_given_in_ticks(found: Bench) -> None:
    moments = replace(found.games["zurmat"].moments, hint=2.5)
    slow = replace(
        found, catanatron_ticks_per_second=20_000.0, games={"zurmat": replace(found.games["zurmat"], moments=moments)}
    )
    figures = {row.what: row.figure for title, group in rows(slow) for row in group if title == "zurmat"}
    assert figures["hint"] == "2.50 ms (50 ticks)"
    alone = replace(slow, catanatron_ticks_per_second=None)
    assert {row.what: row.figure for _, group in rows(alone) for row in group}["hint"] == "2.50 ms"


def test_people_learn_of_a_slow_interpreter(found: Bench) -> None:
    slow, fast = (replace(found, interpreter=Interpreter("CPython 3.12.1", optimised)) for optimised in (False, True))
    assert any("1.15 to 1.25 times slower" in note for note in notes(slow))
    assert not any("slower" in note for note in notes(fast))


def test_only_real_choices_count() -> None:
    class First:
        """A source that always takes the first option of the same game."""

        def getrandbits(self, bits: int) -> int:
            return 7

        def choice(self, options: Options) -> object:
            return options[0]

    count = Count()
    count.play(random_games("zurmat", First()))  # type: ignore[arg-type]
    table, real = khyber.new("zurmat", seed=7), 0
    while (decision := table.decision) is not None:
        real += len(decision.options) >= 2
        table.choose(decision.options[0])
    assert (count.games, count.decisions, count.steps) == (1, real, len(table.steps))


def test_bot_games_are_those_of_their_seeds() -> None:
    count = Count()
    games = bot_games("zurmat", "bot:standard", first=3)
    for seed in (3, 4):
        before = count.decisions
        count.play(games)
        assert count.decisions - before == khyber.advance(khyber.new("zurmat", seed=seed, seats="bot:standard"))
    assert count.games == 2 and count.seconds > 0


def test_both_sides_play_in_turns_for_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, played = [0.0], []

    def games_of(side: str, seconds: float) -> Games:
        def play(count: Count) -> None:
            played.append(side)
            clock[0] += seconds
            count.decisions += 10

        return play

    monkeypatch.setattr("khyber.lab.bench.rates.process_time", lambda: clock[0])
    monkeypatch.setattr("khyber.lab.bench.rates.perf_counter", lambda: clock[0])
    mine, other = slice_of(games_of("ours", 2.0), games_of("theirs", 1.0), 7.5)
    assert played == ["ours", "theirs", "theirs"] * 2
    assert (mine.seconds, mine.rate) == (4.0, 5.0) and (other.seconds, other.rate) == (4.0, 10.0)
    mine, other = slice_of(games_of("ours", 2.0), None, 0.0)
    assert (mine.games, other.games) == (1, 0)


def test_a_playout_leaves_the_table_alone_and_plays_twelve_turns() -> None:
    table = khyber.new("distant-plain", seed=3)
    before = table.save()
    world = playout(table, "bot:3rd")
    assert table.save() == before
    assert sum(step.name == "turn" for step in world.steps) == PLAYOUT


def test_processes_double_up_to_the_cores() -> None:
    assert [process_counts(n) for n in (1, 2, 6, 8)] == [[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]


def test_importing_is_measured_in_a_process_of_its_own() -> None:
    assert 0 < import_seconds(1) < 5


def test_the_command_measures_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--json", "--seconds", "0.1"]) == 0
    measured = msgspec.convert(json.loads(capsys.readouterr().out), Bench)
    assert list(measured.games) == list(GAMES)
    assert [scale.processes for scale in measured.scaling] == process_counts()


def test_the_chart_has_a_line_for_each_game_and_bot() -> None:
    known = [
        Entry("2026-11-15", "aaaaaaa", {"distant-plain": 1.7}, {"bot:3rd": 1600}),
        Entry("2026-11-16", "bbbbbbb", {"distant-plain": 2.1, "zurmat": 2.0}, {"bot:3rd": 1100, "bot:2nd": 1140}),
    ]
    drawn = ET.fromstring(chart(known))
    lines = [len((line.get("points") or "").split()) for line in drawn.iter("{http://www.w3.org/2000/svg}polyline")]
    assert lines == [2, 1, 2, 1]
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "zurmat 2" in texts and "bot:2nd 1,140" in texts and texts.count("bbbbbbb") == 2


def test_environments_are_measured_beside_catanatrons_and_chess() -> None:
    found = measure_environments(0.1, 1, ("zurmat",))
    assert found is not None and list(found.aec) == list(found.gymnasium) == ["zurmat"]
    steps = found.aec["zurmat"]
    assert steps.steps_per_second > 0
    assert (steps.ratio_to_chess is None) == (found.chess is None)
    if found.catanatron_gym is not None and steps.ratio_to_catanatron is not None:
        assert steps.ratio_to_catanatron == pytest.approx(steps.steps_per_second / found.catanatron_gym, rel=0.01)
