"""What the prompts of Zurmat may claim (tests/claims.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.game import Event
from khyber.games.zurmat.state import State
from tests.claims import Asked, Claims

#: How a prompt mentions that a card may be played, by language.
MENTIONS: Final = {"en": ("play a card",), "it": ("giochi una carta", "gioca prima una carta")}
#: Questions that ask for a card and are also put to those who cannot play any, so that they give nothing away.
WINDOWS: Final = ("hinder", "ied", "bad-intel", "more-dice", "mrap")


def tiles(asked: Asked) -> bool:
    return any(isinstance(value, int) for value in asked.decision.values)


def moving(asked: Asked) -> Sequence[Sequence[int]]:
    """Units and tiles left, while a tile is on offer."""
    return [[asked.about("n"), asked.about("steps")] if tiles(asked) else []]


def left(asked: Asked) -> Sequence[Sequence[int]]:
    """At least 1 while there is something to choose."""
    n = asked.about("n")
    return [[n]] if n > 0 else []


def shown(asked: Asked) -> Sequence[Sequence[int]]:
    """The number of discs is said if it is more than 1."""
    n = asked.about("n")
    return [[n]] if n > 1 else [[]]


def hits(asked: Asked) -> Sequence[Sequence[int]]:
    """Each way to lose has as many pieces as there are Hits, or all."""
    n = asked.about("n")
    lost = {sum(value) for value in asked.decision.values if isinstance(value, tuple)}  # type: ignore[arg-type]
    return [[n]] if all(one <= n for one in lost) else []


def level(asked: Asked) -> Sequence[Sequence[int]]:
    return [[asked.about("level")]] if asked.about("level") > 0 else []


def lists(asked: Asked) -> list[str]:
    """A card is mentioned where one may be played, and only there; the offer to move is one of tiles."""
    cards = any(isinstance(value, tuple) and value[0] == "play" for value in asked.decision.values)
    found = []
    for language, words in MENTIONS.items():
        mentioned = any(word in asked.said[language].lower() for word in words)
        if mentioned != cards and not (mentioned and asked.decision.ask in WINDOWS):
            found.append(f"says otherwise whether a card may be played ({language})")
    if asked.decision.ask in ("attack-from", "patrol-from") and ("where" in asked.english) != tiles(asked):
        found.append("says otherwise whether a group may move")
    return found


def paid(asked: Asked, index: int, events: Sequence[Event]) -> None:
    """Nothing in Zurmat has a price."""
    assert isinstance(asked.table.state, State)


CLAIMS = Claims(
    numbers={
        "recruit": left,
        "construct": left,
        "patrol-from": moving,
        "attack-from": moving,
        "patrol-on": left,
        "attack-on": left,
        "show-discs": shown,
        "losses": hits,
        "board": level,
        "hinder": level,
    },
    lists=lists,
    paid=paid,
)
