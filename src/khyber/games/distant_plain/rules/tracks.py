"""1.8: Resources, Aid and Patronage. Gains past a limit are lost; transfers move only what fits."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import (
    COALITION,
    FACTIONS,
    GOVERNMENT,
    MAX_AID,
    MAX_PATRONAGE,
    MAX_RESOURCES,
    SEATS,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.state import State

#: Who pays for each Faction: for the Coalition, which has no Resources, the Government (1.8, 3.1).
_PURSES: Final = tuple(GOVERNMENT if faction == COALITION else faction for faction in FACTIONS)


def purse(faction: Faction) -> Faction:
    """1.8, 3.1: return who pays: for the Coalition, which has no Resources, the Government."""
    return _PURSES[faction]


def affords(state: State, faction: Faction, cost: int) -> bool:
    """3.1: whether the payer has the whole cost."""
    return state.resources[_PURSES[faction]] >= cost


@rule("1.8")
def gain(play: Play, rule: str, faction: Faction, amount: int) -> int:
    """1.8: change a Faction's Resources, within 0 and 75; return the change."""
    resources = play.state.resources
    before = resources[faction]
    after = max(0, min(MAX_RESOURCES, before + amount))
    if after != before:
        resources[faction] = after
        play.emit("resources", rule, SEATS[faction], after - before, after)
    return after - before


def pay(play: Play, rule: str, faction: Faction, cost: int) -> None:
    """3.1: pay the cost of an Operation or Special Activity."""
    if cost:
        gain(play, rule, purse(faction), -cost)


@rule("1.8")
def change_aid(play: Play, rule: str, amount: int) -> int:
    """1.8: change Aid, within 0 and 75."""
    state = play.state
    before = state.aid
    state.aid = max(0, min(MAX_AID, before + amount))
    if state.aid != before:
        play.emit("aid", rule, state.aid - before, state.aid)
    return state.aid - before


@rule("1.8")
def change_patronage(play: Play, rule: str, amount: int) -> int:
    """1.8: change Patronage, within 0 and 40."""
    state = play.state
    before = state.patronage
    state.patronage = max(0, min(MAX_PATRONAGE, before + amount))
    if state.patronage != before:
        play.emit("patronage", rule, state.patronage - before, state.patronage)
    return state.patronage - before


def transfer(play: Play, rule: str, giver: Faction, receiver: Faction, amount: int) -> int:
    """1.8: transfer Resources, within what the giver has and the receiver can hold."""
    resources = play.state.resources
    amount = min(amount, resources[giver], MAX_RESOURCES - resources[receiver])
    gain(play, rule, giver, -amount)
    gain(play, rule, receiver, amount)
    return amount


def patronage_to_resources(play: Play, rule: str, receiver: Faction, amount: int) -> int:
    """Convert Patronage to a Faction's Resources, as far as available and within limits."""
    state = play.state
    amount = min(amount, state.patronage, MAX_RESOURCES - state.resources[receiver])
    change_patronage(play, rule, -amount)
    gain(play, rule, receiver, amount)
    return amount


def aid_to_patronage(play: Play, rule: str, amount: int) -> int:
    """Divert Aid to Patronage, as far as available and within limits (4.3.1)."""
    state = play.state
    amount = min(amount, state.aid, MAX_PATRONAGE - state.patronage)
    change_aid(play, rule, -amount)
    change_patronage(play, rule, amount)
    return amount


def toll(play: Play, rule: str, spaces: int) -> int:
    """3.2.3, 4.3.2: pay the Warlords for the spaces crossed, as far as the Government can."""
    return transfer(play, rule, GOVERNMENT, WARLORDS, spaces)
