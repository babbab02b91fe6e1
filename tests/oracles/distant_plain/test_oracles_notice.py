"""Oracles can fail: break each rule of the engine in one place, and the oracle for it says so."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import pytest

import khyber
from khyber.games.distant_plain.board import COALITION, IS_LOC, IS_PAKISTAN, KABUL
from khyber.games.distant_plain.rules.activities.infiltrate import open_to_infiltration
from tests.oracles.harness import consult, oracles

POSITIONS = 300

Breaking = Callable[[pytest.MonkeyPatch], None]


def replaced(module: str, name: str, value: object) -> Breaking:
    """Something else stands in a module of the rules under that name."""
    return lambda patch: patch.setattr(rules(module), name, value)


def wrapped(module: str, name: str, change: Callable[..., object]) -> Breaking:
    """A function gives back something else: what `change` makes of its result and its arguments."""
    function = getattr(rules(module), name)
    return replaced(module, name, lambda *args, **kwargs: change(function(*args, **kwargs), *args))


def rules(module: str) -> ModuleType:
    return import_module(f"khyber.games.distant_plain.rules.{module}")


def nothing(*_: object, **__: object) -> int:
    """A change that does not happen."""
    return 0


#: For each rule, one mistake that somebody could make.
BROKEN: dict[str, Breaking] = {
    "1.4.1": replaced("negotiation", "may_remove", lambda *_: False),
    "1.5.1": replaced("negotiation", "MAX_RESOURCES", 74),
    "3.2.1": replaced("operations.train", "MAX_CUBES", 7),
    "3.2.2": wrapped("operations.patrol", "patrol_reach", lambda spaces, *_: spaces[:2]),
    "3.2.3": wrapped("operations.sweep", "searchers", lambda n, *_: max(0, n - 1)),
    "3.2.4": replaced("operations.assault", "cubes_for_one_loss", lambda space: 2),
    "3.3.1": replaced("operations.rally", "rally_cost", lambda state, faction, space: 1),
    "3.3.2": replaced("operations.march", "may_march_on", lambda *_: False),
    "3.3.3": replaced("operations.attack", "open_to_attack", lambda faction: open_to_infiltration),
    "3.3.4": replaced("operations.terror", "place_terror", nothing),
    "4.1": replaced("operations.execute", "enabled_by_activity", lambda *_: False),
    "4.2.1": wrapped("activities.surge", "surge_spaces", lambda spaces, state: spaces[:3]),
    "4.2.2": replaced("activities.air_lift", "MAX_GOVERNMENT_TROOPS_LIFTED", 4),
    "4.2.3": replaced("activities.air_strike", "shift_islamabad", nothing),
    "4.3.1": replaced("activities.govern", "RETURNEES_MARKERS", 7),
    "4.3.2": replaced("activities.transport", "toll", nothing),
    "4.3.3": replaced("activities.eradicate", "change_aid", nothing),
    "4.4.1": replaced("activities.extort", "transfer", nothing),
    "4.4.2": replaced("activities.infiltrate", "change_patronage", nothing),
    "4.4.3": replaced("activities.ambush", "MAX_AMBUSHES", 4),
    "4.5.1": replaced("activities.cultivate", "population", lambda state, space: 1),
    "4.5.2": replaced("activities.traffic", "traffic_gifts", nothing),
    "4.5.3": replaced("activities.suborn", "SUBORN_COST", 3),
    "6.1": replaced("victory", "SUPPORT_GOAL", 29),
    "6.3.1": replaced("propaganda", "place_terror", nothing),
    "6.3.2": replaced("propaganda", "econ_open", lambda state: 12),
    "6.3.3": wrapped("propaganda", "on_map", lambda n, *_: n + 1),
    "6.3.4": replaced("propaganda", "change_aid", nothing),
    "6.4.1": replaced("propaganda", "civic_action_decided_by", lambda state, space: COALITION),
    "6.4.2": wrapped("propaganda", "sharia_spaces", lambda spaces, state: spaces[1:]),
    "6.5.1": wrapped("redeploy", "government_cubes", lambda n, *_: n + 1),
    "6.5.2": replaced("redeploy", "coin_bases", lambda state, space: space == KABUL),
    "6.5.3": replaced("redeploy", "IS_LOC", (False,) * len(IS_LOC)),
    "6.5.4": replaced("redeploy", "haven", lambda space: IS_PAKISTAN[space]),
    "6.5.5": replaced("redeploy", "adjust_all", nothing),
    "6.5.6": replaced("redeploy", "is_final", lambda state: False),
    "6.6": replaced("redeploy", "bury_casualties", nothing),
    "6.6.1": replaced("redeploy", "reset_islamabad", nothing),
}
RULES = sorted({found.rule for found in oracles("distant-plain ") if found.rule[0] in "1346"})


def difference(rule: str) -> str:
    """The first difference that an oracle for the rule finds, on the positions of the daily tests."""
    for found in oracles(f"distant-plain {rule} "):
        for index in range(POSITIONS):
            try:
                consult(found, index)
            except AssertionError as problem:
                return str(problem)
    return ""


@pytest.mark.parametrize("rule", RULES)
def test_an_oracle_notices_a_broken_rule(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN[rule](monkeypatch)
    assert f"distant-plain {rule} " in difference(rule)


def test_a_difference_shows_a_position_that_can_be_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN["3.3.4"](monkeypatch)
    message, _, rest = difference("3.3.4").partition("\n\n")
    toml, _, again = rest.rpartition("\nagain: ")
    assert "the board, as (engine, oracle)" in message and again.startswith("python -m tests.oracles --only")
    monkeypatch.undo()
    table = khyber.position("distant-plain", toml)
    assert table.since or table.steps
