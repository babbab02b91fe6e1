"""What a seat may know of a game, as JSON data: the only part of a state that leaves the process."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.engine.game import Json, View
from khyber.games.zurmat import board
from khyber.games.zurmat.board import Lies, Tile, place_of
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.board_levels import level_with
from khyber.games.zurmat.rules.forces import markers_left, on_map
from khyber.games.zurmat.rules.population import discs_of
from khyber.games.zurmat.rules.reach import open_ways
from khyber.games.zurmat.rules.tactics import hand_size
from khyber.games.zurmat.rules.winning import open_points
from khyber.games.zurmat.state import State


def view(state: State, box: Box, seats: Sequence[str], *, past: bool = False) -> View:
    """Return what these seats together may know: the open table, and what is theirs.

    Of a `past` moment, without the discs that they saw in hand or looked at.
    """
    own = [side for side in board.SIDES if board.SEATS[side] in seats]
    seeing = [] if past else own
    months = box.numbers.months
    return {
        "game": "zurmat",
        "scenario": state.scenario,
        "options": list[Json](state.options),
        "step": state.step,
        "active": board.SEATS[state.active],
        "month": months[state.month - 1] if state.month else None,
        "winter": list[Json](months[len(months) - state.winter :]) if state.winter else [],
        "tiles": {board.TILE_IDS[tile]: _tile(state, box, tile, seeing) for tile in on_map(state)},
        "tiles-dealt": {
            board.TILE_IDS[tile]: _dealt(box, tile) for tile, by in enumerate(state.holder) if by != board.NOBODY
        },
        "roadblock": [board.TILE_IDS[tile] for tile in state.roadblock],
        "buildings-left": markers_left(state, box),
        "event": state.event or None,
        "events": {
            _pile(name): [number + 1 for number, lies in enumerate(state.lies) if lies == place]
            for place, name in enumerate(board.LIES_IDS)
            if place != Lies.DECK
        },
        "project": None
        if state.project == board.NOWHERE
        else {"tile": board.TILE_IDS[state.project], "disturbed": state.disturbed},
        "sides": {board.SEATS[side]: _side(state, box, side, side in own, side in seeing) for side in board.SIDES},
        "operation": None
        if state.op < 0
        else {
            "operation": board.OP_IDS[state.op],
            "level": state.level,
            "completed": state.done,
            "left": state.left,
            "steps-left": state.steps_left,
            "entered": [board.TILE_IDS[tile] for tile in state.entered],
            "to-fight": [board.TILE_IDS[tile] for tile in on_map(state) if state.struck >> tile & 1],
        },
        "ways": _ways(state, box) if state.active in own else {},
        "bonus": state.bonus,
        "looking": None
        if state.look == board.NOWHERE
        else {"side": board.SEATS[state.looker], "tile": board.TILE_IDS[state.look]},
        "outcome": {"ending": state.ending, "points": dict(zip(board.SEATS, state.vps, strict=True))}
        if state.ending
        else None,
    }


def _pile(place: str) -> str:
    """Return the key of a pile of Event cards; `tile` alone would be read as a tile's number."""
    return "on-tile" if place == "tile" else place


def _tile(state: State, box: Box, tile: Tile, own: Sequence[int]) -> View:
    east, north = place_of(state.cell[tile])
    roads = box.joined[tile * 4 + state.turn[tile]]
    at = tile * board.KINDS
    return {
        "east": east,
        "north": north,
        "turn": state.turn[tile] * 90,
        "poppy": box.poppy[tile],
        "roads": _groups(roads),
        "control": board.CONTROL_IDS[state.control[tile]],
        "schools": state.schools[tile],
        "forts": state.forts[tile],
        "units": {name: state.units[at + kind] for kind, name in enumerate(board.UNIT_IDS) if state.units[at + kind]},
        "moved": {name: state.moved[at + kind] for kind, name in enumerate(board.UNIT_IDS) if state.moved[at + kind]},
        "discs": {board.SEATS[side]: _discs(state, tile, side, own) for side in board.SIDES},
    }


def _dealt(box: Box, tile: Tile) -> View:
    """Return what is printed on a tile in hand, which lies face up, and the turns that look different."""
    return {
        "poppy": box.poppy[tile],
        "roads": _groups(box.joined[tile * 4]),
        "turns": [turn * 90 for turn in box.turns[tile]],
    }


