"""8.7.3, 8.7.4: Eradicate, Transport and Govern of the Non-player Government, and their order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import coin_base, controlled, needed_for_control
from khyber.games.distant_plain.bots.common.government import activities as shared
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, at_support, pop
from khyber.games.distant_plain.bots.machinery.flowchart import first_possible
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.government.guards import excess_troops
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities import govern
from khyber.games.distant_plain.rules.activities.execute import may_accompany
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.lasting import TRIBAL_ELDERS, held_by
from khyber.games.distant_plain.rules.operations.conditions import allowed, spaces_with, spaces_with_guerrillas
from khyber.games.distant_plain.state import State


@cache
def eradicate_box() -> Priorities:
    return (
        Priority("G.Eradicate.1", "8.7.3", poppies_at_opposition, shared.eradicate_here),
        Priority("G.Eradicate.2", "8.7.3", any_poppies, shared.eradicate_here, when=no_aid),
        Priority(
            "G.Eradicate.3", "8.7.3", poppies_outside_pashtun_lands, shared.eradicate_here, when=anger_does_not_matter
        ),
        Priority("G.Eradicate.4", "8.7.3", any_poppies, shared.eradicate_here, when=anger_does_not_matter),
    )


@cache
def transport_box() -> Priorities:
    return (
        Priority(
            "G.Transport.1",
            "8.7.3",
            control_by_transport,
            transport_here,
            (ranks.POPULATION, MAX_TO_SPARE, MIN_PAYMENT),
            most=1,
        ),
    )


@cache
def govern_box() -> Priorities:
    return (
        Priority("G.Govern.1", "8.7.4", patronage_to_take, shared.take_patronage, (ranks.POPULATION,)),
        Priority(
            "G.Govern.2",
            "8.7.4",
            homes_for_returnees,
            shared.bring_returnees,
            (ranks.POPULATION, Rank("own-base", own_base)),
        ),
    )


# -- Eradicate --------------------------------------------------------------------------------------

#: Aid gained in each space (4.3.3).
_AID_FOR_POPPIES = 3


def poppies_at_opposition(walk: Walk) -> list[Candidate]:
    """G.Eradicate.1: spaces at Opposition."""
    return [space for space in shared.poppies(walk) if at_opposition(walk.state, space)]


def no_aid(walk: Walk) -> bool:
    """G.Eradicate.2: there was no Aid when the Special Activity began (R-G6)."""
    return walk.state.aid == _AID_FOR_POPPIES * len(walk.state.special_spaces)


def any_poppies(walk: Walk) -> list[Candidate]:
    """G.Eradicate.2, G.Eradicate.4: all spaces where Eradicate is possible."""
    return list(shared.poppies(walk))


def poppies_outside_pashtun_lands(walk: Walk) -> list[Candidate]:
    """G.Eradicate.3: non-Pashtun spaces, where no Taliban Guerrilla is placed."""
    return [space for space in shared.poppies(walk) if not board.IS_PASHTUN[space]]


def anger_does_not_matter(walk: Walk) -> bool:
    """G.Eradicate.3, G.Eradicate.4: not if the Taliban are a player, unless the elders prevent it."""
    return not walk.is_player(board.TALIBAN) or held_by(walk.state, TRIBAL_ELDERS, board.GOVERNMENT)


@rule("8.7.3")
def walk_eradicate(walk: Walk) -> int:
    """8.7.3: Eradicate in up to two spaces; return how many."""
    return walk.follow(eradicate_box)


# -- Transport --------------------------------------------------------------------------------------

#: G.Transport.1, G.Sweep.1: Troops moved, unless Control needs more.
USUAL_TROOPS = 4

#: Routes of Troops from a space: the payment to the Warlords, and the spaces entered.
Ways = dict[Space, tuple[int, tuple[Space, ...]]]


@rule("8.7.3")
def ways_from(state: State, origin: Space) -> Ways:
    """4.3.2: the cheapest, then shortest routes to each space along LoCs and Kabul."""
    return _ways(origin, frozenset(spaces_with_guerrillas(state)), bytes(state.terror))


@lru_cache(maxsize=256)  # asked again for every choice of the turn
def _ways(origin: Space, tolls: frozenset[Space], terror: bytes) -> Ways:
    found: Ways = {}
    queue: list[tuple[int, int, Space, tuple[Space, ...]]] = [(0, 0, origin, ())]
    while queue:
        cost, steps, at, way = heappop(queue)
        if at in found:
            continue
        found[at] = (cost, way)
        if at != origin and (not board.IS_ROAD[at] or (board.IS_LOC[at] and terror[at])):
            continue
        for step in board.ADJACENT[at]:
            if step not in found and not board.IS_PAKISTAN[step]:
                heappush(queue, (cost + (step in tolls), steps + 1, step, (*way, step)))
    del found[origin]
    return found


def lacks_control(state: State, space: Space) -> bool:
    """G.Transport.1, G.Sweep.1: populated, without a COIN Base or COIN Control."""
    return pop(state, space) > 0 and not controlled(state, space) and not coin_base(state, space)


def control_by_transport(walk: Walk) -> list[Candidate]:
    """G.Transport.1: targets with origins that can spare enough Troops, and the cost."""
    state = walk.state
    targets = [(space, needed_for_control(state, space)) for space in board.AFGHAN if lacks_control(state, space)]
    if not targets:
        return []
    least = min(needed for _, needed in targets)
    found: list[Candidate] = []
    for origin in spaces_with(state, board.G_TROOPS):
        spare = excess_troops(state, origin)
        if spare and spare >= least:
            ways = ways_from(state, origin)
            found += [
                (target, origin, ways[target][0]) for target, needed in targets if needed <= spare and target in ways
            ]
    return found


def most_to_spare(walk: Walk, candidate: Candidate) -> int:
    assert not isinstance(candidate, int)
    return excess_troops(walk.state, candidate[1])


def least_payment(walk: Walk, candidate: Candidate) -> int:
    """Prefer the lowest payment to the Warlords, the last number of a candidate."""
    assert not isinstance(candidate, int)
    return -candidate[-1]


MAX_TO_SPARE = Rank("most-to-spare", most_to_spare)
MIN_PAYMENT = Rank("least-payment", least_payment)


def transport_here(walk: Walk, candidate: Candidate) -> bool:
    assert not isinstance(candidate, int)
    target, origin = candidate[:2]
    n = max(needed_for_control(walk.state, target), min(USUAL_TROOPS, excess_troops(walk.state, origin)))
    transport_troops(walk, origin, target, n)
    return True


def transport_troops(walk: Walk, origin: Space, target: Space, n: int) -> None:
    """Plan a Transport by the cheapest route and carry it out on the scratch position."""
    cost, way = ways_from(walk.state, origin)[target]
    shared.send_troops(walk, origin, way, n, cost)


@rule("8.7.3")
def walk_transport(walk: Walk) -> int:
    """8.7.3: move one group of Troops, if it gains COIN Control somewhere."""
    return walk.follow(transport_box)


# -- Govern -----------------------------------------------------------------------------------------


def patronage_to_take(walk: Walk) -> list[Candidate]:
    """G.Govern.1: spaces where Aid becomes Patronage; none without Aid, or at maximum Patronage."""
    state = walk.state
    if not state.aid or state.patronage >= board.MAX_PATRONAGE:
        return []
    return [space for space in allowed(state, govern.govern_spaces(state)) if can_take_patronage(state, space)]


def can_take_patronage(state: State, space: Space) -> bool:
    return (
        at_support(state, space)
        and controlled(state, space)
        and pop(state, space) > 0
        and not count(state, space, board.C_BASE)
    )


def homes_for_returnees(walk: Walk) -> list[Candidate]:
    """G.Govern.2: spaces with a COIN Base only."""
    state = walk.state
    return [
        space
        for space in allowed(state, govern.govern_spaces(state))
        if at_support(state, space)
        and pop(state, space)
        and coin_base(state, space)
        and "returnees" in govern.govern_choices(state, space)
    ]


def own_base(walk: Walk, candidate: Candidate) -> int:
    return 1 if count(walk.state, where(candidate), board.G_BASE) else 0


@rule("8.7.4")
def walk_govern(walk: Walk) -> int:
    """8.7.4: Govern in up to two spaces in all (R-G11); return how many."""
    return walk.follow(govern_box)


ACTIVITIES: Final[dict[str, Callable[[Walk], int]]] = {
    "eradicate": walk_eradicate,
    "transport": walk_transport,
    "govern": walk_govern,
}
_GOVERN_FIRST: Final = ("govern", "eradicate", "transport")
#: With little Aid, or a player among the poppies.
_ERADICATE_FIRST: Final = ("eradicate", "govern", "transport")


def chain(walk: Walk) -> tuple[str, ...]:
    """G.SA: the order of Special Activities, without those that cannot accompany the Operation (R-G3)."""
    op = walk.state.op
    poor = walk.state.aid <= 2 or walk.is_player(board.WARLORDS)
    names = _ERADICATE_FIRST if poor and op in ("assault", "train") else _GOVERN_FIRST
    return tuple(name for name in names if name in may_accompany(board.GOVERNMENT, op))


@rule("8.7.3", "8.7.4", "8.7.5", "8.7.6")
def accompany(bot: NonPlayer, play: Play) -> None:
    """G.SA: after the Operation, use the first Special Activity of the chain that has an effect."""
    assert bot.plan is not None
    names = chain(Walk(bot, play, bot.plan))
    first_possible(bot, play, ((name, ACTIVITIES[name]) for name in names), "G.SA")


def may_use(walk: Walk, name: str) -> bool:
    """Return whether this Special Activity may still accompany the Operation being planned."""
    return (
        walk.activity_open
        and name in may_accompany(board.GOVERNMENT, walk.state.op)
        and not walk.bot.barred(walk.play, name)
    )
