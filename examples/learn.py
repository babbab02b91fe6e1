"""Learn to play by self-play: `python examples/learn.py zurmat`, or `distant-plain --scenario short`.

Every seat has a network of one layer (PyTorch) that prefers actions and predicts how its game will end. In each game,
seats are played by their networks or at random; after some games the networks learn from what they did (PPO). It needs
`pip install 'khyber[envs,learn]'`; docs/learning.md explains it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from khyber.envs.pettingzoo import KhyberEnv, env

Weights = dict[str, Tensor]
Seen = NDArray[np.float32]
Mask = NDArray[np.int8]
Choose = Callable[[Seen, Mask], int]

#: Games of a batch, for each process: a game of A Distant Plain has more moves, and margins that vary less by luck.
BATCH = {"zurmat": 24, "distant-plain": 6}


@dataclass
class Settings:
    """What to learn, and how."""

    game: str
    scenario: str | None
    batch: int  # games of each process before the networks learn from them
    share: float = 0.5  # of the seats that are played by their networks; the others play at random
    rate: float = 0.003  # learning rate of the preferences
    prediction_rate: float = 0.001  # smaller, because a prediction adds up hundreds of weights
    passes: int = 2  # over the moves of a batch
    minibatch: int = 512
    clip: float = 0.3  # how far a probability may move in one batch
    reach: float = 0.99  # how far back a surprise counts: 0 for one move, 1 for the whole game
    entropy: float = 0.01  # what it is worth to keep trying other actions
    checks: int = 4  # how often the networks are measured while they learn
    check_games: int = 50  # of each process, for each seat
    last_games: int = 100  # the same, the last time


class Network(nn.Module):
    """Preferences for actions, and a prediction of the reward, each a weighted sum of what the seat sees."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.prefers = nn.Linear(numbers, actions)
        self.predicts = nn.Linear(numbers, 1)
        for weights in self.parameters():
            nn.init.zeros_(weights)  # it begins as the random player that it has to beat

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithm of the probability of each action, and the prediction."""
        preferences = self.prefers(seen).masked_fill(mask == 0, -1e9)
        return preferences.log_softmax(-1), self.predicts(seen).squeeze(-1)

    def adam(self, settings: Settings) -> torch.optim.Optimizer:
        """Return what adjusts the weights."""
        preferences = {"params": self.prefers.parameters(), "lr": settings.rate}
        prediction = {"params": self.predicts.parameters(), "lr": settings.prediction_rate}
        return torch.optim.Adam([preferences, prediction])


def networks(settings: Settings, weights: Weights | None = None) -> dict[str, Network]:
    """Return a network for each seat, with these weights or new ones."""
    episode = env(settings.game).episode
    made = {seat: Network(episode.observer.size, episode.codec.size) for seat in episode.seats}
    if weights is not None:
        nn.ModuleDict(made).load_state_dict(weights)
    return made


def weights_of(found: Mapping[str, Network]) -> Weights:
    return {name: weights.clone() for name, weights in nn.ModuleDict(found).state_dict().items()}


# -- playing --------------------------------------------------------------------------------------------


def play(game: KhyberEnv, seed: int, choosers: Mapping[str, Choose]) -> dict[str, float]:
    """Play a game to its end; return the reward of each seat."""
    game.reset(seed=seed)
    rewards: dict[str, float] = {}
    for seat in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        if over:
            rewards[seat] = reward
            game.step(None)
        else:
            game.step(choosers[seat](observation["observation"], observation["action_mask"]))
    return rewards


def at_random(source: random.Random) -> Choose:
    return lambda seen, mask: int(source.choice(mask.nonzero()[0]))


@dataclass
class Player:
    """Plays a seat by its network, and remembers the game."""

    network: Network
    source: random.Random
    seen: list[Seen] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.weights, self.bias = (one.detach().numpy() for one in self.network.prefers.parameters())

    def __call__(self, seen: Seen, mask: Mask) -> int:
        allowed = mask.nonzero()[0]  # five to seven of a thousand: no need to multiply the other rows
        preferences = self.weights[allowed] @ seen + self.bias[allowed]
        action = int(self.source.choices(allowed, np.exp(preferences - preferences.max()))[0])
        self.seen.append(seen)
        self.masks.append(mask)
        self.actions.append(action)
        return action


# -- learning -------------------------------------------------------------------------------------------


@dataclass
class Moves:
    """The moves of one seat in a game, and what they were worth."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    before: Tensor  # logarithm of the probability with which each action was chosen
    gains: Tensor  # how much better things went than predicted
    targets: Tensor  # what should have been predicted


def judge(player: Player, reward: float, reach: float) -> Moves:
    """Return the moves of a finished game: a surprise counts for the moves before it, less and less (GAE)."""
    seen, masks = torch.from_numpy(np.stack(player.seen)), torch.from_numpy(np.stack(player.masks))
    actions = torch.tensor(player.actions)
    with torch.no_grad():
        logs, predicted = player.network(seen, masks)
    surprises = (torch.cat((predicted[1:], torch.tensor([reward]))) - predicted).tolist()
    gains, gain = torch.zeros(len(surprises)), 0.0
    for at in reversed(range(len(surprises))):
        gain = surprises[at] + reach * gain
        gains[at] = gain
    return Moves(seen, masks, actions, logs.gather(1, actions[:, None]).squeeze(1), gains, predicted + gains)


