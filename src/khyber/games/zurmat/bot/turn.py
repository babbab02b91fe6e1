"""bot:standard on its turn: which Operation, which cards, and what to do with the level."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import (
    AFGHAN,
    ALL_ROADS,
    CONSTRUCT,
    DECLARE,
    LEVELS,
    NOBODY,
    OP_IDS,
    PATROL,
    RECRUIT,
    SEATS,
    TILE_IDS,
    Tile,
)
from khyber.games.zurmat.bot.fighting import best_attack
from khyber.games.zurmat.bot.mind import Standard
from khyber.games.zurmat.bot.odds import danger, gain, need
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.board_levels import level_of
from khyber.games.zurmat.rules.building import construct_choices, recruit_tiles
from khyber.games.zurmat.rules.forces import on_map, units_of, unmoved
from khyber.games.zurmat.rules.moving import entries_from
from khyber.games.zurmat.rules.winning import afghan_units, all_forts_of, objectives_of, schools_of

#: What a unit more, or a disc more, is worth by itself.
UNIT: Final = 0.1
DISC: Final = 0.09
#: A card that declares is played when it brings this much on average; in the last months less will do.
ENOUGH: Final = 0.7


def turns_left(play: Play) -> int:
    """Turns of ours still to come, this one too, unless winter comes sooner."""
    return max(1, len(play.box.numbers.months) - play.state.winter - play.state.month + 1)


# -- the Operation ------------------------------------------------------------------------------------


def progress(play: Play, side: int, op: int) -> float:
    """What completing the Operation adds towards an Objective that counts it."""
    state = play.state
    value = 0.0
    for card in objectives_of(state, play.box, side):
        if card.counts == "operations" and card.operation == op:
            left = card.n - state.ticks[side * LEVELS + op]
            if 0 < left <= turns_left(play):
                value += card.vp / card.n * (1.6 if left == turns_left(play) else 1.0)
    return value


def most(play: Play, side: int, counts: str, lead: int, more: int) -> float:
    """What so many more add towards having the most of something."""
    for card in objectives_of(play.state, play.box, side):
        if card.counts == counts and more:
            late = 1.0 if turns_left(play) <= 3 else 0.6
            if lead <= 0:
                return card.vp * late * (0.5 if lead + more > 0 else 0.2)
            return card.vp * late * 0.15 if lead < 3 else 0.0
    return 0.0


def best_declare(play: Play, side: int, level: int) -> tuple[float, Tile]:
    """The best tile for a Declare with so many discs added there first."""
    return max((gain(play, side, tile, unseen=level), tile) for tile in on_map(play.state))


def targets(play: Play, side: int) -> list[tuple[float, Tile, Tile]]:
    """Single steps of a Patrol worth taking: what a unit and its disc would do there, from where, to where."""
    state = play.state
    found = []
    for origin in on_map(state):
        if unmoved(state, side, origin) and spare(play, side, origin):
            for dest, _ in entries_from(play, side, origin, ALL_ROADS, attacking=False):
                value = need(play, side, dest, units=1) - need(play, side, dest)
                value += 0.25 * (state.control[dest] != side and not units_of(state, side, dest))
                found.append((value + DISC, origin, dest))
    return sorted(found, reverse=True)


def spare(play: Play, side: int, tile: Tile) -> int:
    """Units that can leave a tile without giving it up."""
    here = units_of(play.state, side, tile)
    for kept in range(here):
        if danger(play, side, tile, units=kept - here) <= 0.35:
            return here - kept
    return 0 if play.state.control[tile] == side else max(0, here - 1)


def value_of(play: Play, side: int, op: int) -> float:
    """What an Operation at its present level is worth now."""
    state, level = play.state, level_of(play, side, op)
    value = progress(play, side, op)
    if op == DECLARE:
        return value + best_declare(play, side, level)[0] + DISC * level
    if op == RECRUIT:
        n = min(level, state.supply[side]) if recruit_tiles(play, side) else 0
        lead = afghan_units(state, side) - afghan_units(state, 1 - side)
        return value + UNIT * n + most(play, side, "most-units", lead, n)
    if op == CONSTRUCT:
        n = min(level, len(construct_choices(play, side)))
        schools = most(play, side, "most-schools", schools_of(state, side) - schools_of(state, 1 - side), n)
        forts = most(play, side, "most-forts", all_forts_of(state, side) - all_forts_of(state, 1 - side), n)
        return value + 0.06 * n + max(schools, forts)
    if op == PATROL:
        seen: set[Tile] = set()
        total = 0.0
        for worth, _, dest in targets(play, side):
            if dest not in seen and len(seen) < level:
                seen.add(dest)
                total += max(0.0, worth)
        return value + 0.7 * total
    return value + best_attack(play, side, level)


def turn(mind: Standard, play: Play, decision: Decision) -> Value:
    """Cards that make the Operation better come first; then the Operation worth the most."""
    side = mind.side
    operations = [value for value in decision.values if isinstance(value, int)]
    chosen = mind.best(operations, lambda op: value_of(play, side, int(op)) if isinstance(op, int) else 0.0)
    assert isinstance(chosen, int)
    card = first_card(mind, play, decision, chosen)
    if card is not None:
        return card
    mind.note("operation", side=SEATS[side], operation=OP_IDS[chosen], level=level_of(play, side, chosen))
    for op in operations:
        mind.note_secretly("worth", operation=OP_IDS[op], n=round(100 * value_of(play, side, op)))
    return chosen


# -- cards --------------------------------------------------------------------------------------------


def offered(decision: Decision) -> dict[str, Value]:
    """Cards that may be played now, by id."""
    return {str(value[1]): value for value in decision.values
            if isinstance(value, tuple) and value[0] == "play" and isinstance(value[1], str)}


def first_card(mind: Standard, play: Play, decision: Decision, op: int) -> Value | None:
    """Before the Operation: new units and Schools; a flight or ride onto the tile that is to declare; more level."""
    side, box = mind.side, play.box
    for name, value in offered(decision).items():
        card = box.tactics[side][box.kind_by_id[side][name]]
        plays = card.does in ("units", "school") or (
            card.does == "intel" and play.state.notes) or (
            card.does == "level" and op in (PATROL, RECRUIT) and value_of(play, side, op) > 0.4) or (
            card.does in ("air-assault", "motorcycles") and landing(play, side, card.units)[0] > 0.3)
        if plays:
            mind.note_secretly("card", card=name)
            return value
    return None


def landing(play: Play, side: int, units: int) -> tuple[float, Tile]:
    """The tile where so many units more would do the most for a Declare, and how much."""
    state = play.state
    free = max((spare(play, side, tile) for tile in on_map(state)), default=0)
    n = min(units, free)
    best = (0.0, 0)
    for tile in on_map(state):
        if n and state.control[tile] != side and not units_of(state, 1 - side, tile):
            more = gain(play, side, tile, units=n) - max(0.0, gain(play, side, tile))
            best = max(best, (more, tile))
    return best


def after(mind: Standard, play: Play, decision: Decision) -> Value:
    """After the Operation: have more villages declare if they will be ours, and strike where it hurts."""
    side, box = mind.side, play.box
    patience = ENOUGH if turns_left(play) > 2 else 0.3
    for name, value in offered(decision).items():
        card = box.tactics[side][box.kind_by_id[side][name]]
        brings = max(gain(play, side, tile, faction=card.loyalty) for tile in on_map(play.state))
        plays = (card.does == "declare" and brings >= patience) or card.does in (
            "ambush", "drone", "units", "school", "roadblock") or (
            card.does in ("air-assault", "motorcycles") and landing(play, side, card.units)[0] > 0.3)
        if plays:
            mind.note_secretly("card", card=name)
            return value
    return decision.values[0]


# -- carrying it out ----------------------------------------------------------------------------------


def recruit(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where a unit more keeps what we have; else beside what we want."""
    side = mind.side

    def value(choice: Value) -> float:
        if not isinstance(choice, int):
            return -9.0
        here = units_of(play.state, side, choice)
        return need(play, side, choice, units=1) - need(play, side, choice) - 0.02 * here

    return mind.best(decision.values, value)


