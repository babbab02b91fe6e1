"""OpenSpiel: importing this module registers every game as `khyber_` and its id, with underscores.

A game begins with one chance node, which draws the seed of all later dice and cards from `seeds` many; from there on
nothing is drawn openly. That is how Khyber keeps records, and with enough seeds it is the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from khyber.agents.driver import MAX_DECISIONS
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.envs.codec import codec
from khyber.envs.episode import Episode
from khyber.envs.observation import observer

#: The games by the names that they have in OpenSpiel.
NAMES: Final = {f"khyber_{game.replace('-', '_')}": game for game in GAMES}
SEEDS: Final = 1024


class KhyberGame(pyspiel.Game):  # type: ignore[misc]
    """A game; parameters are `scenario` ("" for the first) and `seeds`."""

    def __init__(self, game: str, kind: pyspiel.GameType, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.khyber_game: Final = game
        self.scenario: Final = str(given.get("scenario", "")) or None
        self.seeds: Final = int(given.get("seeds", SEEDS))
        info = pyspiel.GameInfo(
            num_distinct_actions=codec(game).size,
            max_chance_outcomes=self.seeds,
            num_players=len(find_game(game).seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> KhyberState:
        return KhyberState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> KhyberObserver:
        return KhyberObserver(self.khyber_game, params)


class KhyberState(pyspiel.State):  # type: ignore[misc]
    """A position: a seed, once it is drawn, and the choices made."""

    def __init__(self, game: KhyberGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.khyber_game, game.scenario)
        self._seeds = game.seeds
        self._begun = False

    def current_player(self) -> int:
        if not self._begun:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.episode.asked
        return int(pyspiel.PlayerId.TERMINAL) if asked is None else self.episode.seats.index(asked)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / self._seeds) for seed in range(self._seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.allowed())

    def _apply_action(self, action: int) -> None:
        if self._begun:
            self.episode.act(action)
        else:
            self.episode.reset(action)
            self._begun = True

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        decision = self.episode.table.decision
        assert decision is not None
        return self.episode.codec.decode(decision, action)

    def is_terminal(self) -> bool:
        return self._begun and self.episode.asked is None

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self.episode.seats)
        rewards = self.episode.rewards()
        return [rewards[seat] for seat in self.episode.seats]

    def __str__(self) -> str:
        decision = self.episode.table.decision
        where = "over" if decision is None else f"{decision.seat}: {decision.ask}"
        return f"{len(self.episode.table.steps)} steps, {where}" if self._begun else "before the seed"


class KhyberObserver:
    """Observes a state for one player, as `khyber.envs.observation` documents it."""

    def __init__(self, game: str, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self._observer = observer(game)
        self.tensor: NDArray[np.float32] = np.zeros(self._observer.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[at : at + size] for name, at, size, _ in self._observer.fields()
        }

    def set_from(self, state: KhyberState, player: int) -> None:
        episode = state.episode
        self.tensor[:] = episode.observe(episode.seats[player])

    def string_from(self, state: KhyberState, player: int) -> str:
        episode = state.episode
        seen = np.flatnonzero(episode.observe(episode.seats[player]))
        return " ".join(map(str, seen))


def _register(name: str, game: str) -> None:
    found = find_game(game)
    kind = pyspiel.GameType(
        short_name=name,
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(found.seats),
        min_num_players=len(found.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "seeds": SEEDS},
    )

    class Registered(KhyberGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


def register(names: Sequence[str] = tuple(NAMES)) -> None:
    """Register the games with OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for name in names:
        if name not in known:
            _register(name, NAMES[name])


register()
