"""4.5.3: Suborn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    ALL_SPACES,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    INSURGENTS,
    KINDS,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    T_ACTIVE,
    T_UNDERGROUND,
    W_ACTIVE,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.forces import can_hide, count, government_cubes, hide, on_map, remove
from khyber.games.distant_plain.rules.operations.conditions import attack_spaces, column, operation_possible
from khyber.games.distant_plain.rules.tracks import affords, pay
from khyber.games.distant_plain.state import State

SUBORN_COST = 2
MAX_SUBORNED = 3
MAX_CUBES = 3


def suborn_cost(state: State) -> int:
    return 0 if state.op_free and not state.op else SUBORN_COST


def suborn_choices(play: Play, space: Space, cost: int, keep: bool) -> list[str]:
    """4.5.3: the options in this space for `cost`; with `keep`, those that leave the Operation possible."""
    return [
        how for how in _subornable(play.state, space) if not keep or _suborn_leaves_operation(play, space, how, cost)
    ]


def _subornable(state: State, space: Space) -> Iterator[str]:
    """4.5.3: yield the options in this space one by one."""
    at = space * KINDS
    if government_cubes(state, space):
        yield "cubes"
    if state.pieces[at + G_BASE]:
        yield "base"
    if state.pieces[at + T_UNDERGROUND] or state.pieces[at + T_ACTIVE]:
        yield "guerrilla"
    if any(can_hide(state, faction, space) for faction in INSURGENTS):
        yield "hide"


def must_keep_operation(play: Play) -> bool:
    """4.1: whether the cost or a removal could make a declared Operation impossible."""
    state = play.state
    if not state.op or state.op_spaces:
        return False
    if state.resources[WARLORDS] <= SUBORN_COST:
        return True
    if state.op == "attack":
        return len(attack_spaces(play, WARLORDS)) < 2
    return not operation_possible(play, WARLORDS, state.op)


def _suborn_leaves_operation(play: Play, space: Space, how: str, cost: int) -> bool:
    """4.1: whether the Operation stays possible after the largest effect of this option."""
    scratch = play.scratch()
    state = scratch.state
    at = space * KINDS
    pay(scratch, "4.5.3", WARLORDS, cost)
    if how == "cubes":
        n = min(MAX_CUBES, government_cubes(state, space))
        troops = min(n, state.pieces[at + G_TROOPS])
        remove(scratch, "4.5.3", G_TROOPS, space, troops)
        remove(scratch, "4.5.3", G_POLICE, space, n - troops)
    elif how == "base":
        remove(scratch, "4.5.3", G_BASE, space)
    elif how == "guerrilla":
        remove(scratch, "4.5.3", T_ACTIVE if state.pieces[at + T_ACTIVE] else T_UNDERGROUND, space)
    else:
        for faction in INSURGENTS:
            hide(scratch, "4.5.3", faction, space, can_hide(state, faction, space))
    return operation_possible(scratch, WARLORDS, play.state.op)


def suborn_spaces(play: Play) -> list[Space]:
    """4.5.3: spaces with pieces to Suborn, at 2 Resources each."""
    state = play.state
    cost = suborn_cost(state)
    if not spaces_left(state, MAX_SUBORNED) or not affords(state, WARLORDS, cost):
        return []
    chosen = state.special_spaces
    if must_keep_operation(play):
        return [space for space in ALL_SPACES if space not in chosen and suborn_choices(play, space, cost, True)]
    bought = zip(
        *(column(state, p) for p in (G_TROOPS, G_POLICE, G_BASE, T_UNDERGROUND, T_ACTIVE, W_ACTIVE)), strict=True
    )
    return [space for space, pieces in enumerate(bought) if any(pieces) and space not in chosen]


def can_suborn(play: Play, faction: Faction) -> bool:
    """4.5.3: whether any space can be Suborned, with a shortcut for the usual case."""
    state = play.state
    cost = suborn_cost(state)
    if not affords(state, WARLORDS, cost):
        return False
    keep = must_keep_operation(play)
    if keep and state.op != "terror":
        poorer = play.scratch()
        pay(poorer, "4.5.3", WARLORDS, cost)
        if not operation_possible(poorer, WARLORDS, state.op):
            return False  # only Terror can gain from what is Suborned
    if keep or state.special_most:
        return any(
            not keep or _suborn_leaves_operation(play, space, how, cost)
            for space in ALL_SPACES
            for how in _subornable(state, space)
        )
    return any(on_map(state, piece) for piece in (G_TROOPS, G_POLICE, G_BASE, T_UNDERGROUND, T_ACTIVE, W_ACTIVE))


@rule("4.5.3")
def suborn(play: Play, faction: Faction) -> Rules:
    """4.5.3: in up to 3 spaces, remove cubes, a Base or a Guerrilla, or flip Guerrillas Underground."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play,
                faction,
                "suborn-space",
                "4.5.3",
                lambda: suborn_spaces(play),
                most=MAX_SUBORNED,
                cost=suborn_cost(state),
            )
        )
    ) is not None:
        pay(play, "4.5.3", faction, suborn_cost(state))
        how = yield from play.ask(
            faction,
            "suborn-how",
            "4.5.3",
            WORDS,
            partial(_paid_choices, play, space),
            {"space": SPACE_IDS[space], "cubes": min(MAX_CUBES, government_cubes(state, space))},
        )
        if how == "cubes":
            yield from _suborn_cubes(play, faction, space)
        elif how == "base":
            remove(play, "4.5.3", G_BASE, space)
        elif how == "guerrilla":
            yield from _suborn_guerrilla(play, faction, space)
        else:
            yield from _let_hide(play, faction, space)


