"""The state of a game: flat arrays and numbers, cheap to copy.

`pieces` has a row of KINDS counts for each space, then for Available, Casualties and out of play. `control` holds the
Control markers (1.7); totals and margins are never stored, always counted (see rules/victory.py).
"""

from __future__ import annotations

from typing import Final

from khyber.engine.bounds import ENGINE, Bounds, Flag, Hands, Number, Numbers, Pairs, Row, Word, Words
from khyber.engine.state import StepState
from khyber.games.distant_plain import board

# The 1st Eligible's action, which determines the 2nd's options (2.3.4).
NOTHING_DONE: Final = 0
OP_ONLY: Final = 1
OP_AND_ACTIVITY: Final = 2
EVENT_DONE: Final = 3

# Effects of an Event on a Faction's Eligibility on the next card (2.3.6).
AS_USUAL: Final = 0
ELIGIBLE_NEXT: Final = 1
INELIGIBLE_NEXT: Final = 2


class State(StepState):
    """The position at a checkpoint and, within a step, the action under way."""

    __slots__ = (
        "acted",
        "action",
        "active",
        "aid",
        "control",
        "deception",
        "deck",
        "eligible",
        "ending",
        "executing",
        "frozen",
        "hard",
        "holders",
        "islamabad",
        "lasting",
        "level",
        "limited",
        "marched",
        "margins_at_end",
        "moved",
        "next_eligibility",
        "non_players",
        "op",
        "op_by",
        "op_free",
        "op_from",
        "op_granted",
        "op_only",
        "op_paid",
        "op_spaces",
        "op_text",
        "options",
        "order",
        "patronage",
        "pausing",
        "pieces",
        "played",
        "players",
        "promised",
        "propaganda_played",
        "ranking",
        "removed_events",
        "resources",
        "returnees",
        "revealed",
        "round_held",
        "scenario",
        "special",
        "special_allowed",
        "special_most",
        "special_spaces",
        "terror",
    )

    # -- the table as agreed --
    scenario: str
    #: Options in effect, of setup.OPTIONS.
    options: tuple[str, ...]
    #: The player of each Faction; Factions with the same number are one player's.
    players: bytes
    #: A bit for each Faction that is a Non-player (1.5), and four bits higher one for each of the 2nd printing.
    non_players: int

    # -- the board --
    pieces: bytearray
    control: bytearray
    level: bytearray
    #: Terror markers in lands, Sabotage (0 or 1) on LoCs.
    terror: bytearray
    returnees: bytearray
    resources: bytearray
    aid: int
    patronage: int
    islamabad: int
    hard: bool

    # -- cards --
    #: Cards still to come, the face-up next card first.
    deck: bytes
    #: Cards played or set aside, the current one last.
    played: bytes
    #: Event cards taken out and shown at set-up.
    removed_events: bytes
    propaganda_played: int
    #: No Event card has been played since the last Propaganda Round (6.0).
    round_held: bool
    #: A bit for each lasting Event text in effect: see rules/lasting.py.
    lasting: int
    #: For Momentum: its card and the Faction that executed it.
    holders: tuple[tuple[int, int], ...]

    # -- the card under way --
    eligible: bytearray
    next_eligibility: bytearray
    #: A bit for each Faction that executed an Operation or Event on this card.
    acted: int
    #: Factions still to be offered this card, in its order.
    order: bytes
    #: A bit for each Non-player that Passed on the card before for the Capability now played (8.1), and four bits
    #: higher one for each that does so now.
    promised: int
    #: What the 1st Eligible did (NOTHING_DONE ... EVENT_DONE).
    action: int
    #: The Faction whose step this is.
    active: int

    # -- the action under way --
    #: A bit for each Faction executing an Operation, Special Activity or Event just now.
    executing: int
    op: str
    #: The Faction whose Operation it is.
    op_by: int
    op_free: bool
    #: Spaces that an Event limits the action to, and those its movers must come from, as bits; -1: anywhere.
    op_only: int
    op_from: int
    #: Operations or Special Activities that the Event being executed grants by name (5.1.2).
    op_granted: tuple[str, ...]
    #: What an Event changes about the action: one of ACTION_TEXTS in events/words.py, or nothing.
    op_text: str
    limited: bool
    op_spaces: bytes
    #: Spaces whose cost has been paid, as bits.
    op_paid: int
    special: str
    special_allowed: bool
    special_spaces: bytes
    #: Most spaces that the Event granting this Special Activity allows (0: no limit but its own rule).
    special_most: int
    #: Pieces that have made their move in this Operation, in rows as `pieces`; empty when none is under way.
    moved: bytearray
    #: Pairs of spaces used by groups in this March, as bits (3.3.2).
    marched: int
    #: A bit for each Faction whose player asked the table to pause whenever it could give or remove something
    #: (1.5.1, 1.4.1). It outlasts the action.
    pausing: int
    #: Control markers are not adjusted (6.5).
    frozen: bool

    # -- victory --
    #: Per player, the Deception markers held, unseen by others.
    deception: tuple[tuple[str, ...], ...]
    #: Per player, the markers revealed.
    revealed: tuple[tuple[str, ...], ...]
    ending: str
    ranking: tuple[str, ...]
    margins_at_end: tuple[int, ...]


