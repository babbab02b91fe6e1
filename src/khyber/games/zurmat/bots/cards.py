"""bot:standard: Tactics cards on its own turn: what each would gain now, and how to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import COALITION, DECLARE, FIGHTER, FOB, KINDS, TALIBAN, TILE_IDS, US, Tile
from khyber.games.zurmat.bots.battles import ambushed, dice_of, fight, outcome
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.box import Tactic
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.board_levels import level_of
from khyber.games.zurmat.rules.card_effects import ambush_targets, ambushers, drone_targets, motorcycle_reach
from khyber.games.zurmat.rules.combat import fighters
from khyber.games.zurmat.rules.dice import US_DIE
from khyber.games.zurmat.rules.forces import SCHOOL, Group, controlled, has_enemies, room_for, units_of, with_units

OpValue = Callable[[Picture, int, int | None], float]


class Deed(NamedTuple):
    """The best use of a card: its value, origin, destination and units."""

    value: float
    origin: Tile = -1
    dest: Tile = -1
    group: Group = (0, 0, 0)


NOTHING: Final = Deed(0.0)
#: Cards that take units from one tile to another.
MOVING: Final = ("air-assault", "motorcycles")
#: Cards that bring units to a tile.
BRINGING: Final = (*MOVING, "units")
#: Threshold for a look, as a share of other cards': it is soon out of date, so not worth keeping.
LOOK: Final = 0.3
#: Threshold for a weak Ambush, as a multiple of other cards'.
THIN: Final = 2.0


def offered(decision: Decision) -> dict[str, Value]:
    """Return the cards that may be played now, by id."""
    return {
        str(value[1]): value
        for value in decision.values
        if isinstance(value, tuple) and value[0] == "play" and isinstance(value[1], str)
    }


# -- what each would bring ------------------------------------------------------------------------------


def any_units(picture: Picture, tile: Tile, n: int) -> Group:
    """Return up to n of our units on a tile, moved or not, for a card."""
    state, side = picture.state, picture.side
    at = tile * KINDS
    if side == TALIBAN:
        return (0, 0, min(n, state.units[at + FIGHTER]))
    ana, us = state.units[at], state.units[at + US]
    if picture.counts_for_us("us-alive"):
        few = min(n, ana)
        return (few, min(us, n - few), 0)
    many = min(n, us)
    return (min(ana, n - many), many, 0)


def best_ambush(picture: Picture, card: Tactic) -> Deed:
    """Return the best Ambush; nothing is at risk, so the strongest dice go first.

    One die against several pieces rarely changes anything: the card waits for more units, unless this one Hit matters a
    great deal or no turn is left to play it.
    """
    best = NOTHING
    state, side = picture.state, picture.side
    for origin in ambushers(picture.play, side):
        at = origin * KINDS
        if side == COALITION:
            us = min(card.units, state.units[at + US])
            group: Group = (min(card.units - us, state.units[at]), us, 0)
        else:
            group = (0, 0, min(card.units, state.units[at + FIGHTER]))
        for dest in ambush_targets(picture.play, side, origin):
            value = outcome(picture, dest, ambushed(picture, dest, dice_of(group)))
            thin = sum(group) == 1 and fighters(state, 1 - side, dest) > 1
            if not thin or picture.is_last or value >= picture.threshold(THIN):
                best = max(best, Deed(value, origin, dest, group))
    return best


def best_drone(picture: Picture, card: Tactic) -> Deed:
    return max(
        (
            Deed(outcome(picture, tile, ambushed(picture, tile, ((US_DIE, card.dice),))), dest=tile)
            for tile in drone_targets(picture.state)
        ),
        default=NOTHING,
    )


def landing(picture: Picture, origin: Tile, dest: Tile, most: int) -> Deed:
    """Return the value of moving units by card: they fight enemies, or leave a disc elsewhere."""
    best = NOTHING
    state, side = picture.state, picture.side
    enemies = has_enemies(state, side, dest)
    for n in range(1, min(most, units_of(state, side, origin)) + 1):
        group = any_units(picture, origin, n)
        value = picture.change(origin, -n)
        value += outcome(picture, dest, fight(picture, dest, group), n) if enemies else picture.change(dest, n, ours=1)
        best = max(best, Deed(value, origin, dest, group))
    return best


def best_flight(picture: Picture, card: Tactic) -> Deed:
    return max(
        (
            landing(picture, origin, dest, card.units)
            for origin in with_units(picture.state, picture.side)
            for dest in picture.tiles
            if dest != origin
        ),
        default=NOTHING,
    )


def best_ride(picture: Picture, card: Tactic) -> Deed:
    return max(
        (
            landing(picture, origin, dest, card.units)
            for origin in with_units(picture.state, picture.side)
            for dest in motorcycle_reach(picture.play, origin, card.steps)
        ),
        default=NOTHING,
    )


def best_village(picture: Picture, loyalty: int) -> Deed:
    return max(Deed(picture.gain(tile, loyalty), dest=tile) for tile in picture.tiles)


def best_units(picture: Picture, n: int) -> Deed:
    state, side = picture.state, picture.side
    n = min(n, state.supply[side])
    value = n * picture.unit() + picture.most("most-units", n)
    return max(
        (
            Deed(picture.change(tile, n) + value - 0.01 * units_of(state, side, tile), dest=tile)
            for tile in controlled(state, side)
        ),
        default=NOTHING,
    )


def best_school(picture: Picture) -> Deed:
    counted = picture.most("most-schools", 1)
    return max(
        (
            Deed(picture.change(tile, 1) + counted, dest=tile)
            for tile in room_for(picture.state, picture.box, SCHOOL, picture.side)
        ),
        default=NOTHING,
    )


def deed(picture: Picture, card: Tactic) -> Deed:
    """Return the best use of a card now."""
    match card.does:
        case "ambush":
            return best_ambush(picture, card)
        case "drone":
            return best_drone(picture, card)
        case "air-assault":
            return best_flight(picture, card)
        case "motorcycles":
            return best_ride(picture, card)
        case "declare":
            return best_village(picture, card.loyalty)
        case "units":
            return best_units(picture, card.units)
        case "school":
            return best_school(picture)
    return NOTHING


# -- when a card is played ------------------------------------------------------------------------------


def cards_of(picture: Picture, decision: Decision) -> list[tuple[Tactic, Value]]:
    box, side = picture.box, picture.side
    return [(box.tactics[side][box.kind_by_id[side][name]], value) for name, value in offered(decision).items()]


def _most_worth(mind: Standard, worths: list[tuple[float, float, Tactic, Value]]) -> Value | None:
    """Return the best card that reaches its threshold; rows are (worth, least, card, option)."""
    paying = [(worth, at) for at, (worth, least, _, _) in enumerate(worths) if worth >= least and worth > 0]
    if not paying:
        return None
    # look first: it may save another card
    worth, at = max(paying, key=lambda found: (worths[found[1]][2].does == "intel", found[0]))
    mind.note_secretly("card", card=worths[at][2].id, worth=round(100 * worth))
    return worths[at][3]


def first_card(
    mind: Standard, picture: Picture, decision: Decision, op: int, values: Mapping[int, float], value_of: OpValue
) -> Value | None:
    """Choose a card before the Operation: units, Schools, moves and strikes for a Declare, Intel, a higher level."""
    worths = []
    for card, value in cards_of(picture, decision):
        least, worth = picture.threshold(), 0.0
        if card.does in ("units", "school"):
            least, worth = 0.0, deed(picture, card).value
        elif card.does in ("air-assault", "motorcycles", "ambush", "drone"):
            found = deed(picture, card) if op == DECLARE else NOTHING
            worth = 0.0 if card.does in MOVING and spoils_declare(picture, decision, card, found) else found.value
        elif card.does == "level":
            worth = value_of(picture, op, level_of(picture.play, picture.side, op) + card.change) - values[op]
        elif card.does == "intel":
            least *= LOOK
            worth = look_before_operation(picture, values)
        worths.append((worth, least, card, value))
    return _most_worth(mind, worths)


def later_card(mind: Standard, picture: Picture, decision: Decision) -> Value | None:
    """Choose a card after the Operation: Village Declares if we win the tile, strikes and moves that pay."""
    cards = cards_of(picture, decision)
    worths = []
    for card, value in cards:
        least, worth = picture.threshold(), deed(picture, card).value
        if card.does == "declare":
            least = picture.village()
        elif card.does in ("units", "school"):
            least = 0.0
        elif card.does == "intel":
            least *= LOOK
            worth = look_before_village(picture, [other for other, _ in cards])
        elif card.does == "roadblock":
            least, worth = 0.0, 0.01 * picture.own_turns
        worths.append((worth, least, card, value))
    return _most_worth(mind, worths)


def look_before_operation(picture: Picture, values: Mapping[int, float]) -> float:
    """Play Intel before the Operation if the best tile may turn out badly."""
    other = max(value for op, value in values.items() if op != DECLARE)
    level = level_of(picture.play, picture.side, DECLARE)
    found = max((picture.gain(tile, ours=level), tile) for tile in picture.tiles)
    tile = found[1]
    if picture.seen(tile):
        return 0.0
    (win, _), won, _ = picture.prize(tile, ours=level)
    sure = values[DECLARE] + (1 - win) * won
    without = max((picture.gain(there, ours=level) for there in picture.tiles if there != tile), default=0.0)
    bad = max(other, without + picture.progress(DECLARE))
    return win * max(sure, other) + (1 - win) * bad - max(values[DECLARE], other)


def look_before_village(picture: Picture, cards: list[Tactic]) -> float:
    """Play Intel before Village Declares, to keep that card if the tile turns out badly."""
    bonus = max((card.loyalty for card in cards if card.does == "declare"), default=-1)
    if bonus < 0:
        return 0.0
    found = best_village(picture, bonus)
    if picture.seen(found.dest):
        return 0.0
    (win, _), won, _ = picture.prize(found.dest, bonus)
    keep = picture.village()
    return win * max(won, keep) + (1 - win) * keep - max(found.value, keep)


def spoils_declare(picture: Picture, decision: Decision, card: Tactic, found: Deed) -> bool:
    """Return whether units would leave a tile that the Declare to come could still gain: the card waits for that.

    Other cards on offer may bring units there first.
    """
    units = sum(found.group)
    level = level_of(picture.play, picture.side, DECLARE)
    others = [other for other, _ in cards_of(picture, decision) if other is not card and other.does in BRINGING]
    more = sum(other.units for other in others)
    return units > 0 and picture.gain(found.origin, more - units, ours=level) > 0


# -- carrying it out ----------------------------------------------------------------------------------


def _deed(mind: Standard, play: Play, does: str) -> Deed:
    """Return the use of the card being played, planned at its first question."""
    if isinstance(mind.plan, Deed):
        return mind.plan
    picture = mind.picture(play)
    card = next(card for card in picture.box.tactics[mind.side] if card.does == does)
    found = deed(picture, card)
    mind.plan = found
    return found


def _pick(decision: Decision, value: Value) -> Value:
    return value if value in decision.values else decision.values[-1]


def origin_for(does: str) -> Callable[[Standard, Play, Decision], Value]:
    def answer(mind: Standard, play: Play, decision: Decision) -> Value:
        """Choose the origin where the card gains most."""
        tile = _pick(decision, _deed(mind, play, does).origin)
        if isinstance(tile, int):
            mind.note_secretly("from", tile=TILE_IDS[tile])
        else:
            mind.note_answer("unplanned", decision, tile)
        return tile

    return answer


def target_for(does: str) -> Callable[[Standard, Play, Decision], Value]:
    def answer(mind: Standard, play: Play, decision: Decision) -> Value:
        """Choose the tile where the card gains most."""
        found = _deed(mind, play, does)
        tile = _pick(decision, found.dest)
        if tile == found.dest:
            mind.note_secretly("target", tile=TILE_IDS[found.dest], worth=round(100 * found.value))
        else:
            mind.note_answer("unplanned", decision, tile)
        return tile

    return answer


def units_for(does: str) -> Callable[[Standard, Play, Decision], Value]:
    def answer(mind: Standard, play: Play, decision: Decision) -> Value:
        """Take as many as needed."""
        group = _pick(decision, _deed(mind, play, does).group)
        mind.note_answer("card-units", decision, group)
        return group

    return answer


def add_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place units where they gain most."""
    tile = _pick(decision, best_units(mind.picture(play), 2 if decision.ask == "card-units" else 1).dest)
    if isinstance(tile, int):
        mind.note_secretly("recruit", tile=TILE_IDS[tile])
    return tile


