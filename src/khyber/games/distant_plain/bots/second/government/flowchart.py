"""2nd:8.6: the flowchart of the Non-player Government of the 2nd printing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import AFGHAN, G_BASE, G_POLICE, G_TROOPS, GOVERNMENT
from khyber.games.distant_plain.bots.common.government.patrol import most_valuable_loc
from khyber.games.distant_plain.bots.common.government.train import never_from_the_map
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition, selected
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coin_search import SEARCH_RESPONSES
from khyber.games.distant_plain.bots.second.government import patrol
from khyber.games.distant_plain.bots.second.government.activities import ACTIVITIES, patronage_from
from khyber.games.distant_plain.bots.second.government.assault import assault_worth_it, walk_assault
from khyber.games.distant_plain.bots.second.government.elders import elders_level
from khyber.games.distant_plain.bots.second.government.patrol import walk_patrol
from khyber.games.distant_plain.bots.second.government.propaganda import civic_action, desertion, redeploy
from khyber.games.distant_plain.bots.second.government.sweep import walk_sweep
from khyber.games.distant_plain.bots.second.government.train import cubes_for_a_base, walk_train
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available
from khyber.games.distant_plain.state import State

#: G2.Select.1: pieces Available that call for a Train.
MANY_AVAILABLE: Final = 15
#: G2.None.1: what is tried from each start, never back up.
CHAIN: Final = ("train", "patrol", "sweep", "assault")
BOXES: Final[dict[str, Callable[[NonPlayer, Play], Walk | None]]] = {
    "train": walk_train,
    "patrol": walk_patrol,
    "sweep": walk_sweep,
    "assault": walk_assault,
}


@rule("2nd:8.6.2")
def train_called_for(state: State) -> bool:
    """G2.Select.1: many pieces Available, or Govern could add Patronage."""
    waiting = available(state, G_TROOPS) + available(state, G_POLICE) + available(state, G_BASE)
    return waiting >= MANY_AVAILABLE or any(patronage_from(state, space) > 0 for space in AFGHAN)


@rule("2nd:8.6.2", "2nd:8.6.3", "2nd:8.6.4", "2nd:8.6.5")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """G2.Select, G2.None.1: plan an Operation; None to Pass."""
    if condition(bot, "G2.Select.1", train_called_for(play.state)):
        return from_there(bot, play, "G2.Select.1", "train", open_to_it)
    if condition(bot, "G2.Select.2", patrol.called_for(play.state)):
        return from_there(bot, play, "G2.Select.2", "patrol", open_to_it)
    assault = assault_worth_it(bot, play) if "assault" in open_to_it else None
    if condition(bot, "G2.Select.4", assault is not None) and assault is not None:
        assault.plan.follow("G2.Select.4")
        return assault.plan
    return from_there(bot, play, "G2.Select.3", "sweep", open_to_it)


def from_there(bot: NonPlayer, play: Play, select: str, first: str, open_to_it: Collection[str]) -> Plan | None:
    """G2.None.1: try the remaining boxes, never going back."""
    return selected(bot, play, select, CHAIN[CHAIN.index(first) :], open_to_it, box, "G2.None.1")


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from its first step, with the Special Activity that follows."""
    walk = BOXES[op](bot, play)
    return walk.plan if walk is not None else None


@rule("2nd:8.2")
def mined_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.2: choose at random where Roadside IEDs remove a cube."""
    bot.cite_guide("random")
    return random_space(bot.dice, numbers(decision))


@rule("2nd:8.1.2")
def mined_piece(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """N2.Proc.4: remove Police first."""
    bot.cite_guide("own")
    return G_POLICE if G_POLICE in decision.values else decision.values[0]


RESPONSES: Final[dict[str, Response]] = SEARCH_RESPONSES | {
    "elders-level": elders_level,
    "ied-space": mined_space,
    "ied-piece": mined_piece,
    "repair-loc": most_valuable_loc,
    "patrol-loc": most_valuable_loc,
    "train-from-map": never_from_the_map("G2.Train.3", "2nd:8.6.2"),
    "train-base-troops": cubes_for_a_base,
    "civic-action": civic_action,
    "desertion": desertion,
    "redeploy-from": redeploy,
    "redeploy-to": redeploy,
    "move-count": redeploy,
}

GOVERNMENT_CHART_2ND: Final = Flowchart(GOVERNMENT, operation, box, ACTIVITIES, RESPONSES)
