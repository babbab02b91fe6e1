"""What Factions may do unasked between two steps of an Operation: give (1.5.1) and remove own pieces (1.4.1)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.oracles.distant_plain.activity import Activity, can_begin
from tests.oracles.distant_plain.board import INSURGENTS, OF, Board
from tests.oracles.distant_plain.opening import enabled
from tests.oracles.distant_plain.printed import MOST, PIECE, SPACES
from tests.oracles.distant_plain.taliban_activities import dominated, extort_in
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.distant_plain.warlords_activities import Suborn, markets
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


def removals(play: Activity) -> Iterator[tuple[str, Change]]:
    """Each kind of own piece in each space."""
    for space in SPACES:
        for kind in OF[play.faction]:
            if play.board.pieces[space][kind]:
                yield f"remove {space} {PIECE[kind]}", partial(Board.remove, kind=kind, space=space)


@oracle("distant-plain", "1.4.1", "who may take which of its own pieces off the map, and when", relevant=0.3)
def removing(rng: random.Random) -> bool:
    play = at_a_gap(rng, rng.choice((*SEATS, *INSURGENTS)))
    if play is None:
        return False
    for seat in SEATS:
        own = removals(play) if seat == play.faction and seat in INSURGENTS else ()
        wanted = {key for key, change in own if still_possible(play, change)}
        play.same(offered(play, seat, "remove"), wanted, f"what {seat} may remove")
    return play.faction in INSURGENTS


# -- while a Special Activity brings Resources ------------------------------------------------------


def on_the_way(rng: random.Random, faction: str) -> tuple[Activity, list[str]] | None:
    """An Extort or Traffic about to go on, and its spaces so far."""
    activity = {"taliban": "extort", "warlords": "traffic"}[faction]
    poor = rng.choice((1, 3, 99))

    def several(board: Board) -> bool:
        places = dominated(board) if faction == "taliban" else markets(board)
        return board.resources[faction] < poor and len(places) > 1

    play = Activity(rng, faction, activity, several)
    if not play.come_to_gap(steps=(0, 0, 0, 1)):
        return None
    if play.table.decision is None or play.table.decision.find(activity) is None:
        return None
    play.answer(activity)
    chosen: list[str] = []
    for more in range(rng.choice((0, 0, 1, 2)), -1, -1):
        if play.step_over or play.asked != f"{faction} {activity}-space":
            return None
        view = play.view()
        play.board, chosen = Board.of(view), list(view["action"]["activity-spaces"])
        spaces = sorted(play.offered & set(SPACES))
        if more and spaces:
            play.answer(rng.choice(spaces))
    return play, chosen


def goes_on(play: Activity, chosen: list[str], change: Change) -> bool:
    """4.1: after the change Extort or Traffic has a space, or may end, so that the Operation has begun or can."""
    after = play.board.copy()
    change(after)

    def with_more(more: Change) -> bool:
        def both(board: Board) -> None:
            change(board)
            more(board)

        return play.leaves_operation(both)

    if play.faction == "taliban":
        left = any(with_more(partial(extort_in, space=space)) for space in dominated(after) - set(chosen))
        return left or (bool(chosen) and play.leaves_operation(change))
    bases, halved = markets(after), after.unshaded(58)  # Counter-Narc pays once, at the end

    def earn(*spaces: str) -> Change:
        n = sum(after.pieces[space]["WB"] for space in spaces)
        return partial(Board.gain, faction="warlords", n=n // 2 if halved else n)

    rest = set(bases) - set(chosen)
    left = with_more(earn(*chosen, *rest)) if halved and rest else any(with_more(earn(space)) for space in rest)
    return left or (bool(chosen) and with_more(earn(*chosen) if halved else earn()))


@oracle("distant-plain", "1.5.1", "what may be given and removed while Extort or Traffic earns it back", relevant=0.15)
def giving_on_the_way(rng: random.Random) -> bool:
    found = on_the_way(rng, rng.choice(INSURGENTS))
    if found is None:
        return False
    play, chosen = found
    for seat in SEATS:
        changes = [*gifts(play, seat), *(removals(play) if seat == play.faction else ())]
        wanted = {key for key, change in changes if goes_on(play, chosen, change)}
        play.same(offered(play, seat, "give", "patronage", "remove"), wanted, f"what {seat} may give or remove")
    return not play.begun
