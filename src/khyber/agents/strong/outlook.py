"""An outlook: how likely a seat is to win that plays on by a taught bot, from networks that read the map by places.

Several networks of the same shape are averaged, because each is wrong elsewhere. It is a file of half-precision numbers
(`data/GAME-outlook.npz`, written by `khyber train --outlook`); reading it takes NumPy.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, Generic

from khyber.agents.strong import map_network
from khyber.agents.strong.map_network import MapNetwork
from khyber.agents.strong.network import BadNetwork, signature
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.play import S

if TYPE_CHECKING:  # slow to import
    from pathlib import Path

#: What a file holds, with the networks as the first dimension of each: what it knows of each seat, weights of the
#: network, and to the chance.
PARTS: Final = ("seats", *map_network.PARTS, "last")


class Outlook(Generic[S]):
    """The chances of a seat, from a state."""

    def __init__(self, game: Game[S], file: Path) -> None:
        self._network = MapNetwork(game)
        import numpy as np

        self._np = np
        with np.load(file) as found:
            if str(found["fields"]) != signature(self._network.encoder.features):
                raise BadNetwork(f"the outlook was trained on other fields than those of {quoted(game.id)}")
            self._weights = {name: found[name].astype(np.float32) for name in PARTS}
        self._seats = {seat: self._weights["seats"][:, at] for at, seat in enumerate(game.seats)}

    def chance(self, state: S, seat: str) -> float:
        """Return how likely the seat is to win."""
        read = self._network.encoder.encode(state)
        result, _ = self._network.read(self._weights, read, self._seats[seat])
        last = self._weights["last"]
        odds = float((self._np.einsum("ij,ij->i", result, last[:, :-1]) + last[:, -1]).mean())
        return 1 / (1 + exp(-odds))
