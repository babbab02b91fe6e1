"""Improves a policy by what came of its choices (PPO, with PyTorch)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from khyber.agents.strong.policy import MOST_SHARE, Layers
from khyber.engine.features import Encoder
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.lab.train.policies import HIDDEN, Weights, Words
from khyber.lab.train.practice import Choices, Practised, joined, surprises

BATCH: Final = 4096
#: Passes over the choices of a round, and how far the odds of a choice may move in one.
PASSES: Final = 4
CLIP: Final = 0.2
#: What it is worth to go on trying other options.
ENTROPY: Final = 0.002
#: The least logarithm of odds that counts.
LOWEST: Final = -30.0
#: Rounds over which what was learned is averaged: one round of games is noisy.
AVERAGED: Final = 20


class Pupil(nn.Module):
    """The networks of one seat: what it adds to the bot's leanings, and how it expects the game to end."""

    def __init__(self, inputs: int, words: Words) -> None:
        super().__init__()
        first, second = HIDDEN
        asks, keys = len(words.asks), len(words.keys)
        self.asks = asks
        self.prefers = nn.Sequential(
            nn.Linear(asks + inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, keys)
        )
        self.expects = nn.Sequential(
            nn.Linear(asks + inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, 1)
        )
        self.trust = nn.Parameter(torch.ones(asks))
        last = self.prefers[-1]
        for weights in last.parameters():
            nn.init.zeros_(weights)  # it begins as the bot

    def weights(self) -> Weights:
        """Return what was learned, as agents read it: the rows of the last layer are keys."""
        layers = [layer for layer in self.prefers if isinstance(layer, nn.Linear)]
        arrays = [(layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()) for layer in layers]
        *before, last = arrays
        return Weights([*((rows.T, biases) for rows, biases in before), last], self.trust.detach().cpu().numpy())

    def begin_as(self, layers: Layers, sharper: float = 1.0) -> None:
        """Begin with what another course taught, instead of the bot, with its preferences multiplied by `sharper`."""
        mine = [layer for layer in self.prefers if isinstance(layer, nn.Linear)]
        *before, (last, bias) = layers.arrays
        with torch.no_grad():
            self.trust.copy_(torch.from_numpy(sharper * layers.trust))
            for layer, (rows, biases) in zip(
                mine, [*((rows.T, added) for rows, added in before), (sharper * last, sharper * bias)], strict=True
            ):
                layer.weight.copy_(torch.from_numpy(rows.copy()))
                layer.bias.copy_(torch.from_numpy(biases))

    def forward(self, seen: Tensor, asks: Tensor, keys: Tensor, leanings: Tensor) -> Tensor:
        """Return the logarithm of the odds of each option."""
        added = self.prefers(seen).gather(1, keys.clamp(min=0))
        found: Tensor = (added + self.trust[asks, None] * leanings).masked_fill(keys < 0, -1e9).log_softmax(1)
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
        encoder = Encoder(Evaluation.of(game).policy_inputs())
        self.pupil = Pupil(encoder.size, words).to(self.device)
        self._much = torch.tensor(encoder.most(), dtype=torch.float32, device=self.device)
        self._adam = torch.optim.Adam(self.pupil.parameters(), rate)
        #: The mean of what the pupil was after the last rounds, and how many there were.
        self.average = deepcopy(self.pupil)
        self._rounds = 0

    def begin_as(self, layers: Layers, sharper: float) -> None:
        for pupil in (self.pupil, self.average):
            pupil.begin_as(layers, sharper)

    def slow_down(self, rate: float) -> None:
        for group in self._adam.param_groups:
            group["lr"] = rate

    def state(self) -> dict[str, Any]:
        return {
            "pupil": self.pupil.state_dict(),
            "average": self.average.state_dict(),
            "rounds": self._rounds,
            "adam": self._adam.state_dict(),
        }

    def load(self, state: dict[str, Any]) -> None:
        self.pupil.load_state_dict(state["pupil"])
        self.average.load_state_dict(state["average"])
        self._rounds = state["rounds"]
        self._adam.load_state_dict(state["adam"])

    def learn(self, practised: list[Practised], *, steady: bool = False) -> Progress:
        """Make choices likelier after which games went better than expected; if `steady`, only learn what to expect."""
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

    def _seen(self, choices: Choices, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        asks = torch.from_numpy(choices.asks[rows].astype(np.int64)).to(self.device)
        reads = torch.from_numpy(choices.reads[rows]).to(self.device).float() / self._much
        return torch.cat((functional.one_hot(asks, self.pupil.asks), reads.clamp(max=MOST_SHARE)), 1), asks

    def _expected(self, choices: Choices) -> NDArray[np.float32]:
        parts = np.array_split(np.arange(len(choices.asks)), len(choices.asks) // BATCH + 1)
        with torch.no_grad():
            found = [self.pupil.expects(self._seen(choices, rows)[0])[:, 0] for rows in parts]
        values: NDArray[np.float32] = torch.cat(found).cpu().numpy()
        return values

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
                seen, asks = self._seen(choices, rows)
                keys, chosen = (
                    torch.from_numpy(one[rows].astype(np.int64)).to(self.device)
                    for one in (choices.keys, choices.chosen)
                )
                leanings, before, gain, target = (
                    torch.from_numpy(one[rows]).to(self.device)
                    for one in (choices.leanings, choices.logs, gains, targets)
                )
                logs = self.pupil(seen, asks, keys, leanings)
                now = logs.gather(1, chosen[:, None])[:, 0]
                ratio = (now - before).exp()
                better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                entropy = -(logs.exp() * logs.clamp(min=LOWEST)).sum(1).mean()
                error = (self.pupil.expects(seen)[:, 0] - target).square().mean()
                self._adam.zero_grad()
                # without a gradient at all, Adam does not take the policy for one that hardly ever moves
                (error / 2 if steady else error / 2 - better - ENTROPY * entropy).backward()
                nn.utils.clip_grad_norm_(self.pupil.parameters(), 1.0)
                self._adam.step()
                moved.append(float((before - now).mean().detach()))
        return sum(moved) / len(moved)
