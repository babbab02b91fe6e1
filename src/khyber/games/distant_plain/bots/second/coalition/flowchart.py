"""2nd:8.8: the flowchart of the Non-player Coalition of the 2nd printing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import COALITION, T_ACTIVE, T_BASE, T_UNDERGROUND
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition, selected
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.responses import as_many_as_possible
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition.air_lift import lift_after_train
from khyber.games.distant_plain.bots.second.coalition.air_strike import walk_air_strike
from khyber.games.distant_plain.bots.second.coalition.assault import assault_worth_it, plan_assault
from khyber.games.distant_plain.bots.second.coalition.propaganda import civic_action, redeploy
from khyber.games.distant_plain.bots.second.coalition.surge import walk_surge
from khyber.games.distant_plain.bots.second.coalition.sweep import plan_sweep
from khyber.games.distant_plain.bots.second.coalition.train import from_the_map, plan_train, village_police
from khyber.games.distant_plain.bots.second.coin_search import SEARCH_RESPONSES
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.state import State

#: C2.Select.1: with fewer Taliban among COIN pieces than this the Coalition Trains.
MANY_FACING: Final = 4
#: C2.None.1: what is tried from each start, never back up.
CHAIN: Final = ("train", "sweep", "assault")
BOXES: Final[dict[str, Callable[[NonPlayer, Play], Plan | None]]] = {
    "train": plan_train,
    "sweep": plan_sweep,
    "assault": plan_assault,
}
ACTIVITIES: Final[dict[str, Callable[[Walk], bool]]] = {
    "surge": walk_surge,
    "air-lift": lift_after_train,
    "air-strike": walk_air_strike,
}


@rule("2nd:8.8.2", "2nd:8.8.3")
def taliban_facing_coin(state: State) -> int:
    """Return the Taliban pieces in spaces with any COIN piece, LoCs included."""
    sides = [strength(state, space) for space in spaces_with(state, T_UNDERGROUND, T_ACTIVE, T_BASE)]
    return sum(taliban for coin, taliban, _ in sides if coin)


@rule("2nd:8.8.2", "2nd:8.8.3", "2nd:8.8.4")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """C2.Select, C2.None.1: plan an Operation; None to Pass."""
    if condition(bot, "C2.Select.1", taliban_facing_coin(play.state) < MANY_FACING):
        return from_there(bot, play, "C2.Select.1", "train", open_to_it)
    plan = assault_worth_it(bot, play) if "assault" in open_to_it else None
    if condition(bot, "C2.Select.3", plan is not None) and plan is not None:
        plan.follow("C2.Select.3")
        return plan
    return from_there(bot, play, "C2.Select.2", "sweep", open_to_it)


def from_there(bot: NonPlayer, play: Play, select: str, first: str, open_to_it: Collection[str]) -> Plan | None:
    """C2.None.1: try the remaining boxes, never going back."""
    return selected(bot, play, select, CHAIN[CHAIN.index(first) :], open_to_it, box, "C2.None.1")


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from its first step, with its Special Activity; the Coalition never Patrols."""
    planned = BOXES.get(op)
    return planned(bot, play) if planned is not None else None


# -- questions outside a plan ------------------------------------------------------------------------


@rule("2nd:8.8.4")
def find_fix(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C2.Assault.2: Activate a Taliban Guerrilla before an Assault."""
    bot.cite("C2.Assault.2", "2nd:8.8.4")
    return "taliban" if "taliban" in decision.values else decision.values[0]


@rule("2nd:8.8.1")
def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C2.Mom.1: always choose Support."""
    bot.cite("C2.Mom.1", "2nd:8.8.1")
    bot.follow("C2.Mom.1")
    return "support"


RESPONSES: Final[dict[str, Response]] = SEARCH_RESPONSES | {
    "find-fix": find_fix,
    "elders-level": elders_level,
    "surge-split": as_many_as_possible("C2.Surge.4", "2nd:8.8.2"),
    "village-police": village_police,
    "train-from-map": from_the_map,
    "civic-action": civic_action,
    "redeploy-from": redeploy,
}

COALITION_CHART_2ND: Final = Flowchart(COALITION, operation, box, ACTIVITIES, RESPONSES)
