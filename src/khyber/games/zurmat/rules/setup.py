"""Game set-up: the map tile by tile, hands, territory, loyalties, orders, the Operations board."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Final

from khyber.engine.decision import Param
from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.games.zurmat import board
from khyber.games.zurmat.board import Tile, place_of
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.notation import COUNTS, OPERATIONS, ORDERS, TILE_CHOICE, TURN_CHOICE, Cells
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_onto
from khyber.games.zurmat.rules.forces import build, on_map, place_units, set_control
from khyber.games.zurmat.rules.tactics import draw_tactics
from khyber.games.zurmat.state import State, empty

SCENARIOS: Final = ("standard",)
#: `notes`: the view, the log and the own record keep what a side placed and saw.
OPTIONS: Final = ("notes",)


@rule("setup")
def start(setup: Setup, box: Box) -> State:
    """Return the state before set-up. Raises BadSetup."""
    if setup.scenario not in SCENARIOS:
        raise BadSetup(f"there is no scenario {setup.scenario!r}: zurmat has {', '.join(SCENARIOS)}")
    for option in setup.options:
        if option not in OPTIONS:
            raise BadSetup(f"there is no option {option!r}: zurmat has {', '.join(OPTIONS)}")
    if setup.players not in (0, 2):
        raise BadSetup(f"zurmat is for 2 players, not {setup.players}")
    state = empty()
    state.scenario, state.options = setup.scenario, tuple(setup.options)
    fill(state, box)
    state.step = "deal"
    return state


def fill(state: State, box: Box) -> None:
    """Step 4: put discs into the bags, cubes beside the boards, cards into their decks."""
    for side in board.SIDES:
        state.bags[side * 2 : side * 2 + 2] = bytes(box.numbers.discs)
        state.supply[side] = box.numbers.afghan_units
        at = side * len(state.deck) // 2
        state.deck[at : at + len(box.tactics[side])] = bytes(card.copies for card in box.tactics[side])


# -- step 1: the province -----------------------------------------------------------------------------


@rule("setup")
def deal(play: Play) -> None:
    """Step 1: place the FOB tile in the centre and deal five others to each player, face up."""
    state, numbers = play.state, play.box.numbers
    lay(state, board.FOB, board.CENTRE, 0)
    order = play.shuffle("tiles", [tile for tile in range(board.TILES) if tile != board.FOB], seen_by=None)
    for side in board.SIDES:
        for tile in order[side * numbers.tiles_each : (side + 1) * numbers.tiles_each]:
            state.holder[tile] = side
            play.emit("dealt", "setup", board.SEATS[side], board.TILE_IDS[tile])
    state.active, state.step = board.COALITION, "tile"


def lay(state: State, tile: Tile, cell: int, turn: int) -> None:
    """Place a tile and link it with its neighbours."""
    state.cell[tile], state.turn[tile] = cell, turn
    for way, step in enumerate(board.STEPS):
        there = state.cell.find(cell + step) if cell + step >= 0 else -1
        if there >= 0:
            state.near[tile * 4 + way] = there
            state.near[there * 4 + (way ^ 2)] = tile


@rule("setup")
def open_cells(state: State, box: Box) -> list[int]:
    """Return where the next tile may go: sharing an edge; the first four beside the FOB tile."""
    taken = state.cell
    laid = on_map(state)
    beside = [board.FOB] if len(laid) <= box.numbers.tiles_at_fob else laid
    found = {taken[tile] + step for tile in beside for step in board.STEPS}
    return sorted(cell for cell in found if cell not in taken)


def beside(state: State, cell: int) -> list[tuple[Tile, int]]:
    """Return the tiles that share an edge with a cell, and the direction from each to the cell."""
    ways = {cell - step: way for way, step in enumerate(board.STEPS)}
    return [(tile, ways[at]) for tile, at in enumerate(state.cell) if at in ways]


def tiles_held(state: State, side: int) -> list[Tile]:
    return [tile for tile, by in enumerate(state.holder) if by == side]


@rule("setup")
def add_tile(play: Play) -> Rules:
    """Step 1: players alternately add one of their tiles, in any rotation."""
    state, box = play.state, play.box
    side = state.active
    tile = yield from play.ask(side, "tile", "setup", TILE_CHOICE, partial(tiles_held, state, side))
    about = {"tile": board.TILE_IDS[tile]}
    cell = yield from play.ask(
        side, "tile-place", "setup", Cells(partial(beside, state)), partial(open_cells, state, box), about
    )
    east, north = place_of(cell)
    there: dict[str, Param] = {"tile": board.TILE_IDS[tile], "east": east, "north": north}
    turn = yield from play.ask(side, "tile-turn", "setup", TURN_CHOICE, lambda: box.turns[tile], there)
    state.holder[tile] = board.NOBODY
    lay(state, tile, cell, turn)
    play.emit("tile", "setup", board.SEATS[side], board.TILE_IDS[tile], east, north, turn * 90)
    state.active = 1 - side
    if not tiles_held(state, 1 - side):
        state.active = board.COALITION
        prepare(play)
        state.step = "territory"


# -- steps 2 to 7: forces -------------------------------------------------------------------------------


@rule("setup")
def prepare(play: Play) -> None:
    """Steps 2, 3, 5, and the Coalition's part of 6 and 7."""
    numbers = play.box.numbers
    for building, n in (("school", numbers.fob_schools), ("fort", numbers.fob_forts)):
        for _ in range(n):
            build(play, "setup", building, board.FOB)
    set_control(play, "setup", board.FOB, board.COALITION)
    place_units(play, "setup", board.US, numbers.fob_us, board.FOB)
    place_units(play, "setup", board.ANA, numbers.fob_ana, board.FOB)
    for side in board.SIDES:
        for _ in range(numbers.tactics):
            draw_tactics(play, side)


