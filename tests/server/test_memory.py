"""A worker that runs out of memory is replaced, and each table answers only for the memory that it needs itself."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import khyber
from khyber.agents.strong.search import Search
from khyber.engine.table import Table
from khyber.server.errors import OverBudget
from khyber.server.library import PRINTED
from khyber.server.study.jobs import explain_steps, give_hint
from khyber.server.tables import jobs
from khyber.server.workers.fair import Claim
from khyber.server.workers.pool import Pool
from tests.server.games import WHERE

MEGABYTE = 1024 * 1024
#: What these jobs leave in the worker.
left: list[bytearray] = []


def leave(where: str, megabytes: int) -> int:
    """A job that leaves memory behind."""
    left.append(bytearray(megabytes * MEGABYTE))
    return len(left)


def need(where: str, megabytes: int) -> int:
    """A job that needs memory for itself alone."""
    return len(bytearray(megabytes * MEGABYTE)) // MEGABYTE


def large_result(where: str, megabytes: int) -> bytes:
    """A job that fits into its worker, but not together with its result on the way to the server."""
    return bytes(megabytes * MEGABYTE)


def in_pool(*runs: tuple[Callable[..., Any], int], room: int) -> tuple[list[Any], int]:
    """Run these jobs one after another in a worker with that much room; return the results and workers replaced."""

    async def run() -> tuple[list[Any], int]:
        pool = Pool(WHERE, 1, memory=room * MEGABYTE)
        found: list[Any] = []
        try:
            for work, megabytes in runs:
                try:
                    found.append(await pool.run(work, megabytes, seconds=5.0, claim=Claim("me")))
                except OverBudget as over:
                    found.append(str(over))
            return found, pool.killed
        finally:
            pool.stop()

    return asyncio.run(run())


def test_a_job_is_not_blamed_for_the_memory_that_others_left_behind() -> None:
    assert in_pool((leave, 250), (need, 250), (need, 250), room=450) == ([1, 250, 250], 1)


def test_a_job_that_needs_too_much_itself_is_stopped_and_leaves_no_worker_without_memory() -> None:
    over = "stopped: it took too much memory"
    assert in_pool((need, 600), (need, 20), room=450) == ([over, 20], 1)
    assert in_pool((need, 20), (need, 600), (need, 20), room=450) == ([20, over, 20], 2)


def test_a_worker_that_cannot_send_its_result_is_replaced_too() -> None:
    found, replaced = in_pool((leave, 150), (large_result, 150), (need, 250), room=450)
    assert (len(found[1]), found[2], replaced) == (150 * MEGABYTE, 250, 1)


# -- what fails is the process ----------------------------------------------------------------------


def no_memory(*given: object, **named: object) -> None:
    raise MemoryError


def thinking(agent: str = "agent:quick@1w") -> Table[Any]:
    """Return a table at which this agent is asked."""
    table = khyber.new("distant-plain", scenario="short", seed=1, seats="bot:3rd")
    while table.decision is not None and len(table.decision.values) == 1:
        table.choose(0)
    assert table.decision is not None
    table.sit(table.decision.seat, agent)
    return table


def test_no_bot_takes_a_lack_of_memory_for_a_lack_of_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    table = thinking("agent:3rd")
    monkeypatch.setattr("khyber.games.distant_plain.bots.machinery.non_player.NonPlayer.answer", no_memory)
    monkeypatch.setattr("khyber.games.distant_plain.bots.machinery.non_player.NonPlayer.ready", no_memory)
    with pytest.raises(MemoryError):
        jobs.play_turn(PRINTED, jobs.checkpoint_record(table))
    with pytest.raises(MemoryError):
        give_hint(PRINTED, jobs.checkpoint_record(table), "en")


def test_no_search_takes_a_lack_of_memory_for_a_lack_of_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    table = thinking()
    assert jobs.play_turn(PRINTED, jobs.checkpoint_record(table)).choices
    monkeypatch.setattr(Search, "best", no_memory)
    with pytest.raises(MemoryError):
        jobs.play_turn(PRINTED, jobs.checkpoint_record(table))
    with pytest.raises(MemoryError):
        give_hint(PRINTED, jobs.checkpoint_record(table), "en", "agent:quick")


def test_no_explanation_takes_a_lack_of_memory_for_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    table = khyber.new("distant-plain", scenario="short", seed=1, seats="bot:3rd")
    monkeypatch.setattr("khyber.server.study.jobs.explain_all", no_memory)
    with pytest.raises(MemoryError):
        explain_steps(PRINTED, table.record(), range(1), "en")


def test_a_rule_that_runs_out_of_memory_has_not_failed_and_the_table_is_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = khyber.new("distant-plain", scenario="short", seed=1)
    before = table.save()
    with monkeypatch.context() as short, pytest.raises(MemoryError):
        short.setattr("khyber.games.distant_plain.play.Play.emit", no_memory)
        table.choose("rally")
        table.choose(0)
        table.choose(0)
    assert json.loads(table.save())["steps"] == json.loads(before)["steps"]
    table.choose(0)


def broad(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that catch every exception without a word on memory before them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            named = False
            for handler in node.handlers:
                caught = ast.unparse(handler.type) if handler.type is not None else "BaseException"
                named = named or "MemoryError" in caught
                recovers = "self._recover(" in ast.unparse(handler)  # which looks for itself
                if caught in ("Exception", "BaseException") and not (named or recovers):
                    yield handler.lineno


@pytest.mark.parametrize("part", ["engine", "agents", "server/tables", "server/study", "puzzles.py"])
def test_nothing_that_a_worker_runs_catches_a_lack_of_memory_with_all_other_failures(part: str) -> None:
    path = Path(khyber.__file__).parent / part
    files = list(path.rglob("*.py")) if path.is_dir() else [path]
    assert files
    found = [f"{file.name}:{line}" for file in files for line in broad(ast.parse(file.read_text("utf-8")))]
    # tables.py runs in the server itself, and raises again what it catches
    assert [one for one in found if not one.startswith("tables.py")] == []
