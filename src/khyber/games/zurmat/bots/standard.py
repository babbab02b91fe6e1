"""bot:standard assembled: which function answers which question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from khyber.games.zurmat.board import SIDE_BY_ID
from khyber.games.zurmat.bots import cards, fighting, other, people, setup, turn
from khyber.games.zurmat.bots.mind import Response, Standard
from khyber.games.zurmat.bots.weights import weights_of

RESPONSES: Final[Mapping[str, Response]] = {
    **setup.RESPONSES,
    **people.RESPONSES,
    **turn.RESPONSES,
    **cards.RESPONSES,
    **fighting.RESPONSES,
    **other.RESPONSES,
}


def standard(name: str, seat: str, source: Callable[[], random.Random], *, explain: bool) -> Standard:
    """Return a bot for one step. Raises BadSetup for an unknown name."""
    side = SIDE_BY_ID[seat]
    return Standard(side, weights_of(name, side), source, RESPONSES, explain=explain)
