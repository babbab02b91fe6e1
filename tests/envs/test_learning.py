"""The learning example: it learns what pays, and keeps its learning curve."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    return example("learn")


def test_an_action_that_pays_gets_likelier(learn: ModuleType) -> None:
    weights = np.zeros((4, 2), np.float32)
    adam = learn.Adam({"me": weights}, 0.05)
    seen, allowed = np.array([1, 0], np.float32), np.array([0, 2])
    for seed in range(60):
        learner = learn.Learner(weights, random.Random(seed))
        gradient = np.zeros_like(weights)
        action = learner(seen, allowed)
        learner.add_gradient(gradient, 1.0 if action == 2 else -1.0)
        adam.step({"me": weights}, {"me": gradient})
    assert learn.probabilities(weights, seen, allowed)[1] > 0.9
    assert not weights[1].any() and not weights[:, 1].any(), "nothing is learned of what was not there"


def test_untrained_weights_play_at_random(learn: ModuleType) -> None:
    shares = learn.probabilities(np.zeros((5, 3), np.float32), np.ones(3, np.float32), np.array([0, 1, 4]))
    assert np.allclose(shares, 1 / 3)


def test_the_example_keeps_its_curve_and_its_weights(
    learn: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = learn.Settings("zurmat", None, batch=2, checks=1, check_games=2)
    weights = learn.learn(settings, 0.001, 1, tmp_path / "curve.csv")
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert lines[0] == "minutes,games,coalition,taliban,mean" and len(lines) == 3
    assert lines[1:] == capsys.readouterr().out.splitlines()
    assert set(weights) == {"coalition", "taliban"} and all(rows.any() for rows in weights.values())
    example("draw_curve").draw(tmp_path / "curve.svg", {"Zurmat": tmp_path / "curve.csv"})
    assert "taliban" in (tmp_path / "curve.svg").read_text()
