"""4.2.2: Air Lift."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from khyber.games.distant_plain.board import (
    C_TROOPS,
    G_TROOPS,
    KINDS,
    OUTSIDE_PAKISTAN,
    PIECE_IDS,
    SPACE_IDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import hangs_on_spaces, held_spaces, next_space, spaces_left
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.forces import move, on_map

MAX_SPACES = 3
MAX_GOVERNMENT_TROOPS_LIFTED = 3


def air_lift_spaces(play: Play) -> list[Space]:
    """4.2.2: any spaces outside Pakistan, the first with Troops; the Operation must stay possible (4.1)."""
    state = play.state
    chosen = list(state.special_spaces)
    if not spaces_left(state, MAX_SPACES):
        return []
    if not chosen:
        found = [
            space
            for space in OUTSIDE_PAKISTAN
            if state.pieces[space * KINDS + C_TROOPS] or state.pieces[space * KINDS + G_TROOPS]
        ]
    else:
        found = [space for space in OUTSIDE_PAKISTAN if space not in chosen]
    if not hangs_on_spaces(state):
        return found
    return [space for space in found if _can_be_among(play, [*chosen, space])]


def _can_be_among(play: Play, spaces: Sequence[Space]) -> bool:
    """4.1: whether an Air Lift of these and other spaces can move a cube and keep the Operation possible.

    One more space is always enough to bring what is missing, if anything can.
    """
    if can_lift_among(play, spaces):
        return True
    return len(spaces) < MAX_SPACES and any(
        can_lift_among(play, [*spaces, other]) for other in OUTSIDE_PAKISTAN if other not in spaces
    )


def can_lift_among(play: Play, spaces: Sequence[Space]) -> bool:
    """4.2.2, 4.1: whether a cube can move between these spaces and leave the Operation possible."""
    if len(spaces) < 2:
        return False
    pieces = play.state.pieces
    coalition = sum(pieces[space * KINDS + C_TROOPS] for space in spaces)
    if any(pieces[space * KINDS + G_TROOPS] for space in spaces) or coalition != 1:
        return True
    return len(held_spaces(play, spaces, C_TROOPS)) != 1


def can_air_lift(play: Play, faction: Faction) -> bool:
    state = play.state
    if not hangs_on_spaces(state) and not state.special_spaces:
        return on_map(state, C_TROOPS) > 0 or on_map(state, G_TROOPS) > 0
    return bool(air_lift_spaces(play))


@rule("4.2.2")
def air_lift(play: Play, faction: Faction) -> Rules:
    """4.2.2: move any Coalition Troops and up to 3 Government Troops among 3 spaces, at least one cube."""
    state = play.state
    while (
        yield from next_space(
            play,
            faction,
            "air-lift-space",
            "4.2.2",
            lambda: air_lift_spaces(play),
            2 if can_lift_among(play, state.special_spaces) else MAX_SPACES,
            most=MAX_SPACES,
            about={"chosen": len(state.special_spaces)},
        )
    ) is not None:
        pass
    spaces = tuple(state.special_spaces)
    government = sum(state.pieces[space * KINDS + G_TROOPS] for space in spaces)
    held = held_spaces(play, spaces, C_TROOPS)
    moved = yield from _lift(play, faction, spaces, C_TROOPS, most=255, must_move=government == 0, held=held)
    yield from _lift(play, faction, spaces, G_TROOPS, most=MAX_GOVERNMENT_TROOPS_LIFTED, must_move=not moved)


def _lift(
    play: Play,
    faction: Faction,
    spaces: Sequence[Space],
    piece: Piece,
    most: int,
    must_move: bool,
    held: Sequence[Space] = (),
) -> Asking[bool]:
    """Ask for the number in each space after the Air Lift; the last space gets the rest.

    At least one must be in one of the `held` spaces, if there are any (4.1).
    """
    state = play.state
    now = [state.pieces[space * KINDS + piece] for space in spaces]
    total = sum(now)
    if total == 0:
        return False
    after: list[int] = []
    held_so = _holding(spaces, now, held, must_move=must_move) if held else []
    for index, space in enumerate(spaces[:-1]):
        if held:
            fits = sorted({ends[index] for ends in held_so if ends[:index] == after})
        else:
            fits = [n for n in range(total - sum(after) + 1) if _can_finish(now, [*after, n], most)]
            last_chance = index == len(spaces) - 2 or not any(now[index + 1 :])
            if must_move and last_chance and after == now[:index]:
                fits.remove(now[index])
        after.append(
            (
                yield from play.ask(
                    faction,
                    "air-lift-garrison",
                    "4.2.2",
                    COUNTS,
                    partial(list, fits),
                    {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece], "now": now[index]},
                )
            )
        )
    after.append(total - sum(after))
    relocate(play, "4.2.2", piece, spaces, now, after)
    return after != now


def _holding(spaces: Sequence[Space], now: Sequence[int], held: Sequence[Space], *, must_move: bool) -> list[list[int]]:
    """4.1: the distributions with a Troop in a held space, and with one moved if one must move."""
    most = range(sum(now) + 1)
    ways = ([*first, sum(now) - sum(first)] for first in product(most, repeat=len(now) - 1) if sum(first) <= sum(now))
    return [
        way
        for way in ways
        if any(n and space in held for space, n in zip(spaces, way, strict=True))
        and not (must_move and way == list(now))
    ]


def _can_finish(now: Sequence[int], after: Sequence[int], most: int) -> bool:
    """Return whether the other spaces can be filled with at most `most` pieces moving."""
    leaving = sum(max(0, b - a) for b, a in zip(now, after, strict=False))
    coming = sum(max(0, a - b) for b, a in zip(now, after, strict=False))
    return leaving <= most and coming <= most and coming - leaving <= sum(now[len(after) :])


def relocate(
    play: Play, rule: str, piece: Piece, spaces: Sequence[Space], now: Sequence[int], after: Sequence[int]
) -> None:
    """Move pieces so that each space has `after`."""
    change = [a - b for b, a in zip(now, after, strict=True)]
    with as_one_step(play, spaces):
        for i, origin in enumerate(spaces):
            for j, dest in enumerate(spaces):
                n = min(-change[i], change[j])
                if change[i] < 0 < change[j] and n > 0:
                    move(play, rule, piece, n, origin, dest)
                    change[i] += n
                    change[j] -= n
