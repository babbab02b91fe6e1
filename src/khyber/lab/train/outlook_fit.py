"""Fits the networks of an outlook to lessons, with PyTorch, and writes the file that agents read."""

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

from khyber.agents.strong.outlook import MOST_SHARE, PARTS, by_places
from khyber.catalogue import game as find_game
from khyber.engine.features import Encoder, MapFields
from khyber.engine.optional import Evaluation
from khyber.lab.train.outlook_files import Weights, write

#: Units for the whole game and for a place.
WHOLE, PLACE = 128, 64
EPOCHS: Final = 2
BATCH: Final = 1024
RATE: Final = 1.5e-3
WARM_UP: Final = 100
DECAY: Final = 0.05
#: Shares of the inputs and of the last layer's units left out at random.
DROPPED_INPUTS: Final = 0.15
DROPPED: Final = 0.45
#: How much it counts to guess the margin as well, the most points of it, and those that count as one.
MARGINS: Final = 0.1
MOST_POINTS: Final = 10
POINTS: Final = 5
#: One game in this many is kept for validation. Whole games: positions of one game are too alike.
HELD_BACK: Final = 10
#: Positions read at once where nothing is learned.
CHECKED: Final = 8192


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

    rows: Tensor
    most_overall: Tensor
    most_places: Tensor

    def __init__(self, fields: MapFields, seats: int) -> None:
        super().__init__()
        encoder = Encoder(fields.every)
        overall = sum(feature.size for feature in fields.overall)
        each = sum(feature.size for feature in fields.by_place) // fields.places
        self.links = len(fields.links)
        self.places = fields.places
        most = torch.tensor(encoder.most(), dtype=torch.float32)
        rows = torch.tensor(by_places(fields, overall))
        self.register_buffer("rows", rows)
        self.register_buffer("most_overall", most[:overall])
        self.register_buffer("most_places", most[rows])
        starts = [overall + each * fields.places]
        for feature in fields.links:
            starts.append(starts[-1] + feature.size)
        self.starts = starts
        self.overall = overall
        self.seats = nn.Embedding(seats, WHOLE)
        self.whole = nn.Linear(overall, WHOLE, bias=False)
        self.place, self.to_place = nn.Linear(each, PLACE), nn.Linear(WHOLE, PLACE, bias=False)
        self.near = nn.Linear((1 + self.links) * PLACE, PLACE)
        self.to_near = nn.Linear(WHOLE, PLACE, bias=False)
        self.all = nn.Linear(WHOLE + 2 * PLACE, WHOLE)
        #: The chance, as a logarithm of odds, and the margin.
        self.last = nn.Linear(WHOLE, 2)

    def forward(self, positions: Tensor, seats: Tensor) -> Tensor:
        overall = (positions[:, : self.overall].float() / self.most_overall).clamp(max=MOST_SHARE)
        places = (positions[:, self.rows].float() / self.most_places).clamp(max=MOST_SHARE)
        overall, places = (functional.dropout(one, DROPPED_INPUTS, self.training) for one in (overall, places))
        whole = functional.relu(self.seats(seats) + self.whole(overall))
        each = functional.relu(self.place(places) + self.to_place(whole)[:, None])
        seen = [each]
        for start, stop in zip(self.starts, self.starts[1:], strict=False):
            linked = positions[:, start:stop].long().clamp(max=self.places)
            near = functional.one_hot(linked, self.places + 1)[:, :, : self.places].float()
            seen.append(torch.bmm(near.view(len(near), self.places, -1, self.places).sum(2), each))
        each = functional.relu(self.near(torch.cat(seen, 2)) + self.to_near(whole)[:, None])
        each = each * (positions[:, self.starts[-1] :] > 0).float()[:, :, None]
        together = torch.cat((whole, each.sum(1) / self.places, each.amax(1)), 1)
        result = functional.relu(self.all(together))
        found: Tensor = self.last(functional.dropout(result, DROPPED, self.training))
        return found

    def weights(self) -> Weights:
        """Return what agents read (`PARTS`): the shares of what is much are folded into the first weights."""
        last = torch.cat((self.last.weight[0], self.last.bias[:1]))
        found = (
            self.seats.weight,
            self.whole.weight.T / self.most_overall[:, None],
            self.place.weight.T / self.most_places[0][:, None],
            self.to_place.weight.T,
            self.place.bias[None],
            self.near.weight.T,
            self.to_near.weight.T,
            self.near.bias[None],
            self.all.weight.T,
            self.all.bias,
            last,
        )
        return {name: one.detach().cpu().numpy() for name, one in zip(PARTS, found, strict=True)}


def fit(game: str, files: Sequence[Path], out: Path, networks: int) -> Fit:
    """Train networks on lessons, which differ by chance alone, and write them."""
    return fit_to(game, read(files), out, networks)


def fit_to(game: str, data: Lessons, out: Path, networks: int) -> Fit:
    """Train networks on positions."""
    printed = find_game(game)
    fields = Evaluation.of(printed).map_fields()
    assert fields is not None
    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = data.games // len(printed.seats) % HELD_BACK == 0  # of every seat
    check = np.flatnonzero(held)
    trained, odds = list[Weights](), list[Tensor]()
    for seed in range(networks):
        torch.manual_seed(seed)
        reader = Reader(fields, len(printed.seats)).to(device)
        _train(reader, data, np.flatnonzero(~held), device)
        reader.eval()
        with torch.no_grad():
            parts = [_guess(reader, data, check[at : at + CHECKED], device) for at in range(0, len(check), CHECKED)]
        odds.append(torch.cat(parts)[:, 0])
        trained.append(reader.weights())
    write(game, trained, out)
    shares = torch.from_numpy(data.shares[held]).to(device)
    loss = functional.binary_cross_entropy_with_logits(torch.stack(odds).mean(0), shares)
    mean = data.shares[~held].mean()
    prior = -(data.shares[held] * np.log(mean) + (1 - data.shares[held]) * np.log(1 - mean)).mean()
    return Fit(len(np.unique(data.games)), len(data.games), float(loss), float(prior))


def _guess(reader: Reader, data: Lessons, rows: NDArray[np.int64], device: str) -> Tensor:
    positions = torch.from_numpy(data.positions[rows]).to(device)
    found: Tensor = reader(positions, torch.from_numpy(data.seats[rows].astype(np.int64)).to(device))
    return found


def _train(reader: Reader, data: Lessons, rows: NDArray[np.int64], device: str) -> None:
    adam = torch.optim.AdamW(reader.parameters(), RATE, weight_decay=DECAY)
    batches = -(-len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        adam, lambda done: min(1.0, (done + 1) / WARM_UP) * (1 - done / (EPOCHS * batches + 1))
    )
    for _ in range(EPOCHS):
        order = rows[torch.randperm(len(rows)).numpy()]
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            found = _guess(reader, data, some, device)
            shares = torch.from_numpy(data.shares[some]).to(device)
            margins = torch.from_numpy(data.margins[some]).to(device).float().clamp(-MOST_POINTS, MOST_POINTS) / POINTS
            missed = (found[:, 1] - margins).square().mean()
            loss = functional.binary_cross_entropy_with_logits(found[:, 0], shares) + MARGINS * missed
            adam.zero_grad()
            loss.backward()
            adam.step()
            schedule.step()