def add_school(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place a School where it gains most."""
    tile = _pick(decision, best_school(mind.picture(play)).dest)
    if isinstance(tile, int):
        mind.note_secretly("construct", building=SCHOOL, tile=TILE_IDS[tile])
    return tile


def roadblock(mind: Standard, play: Play, decision: Decision) -> Value:
    """Block the edge between their units and the adjacent tile that matters most to us."""
    picture = mind.picture(play)
    state = play.state

    def threat(here: Tile, there: Tile) -> float:
        if not units_of(state, COALITION, here) or state.control[there] == COALITION:
            return 0.0
        return picture.worths[there] * (1.0 + (state.control[there] == TALIBAN)) * (1.5 if here == FOB else 1.0)

    def value(edge: Value) -> float:
        assert isinstance(edge, tuple)
        one, two = edge
        assert isinstance(one, int) and isinstance(two, int)
        return threat(one, two) + threat(two, one)

    edge = mind.best(decision.values, value)
    mind.note_answer("roadblock", decision, edge, secret=False)
    return edge


RESPONSES: Final = {
    "ambush-from": origin_for("ambush"),
    "ambush-at": target_for("ambush"),
    "ambush-units": units_for("ambush"),
    "drone": target_for("drone"),
    "fly-from": origin_for("air-assault"),
    "fly-to": target_for("air-assault"),
    "fly-units": units_for("air-assault"),
    "ride-from": origin_for("motorcycles"),
    "ride-to": target_for("motorcycles"),
    "ride-units": units_for("motorcycles"),
    "card-units": add_units,
    "event-units": add_units,
    "card-school": add_school,
    "event-school": add_school,
    "roadblock": roadblock,
}
