"""What Factions may do unasked between two steps of an Operation: give (1.5.1) and remove own pieces (1.4.1)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.oracles.distant_plain.activity import Activity, can_begin
from tests.oracles.distant_plain.board import INSURGENTS, OF, Board
from tests.oracles.distant_plain.opening import enabled
from tests.oracles.distant_plain.printed import MOST, PIECE, SPACES
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.distant_plain.warlords_activities import Suborn
from tests.oracles.harness import oracle

#: The Coalition has no Resources.
TRADERS = ("government", "taliban", "warlords")
Change = Callable[[Board], None]


def at_a_gap(rng: random.Random, faction: str) -> Activity | None:
    """An Operation of the Faction between two of its steps, begun or able to begin."""
    activity = {"coalition": "air-lift", "government": "transport", "taliban": "extort", "warlords": "suborn"}[faction]
    kind = Suborn if faction == "warlords" else Activity
    play = kind(rng, faction, activity, lambda board: faction == "coalition" or board.resources[faction] > 2)
    if not play.come_to_gap():
        return None
    return play if play.begun or faction not in INSURGENTS or can_begin(play) else None


def offered(play: Activity, seat: str, *verbs: str) -> set[str]:
    return {key for key in set(play.table.asides(seat).keys()) if key.split()[0] in verbs}


def still_possible(play: Activity, change: Change) -> bool:
    """4.1: nothing done unasked may keep an Operation from beginning; any of the Government's costs 3.

    A Special Activity that comes first may be what lets it begin, as when it was declared.
    """
    if play.faction in INSURGENTS:
        return play.leaves_operation(change) or after_an_activity(play, change)
    after = play.board.copy()
    change(after)
    return play.begun or play.faction != "government" or after.resources["government"] >= 3


def after_an_activity(play: Activity, change: Change) -> bool:
    """4.1: whether a Special Activity, executed first, lets the Operation begin after all."""
    kept, play.board = play.board, play.board.copy()
    change(play.board)
    try:
        return not play.limited and enabled(play)
    finally:
        play.board = kept


def gifts(play: Activity, seat: str) -> Iterator[tuple[str, Change]]:
    """While giver or receiver executes: Resources that the one has and the other can hold; Patronage to Warlords."""
    resources = play.board.resources
    for other in TRADERS:
        if seat in TRADERS and other != seat and play.faction in (seat, other):
            for n in range(1, min(resources[seat], MOST - resources[other]) + 1):
                yield f"give {other} {n}", partial(Board.transfer, giver=seat, receiver=other, n=n)
    if seat == "government" and play.faction in ("government", "warlords"):
        for n in range(1, min(play.board.patronage, MOST - resources["warlords"]) + 1):
            yield f"patronage {n}", partial(Board.gain, faction="warlords", n=n)


@oracle("distant-plain", "1.5.1", "who may give whom how much, and when")
def giving(rng: random.Random) -> bool:
    play = at_a_gap(rng, rng.choice(SEATS))
    if play is None:
        return False
    found = {seat: {key for key, change in gifts(play, seat) if still_possible(play, change)} for seat in SEATS}
    for seat in SEATS:
        play.same(offered(play, seat, "give", "patronage"), found[seat], f"what {seat} may give")
    return any(found.values())


@oracle("distant-plain", "1.4.1", "who may take which of its own pieces off the map, and when", relevant=0.3)
def removing(rng: random.Random) -> bool:
    play = at_a_gap(rng, rng.choice((*SEATS, *INSURGENTS)))
    if play is None:
        return False
    for seat in SEATS:
        own = (
            {
                f"remove {space} {PIECE[kind]}": (kind, space)
                for space in SPACES
                for kind in OF[seat]
                if play.board.pieces[space][kind]
            }
            if seat == play.faction and seat in INSURGENTS
            else {}
        )
        wanted = {
            key
            for key, (kind, space) in own.items()
            if still_possible(play, partial(Board.remove, kind=kind, space=space))
        }
        play.same(offered(play, seat, "remove"), wanted, f"what {seat} may remove")
    return play.faction in INSURGENTS
