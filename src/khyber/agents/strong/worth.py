"""What a position is worth to each seat: by a network where there is one, else by the game's own estimate."""

from __future__ import annotations

from typing import Generic

from khyber.agents.strong.network import Network
from khyber.agents.strong.outlook import Outlook
from khyber.agents.strong.policy import Policy
from khyber.agents.strong.shipped import networks
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.engine.play import S


class Worth(Generic[S]):
    """Estimates of one game. Without a network the search still works; it is weaker."""

    def __init__(
        self,
        game: Game[S],
        network: Network[S] | None,
        policy: Policy[S] | None = None,
        outlook: Outlook[S] | None = None,
    ) -> None:
        #: What the bot was taught that a search plays by; None: it plays as it is.
        self.policy = policy
        self._game = game
        self._estimate = Evaluation[S].of(game)
        self._network, self._outlook = network, outlook
        self._place = {seat: at for at, seat in enumerate(game.seats)}
        #: Steps to play out before a position is estimated.
        self.horizon = self._estimate.horizon if network is None else self._estimate.learned_horizon
        if outlook is not None:  # it was taught what the bots would do next
            self.horizon = 0
        #: Whether a search draws worlds by the habits of players, or else with equal chances.
        self.by_habit = True

    @classmethod
    def of(cls, game: Game[S]) -> Worth[S]:
        """Return the estimates of a game, by the networks and with the policy that come with Khyber, if any."""
        found = networks(game)
        return cls(game, found.network, found.policy, found.outlook)

    def chance(self, state: S, seat: str) -> float:
        """Return how likely the seat is to win; of a finished game, how well it did."""
        if self._game.outcome(state) is not None:
            return self._estimate.winning_chance(state, seat)
        if self._outlook is not None:
            return self._outlook.chance(state, seat)
        if self._network is None:
            return self._estimate.winning_chance(state, seat)
        return self._network.shares(state)[self._place[seat]]

    def rivals(self, state: S, seat: str) -> dict[str, float]:
        """Return how likely the other seats are to win; what an outlook leaves them, they share as in `chances`."""
        others = [who for who in self._place if who != seat]
        if self._outlook is None or self._game.outcome(state) is not None:
            return {who: self.chance(state, who) for who in others}
        shares, left = self.chances(state), 1 - self.chance(state, seat)
        whole = sum(shares[who] for who in others)
        return {who: left * (shares[who] / whole if whole else 1 / len(others)) for who in others}

    def chances(self, state: S) -> dict[str, float]:
        """Return how likely each seat is to win; with several seats they add up to 1."""
        if self._network is not None and self._game.outcome(state) is None:
            return dict(zip(self._place, self._network.shares(state), strict=False))
        return dict(zip(self._place, final_shares(self._game, state), strict=False))


def final_shares(game: Game[S], state: S) -> list[float]:
    """Return what each seat has by the game's own estimate, with several seats as shares of 1.

    Of a finished game these are what a network learns: 1 for the winner, equal shares of a draw. A lone seat shares
    with the game itself.
    """
    estimate = Evaluation[S].of(game)
    values = [min(1.0, max(0.0, estimate.winning_chance(state, seat))) for seat in game.seats]
    if len(values) == 1:
        return [values[0], 1 - values[0]]
    whole = sum(values)
    return [value / whole for value in values] if whole else [1 / len(values)] * len(values)
