"""Observations: what a seat knows, as numbers from 0 to 1 in a fixed order.

First the seat that observes, and the question if it is the one to answer; then the game's own fields
(`games/GAME/features.py`), each byte divided by its largest value.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.catalogue import game as find_game
from khyber.engine.features import Feature
from khyber.engine.optional import Bots, Features
from khyber.engine.table import Table
from khyber.envs.codec import codec

Observation = NDArray[np.float32]


class Observer:
    """Observes tables of one game."""

    def __init__(self, game: str) -> None:
        found = find_game(game)
        self._codec = codec(game)
        self._seats = {seat: number for number, seat in enumerate(found.seats)}
        self._known = Bots.of(found).known
        self._features: tuple[Feature, ...] = tuple(Features.of(found).features())
        # one call reads all fields; those few that depend on the whole state are filled in after
        self._fields = attrgetter(*(feature.field or "__class__" for feature in self._features))
        self._encodes = [feature.encode if feature.field else _nothing for feature in self._features]
        self._whole = [(at, feature.encode) for at, feature in enumerate(self._features) if not feature.field]
        self._first: Final = len(self._seats) + len(self._codec.asks)
        self.size: Final = self._first + sum(feature.size for feature in self._features)
        self._scale = np.ones(self.size, np.float32)
        at = self._first
        for feature in self._features:
            self._scale[at : at + feature.size] = 1 / max(1, feature.most)
            at += feature.size

    def fields(self) -> list[tuple[str, int, int, str]]:
        """Return name, first place, number of places and meaning of each field."""
        rows = [
            ("seat", 0, len(self._seats), f"the seat that observes: {', '.join(self._seats)}"),
            ("ask", len(self._seats), len(self._codec.asks), "the question it must answer, if it is asked"),
        ]
        at = self._first
        for feature in self._features:
            rows.append((feature.name, at, feature.size, feature.about))
            at += feature.size
        return rows

    def observe(self, table: Table[Any], seat: str) -> Observation:
        """Return what a seat knows of a table."""
        known = self._known(table.state, seat)
        head = bytearray(self._first)
        head[self._seats[seat]] = 1
        decision = table.decision
        if decision is not None and decision.seat == seat:
            ask = self._codec.ask(decision)
            if ask < len(self._codec.asks):
                head[len(self._seats) + ask] = 1
        data = [encode(value) for encode, value in zip(self._encodes, self._fields(known), strict=True)]
        for at, encode in self._whole:
            data[at] = encode(known)
        return np.frombuffer(b"".join((head, *data)), np.uint8) * self._scale


def _nothing(value: object) -> bytes:
    return b""


@cache
def observer(game: str) -> Observer:
    """Return the observer of a game."""
    return Observer(game)
