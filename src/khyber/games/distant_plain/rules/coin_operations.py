"""3.2: Patrol, Sweep and Assault. Train has a module of its own."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ADJACENT,
    ADJACENT_LOCS,
    C_TROOPS,
    COALITION,
    G_TROOPS,
    GOVERNMENT,
    IS_LOC,
    IS_ROAD,
    KINDS,
    LOCS,
    PIECE_IDS,
    SPACE_IDS,
    T_BASE,
    TROOPS_OF,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, PLACES, WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import (
    COIN_COST,
    CUBES,
    assault_spaces,
    cost_met,
    movable,
    no_more_spaces,
    one_space,
    sweep_spaces,
    unmoved,
)
from khyber.games.distant_plain.rules.forces import (
    all_guerrillas,
    cubes,
    government_cubes,
    move,
    own_cubes,
    pieces_of,
)
from khyber.games.distant_plain.rules.map import cubes_for_one_loss, police_fight_here
from khyber.games.distant_plain.rules.operations import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.targets import activate_enemies, exposed, remove_enemies, targets_underground
from khyber.games.distant_plain.rules.tracks import change_aid, pay, toll
from khyber.games.distant_plain.state import State

#: LoCs and Kabul beside each space.
ROADS_NEXT_TO = tuple(tuple(space for space in near if IS_ROAD[space]) for near in ADJACENT)

# -- Patrol -----------------------------------------------------------------------------------------


@rule("1.3.6")
def patrol_reach(state: State, origin: Space) -> list[Space]:
    """3.2.2: LoCs and Kabul that a cube from here can come to; entering a Sabotaged LoC ends its way.

    There is never a better detour on this map: the shortest way enters no space that another way would spare.
    """
    reached = list(ROADS_NEXT_TO[origin])
    for space in reached:
        if not (IS_LOC[space] and state.terror[space]):
            reached += [step for step in ROADS_NEXT_TO[space] if step != origin and step not in reached]
    return sorted(reached)


def patrol_destinations(state: State, faction: Faction, origin: Space) -> list[Space]:
    """3.2.2, 2.3.5: a Limited Patrol ends in one space."""
    reach = patrol_reach(state, origin)
    if no_more_spaces(state, faction):
        return [space for space in reach if space == state.op_spaces[0]]
    return reach


def patrol_origins(state: State, faction: Faction) -> list[Space]:
    """3.2.2: where there are cubes that may move somewhere."""
    cubes = [unmoved(state, piece) for piece in CUBES[faction]]
    found = [space for space, counts in enumerate(zip(*cubes, strict=True)) if ROADS_NEXT_TO[space] and any(counts)]
    if no_more_spaces(state, faction):
        return [space for space in found if patrol_destinations(state, faction, space)]
    return found


@rule("3.2.2")
def patrol(play: Play, faction: Faction) -> Rules:
    """3.2.2: cubes onto LoCs; there, Guerrillas found; then one Assault."""
    state = play.state
    pay(play, "3.2.2", faction, 0 if state.op_free or faction == COALITION else COIN_COST)
    state.moved = bytearray(len(state.pieces))
    while True:
        origin = yield from next_choice(
            play, faction, "patrol-from", "3.2.2", lambda: list(patrol_origins(state, faction)), lambda: True)
        if not isinstance(origin, int):
            break
        yield from patrol_move(play, faction, origin)
    if one_space(state, faction) and not state.op_spaces:
        where = yield from play.pick(faction, "patrol-loc", "2.3.5", PLACES, lambda: list(LOCS))
        state.op_spaces = bytes((where,))
    yield from patrol_search(play, faction)
    yield from patrol_assault(play, faction)


def patrol_move(play: Play, faction: Faction, origin: Space) -> Rules:
    """3.2.2: some cubes of one kind from one space to one LoC or Kabul."""
    state = play.state
    dest = yield from play.pick(
        faction, "patrol-to", "3.2.2", PLACES, partial(patrol_destinations, state, faction, origin),
        {"space": SPACE_IDS[origin]})
    piece = yield from play.pick(
        faction, "patrol-piece", "3.2.2", PIECES_OR_WORDS,
        lambda: [piece for piece in CUBES[faction] if movable(state, origin, piece)],
        {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]})
    n = yield from play.pick(
        faction, "move-count", "3.2.2", COUNTS, lambda: range(1, movable(state, origin, piece) + 1),
        {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest], "piece": PIECE_IDS[piece]})
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
    move(play, "3.2.2", piece, n, origin, dest)
    state.moved[dest * KINDS + piece] += n


def patrol_search(play: Play, faction: Faction) -> Rules:
    """3.2.2: on each LoC, moved to or not, 1 Guerrilla for each of the Patrolling Faction's cubes."""
    state = play.state
    searched: list[Space] = []

    def left() -> list[Choice]:
        return [loc for loc in LOCS
                if loc not in searched and own_cubes(state, faction, loc) and targets_underground(state, loc)]

    while left():
        loc = yield from next_choice(play, faction, "patrol-search", "3.2.2", left, lambda: not left())
        if isinstance(loc, int):
            searched.append(loc)
            yield from activate_enemies(play, faction, "3.2.2", loc, own_cubes(state, faction, loc))


