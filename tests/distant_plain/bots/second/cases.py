"""Positions for tests of Non-players of the 2nd printing: as for the 3rd (cases.py), but Resources are ample.

Cases 1 to 109 of the procedures name the steps they show: `Case 13 [W2.Rally.1]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from khyber.engine.table import Table
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.bots.second.printing import SECOND
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots import cases, event_cards, looking
from tests.distant_plain.bots.cases import planned
from tests.distant_plain.positions import NOWHERE

AMPLE = 40


def case(
    seat: str, spaces: Mapping[str, str] | str = NOWHERE, *, players: Sequence[str] = (), **more: object
) -> Table[State]:
    """The position of a case, with `seat` to decide; all that are not `players` are Non-players of the 2nd printing."""
    second = [name for name in SEATS if name not in players]
    others = {**dict.fromkeys(("government", "taliban", "warlords"), AMPLE), "second_printing": second, **more}
    return cases.case(seat, spaces, players=players, **others)  # type: ignore[arg-type]


player_turn = partial(cases.player_turn, make=case)
bombs_on_two_roads = partial(cases.bombs_on_two_roads, turn=player_turn)
respond = partial(cases.respond, printing=SECOND)
bot = partial(cases.bot, printing=SECOND)
play_on = partial(cases.play_on, printing=SECOND)
play_box = partial(cases.play_box, printing=SECOND)
plan_activity = partial(cases.plan_activity, printing=SECOND)
after_activity = partial(looking.after_activity, printing=SECOND)
opening = partial(event_cards.opening, printing=SECOND)
execute = partial(event_cards.execute, printing=SECOND)

__all__ = [
    "after_activity",
    "bombs_on_two_roads",
    "bot",
    "case",
    "execute",
    "opening",
    "plan_activity",
    "planned",
    "play_box",
    "play_on",
    "player_turn",
    "respond",
]
