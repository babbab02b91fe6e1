"""Oracles of the Non-players can fail: break a condition of each bot, and its oracle says so."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.bots.second.coalition import flowchart as second_coalition
from khyber.games.distant_plain.bots.second.government import flowchart as second_government
from khyber.games.distant_plain.bots.second.taliban import flowchart as second_taliban
from khyber.games.distant_plain.bots.second.warlords import flowchart as second_warlords
from khyber.games.distant_plain.bots.third.coalition import flowchart as third_coalition
from khyber.games.distant_plain.bots.third.government import flowchart as third_government
from khyber.games.distant_plain.bots.third.taliban import flowchart as third_taliban
from khyber.games.distant_plain.bots.third.warlords import flowchart as third_warlords
from tests.oracles.harness import consult, oracles

POSITIONS = 300

#: For each bot one condition that somebody could get wrong.
BROKEN: dict[str, tuple[object, str, object]] = {
    "8.6.3": (third_coalition, "sweep_wanted", lambda state: False),
    "8.7.3": (third_government, "first_box", lambda *_: ("sweep", "")),
    "8.8.3": (third_taliban, "POINTS_WORTH_IT", 5),
    "8.9.3": (third_warlords, "builds_base", lambda walk: False),
    "2nd:8.5.1": (second_warlords, "MANY_AVAILABLE", 9),
    "2nd:8.6.2": (second_government, "train_called_for", lambda state: False),
    "2nd:8.7.2": (second_taliban, "MANY", 20),
    "2nd:8.8.2": (second_coalition, "MANY_FACING", 2),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_the_oracle_notices_a_condition_that_is_wrong(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong = BROKEN[rule]
    monkeypatch.setattr(module, name, wrong)
    found = oracles(f"distant-plain {rule} ")
    assert len(found) == 1
    with pytest.raises(AssertionError):
        for index in range(POSITIONS):
            consult(found[0], index)


def test_every_bot_has_an_oracle() -> None:
    assert {found.rule for found in oracles("distant-plain ") if "8" in found.rule.split(".")[0]} == set(BROKEN)
