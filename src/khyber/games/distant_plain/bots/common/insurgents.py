"""3.3: one space of a Rally, Terror or Attack by an Insurgent Non-player of either printing."""

from __future__ import annotations

from khyber.games.distant_plain.board import ACTIVE_OF, BASE_OF, UNDERGROUND_OF, Space
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import can_hide, count, hide, place, remove
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import rally_cost, terror_cost
from khyber.games.distant_plain.rules.operations.terror import terror_in

# -- Rally ------------------------------------------------------------------------------------------


def rally_at(walk: Walk, space: Space) -> bool:
    """Pay and select the space; False, with nothing done, if it is unaffordable."""
    if not walk.pay(rally_cost(walk.state, walk.faction, space)):
        return False
    walk.plan.put("rally-space", space)
    select(walk.play, walk.faction, "3.3.1", space, 0)
    return True


def place_guerrillas(walk: Walk, space: Space, n: int) -> None:
    """Place Guerrillas in a space of the Rally."""
    walk.plan.put("rally-how", n, space=space)
    place(walk.play, "3.3.1", UNDERGROUND_OF[walk.faction], space, n)


def hide_guerrillas(walk: Walk, space: Space) -> None:
    """Flip all the Faction's Guerrillas there Underground."""
    walk.plan.put("rally-how", "hide", space=space)
    hide(walk.play, "3.3.1", walk.faction, space, can_hide(walk.state, walk.faction, space))


def guerrillas_into_base(walk: Walk, space: Space) -> None:
    """8.2.1: replace two of its Guerrillas there, Active ones first, with a Base."""
    shown, hidden = ACTIVE_OF[walk.faction], UNDERGROUND_OF[walk.faction]
    active = min(2, count(walk.state, space, shown))
    walk.plan.put("rally-how", "base", space=space)
    walk.plan.put("rally-base-active", active, space=space)
    remove(walk.play, "3.3.1", shown, space, active)
    remove(walk.play, "3.3.1", hidden, space, 2 - active)
    place(walk.play, "3.3.1", BASE_OF[walk.faction], space)


def hide_there(walk: Walk, candidate: Candidate) -> bool:
    """Rally in one space by flipping all Guerrillas Underground."""
    space = where(candidate)
    if not rally_at(walk, space):
        return False
    hide_guerrillas(walk, space)
    return True


def build_base(walk: Walk, candidate: Candidate) -> bool:
    """Rally in one space by replacing two Guerrillas, Active ones first, with a Base."""
    space = where(candidate)
    if not rally_at(walk, space):
        return False
    guerrillas_into_base(walk, space)
    return True


# -- Terror -----------------------------------------------------------------------------------------


def terrorise(walk: Walk, candidate: Candidate) -> bool:
    return terror_at(walk, where(candidate))


def terror_at(walk: Walk, space: Space) -> bool:
    """Pay for Terror and execute it; False, with nothing done, if it is unaffordable."""
    if not walk.pay(terror_cost(walk.state, walk.faction, space)):
        return False
    walk.plan.put("terror-space", space)
    select(walk.play, walk.faction, "3.3.4", space, 0)
    walk.do(terror_in(walk.play, walk.faction, space))
    return True
