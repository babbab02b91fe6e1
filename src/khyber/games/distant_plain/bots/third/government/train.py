"""8.7.5: Train of the Non-player Government."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import balance, coin_base, controlled
from khyber.games.distant_plain.bots.common.government import train as shared
from khyber.games.distant_plain.bots.common.government.activities import take_patronage
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, operation_limit, pop
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.government import activities
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, government_cubes, room_for_base
from khyber.games.distant_plain.rules.operations import train
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, train_spaces
from khyber.games.distant_plain.state import State


@cache
def train_box() -> Priorities:
    return (
        Priority("G.Train.1", "8.7.5", provinces_for_a_base, plan_base, (ranks.POPULATION,), most=1),
        Priority(
            "G.Train.2",
            "8.7.5",
            provinces_to_milk,
            support_for_patronage,
            (ranks.POPULATION,),
            most=1,
            when=shared.no_base_yet,
        ),
        Priority(
            "G.Train.3",
            "8.7.5",
            bases_by_transport,
            base_from_afar,
            (ranks.POPULATION, activities.MIN_PAYMENT),
            most=1,
            when=shared.no_base_yet,
        ),
        Priority("G.Train.4", "8.7.5", places_for_cubes, raise_cubes, (ranks.MIN_CUBES, ranks.POPULATION)),
        Priority(
            "G.Train.5",
            "8.7.5",
            opposition_to_remove,
            remove_opposition,
            (ranks.MAX_OPPOSITION,),
            most=1,
            when=shared.slot_free,
        ),
    )


#: G.Train.P: most spaces.
MAX_SPACES = 3
#: G.Train.0: Troops Available that call for a Train.
TROOPS_WAITING = 10
#: G.Train.3: Troops Transported.
TROOPS_SENT = 5


def can_choose(walk: Walk, space: Space) -> bool:
    """G.Train.P: already selected, or another within three spaces and the limit."""
    state = walk.state
    if space in state.op_spaces:
        return True
    return (
        len(state.op_spaces) < MAX_SPACES
        and walk.can_pay(COIN_COST)
        and space in train_spaces(walk.play, board.GOVERNMENT)
    )


def split(state: State) -> tuple[int, int]:
    """G.Train.P: as many as possible, two more Troops than Police; each makes up for the other."""
    troops, police = available(state, board.G_TROOPS), available(state, board.G_POLICE)
    n = min(shared.most_cubes(state), troops + police)
    of_police = max(0, (n - 2) // 2)
    of_troops = min(n - of_police, troops)
    of_police = min(n - of_troops, police)
    return n - of_police, of_police


def cubes_if_base(walk: Walk, space: Space) -> None:
    """G.Train.2, G.Train.5: place cubes if there is a COIN Base."""
    if coin_base(walk.state, space) and not shared.has_cubes(walk, space):
        shared.place_cubes(walk, space, *split(walk.state))


# -- Civic Action -----------------------------------------------------------------------------------


def shift_payable(walk: Walk, space: Space) -> bool:
    """Return whether Terror, one level and, if not yet selected, the space itself are affordable."""
    selecting = 0 if space in walk.state.op_spaces or walk.state.op_free else COIN_COST
    return walk.payments(selecting + COIN_COST * walk.state.terror[space]) > 0


# -- G.Train.1: a Base ------------------------------------------------------------------------------


def provinces_for_a_base(walk: Walk) -> list[Candidate]:
    """G.Train.1: populated, three cubes, no COIN Base, and room."""
    state = walk.state
    if not available(state, board.G_BASE):
        return []
    return [
        space
        for space in board.PROVINCES
        if government_cubes(state, space) >= train.CUBES_FOR_A_BASE
        and pop(state, space)
        and not coin_base(state, space)
        and room_for_base(state, space)
        and can_choose(walk, space)
    ]


def plan_base(walk: Walk, candidate: Candidate) -> bool:
    """G.Train.1: plan the Base; not where COIN would lose Control by it, if the score counts (N.OwnScore)."""
    if walk.spares_score and gives_up_control(walk.state, where(candidate)):
        walk.costly = True
        return False
    return shared.plan_base(walk, candidate)


def gives_up_control(state: State, space: Space) -> bool:
    """Return whether COIN Controls the space, but not once a Base has replaced three cubes."""
    return controlled(state, space) and balance(state, space) <= train.CUBES_FOR_A_BASE - 1


@rule("8.7.5")
def random_cubes(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Train.1, G.Train.3: choose at random the three cubes to replace with the Base."""
    bot.cite("G.Train.1", "8.7.5")
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    cubes = [1] * count(play.state, space, board.G_TROOPS) + [0] * count(play.state, space, board.G_POLICE)
    troops = 0
    for _ in range(train.CUBES_FOR_A_BASE):
        drawn = bot.dice.lot(cubes)
        cubes.remove(drawn)
        troops += drawn
    return troops


# -- G.Train.2: Support, and Patronage for it --------------------------------------------------------


def provinces_to_milk(walk: Walk) -> list[Candidate]:
    """G.Train.2: COIN Control, populated, no Coalition Base, no Terror, Aid to divert."""
    state = walk.state
    if not state.aid or state.patronage >= board.MAX_PATRONAGE or not activities.may_use(walk, "govern"):
        return []
    return [
        space
        for space in board.PROVINCES
        if pop(state, space) >= 2
        and controlled(state, space)
        and not count(state, space, board.C_BASE)
        and not state.terror[space]
        and can_choose(walk, space)
        and (state.level[space] == board.SUPPORT or shift_payable(walk, space))
    ]