@rule("setup")
def territory(play: Play) -> Rules:
    """Steps 6 and 7: the Taliban choose two other tiles and split eight units between them."""
    state, numbers = play.state, play.box.numbers
    chosen: list[Tile] = []
    while len(chosen) < numbers.taliban_tiles:
        tile = yield from play.ask(
            board.TALIBAN,
            "territory",
            "setup",
            TILE_CHOICE,
            lambda: [tile for tile in on_map(state) if tile != board.FOB and tile not in chosen],
        )
        set_control(play, "setup", tile, board.TALIBAN)
        chosen.append(tile)
    left = numbers.taliban_units
    for tile in chosen[:-1]:
        n = yield from play.ask(
            board.TALIBAN, "split", "setup", COUNTS, partial(range, left + 1), {"tile": board.TILE_IDS[tile]}
        )
        if n:
            place_units(play, "setup", board.FIGHTER, n, tile)
        left -= n
    if left:
        place_units(play, "setup", board.FIGHTER, left, chosen[-1])
    draw_onto(play, board.COALITION, bytes(on_map(state)), "loyalties")


@rule("setup")
def loyalties(play: Play) -> None:
    """Step 8: the Coalition places a disc on each tile, then the Taliban."""
    if play.state.drawer == board.COALITION:
        draw_onto(play, board.TALIBAN, bytes(on_map(play.state)), "loyalties")
    else:
        deal_objectives(play, board.COALITION)


# -- step 9: orders -------------------------------------------------------------------------------------


@rule("setup")
def deal_objectives(play: Play, side: int) -> None:
    """Step 9: deal four Objectives at random, seen by their owner."""
    state = play.state
    cards = list(range(len(play.box.objectives[side])))
    dealt = [
        cards.pop(play.roll(f"{board.SEATS[side]}-objective", len(cards), seen_by=board.SEATS[side]) - 1)
        for _ in range(play.box.numbers.objectives_drawn)
    ]
    state.dealt = bytes(sorted(dealt))
    state.active, state.step = side, "orders"


@rule("setup")
def pairs_of_objectives(box: Box, side: int, dealt: bytes) -> list[tuple[str, str]]:
    """Return pairs of dealt Objectives that may be combined; any two if none may."""
    cards = [box.objectives[side][at] for at in dealt]
    allowed = [
        (one.id, two.id) for one, two in combinations(cards, 2) if two.id not in one.bans and one.id not in two.bans
    ]
    return allowed or [(one.id, two.id) for one, two in combinations(cards, 2)]


@rule("setup")
def orders(play: Play) -> Rules:
    """Step 9: keep two of the four, face down; the others return to the box unseen."""
    state, box = play.state, play.box
    side = state.active
    kept = yield from play.ask(
        side, "orders", "setup", ORDERS, lambda: pairs_of_objectives(box, side, state.dealt), secret=True
    )
    for at, name in enumerate(kept):
        state.objectives[side * 2 + at] = box.objective_by_id[side][name]
        play.emit("objective", "setup", board.SEATS[side], name)
    state.dealt = b""
    if side == board.COALITION:
        deal_objectives(play, board.TALIBAN)
    else:
        state.active, state.step = board.COALITION, "board"


# -- step 10: the Operations board ------------------------------------------------------------------------


@rule("setup", "operations-board")
def arrange_board(play: Play) -> Rules:
    """Step 10: arrange the five Operations cards in any order, from level 4 down."""
    state = play.state
    side = state.active
    left: list[int] = list(board.OPS)
    for level in range(board.LEVELS - 1, -1, -1):
        op = yield from play.ask(side, "board", "setup", OPERATIONS, left.copy, {"level": level})
        left = [other for other in left if other != op]
        swap_levels(state, side, op, level)
        play.emit("board", "setup", board.SEATS[side], board.OP_IDS[op], level)
    if side == board.COALITION:
        state.active = board.TALIBAN
    else:
        state.active, state.month, state.step = board.COALITION, 1, "event"
        play.emit("month", "months", play.box.numbers.months[0])


def swap_levels(state: State, side: int, op: int, level: int) -> None:
    """Swap the card with the one at that level."""
    levels, at = state.levels, side * board.LEVELS
    there = levels.index(level, at, at + board.LEVELS)
    levels[there], levels[at + op] = levels[at + op], level