def _paid_choices(play: Play, space: Space) -> list[str]:
    return suborn_choices(play, space, 0, must_keep_operation(play))


def _suborn_cubes(play: Play, faction: Faction, space: Space) -> Rules:
    """Remove 3 Government cubes, or all if there are fewer."""
    state = play.state
    troops, police = count(state, space, G_TROOPS), count(state, space, G_POLICE)
    n = min(MAX_CUBES, troops + police)
    of_troops = yield from play.ask(
        faction,
        "suborn-troops",
        "4.5.3",
        COUNTS,
        lambda: range(max(0, n - police), min(n, troops) + 1),
        {"space": SPACE_IDS[space], "n": n, "piece": PIECE_IDS[G_TROOPS]},
    )
    with as_one_step(play, (space,)):
        remove(play, "4.5.3", G_TROOPS, space, of_troops)
        remove(play, "4.5.3", G_POLICE, space, n - of_troops)


def _suborn_guerrilla(play: Play, faction: Faction, space: Space) -> Rules:
    """Remove 1 Taliban Guerrilla, Active or Underground."""
    state = play.state
    which = yield from play.ask(
        faction,
        "suborn-guerrilla",
        "4.5.3",
        PIECES_OR_WORDS,
        lambda: [piece for piece in (T_UNDERGROUND, T_ACTIVE) if state.pieces[space * KINDS + piece]],
        {"space": SPACE_IDS[space]},
    )
    remove(play, "4.5.3", which, space)


def _let_hide(play: Play, faction: Faction, space: Space) -> Rules:
    """Flip any Guerrillas of either Faction Underground, at least one in all.

    If a declared Terror depends on it, one of them must be a Warlord Guerrilla (4.1).
    """
    state = play.state
    needed = bool(state.op) and not operation_possible(play, WARLORDS, state.op)
    hidden = 0
    for owner in INSURGENTS:
        most = can_hide(state, owner, space)
        if not most:
            continue
        others = sum(can_hide(state, f, space) for f in INSURGENTS if f > owner)
        least = 1 if (not hidden and not others) or (needed and owner == WARLORDS) else 0
        n = yield from play.ask(
            faction,
            "suborn-hide",
            "4.5.3",
            COUNTS,
            partial(range, least, most + 1),
            {"space": SPACE_IDS[space], "faction": SEATS[owner], "piece": PIECE_IDS[ACTIVE_OF[owner]]},
            boundary=False,
        )
        hide(play, "4.5.3", owner, space, n)
        hidden += n