def improve(network: Network, adam: torch.optim.Optimizer, games: list[Moves], settings: Settings) -> None:
    """Make actions likelier that did better than predicted, and the predictions better (PPO)."""
    names = ("seen", "masks", "actions", "before", "gains", "targets")
    seen, masks, actions, before, gains, targets = (torch.cat([getattr(one, name) for one in games]) for name in names)
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(settings.passes):
        order = torch.randperm(len(actions))
        for start in range(0, len(order), settings.minibatch):
            some = order[start : start + settings.minibatch]
            logs, predicted = network(seen[some], masks[some])
            ratio = (logs.gather(1, actions[some, None]).squeeze(1) - before[some]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.minimum(ratio * gains[some], clipped * gains[some]).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            error = (predicted - targets[some]).square().mean()
            adam.zero_grad()
            (error - gain - settings.entropy * entropy).backward()
            adam.step()


# -- work for a process ---------------------------------------------------------------------------------


def lead(rewards: Mapping[str, float], seat: str) -> float:
    """Return how far a seat is ahead of the best of the others."""
    return rewards[seat] - max(reward for other, reward in rewards.items() if other != seat)


def played(settings: Settings, weights: Weights, seed: int) -> dict[str, list[Moves]]:
    """Play a batch of games, each seat by its network or at random; return the moves of the networks."""
    game, source = env(settings.game, scenario=settings.scenario, reward="margin"), random.Random(seed)
    found = networks(settings, weights)
    moves: dict[str, list[Moves]] = {seat: [] for seat in found}
    for _ in range(settings.batch):
        players = {seat: Player(network, source) for seat, network in found.items() if source.random() < settings.share}
        rewards = play(game, source.getrandbits(48), dict.fromkeys(found, at_random(source)) | dict(players))
        for seat, player in players.items():
            if player.actions:
                moves[seat].append(judge(player, lead(rewards, seat), settings.reach))
    return moves


def wins(settings: Settings, weights: Weights, seed: int, games: int) -> dict[str, float]:
    """Return the share of games that each seat wins by its network against others that play at random."""
    game, source = env(settings.game, scenario=settings.scenario), random.Random(seed)
    found = networks(settings, weights)
    won = dict.fromkeys(found, 0)
    for seat, network in found.items():
        for _ in range(games):
            choosers = dict.fromkeys(found, at_random(source)) | {seat: Player(network, source)}
            won[seat] += play(game, source.getrandbits(48), choosers)[seat] > 0
    return {seat: count / games for seat, count in won.items()}


def learn(settings: Settings, minutes: float, jobs: int, curve: Path | None = None) -> Weights:
    """Learn for some minutes; print, and keep, how often each seat wins against random opponents."""
    torch.manual_seed(7)
    torch.set_num_threads(jobs)
    source, found = random.Random(7), networks(settings)
    adams = {seat: network.adam(settings) for seat, network in found.items()}
    lines: list[str] = []

    def note(*figures: object) -> None:
        lines.append(",".join(map(str, figures)))
        print(lines[-1], flush=True)
        if curve is not None:
            curve.write_text("\n".join(lines) + "\n")

    note("minutes", "games", "checked", *found, "mean")
    games, spent, checks = 0, 0.0, 0
    with ProcessPoolExecutor(jobs, get_context("spawn"), torch.set_num_threads, (1,)) as workers:

        def everywhere(work: Callable[..., Any], *more: object) -> list[Any]:
            weights = weights_of(found)
            futures = [workers.submit(work, settings, weights, source.getrandbits(48), *more) for _ in range(jobs)]
            return [future.result() for future in futures]

        while True:
            if spent >= checks * minutes / settings.checks:  # the time of measuring does not count
                count = settings.last_games if spent >= minutes else settings.check_games
                won = everywhere(wins, count)
                shares = [round(sum(one[seat] for one in won) / jobs, 3) for seat in found]
                note(f"{spent:.2f}", games, count * jobs, *shares, round(sum(shares) / len(shares), 3))
                checks += 1
            if spent >= minutes:
                return weights_of(found)
            began = time.perf_counter()
            batches = everywhere(played)
            for seat, network in found.items():
                if moves := [game for batch in batches for game in batch[seat]]:
                    improve(network, adams[seat], moves, settings)
            spent += (time.perf_counter() - began) / 60
            games += settings.batch * jobs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("zurmat", "distant-plain"))
    parser.add_argument("--scenario", help="by default the first")
    parser.add_argument("--minutes", type=float, default=8.0, help="time to learn, without the measurements")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--curve", type=Path, help="keep the learning curve in this file (CSV)")
    parser.add_argument("--weights", type=Path, help="keep the weights in this file (for torch.load)")
    given = parser.parse_args()
    weights = learn(Settings(given.game, given.scenario, BATCH[given.game]), given.minutes, given.jobs, given.curve)
    if given.weights is not None:
        torch.save(weights, given.weights)


if __name__ == "__main__":
    main()
