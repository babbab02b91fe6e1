"""What /metrics shows to an administrator, and to nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tools.postgres import free_port

from khyber.server.errors import OverBudget
from khyber.server.monitor.metrics import Counter, Family, Histogram, Sample, merged, text
from khyber.server.serve import is_up
from khyber.server.workers.fair import Claim
from tests.server.conftest import Fresh
from tests.server.serving import PATIENCE, Player, Running, play_on, until
from tests.server.test_playing import TWO

BOTS = {"north": "me", "south": "random"}


class Figures:
    """The metrics of a server at one moment, read by Prometheus' own parser."""

    def __init__(self, server: Running | str, **headers: str) -> None:
        address = server if isinstance(server, str) else server.address
        answer = httpx.get(f"{address}/metrics", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        self.families = {family.name: family for family in text_string_to_metric_families(answer.text)}
        self.samples = [sample for family in self.families.values() for sample in family.samples]

    def of(self, name: str, **labels: str) -> float:
        """The sum of all samples of that name which have these labels."""
        return sum(
            sample.value for sample in self.samples if sample.name == name and labels.items() <= sample.labels.items()
        )


def test_choices_and_their_times_are_counted(local: Running) -> None:
    ann = local.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"})["id"]
    before = Figures(local)
    with ann.watch(table) as socket:
        play_on(socket, choices=5)
        accepted = socket.frame["version"]
        refused = socket.choose("no such thing")
        after = Figures(local)
        assert refused["error"]["code"] == "not-offered"
        assert after.of("khyber_sockets") == before.of("khyber_sockets") + 1
    assert after.of("khyber_choices_total", by="person") - before.of("khyber_choices_total", by="person") == 5
    assert accepted >= 5
    assert after.of("khyber_choice_seconds_count") == after.of("khyber_choice_seconds_bucket", le="+Inf") == 5
    assert 0 < after.of("khyber_choice_seconds_sum") < 60
    assert after.of("khyber_message_seconds_count", type="choose") == 6
    assert after.of("khyber_refusals_total", code="not-offered") == 1
    assert before.of("khyber_refusals_total", code="not-offered") == 0
    assert after.of("khyber_open_tables") == 1
    assert after.of("khyber_tables", status="running") == 1
    until(lambda: Figures(local).of("khyber_sockets") == before.of("khyber_sockets"))


def test_bots_turns_and_their_queue_are_counted(local: Running) -> None:
    ann = local.player("Ann")
    with ann.watch(ann.table(seats=BOTS)["id"]) as socket:
        for _ in range(3):
            socket.until_asked("north")
            if socket.asked:
                socket.choose(0)
        socket.until_asked("north")
        until(lambda: Figures(local).of("khyber_bot_queue") == 0)
        figures = Figures(local)
    turns = figures.of("khyber_bot_turn_seconds_count")
    assert 1 <= turns <= figures.of("khyber_choices_total", by="bot")
    assert figures.of("khyber_pool_waiting", pool="bots") == 0
    assert figures.families["khyber_pool_killed"].type == "counter"
    pools = {sample.labels["pool"] for sample in figures.families["khyber_pool_killed"].samples}
    assert pools == {"bots", "quick", "slow", "arrivals", "thinking", "moment"}


def asleep(where: str) -> None:
    """A job that never ends, and takes no processor time by which it could be stopped."""
    time.sleep(PATIENCE)


def test_killed_workers_and_restarted_tasks_are_counted(local: Running) -> None:
    pool, supervisor = local.server.slow_pool, local.server.tables.supervisor
    failures = [ZeroDivisionError("one"), ZeroDivisionError("two")]

    async def failing() -> None:
        if failures:
            raise failures.pop()

    async def begin() -> None:
        supervisor.keep_running("failing twice", failing)

    with pytest.raises(OverBudget):
        asyncio.run_coroutine_threadsafe(pool.run(asleep, seconds=0.05, claim=Claim("me")), local.loop).result(PATIENCE)
    asyncio.run_coroutine_threadsafe(begin(), local.loop).result(PATIENCE)
    until(lambda: Figures(local).of("khyber_background_restarts_total", task="failing twice") == 2)
    assert Figures(local).of("khyber_pool_killed_total", pool="slow") == 1
    assert Figures(local).of("khyber_pool_killed_total", pool="bots") == 0


def test_requests_are_counted_by_endpoint_and_status(local: Running) -> None:
    ann, nobody = local.player("Ann"), local.player()
    table = ann.table(seats=TWO)["id"]
    for _ in range(3):
        ann.get(f"/api/tables/{table}")
    assert nobody.refused("GET", "/api/tables/no-such-table") == (404, "not-found")
    nobody.http.get("/api/no/such/thing")
    nobody.http.post("/api/guests", content=b"{", headers={"content-type": "application/json"})
    figures = Figures(local)
    endpoint = "GET /api/tables/{id}"
    assert figures.of("khyber_requests_total", endpoint=endpoint, status="200") == 3
    assert figures.of("khyber_requests_total", endpoint=endpoint, status="404") == 1
    assert figures.of("khyber_request_seconds_count", endpoint=endpoint) == 4
    assert figures.of("khyber_requests_total", endpoint="POST /api/guests", status="400") == 1
    assert figures.of("khyber_requests_total", endpoint="other", status="404") == 1
    assert figures.of("khyber_refusals_total", code="not-found") == 1
    assert figures.of("khyber_refusals_total", code="bad-request") == 1


def test_memory_and_processor_time_are_those_of_the_process(local: Running) -> None:
    first = Figures(local)
    over = time.process_time() + 0.05
    while time.process_time() < over:
        pass
    second = Figures(local)
    assert second.of("process_cpu_seconds_total") >= first.of("process_cpu_seconds_total") + 0.05
    if Path("/proc/self/statm").exists():
        assert 20e6 < second.of("process_resident_memory_bytes") < 8e9
        assert second.of("process_open_fds") > 5


def test_a_quarantined_table_is_counted(local: Running) -> None:
    table = local.player("Ann").table(seats=TWO)["id"]
    asyncio.run_coroutine_threadsafe(local.server.tables.quarantine(table, "too slow"), local.loop).result(60)
    figures = Figures(local)
    assert figures.of("khyber_quarantines_total") == 1
    assert figures.of("khyber_tables_quarantined") == 1


# -- who may read it ----------------------------------------------------------------------------------


def seen(address: str, path: str, method: str = "GET", **headers: str) -> tuple[int, list[tuple[str, str]], bytes]:
    answer = httpx.request(method, f"{address}/{path}", headers=headers)
    volatile = ("date",)
    return answer.status_code, [pair for pair in answer.headers.items() if pair[0] not in volatile], answer.content


@pytest.fixture(params=["built", "not built"])
def page(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """With and without a page that answers for every address that is not of the API."""
    folder = tmp_path / "page"
    folder.mkdir()
    if request.param == "built":
        (folder / "index.html").write_text("<!doctype html><title>Khyber</title>")
    return str(folder)


@pytest.mark.parametrize(
    "header",
    [
        {"x-forwarded-for": "203.0.113.7"},
        {"forwarded": "for=203.0.113.7"},
        {"x-real-ip": "203.0.113.7"},
        {"via": "1.1 proxy"},
        {"x-forwarded-proto": "https"},
        {"host": "attacker.example"},
        {"host": "[::1]x"},
        {"host": "localhost.attacker.example"},
    ],
    ids=lambda header: " ".join(header.values()),
)
def test_behind_a_proxy_there_is_nothing_at_that_address(tmp_path: Path, page: str, header: dict[str, str]) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", page=page) as server:
        assert b"khyber_choices_total" in seen(server.address, "metrics")[2]
        for method in ("GET", "HEAD", "POST", "OPTIONS"):
            assert seen(server.address, "metrics", method, **header) == seen(
                server.address, "no-such-page", method, **header
            )


@pytest.mark.parametrize("given", ["", "Bearer wrong", "Bearer", "secret", "Basic secret", "bearer \xe9"])
def test_with_a_token_nobody_reads_it_without(tmp_path: Path, page: str, given: str) -> None:
    """Not even on this machine: a proxy that names itself in no header looks just like it."""
    with Running(f"sqlite:///{tmp_path}/khyber.db", page=page, metrics_token="secret") as server:
        headers: dict[str, Any] = {"authorization": given.encode("latin-1")} if given else {}
        assert seen(server.address, "metrics", **headers) == seen(server.address, "no-such-page", **headers)
        figures = Figures(server, authorization="Bearer secret", **{"x-forwarded-for": "203.0.113.7"})
        assert figures.of("khyber_open_tables") == 0


def test_it_is_not_among_the_described_endpoints(local: Running) -> None:
    assert "metrics" not in httpx.get(f"{local.address}/openapi.json").text


# -- several workers ----------------------------------------------------------------------------------


def test_any_of_several_workers_tells_of_all(fresh_postgres: Fresh) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from khyber.cli.app import main; main()",
            "serve",
            "--no-browser",
            "--port",
            str(port),
            "--workers",
            "2",
            "--database",
            fresh_postgres(),
        ],
        start_new_session=True,
    )
    try:
        assert is_up(address, 60)

        def workers() -> set[str]:
            return {sample.labels["worker"] for sample in Figures(address).samples if "worker" in sample.labels}

        until(lambda: len(workers()) == 2)
        asked = Figures(address).of("khyber_requests_total", endpoint="GET /api/me", status="200")
        with Player(address, "Ann") as ann:
            for _ in range(10):
                ann.get("/api/me")
        until(lambda: Figures(address).of("khyber_requests_total", endpoint="GET /api/me", status="200") == asked + 10)
        assert Figures(address).of("khyber_tables", status="running") == 0
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


