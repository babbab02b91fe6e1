"""2nd:8.8.2: Train of the Non-player Coalition."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.train import Training, levels_shifted
from khyber.games.distant_plain.bots.common.coin.lasting_events import open_to_prts
from khyber.games.distant_plain.bots.common.coin.spaces import balance, coalition_base, controlled
from khyber.games.distant_plain.bots.common.government.train import most_cubes, place_cubes
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.flowchart import begin, first_of
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION, Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition.air_lift import lift_after_train
from khyber.games.distant_plain.bots.second.coalition.surge import walk_surge
from khyber.games.distant_plain.bots.second.guidelines import evenly, quota, shift_value
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, move, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST
from khyber.games.distant_plain.rules.operations.train import PATRONAGE_RETURNED
from khyber.games.distant_plain.rules.tracks import patronage_to_resources
from khyber.games.distant_plain.state import State


@cache
def patronage_box() -> Priorities:
    return (Priority("C2.Train.1", "2nd:8.8.2", corrupt_kabul, return_patronage, most=1),)


@cache
def civic_action_box() -> Priorities:
    return (Priority("C2.Train.2", "2nd:8.8.2", civic_spaces, act_civically, BY_SHIFT, when=nothing_returned),)


@cache
def cubes_box() -> Priorities:
    return (Priority("C2.Train.3", "2nd:8.8.2", thin_bases, reinforce),)


#: C2.Train.1: Patronage above this, or too few Resources for an Operation: return some Patronage.
MUCH_PATRONAGE: Final = 20
#: C2.Train.3: most Government pieces beyond those that COIN Control needs, for a space to get cubes.
ENOUGH_TO_SPARE: Final = 6
#: C2.Train.3: Police that come from the map to one space (R53).
MAX_FROM_THE_MAP: Final = 3


def can_pay_cubes(training: Training) -> bool:
    return training.state.op_free or training.payments() > 0


# -- C2.Train.1 -------------------------------------------------------------------------------------


def corrupt_kabul(walk: Walk) -> list[Candidate]:
    """C2.Train.1: high Patronage or a poor Government, and enough Patronage to give back."""
    state = walk.state
    wanted = state.patronage > MUCH_PATRONAGE or state.resources[board.GOVERNMENT] < COIN_COST
    possible = state.patronage >= PATRONAGE_RETURNED and Training.of(walk).can_take(board.KABUL)
    return [board.KABUL] if wanted and possible else []


def return_patronage(walk: Walk, candidate: Candidate) -> bool:
    """C2.Train.1: return exactly three Patronage, then place cubes there, perhaps paid with it (R52)."""
    training = Training.of(walk)
    training.take(board.KABUL)
    training.patronage = True
    walk.plan.put("train-first", ("patronage", board.KABUL))
    patronage_to_resources(walk.play, "3.2.1", board.GOVERNMENT, PATRONAGE_RETURNED)
    strengthen(training, board.KABUL)
    return True


# -- C2.Train.2 -------------------------------------------------------------------------------------


def civic_spaces(walk: Walk) -> list[Candidate]:
    """C2.Train.2: spaces of this Train with COIN Control and an affordable shift."""
    training = Training.of(walk)
    if not training.slot_free or not training.payments():
        return []
    state, payments = walk.state, training.payments()
    found = [
        space
        for space in board.AFGHAN
        if controlled(state, space)
        and training.can_take(space)
        and space not in training.civic
        and levels_shifted(state, space, payments)
    ]
    return list(open_to_prts(walk, found))


def act_civically(walk: Walk, candidate: Candidate) -> bool:
    """C2.Train.2: remove all Terror, then shift level by level, before placing cubes (R52)."""
    Training.of(walk).act_civically(where(candidate), "train-first")
    return True


def points_shifted(walk: Walk, candidate: Candidate) -> int:
    """Return the value of a Civic Action there with the Resources at hand."""
    space = where(candidate)
    return shift_value(walk.state, space, levels_shifted(walk.state, space, walk.payments()))


def nothing_returned(walk: Walk) -> bool:
    return not Training.of(walk).patronage


# -- C2.Train.3 -------------------------------------------------------------------------------------


def to_spare(state: State, space: Space) -> int:
    """Return the Government pieces beyond those that COIN Control needs."""
    return max(0, min(pieces_of(state, board.GOVERNMENT, space), balance(state, space) - 1))


def thin_bases(walk: Walk) -> list[Candidate]:
    """C2.Train.3: Coalition Bases with few spare Government pieces, if cubes can be placed."""
    training, state = Training.of(walk), walk.state
    if not can_pay_cubes(training):
        return []
    return [
        space
        for space in board.AFGHAN
        if coalition_base(state, space)
        and space not in state.op_spaces
        and training.can_take(space)
        and to_spare(state, space) <= ENOUGH_TO_SPARE
        and (cubes_waiting(state) or most_police(state, (*state.op_spaces, space)))
    ]


def cubes_waiting(state: State) -> int:
    return available(state, board.G_POLICE) + available(state, board.G_TROOPS)


def most_police(state: State, kept: tuple[Space, ...]) -> list[Space]:
    """R53: of the spaces that can spare Police, those with the most; not spaces of this Train."""
    found = [
        space
        for space in board.ALL_SPACES
        if count(state, space, board.G_POLICE) and space not in kept and quota(state, space, board.GOVERNMENT, 1)
    ]
    most = max((count(state, space, board.G_POLICE) for space in found), default=0)
    return [space for space in found if count(state, space, board.G_POLICE) == most]


def reinforce(walk: Walk, candidate: Candidate) -> bool:
    """C2.Train.3: place Available cubes; when there are none, Police from the spaces with the most."""
    training, space = Training.of(walk), where(candidate)
    walk.plan.put("train-space", space)
    training.take(space)
    left = most_cubes(walk.state) - strengthen(training, space)
    if not cubes_waiting(walk.state):
        police_from_the_map(training, space, min(left, MAX_FROM_THE_MAP))
    return True


def strengthen(training: Training, space: Space) -> int:
    """Place Available cubes at a Coalition Base, alternating Police and Troops; return how many."""
    state = training.state
    if not coalition_base(state, space) or not can_pay_cubes(training):
        return 0
    cubes = evenly(most_cubes(state), available(state, board.G_POLICE), available(state, board.G_TROOPS))
    if sum(cubes):
        place_cubes(training, space, cubes.troops, cubes.police)
        pay_once(training, space)
    return sum(cubes)


def pay_once(training: Training, space: Space) -> None:
    if space not in training.strengthened:
        training.strengthened.append(space)
        if not training.state.op_free:
            training.spend(1)


def police_from_the_map(training: Training, space: Space, n: int) -> None:
    """R53: move Police one at a time from the spaces with the most, within Control there."""
    taken: dict[Space, int] = {}
    for _ in range(n):
        found = most_police(training.state, tuple(training.state.op_spaces))
        if not found:
            break
        origin = random_space(training.dice, found)
        move(training.play, "3.2.1", board.G_POLICE, 1, origin, space)
        taken[origin] = taken.get(origin, 0) + 1
    for origin, number in taken.items():
        training.plan.put("train-from-map", origin, space=space, piece=board.G_POLICE)
        training.plan.put("move-count", number, origin=origin, dest=space, piece=board.G_POLICE)
        pay_once(training, space)


BY_SHIFT: Final = (Rank("points", points_shifted), ranks.OPPOSITION, ranks.MIN_TERROR)


@rule("2nd:8.8.2")
def plan_train(bot: NonPlayer, play: Play) -> Plan | None:
    """2nd:8.8.2: Patronage or Civic Action, and cubes; None if nothing would change."""
    walk = Training(begin(bot, play, "train"), limit=None)
    trained = walk.follow(patronage_box)
    trained += walk.follow(civic_action_box)
    for space in walk.civic:
        strengthen(walk, space)
    trained += walk.follow(cubes_box)
    if not trained:
        return None
    walk.plan.afterwards = after_train
    return walk.plan


@rule("2nd:8.8.2")
def after_train(bot: NonPlayer, play: Play) -> None:
    """C2.SA.1: Surge, else Air Lift."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    ask = LAST_QUESTION["train"]
    if first_of(walk, (("surge", partial(walk_surge, ask=ask)), ("air-lift", partial(lift_after_train, ask=ask)))):
        walk.plan.follow("C2.SA.1")
        bot.plan = walk.plan


@rule("2nd:8.8.2")
def village_police(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C2.Train.4: the fewest Police among Coalition Troops; if necessary, from the most."""
    bot.cite("C2.Train.4", "2nd:8.8.2")
    state = play.state
    spaces = numbers(decision)
    if not available(state, board.G_POLICE):
        spaces = [space for space in spaces if most_police(state, (space,))]
    if not spaces:
        return "done"
    bot.follow("C2.Train.4")
    least = min(count(state, space, board.G_POLICE) for space in spaces)
    return random_space(bot.dice, [space for space in spaces if count(state, space, board.G_POLICE) == least])


@rule("2nd:8.8.2")
def from_the_map(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C2.Train.4: the origin of Village Stability Police; other cubes leave the map only as planned (R53)."""
    bot.cite("C2.Train.4" if "done" not in decision.values else "C2.Train.3", "2nd:8.8.2")
    if "done" in decision.values:
        return "done"
    return random_space(bot.dice, most_police(play.state, (board.SPACE_BY_ID[str(decision.about["space"])],)))
