"""The benchmark of the server runs, and has all its figures."""

from __future__ import annotations

from tools.server_bench import bench_server, judged


def test_the_bench_measures_the_server() -> None:
    found = bench_server(choices=100, tables=10, seconds=1)
    assert found.to_frame.count == 100
    assert found.live is not None and found.live.tables == 10
    assert found.live.delays.p99 > 0
    assert 10 < found.live.megabytes < 1000
    assert found.live_postgresql or found.left_out
    assert sum(met is not None for _, _, _, met in judged(found)) == 7
