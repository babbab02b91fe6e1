"""4.2.3: the Air Strike of a Non-player Coalition in either printing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from khyber.games.distant_plain.board import COALITION, SPACE_IDS, Faction, Space
from khyber.games.distant_plain.bots.common.coalition.assault import answers_for
from khyber.games.distant_plain.bots.machinery.flowchart import use_activity
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities.air_strike import MAX_SPACES, send_predators, strike_again
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.lasting import PREDATORS, unshaded
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.rules.targets import exposed, remove_enemies

#: 4.2.3: pieces that Reapers may remove besides, in one space.
REAPED: Final = 2


def open_to_strike(walk: Walk, spaces: Sequence[Space]) -> list[Space]:
    """Return those of the spaces where an Air Strike is allowed and not yet planned."""
    state = walk.state
    if not spaces_left(state, MAX_SPACES):
        return []
    return open_to_activity(state, [space for space in spaces if space not in state.special_spaces])


def strike_in(walk: Walk, space: Space, order: Sequence[Faction], *, predators: bool = True) -> None:
    """4.2.3: remove one piece of the first Faction; with Predators, in Pakistan despite Guerrillas."""
    play, answers = walk.play, answers_for(order, predators=predators)
    walk.plan.put("air-strike-space", space)
    walk.state.special_spaces += bytes((space,))
    if unshaded(walk.state, PREDATORS) and walk.rehearse(send_predators(play, COALITION, space), answers):
        return
    walk.rehearse(remove_enemies(play, COALITION, "4.2.3", space, 1, exposed, obliged=True), answers)


def reap_in(walk: Walk, space: Space, order: Sequence[Faction], most: int = REAPED) -> None:
    """4.2.3: remove up to two more pieces there, in that order."""
    with walk.because("reapers", space=SPACE_IDS[space]):
        walk.rehearse(strike_again(walk.play, COALITION, space), answers_for(order, again=most))


def may_strike(walk: Walk) -> bool:
    return walk.activity_open and not walk.bot.barred(walk.play, "air-strike")


def walk_strike(walk: Walk, ask: str, strike: Callable[[Walk], int]) -> bool:
    """4.2.3: strike at the question `ask` of an Operation ("": alone); False if nothing is struck."""
    if not ask:
        return walk.attempt(strike)
    return use_activity(walk, "air-strike", ask, strike)
