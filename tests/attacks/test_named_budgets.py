"""An agent's name in somebody's record names a budget, too: a server keeps to its own."""

from __future__ import annotations

from pathlib import Path

from khyber.agents.strong.reasons import thinking_again
from khyber.agents.strong.thinking import Thinking
from khyber.server.study.jobs import MAX_WORLDS
from tests.agents.test_strong import POSITIONS, asked
from tests.attacks.target import Caller, target


def searched(agent: str) -> str:
    """A record in which that agent has just made a choice."""
    table = asked(*POSITIONS[0])
    table.sit(POSITIONS[0][1], agent)
    table.choose(0)
    return table.save()


def test_a_search_is_repeated_exactly_only_within_the_servers_budget() -> None:
    assert thinking_again("agent:quick@16w", MAX_WORLDS) == Thinking(worlds=16)
    assert thinking_again("agent:quick@1000000w", MAX_WORLDS).worlds <= MAX_WORLDS
    assert thinking_again("agent:quick@1000000w").worlds == 1_000_000  # at home anybody may ask for that


def test_a_search_of_a_million_worlds_is_explained_in_fewer(tmp_path: Path) -> None:
    with target(f"sqlite:///{tmp_path}/khyber.db", thinkers=1) as server, Caller(server, "Endless") as attacker:
        text = searched("agent:quick@1000000w")
        table = attacker.post("/api/tables/import", game="distant-plain", text=text)["id"]
        step = attacker.get(f"/api/tables/{table}/timeline")["steps"][-1]["step"]
        (why,) = attacker.get(f"/api/tables/{table}/why?step={step}")["explanations"]
        assert why["bot"] == "agent:quick@1000000w" and why["reasons"]
