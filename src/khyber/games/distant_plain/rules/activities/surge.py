"""4.2.1: Surge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from khyber.games.distant_plain.board import (
    AFGHAN,
    AVAILABLE,
    C_BASE,
    C_TROOPS,
    COIN_CONTROL,
    KABUL,
    KINDS,
    MAX_AID,
    MAX_RESOURCES,
    PIECE_IDS,
    SPACE_IDS,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import held_spaces, next_space, spaces_left
from khyber.games.distant_plain.rules.forces import available, place, places_for_bases, remove
from khyber.games.distant_plain.rules.tracks import change_aid, gain
from khyber.games.distant_plain.state import State

MAX_SPACES = 3
#: An Event's change to Surge: no roll here, the Event rolls itself.
NO_ROLL = "no-roll"


def surge_spaces(state: State) -> list[Space]:
    """4.2.1: Kabul, and Provinces under COIN Control."""
    if not spaces_left(state, MAX_SPACES):
        return []
    return [
        space
        for space in AFGHAN
        if (space == KABUL or state.control[space] == COIN_CONTROL) and space not in state.special_spaces
    ]


def can_surge(play: Play, faction: Faction) -> bool:
    return True


@rule("4.2.1")
def surge(play: Play, faction: Faction) -> Rules:
    """4.2.1: move Coalition pieces among up to 3 spaces and Available, then split a die roll.

    The spaces are selected first; then the Coalition chooses the number of Bases and Troops in each.
    """
    state = play.state
    while (
        yield from next_space(play, faction, "surge-space", "4.2.1", lambda: surge_spaces(state), most=MAX_SPACES)
    ) is not None:
        pass
    spaces = tuple(state.special_spaces)
    moved = False
    held = held_spaces(play, spaces, C_BASE, C_TROOPS)
    troops = available(state, C_TROOPS) + sum(state.pieces[space * KINDS + C_TROOPS] for space in spaces)
    moved |= yield from _garrison(play, faction, spaces, C_BASE, [] if troops else held)
    if any(state.pieces[space * KINDS + C_BASE] for space in held):
        held = []
    moved |= yield from _garrison(play, faction, spaces, C_TROOPS, held)
    if state.op_text == NO_ROLL:
        return
    if moved:
        roll = yield from play.ask(faction, "surge-roll", "4.2.1", WORDS, lambda: ["roll", "done"])
        if roll == "done":
            return
    yield from _donors(play, faction)


def _garrison(
    play: Play, faction: Faction, spaces: Sequence[Space], piece: Piece, held: Sequence[Space]
) -> Asking[bool]:
    """4.2.1: ask for the number of pieces of one kind in each space; the rest goes to Available.

    At least one must be in one of the `held` spaces, if there are any (4.1).
    """
    state = play.state
    pieces = state.pieces
    now = {space: pieces[space * KINDS + piece] for space in spaces}
    pool = pieces[AVAILABLE * KINDS + piece] + sum(now.values())
    room = {space: places_for_bases(state, space) + now[space] if piece == C_BASE else pool for space in spaces}
    to_hold = [space for space in held if room[space]]
    wanted: dict[Space, int] = {}
    for space in spaces:
        choices: Sequence[int] = range(min(pool, room[space]) + 1)
        if to_hold:
            later = any(other not in wanted and other != space for other in to_hold)
            choices = [n for n in choices if (n and space in to_hold) or (later and n < pool)]
        wanted[space] = yield from play.ask(
            faction,
            "surge-garrison",
            "4.2.1",
            COUNTS,
            partial(list, choices),
            {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece], "now": now[space]},
        )
        pool -= wanted[space]
        if wanted[space] and space in to_hold:
            to_hold = []
    for space in spaces:
        remove(play, "4.2.1", piece, space, max(0, now[space] - wanted[space]))
    for space in spaces:
        place(play, "4.2.1", piece, space, max(0, wanted[space] - now[space]))
    return wanted != now


def _donors(play: Play, faction: Faction) -> Rules:
    """4.2.1: roll, and split the number between Aid and Warlord Resources within their limits."""
    state = play.state
    rolled = play.roll("surge")
    play.emit("rolled", "4.2.1", rolled)

    def build() -> list[int]:
        aid_room, warlord_room = MAX_AID - state.aid, MAX_RESOURCES - state.resources[WARLORDS]
        splits = [n for n in range(rolled + 1) if n <= aid_room and rolled - n <= warlord_room]
        return splits or [aid_room]

    to_aid = yield from play.ask(faction, "surge-split", "4.2.1", COUNTS, build, {"n": rolled}, boundary=False)
    change_aid(play, "4.2.1", to_aid)
    gain(play, "4.2.1", WARLORDS, rolled - to_aid)
