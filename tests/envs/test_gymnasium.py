"""Gymnasium: one seat against agents."""

from __future__ import annotations

import warnings
from typing import SupportsFloat

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import RecordConstructorArgs
from gymnasium.utils.env_checker import check_env

import khyber.envs.gymnasium
from khyber.engine.errors import Error
from khyber.envs.gymnasium import IDS, KhyberSeat
from khyber.envs.observation import Observation


class Allowed(gymnasium.ActionWrapper, RecordConstructorArgs):
    """Exchanges forbidden actions for allowed ones: the checker knows no masks."""

    def __init__(self, env: gymnasium.Env[Observation, np.int64]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)

    def action(self, action: int) -> int:
        seat = self.env.unwrapped
        assert isinstance(seat, KhyberSeat)
        allowed = np.flatnonzero(seat.action_masks())
        return int(allowed[action % len(allowed)])


@pytest.mark.parametrize("name", IDS)
def test_check_env_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Allowed(gymnasium.make(name, opponents="random").unwrapped), skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_a_game_is_played_from_one_seat(name: str) -> None:
    environment = gymnasium.make(name)
    seat = environment.unwrapped
    assert isinstance(seat, KhyberSeat)
    source = np.random.default_rng(1)
    _, info = environment.reset(seed=1)
    over = False
    reward: SupportsFloat = 0.0
    while not over:
        assert seat.episode.asked == seat.seat
        _, reward, over, _, info = environment.step(int(source.choice(np.flatnonzero(info["action_mask"]))))
    assert reward in (1.0, -1.0, 0.0) and not info["action_mask"].any()


def test_the_seat_and_the_opponents_are_chosen() -> None:
    environment = KhyberSeat("distant-plain", seat="taliban", opponents="bot:2nd")
    environment.reset(seed=2)
    assert environment.episode.table.seats == {
        "coalition": "bot:2nd",
        "government": "bot:2nd",
        "taliban": "person",
        "warlords": "bot:2nd",
    }
    with pytest.raises(Error, match="pashtuns"):
        KhyberSeat("distant-plain", seat="pashtuns")


def test_importing_twice_registers_once() -> None:
    khyber.envs.gymnasium.register()
    assert set(IDS) <= set(gymnasium.registry)
