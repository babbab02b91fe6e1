"""3.3.1 as both Insurgent Non-players do it (8.8.4, 8.9.3): Guerrillas become a Base."""

from __future__ import annotations

from khyber.games.distant_plain.board import ACTIVE_OF, BASE_OF, KINDS, UNDERGROUND_OF, Space
from khyber.games.distant_plain.non_players.walk import Walk
from khyber.games.distant_plain.rules.forces import place, remove


def guerrillas_into_base(walk: Walk, space: Space) -> None:
    """8.2.1: two of its own Guerrillas there, Active ones first, become a Base."""
    shown, hidden = ACTIVE_OF[walk.faction], UNDERGROUND_OF[walk.faction]
    active = min(2, walk.state.pieces[space * KINDS + shown])
    walk.plan.put("rally-how", "base", space=space)
    walk.plan.put("rally-base-active", active, space=space)
    remove(walk.play, "3.3.1", shown, space, active)
    remove(walk.play, "3.3.1", hidden, space, 2 - active)
    place(walk.play, "3.3.1", BASE_OF[walk.faction], space)
