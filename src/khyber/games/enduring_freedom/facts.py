"""The facts that a counter or a table of the box carries, typed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of counter; most are one counter only."""

    id: str
    family: str
    contingent: str
    type: str
    #: Full and reduced; Islamists and the Northern Alliance have one side.
    factors: tuple[int, int]
    elite: tuple[bool, bool]
    sof: bool
    heavy: bool
    airmobile: bool
    #: FOBs: once placed they cannot move.
    fixed: bool
    #: The High Value Target that counts most.
    first_target: bool
    count: int
    name: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Costs:
    sof: int
    air: int
    asset_pair: int
    fob: int
    irgc: int
    alliance: int
    refit_ground: int
    refit_air: int
    edge: int
    sustain_light: int
    sustain_heavy: int


@dataclass(frozen=True, slots=True)
class Gains:
    first_target_dice: int
    target_dice: int
    base_dice: int
    base_points: int
    sof: int
    other: int
    collateral: int


@dataclass(frozen=True, slots=True)
class Losses:
    sof_reduced: int
    sof_eliminated: int
    ground_reduced: int
    ground_eliminated: int
    air_reduced: int
    air_eliminated: int
    leader_dice: int
    alliance: int
    collateral: int


@dataclass(frozen=True, slots=True)
class EndAwards:
    kabul: int
    city: int
    stronghold: int
