"""Positions: checkpoints of a game as TOML, written and read (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from khyber.engine.errors import BadPosition
from khyber.engine.fields import Fields
from khyber.engine.names import quoted, unknown
from khyber.engine.position_file import fields_of, head
from khyber.games.zurmat.board import (
    CARD_KINDS,
    CELLS,
    COALITION,
    CONTROL_IDS,
    FACE_IDS,
    FOB,
    KINDS,
    LEVELS,
    LIES_IDS,
    NOBODY,
    NOWHERE,
    OP_BY_ID,
    OP_IDS,
    OPS,
    REACH,
    SEATS,
    SIDE_BY_ID,
    SIDES,
    TILE_BY_ID,
    TILE_IDS,
    TILES,
    UNIT_IDS,
    Lies,
    Tile,
    cell_at,
    place_of,
)
from khyber.games.zurmat.box import TACTICS_EACH, Box
from khyber.games.zurmat.check import SET_UP, check
from khyber.games.zurmat.rules.forces import on_map
from khyber.games.zurmat.rules.setup import OPTIONS, SCENARIOS, fill, lay
from khyber.games.zurmat.state import ENDINGS, State, empty

#: Names of discs on a tile, in the order of their counts.
DISC_IDS: Final = tuple(f"{seat}-{face}{known}" for seat in SEATS for face in FACE_IDS for known in ("", "-known"))
#: The furthest a tile can be from the FOB tile, and its turns.
_TURNS: Final = (0, 90, 180, 270)


# -- writing ----------------------------------------------------------------------------------------


def write(state: State, box: Box) -> str:
    """Write the checkpoint as TOML."""
    lines = [
        *head("zurmat", state.scenario),
        f"options = {json.dumps(state.options)}",
        f"step = {_q(state.step)}",
        f"active = {_q(SEATS[state.active])}",
        f"draws = {state.draws}",
        f"month = {_q(box.numbers.months[state.month - 1] if state.month else '')}",
        f"winter = {state.winter}",
        f"roadblock = {_tiles(state.roadblock)}",
        "",
        "[events]",
        f"event = {state.event}",
        *(
            f"{name} = {[n + 1 for n, lies in enumerate(state.lies) if lies == place]}"
            for place, name in enumerate(LIES_IDS)
            if place != Lies.DECK and place in state.lies
        ),
        f"project = {_q(_tile_or_none(state.project))}",
        f"disturbed = {json.dumps(state.disturbed)}",
        "",
        "[turn]",
        f"operation = {_q(OP_IDS[state.op] if state.op >= 0 else '')}",
        f"completed = {json.dumps(state.done)}",
        f"level = {state.level}",
        f"bonus = {state.bonus}",
        f"left = {state.left}",
        f"steps-left = {state.steps_left}",
        f"to-fight = {_tiles(tile for tile in range(TILES) if state.struck >> tile & 1)}",
        f"fought = {json.dumps(state.fought)}",
        f"entered = {_tiles(state.entered)}",
        f"then = {_q(state.then)}",
        f"drawer = {_q(SEATS[state.drawer])}",
        f"due = {_tiles(state.due)}",
        f"card = {_q(box.tactics[state.active][state.card].id if state.card >= 0 else '')}",
        f"looking-at = {_q(_tile_or_none(state.look))}",
        f"looker = {_q(SEATS[state.looker])}",
        f"dealt = {json.dumps([box.objectives[state.active][at].id for at in state.dealt])}",
        "",
    ]
    for side in SIDES:
        lines += _side(state, box, side)
    for tile in on_map(state):
        lines += _tile(state, tile)
    if state.ending:
        lines += ["[outcome]", f"ending = {_q(state.ending)}", f"points = {list(state.vps)}", ""]
    return "\n".join(lines)


def _q(text: str) -> str:
    return json.dumps(text)


def _tiles(tiles: Iterable[Tile]) -> str:
    return json.dumps([TILE_IDS[tile] for tile in tiles])


def _tile_or_none(tile: int) -> str:
    return "" if tile == NOWHERE else TILE_IDS[tile]


def _cards(state: State, box: Box, side: int, there: Sequence[int]) -> str:
    return json.dumps(
        [card.id for kind, card in enumerate(box.tactics[side]) for _ in range(there[side * CARD_KINDS + kind])]
    )


def _side(state: State, box: Box, side: int) -> list[str]:
    board = sorted(OPS, key=lambda op: state.levels[side * LEVELS + op])
    done = {OP_IDS[op]: state.ticks[side * LEVELS + op] for op in OPS if state.ticks[side * LEVELS + op]}
    lines = [
        f"[{SEATS[side]}]",
        f"board = {json.dumps([OP_IDS[op] for op in board])}",
        f"completed = {{ {', '.join(f'{op} = {n}' for op, n in done.items())} }}",
        f"boxed = {state.boxed[side]}",
        f"hand = {_cards(state, box, side, state.hand)}",
        f"deck = {_cards(state, box, side, state.deck)}",
    ]
    kept = [box.objectives[side][at].id for at in state.objectives[side * 2 : side * 2 + 2] if at != NOWHERE]
    lines.append(f"objectives = {json.dumps(kept)}")
    if side == state.drawer and any(state.drawn):
        for name, at in zip(("drawn", "waiting"), range(0, len(state.drawn), 2), strict=False):
            neutral, faction = state.drawn[at : at + 2]
            lines.append(f"{name} = {{ neutral = {neutral}, faction = {faction} }}")
    held = [tile for tile, by in enumerate(state.holder) if by == side]
    if held:
        lines.append(f"tiles = {_tiles(held)}")
    return [*lines, ""]


def _tile(state: State, tile: Tile) -> list[str]:
    east, north = place_of(state.cell[tile])
    facts: list[tuple[str, int]] = [
        ("east", east),
        ("north", north),
        ("turn", _TURNS[state.turn[tile]]),
        ("schools", state.schools[tile]),
        ("forts", state.forts[tile]),
    ]
    facts += [(name, state.units[tile * KINDS + kind]) for kind, name in enumerate(UNIT_IDS)]
    facts += [(f"{name}-moved", state.moved[tile * KINDS + kind]) for kind, name in enumerate(UNIT_IDS)]
    facts += [(name, state.discs[tile * CELLS + at]) for at, name in enumerate(DISC_IDS)]
    lines = [f"[tile.{TILE_IDS[tile]}]", *(f"{name} = {n}" for name, n in facts if n)]
    if state.control[tile] != NOBODY:
        lines.append(f"control = {_q(CONTROL_IDS[state.control[tile]])}")
    return [*lines, ""]


# -- reading ----------------------------------------------------------------------------------------


def read(document: Mapping[str, object], box: Box, steps: Sequence[str]) -> State:
    """Read a checkpoint; omitted components are in bag, supply or deck."""
    reader = fields_of(document, "zurmat")
    state = empty()
    state.scenario = reader.word("scenario", SCENARIOS, "standard")
    state.options = tuple(reader.once("options", OPTIONS, []))
    fill(state, box)
    state.step = reader.word("step", (*steps, ""), "turn")
    state.active = SIDE_BY_ID[reader.word("active", SEATS, "coalition")]
    state.draws = reader.number("draws", 10**9)
    months = box.numbers.months
    month = reader.word("month", (*months, ""), "" if state.step in SET_UP else months[0])
    state.month = months.index(month) + 1 if month else 0
    state.winter = reader.number("winter", box.numbers.winter_cubes)
    state.roadblock = bytes(_tiles_of(reader, "roadblock"))
    _read_tiles(state, reader.inner("tile"))
    _read_turn(state, box, reader.inner("turn"), steps)
    for side in SIDES:
        _read_side(state, box, side, reader.inner(SEATS[side]))
    _read_events(state, box, reader.inner("events"))
    outcome = reader.inner("outcome")
    if outcome.table:
        state.ending = outcome.word("ending", ENDINGS, None)
        state.vps = tuple(_whole(outcome, points, "points") for points in outcome.listed("points"))
        outcome.finish()
    reader.known.add("since")
    reader.finish()
    check(state, box, steps)
    return state


def _whole(fields: Fields, value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise fields.fail(f"{key} holds {quoted(value)}, which is not a whole number")
    return value


def _tiles_of(fields: Fields, key: str) -> list[Tile]:
    return [TILE_BY_ID[name] for name in fields.words(key, TILE_IDS, [])]


def _tile_of(fields: Fields, key: str) -> int:
    name = fields.word(key, (*TILE_IDS, ""), "")
    return TILE_BY_ID[name] if name else NOWHERE


def _far(fields: Fields, key: str) -> int:
    value = cast(int, fields.get(key, int, 0))
    if not -REACH <= value <= REACH:
        raise fields.fail(f"{key} = {value} is not between {-REACH} and {REACH}")
    return value


def _read_tiles(state: State, table: Fields) -> None:
    for name in table.table:
        if name not in TILE_BY_ID:
            raise BadPosition(unknown("tile", name, TILE_IDS))
    for name, tile in TILE_BY_ID.items():
        if name not in table.table and tile != FOB:
            continue
        facts = table.inner(name)
        cell = cell_at(_far(facts, "east"), _far(facts, "north"))
        if cell in state.cell:
            raise facts.fail("another tile is there")
        turn = facts.number("turn", 270)
        if turn not in _TURNS:
            raise facts.fail(f"turn = {turn} is not 0, 90, 180 or 270")
        lay(state, tile, cell, _TURNS.index(turn))
        state.control[tile] = CONTROL_IDS.index(facts.word("control", CONTROL_IDS, "nobody"))
        state.schools[tile], state.forts[tile] = facts.number("schools", 2), facts.number("forts", 2)
        for kind, unit in enumerate(UNIT_IDS):
            state.units[tile * KINDS + kind] = facts.number(unit, 30)
            state.moved[tile * KINDS + kind] = facts.number(f"{unit}-moved", 30)
        for at, disc in enumerate(DISC_IDS):
            state.discs[tile * CELLS + at] = facts.number(disc, 50)
        facts.finish()


def _read_turn(state: State, box: Box, turn: Fields, steps: Sequence[str]) -> None:
    op = turn.word("operation", (*OP_IDS, ""), "")
    state.op = OP_BY_ID[op] if op else -1
    state.done = turn.flag("completed")
    state.level, state.bonus = turn.number("level", 20), turn.number("bonus", 20)
    state.left, state.steps_left = turn.number("left", 20), turn.number("steps-left", 20)
    state.struck = sum(1 << tile for tile in set(_tiles_of(turn, "to-fight")))
    state.fought = turn.flag("fought")
    state.entered, state.due = bytes(_tiles_of(turn, "entered")), bytes(_tiles_of(turn, "due"))
    state.then = turn.word("then", (*steps, ""), "")
    state.drawer = SIDE_BY_ID[turn.word("drawer", SEATS, "coalition")]
    card = turn.word("card", (*box.kind_by_id[state.active], ""), "")
    state.card = box.kind_by_id[state.active][card] if card else -1
    state.look, state.looker = _tile_of(turn, "looking-at"), SIDE_BY_ID[turn.word("looker", SEATS, "coalition")]
    known = box.objective_by_id[state.active]
    state.dealt = bytes(known[name] for name in turn.once("dealt", tuple(known), []))
    turn.finish()


def _counted(names: Sequence[str], kinds: Mapping[str, int]) -> bytearray:
    counts = bytearray(CARD_KINDS)
    for name in names[: TACTICS_EACH + 1]:  # more than there are, and refused
        counts[kinds[name]] += 1
    return counts


def _read_side(state: State, box: Box, side: int, facts: Fields) -> None:
    _read_board(state, side, facts)
    kinds = box.kind_by_id[side]
    at = slice(side * CARD_KINDS, (side + 1) * CARD_KINDS)
    state.hand[at] = _counted(facts.words("hand", tuple(kinds), []), kinds)
    if "deck" in facts.table:
        state.deck[at] = _counted(facts.words("deck", tuple(kinds), []), kinds)
    else:
        spent = _counted(facts.words("spent", tuple(kinds), []), kinds)
        for kind, card in enumerate(box.tactics[side]):
            left = card.copies - state.hand[side * CARD_KINDS + kind] - spent[kind]
            if left < 0:
                raise facts.fail(f"there are {card.copies} cards {card.id!r}")
            state.deck[side * CARD_KINDS + kind] = left
    known = box.objective_by_id[side]
    kept = facts.once("objectives", tuple(known), [])
    if len(kept) not in (0, box.numbers.objectives_kept):
        raise facts.fail(f"objectives should be {box.numbers.objectives_kept}, or none")
    for place, name in enumerate(kept):
        state.objectives[side * 2 + place] = known[name]
    _read_hand(state, side, facts)
    for tile in _tiles_of(facts, "tiles"):
        state.holder[tile] = side
    facts.finish()
    _fill_rest(state, box, side, facts)


def _read_hand(state: State, side: int, facts: Fields) -> None:
    """Read the discs in hand, and those of a Declare that wait while a card's are placed."""
    drawn, waiting = facts.inner("drawn"), facts.inner("waiting")
    if drawn.table or waiting.table:
        if state.drawer != side:
            raise facts.fail("drawn discs are the drawer's (turn.drawer)")
        state.drawn = bytearray(drawn.number(face, 50) for face in FACE_IDS)
        if waiting.table:
            state.drawn += bytes(waiting.number(face, 50) for face in FACE_IDS)
        drawn.finish()
        waiting.finish()