def _ways(state: State, box: Box) -> View:
    """Return the ways open to the active side: by Operation, origin and destination, the tiles entered."""
    return {
        operation: {
            board.TILE_IDS[origin]: {
                board.TILE_IDS[dest]: [board.TILE_IDS[tile] for tile in way] for dest, way in found.items()
            }
            for origin, found in origins.items()
        }
        for operation, origins in open_ways(Play(state, box=box)).items()
    }


def _groups(roads: Sequence[int]) -> list[Json]:
    """Return the roads of a tile as placed, by the letters of the edges they join."""
    return ["".join("NESW"[edge] for edge in range(4) if mask >> edge & 1) for mask in dict.fromkeys(roads) if mask]


def _discs(state: State, tile: Tile, owner: int, own: Sequence[int]) -> View:
    """Return the number of discs, and the faces that may be known."""
    faces = known_faces(state, tile, owner, own)
    shown: View = {"n": discs_of(state, owner, tile)}
    if sum(faces):
        shown.update((name, n) for name, n in zip(board.FACE_IDS, faces, strict=True))
    return shown


def known_faces(state: State, tile: Tile, owner: int, own: Sequence[int]) -> tuple[int, int]:
    """Return an owner's Neutral and Faction discs on a tile that these sides know.

    All while one of them looks at the tile, and when the game is over; with `notes` their own, and the other's that
    they have seen; without, only what a Declare revealed to everyone.
    """
    at = tile * board.CELLS + owner * 4
    discs = state.discs
    looking = state.look == tile and state.looker in own
    if state.ending or looking or (state.notes and owner in own):
        return discs[at] + discs[at + 1], discs[at + 2] + discs[at + 3]
    if state.notes and not own:
        return 0, 0
    return discs[at + board.NEUTRAL * 2 + 1], discs[at + board.FACTION * 2 + 1]


def _side(state: State, box: Box, side: int, is_own: bool, is_seen: bool) -> View:
    """Return a side's board and stock; `is_seen`: even the faces of the discs in hand."""
    at = side * board.CARD_KINDS
    shown = is_own or bool(state.ending)
    kinds = box.tactics[side]
    drawn = state.drawn if state.drawer == side else b"\0\0"  # its owner sees those to be placed first
    hand: Json = [card.id for kind, card in enumerate(kinds) for _ in range(state.hand[at + kind])]
    return {
        "bag": state.bags[side * 2] + state.bags[side * 2 + 1],
        "drawn": {name: n for name, n in zip(board.FACE_IDS, drawn[:2], strict=True) if n}
        if shown and (is_seen or state.ending or not sum(drawn))
        else sum(drawn),
        "discs-due": [board.TILE_IDS[tile] for tile in state.due] if sum(drawn) else [],
        "supply": state.supply[side],
        "levels": {board.OP_IDS[op]: state.levels[side * board.LEVELS + op] for op in board.OPS},
        "levels-now": {
            board.OP_IDS[op]: level_with(state, box, side, op, state.bonus if side == state.active else 0)
            for op in board.OPS
        },
        "completed": {board.OP_IDS[op]: state.ticks[side * board.LEVELS + op] for op in board.OPS},
        "hand": hand if shown else hand_size(state, side),
        "deck": sum(state.deck[at : at + board.CARD_KINDS]),
        "spent": {
            card.id: card.copies - state.hand[at + kind] - state.deck[at + kind]
            for kind, card in enumerate(kinds)
            if card.copies > state.hand[at + kind] + state.deck[at + kind]
        },
        "tiles-in-hand": [board.TILE_IDS[tile] for tile, by in enumerate(state.holder) if by == side],
        "objectives": [
            box.objectives[side][at].id for at in state.objectives[side * 2 : side * 2 + 2] if at != board.NOWHERE
        ]
        if shown
        else sum(at != board.NOWHERE for at in state.objectives[side * 2 : side * 2 + 2]),
        "objectives-dealt": ([box.objectives[side][at].id for at in state.dealt] if is_own else len(state.dealt))
        if state.active == side
        else []
        if is_own
        else 0,
        "points": state.vps[side] if state.ending else open_points(state, box, side),
    }
