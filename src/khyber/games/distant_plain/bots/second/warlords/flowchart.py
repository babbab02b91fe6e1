"""2nd:8.5: the flowchart of the Non-player Warlords of the 2nd printing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from khyber.games.distant_plain.board import W_BASE, W_UNDERGROUND, WARLORDS
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, selected
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.warlords.activities import ACTIVITIES, after_operation
from khyber.games.distant_plain.bots.second.warlords.march import walk_march
from khyber.games.distant_plain.bots.second.warlords.rally import walk_rally
from khyber.games.distant_plain.bots.second.warlords.terror import elders_level, walk_terror
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, on_map
from khyber.games.distant_plain.state import State

#: W2.Select.1: pieces Available that call for a Rally.
MANY_AVAILABLE: Final = 6
#: W2.Select.2: with up to this total of Resources and Bases they March.
NOT_YET_RICH: Final = 50
#: W2.None.1: the Operations tried from each start, in order (R19).
IF_NONE: Final = {
    "rally": ("rally", "march", "terror"),
    "march": ("march", "terror", "rally"),
    "terror": ("terror", "rally"),
}
BOXES: Final[dict[str, Callable[[NonPlayer, Play], Walk | None]]] = {
    "rally": walk_rally,
    "march": walk_march,
    "terror": walk_terror,
}
SELECTS: Final = {"rally": "W2.Select.1", "march": "W2.Select.2", "terror": "W2.Select.3"}


@rule("2nd:8.5.1", "2nd:8.5.2", "2nd:8.5.3")
def first_box(state: State) -> str:
    """W2.Select: return the first box by pieces Available, then by Resources."""
    if available(state, W_UNDERGROUND) + available(state, W_BASE) >= MANY_AVAILABLE:
        return "rally"
    return "march" if state.resources[WARLORDS] + on_map(state, W_BASE) <= NOT_YET_RICH else "terror"


@rule("2nd:8.5.1", "2nd:8.5.2", "2nd:8.5.3")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """W2.Select, W2.None.1: plan an Operation; None to Pass."""
    first = first_box(play.state)
    bot.note("condition", id=SELECTS[first], answer="yes")
    return selected(bot, play, SELECTS[first], IF_NONE[first], open_to_it, box, "W2.None.1")


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from its first step, with the Special Activity that follows (W2.SA.1).

    The chart has no Attack: the Warlords never execute one.
    """
    walk = BOXES[op](bot, play) if op in BOXES else None
    if walk is None:
        return None
    walk.plan.afterwards = after_operation
    return walk.plan


WARLORDS_CHART_2ND: Final = Flowchart(WARLORDS, operation, box, ACTIVITIES, {"elders-level": elders_level})
