"""3.2.3: Sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from khyber.engine.decision import Fresh
from khyber.engine.play import NOTHING
from khyber.games.distant_plain.board import (
    ADJACENT,
    ADJACENT_LOCS,
    ALL_SPACES,
    C_BASE,
    C_TROOPS,
    COALITION,
    G_TROOPS,
    GOVERNMENT,
    INSURGENTS,
    KINDS,
    OUTSIDE_PAKISTAN,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    TALIBAN,
    TROOPS_OF,
    UNDERGROUND_OF,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, numbered, or_done, space_ids
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import (
    activate,
    all_guerrillas,
    can_hide,
    cubes,
    government_cubes,
    hide,
    move,
)
from khyber.games.distant_plain.rules.lasting import AEROSTATS, ISR, PARTNERING_POLICY, shaded, unshaded, use_card
from khyber.games.distant_plain.rules.operations.common import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import (
    COIN_COST,
    government_may_join,
    movable,
    sweep_spaces,
    unmoved,
)
from khyber.games.distant_plain.rules.roadside import roadside_bomb
from khyber.games.distant_plain.rules.targets import activate_enemies, targets_underground
from khyber.games.distant_plain.rules.tracks import pay, toll
from khyber.games.distant_plain.state import State

#: 5.3: Guerrillas that drones find outside a Sweep.
ISR_GUERRILLAS = 3
#: 5.3: Guerrillas that slip away after a Sweep.
SLIPPING_GUERRILLAS = 2


@rule("3.2.3")
def sweep(play: Play, faction: Faction) -> Rules:
    """3.2.3: move Troops into selected spaces, then Activate Guerrillas there."""
    state = play.state
    state.moved = bytearray(len(state.pieces))
    tolls = 0
    entered: dict[Space, list[tuple[Piece, Space]]] = {}

    def choices() -> list[Choice]:
        fresh = unmoved(state, TROOPS_OF[faction])
        again = [space for space in state.op_spaces if next(ways_into(state, fresh, space), None) is not None]
        return [*sweep_spaces(play, faction), *again]

    while True:
        dest = yield from next_choice(
            play,
            faction,
            "sweep-space",
            "3.2.3",
            choices,
            has_begun(play),
            Fresh(lambda: {"cost": sweep_price(state, faction), "again": space_ids(state.op_spaces)}),
        )
        if not isinstance(dest, int):
            break
        first_visit = dest not in state.op_spaces
        if first_visit:
            select(play, faction, "3.2.3", dest, COIN_COST if faction == GOVERNMENT else 0)
        may_stop = first_visit
        while ways := sweep_ways(state, faction, dest):
            way = yield from play.ask(
                faction,
                "sweep-from",
                "3.2.3",
                PLACES,
                partial(_ways, ways, may_stop),
                # answered before the loop goes on
                Fresh(lambda: {"space": SPACE_IDS[dest], "tolls": tolls_ahead(state, faction, dest, tolls)}),  # noqa: B023
            )
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


def sweep_price(state: State, faction: Faction) -> int:
    """3.2.3: return the cost of a space, for the Coalition of Government Troops that may join; 0 if there is none."""
    return 0 if state.op_free or (faction == COALITION and not government_may_join(state)) else COIN_COST


def slip_away(play: Play) -> Rules:
    """3.2.3: by a Capability, after a Sweep the Taliban may flip 2 Guerrillas in 1 space Underground."""
    state = play.state
    if not shaded(state, AEROSTATS):
        return

    def open_to_it() -> list[Space]:
        return [space for space in OUTSIDE_PAKISTAN if can_hide(state, TALIBAN, space)]

    if open_to_it():
        space = yield from play.ask(
            TALIBAN,
            "slip-away",
            "3.2.3",
            PLACES,
            lambda: or_done(open_to_it()),
            Fresh(lambda: {"n": max((slipping(state, space) for space in open_to_it()), default=0)}),
        )
        if not isinstance(space, str):
            n = yield from play.ask(
                TALIBAN,
                "slip-away-count",
                "3.2.3",
                COUNTS,
                partial(range, 1, slipping(state, space) + 1),
                {"space": SPACE_IDS[space]},
            )
            use_card(play, "3.2.3", AEROSTATS, space)
            hide(play, "3.2.3", TALIBAN, space, n)


def slipping(state: State, space: Space) -> int:
    """3.2.3: return how many Guerrillas may slip away in a space."""
    return min(SLIPPING_GUERRILLAS, can_hide(state, TALIBAN, space))


def _ways(ways: list[Space | tuple[Space, Space]], may_stop: bool) -> list[Space | tuple[Space, Space] | str]:
    """Return the ways into a space, and `done` unless the Faction returned to it to move."""
    return [*ways, "done"] if may_stop else list(ways)


def tolls_ahead(state: State, faction: Faction, dest: Space, paid: int) -> str:
    """3.2.3: return the LoCs beside a space that will cost the Government a toll, not due on them yet."""
    if faction != GOVERNMENT or state.resources[GOVERNMENT] <= paid.bit_count():
        return ""
    return space_ids(via for via in ADJACENT_LOCS[dest] if all_guerrillas(state, via) and not paid >> via & 1)


def sweep_ways(state: State, faction: Faction, dest: Space) -> list[Space | tuple[Space, Space]]:
    """3.2.3: from adjacent spaces, or through one LoC free of Sabotage."""
    return list(ways_into(state, unmoved(state, TROOPS_OF[faction]), dest))


@rule("1.3.6")
def ways_into(state: State, fresh: Sequence[int], dest: Space) -> Iterator[Space | tuple[Space, Space]]:
    """3.2.3: from adjacent spaces, or through one LoC free of Sabotage; `fresh` are the Troops that may move."""
    for origin in ADJACENT[dest]:
        if fresh[origin]:
            yield origin
    for via in ADJACENT_LOCS[dest]:
        if not state.terror[via]:
            for origin in ADJACENT[via]:
                if fresh[origin] and origin != dest:
                    yield origin, via


def sweep_move(play: Play, faction: Faction, origin: Space, dest: Space) -> Asking[list[Piece]]:
    """3.2.3: move a group of Troops; each Coalition cube may bring a Government one, paid by destination."""
    state = play.state
    troops = TROOPS_OF[faction]
    names = {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]}
    n = yield from play.ask(
        faction,
        "move-count",
        "3.2.3",
        COUNTS,
        lambda: range(1, movable(state, origin, troops) + 1),
        {**names, "piece": PIECE_IDS[troops]},
    )
    _sweep_in(play, troops, n, origin, dest)
    if faction == COALITION:
        with_them = yield from play.ask(
            faction,
            "sweep-along",
            "3.2.3",
            COUNTS,
            lambda: range(along(state, origin, dest, n) + 1),
            {
                **names,
                "piece": PIECE_IDS[G_TROOPS],
                "cost": 0 if state.op_free or state.op_paid >> dest & 1 else COIN_COST,
            },
        )
        if with_them:
            if not state.op_paid >> dest & 1:
                state.op_paid |= 1 << dest
                pay(play, "3.2.3", faction, 0 if state.op_free else COIN_COST)
            _sweep_in(play, G_TROOPS, with_them, origin, dest)
            return [troops, G_TROOPS]
    return [troops]


def along(state: State, origin: Space, dest: Space, n: int) -> int:
    """3.2.3: return how many Government Troops may accompany `n` Coalition Troops."""
    if shaded(state, PARTNERING_POLICY) or not (state.op_paid >> dest & 1 or government_may_join(state)):
        return 0
    return min(n, movable(state, origin, G_TROOPS))


def _sweep_in(play: Play, piece: Piece, n: int, origin: Space, dest: Space) -> None:
    move(play, "3.2.3", piece, n, origin, dest)
    play.state.moved[dest * KINDS + piece] += n


def searchers(state: State, faction: Faction, space: Space) -> int:
    """3.2.3: return the Government's cubes; for the Coalition all COIN cubes, with a Coalition piece there."""
    if faction == GOVERNMENT:
        return government_cubes(state, space)
    at = space * KINDS
    return cubes(state, space) if state.pieces[at + C_TROOPS] or state.pieces[at + C_BASE] else 0


