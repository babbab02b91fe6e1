"""Events entered by hand from the printed card, change by change, within legal positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.notation import CARD_NUMBERS, COUNTS, PIECES_OR_WORDS, PLACES, WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.control import adjust_control
from khyber.games.distant_plain.rules.eligibility import make_eligible_next, make_ineligible_through_next
from khyber.games.distant_plain.rules.events import free_activity, free_operation, is_capability
from khyber.games.distant_plain.rules.forces import (
    activate,
    available,
    can_hide,
    count,
    hide,
    lose,
    may_stack,
    move,
    on_map,
    place,
    places_for_bases,
    remove,
)
from khyber.games.distant_plain.rules.islamabad import TOWARD_HOSTILITY, TOWARD_SPONSORSHIP, shift_islamabad
from khyber.games.distant_plain.rules.lasting import (
    in_effect,
    is_momentum,
    place_capability,
    place_momentum,
    remove_capability,
    texts_in_effect,
)
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS_OF
from khyber.games.distant_plain.rules.support import (
    TOWARD_OPPOSITION,
    TOWARD_SUPPORT,
    can_shift,
    markers_left,
    place_terror,
    remove_terror,
    shift,
)
from khyber.games.distant_plain.rules.tracks import change_aid, change_patronage, gain
from khyber.games.distant_plain.state import ELIGIBLE_NEXT, INELIGIBLE_NEXT, State

RULE = "5.1"
BOXES = {"available": board.AVAILABLE, "casualties": board.CASUALTIES, "out-of-play": board.OUT_OF_PLAY}


@dataclass(frozen=True, slots=True)
class Hand:
    """An Event being entered: who enters it, for which Faction, and which side."""

    play: Play
    asked: Faction
    faction: Faction
    card: int
    side: str

    @property
    def state(self) -> State:
        return self.play.state

    # -- what every edit asks for -------------------------------------------------------------------

    def piece(self, edit: str, build: Callable[[], Sequence[Piece]]) -> Asking[Piece]:
        chosen = yield from self.play.ask(self.asked, "hand-piece", RULE, PIECES_OR_WORDS, build, {"edit": edit})
        return Piece(chosen)

    def space(self, edit: str, build: Callable[[], Sequence[Space]]) -> Asking[Space]:
        return (yield from self.play.ask(self.asked, "hand-space", RULE, PLACES, build, {"edit": edit}))

    def number(self, piece: Piece, build: Callable[[], int]) -> Asking[int]:
        """Ask for a number from 1 to the most possible."""
        return (
            yield from self.play.ask(
                self.asked, "hand-count", RULE, COUNTS, lambda: range(1, build() + 1), {"piece": board.PIECE_IDS[piece]}
            )
        )

    def which(self, edit: str, build: Callable[[], Sequence[Faction]]) -> Asking[Faction]:
        chosen = yield from self.play.ask(
            self.asked,
            "hand-faction",
            RULE,
            WORDS,
            lambda: [board.SEATS[faction] for faction in build()],
            {"edit": edit},
        )
        return board.FACTION_BY_ID[chosen]

    def total(self, track: str, now: int, most: int) -> Asking[int]:
        """Ask for the new value of a track."""
        return (
            yield from self.play.ask(
                self.asked, "hand-total", RULE, COUNTS, lambda: range(most + 1), {"track": track, "now": now}
            )
        )


# -- pieces -----------------------------------------------------------------------------------------


def room(state: State, piece: Piece, space: Space) -> int:
    """Return how many more of this kind fit there (1.4.2)."""
    if not may_stack(board.OWNER[piece], space):
        return 0
    return places_for_bases(state, space) if piece in board.BASES else 99


def _places(state: State, piece: Piece) -> list[Space]:
    return [space for space in board.ALL_SPACES if room(state, piece, space)]


def placeable(state: State) -> list[Piece]:
    return [piece for piece in board.PIECES if available(state, piece) and _places(state, piece)]


def place_pieces(hand: Hand) -> Rules:
    state = hand.state
    piece = yield from hand.piece("place", lambda: placeable(state))
    space = yield from hand.space("place", lambda: _places(state, piece))
    n = yield from hand.number(piece, lambda: min(available(state, piece), room(state, piece, space)))
    place(hand.play, RULE, piece, space, n)


def removable(state: State) -> list[Piece]:
    return [piece for piece in board.PIECES if on_map(state, piece)]


def _standing(state: State, piece: Piece) -> list[Space]:
    return [space for space in board.ALL_SPACES if count(state, space, piece)]


def remove_pieces(hand: Hand) -> Rules:
    state = hand.state
    piece = yield from hand.piece("remove", lambda: removable(state))
    space = yield from hand.space("remove", lambda: _standing(state, piece))
    n = yield from hand.number(piece, lambda: count(state, space, piece))
    box = "available"
    if board.OWNER[piece] == board.COALITION:
        box = yield from hand.play.ask(
            hand.asked,
            "hand-box",
            RULE,
            WORDS,
            lambda: ["available", "casualties", "out-of-play"],
            {"piece": board.PIECE_IDS[piece], "edit": "into"},
        )
    n = min(n, count(state, space, piece))  # its owner may have removed some meanwhile
    if box == "available":
        remove(hand.play, RULE, piece, space, n)
    elif box == "casualties":
        lose(hand.play, RULE, piece, space, n)
    elif n:
        state.pieces[space * board.KINDS + piece] -= n
        state.pieces[board.OUT_OF_PLAY * board.KINDS + piece] += n
        hand.play.emit("out-of-play", RULE, board.PIECE_IDS[piece], n, board.SPACE_IDS[space])
        adjust_control(hand.play, space)


def _destinations(state: State, piece: Piece, origin: Space) -> list[Space]:
    return [space for space in _places(state, piece) if space != origin]


def movable(state: State) -> list[Piece]:
    return [
        piece for piece in board.PIECES if any(_destinations(state, piece, space) for space in _standing(state, piece))
    ]


def move_pieces(hand: Hand) -> Rules:
    state = hand.state
    piece = yield from hand.piece("move", lambda: movable(state))
    origin = yield from hand.space(
        "move", lambda: [space for space in _standing(state, piece) if _destinations(state, piece, space)]
    )
    dest = yield from hand.play.ask(
        hand.asked,
        "hand-dest",
        RULE,
        PLACES,
        lambda: _destinations(state, piece, origin),
        {"piece": board.PIECE_IDS[piece], "space": board.SPACE_IDS[origin]},
    )
    n = yield from hand.number(piece, lambda: min(count(state, origin, piece), room(state, piece, dest)))
    move(hand.play, RULE, piece, n, origin, dest)


def _can_flip(state: State, piece: Piece, space: Space) -> int:
    """Return how many Guerrillas of this kind may flip there (1.4.3)."""
    faction = board.OWNER[piece]
    return can_hide(state, faction, space) if piece == board.ACTIVE_OF[faction] else count(state, space, piece)


def flippable(state: State) -> list[Piece]:
    kinds = [
        piece for faction in board.INSURGENTS for piece in (board.UNDERGROUND_OF[faction], board.ACTIVE_OF[faction])
    ]
    return [piece for piece in kinds if any(_can_flip(state, piece, space) for space in board.ALL_SPACES)]


def flip_pieces(hand: Hand) -> Rules:
    state = hand.state
    piece = yield from hand.piece("flip", lambda: flippable(state))
    space = yield from hand.space("flip", lambda: [s for s in board.ALL_SPACES if _can_flip(state, piece, s)])
    n = yield from hand.number(piece, lambda: _can_flip(state, piece, space))
    turn_over = activate if piece == board.UNDERGROUND_OF[board.OWNER[piece]] else hide
    turn_over(hand.play, RULE, board.OWNER[piece], space, n)


def boxed(state: State) -> list[Piece]:
    """Return the Coalition pieces in a box."""
    return [
        piece
        for piece in (board.C_TROOPS, board.C_BASE)
        if any(state.pieces[row * board.KINDS + piece] for row in BOXES.values())
    ]


def move_between_boxes(hand: Hand) -> Rules:
    pieces = hand.state.pieces
    piece = yield from hand.piece("boxes", lambda: boxed(hand.state))
    about = {"piece": board.PIECE_IDS[piece]}
    pool = yield from hand.play.ask(
        hand.asked,
        "hand-box",
        RULE,
        WORDS,
        lambda: [box for box, row in BOXES.items() if pieces[row * board.KINDS + piece]],
        {**about, "edit": "pool"},
    )
    into = yield from hand.play.ask(
        hand.asked, "hand-box", RULE, WORDS, lambda: [box for box in BOXES if box != pool], {**about, "edit": "into"}
    )
    n = yield from hand.number(piece, lambda: pieces[BOXES[pool] * board.KINDS + piece])
    pieces[BOXES[pool] * board.KINDS + piece] -= n
    pieces[BOXES[into] * board.KINDS + piece] += n
    hand.play.emit("boxed", RULE, board.PIECE_IDS[piece], n, pool, into)


# -- people -----------------------------------------------------------------------------------------


def _directions(state: State, space: Space) -> list[str]:
    ways = {"support": TOWARD_SUPPORT, "opposition": TOWARD_OPPOSITION}
    return [word for word, way in ways.items() if can_shift(state, space, way)]


def shiftable(state: State) -> list[Space]:
    return [space for space in board.ALL_SPACES if _directions(state, space)]


def shift_space(hand: Hand) -> Rules:
    state = hand.state
    space = yield from hand.space("shift", lambda: shiftable(state))
    toward = yield from hand.play.ask(
        hand.asked, "hand-toward", RULE, WORDS, lambda: _directions(state, space), {"space": board.SPACE_IDS[space]}
    )
    shift(hand.play, RULE, space, TOWARD_SUPPORT if toward == "support" else TOWARD_OPPOSITION)


def _marker_edits(state: State, space: Space) -> list[str]:
    may_place = markers_left(state) > 0 and not (board.IS_LOC[space] and state.terror[space])
    return ["place"] * may_place + ["remove"] * bool(state.terror[space])


def markable(state: State) -> list[Space]:
    return [space for space in board.ALL_SPACES if _marker_edits(state, space)]


def mark_space(hand: Hand) -> Rules:
    state = hand.state
    space = yield from hand.space("terror", lambda: markable(state))
    what = yield from hand.play.ask(
        hand.asked, "hand-marker", RULE, WORDS, lambda: _marker_edits(state, space), {"space": board.SPACE_IDS[space]}
    )
    (place_terror if what == "place" else remove_terror)(hand.play, RULE, space)


def repeopled(state: State) -> list[Space]:
    """Return the spaces that may get a +1 Pop marker."""
    if sum(state.returnees) >= board.RETURNEES_MARKERS:
        return []
    return [space for space in board.ALL_SPACES if board.IS_AFGHAN[space] and not state.returnees[space]]


def bring_home(hand: Hand) -> Rules:
    space = yield from hand.space("returnees", lambda: repeopled(hand.state))
    hand.state.returnees[space] = 1
    hand.play.emit("returnees", RULE, board.SPACE_IDS[space])


# -- tracks -----------------------------------------------------------------------------------------


def set_resources(hand: Hand) -> Rules:
    faction = yield from hand.which("resources", lambda: (board.GOVERNMENT, board.TALIBAN, board.WARLORDS))
    total = yield from hand.total(board.SEATS[faction], hand.state.resources[faction], board.MAX_RESOURCES)
    gain(hand.play, RULE, faction, total - hand.state.resources[faction])


def set_aid(hand: Hand) -> Rules:
    total = yield from hand.total("aid", hand.state.aid, board.MAX_AID)
    change_aid(hand.play, RULE, total - hand.state.aid)


def set_patronage(hand: Hand) -> Rules:
    total = yield from hand.total("patronage", hand.state.patronage, board.MAX_PATRONAGE)
    change_patronage(hand.play, RULE, total - hand.state.patronage)


def islamabad_ways(state: State) -> list[str]:
    """Return the legal shifts of Islamabad: a box, or Hard at the end of the track (6.6.1)."""
    ends = {"hostility": board.HOSTILITY, "sponsorship": board.SPONSORSHIP}
    return [word for word, end in ends.items() if state.islamabad != end or not state.hard]


def move_islamabad(hand: Hand) -> Rules:
    toward = yield from hand.play.ask(
        hand.asked,
        "hand-islamabad",
        RULE,
        WORDS,
        lambda: islamabad_ways(hand.state),
        {"box": board.BOX_IDS[hand.state.islamabad]},
    )
    shift_islamabad(hand.play, RULE, TOWARD_SPONSORSHIP if toward == "sponsorship" else TOWARD_HOSTILITY)


# -- turns and lasting texts ------------------------------------------------------------------------


def not_yet(state: State, status: int) -> list[Faction]:
    return [faction for faction in board.FACTIONS if state.next_eligibility[faction] != status]


def make_eligible(hand: Hand) -> Rules:
    make_eligible_next(hand.play, (yield from hand.which("eligible", lambda: not_yet(hand.state, ELIGIBLE_NEXT))))


def make_ineligible(hand: Hand) -> Rules:
    faction = yield from hand.which("ineligible", lambda: not_yet(hand.state, INELIGIBLE_NEXT))
    make_ineligible_through_next(hand.play, faction)


def lasts(hand: Hand) -> bool:
    """Return whether the side is a Capability or Momentum not in effect yet."""
    lasting = is_capability(hand.card) or is_momentum(hand.card, hand.side)
    return lasting and not in_effect(hand.state, hand.card, hand.side)


def put_in_force(hand: Hand) -> Rules:
    if is_capability(hand.card):
        place_capability(hand.play, hand.card, hand.side)
    else:
        place_momentum(hand.play, hand.card, hand.side, hand.faction)
    return
    yield


def capabilities(state: State) -> list[int]:
    return [
        card for card in board.CARDS if is_capability(card) and card in {number for number, _ in texts_in_effect(state)}
    ]


def take_out_of_force(hand: Hand) -> Rules:
    card = yield from hand.play.ask(hand.asked, "hand-card", RULE, CARD_NUMBERS, lambda: capabilities(hand.state))
    remove_capability(hand.play, card)


def grant_action(hand: Hand) -> Rules:
    """5.5: a Faction executes a free action, or declines it."""
    faction = yield from hand.which("free", lambda: board.FACTIONS)
    kind = yield from hand.play.ask(
        hand.asked,
        "hand-free",
        RULE,
        WORDS,
        lambda: ["free-operation", "free-limited", "free-activity"],
        {"faction": board.SEATS[faction]},
    )
    if kind == "free-activity":
        own = [name for name, activity in ACTIVITIES.items() if activity.faction == faction]
        yield from free_activity(hand.play, faction, own)
    else:
        yield from free_operation(hand.play, faction, OPERATIONS_OF[faction], limited=kind == "free-limited")


# -- all of them ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    """A kind of change: when it is possible, and how to make it."""

    possible: Callable[[Hand], object]
    run: Callable[[Hand], Rules]


def _always(hand: Hand) -> bool:
    return True


def _of_state(test: Callable[[State], object]) -> Callable[[Hand], object]:
    return lambda hand: test(hand.state)


EDITS: dict[str, Edit] = {
    "place": Edit(_of_state(placeable), place_pieces),
    "remove": Edit(_of_state(removable), remove_pieces),
    "move": Edit(_of_state(movable), move_pieces),
    "flip": Edit(_of_state(flippable), flip_pieces),
    "boxes": Edit(_of_state(boxed), move_between_boxes),
    "shift": Edit(_of_state(shiftable), shift_space),
    "terror": Edit(_of_state(markable), mark_space),
    "returnees": Edit(_of_state(repeopled), bring_home),
    "resources": Edit(_always, set_resources),
    "aid": Edit(_always, set_aid),
    "patronage": Edit(_always, set_patronage),
    "islamabad": Edit(_of_state(islamabad_ways), move_islamabad),
    "eligible": Edit(_of_state(partial(not_yet, status=ELIGIBLE_NEXT)), make_eligible),
    "ineligible": Edit(_of_state(partial(not_yet, status=INELIGIBLE_NEXT)), make_ineligible),
    "lasting": Edit(lasts, put_in_force),
    "lift": Edit(_of_state(capabilities), take_out_of_force),
    "free": Edit(_always, grant_action),
}


def by_hand(play: Play, asked: Faction, faction: Faction, card: int, side: str) -> Rules:
    """5.1: enter the Event of `faction` change by change until done."""
    hand = Hand(play, asked, faction, card, side)
    while True:
        edit = yield from play.ask(
            asked,
            "hand-edit",
            RULE,
            WORDS,
            lambda: [*(name for name, edit in EDITS.items() if edit.possible(hand)), "done"],
            {"card": card},
        )
        if edit == "done":
            return
        yield from EDITS[edit].run(hand)
