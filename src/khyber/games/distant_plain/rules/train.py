"""3.2.1: Train. Cubes first, in every selected space; then one thing more in one of them."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ALL_SPACES,
    C_BASE,
    COALITION,
    COIN_CONTROL,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    KABUL,
    KINDS,
    PIECE_IDS,
    SPACE_IDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import COIN_COST, cost_met, train_spaces
from khyber.games.distant_plain.rules.forces import (
    available,
    government_cubes,
    move,
    on_map,
    place,
    remove,
    room_for_base,
)
from khyber.games.distant_plain.rules.operations import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT, can_influence, influence
from khyber.games.distant_plain.rules.tracks import gain, patronage_to_resources, pay
from khyber.games.distant_plain.state import State

MOST_CUBES = 6
CUBES_FOR_A_BASE = 3
PATRONAGE_RETURNED = 3


@rule("3.2.1")
def train(play: Play, faction: Faction) -> Rules:
    """3.2.1: place Government cubes; then Civic Action, a Base, or Patronage given back, once in all."""
    state = play.state
    while True:
        space = yield from next_choice(
            play, faction, "train-space", "3.2.1", lambda: list(train_spaces(play, faction)), has_begun(play))
        if not isinstance(space, int):
            break
        select(play, faction, "3.2.1", space, COIN_COST if faction == GOVERNMENT else 0)
        if may_place_cubes(state, faction, space):
            yield from place_cubes(play, faction, space)
    yield from train_follow_up(play, faction)


def may_place_cubes(state: State, faction: Faction, space: Space) -> bool:
    """3.2.1: Government in Kabul and at COIN Bases; Coalition only at its own Bases, and for a price."""
    at_coalition_base = state.pieces[space * KINDS + C_BASE] > 0
    if faction == COALITION:
        return at_coalition_base and cost_met(state, faction, COIN_COST)
    return space == KABUL or at_coalition_base or state.pieces[space * KINDS + G_BASE] > 0


def place_cubes(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.1: up to 6 Troops and Police, from Available; of a kind that is used up, from elsewhere on the map."""
    state = play.state
    room, paid = MOST_CUBES, faction == GOVERNMENT or state.op_free
    for piece in (G_TROOPS, G_POLICE):
        placed = yield from _place_kind(play, faction, space, piece, room, paid)
        if placed:
            paid = True
        room -= placed


def _place_kind(play: Play, faction: Faction, space: Space, piece: Piece, room: int, paid: bool) -> Asking[int]:
    """Place cubes of one kind; the Coalition pays with the first."""
    state = play.state
    names = {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece]}
    placed = 0
    if available(state, piece):
        placed = yield from play.pick(
            faction, "train-count", "3.2.1", COUNTS, lambda: range(min(room, available(state, piece)) + 1), names)
        if placed and not paid:
            pay(play, "3.2.1", faction, COIN_COST)
            paid = True
        place(play, "3.2.1", piece, space, placed)
    while placed < room and not available(state, piece) and _elsewhere(state, piece, space):
        origin = yield from play.pick(
            faction, "train-from-map", "3.2.1", PLACES, partial(_elsewhere_or_done, state, piece, space), names)
        if isinstance(origin, str):
            break
        n = yield from play.pick(
            faction, "move-count", "3.2.1", COUNTS,
            partial(range, 1, min(room - placed, state.pieces[origin * KINDS + piece]) + 1),
            {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[space], "piece": PIECE_IDS[piece]})
        if not paid:
            pay(play, "3.2.1", faction, COIN_COST)
            paid = True
        move(play, "3.2.1", piece, n, origin, space)
        placed += n
    return placed


def _elsewhere(state: State, piece: Piece, space: Space) -> list[Space]:
    return [other for other in ALL_SPACES if other != space and state.pieces[other * KINDS + piece]]


def _elsewhere_or_done(state: State, piece: Piece, space: Space) -> list[Space | str]:
    return or_done(_elsewhere(state, piece, space))


# -- the follow-up ----------------------------------------------------------------------------------


def train_follow_up(play: Play, faction: Faction) -> Rules:
    """3.2.1: at most one of Civic Action, a Government Base, 3 Patronage back to Resources."""
    state = play.state
    finished = False

    def choices() -> list[Choice]:
        return [] if finished else follow_ups(state, faction)

    while True:
        choice = yield from next_choice(play, faction, "train-then", "3.2.1", choices, lambda: True)
        if isinstance(choice, tuple):
            finished = True
            what, space = choice
            if what == "civic-action":
                yield from train_civic_action(play, faction, space)
            elif what == "base":
                yield from build_base(play, faction, space)
            else:
                patronage_to_resources(play, "3.2.1", GOVERNMENT, PATRONAGE_RETURNED)
            continue
        return


def follow_ups(state: State, faction: Faction) -> list[Choice]:
    found: list[Choice] = []
    for space in state.op_spaces:
        if train_civic_action_possible(state, space):
            found.append(("civic-action", space))
        if faction == GOVERNMENT and base_possible(state, space):
            found.append(("base", space))
        if faction == COALITION and space == KABUL and state.patronage:
            found.append(("patronage", space))
    return found


def train_civic_action_possible(state: State, space: Space) -> bool:
    """3.2.1: COIN Control is enough, by any pieces; 3 Government Resources a time, even if the Train is free."""
    return (state.control[space] == COIN_CONTROL and state.resources[GOVERNMENT] >= COIN_COST
            and can_influence(state, space, TOWARD_SUPPORT))


def train_civic_action(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.1, 6.4.1: Terror first, then levels, as often as wanted in that space."""
    state = play.state
    more = "more"
    while more == "more":
        gain(play, "3.2.1", GOVERNMENT, -COIN_COST)
        influence(play, "3.2.1", space, TOWARD_SUPPORT)
        if not train_civic_action_possible(state, space):
            return
        more = yield from play.pick(
            faction, "civic-more", "3.2.1", WORDS,
            lambda: ["more", "done"] if train_civic_action_possible(state, space) else ["done"],
            {"space": SPACE_IDS[space]})


def base_possible(state: State, space: Space) -> bool:
    """3.2.1: 3 Government cubes there, room, and a Base Available or elsewhere on the map."""
    if government_cubes(state, space) < CUBES_FOR_A_BASE or not room_for_base(state, space):
        return False
    return available(state, G_BASE) > 0 or on_map(state, G_BASE) > state.pieces[space * KINDS + G_BASE]


def build_base(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.1: any 3 Government cubes become a Base, taken from the map if none is Available."""
    state = play.state
    troops, police = state.pieces[space * KINDS + G_TROOPS], state.pieces[space * KINDS + G_POLICE]
    of_troops = yield from play.pick(
        faction, "train-base-troops", "3.2.1", COUNTS,
        lambda: range(max(0, CUBES_FOR_A_BASE - police), min(CUBES_FOR_A_BASE, troops) + 1),
        {"space": SPACE_IDS[space]})
    origin: Space | None = None
    if not available(state, G_BASE):
        origin = yield from play.pick(
            faction, "train-base-from", "3.2.1", PLACES, lambda: _elsewhere(state, G_BASE, space),
            {"space": SPACE_IDS[space]})
    remove(play, "3.2.1", G_TROOPS, space, of_troops)
    remove(play, "3.2.1", G_POLICE, space, CUBES_FOR_A_BASE - of_troops)
    if origin is None:
        place(play, "3.2.1", G_BASE, space)
    else:
        move(play, "3.2.1", G_BASE, 1, origin, space)
