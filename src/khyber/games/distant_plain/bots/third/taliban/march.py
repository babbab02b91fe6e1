"""8.8.5: March of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import at_neutral, at_support, operation_limit
from khyber.games.distant_plain.bots.common.taliban.march import EVERYWHERE, Ways, way, write_down
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin, use_activity
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk, follower
from khyber.games.distant_plain.bots.third.taliban.extort import extort_box
from khyber.games.distant_plain.bots.third.taliban.guards import kept_at_base
from khyber.games.distant_plain.bots.third.taliban.moves import Moves, in_order
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, available, count, guerrillas, pieces_of, room_for_base
from khyber.games.distant_plain.rules.operations.march import group_is_noticed, only_from


@cache
def march_box() -> Priorities:
    return (
        Priority("T.March.1", "8.8.5", bases_in_need, send_one, (ranks.COST, ranks.PRINTED_POPULATION)),
        Priority("T.March.2", "8.8.5", base_sites, gather, (Rank("cost", paid_spaces), ranks.POPULATION), most=1),
        Priority("T.March.3a", "8.8.5", new_ground, send_one, CHEAP_AND_POPULOUS, most=MAX_NEW_SPACES),
        Priority("T.March.3b", "8.8.5", loyal_ground, send_one, CHEAP_AND_POPULOUS),
        Priority(
            "T.March.4", "8.8.5", roads, take_to_the_road, (ranks.ECON, Rank("underground", arriving_underground))
        ),
    )


#: T.March.2: Guerrillas that can build a Base in the next Rally (R-T12).
ENOUGH_FOR_BASE: Final = 3
#: T.March.3: most spaces in all.
MAX_NEW_SPACES: Final = 3
#: T.March.4: Guerrillas on a LoC, unless more are needed to outnumber enemies.
ON_A_ROAD: Final = 2


# -- one Guerrilla, Underground ---------------------------------------------------------------------


def unseen_in(walk: Walk, spaces: Iterable[Space]) -> list[tuple[Space, int]]:
    """Return those of the spaces where one more can arrive Underground and is affordable, with the cost."""
    march, state = Moves.of(walk), walk.state
    sources = sum(1 << space for space, numbers in march.leaving.items() if numbers[0])
    if not sources:
        return []
    ways = Ways(state)
    costs, funds = ways.costs(sources, quiet=True), march.funds()
    return [
        (space, costs[space])
        for space in spaces
        if costs[space] <= funds
        and not ways.watched >> space & 1
        and march.open_to(space)
        and not group_is_noticed(state, board.TALIBAN, space, 1)
    ]


def send_one(walk: Walk, candidate: Candidate) -> bool:
    """Move one Underground Guerrilla by the cheapest route, from where others remain if possible (N.Source)."""
    march, target = Moves.of(walk), where(candidate)
    most = ranks.number(candidate, 1)
    routes = Ways(walk.state).routes(target, most, quiet=True, not_from=march.spent_legs_to(target, 1))
    costs = {space: routes[space][0] for space, numbers in march.leaving.items() if space in routes and numbers[0]}
    if not costs:
        return False
    least = min(costs.values())
    source = keeping_one(march, [space for space, cost in costs.items() if cost == least], board.T_UNDERGROUND)
    return march.send([(way(routes, source, target), 1, 0)])


def keeping_one(march: Moves, sources: list[Space], piece: Piece, gone: dict[Space, int] | None = None) -> Space:
    """N.Source: choose a source where another of the kind remains, else any at random."""
    state = march.state
    away = gone or {}
    kept = [space for space in sources if count(state, space, piece) - away.get(space, 0) > 1]
    return random_space(march.dice, kept or sources)


# -- the first three bullets ------------------------------------------------------------------------


def bases_in_need(walk: Walk) -> list[Candidate]:
    """T.March.1: Bases without Underground Guerrillas, in Pakistan without any.

    Under unshaded Find Fix Finish, Bases in Afghanistan need two (8.8.1).
    """
    state = walk.state
    needy = [
        space
        for space in board.LANDS
        if count(state, space, board.T_BASE)
        and count(state, space, board.T_UNDERGROUND) < kept_at_base(state, space)
        and not (board.IS_PAKISTAN[space] and guerrillas(state, board.TALIBAN, space))
    ]
    if not needy:
        return []
    return [(space, cost, count(state, space, board.T_UNDERGROUND)) for space, cost in unseen_in(walk, needy)]


def base_sites(walk: Walk) -> list[Candidate]:
    """T.March.2: where three Guerrillas can gather at the least cost, and the spaces paid for."""
    march, state = Moves.of(walk), walk.state
    if not available(state, board.T_BASE):
        return []
    sources = sum(1 << space for space in march.leaving)
    if not sources:
        return []
    ways, funds = Ways(state), march.funds()
    least = ways.costs(sources, quiet=False)
    sites = [
        space
        for space in board.AFGHAN
        if least[space] <= funds
        and march.open_to(space)
        and guerrillas(state, board.TALIBAN, space) < ENOUGH_FOR_BASE
        and room_for_base(state, space)
    ]
    for cost in range(min(funds, len(board.AFGHAN)) + 1):
        if cost == 2:
            sites = [site for site in sites if march.can_gather(ways, site, EVERYWHERE)]
        found: list[Candidate] = []
        for site in sites:
            if least[site] <= cost:
                paid = next((paid for paid in ways.to_pay(site, cost) if march.can_gather(ways, site, paid)), None)
                if paid is not None:
                    found.append((site, paid))
        if found or not sites:
            return found
    return []


def gather(walk: Walk, candidate: Candidate) -> bool:
    """T.March.2: move Underground ones first, unnoticed if possible; all of them then stay there."""
    march, state = Moves.of(walk), walk.state
    assert not isinstance(candidate, int)
    target, paid = candidate
    missing = ENOUGH_FOR_BASE - guerrillas(state, board.TALIBAN, target)
    if not march.send(march.groups_to_gather(target, paid, missing, keeping_one)):
        return False
    for piece in (board.T_UNDERGROUND, board.T_ACTIVE):
        state.moved[target * board.KINDS + piece] = count(state, target, piece)
    march.look_again(target)
    return True


def new_ground(walk: Walk) -> list[Candidate]:
    """T.March.3a: Neutral spaces without Taliban or Coalition pieces."""
    state = walk.state
    return list(
        unseen_in(
            walk,
            [
                space
                for space in board.AFGHAN
                if at_neutral(state, space)
                and not pieces_of(state, board.TALIBAN, space)
                and not pieces_of(state, board.COALITION, space)
            ],
        )
    )


def loyal_ground(walk: Walk) -> list[Candidate]:
    """T.March.3b: Support spaces without Underground Guerrillas; at most three with those before."""
    state, followed = walk.state, walk.plan.followed
    if followed.get("T.March.3a", 0) + followed.get("T.March.3b", 0) >= MAX_NEW_SPACES:
        return []
    return list(
        unseen_in(
            walk,
            [
                space
                for space in board.AFGHAN
                if at_support(state, space) and not count(state, space, board.T_UNDERGROUND)
            ],
        )
    )


# -- LoCs -------------------------------------------------------------------------------------------


def roads(walk: Walk) -> list[Candidate]:
    """T.March.4: LoCs that adjacent Guerrillas could hold: how many would move, how many arrive Underground."""
    march, state = Moves.of(walk), walk.state
    found: list[Candidate] = []
    for loc in board.LOCS:
        taliban = guerrillas(state, board.TALIBAN, loc)
        enemies = all_pieces(state, loc) - taliban
        if (taliban >= ON_A_ROAD and taliban > enemies) or not march.open_to(loc):
            continue
        spare = [march.spare(space) for space in board.ADJACENT[loc] if space in march.leaving]
        most = min(ON_A_ROAD, sum(total for _, _, total in spare))
        if most and taliban + most > enemies:
            n = min(most, max(ON_A_ROAD - taliban, enemies + 1 - taliban))
            unnoticed = max(0, 3 - enemies)
            found.append((loc, n, min(n, sum(min(hidden, unnoticed) for hidden, _, _ in spare))))
    return found


def take_to_the_road(walk: Walk, candidate: Candidate) -> bool:
    """T.March.4: move one at a time, so that as many as possible arrive Underground."""
    march, state = Moves.of(walk), walk.state
    assert not isinstance(candidate, int)
    loc, n, _ = candidate
    enemies = all_pieces(state, loc) - guerrillas(state, board.TALIBAN, loc)
    spare = {space: list(march.spare(space)) for space in board.ADJACENT[loc] if space in march.leaving}
    groups: dict[Space, list[int]] = {}

    def arriving_hidden(group: list[int]) -> int:
        return group[0] if sum(group) + enemies <= 3 else 0

    def gain(space: Space, kind: int) -> int:
        group = groups.get(space, [0, 0])
        larger = [group[0] + (kind == 0), group[1] + (kind == 1)]
        return arriving_hidden(larger) - arriving_hidden(group)

    for _ in range(n):
        options = [(space, kind) for space, left in spare.items() if left[2] for kind in (0, 1) if left[kind]]
        most = max(gain(*option) for option in options)
        options = [option for option in options if gain(*option) == most]
        kind = options[0][1]
        space = keeping_one(
            march,
            [space for space, which in options if which == kind],
            (board.T_UNDERGROUND, board.T_ACTIVE)[kind],
            {space: group[kind] for space, group in groups.items()},
        )
        groups.setdefault(space, [0, 0])[kind] += 1
        spare[space][kind] -= 1
        spare[space][2] -= 1
    return march.send([((space, loc), hidden, shown) for space, (hidden, shown) in groups.items()])


def arriving_underground(walk: Walk, candidate: Candidate) -> int:
    assert not isinstance(candidate, int)
    return candidate[2]


CHEAP_AND_POPULOUS = (ranks.COST, ranks.POPULATION)


def paid_spaces(walk: Walk, candidate: Candidate) -> int:
    assert not isinstance(candidate, int)
    return -candidate[1].bit_count()


@rule("8.8.5")
def walk_march(bot: NonPlayer, play: Play) -> Walk | None:
    """8.8.5: walk the March; None if there is none. Without Resources, Extort comes first (R-T11)."""
    walk = begin(bot, play, "march", limit=operation_limit(play.state.resources[board.TALIBAN]))
    penniless = not walk.state.resources[board.TALIBAN] and not walk.state.op_free
    if penniless and use_activity(walk, "extort", "march-from", follower(extort_box)):
        walk.note("pause", activity="extort")
    if walk.state.op_from >= 0:
        only_from(walk.state, board.TALIBAN)
    march = Moves(walk)
    if not march.follow(march_box):
        return None
    write_down(march.plan, in_order(march.paths), march.counts)
    return march