def _read_board(state: State, side: int, facts: Fields) -> None:
    board = facts.words("board", OP_IDS, list(OP_IDS))
    if sorted(board) != sorted(OP_IDS):
        raise facts.fail("board should name the five Operations, from level 0 to 4")
    for level, name in enumerate(board):
        state.levels[side * LEVELS + OP_BY_ID[name]] = level
    done = facts.inner("completed")
    for name, op in OP_BY_ID.items():
        state.ticks[side * LEVELS + op] = done.number(name, 30)
    done.finish()
    state.boxed[side] = facts.number("boxed", 30, min(30, sum(state.ticks[side * LEVELS : (side + 1) * LEVELS])))


def _fill_rest(state: State, box: Box, side: int, facts: Fields) -> None:
    """Put all other discs into the bag and cubes beside the board."""
    for face, name in enumerate(FACE_IDS):
        out = sum(sum(state.discs[side * 4 + face * 2 + known :: CELLS]) for known in (0, 1))
        out += sum(state.drawn[face::2]) if state.drawer == side else 0
        left = box.numbers.discs[face] - out
        if left < 0:
            raise facts.fail(f"{out} {name} discs are out of the bag: there are {box.numbers.discs[face]}")
        state.bags[side * 2 + face] = left
    units = sum(state.units[(0 if side == COALITION else 2) :: KINDS])
    left = box.numbers.afghan_units - units - state.boxed[side]
    if left < 0:
        raise facts.fail(
            f"{units} Afghan units are on the map and {state.boxed[side]} in boxes: there are "
            f"{box.numbers.afghan_units}"
        )
    state.supply[side] = left


def _read_events(state: State, box: Box, events: Fields) -> None:
    state.event = events.number("event", len(box.events))
    for place, name in enumerate(LIES_IDS):
        if place == Lies.DECK:
            continue
        for number in events.listed(name):
            if type(number) is not int or not 1 <= number <= len(box.events) or state.lies[number - 1]:
                raise events.fail(
                    f"{name} has {quoted(number)}: the Event cards are 1 to {len(box.events)}, each in one place"
                )
            state.lies[number - 1] = place
    if state.event and state.lies[state.event - 1] == Lies.DECK:
        state.lies[state.event - 1] = _usual_place(box, state.event)
    state.project, state.disturbed = _tile_of(events, "project"), events.flag("disturbed")
    events.finish()


def _usual_place(box: Box, event: int) -> int:
    """Return where the Event of the month is by default."""
    places = {"month": Lies.CURRENT, "scored": Lies.TWO, "tile": Lies.ON_TILE}
    return places.get(box.events[event - 1].kind, Lies.DISCARD)
