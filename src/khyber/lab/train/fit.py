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

EPOCHS: Final = 20
BATCH: Final = 1024
RATE: Final = 3e-4
#: Epochs without progress after which a fit ends.
PATIENCE: Final = 4
#: The least spread of an input: a flag that is set once in 400 positions; more for a number, by the root of its most.
MIN_SPREAD: Final = 0.05
#: One game in this many is kept for validation. Whole games: positions of one game are too alike.
HELD_BACK: Final = 10


@dataclass(frozen=True, slots=True)
class Shape:
    """The network, and what keeps it from learning games by heart."""

    hidden: tuple[int, ...] = (512, 128)
    decay: float = 0.3
    #: Shares of the inputs and hidden units left out at random.
    dropped_inputs: float = 0.1
    dropped: float = 0.4
    #: How much it counts to guess the margins as well; agents do not read them, but they tell more than who won.
    margins: float = 0.1


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
    """Positions, the shares and margins they led to, and their games."""

    inputs: NDArray[np.uint8]
    shares: NDArray[np.float32]
    margins: NDArray[np.int16]
    games: NDArray[np.int64]


def read(files: Sequence[Path]) -> Positions:
    """Read lessons."""
    names = ("positions", "shares", "margins", "games")
    found: list[list[NDArray[Any]]] = []
    for file in files:
        with np.load(file) as one:
            found.append([one[name] for name in names])
    return Positions(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def entropy(shares: NDArray[np.float32], guessed: NDArray[np.float32]) -> float:
    """Return the mean cross entropy in nats."""
    return float(-(shares * np.log(np.maximum(guessed, 1e-7))).sum(1).mean())


def fit(game: str, files: Sequence[Path], out: Path, seed: int = 0, shape: Shape | None = None) -> Fit:
    """Train a network on lessons and write the one of the epoch that did best on games held back."""
    return fit_to(game, read(files), out, seed, shape or Shape())


def fit_to(game: str, data: Positions, out: Path, seed: int, shape: Shape) -> Fit:
    """Train a network on positions."""
    import torch

    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = data.games % HELD_BACK == 0
    inputs = torch.from_numpy(data.inputs).to(device)
    shares = torch.from_numpy(data.shares).to(device)
    margins = torch.from_numpy(data.margins).to(device).float()
    learn, check = (torch.from_numpy(np.flatnonzero(rows)).to(device) for rows in (~held, held))
    most = Encoder(Evaluation.of(find_game(game)).inputs()).most()
    mean, spread = _scale(inputs, learn, torch.tensor(most, device=device))
    middle, width = margins[learn].mean(0), margins[learn].std(0).clamp(min=1)
    model = _model(inputs.shape[1], shares.shape[1] + margins.shape[1], shape).to(device)
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=shape.decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, EPOCHS)
    best: tuple[float, float, int, dict[str, Any]] | None = None

    def losses(rows: Any) -> tuple[Any, Any]:
        """Return the cross entropy of the shares, and the squared error of the margins."""
        found = model((inputs[rows].float() - mean) / spread)
        guessed = torch.log_softmax(found[:, : shares.shape[1]], 1)
        missed = found[:, shares.shape[1] :] - (margins[rows] - middle) / width
        return -(shares[rows] * guessed).sum(1).mean(), missed.square().mean()

    for epoch in range(EPOCHS):
        model.train()
        order = learn[torch.randperm(len(learn), device=device)]
        total = torch.zeros((), device=device)
        batches = torch.split(order, BATCH)
        for rows in batches:
            optimiser.zero_grad()
            loss, missed = losses(rows)
            (loss + shape.margins * missed).backward()
            optimiser.step()
            total += loss.detach()
        schedule.step()
        model.eval()
        with torch.no_grad():
            reached = sum([float(losses(rows)[0]) * len(rows) for rows in torch.split(check, BATCH)]) / len(check)
        if best is None or reached < best[0]:
            state = {name: values.cpu().clone() for name, values in model.state_dict().items()}
            best = reached, float(total) / len(batches), epoch, state
        elif epoch >= best[2] + PATIENCE:
            break
    assert best is not None
    write(game, out, best[3], mean.cpu().numpy(), spread.cpu().numpy(), shares.shape[1])
    prior = np.broadcast_to(data.shares[~held].mean(0), data.shares[held].shape)
    return Fit(
        len(np.unique(data.games)), len(data.games), best[2] + 1, best[0], best[1], entropy(data.shares[held], prior)
    )


def _scale(inputs: Any, rows: Any, most: Any) -> tuple[Any, Any]:
    """Return mean and spread of each input; a rare one is not magnified beyond measure."""
    import torch

    total, squares = (torch.zeros(inputs.shape[1], dtype=torch.float64, device=inputs.device) for _ in range(2))
    for some in rows.split(65536):
        values = inputs[some].double()
        total += values.sum(0)
        squares += (values * values).sum(0)
    mean = total / len(rows)
    spread = (squares / len(rows) - mean * mean).clamp(min=0).sqrt()
    return mean.float(), torch.maximum(spread, MIN_SPREAD * most.double().sqrt()).float()


def _model(inputs: int, outputs: int, shape: Shape) -> Any:
    from torch import nn

    layers: list[Any] = [nn.Dropout(shape.dropped_inputs)]
    for size in shape.hidden:
        layers += [nn.Linear(inputs, size), nn.ReLU(), nn.Dropout(shape.dropped)]
        inputs = size
    return nn.Sequential(*layers, nn.Linear(inputs, outputs))


def write(game: str, out: Path, state: dict[str, Any], mean: NDArray[Any], spread: NDArray[Any], outputs: int) -> None:
    """Write the layers in half precision, without the margins, and with the scale of the inputs in the first."""
    names = [name.removesuffix(".weight") for name in state if name.endswith(".weight")]
    layers = [(state[f"{name}.weight"].numpy().T.copy(), state[f"{name}.bias"].numpy().copy()) for name in names]
    first, biases = layers[0]
    first /= spread[:, None]
    biases -= mean @ first
    last, added = layers[-1]
    layers[-1] = last[:, :outputs], added[:outputs]
    arrays = {f"weights{at}": weights.astype(np.float16) for at, (weights, _) in enumerate(layers)}
    arrays |= {f"biases{at}": added.astype(np.float32) for at, (_, added) in enumerate(layers)}
    fields = signature(Evaluation.of(find_game(game)).inputs())
    with out.open("wb") as file:
        np.savez_compressed(file, fields=np.array(fields), **arrays)
