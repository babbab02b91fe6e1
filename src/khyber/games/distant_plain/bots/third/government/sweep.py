"""8.7.6: Sweep of the Non-player Government."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import needed_for_control
from khyber.games.distant_plain.bots.common.guidelines import enemy_players
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.government import activities
from khyber.games.distant_plain.bots.third.government.assault import usual_order
from khyber.games.distant_plain.bots.third.government.guards import excess_troops
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_guerrillas, count, government_cubes, move
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, movable, sweep_spaces
from khyber.games.distant_plain.state import State


@cache
def sweep_box() -> Priorities:
    return (
        Priority("G.Sweep.1", "8.7.6", control_by_sweep, sweep_into, (ranks.POPULATION, activities.MIN_PAYMENT)),
        Priority(
            "G.Sweep.2",
            "8.7.6",
            guerrillas_to_show,
            sweep_in_place,
            (
                Rank("players-shown", players_shown),
                Rank("taliban-shown", taliban_shown),
                Rank("warlords-shown", warlords_shown),
            ),
        ),
    )


#: G.Sweep.P: most spaces.
MAX_SPACES = 2
#: From where, and by which LoC if not from next door.
Way = Space | tuple[Space, Space]


def open_spaces(walk: Walk) -> list[Space]:
    return sweep_spaces(walk.play, board.GOVERNMENT) if len(walk.state.op_spaces) < MAX_SPACES else []


# -- Troops that come -------------------------------------------------------------------------------


def to_spare(state: State) -> list[int]:
    """G.Sweep.P: return for each space the Troops that have not moved and may leave."""
    return [
        min(movable(state, origin, board.G_TROOPS), excess_troops(state, origin))
        if count(state, origin, board.G_TROOPS)
        else 0
        for origin in board.ALL_SPACES
    ]


def tolls_paid(walk: Walk) -> set[Space]:
    """Return the LoCs that an earlier group entered: they cost nothing again (3.2.3)."""
    found: set[Space] = set()
    for key, ways in walk.plan.queues.items():
        if key[0] == "sweep-from":
            found.update(way[1] for way in ways if isinstance(way, tuple) and isinstance(way[1], int))
    return found


def sources(spare: list[int], target: Space, vias: list[Space]) -> dict[Space, Way]:
    """Return the origins of Troops by these LoCs; adjacent spaces first."""
    found: dict[Space, Way] = {}
    for via in reversed(vias):
        for origin in board.ADJACENT[via]:
            if spare[origin] and origin != target:
                found[origin] = (origin, via)
    return found | {origin: origin for origin in board.ADJACENT[target] if spare[origin]}


def best_way_in(walk: Walk, target: Space, spare: list[int]) -> tuple[int, int, dict[Space, Way]] | None:
    """G.Sweep.1: return the number of Troops, the lowest cost, and their origins; None if too few can come."""
    state = walk.state
    needed = needed_for_control(state, target)
    vias = [via for via in board.ADJACENT_LOCS[target] if not state.terror[via]]
    most = sum(spare[origin] for origin in sources(spare, target, vias))
    if most < needed:
        return None
    wanted = max(needed, min(activities.USUAL_TROOPS, most))
    paid = tolls_paid(walk)
    dear = [via for via in vias if all_guerrillas(state, via) and via not in paid]
    free = [via for via in vias if via not in dear]
    for tolls in range(len(dear) + 1):
        for chosen in combinations(dear, tolls):
            found = sources(spare, target, [*free, *chosen])
            if sum(spare[origin] for origin in found) >= wanted:
                return wanted, tolls, found
    return None


def control_by_sweep(walk: Walk) -> list[Candidate]:
    """G.Sweep.1: spaces that Troops can bring under COIN Control, with the cost."""
    found: list[Candidate] = []
    targets = [space for space in open_spaces(walk) if activities.lacks_control(walk.state, space)]
    if targets:
        spare = to_spare(walk.state)
        for space in targets:
            way = best_way_in(walk, space, spare)
            if way is not None:
                found.append((space, way[1]))
    return found


def sweep_into(walk: Walk, candidate: Candidate) -> bool:
    target = where(candidate)
    spare = to_spare(walk.state)
    way = best_way_in(walk, target, spare)
    if way is None or not walk.pay(COIN_COST):
        return False
    n, _, found = way
    walk.plan.put("sweep-space", target)
    select(walk.play, board.GOVERNMENT, "3.2.3", target, 0)
    for origin, troops in evenly(walk, {origin: spare[origin] for origin in found}, n).items():
        walk.plan.put("sweep-from", found[origin], space=target)
        walk.plan.put("move-count", troops, origin=origin, dest=target, piece=board.G_TROOPS)
        move(walk.play, "3.2.3", board.G_TROOPS, troops, origin, target)
        walk.state.moved[target * board.KINDS + board.G_TROOPS] += troops
    return True


def evenly(walk: Walk, left: dict[Space, int], n: int) -> dict[Space, int]:
    """N.Even: take one Troop at a time from the space with the most; ties at random."""
    holds = {origin: count(walk.state, origin, board.G_TROOPS) for origin in left}
    taken: dict[Space, int] = {}
    for _ in range(n):
        open_to_it = [origin for origin in left if left[origin]]
        most = max(holds[origin] for origin in open_to_it)
        origin = random_space(walk.dice, [origin for origin in open_to_it if holds[origin] == most])
        left[origin] -= 1
        holds[origin] -= 1
        taken[origin] = taken.get(origin, 0) + 1
    return taken


def shown(state: State, space: Space) -> dict[Faction, int]:
    """Return the Guerrillas that a Sweep in place would Activate: players', then Taliban, then Warlords."""
    cubes = government_cubes(state, space)
    hidden = {
        board.TALIBAN: count(state, space, board.T_UNDERGROUND),
        board.WARLORDS: count(state, space, board.W_UNDERGROUND),
    }
    first, second = usual_order(state)
    of_first = min(cubes, hidden[first])
    return {first: of_first, second: min(cubes - of_first, hidden[second])}


def guerrillas_to_show(walk: Walk) -> list[Candidate]:
    """G.Sweep.2: spaces where a Sweep in place Activates Guerrillas."""
    return [space for space in open_spaces(walk) if any(shown(walk.state, space).values())]


def sweep_in_place(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    if not walk.pay(COIN_COST):
        return False
    walk.plan.put("sweep-space", space)
    select(walk.play, board.GOVERNMENT, "3.2.3", space, 0)
    return True


def players_shown(walk: Walk, candidate: Candidate) -> int:
    found = shown(walk.state, where(candidate))
    return sum(found[f] for f in enemy_players(walk.state, board.GOVERNMENT))


def taliban_shown(walk: Walk, candidate: Candidate) -> int:
    return shown(walk.state, where(candidate))[board.TALIBAN]


def warlords_shown(walk: Walk, candidate: Candidate) -> int:
    return shown(walk.state, where(candidate))[board.WARLORDS]


@rule("8.7.6")
def walk_sweep(bot: NonPlayer, play: Play) -> Walk | None:
    """8.7.6: move Troops into up to two spaces, or Sweep in place; None if there is nothing to do."""
    walk = begin(bot, play, "sweep")
    if not walk.follow(sweep_box):
        return None
    walk.plan.afterwards = activities.accompany
    return walk
