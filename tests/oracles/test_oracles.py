"""The engine agrees with every oracle on 300 random positions; `make soak` takes 10,000."""

from __future__ import annotations

import pytest

from khyber.lab.coverage import mark_of
from tests.oracles.harness import Oracle, examine, oracles, problems

POSITIONS = 300
ALL = [
    pytest.param(found, id=found.name, marks=pytest.mark.rule(mark_of(found.game, found.rule))) for found in oracles()
]


@pytest.mark.parametrize("oracle", ALL)
def test_the_engine_agrees_with_the_oracle(oracle: Oracle) -> None:
    found = list(problems(oracle, examine(oracle, 0, POSITIONS)))
    assert not found, "\n\n".join(found)
