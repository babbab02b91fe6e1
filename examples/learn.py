"""Learn to play by self-play: `python examples/learn.py zurmat`, or `distant-plain --scenario short`.

Every seat has a linear policy: the preference for an action is the dot product of its weights with the observation, and
a softmax over the allowed actions makes it a probability. A last row of weights predicts the final margin. All seats
play against each other; after each batch of games the weights move towards the actions of games that ended better than
predicted (REINFORCE with a baseline, and Adam). NumPy is all it needs. docs/learning.md explains it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from khyber.envs.pettingzoo import KhyberEnv, env

Floats = NDArray[np.float32]
Weights = dict[str, Floats]  # by seat: a row of weights for each action, and a last row that predicts the margin
Choose = Callable[[Floats, NDArray[np.int64]], int]


@dataclass
class Settings:
    """What to learn, and how fast."""

    game: str
    scenario: str | None
    batch: int = 16  # games of each process between two updates
    rate: float = 0.003
    checks: int = 4  # how often the policy is measured while it learns
    check_games: int = 100  # of each process, for each seat


# -- playing --------------------------------------------------------------------------------------------


def play(game: KhyberEnv, seed: int, choosers: dict[str, Choose]) -> dict[str, float]:
    """Play a game to its end; return the reward of each seat."""
    game.reset(seed=seed)
    rewards: dict[str, float] = {}
    for seat in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        if over:
            rewards[seat] = reward
            game.step(None)
        else:
            game.step(choosers[seat](observation["observation"], observation["action_mask"].nonzero()[0]))
    return rewards


def probabilities(weights: Floats, seen: Floats, allowed: NDArray[np.int64]) -> Floats:
    """Return the probability of each allowed action."""
    preferences = weights[allowed] @ seen
    shares = np.exp(preferences - preferences.max())
    found: Floats = shares / shares.sum()
    return found


@dataclass
class Learner:
    """Plays a seat by its weights, and remembers what it saw and did."""

    weights: Floats
    source: random.Random
    memory: list[tuple[Floats, NDArray[np.int64], Floats, int]] = field(default_factory=list)

    def __call__(self, seen: Floats, allowed: NDArray[np.int64]) -> int:
        shares = probabilities(self.weights, seen, allowed)
        place = self.source.choices(range(len(allowed)), shares.tolist())[0]
        self.memory.append((seen, allowed, shares, place))
        return int(allowed[place])

    def add_gradient(self, gradient: Floats, reward: float) -> None:
        """Add the direction in which actions get likelier if the game ended better than predicted."""
        for seen, allowed, shares, place in self.memory:
            surprise = reward - float(self.weights[-1] @ seen)
            blame = -surprise * shares
            blame[place] += surprise
            gradient[allowed] += np.outer(blame, seen)
            gradient[-1] += surprise * seen
        self.memory.clear()


def at_random(source: random.Random) -> Choose:
    return lambda seen, allowed: int(source.choice(allowed))


# -- work for a process ---------------------------------------------------------------------------------


def gradient_of(settings: Settings, weights: Weights, seed: int) -> Weights:
    """Play a batch of games, all seats by their weights; return the sum of their gradients."""
    game, source = env(settings.game, scenario=settings.scenario, reward="margin"), random.Random(seed)
    learners = {seat: Learner(rows, source) for seat, rows in weights.items()}
    gradients = {seat: np.zeros_like(rows) for seat, rows in weights.items()}
    for _ in range(settings.batch):
        rewards = play(game, source.getrandbits(48), dict(learners))
        for seat, learner in learners.items():
            learner.add_gradient(gradients[seat], rewards[seat])
    return gradients


def wins_of(settings: Settings, weights: Weights, seed: int) -> dict[str, float]:
    """Return the share of games that each seat wins by its weights against others that play at random."""
    game, source = env(settings.game, scenario=settings.scenario), random.Random(seed)
    shares: dict[str, float] = {}
    for seat, rows in weights.items():
        learner = Learner(rows, source)
        choosers: dict[str, Choose] = {**dict.fromkeys(weights, at_random(source)), seat: learner}
        won = 0
        for _ in range(settings.check_games):
            won += play(game, source.getrandbits(48), choosers)[seat] > 0
            learner.memory.clear()
        shares[seat] = won / settings.check_games
    return shares


# -- learning -------------------------------------------------------------------------------------------


class Adam:
    """The usual optimiser: steps of about one size, whatever the size of the gradient."""

    def __init__(self, weights: Weights, rate: float) -> None:
        self.rate, self.steps = rate, 0
        self.mean = {seat: np.zeros_like(rows) for seat, rows in weights.items()}
        self.square = {seat: np.zeros_like(rows) for seat, rows in weights.items()}

    def step(self, weights: Weights, gradients: Weights) -> None:
        self.steps += 1
        for seat, gradient in gradients.items():
            mean, square = self.mean[seat], self.square[seat]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            sized = mean / (1 - 0.9**self.steps)
            steps = self.rate * sized / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            steps[-1] *= 0.1  # a prediction adds up many weights: smaller steps
            weights[seat] += steps


def learn(settings: Settings, minutes: float, jobs: int, curve: Path | None = None) -> Weights:
    """Learn for some minutes; print, and keep, how often each seat wins against random opponents."""
    size = env(settings.game).episode
    seats, shape = size.seats, (size.codec.size + 1, size.observer.size)
    weights = {seat: np.zeros(shape, np.float32) for seat in seats}
    adam, source = Adam(weights, settings.rate), random.Random(7)
    lines = [",".join(("minutes", "games", *seats, "mean"))]
    games, learned, checks = 0, 0.0, 0
    with ProcessPoolExecutor(jobs) as workers:

        def everywhere(work: Callable[..., Any]) -> list[Any]:
            futures = [workers.submit(work, settings, weights, source.getrandbits(48)) for _ in range(jobs)]
            return [future.result() for future in futures]

        while True:
            if learned >= checks * minutes / settings.checks:  # the time of measuring does not count
                found = everywhere(wins_of)
                shares = {seat: sum(one[seat] for one in found) / jobs for seat in seats}
                figures = [*shares.values(), sum(shares.values()) / len(shares)]
                lines.append(f"{learned:.2f},{games},{','.join(f'{figure:.3f}' for figure in figures)}")
                print(lines[-1], flush=True)
                if curve is not None:
                    curve.write_text("\n".join(lines) + "\n")
                checks += 1
            if learned >= minutes:
                return weights
            began = time.perf_counter()
            gradients = everywhere(gradient_of)
            adam.step(weights, {seat: sum(one[seat] for one in gradients) for seat in seats})
            learned += (time.perf_counter() - began) / 60
            games += settings.batch * jobs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("zurmat", "distant-plain"))
    parser.add_argument("--scenario", help="by default the first")
    parser.add_argument("--minutes", type=float, default=8.0, help="time to learn, without the measurements")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--curve", type=Path, help="keep the learning curve in this file (CSV)")
    parser.add_argument("--weights", type=Path, help="keep the weights in this file (npz)")
    given = parser.parse_args()
    weights = learn(Settings(given.game, given.scenario), given.minutes, given.jobs, given.curve)
    if given.weights is not None:
        np.savez_compressed(given.weights, allow_pickle=False, **weights)


if __name__ == "__main__":
    main()
