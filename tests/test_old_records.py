"""Games saved by earlier versions continue under the current rules (tests/records)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import khyber
from khyber.agents.driver import agent_named
from khyber.cli.app import run
from khyber.engine.errors import BadRecord
from khyber.engine.history import retrace_choices
from khyber.engine.record import NOT_ANSWERS, loads
from khyber.engine.verify import verify
from tests.cli.playing import run as replayed

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
#: Operations with Special Activities, from before rules 3: the log and voluntary transfers (1.5.1) have changed since.
OPERATIONS = Path(__file__).parent / "records" / "distant-plain-operations.json"


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


def test_a_game_with_operations_was_played_under_other_rules_and_is_not_called_altered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = loads(OPERATIONS.read_text())
    table = khyber.load(OPERATIONS.read_text())
    assert {step.rules for step in record.steps} == {"2"} and table.game.rules_version == "3"
    with pytest.raises(BadRecord, match="the record was played under rules 2; these are 3"):
        verify(table.game, record)
    assert run(["verify", str(OPERATIONS)]) == 2
    assert "the record was played under rules 2; these are 3" in capsys.readouterr().err


def test_a_game_played_under_other_rules_is_replayed_by_steps_and_by_choices() -> None:
    shown = replayed("replay", OPERATIONS, lines=["n"] * 17)
    assert all(f"Step {number} of 17" in shown for number in range(18))
    table = khyber.load(OPERATIONS.read_text())
    for step in range(len(table.steps)):
        choices = [entry for _, entry, _ in retrace_choices(table, step)]
        assert choices == [entry for entry in table.entries(step)[0] if entry[0] not in NOT_ANSWERS]


def test_what_the_current_rules_no_longer_offer_is_dropped() -> None:
    """`sharia khowst` stands for such a choice: nobody may buy Sharia in a March."""
    fields = json.loads(OPERATIONS.read_text())
    fields["now"][2:2] = ["sharia khowst"]
    fields["now-by"][2:2] = ["taliban"]
    table = khyber.load(json.dumps(fields))
    assert (table.since, table.step_name) == (("march", "extort"), "turn")
    assert table.version == fields["version"] + 1, "something changed: nobody must take it for what it was"
    fields["now-rules"] = fields["steps"][-1]["rules"] = table.game.rules_version
    with pytest.raises(BadRecord, match="'sharia khowst' is not offered"):
        khyber.load(json.dumps(fields))
