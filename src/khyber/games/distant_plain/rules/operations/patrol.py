"""3.2.2: Patrol."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ADJACENT,
    COALITION,
    IS_LOC,
    IS_ROAD,
    KINDS,
    LOCS,
    PIECE_IDS,
    SPACE_IDS,
    TALIBAN,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, PLACES, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import cubes, guerrillas, move, own_cubes
from khyber.games.distant_plain.rules.lasting import ROADSIDE_IEDS, forbidden, unshaded, use_card
from khyber.games.distant_plain.rules.operations.assault import assault_in, worth_assaulting
from khyber.games.distant_plain.rules.operations.common import Choice, next_choice
from khyber.games.distant_plain.rules.operations.conditions import (
    COIN_COST,
    CUBES,
    movable,
    no_more_spaces,
    one_space,
    unmoved,
)
from khyber.games.distant_plain.rules.roadside import roadside_bomb
from khyber.games.distant_plain.rules.support import remove_terror
from khyber.games.distant_plain.rules.targets import activate_enemies, targets_underground
from khyber.games.distant_plain.rules.tracks import pay
from khyber.games.distant_plain.state import State

#: LoCs and Kabul beside each space.
ROADS_NEXT_TO = tuple(tuple(space for space in near if IS_ROAD[space]) for near in ADJACENT)


@rule("1.3.6")
def patrol_reach(state: State, origin: Space) -> list[Space]:
    """3.2.2: LoCs and Kabul that a cube can reach; it stops on a Sabotaged LoC.

    On this map a detour never avoids a space that the shortest route enters.
    """
    reached = list(ROADS_NEXT_TO[origin])
    for space in reached:
        if not (IS_LOC[space] and state.terror[space]):
            reached += [step for step in ROADS_NEXT_TO[space] if step != origin and step not in reached]
    return sorted(reached)


def patrol_destinations(state: State, faction: Faction, origin: Space) -> list[Space]:
    """3.2.2, 2.3.5: destinations of a cube; a Limited Patrol has a single one."""
    reach = patrol_reach(state, origin)
    if no_more_spaces(state, faction):
        return [space for space in reach if space == state.op_spaces[0]]
    return reach


def patrol_origins(state: State, faction: Faction) -> list[Space]:
    """3.2.2: spaces with cubes that may move somewhere."""
    cubes = [unmoved(state, piece) for piece in CUBES[faction]]
    found = [space for space, counts in enumerate(zip(*cubes, strict=True)) if ROADS_NEXT_TO[space] and any(counts)]
    if no_more_spaces(state, faction):
        return [space for space in found if patrol_destinations(state, faction, space)]
    return found


@rule("3.2.2")
def patrol(play: Play, faction: Faction) -> Rules:
    """3.2.2: move cubes along LoCs, Activate Guerrillas there, then Assault on one."""
    state = play.state
    pay(play, "3.2.2", faction, 0 if state.op_free or faction == COALITION else COIN_COST)
    state.moved = bytearray(len(state.pieces))
    entered: dict[Space, list[tuple[Piece, Space]]] = {}
    while True:
        origin = yield from next_choice(
            play, faction, "patrol-from", "3.2.2", lambda: list(patrol_origins(state, faction)), lambda: True
        )
        if not isinstance(origin, int):
            break
        dest, piece = yield from patrol_move(play, faction, origin)
        for loc in patrol_way(state, origin, dest):
            entered.setdefault(loc, []).append((piece, dest))
    yield from roadside_bomb(play, faction, "3.2.2", entered)
    if one_space(state, faction) and not state.op_spaces:
        where = yield from play.ask(faction, "patrol-loc", "2.3.5", PLACES, lambda: list(LOCS))
        state.op_spaces = bytes((where,))
    yield from patrol_search(play, faction)
    yield from patrol_assault(play, faction)
    yield from repair_roads(play, faction)


def patrol_way(state: State, origin: Space, dest: Space) -> list[Space]:
    """3.2.2: the spaces entered on the shortest route."""
    ways = {origin: [origin]}
    for space in (queue := [origin]):
        if space == dest:
            break
        if space == origin or not (IS_LOC[space] and state.terror[space]):
            for step in ROADS_NEXT_TO[space]:
                if step not in ways:
                    ways[step] = [*ways[space], step]
                    queue.append(step)
    return ways[dest][1:]


def repair_roads(play: Play, faction: Faction) -> Rules:
    """3.2.2: by a Capability, remove Sabotage from up to 2 LoCs with COIN cubes and no Taliban Guerrilla."""
    state = play.state
    if not unshaded(state, ROADSIDE_IEDS):
        return

    def open_to_repair() -> list[Space]:
        return [loc for loc in LOCS if state.terror[loc] and cubes(state, loc) and not guerrillas(state, TALIBAN, loc)]

    for left in (2, 1):
        if not open_to_repair():
            return
        loc = yield from play.ask(
            faction, "repair-loc", "3.2.2", PLACES, lambda: or_done(open_to_repair()), {"limit": left}
        )
        if isinstance(loc, str):
            return
        use_card(play, "3.2.2", ROADSIDE_IEDS, loc)
        remove_terror(play, "3.2.2", loc)


def patrol_move(play: Play, faction: Faction, origin: Space) -> Asking[tuple[Space, Piece]]:
    """3.2.2: move cubes of one kind from one space to a LoC or Kabul."""
    state = play.state
    dest = yield from play.ask(
        faction,
        "patrol-to",
        "3.2.2",
        PLACES,
        partial(patrol_destinations, state, faction, origin),
        {"space": SPACE_IDS[origin]},
    )
    piece = yield from play.ask(
        faction,
        "patrol-piece",
        "3.2.2",
        PIECES_OR_WORDS,
        lambda: [piece for piece in CUBES[faction] if movable(state, origin, piece)],
        {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]},
    )
    n = yield from play.ask(
        faction,
        "move-count",
        "3.2.2",
        COUNTS,
        lambda: range(1, movable(state, origin, piece) + 1),
        {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest], "piece": PIECE_IDS[piece]},
    )
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
    move(play, "3.2.2", piece, n, origin, dest)
    state.moved[dest * KINDS + piece] += n
    return dest, piece


def patrol_search(play: Play, faction: Faction) -> Rules:
    """3.2.2: on each LoC, moved to or not, Activate 1 Guerrilla per cube of the Patrolling Faction."""
    state = play.state
    searched: list[Space] = []

    def left() -> list[Choice]:
        return [
            loc
            for loc in LOCS
            if loc not in searched and own_cubes(state, faction, loc) and targets_underground(state, loc)
        ]

    while left():
        loc = yield from next_choice(play, faction, "patrol-search", "3.2.2", left, lambda: not left())
        if isinstance(loc, int):
            searched.append(loc)
            play.emit("searched", "3.2.2", SPACE_IDS[loc])
            yield from activate_enemies(play, faction, "3.2.2", loc, own_cubes(state, faction, loc))


def patrol_assault(play: Play, faction: Faction) -> Rules:
    """3.2.2: free Assault on 1 LoC with its own cubes; in a Limited Patrol, on its LoC."""
    state = play.state
    assaulted = False

    def choices() -> list[Choice]:
        if assaulted or forbidden(play, faction, "assault"):
            return []
        return [
            loc
            for loc in LOCS
            if own_cubes(state, faction, loc)
            and worth_assaulting(state, faction, loc)
            and (loc in state.op_spaces or not one_space(state, faction))
        ]

    while True:
        loc = yield from next_choice(play, faction, "patrol-assault", "3.2.2", choices, lambda: True)
        if not isinstance(loc, int):
            return
        assaulted = True
        play.emit("assaulted", "3.2.2", SPACE_IDS[loc])
        yield from assault_in(play, faction, loc)
