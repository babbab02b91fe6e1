"""4.4.1: Extort."""

from __future__ import annotations

from collections.abc import Iterator

from khyber.games.distant_plain.board import (
    ALL_SPACES,
    ECON,
    IS_LOC,
    KINDS,
    LOCS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    W_BASE,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.forces import activate
from khyber.games.distant_plain.rules.operations.conditions import operation_possible, spaces_with
from khyber.games.distant_plain.rules.tracks import gain, transfer
from khyber.games.distant_plain.state import State


def can_be_extorted(state: State, space: Space) -> bool:
    """4.4.1: an Underground Guerrilla, and more Taliban than other pieces."""
    at = space * KINDS
    pieces = state.pieces
    if not pieces[at + T_UNDERGROUND]:
        return False
    own = pieces[at + T_UNDERGROUND] + pieces[at + T_ACTIVE] + pieces[at + T_BASE]
    return 2 * own > sum(pieces[at : at + KINDS])


def extort_spaces(play: Play) -> list[Space]:
    """4.4.1, 4.1: spaces that qualify and keep a declared Operation possible."""
    return list(extortable(play))


def extortable(play: Play) -> Iterator[Space]:
    """4.4.1, 4.1: yield the same spaces one by one."""
    state = play.state
    op = state.op
    if not spaces_left(state, len(ALL_SPACES)):
        return
    chosen = state.special_spaces
    safe = not op or bool(state.op_spaces) or (op != "terror" and operation_possible(play, TALIBAN, op))
    for space in spaces_with(state, T_UNDERGROUND):
        if space not in chosen and can_be_extorted(state, space) and (safe or _leaves_operation(play, space)):
            yield space


def _leaves_operation(play: Play, space: Space) -> bool:
    scratch = play.scratch()
    extort_in(scratch, space)
    return operation_possible(scratch, TALIBAN, play.state.op)


def extort_in(play: Play, space: Space) -> None:
    """4.4.1: take 2 from the Warlords for each of their Bases; else the Econ of an open LoC; else 1."""
    state = play.state
    activate(play, "4.4.1", TALIBAN, space, 1)
    poppies = state.pieces[space * KINDS + W_BASE]
    if poppies:
        transfer(play, "4.4.1", WARLORDS, TALIBAN, 2 * poppies)
    elif IS_LOC[space] and not state.terror[space]:
        gain(play, "4.4.1", TALIBAN, ECON[space])
    else:
        gain(play, "4.4.1", TALIBAN, 1)


def can_extort(play: Play, faction: Faction) -> bool:
    return next(extortable(play), None) is not None


@rule("4.4.1")
def extort(play: Play, faction: Faction) -> Rules:
    """4.4.1: Activate a Guerrilla for Resources in any spaces that qualify."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play,
                faction,
                "extort-space",
                "4.4.1",
                lambda: extort_spaces(play),
                about={
                    "roads": space_ids(loc for loc in LOCS if not state.terror[loc]),
                    "poppies": space_ids(spaces_with(state, W_BASE)),
                },
            )
        )
    ) is not None:
        extort_in(play, space)
