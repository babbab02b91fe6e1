"""The studies in docs/studies can be played as their files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from khyber.lab.study.plan import read_study

STUDIES = Path(__file__).resolve().parents[2] / "docs" / "studies"


@pytest.mark.parametrize(("name", "games"), [("balance", 10_000), ("events", 4_500), ("small-wars", 10_000)])
def test_a_study_of_the_documentation_can_be_played(name: str, games: int) -> None:
    study = read_study(STUDIES / f"{name}.toml")
    assert (study.name, study.games) == (name, games)
