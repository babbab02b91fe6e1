"""8.8: the flowchart of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from khyber.games.distant_plain.board import TALIBAN
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition, first_possible, loop
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.walk import Walk, follower
from khyber.games.distant_plain.bots.third.taliban.attack import ambush_box, attack_wanted, walk_attack
from khyber.games.distant_plain.bots.third.taliban.extort import extort_box, loc_extort_box
from khyber.games.distant_plain.bots.third.taliban.infiltrate import infiltrate_box
from khyber.games.distant_plain.bots.third.taliban.march import walk_march
from khyber.games.distant_plain.bots.third.taliban.rally import walk_rally, wanted_rally
from khyber.games.distant_plain.bots.third.taliban.responses import TALIBAN_RESPONSES
from khyber.games.distant_plain.bots.third.taliban.terror import POINTS_WORTH_IT, walk_terror
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule

#: T.Loop: the box that follows one without effect.
SUCCESSOR: Final = {"terror": "rally", "rally": "march", "march": "rally", "attack": "march"}
#: Special Activities that an Event may grant alone (5.5).
ACTIVITIES: Final = {
    "extort": follower(extort_box),
    "infiltrate": follower(infiltrate_box),
    "ambush": follower(ambush_box),
}
CONDITION_OF: Final = {"terror": "T.Terror.0", "rally": "T.Rally.0", "attack": "T.Attack.0", "march": "T.March.0"}


@rule("8.8.3", "8.8.6")
def extort_afterwards(bot: NonPlayer, play: Play) -> None:
    """8.8.3, 8.8.6: Extort after Terror, and after an Attack without Ambush."""
    first_possible(bot, play, (("extort", follower(extort_box)),))


@rule("8.8.4", "8.8.5")
def activity_of_movers(bot: NonPlayer, play: Play) -> None:
    """8.8.4, 8.8.5: after Rally or March: Extort on the richest LoCs, else Infiltrate, else Extort elsewhere."""
    first_possible(
        bot,
        play,
        (
            ("extort", follower(loc_extort_box)),
            ("infiltrate", follower(infiltrate_box)),
            ("extort", follower(extort_box)),
        ),
    )


AFTERWARDS: Final[dict[str, Callable[[NonPlayer, Play], None]]] = {
    "terror": extort_afterwards,
    "attack": extort_afterwards,
    "rally": activity_of_movers,
    "march": activity_of_movers,
}


def _terror(bot: NonPlayer, play: Play) -> Walk | None:
    walked = walk_terror(bot, play)
    return walked[0] if walked is not None else None


BOXES: Final[dict[str, Callable[[NonPlayer, Play], Walk | None]]] = {
    "terror": _terror,
    "rally": walk_rally,
    "march": walk_march,
    "attack": walk_attack,
}


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from bullet one."""
    return _finished(BOXES[op](bot, play), op)


def _finished(walk: Walk | None, op: str) -> Plan | None:
    """Return the plan of a successful walk, with the Special Activity to follow."""
    if walk is None:
        return None
    walk.plan.afterwards = AFTERWARDS[op]
    return walk.plan


@rule("8.8.3", "8.8.4", "8.8.5", "8.8.6")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """T.Loop: start at the first box whose condition holds; continue until one has an effect (R-T1)."""
    walked: dict[str, Plan | None] = {}
    first = first_box(bot, play, open_to_it, walked)

    def once(bot: NonPlayer, play: Play, op: str) -> Plan | None:
        return walked[op] if op in walked else box(bot, play, op)

    plan = loop(bot, play, first, SUCCESSOR, open_to_it, once)
    if plan is not None and plan.opening == first:
        plan.follow(CONDITION_OF[first])
    return plan


def first_box(bot: NonPlayer, play: Play, open_to_it: Collection[str], walked: dict[str, Plan | None]) -> str:
    """Test the conditions in flowchart order; a walk that answers one is kept for play."""
    if "terror" in open_to_it:
        terror = walk_terror(bot, play)
        worth_it = terror is not None and terror[1] >= POINTS_WORTH_IT
        if terror is not None and not worth_it:
            terror[0].drop()
        if condition(bot, "T.Terror.0", worth_it) and terror is not None:
            walked["terror"] = _finished(terror[0], "terror")
            return "terror"
    if "rally" in open_to_it:
        wanted, rally = wanted_rally(bot, play)
        if condition(bot, "T.Rally.0", wanted):
            walked["rally"] = _finished(rally, "rally")
            return "rally"
    if condition(bot, "T.Attack.0", "attack" in open_to_it and attack_wanted(bot, play)):
        return "attack"
    return "march"


TALIBAN_CHART = Flowchart(TALIBAN, operation, box, ACTIVITIES, TALIBAN_RESPONSES)
