"""Oracles can fail: break a rule of the engine, and the oracle for it says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from khyber.games.distant_plain.rules import insurgent_operations
from tests.oracles.harness import examine, oracles

POSITIONS = 300


def differences(rule: str) -> list[str]:
    """What the oracles for a rule find on the positions of the daily tests."""
    tallies = [examine(found, 0, POSITIONS) for found in oracles(f"distant-plain {rule} ")]
    assert tallies
    return [difference for tally in tallies for difference in tally.differences]


def one_more(function: Callable[..., bool]) -> Callable[..., bool]:
    """A count that is off by one: the last argument is taken for one less."""
    return lambda *args: function(*args[:-1], args[-1] - 1)


def test_a_march_noticed_one_guerrilla_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = insurgent_operations.group_is_noticed
    monkeypatch.setattr(insurgent_operations, "group_is_noticed", one_more(noticed))
    found = differences("3.3.2")
    assert found and "the board, as (engine, oracle)" in found[0]
