"""2nd:8.7: the flowchart of the Non-player Taliban of the 2nd printing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common.guidelines import at_support, score
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, selected
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.walk import Walk, follower
from khyber.games.distant_plain.bots.second.taliban.activities import (
    activity_of_movers,
    extort_afterwards,
    extort_box,
    infiltrate_box,
)
from khyber.games.distant_plain.bots.second.taliban.attack import ambush_box, walk_attack
from khyber.games.distant_plain.bots.second.taliban.march import walk_march
from khyber.games.distant_plain.bots.second.taliban.rally import walk_rally
from khyber.games.distant_plain.bots.second.taliban.responses import TALIBAN_RESPONSES_2ND
from khyber.games.distant_plain.bots.second.taliban.terror import walk_terror
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, on_map
from khyber.games.distant_plain.state import State

#: T2.Select.1: pieces Available, or Guerrillas Active, that call for a Rally.
MANY: Final = 15
#: T2.Select.2: enough Guerrillas at Support and on LoCs.
ENOUGH_IN_ZONE: Final = 4
#: T2.Select.3: they Attack while Support and Available Coalition pieces total no more than this.
WEAK_COALITION: Final = 20
#: T2.None.1: what is tried, in order, from each start (R19).
IF_NONE: Final = {
    "rally": ("rally", "march", "attack", "terror"),
    "march": ("march", "attack", "terror"),
    "attack": ("attack", "terror"),
    "terror": ("terror", "attack"),
}
SELECTS: Final = {"rally": "T2.Select.1", "march": "T2.Select.2", "attack": "T2.Select.3", "terror": "T2.Select.4"}
BOXES: Final[dict[str, Callable[[NonPlayer, Play], Walk | None]]] = {
    "rally": walk_rally,
    "march": walk_march,
    "attack": walk_attack,
    "terror": walk_terror,
}
#: The Special Activity after each Operation; an Attack has its Ambush or none.
AFTERWARDS: Final[dict[str, Callable[[NonPlayer, Play], None]]] = {
    "rally": activity_of_movers,
    "march": activity_of_movers,
    "terror": extort_afterwards,
}
#: Special Activities that an Event may grant alone (5.5).
ACTIVITIES: Final = {
    "extort": follower(extort_box),
    "infiltrate": follower(infiltrate_box),
    "ambush": follower(ambush_box),
}


def zone_is_bare(state: State) -> bool:
    """T2.Select.2: Support spaces and LoCs hold no Underground Taliban and fewer than four Guerrillas."""
    active = 0
    for space in board.ALL_SPACES:
        if board.IS_LOC[space] or at_support(state, space):
            if count(state, space, board.T_UNDERGROUND):
                return False
            active += count(state, space, board.T_ACTIVE)
    return active < ENOUGH_IN_ZONE


@rule("2nd:8.7.2", "2nd:8.7.3", "2nd:8.7.4", "2nd:8.7.5")
def first_box(state: State) -> str:
    """T2.Select: return the first box to try."""
    waiting = available(state, board.T_UNDERGROUND) + available(state, board.T_BASE)
    if waiting >= MANY or on_map(state, board.T_ACTIVE) >= MANY:
        return "rally"
    if zone_is_bare(state):
        return "march"
    return "attack" if score(state, board.COALITION) <= WEAK_COALITION else "terror"


@rule("2nd:8.7.2", "2nd:8.7.3", "2nd:8.7.4", "2nd:8.7.5")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """T2.Select, T2.None.1: plan an Operation; None to Pass."""
    first = first_box(play.state)
    bot.note("condition", id=SELECTS[first], answer="yes")
    return selected(bot, play, SELECTS[first], IF_NONE[first], open_to_it, box, "T2.None.1")


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from its first step, with its Special Activity."""
    walk = BOXES[op](bot, play)
    if walk is None:
        return None
    walk.plan.afterwards = AFTERWARDS.get(op)
    return walk.plan


TALIBAN_CHART_2ND: Final = Flowchart(board.TALIBAN, operation, box, ACTIVITIES, TALIBAN_RESPONSES_2ND)
