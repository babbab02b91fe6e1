"""The questions at which the page calls `done` "End turn": the list in shortcuts.ts against games by bots."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of

SHORTCUTS = Path(__file__).resolve().parents[2] / "src/khyber/games/distant_plain/page/shortcuts.ts"
#: So often a question must have come up before it tells whether `done` always ends the turn there.
OFTEN = 10


def listed() -> set[str]:
    """Return the questions that the page lists."""
    found = re.search(r"const LAST[^\[]*\[(.*?)\]", SHORTCUTS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return set(re.findall(r'"([a-z-]+)"', found[1]))


def ends_by_question(seed: int) -> dict[str, list[bool]]:
    """Play a Short game by bots; return for each question whether `done` would have ended the turn there."""
    table = khyber.new("distant-plain", scenario="short", seed=seed, seats="bot:3rd")
    agents, found = agents_of(table), defaultdict[str, list[bool]](list)
    while (decision := table.decision) is not None:
        view: Any = table.view(decision.seat)
        if view["sequence"]["step"] == "turn" and any(option.key == "done" for option in decision.options):
            branch = table.fork()
            branch.choose("done", decision.seat)
            after = branch.decision
            found[decision.ask].append(
                len(branch.steps) > len(table.steps) or after is None or after.seat != decision.seat
            )
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return found


def test_done_ends_the_turn_where_the_page_says_so() -> None:
    found = defaultdict[str, list[bool]](list)
    for seed in (5, 21):
        for ask, ends in ends_by_question(seed).items():
            found[ask] += ends
    last = listed()
    assert len(last & set(found)) > 5, "too few of them came up"
    assert all(all(found[ask]) for ask in last & set(found))
    assert {ask for ask, ends in found.items() if len(ends) >= OFTEN and all(ends)} <= last
