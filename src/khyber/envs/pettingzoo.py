"""PettingZoo: `env(game, scenario=...)` is an AEC environment with action masks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from khyber.catalogue import DEFAULT
from khyber.envs.episode import Episode, Reward


class KhyberEnv(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """A game in which every seat is an agent. Observations are dicts of `observation` and `action_mask`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["svg"], "name": "khyber_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str = DEFAULT,
        scenario: str | None = None,
        options: Iterable[str] = (),
        reward: Reward = "outcome",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = Episode(game, scenario, tuple(options), reward)
        self._max_cycles = max_cycles
        self._cycles = 0
        self.render_mode = render_mode
        self.possible_agents = list(self.episode.seats)
        size, actions = self.episode.observer.size, self.episode.codec.size
        self._action_space = {seat: spaces.Discrete(actions) for seat in self.possible_agents}
        self._observation_space = {
            seat: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for seat in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.reset(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.episode.asked or self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.episode.observe(agent), "action_mask": self.episode.mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None, "only an agent whose game is over takes None"
        self.episode.act(action)
        self._cycles += 1
        asked = self.episode.asked
        if asked is None:
            self.rewards = self.episode.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        elif self._cycles == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = asked

    def render(self) -> str | None:
        """Return the open table as SVG, where the game has a picture of its board."""
        return self.episode.table.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        return


def env(
    game: str = DEFAULT,
    *,
    scenario: str | None = None,
    options: Iterable[str] = (),
    reward: Reward = "outcome",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> KhyberEnv:
    """Return an environment of a game.

    `reward` is `outcome` (1 and -1) or `margin`; `max_cycles` cuts a game off after that many actions.
    """
    return KhyberEnv(game, scenario, options, reward, max_cycles, render_mode)
