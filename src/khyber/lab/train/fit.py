"""Fits a network to lessons, with PyTorch, and writes it as the file that agents read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.agents.strong.network import signature
from khyber.catalogue import game as find_game
from khyber.engine.features import Encoder
from khyber.engine.optional import Evaluation

HIDDEN: Final = (256, 64)
EPOCHS: Final = 20
BATCH: Final = 1024
RATE: Final = 3e-4
DECAY: Final = 0.3
#: Inputs and hidden units left out at random: with fewer, the network learns games by heart within two epochs.
DROPPED_INPUTS: Final = 0.4
DROPOUT: Final = 0.5
#: Epochs without progress after which a fit ends.
PATIENCE: Final = 4
#: The least spread of an input: a flag that is set once in 400 positions.
LEAST_SPREAD: Final = 0.05
#: One game in this many is kept for validation. Whole games: positions of one game are too alike.
HELD_BACK: Final = 10


@dataclass(frozen=True, slots=True)
class Fit:
    """What a fit reached, in nats a position: on games it has not seen, beside always guessing the shares of all."""

    games: int
    positions: int
    epoch: int
    loss: float
    training_loss: float
    prior: float

    def figures(self) -> dict[str, float]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions, the shares they led to, and their games."""

    inputs: NDArray[np.uint8]
    shares: NDArray[np.float32]
    games: NDArray[np.int64]


def read(files: Sequence[Path]) -> Positions:
    """Read lessons."""
    found = [np.load(file) for file in files]
    return Positions(*(np.concatenate([one[name] for one in found]) for name in ("positions", "shares", "games")))


def entropy(shares: NDArray[np.float32], guessed: NDArray[np.float32]) -> float:
    """Return the mean cross entropy in nats."""
    return float(-(shares * np.log(np.maximum(guessed, 1e-7))).sum(1).mean())


def fit(game: str, files: Sequence[Path], out: Path, seed: int = 0) -> Fit:
    """Train a network on lessons and write the one of the epoch that did best on games held back."""
    import torch

    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = read(files)
    held = data.games % HELD_BACK == 0
    inputs = torch.from_numpy(data.inputs).to(device)
    shares = torch.from_numpy(data.shares).to(device)
    learn, check = (torch.from_numpy(np.flatnonzero(rows)).to(device) for rows in (~held, held))
    mean, spread = _scale(inputs, learn)
    model = _model(inputs.shape[1], shares.shape[1]).to(device)
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, EPOCHS)
    best: tuple[float, float, int, dict[str, Any]] | None = None

    def loss_of(rows: Any) -> Any:
        guessed = torch.log_softmax(model((inputs[rows].float() - mean) / spread), 1)
        return -(shares[rows] * guessed).sum(1).mean()

    for epoch in range(EPOCHS):
        model.train()
        order = learn[torch.randperm(len(learn), device=device)]
        total = 0.0
        batches = torch.split(order, BATCH)
        for rows in batches:
            optimiser.zero_grad()
            loss = loss_of(rows)
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        schedule.step()
        model.eval()
        with torch.no_grad():
            reached = sum([float(loss_of(rows)) * len(rows) for rows in torch.split(check, BATCH)]) / len(check)
        if best is None or reached < best[0]:
            best = reached, total / len(batches), epoch, {k: v.cpu().clone() for k, v in model.state_dict().items()}
        elif epoch >= best[2] + PATIENCE:
            break
    assert best is not None
    write(game, out, best[3], mean.cpu().numpy(), spread.cpu().numpy())
    prior = np.broadcast_to(data.shares[~held].mean(0), data.shares[held].shape)
    return Fit(
        len(np.unique(data.games)), len(data.games), best[2] + 1, best[0], best[1], entropy(data.shares[held], prior)
    )


def _scale(inputs: Any, rows: Any) -> tuple[Any, Any]:
    """Return mean and spread of each input; a rare one is not magnified beyond measure."""
    import torch

    total, squares = (torch.zeros(inputs.shape[1], dtype=torch.float64, device=inputs.device) for _ in range(2))
    for some in rows.split(65536):
        values = inputs[some].double()
        total += values.sum(0)
        squares += (values * values).sum(0)
    mean = total / len(rows)
    spread = (squares / len(rows) - mean * mean).clamp(min=0).sqrt()
    return mean.float(), spread.clamp(min=LEAST_SPREAD).float()


def _model(inputs: int, outputs: int) -> Any:
    from torch import nn

    layers: list[Any] = [nn.Dropout(DROPPED_INPUTS)]
    for size in HIDDEN:
        layers += [nn.Linear(inputs, size), nn.ReLU(), nn.Dropout(DROPOUT)]
        inputs = size
    return nn.Sequential(*layers, nn.Linear(inputs, outputs))


def write(game: str, out: Path, state: dict[str, Any], mean: NDArray[Any], spread: NDArray[Any]) -> None:
    """Write the layers in half precision, with mean and spread of the inputs folded into the first."""
    layers = [
        (state[f"{at}.weight"].numpy().T.copy(), state[f"{at}.bias"].numpy().copy())
        for at in range(1, 3 * len(HIDDEN) + 2, 3)
    ]
    first, biases = layers[0]
    first /= spread[:, None]
    biases -= mean @ first
    arrays = {f"weights{at}": weights.astype(np.float16) for at, (weights, _) in enumerate(layers)}
    arrays |= {f"biases{at}": added.astype(np.float32) for at, (_, added) in enumerate(layers)}
    fields = signature(Encoder(Evaluation.of(find_game(game)).inputs()))
    with out.open("wb") as file:
        np.savez_compressed(file, fields=np.array(fields), **arrays)
