"""A search in several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from typing import Any

import pytest

from khyber.agents.agent import Seen
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.search import Candidate
from khyber.agents.strong.team import BROUGHT, Member, best_together
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from tests.agents.test_strong import CAMPAIGN, POSITIONS, asked

TOGETHER = Thinking(0.6, processes=3)

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="processes cannot be copied on this system"
)


@pytest.mark.parametrize(("game", "seat", "seed", "after"), (*POSITIONS, CAMPAIGN))
def test_all_processes_compare_the_same_lines_each_in_worlds_of_its_own(
    game: str, seat: str, seed: int, after: int
) -> None:
    table = asked(game, seat, seed, after)
    compared = best_together(table, seat, TOGETHER)
    assert len({len(one.values) for one in compared}) == 1, "some lines were compared in more worlds than others"
    assert len(compared[0].values) >= TOGETHER.processes
    assert len(compared) <= TOGETHER.processes * (BROUGHT + 1)
    assert len({(one.opening, one.policy) for one in compared}) == len(compared)
    assert any(one.is_bots for one in compared)
    assert not multiprocessing.active_children(), "a process was left behind"


def test_the_agent_plays_what_they_found() -> None:
    table = asked("zurmat", "coalition", 3, 20)
    assert table.decision is not None
    agent = Strong[Any](TOGETHER)
    chosen = agent(Seen(table, table.decision))
    assert table.decision.find(chosen.key) is not None
    assert len({len(one.values) for one in agent.compared}) == 1
    table.choose(chosen, "coalition")


def test_a_process_that_dies_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    table = asked("zurmat", "taliban", 2, 40)
    find, here = Member.find, os.getpid()

    def dying(member: Member) -> list[Candidate]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return find(member)

    monkeypatch.setattr(Member, "find", dying)
    compared = best_together(table, "taliban", TOGETHER)
    assert compared and compared[0].values


def test_one_that_dies_while_comparing_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    table = asked("zurmat", "taliban", 2, 40)
    compare, here = Member.compare, os.getpid()

    def dying(member: Member, brought: Sequence[Candidate]) -> list[list[float]]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return compare(member, brought)

    monkeypatch.setattr(Member, "compare", dying)
    compared = best_together(table, "taliban", TOGETHER)
    assert len({len(one.values) for one in compared}) == 1
    assert not multiprocessing.active_children()


def test_a_process_ends_when_the_one_it_works_for_is_gone() -> None:
    table = asked("zurmat", "taliban", 2, 40)
    member = Member(1, table, "taliban", TOGETHER, Worth.of(table.game))
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=member.serve, args=(theirs, [ours]), daemon=True)
    process.start()
    theirs.close()
    assert ours.recv()
    ours.close()
    process.join(20)
    assert process.exitcode == 0


def test_an_interrupted_search_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    table = asked("zurmat", "taliban", 2, 40)

    def interrupted(member: Member, brought: Sequence[Candidate]) -> list[list[float]]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Member, "compare", interrupted)
    with pytest.raises(KeyboardInterrupt):
        best_together(table, "taliban", TOGETHER)
    assert not multiprocessing.active_children()
