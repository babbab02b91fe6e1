"""4.1: parts common to Special Activities: selecting spaces, and keeping the Operation possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.decision import Fresh, Param
from khyber.engine.play import NOTHING
from khyber.games.distant_plain.board import (
    ALL_SPACES,
    COALITION,
    FACTIONS,
    IS_AFGHAN,
    KINDS,
    SPACE_IDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import PLACES
from khyber.games.distant_plain.play import Asking, Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.operations.conditions import allowed, open_to_activity, operation_possible
from khyber.games.distant_plain.rules.tracks import purse
from khyber.games.distant_plain.state import State


def spaces_left(state: State, most: int) -> bool:
    """Return whether the Special Activity may select another space, by its own limit and an Event's."""
    chosen = len(state.special_spaces)
    return chosen < most and not (state.special_most and chosen >= state.special_most)


def limit_left(state: State, faction: Faction, most: int, cost: int) -> int:
    """Return how many more spaces it may select: by its own limit, an Event's, and its cost."""
    left = min(most, state.special_most or most) - len(state.special_spaces)
    return min(left, state.resources[purse(faction)] // cost) if cost else left


def next_space(
    play: Play,
    faction: Faction,
    ask: str,
    rule: str,
    spaces: Callable[[], list[Space]],
    least: int = 1,
    *,
    may_end: Callable[[Play], bool] | None = None,
    most: int = len(ALL_SPACES),
    cost: int = 0,
    about: Mapping[str, Param] = NOTHING,
) -> Asking[Space | None]:
    """Ask for the next space of the Special Activity, each at most once; None when done.

    It may end with the `least` spaces, and by default once a declared Operation is possible. The question is `about`
    what the caller says, the number of spaces that may still be selected, and their cost.
    """
    state = play.state

    listed: list[Space] | None = open_to_activity(state, spaces())
    if not listed:
        return None

    def build() -> list[Space | str]:
        nonlocal listed
        found: list[Space | str] = list(open_to_activity(state, spaces()) if listed is None else listed)
        listed = None  # an aside may change the list
        if len(state.special_spaces) >= least and (may_end or keeps_operation)(play):
            found.append("done")
        return found

    space = yield from play.ask(
        faction,
        ask,
        rule,
        PLACES,
        build,
        Fresh(lambda: {**about, "limit": limit_left(state, faction, most, cost), "cost": cost}),
    )
    if isinstance(space, str):
        return None
    state.special_spaces += bytes((space,))
    play.emit("activity-space", rule, SPACE_IDS[space])
    return space


@rule("4.1")
def keeps_operation(play: Play) -> bool:
    """4.1: whether a declared Operation has begun, or can."""
    state = play.state
    return not state.op or operation_possible(play, FACTIONS[state.op_by], state.op)


def hangs_on_spaces(state: State) -> bool:
    """4.1: whether an Event limits a declared Operation to some spaces."""
    return state.op_only >= 0 and bool(state.op) and not state.op_spaces


@rule("4.1")
def held_spaces(play: Play, spaces: Sequence[Space], *pieces: Piece) -> list[Space]:
    """4.1: spaces that must keep or get such a piece so that a declared Operation stays possible.

    `spaces` are those between which a Special Activity moves such pieces. This matters only if an Event limits a free
    Operation to some spaces: elsewhere Troops can Assault where they arrive, and Kabul is always open to Train.
    """
    state = play.state
    if not hangs_on_spaces(state):
        return []
    scratch = play.scratch()
    for space in spaces:
        for piece in pieces:
            scratch.state.pieces[space * KINDS + piece] = 0
    if operation_possible(scratch, COALITION, state.op):
        return []
    return allowed(state, [space for space in spaces if IS_AFGHAN[space] or state.op != "train"])
