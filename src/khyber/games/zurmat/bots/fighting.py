"""bot:standard in battle: targets, losses, and cards played out of turn."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import COALITION, DECLARE, KINDS, OP_BY_ID, TALIBAN, TILE_BY_ID, TILE_IDS, US, Tile
from khyber.games.zurmat.bots.battles import Strike, ambushed, compose, fight, outcome, strikes
from khyber.games.zurmat.bots.cards import Deed
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.combat import bad_intel_choices
from khyber.games.zurmat.rules.dice import AFGHAN_DIE
from khyber.games.zurmat.rules.forces import has_enemies, units_of


def _tile(decision: Decision) -> Tile:
    return TILE_BY_ID[str(decision.about["tile"])]


# -- carrying out an Attack -----------------------------------------------------------------------------


def attack_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose the best attack; once one is certain, only attacks that pay."""
    picture = mind.picture(play)
    sure = "done" in decision.values
    for strike in strikes(picture, play.state.left, play.state.steps_left):
        if strike.origin in decision.values and (strike.value > 0 or not sure):
            mind.note_secretly(
                "attack", origin=TILE_IDS[strike.origin], tile=TILE_IDS[strike.dest], worth=round(100 * strike.value)
            )
            mind.keep(strike)
            return strike.origin
    mind.plan = None
    if sure:
        mind.note_secretly("attack-enough")
        return "done"
    return _unplanned(mind, decision, next(value for value in decision.values if isinstance(value, int)))


def _unplanned(mind: Standard, decision: Decision, value: Value) -> Value:
    mind.note_answer("unplanned", decision, value)
    return value


def attack_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """Take the first step toward the chosen fight."""
    origin = _tile(decision)
    strike = _planned(mind, play, origin)
    if strike is not None:
        step: Value = "stay" if strike.dest == origin else strike.first
        if step in decision.values:
            if mind.plan is strike:
                mind.as_planned()
            else:
                mind.note_secretly(
                    "attack", origin=TILE_IDS[origin], tile=TILE_IDS[strike.dest], worth=round(100 * strike.value)
                )
            return step
    return _unplanned(mind, decision, decision.values[0])


def attack_on(mind: Standard, play: Play, decision: Decision) -> Value:
    """Take the next step toward the fight."""
    picture = mind.picture(play)
    if isinstance(mind.plan, Strike) and mind.plan.dest in decision.values:
        mind.as_planned()
        return mind.plan.dest

    def value(dest: Value) -> float:
        if not isinstance(dest, int) or not has_enemies(play.state, mind.side, dest):
            return -0.5
        return outcome(picture, dest, fight(picture, dest))

    chosen = mind.best(decision.values, value)
    if isinstance(chosen, int):
        mind.note_secretly("attack-on", tile=TILE_IDS[chosen])
    else:
        mind.note_secretly("attack-enough")
    return chosen


def _planned(mind: Standard, play: Play, origin: Tile) -> Strike | None:
    """Return the attack planned from there, or the best one if the bot takes over in mid-Attack."""
    if isinstance(mind.plan, Strike) and mind.plan.origin == origin:
        return mind.plan
    picture = mind.picture(play)
    found = (strike for strike in strikes(picture, play.state.left, play.state.steps_left) if strike.origin == origin)
    return next(found, None)


def attack_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """Send as many units as planned."""
    origin = _tile(decision)
    strike = _planned(mind, play, origin)
    careful = mind.picture(play).counts_for_us("us-alive")
    group = compose(play.state, mind.side, origin, strike.units if strike is not None else 1, careful=careful)
    sent: Value = group if group in decision.values else decision.values[-1]
    mind.note_answer("attack-units", decision, sent)
    return sent


