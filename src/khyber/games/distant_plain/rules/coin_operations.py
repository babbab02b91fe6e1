"""3.2: Patrol, Sweep and Assault. Train has a module of its own."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ADJACENT,
    ADJACENT_LOCS,
    ALL_SPACES,
    C_TROOPS,
    COALITION,
    FACTION_BY_ID,
    G_TROOPS,
    GOVERNMENT,
    INSURGENTS,
    IS_LOC,
    IS_ROAD,
    KINDS,
    LOCS,
    OUTSIDE_PAKISTAN,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    TROOPS_OF,
    UNDERGROUND_OF,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
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
    activate,
    all_guerrillas,
    available,
    can_hide,
    cubes,
    government_cubes,
    guerrillas,
    hide,
    move,
    own_cubes,
    pieces_of,
    place,
)
from khyber.games.distant_plain.rules.lasting import (
    ACCIDENTAL_GUERRILLAS,
    AEROSTATS,
    FIND_FIX_FINISH,
    ISR,
    PARTNERING_POLICY,
    ROADSIDE_IEDS,
    forbidden,
    shaded,
    unshaded,
)
from khyber.games.distant_plain.rules.map import cubes_for_one_loss, police_fight_here
from khyber.games.distant_plain.rules.operations import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.roadside import roadside_bomb
from khyber.games.distant_plain.rules.support import remove_terror
from khyber.games.distant_plain.rules.targets import activate_enemies, exposed, remove_enemies, targets_underground
from khyber.games.distant_plain.rules.tracks import change_aid, pay, toll
from khyber.games.distant_plain.state import State

#: 5.3: Guerrillas that drones find outside a Sweep.
ISR_GUERRILLAS = 3
# What an Event's text may say of a Government Assault: each Troop removes a piece; Mountain does not hinder.
EACH_TROOP = "each-troop"
AS_PLAINS = "as-plains"
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
    entered: dict[Space, list[tuple[Piece, Space]]] = {}
    while True:
        origin = yield from next_choice(
            play, faction, "patrol-from", "3.2.2", lambda: list(patrol_origins(state, faction)), lambda: True)
        if not isinstance(origin, int):
            break
        dest, piece = yield from patrol_move(play, faction, origin)
        for loc in patrol_way(state, origin, dest):
            entered.setdefault(loc, []).append((piece, dest))
    yield from roadside_bomb(play, faction, "3.2.2", entered)
    if one_space(state, faction) and not state.op_spaces:
        where = yield from play.pick(faction, "patrol-loc", "2.3.5", PLACES, lambda: list(LOCS))
        state.op_spaces = bytes((where,))
    yield from patrol_search(play, faction)
    yield from patrol_assault(play, faction)
    yield from repair_roads(play, faction)


def patrol_way(state: State, origin: Space, dest: Space) -> list[Space]:
    """3.2.2: the spaces entered on the shortest way, which spares every space that can be spared."""
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
    """3.2.2: by a Capability, Sabotage comes off up to 2 LoCs with COIN cubes and no Taliban Guerrilla."""
    state = play.state
    if not unshaded(state, ROADSIDE_IEDS):
        return

    def open_to_repair() -> list[Space]:
        return [loc for loc in LOCS if state.terror[loc] and cubes(state, loc) and not guerrillas(state, TALIBAN, loc)]

    for _ in range(2):
        if not open_to_repair():
            return
        loc = yield from play.pick(faction, "repair-loc", "3.2.2", PLACES, lambda: or_done(open_to_repair()))
        if isinstance(loc, str):
            return
        remove_terror(play, "3.2.2", loc)


def patrol_move(play: Play, faction: Faction, origin: Space) -> Asking[tuple[Space, Piece]]:
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
    return dest, piece


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
        if assaulted or forbidden(play, faction, "assault"):
            return []
        return [loc for loc in LOCS
                if own_cubes(state, faction, loc) and worth_assaulting(state, faction, loc)
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
    entered: dict[Space, list[tuple[Piece, Space]]] = {}

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
        while ways := sweep_ways(state, faction, dest):
            way = yield from play.pick(
                faction, "sweep-from", "3.2.3", PLACES, partial(_ways, ways, may_stop), {"space": SPACE_IDS[dest]})
            if isinstance(way, str):
                break
            origin, via = way if isinstance(way, tuple) else (way, None)
            if via is not None and faction == GOVERNMENT and all_guerrillas(state, via):
                tolls |= 1 << via
            moved = yield from sweep_move(play, faction, origin, dest)
            if via is not None:
                entered.setdefault(via, []).extend((piece, dest) for piece in moved)
            may_stop = True
    toll(play, "3.2.3", tolls.bit_count())
    yield from roadside_bomb(play, faction, "3.2.3", entered)
    yield from sweep_search(play, faction)
    yield from slip_away(play)


def slip_away(play: Play) -> Rules:
    """3.2.3: by a Capability, after a Sweep the Taliban may hide up to 2 Guerrillas in 1 Afghan space or LoC."""
    state = play.state
    if not shaded(state, AEROSTATS):
        return

    def open_to_it() -> list[Space]:
        return [space for space in OUTSIDE_PAKISTAN if can_hide(state, TALIBAN, space)]

    if open_to_it():
        space = yield from play.pick(TALIBAN, "slip-away", "3.2.3", PLACES, lambda: or_done(open_to_it()))
        if not isinstance(space, str):
            n = yield from play.pick(
                TALIBAN, "slip-away-count", "3.2.3", COUNTS,
                partial(range, 1, min(2, can_hide(state, TALIBAN, space)) + 1), {"space": SPACE_IDS[space]})
            hide(play, "3.2.3", TALIBAN, space, n)


def _ways(ways: list[Space | tuple[Space, Space]], may_stop: bool) -> list[Space | tuple[Space, Space] | str]:
    """Ways into a space, or enough: who comes back to a space does so to move. No aside can change them."""
    return [*ways, "done"] if may_stop else list(ways)


@rule("1.3.6")
def sweep_ways(state: State, faction: Faction, dest: Space) -> list[Space | tuple[Space, Space]]:
    """3.2.3: from adjacent spaces, or by way of one LoC free of Sabotage."""
    fresh = unmoved(state, TROOPS_OF[faction])
    ways: list[Space | tuple[Space, Space]] = [origin for origin in ADJACENT[dest] if fresh[origin]]
    for via in ADJACENT_LOCS[dest]:
        if not state.terror[via]:
            ways += [(origin, via) for origin in ADJACENT[via] if fresh[origin] and origin != dest]
    return ways


def sweep_move(play: Play, faction: Faction, origin: Space, dest: Space) -> Asking[list[Piece]]:
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
            return [troops, G_TROOPS]
    return [troops]


def along(state: State, origin: Space, dest: Space, n: int) -> int:
    """3.2.3: how many Government Troops may come along with `n` Coalition Troops."""
    if shaded(state, PARTNERING_POLICY) or not (state.op_paid >> dest & 1 or cost_met(state, COALITION, COIN_COST)):
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
    watching = faction == COALITION and unshaded(state, ISR)

    def left() -> list[Choice]:
        return [space for space in state.op_spaces
                if space not in searched and searchers(state, faction, space) and targets_underground(state, space)]

    def choices() -> list[Choice]:
        found = left()
        if not found and watching:
            found += [("isr", space) for space in ALL_SPACES
                      if space not in state.op_spaces and targets_underground(state, space)]
        return found

    while True:
        choice = yield from next_choice(play, faction, "sweep-search", "3.2.3", choices, lambda: not left())
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            watching = False
            yield from drones_find(play, choice[1])
        else:
            searched.append(choice)
            yield from activate_enemies(play, faction, "3.2.3", choice, searchers(state, faction, choice))


def drones_find(play: Play, space: Space) -> Rules:
    """3.2.3: by a Capability, the Coalition Activates up to 3 Guerrillas in a space outside its Sweep, as it likes."""
    state = play.state
    left = ISR_GUERRILLAS
    for owner in INSURGENTS:
        hidden = min(left, state.pieces[space * KINDS + UNDERGROUND_OF[owner]])
        if hidden:
            n = yield from play.pick(
                COALITION, "isr-count", "3.2.3", COUNTS, partial(range, hidden + 1),
                {"space": SPACE_IDS[space], "faction": SEATS[owner]})
            activate(play, "3.2.3", owner, space, n)
            left -= n


# -- Assault ----------------------------------------------------------------------------------------


@rule("3.2.4")
def assault(play: Play, faction: Faction) -> Rules:
    """3.2.4: remove Active Guerrillas, then Bases, by the number of cubes."""
    while True:
        space = yield from next_choice(
            play, faction, "assault-space", "3.2.4", lambda: list(assault_spaces(play, faction)), has_begun(play))
        if not isinstance(space, int):
            break
        select(play, faction, "3.2.4", space, COIN_COST if faction == GOVERNMENT else 0)
        yield from assault_in(play, faction, space)
    if faction == COALITION and shaded(play.state, ACCIDENTAL_GUERRILLAS):
        yield from accidental_guerrilla(play)


def accidental_guerrilla(play: Play) -> Rules:
    """3.2.4: by a Capability, after a Coalition Assault 1 Taliban Guerrilla may come where it was, or an Air Strike."""
    state = play.state
    struck = state.special_spaces if state.special == "air-strike" else b""
    spaces = sorted({*state.op_spaces, *struck})
    if available(state, T_UNDERGROUND):
        space = yield from play.pick(TALIBAN, "accidental-space", "3.2.4", PLACES, lambda: or_done(spaces))
        if not isinstance(space, str):
            place(play, "3.2.4", T_UNDERGROUND, space)


def worth_assaulting(state: State, faction: Faction, space: Space) -> bool:
    """Whether an Assault there could remove anything, perhaps after finding it first (5.3)."""
    if exposed(state, space):
        return True
    return faction == COALITION and unshaded(state, FIND_FIX_FINISH) and bool(targets_underground(state, space))


def find_and_fix(play: Play, space: Space) -> Rules:
    """3.2.4: by a Capability, a Coalition Assault first Activates 1 Underground Guerrilla."""
    state = play.state
    if targets_underground(state, space):
        whose = yield from play.pick(
            COALITION, "find-fix", "3.2.4", WORDS, lambda: [SEATS[f] for f in targets_underground(state, space)],
            {"space": SPACE_IDS[space]})
        activate(play, "3.2.4", FACTION_BY_ID[whose], space, 1)


def fighting_government_cubes(state: State, space: Space) -> int:
    """3.2.4: Troops; in Kabul and on LoCs Police as well."""
    return government_cubes(state, space) if police_fight_here(space) else state.pieces[space * KINDS + G_TROOPS]


def government_losses(state: State, space: Space, fighting: int) -> int:
    """3.2.4: 1 for every 2 cubes, 3 in Mountain; an Event may count better (5.1.1)."""
    if state.op_text == EACH_TROOP:
        troops = state.pieces[space * KINDS + G_TROOPS]
        return troops + (fighting - troops) // 2
    return fighting // (2 if state.op_text == AS_PLAINS else cubes_for_one_loss(space))


def assault_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.4: one space. Government 1 per 2 cubes (3 in Mountain); Coalition 1 per cube, Government's if paid."""
    state = play.state
    government = fighting_government_cubes(state, space)
    if faction == GOVERNMENT:
        number = government_losses(state, space, government)
    else:
        if unshaded(state, FIND_FIX_FINISH):
            yield from find_and_fix(play, space)
        number = state.pieces[space * KINDS + C_TROOPS]
        may_join = cost_met(state, faction, COIN_COST) and not shaded(state, PARTNERING_POLICY)
        if government and exposed(state, space) and may_join:
            joined = yield from play.pick(
                faction, "assault-joined", "3.2.4", WORDS,
                lambda: ["alone", "joined"] if cost_met(state, faction, COIN_COST) else ["alone"],
                {"space": SPACE_IDS[space], "n": government})
            if joined == "joined":
                pay(play, "3.2.4", faction, 0 if state.op_free else COIN_COST)
                number += government
        if shaded(state, FIND_FIX_FINISH):
            number = min(number, 2)
    gone = yield from remove_enemies(play, faction, "3.2.4", space, number, exposed)
    if faction == GOVERNMENT:
        change_aid(play, "3.2.4", 6 * gone.count(T_BASE))