def patrol_assault(play: Play, faction: Faction) -> Rules:
    """3.2.2: an Assault on 1 LoC with own cubes, at no added cost; in a Limited Patrol, on its LoC."""
    state = play.state
    assaulted = False

    def choices() -> list[Choice]:
        if assaulted:
            return []
        return [loc for loc in LOCS
                if own_cubes(state, faction, loc) and exposed(state, loc)
                and (loc in state.op_spaces or not one_space(state, faction))]

    while True:
        loc = yield from next_choice(play, faction, "patrol-assault", "3.2.2", choices, lambda: True)
        if not isinstance(loc, int):
            return
        assaulted = True
        yield from assault_in(play, faction, loc)


# -- Sweep ------------------------------------------------------------------------------------------


@rule("3.2.3")
def sweep(play: Play, faction: Faction) -> Rules:
    """3.2.3: Troops into the selected spaces, then Guerrillas found there."""
    state = play.state
    state.moved = bytearray(len(state.pieces))
    tolls = 0

    def choices() -> list[Choice]:
        again = [space for space in state.op_spaces if sweep_ways(state, faction, space)]
        return [*sweep_spaces(play, faction), *again]

    while True:
        dest = yield from next_choice(play, faction, "sweep-space", "3.2.3", choices, has_begun(play))
        if not isinstance(dest, int):
            break
        first_visit = dest not in state.op_spaces
        if first_visit:
            select(play, faction, "3.2.3", dest, COIN_COST if faction == GOVERNMENT else 0)
        may_stop = first_visit
        while sweep_ways(state, faction, dest):
            way = yield from play.pick(
                faction, "sweep-from", "3.2.3", PLACES,
                partial(_ways, state, faction, dest, may_stop), {"space": SPACE_IDS[dest]})
            if isinstance(way, str):
                break
            origin, via = way if isinstance(way, tuple) else (way, None)
            if via is not None and faction == GOVERNMENT and all_guerrillas(state, via):
                tolls |= 1 << via
            yield from sweep_move(play, faction, origin, dest)
            may_stop = True
    toll(play, "3.2.3", tolls.bit_count())
    yield from sweep_search(play, faction)


def _ways(state: State, faction: Faction, dest: Space, may_stop: bool) -> list[Space | tuple[Space, Space] | str]:
    """Ways into a space, or enough: who comes back to a space does so to move."""
    ways: list[Space | tuple[Space, Space] | str] = list(sweep_ways(state, faction, dest))
    return [*ways, "done"] if may_stop else ways


@rule("1.3.6")
def sweep_ways(state: State, faction: Faction, dest: Space) -> list[Space | tuple[Space, Space]]:
    """3.2.3: from adjacent spaces, or by way of one LoC free of Sabotage."""
    fresh = unmoved(state, TROOPS_OF[faction])
    ways: list[Space | tuple[Space, Space]] = [origin for origin in ADJACENT[dest] if fresh[origin]]
    for via in ADJACENT_LOCS[dest]:
        if not state.terror[via]:
            ways += [(origin, via) for origin in ADJACENT[via] if fresh[origin] and origin != dest]
    return ways


