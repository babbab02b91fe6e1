"""bot:standard on its turn: which Operation, and how to execute it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import (
    ALL_ROADS,
    CONSTRUCT,
    DECLARE,
    KINDS,
    OP_IDS,
    PATROL,
    RECRUIT,
    SEATS,
    TILE_IDS,
    Tile,
)
from khyber.games.zurmat.bots.battles import strikes
from khyber.games.zurmat.bots.cards import first_card, later_card
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.board_levels import level_of
from khyber.games.zurmat.rules.building import recruit_tiles
from khyber.games.zurmat.rules.forces import SCHOOL, controlled, markers_left, room_for, unmoved
from khyber.games.zurmat.rules.moving import entries_from

# -- what an Operation is worth ---------------------------------------------------------------------------


class Step(NamedTuple):
    """One step of a Patrol: its value, origin and destination."""

    value: float
    origin: Tile
    dest: Tile


def entering(picture: Picture, dest: Tile) -> float:
    """Return the value of a unit of ours on a tile, with the disc it brings."""
    state = picture.state
    value = picture.change(dest, 1, ours=1) + picture.weights.disc
    if dest == state.project and not state.disturbed and picture.box.events[state.event - 1].side != picture.side:
        value -= picture.change(dest, theirs=picture.box.events[state.event - 1].discs)
    return value


def patrol_steps(picture: Picture) -> list[Step]:
    """Return single steps of a Patrol, the best first."""
    state, side = picture.state, picture.side
    found = []
    values: dict[Tile, float] = {}
    for origin in picture.tiles:
        if unmoved(state, side, origin):
            leaving = picture.change(origin, -1)
            for dest, _ in entries_from(picture.play, side, origin, ALL_ROADS, attacking=False):
                if dest not in values:
                    values[dest] = entering(picture, dest)
                found.append(Step(values[dest] + leaving, origin, dest))
    return sorted(found, reverse=True)


def patrol_value(picture: Picture, level: int) -> float:
    """Return the value of the best steps, each onto a different tile."""
    seen: set[Tile] = set()
    total = 0.0
    for step in patrol_steps(picture):
        if len(seen) == level or step.value <= 0:
            break
        if step.dest not in seen:
            seen.add(step.dest)
            total += step.value
    return total


def declare_value(picture: Picture, level: int) -> float:
    """Return the value of checking one tile and declaring it if it will be won, else the next best."""
    gains = sorted(((picture.gain(tile, ours=level), tile) for tile in picture.tiles), reverse=True)
    value = 0.0
    for tile in picture.tiles:
        (win, _), won, _ = picture.prize(tile, ours=level)
        other = max(0.0, next((gain for gain, there in gains if there != tile), 0.0))
        value = max(value, win * max(won, other) + (1 - win) * other)
    return value


def recruit_value(picture: Picture, level: int) -> float:
    """Return the value of units placed where each gains most."""
    state, side = picture.state, picture.side
    tiles = recruit_tiles(picture.play, side)
    n = min(level, state.supply[side]) if tiles else 0
    return n * picture.unit() + best_additions(picture, tiles, n) + picture.most("most-units", n)


def best_additions(picture: Picture, tiles: Sequence[Tile], n: int) -> float:
    """Return the value of n more Loyalty, each added where it gains most."""
    placed = dict.fromkeys(tiles, 0)
    total = 0.0
    for _ in range(n):
        tile = max(tiles, key=lambda tile: picture.stands(tile, placed[tile] + 1) - picture.stands(tile, placed[tile]))
        total += picture.stands(tile, placed[tile] + 1) - picture.stands(tile, placed[tile])
        placed[tile] += 1
    return total


def construct_value(picture: Picture, level: int) -> float:
    """Return the value of Schools where each gains most, or of buildings an Objective counts."""
    state, box, side = picture.state, picture.box, picture.side
    level = min(level, markers_left(state, box))
    tiles = controlled(state, side)
    schools = min(level, sum(box.numbers.most_schools - state.schools[tile] for tile in tiles))
    forts = min(level, sum(box.numbers.most_forts - state.forts[tile] for tile in tiles))
    room = room_for(state, box, SCHOOL, side)
    taught = (best_additions(picture, room, schools) if room else 0.0) + picture.most("most-schools", schools)
    return max(taught, picture.most("most-forts", forts) + picture.weights.fort * forts)


def attack_value(picture: Picture, level: int) -> float:
    """Return the value of the best attacks that the level allows, at most one per tile."""
    left = steps = level
    total = 0.0
    seen: set[Tile] = set()
    for strike in strikes(picture, level, level):
        if strike.value <= 0 and seen:
            break
        if strike.units <= left and strike.steps <= steps and not seen & {strike.origin, strike.dest}:
            seen |= {strike.origin, strike.dest}
            left -= strike.units
            steps -= strike.steps
            total += strike.value
    return total


def value_of(picture: Picture, op: int, level: int | None = None) -> float:
    """Return the value of an Operation now, by default at its current level."""
    weights = picture.weights
    if level is None:
        level = level_of(picture.play, picture.side, op)
    value = picture.progress(op)
    if op == DECLARE:
        return value + weights.declare * (declare_value(picture, level) + weights.disc * level)
    if op == RECRUIT:
        return value + weights.recruit * recruit_value(picture, level)
    if op == CONSTRUCT:
        return value + weights.construct * construct_value(picture, level)
    if op == PATROL:
        return value + weights.patrol * patrol_value(picture, level)
    return value + weights.attack * attack_value(picture, level)


# -- the turn -----------------------------------------------------------------------------------------


def turn(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play any card that improves the Operation, then choose the most valuable Operation."""
    side, picture = mind.side, mind.picture(play)
    values = {op: value_of(picture, op) for op in decision.values if isinstance(op, int)}
    chosen = mind.best(list(values), lambda op: values[int(op)] if isinstance(op, int) else 0.0)
    assert isinstance(chosen, int)
    card = first_card(mind, picture, decision, chosen, values, value_of)
    if card is not None:
        return card
    mind.note("operation", side=SEATS[side], operation=OP_IDS[chosen], level=level_of(play, side, chosen))
    for op, value in values.items():
        mind.note_secretly("worth", operation=OP_IDS[op], worth=round(100 * value))
    return chosen


