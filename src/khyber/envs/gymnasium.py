"""Gymnasium: one seat learns, agents of one's choice play the others. Importing this module registers the games."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from khyber.agents.agent import Agent
from khyber.agents.driver import PERSON, RANDOM, advance, agents_of
from khyber.api import opponent
from khyber.catalogue import DEFAULT, GAMES
from khyber.catalogue import game as find_game
from khyber.engine.errors import Error
from khyber.envs.episode import Episode, Reward
from khyber.envs.observation import Observation

#: The games by the names that they have in Gymnasium.
IDS: Final = {f"Khyber/{''.join(word.title() for word in game.split('-'))}-v0": game for game in GAMES}


class KhyberSeat(gymnasium.Env[Observation, np.int64]):
    """A game from one seat. The mask of allowed actions is in `info["action_mask"]` and `action_masks()`."""

    metadata: dict[str, Any] = {"render_modes": ["svg"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str = DEFAULT,
        seat: str | None = None,
        opponents: str | None = None,
        scenario: str | None = None,
        options: Iterable[str] = (),
        reward: Reward = "outcome",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(game, scenario, tuple(options), reward)
        self.seat = self.episode.seats[0] if seat is None else seat
        if self.seat not in self.episode.seats:
            raise Error(f"{game} has no seat {seat!r}: {', '.join(self.episode.seats)}")
        other = opponent(find_game(game)) if opponents is None else opponents
        self._at_random = other == RANDOM
        self._source = random.Random()
        self._seats = {one: PERSON if one == self.seat else other for one in self.episode.seats}
        self._agents: dict[str, Agent[Any] | None] = {}
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (self.episode.observer.size,), np.float32)
        self.action_space = spaces.Discrete(self.episode.codec.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(1 << 48))
        self.episode.reset(game_seed, self._seats)
        self._source.seed(game_seed)
        self._agents = agents_of(self.episode.table)  # once for each game: a bot plans its turn only once
        self._let_others_act()
        return self.episode.observe(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others act until it is this seat's turn again."""
        self.episode.act(int(action))
        self._let_others_act()
        over = self.episode.asked is None
        reward = self.episode.rewards()[self.seat] if over else 0.0
        return self.episode.observe(self.seat), reward, over, False, self._info()

    def _let_others_act(self) -> None:
        """Let the others act. At random they choose among the actions of the environment only: no asides.

        One random stream serves them all: creating an agent for each choice takes longer than the rules.
        """
        table = self.episode.table
        if not self._at_random:
            advance(table, self._agents)
            return
        seat, source = self.seat, self._source.random
        while (decision := table.decision) is not None and decision.seat != seat:
            table.choose(int(source() * len(decision.values)))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the allowed actions, as sb3-contrib asks for them."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat)}

    def render(self) -> str | None:
        """Return the table as the seat sees it, as SVG, where the game has a picture of its board."""
        return self.episode.table.svg(self.seat) if self.render_mode == "svg" else None


def register() -> None:
    """Register the games with Gymnasium, once."""
    for name, game in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, "khyber.envs.gymnasium:KhyberSeat", kwargs={"game": game})


register()
