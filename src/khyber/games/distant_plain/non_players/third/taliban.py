"""8.8: the flowchart of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Collection

from khyber.games.distant_plain.board import TALIBAN
from khyber.games.distant_plain.non_players.flowchart import Flowchart, begin_activity
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.plan import LAST_QUESTION, Plan
from khyber.games.distant_plain.non_players.responses import SHARED
from khyber.games.distant_plain.non_players.third.taliban_terror import (
    EXTORT,
    POINTS_WORTH_IT,
    walk_extort,
    walk_terror,
)
from khyber.games.distant_plain.non_players.walk import Walk, walk_box
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule


def operation(mind: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """T.Loop."""
    if "terror" in open_to_it:
        walked = walk_terror(mind, play)
        if walked is not None and walked[1] >= POINTS_WORTH_IT:
            walk, _ = walked
            walk.plan.follow("T.Terror.0")
            walk.plan.afterwards = extort_afterwards
            return walk.plan
    return None


def box(mind: NonPlayer, play: Play, op: str) -> Plan | None:
    """One Operation from bullet one."""
    walked = walk_terror(mind, play)
    return walked[0].plan if walked is not None else None


@rule("8.8.3")
def activity(mind: NonPlayer, play: Play, name: str) -> Plan | None:
    """A Special Activity that an Event grants."""
    walk = begin_activity(mind, play, name)
    return walk.plan if walk_box(walk, EXTORT) else None


def extort_afterwards(mind: NonPlayer, play: Play) -> None:
    """8.8.3: after Terror, Extort if it has not been used."""
    assert mind.plan is not None
    walk = Walk(mind, play, mind.plan)
    if walk_extort(walk, LAST_QUESTION[play.state.op]):
        mind.plan = walk.plan


TALIBAN_CHART = Flowchart(TALIBAN, operation, box, activity, SHARED)