def battle(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose the best battle; after the first, only those that pay."""
    picture = mind.picture(play)

    def value(tile: Value) -> float:
        if not isinstance(tile, int):
            return 0.0 if tile == "done" else -9.0
        return outcome(picture, tile, fight(picture, tile))

    chosen = mind.best(decision.values, value)
    if isinstance(chosen, int):
        mind.note_secretly("battle", tile=TILE_IDS[chosen], worth=round(100 * value(chosen)))
    elif chosen == "done":
        mind.note_secretly("attack-enough")
    return chosen


# -- losses -------------------------------------------------------------------------------------------


def price(picture: Picture, piece: int) -> float:
    """Return the cost of losing a piece: highest for US units, higher for pieces our Objectives count."""
    if piece == US:
        return 5.0 if picture.counts_for_us("us-alive") else 2.0
    if piece == KINDS:
        return 2.0 if picture.counts_for_us("most-forts") else 0.9
    return 1.4 if picture.counts_for_us("most-units") else 1.0


def _sum(picture: Picture, pieces: Value) -> float:
    assert isinstance(pieces, tuple)
    return sum(n * price(picture, piece) for piece, n in enumerate(pieces) if isinstance(n, int))


def lose(mind: Standard, play: Play, decision: Decision) -> Value:
    """Lose the least valuable pieces."""
    picture = mind.picture(play)
    lost = mind.best(decision.values, lambda lost: -_sum(picture, lost))
    mind.note_answer("cheapest", decision, lost)
    return lost


def keep(mind: Standard, play: Play, decision: Decision) -> Value:
    """Keep the most valuable units."""
    picture = mind.picture(play)
    kept = mind.best(decision.values, lambda kept: _sum(picture, kept))
    mind.note_answer("dearest", decision, kept)
    return kept


# -- cards out of turn ----------------------------------------------------------------------------------


def _play(mind: Standard, decision: Decision, wanted: bool) -> Value:
    """Play the card if we hold it and want to."""
    cards = [value for value in decision.values if isinstance(value, tuple)]
    if wanted and cards:
        mind.note_secretly("react", card=str(cards[0][1]))
        return cards[0]
    if cards:
        mind.note_secretly("card-kept", card=str(cards[0][1]))
    return "no"


def hinder(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play Taliban Atrocities against a strong Operation, but not a Declare, whose level matters less."""
    level, op = int(decision.about["level"]), OP_BY_ID[str(decision.about["operation"])]
    late = mind.picture(play).turns <= 2
    return _play(mind, decision, level >= (2 if late else 3) and (op != DECLARE or late))


def ied(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play an IED against two or more units, or where losing one would change the tile."""
    picture, tile = mind.picture(play), _tile(decision)
    state = play.state
    entered = state.moved[tile * KINDS] + state.moved[tile * KINDS + US] if state.op >= 0 and not state.done else 0
    there = entered or units_of(state, COALITION, tile)
    value = picture.change_by(tile, min(there, 2) * 0.33) + picture.loss() * min(there, 2) * 0.33
    return _play(mind, decision, there >= 2 or value >= picture.threshold(0.6))


def bad_intel(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play Bad Intel if it improves the battle."""
    picture, tile = mind.picture(play), _tile(decision)
    if "dice" in decision.about:
        gain = max((_more_in_ambush(mind, play, decision, choice) for choice in _ways(picture, tile)), default=0.0)
        return _play(mind, decision, gain >= picture.threshold(0.8))
    stay = outcome(picture, tile, fight(picture, tile))
    best = max((_moved(picture, tile, choice) for choice in _ways(picture, tile)), default=stay)
    return _play(mind, decision, best - stay >= picture.threshold(0.8))


def _more_in_ambush(mind: Standard, play: Play, decision: Decision, choice: tuple[str, Tile], most: int = 3) -> float:
    """Return what an Ambush of ours gains by units that join it; to leave one gains nothing."""
    picture, tile, (word, other) = mind.picture(play), _tile(decision), choice
    dice = int(decision.about["dice"])
    n = min(most, units_of(play.state, TALIBAN, other))
    if word != "from" or not n:
        return -9.0
    plan = mind.plan
    joining = min(n, n - dice if isinstance(plan, Deed) and plan.origin == other else n)
    more = ambushed(picture, tile, [(AFGHAN_DIE, dice + max(0, joining))])
    now = outcome(picture, tile, ambushed(picture, tile, [(AFGHAN_DIE, dice)]))
    return outcome(picture, tile, more, n) + picture.change(other, -n) - now


def _ways(picture: Picture, tile: Tile) -> list[tuple[str, Tile]]:
    return bad_intel_choices(picture.state, tile)


def _moved(picture: Picture, tile: Tile, choice: tuple[str, Tile], most: int = 3) -> float:
    """Return the value of the battle after units have left or joined it."""
    state, (word, other) = picture.state, choice
    if word == "from":
        n = min(most, units_of(state, TALIBAN, other))
        return outcome(picture, tile, fight(picture, tile, (0, 0, n)), n) + picture.change(other, -n)
    here = units_of(state, TALIBAN, tile)
    n = min(most, here)
    safe = not has_enemies(state, TALIBAN, other)
    gone = picture.change(tile, -n) + picture.change(other, n) - (0.0 if safe else 0.1)
    if n < here:
        gone += fight(picture, tile).units_lost * -picture.loss()
    return gone


def bad_intel_move(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose the move that gives the best battle."""
    picture, tile = mind.picture(play), _tile(decision)

    ambush = "dice" in decision.about

    def value(choice: Value) -> float:
        if not isinstance(choice, tuple):
            return 0.0 if ambush else outcome(picture, tile, fight(picture, tile))
        word, other = choice
        assert isinstance(word, str) and isinstance(other, int)
        if ambush:
            return _more_in_ambush(mind, play, decision, (word, other))
        return _moved(picture, tile, (word, other))

    chosen = mind.best(decision.values, value)
    if isinstance(chosen, tuple):
        mind.note("bad-intel", tile=TILE_IDS[tile])
    else:
        mind.note_answer("bad-intel-stay", decision, chosen, tile=TILE_IDS[tile])
    return chosen


def all_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """Take as many units as possible."""
    group = mind.best(
        decision.values, lambda group: sum(n for n in group if isinstance(n, int)) if isinstance(group, tuple) else 0.0
    )
    mind.note_answer("bad-intel-units", decision, group)
    return group


def more_dice(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play AH-64 against two or more units, or one whose loss matters."""
    picture, tile = mind.picture(play), _tile(decision)
    there = units_of(play.state, TALIBAN, tile)
    return _play(mind, decision, there >= 2 or (there > 0 and picture.change(tile, 1) >= picture.threshold()))


def mrap(mind: Standard, play: Play, decision: Decision) -> Value:
    """Always play MRAP: it can only save units."""
    return _play(mind, decision, True)


RESPONSES: Final = {
    "attack-from": attack_from,
    "attack-to": attack_to,
    "attack-on": attack_on,
    "attack-units": attack_units,
    "battle": battle,
    "losses": lose,
    "ied-losses": lose,
    "keep": keep,
    "hinder": hinder,
    "ied": ied,
    "bad-intel": bad_intel,
    "bad-intel-move": bad_intel_move,
    "bad-intel-units": all_units,
    "more-dice": more_dice,
    "mrap": mrap,
}