def construct(mind: Standard, play: Play, decision: Decision) -> Value:
    """Schools where a tile is in danger, or the building that an Objective counts."""
    side = mind.side
    wanted = {card.counts for card in objectives_of(play.state, play.box, side)}

    def value(choice: Value) -> float:
        if not isinstance(choice, tuple) or not isinstance(choice[1], int):
            return -9.0
        building, tile = choice
        assert isinstance(tile, int)
        counted = f"most-{building}s" in wanted
        kept = danger(play, side, tile) - danger(play, side, tile, units=1)
        safe = 1 - danger(play, side, tile, units=1)
        return (kept + 0.1 if building == "school" else 0.05) + (0.5 + 0.3 * safe) * counted

    return mind.best(decision.values, value)


def patrol_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """The group with the best first step; nobody when no step is worth it."""
    for value, origin, _ in targets(play, mind.side):
        if origin in decision.values and value > 0:
            return origin
    return "done"


def patrol_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """The best first step from there."""
    origin = str(decision.about["tile"])
    worths = {dest: value for value, start, dest in reversed(targets(play, mind.side)) if TILE_IDS[start] == origin}
    return mind.best(decision.values, lambda dest: worths.get(dest, 0.0) if isinstance(dest, int) else 0.0)


def patrol_on(mind: Standard, play: Play, decision: Decision) -> Value:
    """Stay on a tile that we want; else go on to one."""
    state, side = play.state, mind.side
    here = TILE_IDS.index(str(decision.about["tile"]))
    if state.control[here] != side or targets(play, side):
        return "stop"

    def value(dest: Value) -> float:
        return appeal_of_step(play, side, dest) if isinstance(dest, int) else 0.0

    return mind.best(decision.values, value)


def appeal_of_step(play: Play, side: int, dest: Tile) -> float:
    return need(play, side, dest, units=1) - need(play, side, dest) + 0.1 * (play.state.control[dest] == NOBODY)


def patrol_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """One unit, an Afghan one if there is: there are more tiles than units."""
    afghan = AFGHAN[mind.side]

    def value(group: Value) -> float:
        assert isinstance(group, tuple)
        counts = [n for n in group if isinstance(n, int)]
        return -sum(counts) - 0.5 * (counts[afghan] == 0)

    return mind.best(decision.values, value)


RESPONSES: Final = {
    "turn": turn, "after": after, "recruit": recruit, "construct": construct, "patrol-from": patrol_from,
    "patrol-to": patrol_to, "patrol-on": patrol_on, "patrol-units": patrol_units}
