"""bot:standard in battle: whom to attack, what to lose, cards in and out of turn."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import (
    ALL_ROADS,
    ANA,
    COALITION,
    DECLARE,
    FIGHTER,
    KINDS,
    OP_BY_ID,
    TALIBAN,
    TILE_BY_ID,
    US,
    Tile,
)
from khyber.games.zurmat.bot.mind import Standard
from khyber.games.zurmat.bot.odds import danger, need
from khyber.games.zurmat.box import BLOCK, HIT, Box
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.combat import dice_on
from khyber.games.zurmat.rules.dice import AFGHAN_DIE, US_DIE
from khyber.games.zurmat.rules.forces import has_enemies, on_map, units_of, unmoved
from khyber.games.zurmat.rules.moving import entries_from
from khyber.games.zurmat.rules.winning import objectives_of
from khyber.games.zurmat.state import State

Dice = list[tuple[int, int]]


def expected(box: Box, dice: Dice, face: int) -> float:
    """How many Hits or Blocks these dice show on average."""
    return sum(n * box.dice[die].count(face) / 6 for die, n in dice)


def kills(box: Box, ours: Dice, theirs: Dice) -> float:
    """What a battle takes from them less what it takes from us, on average."""
    return (max(0.0, expected(box, ours, HIT) - expected(box, theirs, BLOCK))
            - max(0.0, expected(box, theirs, HIT) - expected(box, ours, BLOCK)))


def strength(state: State, side: int, tile: Tile, most: int) -> Dice:
    """The dice of up to so many units that a tile can send."""
    at = tile * KINDS
    if side == TALIBAN:
        return [(AFGHAN_DIE, min(most, state.units[at + FIGHTER]))]
    us = min(most, state.units[at + US])
    return [(US_DIE, us), (AFGHAN_DIE, min(most - us, state.units[at + ANA]))]


def assault(play: Play, side: int, origin: Tile, dest: Tile, level: int) -> float:
    """What an attack from one tile on another brings: units taken, and the tile made easier to take."""
    state = play.state
    ours = dice_on(state, side, dest) + ([] if origin == dest else strength(state, side, origin, level))
    better = kills(play.box, ours, dice_on(state, 1 - side, dest))
    eager = 0.25 + 0.3 * any(card.counts == "us-killed" and state.units[dest * KINDS + US]
                             for card in objectives_of(state, play.box, side))
    return better * eager


def attacks(play: Play, side: int, level: int) -> list[tuple[float, Tile, Tile]]:
    """Attacks one step away, or on the spot."""
    state = play.state
    found = []
    for origin in on_map(state):
        if unmoved(state, side, origin):
            if has_enemies(state, side, origin):
                found.append((assault(play, side, origin, origin, level), origin, origin))
            for dest, _ in entries_from(play, side, origin, ALL_ROADS, attacking=True):
                if has_enemies(state, side, dest):
                    found.append((assault(play, side, origin, dest, level), origin, dest))
    return sorted(found, reverse=True)


def best_attack(play: Play, side: int, level: int) -> float:
    """What the best of them is worth."""
    return max((value for value, _, _ in attacks(play, side, level)), default=0.0)


# -- carrying out an Attack -----------------------------------------------------------------------------


def attack_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """The best attack; once one is sure, no more than pay."""
    state = play.state
    for value, origin, _ in attacks(play, mind.side, state.left):
        if origin in decision.values and (value > 0.1 or "done" not in decision.values):
            return origin
    if "done" in decision.values:
        return "done"
    return next(value for value in decision.values if isinstance(value, int))


def attack_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where the fight is best; else on towards one."""
    state, side = play.state, mind.side
    origin = TILE_BY_ID[str(decision.about["tile"])]

    def value(dest: Value) -> float:
        if dest == "stay":
            return assault(play, side, origin, origin, state.left)
        if not isinstance(dest, int):
            return 0.0
        return assault(play, side, origin, dest, state.left) if has_enemies(state, side, dest) else -1.0

    return mind.best(decision.values, value)


def attack_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """As many as may go; US units at home if they are to live."""
    careful = any(card.counts == "us-alive" for card in objectives_of(play.state, play.box, mind.side))

    def value(group: Value) -> float:
        assert isinstance(group, tuple)
        ana, us, fighters = (n for n in group if isinstance(n, int))
        return ana + fighters + (0.5 if careful else 1.5) * us

    return mind.best(decision.values, value)


def battle(mind: Standard, play: Play, decision: Decision) -> Value:
    """The best fight; after the first only good ones."""
    state, side = play.state, mind.side

    def value(tile: Value) -> float:
        if not isinstance(tile, int):
            return 0.05 if tile == "done" else -9.0
        return kills(play.box, dice_on(state, side, tile), dice_on(state, 1 - side, tile))

    return mind.best(decision.values, value)