ENDINGS: Final = ("victory", "final", "non-player", "overtaken")
#: The most that a Faction can be ahead or behind when the game ends.
MAX_MARGIN: Final = 200
_SPACES, _CARDS = board.SPACE_COUNT, len(board.CARDS) + len(board.PROPAGANDA_CARDS)
_LAST_CARD: Final = board.PROPAGANDA_CARDS[-1]
_BITS = Number(0, (1 << len(board.FACTIONS)) - 1)
_TWICE = Number(0, (1 << 2 * len(board.FACTIONS)) - 1)

#: What each field of a state may hold at a checkpoint, where nobody is executing anything (see `clear_action`). Steps,
#: options and the ranking have their bounds in check.py.
BOUNDS: Final[Bounds] = ENGINE | {
    "scenario": Word(tuple(board.SCENARIOS)),
    "players": Row(len(board.FACTIONS) - 1, len(board.FACTIONS), len(board.FACTIONS)),
    "non_players": _TWICE,
    "pieces": Row(max(board.INVENTORY), board.ROWS * board.KINDS, board.ROWS * board.KINDS),
    "control": Row(2, _SPACES, _SPACES),
    "level": Row(2, _SPACES, _SPACES),
    "terror": Row(board.TERROR_MARKERS, _SPACES, _SPACES),
    "returnees": Row(1, _SPACES, _SPACES),
    "resources": Row(board.MAX_RESOURCES, len(board.FACTIONS), len(board.FACTIONS)),
    "aid": Number(0, board.MAX_AID),
    "patronage": Number(0, board.MAX_PATRONAGE),
    "islamabad": Number(0, len(board.BOX_IDS) - 1),
    "hard": Flag(),
    "deck": Row(_LAST_CARD, 0, _CARDS, once=True),
    "played": Row(_LAST_CARD, 0, _CARDS, once=True),
    "removed_events": Row(max(board.CARDS), 0, len(board.CARDS), once=True),
    "propaganda_played": Number(0, len(board.PROPAGANDA_CARDS)),
    "round_held": Flag(),
    "lasting": Number(0, (1 << 2 * (max(board.CARDS) + 1)) - 1),
    "holders": Pairs(max(board.CARDS), len(board.FACTIONS) - 1, len(board.CARDS)),
    "eligible": Row(1, len(board.FACTIONS), len(board.FACTIONS)),
    "next_eligibility": Row(INELIGIBLE_NEXT, len(board.FACTIONS), len(board.FACTIONS)),
    "acted": _BITS,
    "order": Row(len(board.FACTIONS) - 1, 0, len(board.FACTIONS), once=True),
    "promised": _TWICE,
    "action": Number(NOTHING_DONE, EVENT_DONE),
    "active": Number(0, len(board.FACTIONS) - 1),
    "executing": Number(0, 0),
    "op": Word(("",)),
    "op_by": Number(0, 0),
    "op_free": Flag(False),
    "op_only": Number(-1, -1),
    "op_from": Number(-1, -1),
    "op_granted": Words(()),
    "op_text": Word(("",)),
    "limited": Flag(False),
    "op_spaces": Row(0, 0, 0),
    "op_paid": Number(0, 0),
    "special": Word(("",)),
    "special_allowed": Flag(False),
    "special_spaces": Row(0, 0, 0),
    "special_most": Number(0, 0),
    "moved": Row(0, 0, 0),
    "marched": Number(0, 0),
    "pausing": _BITS,
    "frozen": Flag(),
    "deception": Hands(board.DECEPTION_MARKERS, len(board.FACTIONS)),
    "revealed": Hands(board.DECEPTION_MARKERS, len(board.FACTIONS)),
    "ending": Word((*ENDINGS, "")),
    "margins_at_end": Numbers(-MAX_MARGIN, MAX_MARGIN, len(board.FACTIONS)),
}


def empty() -> State:
    """Return an empty board; set-up adds the pieces."""
    state = State()
    state.step, state.draws = "", 0
    state.scenario, state.options = "short", ()
    state.players, state.non_players = bytes((0, 1, 2, 3)), 0
    state.pieces = bytearray(board.ROWS * board.KINDS)
    state.control = bytearray(board.SPACE_COUNT)
    state.level = bytearray(b"\1" * board.SPACE_COUNT)
    state.terror = bytearray(board.SPACE_COUNT)
    state.returnees = bytearray(board.SPACE_COUNT)
    state.resources = bytearray(4)
    state.aid = state.patronage = 0
    state.islamabad, state.hard = 2, False
    state.deck = state.played = state.removed_events = b""
    state.propaganda_played, state.round_held, state.lasting, state.holders = 0, False, 0, ()
    state.eligible, state.next_eligibility = bytearray(b"\1" * 4), bytearray(4)
    state.acted, state.promised, state.order, state.action, state.active = 0, 0, b"", NOTHING_DONE, 0
    clear_action(state)
    state.pausing, state.frozen = 0, False
    state.deception, state.revealed = (), ()
    state.ending, state.ranking, state.margins_at_end = "", (), ()
    return state


def clear_action(state: State) -> None:
    """Clear the action under way."""
    state.executing = 0
    state.op, state.op_by, state.op_free, state.limited = "", 0, False, False
    state.op_spaces, state.op_paid, state.op_only, state.op_from = b"", 0, -1, -1
    state.op_granted, state.op_text = (), ""
    state.special, state.special_allowed, state.special_spaces, state.special_most = "", False, b"", 0
    state.moved, state.marched = bytearray(), 0
