"""PettingZoo: the standard's own tests, and games by masked actions."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec_wrapper, turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from khyber.catalogue import GAMES
from khyber.engine.errors import Error
from khyber.envs.pettingzoo import KhyberEnv, env


@pytest.mark.parametrize("game", GAMES)
def test_the_api_test_passes(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # observations are dicts, as masks require: the test only remarks on it
        api_test(env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_test_passes(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=200)


class Allowed(OrderEnforcingWrapper):  # type: ignore[misc]
    """Exchanges forbidden actions for allowed ones: max_cycles_test knows no masks."""

    def step(self, action: int | None) -> None:
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        allowed = np.flatnonzero(mask)
        super().step(None if action is None else int(allowed[action % len(allowed)]))


class Module:
    """What max_cycles_test expects of a module: environments that take `max_cycles`.

    It counts cycles in which every agent acts once. Where agents take turns, that is PettingZoo's parallel form of
    the environment: all hand in an action, and that of the seat to move counts.
    """

    def __init__(self, game: str) -> None:
        self.game = game

    def env(self, max_cycles: int) -> AECEnv[str, dict[str, Any], int]:
        if self.game == "enduring-freedom":  # one seat acts in every cycle
            return Allowed(env(self.game, max_cycles=max_cycles))
        return parallel_to_aec_wrapper(self.parallel_env(max_cycles))

    def parallel_env(self, max_cycles: int) -> turn_based_aec_to_parallel_wrapper:
        return turn_based_aec_to_parallel_wrapper(Allowed(env(self.game, max_cycles=max_cycles)))


@pytest.mark.parametrize("game", GAMES)
def test_the_max_cycles_test_passes(game: str) -> None:
    max_cycles_test(Module(game))


def play(environment: KhyberEnv, seed: int) -> dict[str, float]:
    """Play a game by random allowed actions; return the rewards."""
    source = np.random.default_rng(seed)
    environment.reset(seed=seed)
    rewards: dict[str, float] = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            assert observation is not None
            environment.step(int(source.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_with_a_winner(game: str) -> None:
    rewards = play(env(game), 3)
    assert set(rewards.values()) <= {1.0, -1.0, 0.0}
    assert sum(reward == 1.0 for reward in rewards.values()) <= 1


def test_margins_are_rewards_between_minus_one_and_one() -> None:
    rewards = play(env("distant-plain", reward="margin"), 4)
    assert len(set(rewards.values())) > 2 and all(-1 <= reward <= 1 for reward in rewards.values())


def test_a_seed_repeats_a_game() -> None:
    one, other = env("zurmat"), env("zurmat")
    assert play(one, 5) == play(other, 5)
    assert one.episode.table.save() == other.episode.table.save()


def test_an_action_outside_the_mask_is_refused() -> None:
    environment = env("zurmat")
    environment.reset(seed=1)
    mask = environment.observe(environment.agent_selection)["action_mask"]
    before = environment.episode.table.save()
    with pytest.raises(Error, match="not allowed"):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert environment.episode.table.save() == before


def test_only_the_seat_to_move_has_actions() -> None:
    environment = env("zurmat")
    environment.reset(seed=1)
    other = next(agent for agent in environment.agents if agent != environment.agent_selection)
    assert not environment.observe(other)["action_mask"].any()


def test_a_game_is_cut_off_after_max_cycles() -> None:
    environment = env("zurmat", max_cycles=10)
    environment.reset(seed=1)
    for count in range(10):
        assert not any(environment.truncations.values()), count
        environment.step(int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])[0]))
    assert all(environment.truncations.values()) and not any(environment.rewards.values())
