"""Improves a policy by what came of its choices (PPO, with PyTorch)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from khyber.agents.strong.map_network import fields_of
from khyber.engine.features import MapFields
from khyber.engine.game import Game
from khyber.lab.train.map_trunk import PLACE, WHOLE, MapTrunk, array
from khyber.lab.train.policies import Weights, Words, patterns
from khyber.lab.train.practice import Choices, Practised, joined, surprises

BATCH: Final = 4096
#: Passes over the choices of a round, and how far the odds of a choice may move in one.
PASSES: Final = 3
CLIP: Final = 0.2
#: What it is worth to go on trying other options.
ENTROPY: Final = 0.002
#: The least logarithm of odds that counts.
LOWEST: Final = -30.0
#: Rounds over which what was learned is averaged: one round of games is noisy.
AVERAGED: Final = 20


class Reading(nn.Module):
    """Reads what a policy reads: fields, question, place and amount."""

    def __init__(self, fields: MapFields, asks: int) -> None:
        super().__init__()
        self.asks = nn.Embedding(asks, WHOLE)
        self.amount = nn.Parameter(torch.zeros(WHOLE))
        self.about = nn.Parameter(torch.zeros(PLACE))
        self.trunk = MapTrunk(fields)

    def forward(self, reads: Tensor, asks: Tensor) -> tuple[Tensor, Tensor]:
        """Return what it makes of each as a whole, and of every place."""
        places = self.trunk.places
        here = functional.one_hot(reads[:, -2].long().clamp(max=places), places + 1)[:, :places].float()
        begin = self.asks(asks) + reads[:, -1:].float() * self.amount
        found: tuple[Tensor, Tensor] = self.trunk(reads[:, :-2], begin, here[:, :, None] * self.about)
        return found


class Pupil(nn.Module):
    """The network of one seat: what it adds to the bot's leanings."""

    option: Tensor
    kind: Tensor
    first_place: Tensor
    second_place: Tensor

    def __init__(self, fields: MapFields, words: Words) -> None:
        super().__init__()
        found, asks = patterns(fields.names, words.keys), len(words.asks)
        self.kinds = len(found.kinds)
        self.reading = Reading(fields, asks)
        self.head, self.to_head = nn.Linear(PLACE, PLACE), nn.Linear(WHOLE, PLACE, bias=False)
        self.options, self.of_options = nn.Embedding(len(found.names), WHOLE), nn.Embedding(len(found.names), 1)
        self.first, self.second = (nn.Embedding(asks * self.kinds, PLACE) for _ in range(2))
        self.trust = nn.Parameter(torch.ones(asks))
        for name, numbers in (
            ("option", found.options),
            ("kind", found.kind),
            ("first_place", found.firsts),
            ("second_place", found.seconds),
        ):
            self.register_buffer(name, torch.from_numpy(numbers.astype(np.int64)))
        for last in (self.options, self.of_options, self.first, self.second):
            nn.init.zeros_(last.weight)  # it begins as the bot

    def weights(self) -> Weights:
        """Return what was learned, as agents read it."""
        reading = self.reading
        return {
            "asks": array(reading.asks.weight),
            "amount": array(reading.amount),
            "about": array(reading.about),
            **reading.trunk.weights(),
            "head": array(self.head.weight.T),
            "to-head": array(self.to_head.weight.T),
            "of-head": array(self.head.bias),
            "options": array(self.options.weight),
            "of-options": array(self.of_options.weight[:, 0]),
            "first": array(self.first.weight),
            "second": array(self.second.weight),
            "trust": array(self.trust),
        }

    def begin_as(self, weights: Mapping[str, NDArray[Any]], sharper: float = 1.0) -> None:
        """Start from another course's weights, with preferences multiplied by `sharper`."""
        given = {name: torch.from_numpy(np.asarray(one, np.float32)) for name, one in weights.items()}
        self.reading.trunk.begin_as(weights)
        with torch.no_grad():
            for mine, name in (
                (self.reading.asks.weight, "asks"),
                (self.reading.amount, "amount"),
                (self.reading.about, "about"),
                (self.head.bias, "of-head"),
            ):
                mine.copy_(given[name])
            for layer, name in ((self.head, "head"), (self.to_head, "to-head")):
                layer.weight.copy_(given[name].T)
            self.options.weight.copy_(sharper * given["options"])
            self.of_options.weight.copy_(sharper * given["of-options"][:, None])
            self.first.weight.copy_(sharper * given["first"])
            self.second.weight.copy_(sharper * given["second"])
            self.trust.copy_(sharper * given["trust"])

    def forward(self, reads: Tensor, asks: Tensor, keys: Tensor, leanings: Tensor) -> Tensor:
        """Return the logarithm of the odds of each option."""
        whole, each = self.reading(reads, asks)
        here = functional.relu(self.head(each) + self.to_head(whole)[:, None])
        known = keys.clamp(min=0)
        options = self.option[known]
        added = (whole @ self.options.weight.T + self.of_options.weight[:, 0]).gather(1, options)
        for places, table in ((self.first_place[known], self.first), (self.second_place[known], self.second)):
            rows = table.weight.view(-1, self.kinds, PLACE)[asks]
            thought = torch.bmm(here, rows.transpose(1, 2)).flatten(1)
            at = places.clamp(min=0) * self.kinds + self.kind[known].clamp(min=0)
            added = added + thought.gather(1, at) * (places >= 0)
        found: Tensor = (added + self.trust[asks, None] * leanings).masked_fill(keys < 0, -1e9).log_softmax(1)
        return found


