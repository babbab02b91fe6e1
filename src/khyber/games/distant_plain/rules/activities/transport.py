"""4.3.2: Transport."""

from __future__ import annotations

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import (
    ADJACENT,
    ALL_SPACES,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    IS_LOC,
    IS_PAKISTAN,
    IS_ROAD,
    KINDS,
    MAX_RESOURCES,
    SPACE_IDS,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_guerrillas, count, move, on_map
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, allowed, assault_spaces, spaces_with
from khyber.games.distant_plain.rules.roadside import is_mined, roadside_bomb
from khyber.games.distant_plain.rules.tracks import toll
from khyber.games.distant_plain.state import State


def transport_steps(state: State, at: Space, tolls: int) -> list[Space]:
    """4.3.2: the next spaces of the group: along LoCs and Kabul, then any space. Sabotage stops it.

    Before the Operation begins, the route must leave enough to pay for it (4.1).
    """
    if state.special_spaces and (not IS_ROAD[at] or (IS_LOC[at] and state.terror[at])):
        return []
    spare = toll_to_spare(state, tolls)
    return [
        step
        for step in ADJACENT[at]
        if not IS_PAKISTAN[step] and step not in state.special_spaces and (spare or not all_guerrillas(state, step))
    ]


def toll_to_spare(state: State, tolls: int) -> bool:
    """4.1: whether one more toll leaves enough for a declared Operation. Warlords take only what fits."""
    begun = bool(state.op_spaces) or state.op in ("", "patrol") or state.op_free
    paid = min(tolls + 1, MAX_RESOURCES - state.resources[WARLORDS])
    return begun or paid <= state.resources[GOVERNMENT] - COIN_COST


@rule("4.1")
def last_assault_space(play: Play) -> Space | None:
    """4.1: the only space where a declared Assault is possible, if only Troops make it so."""
    state = play.state
    if state.op != "assault" or state.op_spaces:
        return None
    spaces = assault_spaces(play, GOVERNMENT)
    return spaces[0] if len(spaces) == 1 and not count(state, spaces[0], G_POLICE) else None


def may_leave(play: Play, origin: Space, n: int) -> bool:
    """4.1: whether a group this large can leave for somewhere that keeps the Assault possible."""
    state = play.state
    if n < count(state, origin, G_TROOPS) or origin != last_assault_space(play):
        return True
    return allowed(state, list(ALL_SPACES)) != [origin] and _can_assault_on_arrival(play, origin, n, origin, 0)


def _can_assault_on_arrival(play: Play, origin: Space, n: int, at: Space, tolls: int) -> bool:
    """4.1: whether the last Troops fit for the Assault can end here or farther on, and still Assault."""
    if _can_assault_here(play.state, n, at):
        return True
    for step in transport_steps(play.state, at, tolls):
        if step != origin:
            scratch = play.scratch()
            scratch.state.special_spaces += bytes((step,))
            if _can_assault_on_arrival(scratch, origin, n, step, tolls + (all_guerrillas(play.state, step) > 0)):
                return True
    return False


def _can_assault_here(state: State, n: int, at: Space) -> bool:
    """4.1: whether the group, less 1 Troop that Roadside IEDs may remove (5.3), can Assault here."""
    if not state.special_spaces:
        return False
    bombs = any(is_mined(state, loc) for loc in state.special_spaces)
    return n > bombs and bool(allowed(state, [at]))


def transport_origins(play: Play) -> list[Space]:
    """4.3.2, 4.1: spaces from which Government Troops can move and keep the Operation possible."""
    state = play.state
    return [
        space
        for space in spaces_with(state, G_TROOPS)
        if transport_steps(state, space, 0) and may_leave(play, space, 1)
    ]


def can_transport(play: Play, faction: Faction) -> bool:
    state = play.state
    if toll_to_spare(state, 0) and last_assault_space(play) is None:
        return on_map(state, G_TROOPS) > 0
    return bool(transport_origins(play))


def tolls_ahead(state: State, at: Space, paid: int) -> str:
    """4.3.2: return the adjacent spaces that will cost the Government a toll."""
    rich = state.resources[GOVERNMENT] > paid
    return space_ids(step for step in ADJACENT[at] if rich and all_guerrillas(state, step))


@rule("4.3.2")
def transport(play: Play, faction: Faction) -> Rules:
    """4.3.2: move one group of Government Troops; pay Warlords along the way."""
    state = play.state
    origin = yield from play.ask(faction, "transport-from", "4.3.2", PLACES, lambda: transport_origins(play))
    n = yield from play.ask(
        faction,
        "transport-count",
        "4.3.2",
        COUNTS,
        lambda: [n for n in range(1, state.pieces[origin * KINDS + G_TROOPS] + 1) if may_leave(play, origin, n)],
        {"space": SPACE_IDS[origin]},
    )
    needed = origin == last_assault_space(play) and n == count(state, origin, G_TROOPS)
    at, tolls = origin, 0

    def steps() -> list[Space]:
        onward = [step for step in transport_steps(state, at, tolls) if step != origin]
        return [step for step in onward if arrives(step)] if needed else onward

    def arrives(step: Space) -> bool:
        scratch = play.scratch()
        scratch.state.special_spaces += bytes((step,))
        return _can_assault_on_arrival(scratch, origin, n, step, tolls + (all_guerrillas(state, step) > 0))

    def build() -> list[Space | str]:
        ways: list[Space | str] = [*steps()]
        if state.special_spaces and not (needed and not _can_assault_here(state, n, at)):
            ways.append("done")
        return ways

    while steps():
        step = yield from play.ask(
            faction,
            "transport-to",
            "4.3.2",
            PLACES,
            build,
            # answered before the loop goes on
            Fresh(lambda: {"space": SPACE_IDS[at], "n": n, "tolls": tolls_ahead(state, at, tolls)}),  # noqa: B023
        )
        if isinstance(step, str):
            break
        state.special_spaces += bytes((step,))
        tolls += all_guerrillas(state, step) > 0
        at = step
    move(play, "4.3.2", G_TROOPS, n, origin, at)
    yield from roadside_bomb(play, GOVERNMENT, "4.3.2", {loc: [(G_TROOPS, at)] for loc in state.special_spaces})
    toll(play, "4.3.2", tolls)
    state.special_spaces = b""
