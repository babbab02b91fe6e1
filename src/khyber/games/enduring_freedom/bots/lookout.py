"""What the reference Coalition player reveals: InfoWar, ISR, Intelligence counters, and the set-up."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.enduring_freedom.bots.options import zones_in
from khyber.games.enduring_freedom.bots.purchases import Market
from khyber.games.enduring_freedom.bots.reasoning import Reasoning
from khyber.games.enduring_freedom.bots.sighting import after_moves, alliance_worth, before_operation
from khyber.games.enduring_freedom.bots.weights import Weights
from khyber.games.enduring_freedom.play import Play


class Lookout(Reasoning):
    """The answers about what to look at."""

    __slots__ = ("_market", "_weights")

    def __init__(self, weights: Weights, *, explain: bool) -> None:
        super().__init__(explain=explain)
        self._weights = weights
        self._market: Market | None = None

    def infowar(self, play: Play, decision: Decision) -> Value:
        """Use all markers: they were bought for this turn."""
        n = len(decision.values) - 1
        self.because("infowar", n=n)
        return n

    def isr(self, play: Play, decision: Decision) -> Value:
        """Place ISR where revealing counters before movement is worth most."""
        market = Market(play.state, play.box, self._weights) if self._market is None else self._market
        zones = [zone for zone in zones_in(play, decision) if zone not in play.state.targets]
        return self._look(play, market.sight(zones), "done")

    def designate(self, play: Play, decision: Decision) -> Value:
        """Reveal a zone with an Intelligence counter, if units are still to move."""
        zones = zones_in(play, decision)
        if play.state.then == "isr-missions" and zones:
            return self._look(
                play, Market(play.state, play.box, self._weights).best_sighting(zones), decision.values[-1]
            )
        return self._look(play, -1, decision.values[-1])

    def national(self, play: Play, decision: Decision) -> Value:
        """Reveal Northern Alliance units so that they can move later; our units have moved already."""
        worth = {zone: after_moves(play.state, play.box, zone) for zone in zones_in(play, decision)}
        zone = max(worth, key=lambda zone: (worth[zone], -zone), default=-1)
        return self._look(play, zone if zone >= 0 and worth[zone] > 0 else -1, decision.values[-1])

    def pre_islamists(self, play: Play, decision: Decision) -> Value:
        """Reveal the zones with most Islamists before the operation."""
        return self._look(
            play,
            max(zones_in(play, decision), key=lambda zone: (before_operation(play.state, play.box, zone), -zone)),
            decision.values[0],
        )

    def pre_alliance(self, play: Play, decision: Decision) -> Value:
        """Reveal the most useful Northern Alliance units."""
        return self._look(
            play,
            max(zones_in(play, decision), key=lambda zone: (alliance_worth(play.state, play.box, zone), -zone)),
            decision.values[0],
        )

    def _look(self, play: Play, zone: int, nowhere: Value) -> Value:
        if zone < 0:
            self.because("not-looked")
            return nowhere
        self.because("looked", place=play.box.zones[zone])
        return zone