def sweep_move(play: Play, faction: Faction, origin: Space, dest: Space) -> Rules:
    """3.2.3: a group of Troops; each moving Coalition cube may take a Government one along, paid by destination."""
    state = play.state
    troops = TROOPS_OF[faction]
    names = {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]}
    n = yield from play.pick(
        faction, "move-count", "3.2.3", COUNTS, lambda: range(1, movable(state, origin, troops) + 1),
        {**names, "piece": PIECE_IDS[troops]})
    _sweep_in(play, troops, n, origin, dest)
    if faction == COALITION:
        with_them = yield from play.pick(
            faction, "sweep-along", "3.2.3", COUNTS, lambda: range(along(state, origin, dest, n) + 1),
            {**names, "piece": PIECE_IDS[G_TROOPS]})
        if with_them:
            if not state.op_paid >> dest & 1:
                state.op_paid |= 1 << dest
                pay(play, "3.2.3", faction, 0 if state.op_free else COIN_COST)
            _sweep_in(play, G_TROOPS, with_them, origin, dest)


def along(state: State, origin: Space, dest: Space, n: int) -> int:
    """3.2.3: how many Government Troops may come along with `n` Coalition Troops."""
    if not (state.op_paid >> dest & 1 or cost_met(state, COALITION, COIN_COST)):
        return 0
    return min(n, movable(state, origin, G_TROOPS))


def _sweep_in(play: Play, piece: Piece, n: int, origin: Space, dest: Space) -> None:
    move(play, "3.2.3", piece, n, origin, dest)
    play.state.moved[dest * KINDS + piece] += n


def searchers(state: State, faction: Faction, space: Space) -> int:
    """3.2.3: each Government cube; for the Coalition each cube of either, if any Coalition piece is there."""
    if faction == GOVERNMENT:
        return government_cubes(state, space)
    return cubes(state, space) if pieces_of(state, COALITION, space) else 0


def sweep_search(play: Play, faction: Faction) -> Rules:
    """3.2.3: after all movement, in each selected space; a Special Activity may still come before, between, after."""
    state = play.state
    searched: list[Space] = []

    def left() -> list[Choice]:
        return [space for space in state.op_spaces
                if space not in searched and searchers(state, faction, space) and targets_underground(state, space)]

    while True:
        space = yield from next_choice(play, faction, "sweep-search", "3.2.3", left, lambda: not left())
        if not isinstance(space, int):
            return
        searched.append(space)
        yield from activate_enemies(play, faction, "3.2.3", space, searchers(state, faction, space))


# -- Assault ----------------------------------------------------------------------------------------


@rule("3.2.4")
def assault(play: Play, faction: Faction) -> Rules:
    """3.2.4: remove Active Guerrillas, then Bases, by the number of cubes."""
    while True:
        space = yield from next_choice(
            play, faction, "assault-space", "3.2.4", lambda: list(assault_spaces(play, faction)), has_begun(play))
        if not isinstance(space, int):
            return
        select(play, faction, "3.2.4", space, COIN_COST if faction == GOVERNMENT else 0)
        yield from assault_in(play, faction, space)


def fighting_government_cubes(state: State, space: Space) -> int:
    """3.2.4: Troops; in Kabul and on LoCs Police as well."""
    return government_cubes(state, space) if police_fight_here(space) else state.pieces[space * KINDS + G_TROOPS]


def assault_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.4: one space. Government 1 per 2 cubes (3 in Mountain); Coalition 1 per cube, Government's if paid."""
    state = play.state
    government = fighting_government_cubes(state, space)
    if faction == GOVERNMENT:
        number = government // cubes_for_one_loss(space)
    else:
        number = state.pieces[space * KINDS + C_TROOPS]
        if government and exposed(state, space) and cost_met(state, faction, COIN_COST):
            joined = yield from play.pick(
                faction, "assault-joined", "3.2.4", WORDS,
                lambda: ["alone", "joined"] if cost_met(state, faction, COIN_COST) else ["alone"],
                {"space": SPACE_IDS[space], "n": government})
            if joined == "joined":
                pay(play, "3.2.4", faction, 0 if state.op_free else COIN_COST)
                number += government
    gone = yield from remove_enemies(play, faction, "3.2.4", space, number, exposed)
    if faction == GOVERNMENT:
        change_aid(play, "3.2.4", 6 * gone.count(T_BASE))