# -- the format ---------------------------------------------------------------------------------------


def test_any_label_survives_the_format() -> None:
    counter = Counter("things_total", 'Things with "quotes", a \\ and\na line.', "name")
    odd = 'a "quoted" \\ back\nline é'
    counter.add(odd, by=3)
    histogram = Histogram("took_seconds", "Time.", bounds=(0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(value)
    things, took = text_string_to_metric_families(text([counter.family(), histogram.family()]))
    assert [(sample.labels["name"], sample.value) for sample in things.samples] == [(odd, 3)]
    assert things.documentation == counter.help
    assert {s.labels["le"]: s.value for s in took.samples if s.name == "took_seconds_bucket"} == {
        "0.1": 2,
        "1.0": 3,
        "+Inf": 4,
    }
    assert {s.name: s.value for s in took.samples if not s.labels} == {
        "took_seconds_count": 4,
        "took_seconds_sum": 0.05 + 0.1 + 0.5 + 7.0,
    }


def test_workers_are_told_apart_within_a_family() -> None:
    one, other = (Family("a_total", "counter", "A.", [Sample("", {}, n)]) for n in (1, 2))
    (family,) = merged([("7", [one]), ("8", [other])])
    assert [(sample.labels, sample.value) for sample in family.samples] == [({"worker": "7"}, 1), ({"worker": "8"}, 2)]
