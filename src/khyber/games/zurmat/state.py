"""The state of a game: flat arrays and numbers, cheap to copy.

Discs: a tile has eight counts, `tile * CELLS + owner * 4 + face * 2 + known`. A known disc is one whose face the other
side knows as well as its owner: turned up by a Declare, or, with the option `notes`, looked at. With `notes` an owner
knows all of its own discs; without, placed discs are forgotten, and a known disc is one that everybody saw.
"""

from __future__ import annotations

from functools import lru_cache

from khyber.engine.bounds import ENGINE, Bounds, Flag, Number, Numbers, Row, Word, Words
from khyber.engine.state import StepState
from khyber.games.zurmat.board import CARD_KINDS, CELLS, EVENTS, KINDS, LEVELS, LIES_IDS, NOBODY, NOWHERE, TILES, WIDTH
from khyber.games.zurmat.box import TACTICS_EACH, Box

ENDINGS = ("december", "winter")
OPTIONS = ("notes",)
#: The highest level an Operation can have, and the most that cards played before it can add.
MAX_LEVEL = 20
#: The most victory points of a side.
MAX_POINTS = 99


class State(StepState):
    """The position at a checkpoint and, within a step, the action under way."""

    __slots__ = (
        "active",
        "bags",
        "bonus",
        "boxed",
        "card",
        "cell",
        "control",
        "dealt",
        "deck",
        "discs",
        "disturbed",
        "done",
        "drawer",
        "drawn",
        "due",
        "ending",
        "entered",
        "event",
        "forts",
        "fought",
        "hand",
        "holder",
        "left",
        "level",
        "levels",
        "lies",
        "look",
        "looker",
        "month",
        "moved",
        "near",
        "objectives",
        "op",
        "options",
        "project",
        "roadblock",
        "scenario",
        "schools",
        "steps_left",
        "struck",
        "supply",
        "then",
        "ticks",
        "turn",
        "units",
        "vps",
        "winter",
    )

    # -- the table as agreed --
    scenario: str
    #: Options in effect, of setup.OPTIONS.
    options: tuple[str, ...]

    # -- the map, by tile --
    #: The cell of each tile, or NOWHERE, and its quarter turns.
    cell: bytearray
    turn: bytearray
    #: The neighbours of each tile, by direction: `tile * 4 + direction`.
    near: bytearray
    #: At set-up, the side that is to lay a tile; NOBODY for the others.
    holder: bytearray
    #: The side whose Control marker is there, or NOBODY.
    control: bytearray
    schools: bytearray
    forts: bytearray
    #: `tile * KINDS + kind`.
    units: bytearray
    #: The units that have already moved in the current Operation.
    moved: bytearray
    #: The two tiles on either side of the Roadblock, or empty.
    roadblock: bytes
    discs: bytearray

    # -- the players --
    #: Discs in each bag: `side * 2 + face`.
    bags: bytearray
    #: Afghan unit cubes beside each board, and in the boxes on it.
    supply: bytearray
    boxed: bytearray
    #: The level of each Operation, and how often it was completed: `side * 5 + op`.
    levels: bytearray
    ticks: bytearray
    #: Tactics cards in hand and to come, by kind: `side * CARD_KINDS + kind`. Decks have no order.
    hand: bytearray
    deck: bytearray
    #: Two Objectives for each side, NOWHERE while there are none; and those dealt to the active side to choose from.
    objectives: bytearray
    dealt: bytes

    # -- the calendar --
    #: 1 is March; 0 before the first.
    month: int
    winter: int
    #: Where each Event card is (board.Lies).
    lies: bytearray
    #: The Event card of this month, 0 while there is none.
    event: int
    #: The tile of a tile Event, and whether the other side has been there since.
    project: int
    disturbed: bool

    # -- the step under way --
    #: The side whose step it is.
    active: int
    #: The step after discs are placed or a card is played.
    then: str
    #: Discs drawn and not yet placed, by face; then, while a card's are placed, those of the Declare that it was played
    #: in. Whose they are; and where the first must go, in order (empty: anywhere).
    drawn: bytearray
    drawer: int
    due: bytes
    #: The Operation named this turn (-1: none yet), whether it is completed, its level, and what cards added before it.
    op: int
    done: bool
    level: int
    bonus: int
    #: Units or buildings that may still be placed or moved, and tiles that may still be entered.
    left: int
    steps_left: int
    #: Tiles that may be attacked, as bits, and whether one was.
    struck: int
    fought: bool
    #: Tiles that the Patrol moved onto, in order.
    entered: bytes
    #: The Tactics card being played (its kind), -1 if none is.
    card: int
    #: The tile whose discs a side is looking at, and that side.
    look: int
    looker: int

    # -- the end --
    ending: str
    vps: tuple[int, ...]

    @property
    def notes(self) -> bool:
        """Return whether players may look up discs they placed or saw (an option)."""
        return "notes" in self.options


