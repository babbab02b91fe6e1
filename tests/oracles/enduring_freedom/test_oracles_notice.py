"""Oracles can fail: break each rule of the engine in one place, and the oracle for it says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from khyber.games.enduring_freedom.rules import combat, ground, losses
from tests.oracles.harness import consult, oracles

POSITIONS = 1_000

#: Mistakes that somebody could make, and the rule whose oracle notices them.
MISTAKES: dict[str, tuple[str, object, str, Callable[..., object]]] = {
    "a road helps everybody": ("16.3", ground, "has_road_bonus", lambda *_: True),
    "mountains are crossed": ("16.3", ground, "stops", lambda *_: False),
    "heavy units attack at full strength": (
        "23.4",
        combat,
        "fire_factor",
        lambda state, box, unit: box.factors[unit][state.reduced[unit]],
    ),
    "the strongest Islamists go first": ("23.4", losses, "factor", lambda state, box, unit: -box.factors[unit][0]),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_oracle_notices_a_mistake(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, module, name, wrong = MISTAKES[mistake]
    monkeypatch.setattr(module, name, wrong)
    found = oracles(f"enduring-freedom {rule} ")
    assert found
    with pytest.raises(AssertionError):
        for index in range(POSITIONS):
            for one in found:
                consult(one, index)


def test_every_oracle_is_shown_to_notice_something() -> None:
    assert {found.rule for found in oracles("enduring-freedom ")} == {rule for rule, *_ in MISTAKES.values()}
