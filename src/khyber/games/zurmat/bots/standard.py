"""bot:standard assembled: which function answers which question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from khyber.games.zurmat.bots import cards, fighting, other, people, setup, turn
from khyber.games.zurmat.bots.mind import Response, Standard

NAME: Final = "bot:standard"
RESPONSES: Final[Mapping[str, Response]] = {
    **setup.RESPONSES,
    **people.RESPONSES,
    **turn.RESPONSES,
    **cards.RESPONSES,
    **fighting.RESPONSES,
    **other.RESPONSES,
}


def standard(seat: str, source: Callable[[], random.Random], *, explain: bool) -> Standard:
    """Return a bot for one step."""
    return Standard(seat, source, RESPONSES, explain=explain)
