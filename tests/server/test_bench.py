"""The benchmarks of the server run, have all their figures, and share a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.bench import server_compare, server_page
from tools.bench.fair_bench import FairBench, FairBenches, Noticed
from tools.bench.fair_bench import judged as fair_judged
from tools.bench.fair_bench import write as write_fair
from tools.bench.server_bench import Delays, bench_server, judged
from tools.bench.server_compare import SHORT, Comparison, Pair

ROOT = Path(__file__).resolve().parents[2]
PLAIN = "# The server, measured\n\nWritten by `make docs`.\n\n| What | Figure |\n| --- | ---: |\n| p50 | 1 ms |\n"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page of the server's figures as it is after the plain benchmark, in a temporary place."""
    path = tmp_path / "benchmarks-server.md"
    path.write_text(PLAIN, encoding="utf-8")
    monkeypatch.setattr(server_page, "PAGE", path)
    return path


def took(p50: float, p95: float, p99: float) -> Delays:
    return Delays(100, p50, p95, p99, 2 * p99)


def test_the_bench_measures_the_server() -> None:
    found = bench_server(choices=100, tables=10, seconds=1)
    assert found.to_frame.count == 100
    assert found.live is not None and found.live.tables == 10
    assert found.live.delays.p99 > 0
    assert 10 < found.live.megabytes < 1000
    assert found.live_postgresql or found.left_out
    assert sum(met is not None for _, _, _, met in judged(found)) == 7


def test_a_comparison_measures_the_same_of_both_trees_in_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_compare, "PARTS", (server_compare.one, server_compare.many))
    monkeypatch.setattr(server_compare, "why_not", lambda: "")
    found = server_compare.compare(ROOT, ROOT, 2, SHORT, Comparison("before", "now"))
    assert list(found.rounds) == [
        "one client, choice to acknowledgement",
        "one client, choice to frame",
        f"{SHORT.tables} tables, one worker",
    ]
    assert all(len(pairs) == 2 for pairs in found.rounds.values())
    counts = [pair.now.count for pair in found.rounds["one client, choice to frame"]]
    assert counts == [SHORT.choices, SHORT.choices]
    assert sum(met is not None for _, _, _, met in server_compare.judged(found)) == 9


def test_trees_alternate_and_their_figures_are_not_confused(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = list[Path]()
    old, new = Path("old"), Path("new")

    def part(tree: Path, amount: object, source: object) -> dict[str, Delays]:
        measured.append(tree)
        return {"choices": took(1.0, 1.0, 1.0) if tree == old else took(2.0, 2.0, 2.0)}

    monkeypatch.setattr(server_compare, "PARTS", (part,))
    monkeypatch.setattr(server_compare, "why_not", lambda: "")
    monkeypatch.setattr(server_compare, "check_tree", lambda tree: None)
    monkeypatch.setattr(server_compare, "one", lambda *_: {})
    found = server_compare.compare(old, new, 3, SHORT, Comparison("before", "now"))
    assert measured == [old, new, new, old, old, new]
    assert [(pair.before.p50, pair.now.p50) for pair in found.rounds["choices"]] == [(1.0, 2.0)] * 3


def test_medians_of_all_rounds_may_be_five_percent_worse(page: Path) -> None:
    pairs = [
        Pair(took(1.0, 2.0, 10.0), took(1.05, 2.5, 9.0)),
        Pair(took(1.0, 2.0, 10.0), took(1.0, 1.9, 30.0)),
        Pair(took(0.5, 2.0, 10.0), took(2.0, 2.2, 10.0)),
    ]
    found = Comparison("6a5c7730", "12345678", {"choices": pairs})
    assert server_compare.judged(found) == [
        ("choices: p50", "1.05 ms, before 1.00 ms: 1.05 (rounds 1.00 to 4.00)", "<= 1.05", True),
        ("choices: p95", "2.20 ms, before 2.00 ms: 1.10 (rounds 0.95 to 1.25)", "<= 1.05", False),
        ("choices: p99", "10.00 ms, before 10.00 ms: 1.00 (rounds 0.90 to 3.00)", "<= 1.05", True),
    ]
    server_compare.write(found)
    written = page.read_text(encoding="utf-8")
    assert written.startswith(PLAIN) and "in 3 rounds" in written and "| choices: p95 |" in written


def test_a_server_of_another_tree_runs_that_trees_code(tmp_path: Path) -> None:
    server_compare.check_tree(ROOT)
    (tmp_path / "src").mkdir()
    with pytest.raises(Exception, match="would run"):
        server_compare.check_tree(tmp_path)


def test_every_benchmark_of_the_server_keeps_the_sections_of_the_others(page: Path) -> None:
    figures = Noticed(took(300, 900, 1000), took(300, 1900, 2000), took(50, 60, 70), took(1, 2, 30), 1.5)
    fair = FairBenches(
        [FairBench("one process, SQLite", figures, figures, figures, turns=[10, 10, 12])], 0.0, ["PostgreSQL"]
    )
    server_compare.write(Comparison("6a5c7730", "12345678", {"choices": [Pair(took(1, 1, 1), took(1, 1, 1))]}))
    write_fair(fair)
    plain = server_page.with_section(server_page.FIRST, ["# The server, measured", "", "measured again"])
    page.write_text("\n".join(plain) + "\n", encoding="utf-8")
    server_compare.write(Comparison("6a5c7730", "abcdef01", {"choices": [Pair(took(1, 1, 1), took(2, 2, 2))]}))
    written = page.read_text(encoding="utf-8")
    assert list(server_page.sections(written)) == list(server_page.SECTIONS)
    assert "measured again" in written and "12345678" not in written and "abcdef01" in written
    assert "Left out: PostgreSQL." in written
    for what, figure, bar, met in fair_judged(fair):
        assert f"| {what} | {figure} | {bar} | {'' if met is None else 'ok' if met else 'no'} |" in written
