"""8.6.5: Train of the Non-player Coalition, and the Special Activity that follows it."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import guidelines, ranks
from khyber.games.distant_plain.bots.common.coalition.train import Training, levels_shifted
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_cubes, open_to_prts
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base, coalition_here
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.flowchart import begin, first_of
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION, Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.air_lift import walk_air_lift
from khyber.games.distant_plain.bots.third.coalition.surge import walk_surge
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, government_cubes, pieces_of, place
from khyber.games.distant_plain.rules.lasting import NIGHT_LETTERS, shaded
from khyber.games.distant_plain.rules.operations.conditions import allowed
from khyber.games.distant_plain.rules.operations.train import MAX_CUBES, MAX_CUBES_UNDER_THREAT
from khyber.games.distant_plain.state import State


@cache
def before_surge_box() -> Priorities:
    return (
        Priority("C.Train.1", "8.6.5", rich_government, return_patronage, most=1),
        Priority(
            "C.Train.2", "8.6.5", opposed_spaces, act_civically, (ranks.MAX_OPPOSITION,), when=taliban_near_victory
        ),
    )


@cache
def after_surge_box() -> Priorities:
    return (
        Priority("C.Train.4", "8.6.5", civic_at_bases, act_civically, (POINTS, ranks.NOT_PASHTUN, ranks.NO_TALIBAN)),
        Priority("C.Train.5", "8.6.5", thin_bases, strengthen, (Rank("selected", already_selected),)),
        Priority("C.Train.6", "8.6.5", civic_anywhere, act_civically, (POINTS,)),
    )


#: C.Train.1, C.Train.2: from here on a player's Government or Taliban are too well off.
MUCH_PATRONAGE: Final = 11
NEAR_VICTORY: Final = 18
FEW_PIECES: Final = 2


# -- Civic Action -----------------------------------------------------------------------------------


def points_shifted(walk: Walk, candidate: Candidate) -> int:
    """Return the value of a Civic Action: Population times levels."""
    space = where(candidate)
    return guidelines.pop(walk.state, space) * levels_shifted(walk.state, space, Training.of(walk).payments())


@rule("8.6.1", "8.6.5")
def civic_spaces(walk: Walk) -> list[Space]:
    """C.Train.P: COIN Control, a Coalition piece, and an affordable shift."""
    training = Training.of(walk)
    if not training.slot_free:
        return []
    state, payments = walk.state, training.payments()
    found = [
        space
        for space in board.AFGHAN
        if state.control[space] == board.COIN_CONTROL
        and coalition_here(state, space)
        and training.can_take(space)
        and space not in training.civic
        and levels_shifted(state, space, payments)
    ]
    return open_to_prts(walk, found)


def act_civically(walk: Walk, candidate: Candidate) -> bool:
    """Buy Civic Action to the full: all Terror, then level by level."""
    Training.of(walk).act_civically(where(candidate), "train-then")
    return True


# -- C.Train.1, C.Train.2 ---------------------------------------------------------------------------


def rich_government(walk: Walk) -> list[Candidate]:
    """C.Train.1: a player Government with high Patronage."""
    training = Training.of(walk)
    if walk.is_player(board.GOVERNMENT) and walk.state.patronage >= MUCH_PATRONAGE and training.can_take(board.KABUL):
        return [] if training.patronage else [board.KABUL]
    return []


def return_patronage(walk: Walk, candidate: Candidate) -> bool:
    """Return Patronage to Resources at the end of the Train, too late to pay for any of it."""
    training = Training.of(walk)
    training.take(board.KABUL)
    training.patronage = True
    walk.plan.put("train-then", ("patronage", board.KABUL))
    return True


def taliban_near_victory(walk: Walk) -> bool:
    return walk.is_player(board.TALIBAN) and guidelines.score(walk.state, board.TALIBAN) >= NEAR_VICTORY


def opposed_spaces(walk: Walk) -> list[Candidate]:
    """C.Train.2: spaces at Opposition."""
    return [space for space in civic_spaces(walk) if guidelines.at_opposition(walk.state, space)]


# -- C.Train.4, C.Train.5, C.Train.6 ----------------------------------------------------------------


def civic_at_bases(walk: Walk) -> list[Candidate]:
    """C.Train.4: spaces with a Coalition Base."""
    return [space for space in civic_spaces(walk) if coalition_base(walk.state, space)]


def civic_anywhere(walk: Walk) -> list[Candidate]:
    """C.Train.6: all spaces with Coalition pieces."""
    return list(civic_spaces(walk))


def thin_bases(walk: Walk) -> list[Candidate]:
    """C.Train.5: Coalition Bases with fewer than two Government pieces or no Police (R-C14)."""
    training, state = Training.of(walk), walk.state
    if not (available(state, board.G_POLICE) or available(state, board.G_TROOPS)) or not (
        state.op_free or training.payments()
    ):
        return []
    return [
        space
        for space in board.AFGHAN
        if count(state, space, board.C_BASE)
        and training.can_take(space)
        and space not in training.strengthened
        and (pieces_of(state, board.GOVERNMENT, space) < FEW_PIECES or not count(state, space, board.G_POLICE))
    ]


def already_selected(walk: Walk, candidate: Candidate) -> int:
    return where(candidate) in walk.state.op_spaces


def strengthen(walk: Walk, candidate: Candidate) -> bool:
    """C.Train.5: place as many Available cubes as possible, Police first."""
    training, space, state = Training.of(walk), where(candidate), walk.state
    most = MAX_CUBES_UNDER_THREAT if shaded(state, NIGHT_LETTERS) else MAX_CUBES
    training.take(space)
    training.strengthened.append(space)
    if not state.op_free:
        training.spend(1)
    police = min(most, available(state, board.G_POLICE))
    troops = min(most - police, available(state, board.G_TROOPS))
    for piece, n in ((board.G_TROOPS, troops), (board.G_POLICE, police)):
        walk.plan.put("train-count", n, space=space, piece=piece)
        place(walk.play, "3.2.1", piece, space, n)
    note_few_cubes(walk, police + troops)
    return True


POINTS: Final = Rank("points", points_shifted)


def surge_now(state: State) -> bool:
    """C.Train.3: a Coalition Base is Available, or this is the last Campaign."""
    return available(state, board.C_BASE) > 0 or guidelines.last_campaign(state)


@rule("8.6.5")
def plan_train(bot: NonPlayer, play: Play) -> Plan | None:
    """8.6.5: plan the Train from bullet one; None if nothing would change.

    If only a Surge is possible, Kabul is the space of a Train that places nothing (R-C11).
    """
    walk = Training(begin(bot, play, "train"), limit=guidelines.operation_limit(play.state.resources[board.GOVERNMENT]))
    trained = walk.follow(before_surge_box)
    surged = surge_now(walk.state) and walk_surge(walk, "train-space", walk.civic)
    if surged:
        walk.plan.follow("C.Train.3")
    trained += walk.follow(after_surge_box)
    if not trained:
        if not allowed(walk.state, [board.KABUL]):
            return None
        if not surged and not walk_surge(walk, "train-space"):
            return None
        walk.take(board.KABUL)
        walk.note("train-for-surge", space=board.SPACE_IDS[board.KABUL])
    walk.plan.put("train-space", *walk.state.op_spaces)
    walk.plan.afterwards = activity_after_train
    return walk.plan


def activity_after_train(bot: NonPlayer, play: Play) -> None:
    """8.6.5: after a Train without a Special Activity: Surge, else Air Lift, else none."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    ask = LAST_QUESTION["train"]
    if first_of(walk, (("surge", partial(walk_surge, ask=ask)), ("air-lift", partial(walk_air_lift, ask=ask)))):
        bot.plan = walk.plan


@rule("8.6.1")
def village_police(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C.Train.VSO: add Available Police to Troops with Government cubes, at the highest Population."""
    bot.cite("C.Train.VSO", "8.6.1")
    state = play.state
    spaces = numbers(decision)
    if not available(state, board.G_POLICE) or not spaces:
        return "done"
    spaces = [space for space in spaces if government_cubes(state, space)] or spaces
    most = max(guidelines.pop(state, space) for space in spaces)
    bot.follow("C.Train.VSO")
    return random_space(bot.dice, [space for space in spaces if guidelines.pop(state, space) == most])