# -- losses -------------------------------------------------------------------------------------------


def price(play: Play, side: int, piece: int) -> float:
    """What losing a piece costs: US units are the dearest, and what Objectives count."""
    counted = {card.counts for card in objectives_of(play.state, play.box, side)}
    if piece == US:
        return 5.0 if "us-alive" in counted else 2.0
    if piece == KINDS:
        return 2.0 if "most-forts" in counted else 0.9
    return 1.4 if "most-units" in counted else 1.0


def lose(mind: Standard, play: Play, decision: Decision) -> Value:
    """The cheapest pieces."""
    return mind.best(decision.values, lambda lost: -_sum(play, mind.side, lost))


def keep(mind: Standard, play: Play, decision: Decision) -> Value:
    """The dearest units."""
    return mind.best(decision.values, lambda kept: _sum(play, mind.side, kept))


def _sum(play: Play, side: int, pieces: Value) -> float:
    assert isinstance(pieces, tuple)
    return sum(n * price(play, side, piece) for piece, n in enumerate(pieces) if isinstance(n, int))


# -- cards out of turn ----------------------------------------------------------------------------------


def _play(decision: Decision, wanted: bool) -> Value:
    """Play the card if there is one and it is wanted."""
    cards = [value for value in decision.values if isinstance(value, tuple)]
    return cards[0] if wanted and cards else "no"


def hinder(mind: Standard, play: Play, decision: Decision) -> Value:
    """Taliban Atrocities against a strong Operation; a Declare does not need its level."""
    level, op = int(decision.about["level"]), OP_BY_ID[str(decision.about["operation"])]
    return _play(decision, level >= 3 and op != DECLARE)


def ied(mind: Standard, play: Play, decision: Decision) -> Value:
    """Against two units or more."""
    tile = TILE_BY_ID[str(decision.about["tile"])]
    return _play(decision, units_of(play.state, COALITION, tile) >= 2)


def bad_intel(mind: Standard, play: Play, decision: Decision) -> Value:
    """When the battle looks lost."""
    tile = TILE_BY_ID[str(decision.about["tile"])]
    state = play.state
    worse = kills(play.box, dice_on(state, TALIBAN, tile), dice_on(state, COALITION, tile)) < -0.5
    return _play(decision, worse and 0 < units_of(state, TALIBAN, tile) <= 4)


def bad_intel_move(mind: Standard, play: Play, decision: Decision) -> Value:
    """Out of the battle, to where nobody waits."""
    state = play.state

    def value(choice: Value) -> float:
        if not isinstance(choice, tuple) or not isinstance(choice[1], int):
            return 0.0
        safe = not has_enemies(state, TALIBAN, choice[1])
        return (2.0 if safe else -1.0) + need(play, TALIBAN, choice[1], units=1) if choice[0] == "to" else -0.5

    return mind.best(decision.values, value)


def all_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """As many as may go."""
    return mind.best(decision.values, lambda group: sum(n for n in group if isinstance(n, int))
                     if isinstance(group, tuple) else 0.0)


def more_dice(mind: Standard, play: Play, decision: Decision) -> Value:
    """Whenever there are two to hit."""
    tile = TILE_BY_ID[str(decision.about["tile"])]
    return _play(decision, units_of(play.state, TALIBAN, tile) >= 2)


def mrap(mind: Standard, play: Play, decision: Decision) -> Value:
    """Always: a unit kept is a unit."""
    return _play(decision, True)


# -- attacks by card ------------------------------------------------------------------------------------


def ambush_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """From where most units strike."""
    return mind.best(decision.values, lambda tile: units_of(play.state, mind.side, tile)
                     if isinstance(tile, int) else 0.0)


def strike(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where the enemy stands on a tile of ours, or on one that we want."""
    state, side = play.state, mind.side

    def value(tile: Value) -> float:
        assert isinstance(tile, int)
        there = units_of(state, 1 - side, tile)
        easier = need(play, side, tile, units=min(2, there)) - need(play, side, tile)
        return min(there, 3) * 0.3 + easier + danger(play, side, tile)

    return mind.best(decision.values, value)


RESPONSES: Final = {
    "attack-from": attack_from, "attack-to": attack_to, "attack-on": attack_to, "attack-units": attack_units,
    "battle": battle, "losses": lose, "ied-losses": lose, "keep": keep, "hinder": hinder, "ied": ied,
    "bad-intel": bad_intel, "bad-intel-move": bad_intel_move, "bad-intel-units": all_units, "more-dice": more_dice,
    "mrap": mrap, "ambush-from": ambush_from, "ambush-at": strike, "ambush-units": attack_units, "drone": strike}
