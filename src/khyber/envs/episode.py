"""One game as an episode: actions in, observations, masks and rewards out. The environments wrap it."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from khyber.api import load, new
from khyber.catalogue import game as find_game
from khyber.engine.chance import new_seed
from khyber.engine.errors import Error
from khyber.engine.game import Outcome
from khyber.engine.table import Table
from khyber.envs.codec import codec
from khyber.envs.observation import Observation, observer

#: Rewards at the end: 1 for the winner and -1 for the others, or the margins scaled to the same range.
Reward = Literal["outcome", "margin"]
#: A margin of this much counts as a reward of 1.
FULL_MARGIN: Final = 40


class Episode:
    """A game under way for an environment."""

    def __init__(
        self, game: str, scenario: str | None = None, options: tuple[str, ...] = (), reward: Reward = "outcome"
    ) -> None:
        if reward not in ("outcome", "margin"):
            raise Error(f"there is no reward {reward!r}: outcome or margin")
        self.game = game
        self.seats: Final = find_game(game).seats
        self.codec: Final = codec(game)
        self.observer: Final = observer(game)
        self._scenario = scenario
        self._options = options
        self._reward = reward
        self.table: Table[Any] = new(game, scenario=scenario, options=options, seed=0)
        self._allowed: dict[int, int] | None = None

    def reset(self, seed: int | None, seats: dict[str, str] | str = "person") -> None:
        """Start a new game; without a seed, any."""
        self.table = new(
            self.game,
            scenario=self._scenario,
            options=self._options,
            seed=new_seed() if seed is None else seed,
            seats=seats,
        )
        self._allowed = None

    def __deepcopy__(self, memo: dict[int, object]) -> Episode:
        """Return a copy that goes its own way, with a fork of the table."""
        copied = Episode.__new__(Episode)
        copied.__dict__.update(self.__dict__, table=self.table.fork())
        return copied

    def __reduce__(self) -> tuple[object, ...]:
        """Let it be pickled: the table as its record."""
        return _resumed, (self.game, self._scenario, self._options, self._reward, self.table.save())

    @property
    def asked(self) -> str | None:
        """The seat to act; None at the end."""
        decision = self.table.decision
        return None if decision is None else decision.seat

    def allowed(self) -> dict[int, int]:
        """Return the actions that the pending decision allows, each with the place of its option."""
        if self._allowed is None:
            decision = self.table.decision
            self._allowed = {} if decision is None else self.codec.actions(decision)
        return self._allowed

    def mask(self, seat: str) -> NDArray[np.int8]:
        """Return a 1 for each action that the seat may take now."""
        return self.codec.mask(self.allowed() if self.asked == seat else ())

    def observe(self, seat: str) -> Observation:
        return self.observer.observe(self.table, seat)

    def act(self, action: int) -> None:
        """Take an action. Raises Error if it is not allowed."""
        place = self.allowed().get(int(action))
        if place is None:
            raise Error(f"action {action} is not allowed here: see the action mask")
        self.table.choose(place)
        self._allowed = None

    def rewards(self) -> dict[str, float]:
        """Return the reward of each seat at the end."""
        outcome = self.table.outcome
        assert outcome is not None
        if self._reward == "margin":
            return {seat: _scaled(outcome.margins.get(seat, 0)) for seat in self.seats}
        return {seat: _won(outcome, seat, len(self.seats)) for seat in self.seats}


def _resumed(game: str, scenario: str | None, options: tuple[str, ...], reward: Reward, record: str) -> Episode:
    episode = Episode(game, scenario, options, reward)
    episode.table = load(record)
    return episode


def _scaled(margin: int) -> float:
    return max(-1.0, min(1.0, margin / FULL_MARGIN))


def _won(outcome: Outcome, seat: str, seats: int) -> float:
    if seats == 1:  # nobody else can win: the ending says how the player did
        return 1.0 if outcome.ending.endswith("victory") else 0.0 if outcome.ending == "draw" else -1.0
    if not outcome.winner:
        return 0.0
    return 1.0 if seat in outcome.winner.split("+") else -1.0
