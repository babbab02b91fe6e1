"""3.3.2: March."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    ADJACENT,
    C_BASE,
    IS_PASHTUN,
    KINDS,
    PIECE_IDS,
    SPACE_IDS,
    TALIBAN,
    UNDERGROUND_OF,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.forces import activate, always_active, cubes, guerrillas, move
from khyber.games.distant_plain.rules.lasting import AEROSTATS, SANDSTORMS, unshaded
from khyber.games.distant_plain.rules.map import home_ground
from khyber.games.distant_plain.rules.operations.common import has_begun, next_choice
from khyber.games.distant_plain.rules.operations.conditions import (
    can_still_march,
    column,
    march_cost,
    march_destinations,
    march_origins,
    one_space,
)
from khyber.games.distant_plain.rules.tracks import pay
from khyber.games.distant_plain.state import State


@rule("3.3.2")
def march(play: Play, faction: Faction) -> Rules:
    """3.3.2: move groups of Guerrillas to adjacent spaces; Taliban continue through Pashtun spaces."""
    state = play.state
    state.moved = bytearray(len(state.pieces))
    if state.op_from >= 0:
        only_from(state, faction)
    while True:
        origin = yield from next_choice(
            play, faction, "march-from", "3.3.2", lambda: list(march_origins(play, faction)), has_begun(play)
        )
        if not isinstance(origin, int):
            return
        dest = yield from play.ask(
            faction,
            "march-to",
            "3.3.2",
            PLACES,
            partial(march_destinations, play, faction, origin),
            {
                "space": SPACE_IDS[origin],
                "cost": 0 if state.op_free else 1,
                "free": space_ids(dest for dest in ADJACENT[origin] if not march_cost(state, faction, origin, dest)),
            },
        )
        yield from march_group(play, faction, origin, dest)


def only_from(state: State, faction: Faction) -> None:
    """5.5: by an Event, only Guerrillas that begin in certain spaces March; others count as moved."""
    for piece in (UNDERGROUND_OF[faction], ACTIVE_OF[faction]):
        for space, standing in enumerate(column(state, piece)):
            if not state.op_from >> space & 1:
                state.moved[space * KINDS + piece] = standing


def march_group(play: Play, faction: Faction, origin: Space, dest: Space) -> Rules:
    """3.3.2: move one group from one space to another; pay for each destination once.

    Nothing can happen between choosing the destination and arriving.
    """
    state = play.state
    hidden, shown = UNDERGROUND_OF[faction], ACTIVE_OF[faction]
    place_names = {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]}

    def underground() -> range:
        below, above = can_still_march(state, faction, origin)
        return range(0 if above else 1, below + 1)

    n_hidden = n_shown = 0
    if can_still_march(state, faction, origin)[0]:
        n_hidden = yield from play.ask(
            faction,
            "march-count",
            "3.3.2",
            COUNTS,
            underground,
            {**place_names, "piece": PIECE_IDS[hidden]},
            boundary=False,
        )
    if can_still_march(state, faction, origin)[1]:
        n_shown = yield from play.ask(
            faction,
            "march-count",
            "3.3.2",
            COUNTS,
            lambda: range(0 if n_hidden else 1, can_still_march(state, faction, origin)[1] + 1),
            {**place_names, "piece": PIECE_IDS[shown]},
            boundary=False,
        )
    _enter(play, faction, origin, dest)
    state.marched |= 1 << ((origin << 5) + dest)
    noticed = group_is_noticed(state, faction, dest, n_hidden + n_shown)
    with as_one_step(play, (origin, dest)):
        move(play, "3.3.2", hidden, n_hidden, origin, dest)
        move(play, "3.3.2", shown, n_shown, origin, dest)
    arrived_hidden = 0 if always_active(state, hidden, dest) else n_hidden
    if noticed:
        activate(play, "3.3.2", faction, dest, arrived_hidden)
        arrived_hidden = 0
    if not may_march_on(state, faction, dest):
        state.moved[dest * KINDS + hidden] += arrived_hidden
        state.moved[dest * KINDS + shown] += n_hidden + n_shown - arrived_hidden


def _enter(play: Play, faction: Faction, origin: Space, dest: Space) -> None:
    state = play.state
    cost = march_cost(state, faction, origin, dest)
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
    if cost:
        state.op_paid |= 1 << dest
        pay(play, "3.3.2", faction, cost)


def group_is_noticed(state: State, faction: Faction, dest: Space, group: int) -> bool:
    """3.3.2: off home ground, whether group plus enemy Guerrillas (for Taliban, and cubes) exceed 3."""
    if unshaded(state, AEROSTATS) and state.pieces[dest * KINDS + C_BASE]:
        return True
    if home_ground(faction, dest):
        return False
    enemies = guerrillas(state, WARLORDS if faction == TALIBAN else TALIBAN, dest)
    if faction == TALIBAN:
        enemies += cubes(state, dest)
    return group + enemies > 3


def may_march_on(state: State, faction: Faction, dest: Space) -> bool:
    """3.3.2: whether Taliban that entered a Pashtun space may continue; not if Limited (2.3.5)."""
    if faction != TALIBAN or not IS_PASHTUN[dest] or unshaded(state, SANDSTORMS):
        return False
    return not one_space(state, faction)
