"""The preferences of each side, in VPs, found by letting the bot play itself (docs/zurmat.md)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Final

from khyber.engine import preferences
from khyber.engine.preferences import name_of, preferences_of

NAME: Final = "bot:standard"


@dataclass(frozen=True, slots=True)
class Weights:
    """The preferences of one side."""

    #: Value of a tile besides its VP: per turn left, per building, and while an Event waits to be scored.
    income: float = 0.06
    building: float = 0.1
    election: float = 0.2
    harvest: float = 0.6
    #: A tile that one of our Objectives asks for.
    wanted: float = 0.8
    #: Share of a tile's potential that counts; it grows with the turns a side has left.
    ours: float = 0.8
    theirs: float = 0.8
    open: float = 0.8
    patience: float = 2.0
    #: Discs that each side is expected to add to a tile before it declares.
    spread: int = 2
    #: A unit and a disc by themselves, wherever they are; a unit lost by either side, and a Fort.
    unit: float = 0.1
    disc: float = 0.03
    loss: float = 0.2
    fort: float = 0.02
    #: Threshold for playing a card while many turns are left, and at the end.
    card: float = 0.25
    last_card: float = 0.03
    #: The same for Village Declares.
    village: float = 0.8
    last_village: float = 0.3
    #: Factors that make the Operations comparable.
    patrol: float = 1.0
    recruit: float = 1.0
    construct: float = 1.0
    attack: float = 1.0
    declare: float = 1.0
    #: Value of an Operation toward an Objective of three of its kind.
    tick: float = 1.0
    #: Loss of a recruit's value per unit already there.
    crowd: float = 0.01
    #: Preference for controlled tiles when placing Neutral discs.
    bluff: float = 1.0
    #: Whether to lay tiles with through roads (1) or with roads that end (-1).
    roads: float = 1.0


COALITION_WEIGHTS: Final = Weights(theirs=0.55, patrol=1.1, recruit=1.2, attack=1.2, tick=0.6, election=0.35, disc=0.05)
TALIBAN_WEIGHTS: Final = Weights(
    patience=1.2,
    patrol=1.2,
    recruit=1.3,
    declare=0.9,
    attack=0.7,
    tick=1.2,
    unit=0.12,
    card=0.2,
    election=0.3,
    wanted=0.5,
    open=1.0,
    crowd=0.02,
    bluff=1.2,
    roads=-1.0,
)
WEIGHTS: Final = (COALITION_WEIGHTS, TALIBAN_WEIGHTS)

#: Preferences that beat the standard ones, found by `python -m tools.tuning.tune` over 65,000 games of each side: 62.0%
#: and 58.5% of 4,000 other games against `bot:standard`, which wins 51.9% and 48.1% of the same. Agents that search
#: begin with them.
KEEN_COALITION: Final = replace(
    COALITION_WEIGHTS,
    income=0.05127,
    building=0.1965,
    election=0.3055,
    harvest=0.7373,
    wanted=0.6959,
    ours=0.6361,
    theirs=0.463,
    open=0.6324,
    patience=1.796,
    unit=0.165,
    disc=0.05933,
    loss=0.1134,
    fort=0.01644,
    card=0.3785,
    last_card=0.03144,
    village=1.007,
    last_village=0.3531,
    patrol=1.722,
    recruit=1.049,
    construct=0.9998,
    attack=0.9942,
    declare=0.6143,
    tick=0.376,
    crowd=0.01123,
    bluff=1.85,
)
KEEN_TALIBAN: Final = replace(
    TALIBAN_WEIGHTS,
    income=0.07016,
    building=0.0924,
    election=0.4754,
    harvest=0.4204,
    wanted=0.657,
    ours=0.5784,
    theirs=0.8741,
    open=0.5993,
    patience=0.9145,
    unit=0.1791,
    disc=0.0243,
    loss=0.1922,
    fort=0.01685,
    card=0.2237,
    last_card=0.007887,
    village=0.4302,
    last_village=0.2848,
    patrol=2.479,
    recruit=0.8329,
    construct=0.7656,
    attack=0.4875,
    declare=0.8841,
    tick=0.6891,
    crowd=0.03544,
    bluff=0.835,
)
KEEN_WEIGHTS: Final = (KEEN_COALITION, KEEN_TALIBAN)

#: Preferences that are scaled to vary a bot or to search for better ones.
SCALED: Final = tuple(field.name for field in fields(Weights) if field.name not in ("spread", "roads"))
#: Variants of the keen bot, and the spread of the logarithm of their preferences around its own.
VARIANTS: Final = 24
SPREAD: Final = 0.4


@lru_cache(maxsize=1024)
def weights_of(name: str, side: int) -> Weights:
    """Return the preferences that a bot's name stands for. Raises BadSetup.

    >>> weights_of("bot:standard(loss=0.4 spread=3)", 0).loss
    0.4
    """
    return preferences_of("zurmat", NAME, WEIGHTS[side], name)


def named(weights: Weights, side: int) -> str:
    """Return the name that `weights_of` reads, with the preferences that differ from the side's own."""
    return name_of(NAME, WEIGHTS[side], weights)


def scaled(weights: Weights, logarithms: Sequence[float]) -> Weights:
    """Return the preferences times a factor each, given as logarithms in the order of `SCALED`."""
    return preferences.scaled(weights, SCALED, logarithms)


@cache
def keen(side: int) -> tuple[str, ...]:
    """Return the names of the keen bot and of its variants, which play as sensibly but otherwise."""
    own, source = KEEN_WEIGHTS[side], random.Random(side)
    varied = [scaled(own, [source.gauss(0.0, SPREAD) for _ in SCALED]) for _ in range(VARIANTS)]
    return tuple(named(weights, side) for weights in (own, *varied))