class Expecting(nn.Module):
    """Predicts how a game ends, from the whole state: it serves only the lessons."""

    def __init__(self, fields: MapFields, asks: int) -> None:
        super().__init__()
        self.reading = Reading(fields, asks)
        self.last = nn.Linear(WHOLE, 1)

    def forward(self, states: Tensor, asks: Tensor) -> Tensor:
        found: Tensor = self.last(self.reading(states, asks)[0])[:, 0]
        return found


@dataclass(frozen=True, slots=True)
class Progress:
    """What a round showed of one seat."""

    games: int
    choices: int
    #: Mean share of the victory while it draws its choices.
    share: float
    #: How well the ends of games were expected: 1 is perfect, 0 no better than always the same.
    expected: float
    #: How far the policy moved, in nats a choice.
    moved: float


class Learner:
    """Teaches one seat."""

    def __init__(self, game: Game[Any], words: Words, rate: float) -> None:
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        fields = fields_of(game)
        self.pupil = Pupil(fields, words).to(self.device)
        self.expecting = Expecting(fields, len(words.asks)).to(self.device)
        self._adam = torch.optim.Adam([*self.pupil.parameters(), *self.expecting.parameters()], rate)
        #: The mean of what the pupil was after the last rounds, and how many there were.
        self.average = deepcopy(self.pupil)
        self._rounds = 0

    def begin_as(self, weights: Mapping[str, NDArray[Any]], sharper: float) -> None:
        for pupil in (self.pupil, self.average):
            pupil.begin_as(weights, sharper)

    def slow_down(self, rate: float) -> None:
        for group in self._adam.param_groups:
            group["lr"] = rate

    def state(self) -> dict[str, Any]:
        return {
            "pupil": self.pupil.state_dict(),
            "expecting": self.expecting.state_dict(),
            "average": self.average.state_dict(),
            "rounds": self._rounds,
            "adam": self._adam.state_dict(),
        }

    def load(self, state: dict[str, Any]) -> None:
        self.pupil.load_state_dict(state["pupil"])
        self.expecting.load_state_dict(state["expecting"])
        self.average.load_state_dict(state["average"])
        self._rounds = state["rounds"]
        self._adam.load_state_dict(state["adam"])

    def learn(self, practised: list[Practised], *, steady: bool = False) -> Progress:
        """Reinforce choices that led to better games than expected; if `steady`, only predict."""
        choices = joined([one.choices for one in practised])
        lengths = [length for one in practised for length in one.lengths]
        rewards = [reward for one in practised for reward in one.rewards]
        expected = self._expected(choices)
        gains = surprises(expected, lengths, rewards)
        targets = gains + expected
        left = ((targets - expected) ** 2).mean() / max(targets.var(), 1e-6)
        moved = self._improve(choices, gains, targets, steady=steady)
        self.average_in()
        shares = [share for one in practised for share in one.shares]
        return Progress(len(lengths), len(gains), sum(shares) / len(shares), float(1 - left), moved)

    def average_in(self) -> None:
        """Count what was learned in this round towards the average."""
        self._rounds += 1
        share = 1 / min(self._rounds, AVERAGED)
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.pupil.parameters(), strict=True):
                mean.lerp_(now, share)

    def _expected(self, choices: Choices) -> NDArray[np.float32]:
        parts = np.array_split(np.arange(len(choices.asks)), len(choices.asks) // BATCH + 1)
        with torch.no_grad():
            found = [self.expecting(*self._tensors(rows, choices.states, choices.asks)) for rows in parts]
        return array(torch.cat(found))

    def _tensors(self, rows: NDArray[np.int64], *arrays: NDArray[Any]) -> Iterator[Tensor]:
        for one in arrays:
            some = torch.from_numpy(one[rows]).to(self.device)
            yield some.long() if some.dtype == torch.int16 else some

    def _improve(
        self, choices: Choices, gains: NDArray[np.float32], targets: NDArray[np.float32], *, steady: bool
    ) -> float:
        """Return how far the policy moved; not at all if `steady`."""
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        moved: list[float] = []
        for _ in range(PASSES):
            order = torch.randperm(len(gains)).numpy()
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                states, asks, target = self._tensors(rows, choices.states, choices.asks, targets)
                loss = (self.expecting(states, asks) - target).square().mean()
                if not steady:
                    reads, keys, leanings, chosen, before, gain = self._tensors(
                        rows, choices.reads, choices.keys, choices.leanings, choices.chosen, choices.logs, gains
                    )
                    logs = self.pupil(reads, asks, keys, leanings)
                    now = logs.gather(1, chosen[:, None])[:, 0]
                    ratio = (now - before).exp()
                    better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                    entropy = -(logs.exp() * logs.clamp(min=LOWEST)).sum(1).mean()
                    loss = loss - better - ENTROPY * entropy
                    moved.append(float((before - now).mean().detach()))
                self._adam.zero_grad()
                loss.backward()
                for network in (self.pupil, self.expecting):
                    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                self._adam.step()
        return sum(moved) / max(1, len(moved))