def support_for_patronage(walk: Walk, candidate: Candidate) -> bool:
    """Train there, and Civic Action up to Support, and Govern for Patronage; all or nothing."""
    space = where(candidate)
    trial = walk.trial()
    shared.choose(trial, space)
    cubes_if_base(trial, space)
    if trial.state.level[space] != board.SUPPORT:
        shared.buy_civic_action(trial, space)
    if not activities.can_take_patronage(trial.state, space):
        if trial.state.level[space] != board.SUPPORT and not trial.payments() > 0:
            trial.purse.refuse()
        trial.drop()
        return False
    trial.start_activity("govern", "train-then")
    take_patronage(trial, space)
    activities.walk_govern(trial)
    walk.adopt(trial)
    return True


# -- G.Train.3: a Base from afar --------------------------------------------------------------------


def bases_by_transport(walk: Walk) -> list[Candidate]:
    """G.Train.3: targets for five Troops, with the space where they are placed and the cost."""
    state = walk.state
    if not activities.may_use(walk, "transport") or not available(state, board.G_BASE) or walk.one_space:
        return []
    if len(state.op_spaces) + 2 > MAX_SPACES or not walk.can_pay(2 * COIN_COST):
        return []
    targets = [
        space
        for space in board.AFGHAN
        if pop(state, space) >= 2
        and not coin_base(state, space)
        and room_for_base(state, space)
        and space not in state.op_spaces
        and can_choose(walk, space)
    ]
    if not targets:
        return []
    raised = min(shared.most_cubes(state), available(state, board.G_TROOPS))
    if not raised:
        return []
    purse = 99 if state.op_free else state.resources[board.GOVERNMENT] - 2 * COIN_COST
    found: list[Candidate] = []
    for origin in board.AFGHAN:
        if (
            origin not in state.op_spaces
            and train.may_place_cubes(state, board.GOVERNMENT, origin)
            and can_send(state, origin, raised)
            and can_choose(walk, origin)
        ):
            ways = activities.ways_from(state, origin)
            found += [
                (target, origin, ways[target][0]) for target in targets if target in ways and ways[target][0] <= purse
            ]
    return found


def can_send(state: State, origin: Space, raised: int) -> bool:
    """Return whether five Troops can leave, one stays, and COIN Control holds."""
    if count(state, origin, board.G_TROOPS) + raised <= TROOPS_SENT:
        return False
    before = balance(state, origin) + raised
    return before <= 0 or before > TROOPS_SENT


def base_from_afar(walk: Walk, candidate: Candidate) -> bool:
    assert not isinstance(candidate, int)
    target, origin = candidate[:2]
    shared.choose(walk, origin)
    shared.place_cubes(walk, origin, min(shared.most_cubes(walk.state), available(walk.state, board.G_TROOPS)), 0)
    walk.start_activity("transport", "train-space")
    activities.transport_troops(walk, origin, target, TROOPS_SENT)
    shared.choose(walk, target)
    walk.plan.put("train-then", ("base", target))
    return True


# -- G.Train.4, G.Train.5 ---------------------------------------------------------------------------


def places_for_cubes(walk: Walk) -> list[Candidate]:
    """G.Train.4: Kabul and COIN Bases."""
    state = walk.state
    if not available(state, board.G_TROOPS) and not available(state, board.G_POLICE):
        return []
    return [
        space
        for space in board.AFGHAN
        if train.may_place_cubes(state, board.GOVERNMENT, space)
        and not shared.has_cubes(walk, space)
        and can_choose(walk, space)
    ]


def raise_cubes(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    shared.choose(walk, space)
    shared.place_cubes(walk, space, *split(walk.state))
    return True


def opposition_to_remove(walk: Walk) -> list[Candidate]:
    """G.Train.5: COIN Control, Opposition, and an affordable level."""
    state = walk.state
    return [
        space
        for space in board.AFGHAN
        if at_opposition(state, space)
        and controlled(state, space)
        and can_choose(walk, space)
        and shift_payable(walk, space)
    ]


def remove_opposition(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    shared.choose(walk, space)
    cubes_if_base(walk, space)
    return shared.buy_civic_action(walk, space) > 0


def begin_train(bot: NonPlayer, play: Play) -> Walk:
    """Begin a Train; Civic Action counts against the limit even if the Train is free."""
    walk = begin(bot, play, "train")
    walk.limit = operation_limit(play.state.resources[board.GOVERNMENT])
    return walk


@rule("8.7.5")
def called_for(bot: NonPlayer, play: Play) -> bool:
    """G.Train.0: many Troops Available, or a Base to place by the first bullet."""
    if available(play.state, board.G_TROOPS) >= TROOPS_WAITING:
        return True
    walk = begin_train(bot, play)
    found = map(where, provinces_for_a_base(walk))
    return any(not (walk.spares_score and gives_up_control(walk.state, space)) for space in found)


@rule("8.7.5")
def walk_train(bot: NonPlayer, play: Play) -> Walk | None:
    """8.7.5: walk all five bullets; None if there is nothing to do."""
    walk = begin_train(bot, play)
    if not walk.follow(train_box):
        return None
    walk.plan.afterwards = activities.accompany
    return walk
