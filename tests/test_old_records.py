"""Games saved by version 0.1.0 continue under the current rules (tests/records)."""

from __future__ import annotations

from pathlib import Path

import pytest

import khyber
from khyber.agents.driver import agent_named

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_game_saved_by_an_older_version_continues_to_its_end(file: Path) -> None:
    text = file.read_text()
    table = khyber.load(text)
    steps = len(table.steps)
    assert steps >= 12
    assert table.decision is not None
    random = agent_named("random", table.game)
    assert random is not None
    khyber.advance(table, dict.fromkeys(table.game.seats, random))
    assert table.outcome is not None
    again = khyber.load(table.save())
    assert again.state == table.state
    assert [step.after for step in again.steps[:steps]] == [step.after for step in table.steps[:steps]]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_choices_since_the_last_checkpoint_are_kept_as_far_as_they_are_offered(file: Path) -> None:
    table = khyber.load(file.read_text())
    assert table.since, "each of these was saved in the middle of a step"
