"""Observations: what a seat knows, as numbers from 0 to 1 in a fixed order.

First the seat that observes, and the question if it is the one to answer; then the game's own fields
(`games/GAME/features.py`), each byte divided by its largest value.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.catalogue import game as find_game
from khyber.engine.features import Encoder
from khyber.engine.optional import Features
from khyber.engine.table import Table
from khyber.envs.codec import codec

Observation = NDArray[np.float32]


class Observer:
    """Observes tables of one game."""

    def __init__(self, game: str) -> None:
        found = find_game(game)
        self._codec = codec(game)
        self._seats = {seat: number for number, seat in enumerate(found.seats)}
        seen = Features.of(found)
        self._observed = seen.observed
        self._encoder = Encoder(seen.features())
        self._first: Final = len(self._seats) + len(self._codec.asks)
        self._heads: dict[tuple[str, str], bytes] = {}
        self.size: Final = self._first + self._encoder.size
        self._scale = np.ones(self.size, np.float32)
        self._scale[self._first :] = 1 / np.array(self._encoder.most(), np.float32)

    def fields(self) -> list[tuple[str, int, int, str]]:
        """Return name, first place, number of places and meaning of each field."""
        rows = [
            ("seat", 0, len(self._seats), f"the seat that observes: {', '.join(self._seats)}"),
            ("ask", len(self._seats), len(self._codec.asks), "the question it must answer, if it is asked"),
        ]
        at = self._first
        for feature in self._encoder.features:
            rows.append((feature.name, at, feature.size, feature.about))
            at += feature.size
        return rows

    def observe(self, table: Table[Any], seat: str) -> Observation:
        """Return what a seat knows of a table."""
        observed = self._observed(table.state, seat)
        decision = table.decision
        ask = decision.ask if decision is not None and decision.seat == seat else ""
        head = self._heads.get((seat, ask)) or self._head(seat, ask)
        return np.frombuffer(self._encoder.encode(observed, head), np.uint8) * self._scale

    def _head(self, seat: str, ask: str) -> bytes:
        """Return the places of the seat and of the question that it must answer, if there is one."""
        head = bytes(seat == one for one in self._seats) + bytes(ask == one for one in self._codec.asks)
        self._heads[seat, ask] = head
        return head


@cache
def observer(game: str) -> Observer:
    """Return the observer of a game."""
    return Observer(game)
