"""3, 4: executing an Operation of any type."""

from __future__ import annotations

from khyber.games.distant_plain.board import COALITION, GOVERNMENT, KABUL, SEATS, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.activities.execute import enabled_by_activity
from khyber.games.distant_plain.rules.lasting import forbidden
from khyber.games.distant_plain.rules.negotiation import moment
from khyber.games.distant_plain.rules.operations import assault, attack, march, patrol, rally, sweep, terror, train
from khyber.games.distant_plain.rules.operations.conditions import (
    government_may_join,
    operation_possible,
    pakistan_is_free,
    terror_cost,
)

OPERATIONS = {
    "train": train.train,
    "patrol": patrol.patrol,
    "sweep": sweep.sweep,
    "assault": assault.assault,
    "rally": rally.rally,
    "march": march.march,
    "attack": attack.attack,
    "terror": terror.terror,
}
OPERATION_RULES = {
    "train": "3.2.1",
    "patrol": "3.2.2",
    "sweep": "3.2.3",
    "assault": "3.2.4",
    "rally": "3.3.1",
    "march": "3.3.2",
    "attack": "3.3.3",
    "terror": "3.3.4",
}
_COIN = ("train", "patrol", "sweep", "assault")
_INSURGENT = ("rally", "march", "attack", "terror")
OPERATIONS_OF = {COALITION: _COIN, GOVERNMENT: _COIN, TALIBAN: _INSURGENT, WARLORDS: _INSURGENT}


def can_start(play: Play, faction: Faction, op: str, *, activity: bool = False) -> bool:
    """3.1, 4.1: whether the Operation is allowed and possible, perhaps after a Special Activity."""
    if forbidden(play, faction, op):
        return False
    return operation_possible(play, faction, op) or (activity and enabled_by_activity(play, faction, op))


def terms(play: Play, faction: Faction) -> str:
    """Return what the texts of Operations depend on, as words.

    `pakistan` and `kabul`: Rally and March, and Terror, cost nothing there; `joins`: Government cubes may join the
    Coalition's; `fights`: a Patrol may Assault.
    """
    state = play.state
    barred = state.lasting & play.cards.banned(faction, "assault", "patrol") and "assault" not in state.op_granted
    found = {
        "pakistan": faction == TALIBAN and pakistan_is_free(state),
        "kabul": not terror_cost(state, faction, KABUL),
        "joins": faction == COALITION and government_may_join(state),
        "fights": not barred,
    }
    return " ".join(word for word, holds in found.items() if holds)


def operation(play: Play, faction: Faction, op: str, *, rule: str = "2.3.4") -> Rules:
    """3.1: declare the type, then execute it, with a Special Activity if allowed."""
    state = play.state
    state.op, state.op_by = op, faction
    state.executing |= 1 << faction
    play.interrupted = False
    play.emit("limited-operation" if state.limited else "operation", rule, SEATS[faction], op)
    yield from OPERATIONS[op](play, faction)
    yield from moment(play, faction)
