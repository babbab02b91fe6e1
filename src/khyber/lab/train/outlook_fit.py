"""Fits the networks of an outlook to lessons, with PyTorch, and writes the file that agents read.

Who won says little about one position in twenty. So the networks first learn that, then what others, not trained on the
same game, expect of the next positions (temporal differences).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from khyber.agents.strong.map_network import fields_of
from khyber.catalogue import game as find_game
from khyber.engine.features import MapFields
from khyber.engine.game import Game
from khyber.lab.train.map_trunk import WHOLE, MapTrunk, array
from khyber.lab.train.outlook_files import Weights, write

EPOCHS: Final = 2
BATCH: Final = 1024
RATE: Final = 1.5e-3
WARM_UP: Final = 100
DECAY: Final = 0.05
#: Shares of the inputs and of the last layer's units left out at random.
DROPPED_INPUTS: Final = 0.1
DROPPED: Final = 0.3
#: How much it counts to guess the margin as well, the most points of it, and those that count as one.
MARGINS: Final = 0.1
MAX_POINTS: Final = 10
POINTS: Final = 5
#: One game in this many is kept for validation. Whole games: positions of one game are too alike.
HELD_BACK: Final = 10
#: Positions read at once where nothing is learned.
CHECKED: Final = 8192
#: How often the positions are valued again, by networks that learned from the games of all parts but one.
ROUNDS: Final = 2
FOLDS: Final = 3
#: How far ahead a position is judged: 0 by the next one alone, 1 by the end of the game.
REACH: Final = 0.7


@dataclass(frozen=True, slots=True)
class Lessons:
    """Positions, the taught seat, its share of the victory and its margin, and their games."""

    positions: NDArray[np.uint8]
    seats: NDArray[np.int8]
    shares: NDArray[np.float32]
    margins: NDArray[np.int16]
    games: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Fit:
    """What the networks reached together, in nats a position, on games they have not seen; always guessing: `prior`."""

    games: int
    positions: int
    loss: float
    prior: float


def read(files: Sequence[Path]) -> Lessons:
    """Read lessons."""
    found: list[list[NDArray[Any]]] = []
    for file in files:
        with np.load(file) as one:
            found.append([one[name] for name in Lessons.__slots__])
    return Lessons(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


class Reader(nn.Module):
    """One network of an outlook."""

    def __init__(self, fields: MapFields, seats: int) -> None:
        super().__init__()
        self.seats = nn.Embedding(seats, WHOLE)
        self.trunk = MapTrunk(fields, DROPPED_INPUTS)
        #: The chance, as a logarithm of odds, and the margin.
        self.last = nn.Linear(WHOLE, 2)

    def forward(self, positions: Tensor, seats: Tensor) -> Tensor:
        result, _ = self.trunk(positions, self.seats(seats))
        found: Tensor = self.last(functional.dropout(result, DROPPED, self.training))
        return found

    def weights(self) -> Weights:
        """Return what agents read (`PARTS`)."""
        last = torch.cat((self.last.weight[0], self.last.bias[:1]))
        return {"seats": array(self.seats.weight), **self.trunk.weights(), "last": array(last)}


def fit(game: str, files: Sequence[Path], out: Path, networks: int) -> Fit:
    """Train networks on lessons, which differ by chance alone, and write them."""
    return fit_to(game, read(files), out, networks)


def fit_to(game: str, data: Lessons, out: Path, networks: int) -> Fit:
    """Train networks on positions, which stand in the order of play, and write them."""
    lessons = OnDevice(find_game(game), data)
    held = data.games // lessons.seats % HELD_BACK == 0  # of every seat
    learned, targets = np.flatnonzero(~held), data.shares
    fold = data.games // lessons.seats % FOLDS
    for _ in range(ROUNDS):
        expected = np.zeros_like(data.shares)
        for part in range(FOLDS):
            others = lessons.train(part, learned[fold[learned] != part], targets)
            rows = np.flatnonzero(fold == part)
            expected[rows] = lessons.chances(others, rows)
        targets = foreseen(expected, data)
    readers = [lessons.train(seed, learned, targets) for seed in range(networks)]
    write(game, [one.weights() for one in readers], out)
    odds = np.mean([lessons.odds(one, np.flatnonzero(held)) for one in readers], axis=0)
    mean = data.shares[~held].mean()
    losses = (loss_of(data.shares[held], one) for one in (odds, np.full_like(odds, np.log(mean / (1 - mean)))))
    return Fit(len(np.unique(data.games)), len(data.games), *losses)


def foreseen(expected: NDArray[np.float32], data: Lessons) -> NDArray[np.float32]:
    """Return each position's value by those after it, the nearest most, and by the end of its game."""
    found = data.shares.copy()
    last = np.append(data.games[1:] != data.games[:-1], True)
    ends = np.flatnonzero(last)
    left = ends[np.searchsorted(ends, np.arange(len(last)))] - np.arange(len(last))
    for far in range(1, int(left.max()) + 1):
        rows = np.flatnonzero(left == far)
        found[rows] = (1 - REACH) * expected[rows + 1] + REACH * found[rows + 1]
    return found


def loss_of(shares: NDArray[np.float32], odds: NDArray[np.float32]) -> float:
    """Return how far the chances are from what came of the positions, in nats."""
    return float(functional.binary_cross_entropy_with_logits(torch.from_numpy(odds), torch.from_numpy(shares)))


class OnDevice:
    """Lessons where they are learned from."""

    def __init__(self, game: Game[Any], data: Lessons) -> None:
        self._fields, self.seats = fields_of(game), len(game.seats)
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._positions = torch.from_numpy(data.positions).to(self._device)
        self._seats = torch.from_numpy(data.seats.astype(np.int64)).to(self._device)
        margins = torch.from_numpy(data.margins).float().clamp(-MAX_POINTS, MAX_POINTS) / POINTS
        self._margins = margins.to(self._device)

    def train(self, seed: int, rows: NDArray[np.int64], targets: NDArray[np.float32]) -> Reader:
        """Return a network that learned from these positions; another seed makes another one."""
        torch.manual_seed(seed)
        reader: Reader = Reader(self._fields, self.seats).to(self._device)
        adam = torch.optim.AdamW(reader.parameters(), RATE, weight_decay=DECAY)
        batches = -(-len(rows) // BATCH)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            adam, lambda done: min(1.0, (done + 1) / WARM_UP) * (1 - done / (EPOCHS * batches + 1))
        )
        wanted, all_rows = (torch.from_numpy(one).to(self._device) for one in (targets, rows))
        for _ in range(EPOCHS):
            order = all_rows[torch.randperm(len(rows)).to(self._device)]
            for some in order.split(BATCH):
                found = reader(self._positions[some], self._seats[some])
                missed = (found[:, 1] - self._margins[some]).square().mean()
                loss = functional.binary_cross_entropy_with_logits(found[:, 0], wanted[some]) + MARGINS * missed
                adam.zero_grad()
                loss.backward()
                adam.step()
                schedule.step()
        reader.eval()
        return reader

    def odds(self, reader: Reader, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the seat's chances in these positions, as logarithms of odds."""
        return array(self._odds(reader, rows))

    def chances(self, reader: Reader, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        return array(torch.sigmoid(self._odds(reader, rows)))

    def _odds(self, reader: Reader, rows: NDArray[np.int64]) -> Tensor:
        with torch.no_grad():
            parts = torch.from_numpy(rows).to(self._device).split(CHECKED)
            return torch.cat([reader(self._positions[part], self._seats[part])[:, 0] for part in parts])