def after(mind: Standard, play: Play, decision: Decision) -> Value:
    """Play any card that pays after the Operation."""
    card = later_card(mind, mind.picture(play), decision)
    if card is not None:
        return card
    mind.note_secretly("cards-kept")
    return decision.values[0]


# -- carrying it out ----------------------------------------------------------------------------------


def recruit(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place a unit where it gains most; among equals, on the tile with fewest."""
    picture = mind.picture(play)

    def value(choice: Value) -> float:
        if not isinstance(choice, int):
            return -9.0
        return picture.change(choice, 1) - picture.weights.crowd * play.state.units[choice * KINDS + picture.afghan]

    chosen = mind.best(decision.values, value)
    if isinstance(chosen, int):
        mind.note_secretly("recruit", tile=TILE_IDS[chosen])
    return chosen


def construct(mind: Standard, play: Play, decision: Decision) -> Value:
    """Build a School where it gains most, or the building an Objective counts where it is safest."""
    picture = mind.picture(play)

    def value(choice: Value) -> float:
        if not isinstance(choice, tuple) or not isinstance(choice[1], int):
            return -9.0
        building, tile = choice
        assert isinstance(tile, int)
        # a building changes hands with its tile
        safe = 0.5 + 0.5 * picture.stands(tile, building == SCHOOL) / picture.worths[tile]
        counted = safe * picture.most(f"most-{building}s", 1)
        return (picture.change(tile, 1) if building == SCHOOL else picture.weights.fort) + counted

    chosen = mind.best(decision.values, value)
    if isinstance(chosen, tuple) and isinstance(chosen[1], int):
        mind.note_secretly("construct", building=str(chosen[0]), tile=TILE_IDS[chosen[1]])
    return chosen


def patrol_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose the tile with the best first step; done when no step is worth taking."""
    for step in patrol_steps(mind.picture(play)):
        if step.origin in decision.values and step.value > 0:
            mind.note_secretly("patrol", origin=TILE_IDS[step.origin], tile=TILE_IDS[step.dest])
            mind.keep(step)
            return step.origin
    mind.note_secretly("patrol-enough")
    return "done"


def patrol_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """Take the best first step from there."""
    origin = TILE_IDS.index(str(decision.about["tile"]))
    if isinstance(mind.plan, Step) and mind.plan.origin == origin and mind.plan.dest in decision.values:
        mind.as_planned()
        return mind.plan.dest
    picture = mind.picture(play)
    dest = mind.best(decision.values, lambda dest: entering(picture, dest) if isinstance(dest, int) else 0.0)
    _note_step(mind, decision, dest)
    return dest


def _note_step(mind: Standard, decision: Decision, dest: Value) -> None:
    """Note why a Patrol goes on to a tile, or no further."""
    if isinstance(dest, int):
        mind.note_secretly("patrol-on", tile=TILE_IDS[dest])
    else:
        mind.note_answer("patrol-stop", decision, dest)


def patrol_on(mind: Standard, play: Play, decision: Decision) -> Value:
    """Continue if that beats stopping here and moving another unit instead."""
    picture = mind.picture(play)
    here = TILE_IDS.index(str(decision.about["tile"]))
    leaving = picture.change(here, -1)
    others = patrol_steps(picture) if play.state.left else []
    stay = max(0.0, others[0].value) if others else 0.0

    def value(dest: Value) -> float:
        return entering(picture, dest) + leaving if isinstance(dest, int) else stay

    chosen = mind.best(decision.values, value)
    _note_step(mind, decision, chosen)
    return chosen


def patrol_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """Move one unit, Afghan if possible: there are more tiles than units."""
    afghan = mind.picture(play).afghan

    def value(group: Value) -> float:
        assert isinstance(group, tuple)
        counts = [n for n in group if isinstance(n, int)]
        return -sum(counts) - 0.5 * (counts[afghan] == 0)

    chosen = mind.best(decision.values, value)
    mind.note_answer("patrol-units", decision, chosen)
    return chosen


RESPONSES: Final = {
    "turn": turn,
    "after": after,
    "recruit": recruit,
    "construct": construct,
    "patrol-from": patrol_from,
    "patrol-to": patrol_to,
    "patrol-on": patrol_on,
    "patrol-units": patrol_units,
}
