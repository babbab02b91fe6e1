"""Oracles can fail: break each rule of the engine in one place, and the oracle for it says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from khyber.games.zurmat.rules import combat, declare, moving, patrol
from tests.oracles.harness import consult, oracles

POSITIONS = 300

#: For each rule, one mistake that somebody could make.
BROKEN: dict[str, tuple[object, str, Callable[..., object]]] = {
    "patrol": (patrol, "roads_on", lambda *_: 15),
    "attack": (moving, "is_blocked", lambda *_: False),
    "combat": (combat, "forts_of", lambda state, side, tile: state.forts[tile]),
    "declare": (declare, "units_of", lambda *_: 0),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_the_oracle_notices_a_mistake(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, mistake = BROKEN[rule]
    monkeypatch.setattr(module, name, mistake)
    found = oracles(f"zurmat {rule} ")
    assert found
    with pytest.raises(AssertionError):
        for index in range(POSITIONS):
            for one in found:
                consult(one, index)


def test_every_oracle_is_shown_to_notice_something() -> None:
    assert {found.rule for found in oracles("zurmat ")} == set(BROKEN)
