"""8.6: the flowchart of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common.government.train import never_from_the_map
from khyber.games.distant_plain.bots.common.guidelines import targets_in_order
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition, loop
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.responses import SHARED, as_many_as_possible
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition.air_lift import walk_air_lift
from khyber.games.distant_plain.bots.third.coalition.air_strike import walk_air_strike
from khyber.games.distant_plain.bots.third.coalition.assault import assault_wanted, plan_assault
from khyber.games.distant_plain.bots.third.coalition.guards import random_player_first
from khyber.games.distant_plain.bots.third.coalition.propaganda import civic_action, redeploy
from khyber.games.distant_plain.bots.third.coalition.surge import walk_surge
from khyber.games.distant_plain.bots.third.coalition.sweep import plan_sweep, sweep_wanted
from khyber.games.distant_plain.bots.third.coalition.train import plan_train, village_police
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count

#: "If no such Operation was possible": where the flowchart leads on.
SUCCESSOR: Final = {"sweep": "assault", "assault": "train", "train": "sweep"}
BOXES: Final = {"sweep": plan_sweep, "assault": plan_assault, "train": plan_train}
ACTIVITIES: Final = {"surge": walk_surge, "air-lift": walk_air_lift, "air-strike": walk_air_strike}


@rule("8.6.3", "8.6.4", "8.6.5")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """C.Loop: Sweep or Assault if its condition holds, else Train; then the next boxes; Assault as a last resort."""
    plan = loop(bot, play, first_box(bot, play), SUCCESSOR, open_to_it, box)
    if plan is None and "assault" in open_to_it:
        bot.note("last-resort", operation="assault")
        plan = plan_assault(bot, play, last_resort=True)
    return plan


def first_box(bot: NonPlayer, play: Play) -> str:
    """C.Sweep.0, C.Assault.0: return the first box to try."""
    if condition(bot, "C.Sweep.0", sweep_wanted(play.state)):
        bot.follow("C.Sweep.0")
        return "sweep"
    scratch = play.scratch()
    scratch.state.op = "assault"
    if condition(bot, "C.Assault.0", assault_wanted(Walk(bot, scratch, Plan("")))):
        bot.follow("C.Assault.0")
        return "assault"
    return "train"


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from bullet one; the Coalition never Patrols."""
    planned = BOXES.get(op)
    return planned(bot, play) if planned is not None else None


# -- questions outside a plan ------------------------------------------------------------------------


@rule("8.6.3")
def activate(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C.Sweep.A: Activate both Factions if possible; else a random player, then Taliban, then Warlords."""
    bot.cite("C.Sweep.A", "8.6.3")
    if "both" in decision.values:
        return "both"
    order = random_player_first(Walk(bot, play, Plan("")))
    return next(board.SEATS[f] for f in order if board.SEATS[f] in decision.values)


@rule("8.6.3")
def activate_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C.Sweep.A: Activate as many Taliban as possible if they come first, else as few."""
    bot.cite("C.Sweep.A", "8.6.3")
    first = random_player_first(Walk(bot, play, Plan("")))[0]
    return (max if first == board.TALIBAN else min)(numbers(decision))


def find_fix(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """N.G1-N.G3: choose whose Guerrilla to Activate before an Assault."""
    bot.cite_guide("targets")
    order = targets_in_order(play.state, bot.dice, board.COALITION)
    return board.SEATS[min((board.FACTION_BY_ID[str(value)] for value in decision.values), key=order.index)]


@rule("8.6.1")
def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C.Elders: always choose Support."""
    bot.cite("C.Elders", "8.6.1")
    bot.follow("C.Elders")
    return "support"


def ied_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Roadside IEDs: where Government Troops moved in, else Coalition; N.G5: where others of them remain."""
    bot.cite_guide("own")
    state = play.state
    spaces = numbers(decision)
    for piece in (board.G_TROOPS, board.C_TROOPS):
        came = [space for space in spaces if state.moved and state.moved[space * board.KINDS + piece]]
        if came:
            spared = [space for space in came if count(state, space, piece) > 1]
            return random_space(bot.dice, spared or came)
    return random_space(bot.dice, spaces)


def ied_piece(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Roadside IEDs: remove a Government cube before a Coalition one."""
    bot.cite_guide("own")
    return board.G_TROOPS if board.G_TROOPS in decision.values else decision.values[0]


RESPONSES: Final[dict[str, Response]] = {
    **SHARED,
    "activate": activate,
    "activate-taliban": activate_taliban,
    "find-fix": find_fix,
    "elders-level": elders_level,
    "surge-split": as_many_as_possible("C.Surge.4c", "8.6.5"),
    "ied-space": ied_space,
    "ied-piece": ied_piece,
    "village-police": village_police,
    "train-from-map": never_from_the_map("N.NoRemoval", "8.1"),
    "civic-action": civic_action,
    "redeploy-from": redeploy,
}

COALITION_CHART: Final = Flowchart(board.COALITION, operation, box, ACTIVITIES, RESPONSES)
