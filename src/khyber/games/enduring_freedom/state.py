"""The state of a game: flat arrays and numbers, cheap to copy.

Every counter is a number (box.py); `where` holds its place, a zone or one of the places off the map (board.py).
"""

from __future__ import annotations

from functools import lru_cache

from khyber.engine.bounds import ENGINE, Bounds, Flag, Number, Row, Word, Words
from khyber.engine.state import StepState
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box

SCENARIOS = ("campaign",)
#: The highest roll of a die: zones to designate at set-up.
MAX_LEFT = 6
#: The highest number of an event (two dice).
MAX_EVENT = 12

#: No zone.
NONE = board.OFF_MAP - 1


class State(StepState):
    """The position at a checkpoint and, within a step, the action under way."""

    __slots__ = (
        "attacker",
        "began",
        "bought",
        "edge",
        "ending",
        "events_left",
        "events_seen",
        "half",
        "hits",
        "intel",
        "jihad",
        "jihad_change",
        "jirga",
        "left",
        "moved",
        "options",
        "points",
        "reduced",
        "round",
        "scenario",
        "shown",
        "targets",
        "then",
        "to_fight",
        "traffic",
        "turn",
        "where",
        "zone",
    )

    # -- the table as agreed --
    scenario: str
    options: tuple[str, ...]

    # -- the tracks --
    #: 0 during the set-up.
    turn: int
    points: int
    jihad: int
    #: Whether a Loya Jirga was enacted, or failed (board.JIRGA_IDS).
    jirga: int

    # -- the counters --
    where: bytearray
    #: Face-up Islamist and Northern Alliance counters.
    shown: bytearray
    #: Two-step units on their reduced side.
    reduced: bytearray

    # -- the phase under way --
    #: Units that have made their move in this phase; after the air movements, those that flew.
    moved: bytearray
    #: Where each engineer was when ground movement began, in the order of box.engineers.
    began: bytes
    #: Points of capacity used at each airbase (by zone) and Staging Area (after the zones) in this phase.
    traffic: bytearray
    #: Whether an odd number of assets was bought in this phase, so that the next one is paid for.
    half: bool
    #: Zones designated, places of ISR missions, or counterattacks left to the order of the map, in order; and how many
    #: zones are still to be designated.
    targets: bytes
    left: int
    #: Intelligence counters revealed that wait for a zone; the step that follows them.
    intel: int
    then: str

    # -- the battle under way --
    #: Zones in which combat is still to come, as bits.
    to_fight: int
    #: The zone of the battle, air defence or strike under way, NONE if there is none.
    zone: int
    attacker: int
    #: Whether a point was paid for the tactical edge; who has it (-1: not yet known); the fire round; hits to apply.
    bought: bool
    edge: int
    round: int
    hits: int

    # -- the Islamist reaction --
    events_left: int
    #: Events that have occurred this turn, as bits by their number.
    events_seen: int
    #: The change of the Jihad level by events, applied when all are done.
    jihad_change: int

    # -- the end --
    ending: str


@lru_cache(8)
def bounds(box: Box, steps: tuple[str, ...]) -> Bounds:
    """Return the bounds of each field of a state at a checkpoint."""
    counters, zones, bases = box.end, len(box.zones), len(box.zones) + len(box.capacity)
    flags, events = Row(1, counters, counters), max(box.lower_line)
    intel = sum(kind.count for kind in box.kind_by_id.values() if kind.type == "intel")
    return ENGINE | {
        "step": Word((*steps, "")),
        "scenario": Word(SCENARIOS),
        "options": Words(()),
        "turn": Number(0, box.last_turn),
        "points": Number(0, board.MAX_POINTS),
        "jihad": Number(board.LOWEST_JIHAD, board.HIGHEST_JIHAD),
        "jirga": Number(0, len(board.JIRGA_IDS) - 1),
        "where": Row(board.DEMOBILIZED, counters, counters),
        "shown": flags,
        "reduced": flags,
        "moved": flags,
        "began": Row(board.DEMOBILIZED, 0, len(box.engineers)),
        "traffic": Row(counters, bases, bases),
        "half": Flag(),
        "targets": Row(board.DEMOBILIZED, 0, zones + 1),
        "left": Number(0, MAX_LEFT),
        "intel": Number(0, intel),
        "then": Word((*steps, "")),
        "to_fight": Number(0, (1 << zones) - 1),
        "zone": Number(0, NONE),
        "attacker": Number(board.COALITION, board.ISLAMISTS),
        "bought": Flag(),
        "edge": Number(-1, 1),
        "round": Number(0, 2),
        "hits": Number(0, counters),
        "events_left": Number(0, events),
        "events_seen": Number(0, (2 << MAX_EVENT) - 1),
        "jihad_change": Number(-events, events),
        "ending": Word((*board.ENDINGS, "")),
    }


def empty(box: Box) -> State:
    """Return a state with every counter in its box off the map."""
    state = State()
    state.step, state.draws = "", 0
    state.scenario, state.options = "campaign", ()
    state.turn, state.points, state.jihad, state.jirga = 0, box.points_start, box.jihad_start, 0
    state.where = bytearray(
        [board.UNDERGROUND] * box.islamist_end
        + [board.POOL] * (box.alliance_end - box.islamist_end)
        + [board.AVAILABLE] * (box.end - box.alliance_end)
    )
    state.shown, state.reduced, state.moved = bytearray(box.end), bytearray(box.end), bytearray(box.end)
    state.began, state.traffic = b"", bytearray(len(box.zones) + len(box.capacity))
    state.half, state.targets, state.left, state.intel, state.then = False, b"", 0, 0, ""
    state.to_fight, state.attacker = 0, board.COALITION
    state.events_left, state.events_seen, state.jihad_change = 0, 0, 0
    state.ending = ""
    clear_battle(state)
    return state


def clear_battle(state: State) -> None:
    """Clear the battle under way."""
    state.zone, state.bought, state.edge, state.round, state.hits = NONE, False, -1, 0, 0
