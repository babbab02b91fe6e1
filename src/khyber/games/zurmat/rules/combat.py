"""Combat: both sides roll at once, Blocks cancel Hits, and each side chooses its losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from khyber.engine.decision import Param
from khyber.games.zurmat.board import (
    ANA,
    COALITION,
    FIGHTER,
    KINDS,
    SEATS,
    SIDES,
    TALIBAN,
    TILE_IDS,
    UNIT_IDS,
    UNITS,
    US,
    Tile,
)
from khyber.games.zurmat.box import BLOCK, HIT
from khyber.games.zurmat.notation import PIECES, TILE_CHOICE
from khyber.games.zurmat.play import Asking, Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.board_levels import disturb
from khyber.games.zurmat.rules.dice import AFGHAN_DIE, FORT_DIE, US_DIE, roll_dice
from khyber.games.zurmat.rules.forces import (
    Group,
    forts_of,
    groups,
    has_enemies,
    neighbours,
    raze_forts,
    remove_units,
    shift,
    units_among,
    units_of,
)
from khyber.games.zurmat.rules.roadside import is_blocked
from khyber.games.zurmat.rules.tactics import react
from khyber.games.zurmat.state import State

NOTHING: Final[Mapping[str, Param]] = {}
#: Losses by kind: ANA, US, Taliban units, Forts.
Losses = tuple[int, int, int, int]
#: Units that Bad Intel moved: from, to, and how many.
Shift = tuple[Tile, Tile, int]


@rule("combat")
def battle(play: Play, attacker: int, tile: Tile) -> Rules:
    """Roll for all units of both sides on the tile, and for Forts of its controller, simultaneously.

    A Fort fights beside the attacker's units, but does not attack without them.
    """
    state = play.state
    begin_battle(play, attacker, tile)
    yield from bad_intel(play, tile)
    if not has_enemies(state, attacker, tile) or not units_of(state, attacker, tile):
        play.emit("no-battle", "combat", TILE_IDS[tile])
        return
    shown = [roll_dice(play, side, dice_on(state, side, tile)) for side in SIDES]
    yield from more_dice(play, shown[COALITION], tile)
    yield from take_losses(play, tile, tuple(max(0, shown[1 - side][HIT] - shown[side][BLOCK]) for side in SIDES))


def begin_battle(play: Play, attacker: int, tile: Tile) -> None:
    play.emit("battle", "combat", SEATS[attacker], TILE_IDS[tile])
    disturb(play, attacker, tile)


def fighters(state: State, side: int, tile: Tile) -> int:
    """Return the units and Forts of a side on a tile, which can fight and be lost."""
    return units_of(state, side, tile) + forts_of(state, side, tile)


@rule("combat", "buildings")
def dice_on(state: State, side: int, tile: Tile) -> list[tuple[int, int]]:
    """Return a die for each unit, and a Fort die for each Fort on a tile the side controls."""
    at = tile * KINDS
    forts = (FORT_DIE, forts_of(state, side, tile))
    if side == TALIBAN:
        return [(AFGHAN_DIE, state.units[at + FIGHTER]), forts]
    return [(AFGHAN_DIE, state.units[at + ANA]), (US_DIE, state.units[at + US]), forts]


# -- losses -----------------------------------------------------------------------------------------


@rule("combat")
def take_losses(play: Play, tile: Tile, hits: Sequence[int]) -> Rules:
    """Lose a unit or Fort of the owner's choice per unblocked Hit; excess Hits are lost.

    Losses of both sides are removed together.
    """
    losses = []
    for side in SIDES:
        named = yield from name_losses(play, side, tile, hits[side])
        if side == COALITION and named[ANA] + named[US]:
            named = yield from mrap(play, named, tile)
        losses.append(named)
    for named in losses:
        for kind in UNITS:
            if named[kind]:
                remove_units(play, "combat", kind, named[kind], tile)
        if named[KINDS]:
            raze_forts(play, "combat", named[KINDS], tile)


@rule("combat")
def loss_choices(state: State, side: int, tile: Tile, n: int) -> list[Losses]:
    """Return every way to lose `n` pieces, or all."""
    at = tile * KINDS
    forts = forts_of(state, side, tile)
    n = min(n, fighters(state, side, tile))
    if side == TALIBAN:
        there = state.units[at + FIGHTER]
        return [(0, 0, n - lost, lost) for lost in range(min(n, forts) + 1) if n - lost <= there]
    ana, us = state.units[at + ANA], state.units[at + US]
    return [
        (n - out - lost, out, 0, lost)
        for lost in range(min(n, forts) + 1)
        for out in range(min(n - lost, us) + 1)
        if n - out - lost <= ana
    ]


@rule("combat")
def name_losses(play: Play, side: int, tile: Tile, hits: int) -> Asking[Losses]:
    """Ask the loser to choose units and Forts, in any combination."""
    if not hits:
        return (0, 0, 0, 0)
    named = yield from play.ask(
        side,
        "losses",
        "combat",
        PIECES,
        lambda: loss_choices(play.state, side, tile, hits),
        {"tile": TILE_IDS[tile], "n": hits},
    )
    return named


# -- cards in battle --------------------------------------------------------------------------------


@rule("card-clarifications")
def mrap(play: Play, named: Losses, tile: Tile) -> Asking[Losses]:
    """MRAP: after losses are named, the Coalition keeps some of its units."""
    while named[ANA] + named[US]:
        card = yield from react(play, COALITION, "mrap", "card-clarifications", {"tile": TILE_IDS[tile]})
        if card is None:
            break
        ana, us, _, forts = named
        kept = yield from play.ask(
            COALITION,
            "keep",
            "card-clarifications",
            PIECES,
            partial(units_among, ana, us, card.units),
            {"tile": TILE_IDS[tile]},
        )
        for kind in (ANA, US):
            if kept[kind]:
                play.emit("saved", "card-clarifications", UNIT_IDS[kind], kept[kind], TILE_IDS[tile])
        named = (ana - kept[ANA], us - kept[US], 0, forts)
    return named


@rule("card-clarifications")
def more_dice(play: Play, shown: list[int], tile: Tile) -> Rules:
    """Air Strike AH-64: after the roll the Coalition may roll more US dice."""
    while True:
        card = yield from react(play, COALITION, "more-dice", "card-clarifications", {"tile": TILE_IDS[tile]})
        if card is None:
            return
        for face, n in enumerate(roll_dice(play, COALITION, ((US_DIE, card.dice),))):
            shown[face] += n


@rule("card-clarifications")
def bad_intel(play: Play, tile: Tile, ambush: Mapping[str, Param] = NOTHING) -> Asking[list[Shift]]:
    """Bad Intel: before the dice, Taliban units leave the battle for an adjacent tile, or join from one.

    `ambush` says more about one of their own. Returns the moves.
    """
    state = play.state
    moves: list[Shift] = []
    about = {"tile": TILE_IDS[tile], **ambush}
    while bad_intel_choices(state, tile):
        card = yield from react(play, TALIBAN, "bad-intel", "card-clarifications", about)
        if card is None:
            break
        left = card.units
        out: bool | None = None
        while left:
            choice = yield from play.ask(
                TALIBAN,
                "bad-intel-move",
                "card-clarifications",
                TILE_CHOICE,
                partial(_bad_intel_now, state, tile, out),
                about,
            )
            if isinstance(choice, str):
                break
            word, other = choice
            origin, dest = (tile, other) if word == "to" else (other, tile)
            group: Group = yield from play.ask(
                TALIBAN,
                "bad-intel-units",
                "card-clarifications",
                PIECES,
                partial(groups, state, TALIBAN, origin, left),
                {"tile": TILE_IDS[origin]},
            )
            shift(play, "card-clarifications", group, origin, dest)
            moves.append((origin, dest, sum(group)))
            left = 0 if word == "to" else left - sum(group)
            out = word == "to"
    return moves


def bad_intel_choices(state: State, tile: Tile) -> list[tuple[str, Tile]]:
    """Return moves out to an adjacent tile, or in from one."""
    beside = [there for there in neighbours(state, tile) if not (state.roadblock and is_blocked(state, tile, there))]
    choices = [("to", there) for there in beside] if units_of(state, TALIBAN, tile) else []
    return choices + [("from", there) for there in beside if units_of(state, TALIBAN, there)]


def _bad_intel_now(state: State, tile: Tile, out: bool | None) -> list[tuple[str, Tile] | str]:
    """Return the moves open now: either way at first, then only more units into the battle."""
    if out is None:
        return list[tuple[str, Tile] | str](bad_intel_choices(state, tile))
    return [*(choice for choice in bad_intel_choices(state, tile) if choice[0] == "from"), "done"]