@lru_cache(8)
def bounds(box: Box, steps: tuple[str, ...]) -> Bounds:
    """Return the bounds of each field of a state at a checkpoint."""
    n = box.numbers
    tile, discs, units = TILES - 1, max(n.discs), max(n.afghan_units, n.us_units)
    side, cards = Number(0, 1), Row(TACTICS_EACH, 2 * CARD_KINDS, 2 * CARD_KINDS)
    level, units_by_tile = Number(0, MAX_LEVEL), Row(units, TILES * KINDS, TILES * KINDS)
    objectives = max(len(dealt) for dealt in box.objectives) - 1
    return ENGINE | {
        "step": Word((*steps, "")),
        "scenario": Word(("standard",)),
        "options": Words(OPTIONS),
        "cell": Row(WIDTH * WIDTH - 1, TILES, TILES, NOWHERE),
        "turn": Row(3, TILES, TILES),
        "near": Row(tile, TILES * 4, TILES * 4, NOWHERE),
        "holder": Row(NOBODY, TILES, TILES),
        "control": Row(NOBODY, TILES, TILES),
        "schools": Row(n.most_schools, TILES, TILES),
        "forts": Row(n.most_forts, TILES, TILES),
        "units": units_by_tile,
        "moved": units_by_tile,
        "roadblock": Row(tile, 0, 2, once=True),
        "discs": Row(discs, TILES * CELLS, TILES * CELLS),
        "bags": Row(discs, 4, 4),
        "supply": Row(n.afghan_units, 2, 2),
        "boxed": Row(n.afghan_units, 2, 2),
        "levels": Row(LEVELS - 1, 2 * LEVELS, 2 * LEVELS),
        "ticks": Row(n.afghan_units, 2 * LEVELS, 2 * LEVELS),
        "hand": cards,
        "deck": cards,
        "objectives": Row(objectives, 4, 4, NOWHERE),
        "dealt": Row(objectives, 0, n.objectives_drawn, once=True),
        "month": Number(0, len(n.months)),
        "winter": Number(0, n.winter_cubes),
        "lies": Row(len(LIES_IDS) - 1, EVENTS, EVENTS),
        "event": Number(0, EVENTS),
        "project": Number(0, NOWHERE),
        "disturbed": Flag(),
        "active": side,
        "then": Word((*steps, "")),
        "drawn": Row(discs, 2, 4),
        "drawer": side,
        "due": Row(tile, 0, MAX_LEVEL),
        "op": Number(-1, LEVELS - 1),
        "done": Flag(),
        "level": level,
        "bonus": level,
        "left": level,
        "steps_left": level,
        "struck": Number(0, (1 << TILES) - 1),
        "fought": Flag(),
        "entered": Row(tile, 0, MAX_LEVEL),
        "card": Number(-1, CARD_KINDS - 1),
        "look": Number(0, NOWHERE),
        "looker": side,
        "ending": Word((*ENDINGS, "")),
        "vps": Numbers(-MAX_POINTS, MAX_POINTS, 2),
    }


def empty() -> State:
    """Return an empty table."""
    state = State()
    state.step, state.draws = "", 0
    state.scenario, state.options = "standard", ()
    state.cell, state.turn = bytearray([NOWHERE] * TILES), bytearray(TILES)
    state.near = bytearray([NOWHERE] * TILES * 4)
    state.holder = bytearray([NOBODY] * TILES)
    state.control = bytearray([NOBODY] * TILES)
    state.schools, state.forts = bytearray(TILES), bytearray(TILES)
    state.units, state.moved = bytearray(TILES * KINDS), bytearray(TILES * KINDS)
    state.roadblock = b""
    state.discs, state.bags = bytearray(TILES * CELLS), bytearray(4)
    state.supply, state.boxed = bytearray(2), bytearray(2)
    state.levels, state.ticks = bytearray(range(5)) * 2, bytearray(10)
    state.hand, state.deck = bytearray(2 * CARD_KINDS), bytearray(2 * CARD_KINDS)
    state.objectives, state.dealt = bytearray([NOWHERE] * 4), b""
    state.month, state.winter, state.lies, state.event = 0, 0, bytearray(EVENTS), 0
    state.project, state.disturbed = NOWHERE, False
    state.active, state.then = 0, ""
    state.drawn, state.drawer, state.due = bytearray(2), 0, b""
    state.card, state.look, state.looker = -1, NOWHERE, 0
    clear_turn(state)
    state.ending, state.vps = "", ()
    return state


def clear_turn(state: State) -> None:
    """Clear the Operation of the turn."""
    state.op, state.done, state.level, state.bonus, state.left, state.steps_left = -1, False, 0, 0, 0, 0
    state.struck, state.fought, state.entered = 0, False, b""
    state.moved = bytearray(TILES * KINDS)
