"""The preferences of each side, in VPs, found by letting the bot play itself (docs/zurmat.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


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