def sweep_search(play: Play, faction: Faction) -> Rules:
    """3.2.3: after all movement, Activate Guerrillas in each selected space."""
    state = play.state
    searched: list[Space] = []
    watching = faction == COALITION and unshaded(state, ISR)

    def left() -> list[Choice]:
        return [
            space
            for space in state.op_spaces
            if space not in searched and searchers(state, faction, space) and targets_underground(state, space)
        ]

    def choices() -> list[Choice]:
        found = left()
        if not found and watching:
            found += [
                ("isr", space)
                for space in ALL_SPACES
                if space not in state.op_spaces and targets_underground(state, space)
            ]
        return found

    while True:
        choice = yield from next_choice(
            play,
            faction,
            "sweep-search",
            "3.2.3",
            choices,
            lambda: not left(),
            Fresh(lambda: {"found": found_by_drones(state)}) if watching else NOTHING,
        )
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            watching = False
            yield from drones_find(play, choice[1])
        else:
            searched.append(choice)
            play.emit("searched", "3.2.3", SPACE_IDS[choice])
            yield from activate_enemies(play, faction, "3.2.3", choice, searchers(state, faction, choice))


def hidden_from_drones(state: State, space: Space) -> int:
    """3.2.3: return how many Guerrillas a Capability lets the Coalition Activate in a space outside its Sweep."""
    return min(ISR_GUERRILLAS, sum(state.pieces[space * KINDS + UNDERGROUND_OF[owner]] for owner in INSURGENTS))


def found_by_drones(state: State) -> str:
    """Return the spaces with Guerrillas for drones to find, each with their number."""
    counts = ((space, hidden_from_drones(state, space)) for space in ALL_SPACES)
    return numbered((SPACE_IDS[space], n) for space, n in counts if n)


def drones_find(play: Play, space: Space) -> Rules:
    """3.2.3: by a Capability, the Coalition may Activate up to 3 Guerrillas in a space outside its Sweep."""
    state = play.state
    left = ISR_GUERRILLAS
    use_card(play, "3.2.3", ISR, space)
    for owner in INSURGENTS:
        hidden = min(left, state.pieces[space * KINDS + UNDERGROUND_OF[owner]])
        if hidden:
            n = yield from play.ask(
                COALITION,
                "isr-count",
                "3.2.3",
                COUNTS,
                partial(range, hidden + 1),
                {"space": SPACE_IDS[space], "faction": SEATS[owner]},
            )
            activate(play, "3.2.3", owner, space, n)
            left -= n
