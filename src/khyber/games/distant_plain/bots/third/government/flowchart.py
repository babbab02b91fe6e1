"""8.7: the flowchart of the Non-player Government."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common.government.patrol import most_valuable_loc
from khyber.games.distant_plain.bots.common.government.train import never_from_the_map
from khyber.games.distant_plain.bots.common.guidelines import own_piece, pop
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers, pieces_offered
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition, loop
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.responses import SHARED, remove_enemy
from khyber.games.distant_plain.bots.third.government import patrol, train
from khyber.games.distant_plain.bots.third.government.activities import ACTIVITIES, accompany
from khyber.games.distant_plain.bots.third.government.assault import walk_assault
from khyber.games.distant_plain.bots.third.government.patrol import limited_to, walk_patrol
from khyber.games.distant_plain.bots.third.government.propaganda import civic_action, desertion, redeploy
from khyber.games.distant_plain.bots.third.government.sweep import walk_sweep
from khyber.games.distant_plain.bots.third.government.train import random_cubes, walk_train
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.operations.conditions import CUBES
from khyber.games.distant_plain.rules.victory import margins

#: The box that follows one without effect.
SUCCESSOR: Final = {"assault": "patrol", "patrol": "train", "train": "sweep", "sweep": "train"}


@rule("8.7.3", "8.7.4", "8.7.5", "8.7.6")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """G.Loop: start at the first box whose condition holds; continue until one has an effect (R-G2)."""
    if "assault" in open_to_it:
        walked = walk_assault(bot, play)
        worth_it = walked is not None and walked[1]
        if walked is not None and not worth_it:
            walked[0].drop()
        condition(bot, "G.Assault.0", worth_it)
        if walked is not None and worth_it:
            walk = walked[0]
            walk.plan.follow("G.Assault.0")
            walk.plan.afterwards = accompany
            return walk.plan
    first, step = first_box(bot, play, open_to_it)
    plan = loop(bot, play, first, SUCCESSOR, open_to_it, box)
    if plan is not None and step and plan.opening == first:
        plan.follow(step)
    return plan


def first_box(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> tuple[str, str]:
    """G.Loop: after Assault, return the box to start at, and the condition for it."""
    if condition(bot, "G.Patrol.0", patrol.called_for(play.state)):
        return "patrol", "G.Patrol.0"
    if condition(bot, "G.Train.0", "train" in open_to_it and train.called_for(bot, play)):
        return "train", "G.Train.0"
    return "sweep", ""


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from bullet one."""
    if op == "assault":
        walked = walk_assault(bot, play)
        if walked is None:
            return None
        walked[0].plan.afterwards = accompany
        return walked[0].plan
    walk = {"patrol": walk_patrol, "train": walk_train, "sweep": walk_sweep}[op](bot, play)
    return walk.plan if walk is not None else None


@rule("8.7.1")
def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Elders: Support unless that puts the Coalition ahead of the Government, else Neutral (R-G7)."""
    bot.cite("G.Elders", "8.7.1")
    state = play.state
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    margin = margins(state)
    gained = 0 if state.level[space] == board.SUPPORT else pop(state, space)
    bot.follow("G.Elders")
    return board.LEVEL_IDS[
        board.SUPPORT if margin[board.COALITION] + gained <= margin[board.GOVERNMENT] else board.NEUTRAL
    ]


#: What a search is part of, by the rule that asks.
SEARCHES: Final = {"3.2.2": ("G.Patrol.A", "8.7.4"), "3.2.3": ("G.Sweep.A", "8.7.6")}


@rule("8.7.4", "8.7.6")
def activate(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Patrol.A, G.Sweep.A: Activate both Factions if possible; else by order of targets."""
    bot.cite(*SEARCHES[decision.rule])
    if "both" in decision.values:
        return "both"
    order = bot.printing.guide.targets(play.state, bot.dice, bot.faction)
    found = [board.FACTION_BY_ID[str(value)] for value in decision.values if value in board.FACTION_BY_ID]
    return board.SEATS[min(found, key=order.index)]


@rule("8.7.4", "8.7.6")
def activate_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Patrol.A, G.Sweep.A: of those found, as many Taliban as possible if they come first, else as few."""
    bot.cite(*SEARCHES[decision.rule])
    order = bot.printing.guide.targets(play.state, bot.dice, bot.faction)
    first = order.index(board.TALIBAN) < order.index(board.WARLORDS)
    return (max if first else min)(numbers(decision))


@rule("8.7.3", "8.7.4")
def next_victim(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Patrol.3, G.Assault.2: players' pieces first, then Taliban, then Warlords."""
    value = remove_enemy(bot, play, decision)
    if decision.rule == "3.2.4":
        bot.cite(*(("G.Patrol.3", "8.7.4") if play.state.op == "patrol" else ("G.Assault.2a", "8.7.3")))
    return value


@rule("8.2.1")
def mined_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2.1: lose a cube to Roadside IEDs where another of its kind remains, if possible."""
    bot.cite_guide("own")
    spaces = numbers(decision)
    spare = [space for space in spaces if any(count(play.state, space, piece) > 1 for piece in CUBES[board.GOVERNMENT])]
    return random_space(bot.dice, spare or spaces)


@rule("8.2.1")
def mined_piece(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2.1: lose a piece of a kind that remains."""
    bot.cite_guide("own")
    pieces = pieces_offered(decision)
    return own_piece(bot.dice, play.state, board.SPACE_BY_ID[str(decision.about["space"])], pieces)


RESPONSES: Final[dict[str, Response]] = SHARED | {
    "remove-enemy": next_victim,
    "activate": activate,
    "activate-taliban": activate_taliban,
    "elders-level": elders_level,
    "ied-space": mined_space,
    "ied-piece": mined_piece,
    "repair-loc": most_valuable_loc,
    "patrol-loc": limited_to,
    "train-from-map": never_from_the_map("N.NoRemoval", "8.1"),
    "train-base-troops": random_cubes,
    "civic-action": civic_action,
    "desertion": desertion,
    "redeploy-from": redeploy,
    "redeploy-to": redeploy,
    "move-count": redeploy,
}

GOVERNMENT_CHART = Flowchart(board.GOVERNMENT, operation, box, ACTIVITIES, RESPONSES)
