"""Ambush: a one-sided battle, fought from where the units are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khyber.games.zurmat.board import ANA, COALITION, FIGHTER, TALIBAN, TILE_IDS, US, Tile
from khyber.games.zurmat.box import HIT
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.combat import Shift, bad_intel, begin_battle, more_dice, take_losses
from khyber.games.zurmat.rules.dice import AFGHAN_DIE, US_DIE, roll_dice
from khyber.games.zurmat.rules.forces import Group, has_enemies, units_of


@rule("combat", "card-clarifications")
def one_sided(play: Play, attacker: int, origin: Tile, tile: Tile, group: Group) -> Rules:
    """Resolve an Ambush by these units: the enemy does not roll; otherwise a normal battle, Bad Intel included.

    Units that the Taliban bring into an Ambush of their own roll with the others; those they take out do not roll.
    """
    state = play.state
    begin_battle(play, attacker, tile)
    if attacker == COALITION:
        yield from bad_intel(play, tile)
        dice = [(AFGHAN_DIE, group[ANA]), (US_DIE, group[US])]
    else:
        idle = {here: units_of(state, TALIBAN, here) for here in (origin, tile)}
        idle[origin] -= group[FIGHTER]
        moves = yield from bad_intel(play, tile, {"dice": group[FIGHTER]})
        dice = [(AFGHAN_DIE, still_fighting(origin, tile, group[FIGHTER], idle, moves))]
    if not has_enemies(state, attacker, tile) or not any(n for _, n in dice):
        play.emit("no-battle", "combat", TILE_IDS[tile])
        return
    shown = roll_dice(play, attacker, dice)
    if attacker == COALITION:
        yield from more_dice(play, shown, tile)
    yield from take_losses(play, tile, (0, shown[HIT]) if attacker == COALITION else (shown[HIT], 0))


@rule("card-clarifications")
def still_fighting(origin: Tile, tile: Tile, chosen: int, idle: Mapping[Tile, int], moves: Sequence[Shift]) -> int:
    """Return how many units fight after Bad Intel, of those `chosen` for the Ambush and those brought in.

    `idle` others stand where it began and on its tile. They move first: they fight where they are brought in, and are
    not missed where they are taken out.
    """
    fighting, others = {origin: chosen}, dict(idle)
    for start, end, n in moves:
        if start in others:  # on a third tile nobody fights
            idlers = min(n, others[start])
            others[start] -= idlers
            fighting[start] = fighting.get(start, 0) - (n - idlers)
        if end == tile:
            fighting[tile] = fighting.get(tile, 0) + n
        elif end in others:
            others[end] += n
    return sum(fighting.values())
