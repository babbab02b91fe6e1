"""The learning example: it learns what pays, and keeps its learning curve."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

#: Hundreds of megabytes, with other files for every accelerator: the extra `test` does without.
torch: Any = pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")


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


def small(learn: ModuleType) -> Any:
    return learn.Network(2, 5)


def test_an_untrained_network_plays_at_random(learn: ModuleType) -> None:
    network = small(learn)
    logs, predicted = network(torch.tensor([1.0, 0.5]), torch.tensor([1, 1, 0, 0, 1], dtype=torch.int8))
    assert torch.allclose(logs.exp(), torch.tensor([1 / 3, 1 / 3, 0.0, 0.0, 1 / 3]), atol=1e-6)
    assert predicted.item() == 0


def test_a_surprise_counts_for_the_moves_before_it(learn: ModuleType) -> None:
    predictions = torch.tensor([0.5, 0.25, 0.0])

    def network(seen: Any, masks: Any) -> tuple[Any, Any]:
        return torch.full((3, 5), -1.6), predictions

    seen, mask = [np.zeros(2, np.float32)] * 3, [np.ones(5, np.int8)] * 3
    moves = learn.judge(SimpleNamespace(network=network, seen=seen, masks=mask, actions=[0, 3, 1]), 1.0, 0.5)
    # surprises: 0.25 - 0.5, 0 - 0.25, 1 - 0; each move also gets half of what comes after
    assert moves.gains.tolist() == [-0.125, 0.25, 1.0]
    assert moves.targets.tolist() == [0.375, 0.5, 1.0]
    assert moves.before.tolist() == pytest.approx([-1.6] * 3)


def test_an_action_that_pays_gets_likelier(learn: ModuleType) -> None:
    network, source = small(learn), random.Random(1)
    settings = learn.Settings("zurmat", None, 1, rate=0.02, prediction_rate=0.02)
    adam = network.adam(settings)
    seen, mask = np.array([1, 0], np.float32), np.array([1, 0, 1, 0, 0], np.int8)
    for _ in range(30):
        games = []
        for _ in range(16):
            player = learn.Player(network, source)
            action = player(seen, mask)
            games.append(learn.judge(player, 1.0 if action == 2 else -1.0, settings.reach))
        learn.improve(network, adam, games, settings)
    logs, predicted = network(torch.from_numpy(seen), torch.from_numpy(mask))
    assert logs.exp()[2] > 0.9 and predicted.item() > 0.5


def test_who_is_ahead_leads(learn: ModuleType) -> None:
    rewards = {"coalition": 0.25, "taliban": -0.5, "warlords": 0.5}
    assert learn.lead(rewards, "warlords") == 0.25 and learn.lead(rewards, "taliban") == -1.0


def test_the_example_keeps_its_curve_and_its_networks(
    learn: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)  # its processes import it by name
    settings = learn.Settings("zurmat", None, batch=2, checks=1, check_games=2, last_games=3)
    before = learn.weights_of(learn.networks(settings))
    weights = learn.learn(settings, 0.001, 1, tmp_path / "curve.csv")
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert lines[0] == "minutes,games,checked,coalition,taliban,mean" and len(lines) == 3
    assert lines[0:] == capsys.readouterr().out.splitlines()
    assert [line.split(",")[2] for line in lines[1:]] == ["2", "3"]
    assert weights.keys() == before.keys() and any(weights["taliban.prefers.weight"].flatten())
    example("draw_curve").draw(tmp_path / "curve.svg", {"Zurmat": tmp_path / "curve.csv"})
    assert "taliban" in (tmp_path / "curve.svg").read_text()
