"""5: executing Events, and the free actions they grant (5.5). The effects of each card are in events/."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain.board import (
    BASES,
    CARDS,
    IS_PAKISTAN,
    KINDS,
    OWNER,
    SEATS,
    TALIBAN,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import SIDES, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES, special_activity
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.forces import may_stack, place, remove, room_for_base
from khyber.games.distant_plain.rules.negotiation import moment
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS_OF, can_start, operation, terms
from khyber.games.distant_plain.rules.victory import is_second_printing
from khyber.games.distant_plain.state import State, clear_action


@rule("5.2")
def event_sides(play: Play, card: int) -> list[str]:
    """5.2: the sides of the card that may be executed."""
    texts = play.cards.texts.get(card, {})
    return [side for side in SIDES if side in texts]


@rule("5.1")
def execute_event(play: Play, faction: Faction, side: str) -> Rules:
    """5.1: carry out the text, with the executing Faction's choices."""
    state = play.state
    card = state.played[-1]
    state.executing |= 1 << faction
    play.emit("event", "5.1", SEATS[faction], card, side)
    yield from moment(play, faction)
    yield from play.cards.texts[card][side].execute(play, faction)
    yield from moment(play, faction)
    clear_action(state)


@rule("5.1.1", "5.1.3")
def event_place(play: Play, piece: Piece, space: Space, n: int = 1) -> int:
    """5.1.1, 5.1.3: place what is Available, within stacking; skip the rest."""
    placed = 0
    while placed < n and _may_stand(play.state, piece, space) and place(play, "5.1", piece, space):
        placed += 1
    return placed


@rule("5.1.1")
def event_replace(play: Play, old: Piece, new: Piece, space: Space) -> bool:
    """5.1.1: remove the old piece; place the new one if possible. Taliban in Pakistan are exempt."""
    state = play.state
    if not state.pieces[space * KINDS + old] or (OWNER[old] == TALIBAN and IS_PAKISTAN[space]):
        return False
    with as_one_step(play, (space,)):
        remove(play, "5.1", old, space)
        event_place(play, new, space)
    return True


def _may_stand(state: State, piece: Piece, space: Space) -> bool:
    return may_stack(OWNER[piece], space) and (piece not in BASES or room_for_base(state, space))


@rule("3.1.2", "5.5")
def free_operation(
    play: Play,
    faction: Faction,
    ops: Sequence[str],
    *,
    limited: bool = False,
    activity: bool = False,
    spaces: Sequence[Space] | None = None,
    origins: Sequence[Space] | None = None,
    text: str = "",
) -> Rules:
    """3.1.2, 5.5: a free Operation by an Event: no cost, no effect on Eligibility. It may be declined.

    It must be one of the Faction's own Operations (5.1.1). The Event may limit it to `spaces`, or the moving pieces to
    those that start in `origins`; `text` holds its other changes. An Operation that the Event names is allowed even if
    a lasting Event forbids it (5.1.2); if the Faction may choose any Operation, none is named.
    """
    state = play.state
    if limited and never_limited(state, faction):
        limited, activity = False, True
    executing = state.executing

    def prepare() -> None:
        state.op_free, state.op_granted, state.limited, state.special_allowed = True, granted, limited, activity
        state.op_only, state.op_from, state.op_text = as_bits(spaces), as_bits(origins), text

    own = [op for op in ops if op in OPERATIONS_OF[faction]]
    granted = tuple(own) if len(own) < len(OPERATIONS_OF[faction]) else ()
    prepare()
    choice = yield from play.ask(
        faction,
        "free-operation",
        "5.5",
        WORDS,
        lambda: [*(op for op in own if can_start(play, faction, op)), "decline"],
        {"faction": SEATS[faction], "terms": terms(play, faction)},
    )
    if choice != "decline":
        yield from operation(play, faction, choice, rule="5.5")
    clear_action(state)
    state.executing = executing


@rule("5.5")
def free_activity(
    play: Play,
    faction: Faction,
    names: Sequence[str],
    *,
    most: int = 0,
    spaces: Sequence[Space] | None = None,
    text: str = "",
) -> Rules:
    """5.5: a free Special Activity needs no Operation but keeps its own conditions and the Event's limits."""
    state = play.state
    executing = state.executing
    state.op_free, state.special_most, state.op_only, state.op_text = True, most, as_bits(spaces), text
    own = [name for name in names if ACTIVITIES[name].faction == faction]
    state.op_granted = tuple(own)
    choice = yield from play.ask(
        faction,
        "free-activity",
        "5.5",
        WORDS,
        lambda: [*(name for name in own if ACTIVITIES[name].possible(play, faction)), "decline"],
        {"faction": SEATS[faction], "limit": most},
    )
    if choice != "decline":
        state.executing |= 1 << faction
        yield from special_activity(play, faction, choice)
        yield from moment(play, faction)
    clear_action(state)
    state.executing = executing


@rule("2nd:8.1")
def never_limited(state: State, faction: Faction) -> bool:
    """N2.Seq.8, R11: a 2nd printing Non-player executes a full Operation with Special Activity instead."""
    return is_second_printing(state, faction)


def as_bits(spaces: Sequence[Space] | None) -> int:
    return -1 if spaces is None else sum(1 << space for space in spaces)


def is_capability(card: int) -> bool:
    return CARDS[card].capability_of is not None
