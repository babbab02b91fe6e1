"""What must hold of every side of every card, from any position: shared by the tests and the soak."""

from __future__ import annotations

import random

from khyber.engine.decision import Decision, Value
from khyber.engine.play import run
from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.events.deck import Side, printed_deck
from khyber.games.distant_plain.events.preview import Sixes, busiest_first, substance, witness
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.event_positions import positions, table_at, with_card
from tests.distant_plain.fuzzing import check_decision, check_invariants

SIDES = [side for sides in printed_deck().values() for side in sides.values()]


def name(side: Side) -> str:
    return f"{side.card}{side.side[0]}"


def play_event(state: State, side: Side, source: random.Random) -> bool:
    """Execute the side with random choices, invariants on. Returns whether it changed anything."""
    table = table_at(state, source.randrange(1 << 30))
    table.choose(f"event-{side.side}")
    while table.decision is not None and not table.steps:
        check_decision(table)
        check_invariants(table)
        table.choose(source.randrange(len(table.decision.values)))
    check_invariants(table)
    return changed(state, State.unpack(table.steps[0].after))


def changed(before: State, after: State) -> bool:
    """Whether the Event did anything: that somebody acted, and who is next, does not count."""
    settled = after.copy()
    for field in ("acted", "action", "active", "order", "eligible", "step"):
        setattr(settled, field, getattr(before, field))
    return substance(settled) != substance(before)


def examine(side: Side, count: int, tries: int) -> dict[str, int]:
    """Execute and preview the side from a number of positions. Raises AssertionError where something is wrong.

    A witness, played, must change something. Where there is none, a number of random plays and a busy one must not.
    """
    source = random.Random(side.card)
    counts = {"plays": 0, "changed": 0, "witnesses": 0, "nothing": 0}
    for packed in positions(count):
        state = with_card(packed, side.card)
        counts["plays"] += 1
        counts["changed"] += play_event(state.copy(), side, source)
        found = witness(DistantPlain().play(state), Faction(state.active), side)
        if found is None:
            counts["nothing"] += 1
            assert not any(play_event(state.copy(), side, source) for _ in range(tries)), "a preview missed something"
            assert not follow(state, side, None), "a preview missed what a busy player finds"
        else:
            counts["witnesses"] += 1
            assert follow(state, side, found), f"the witness {found} changes nothing"
    return counts


def follow(state: State, side: Side, keys: list[str] | None) -> bool:
    """Play the witness, or without one the busiest choices, with the dice of a preview."""
    scratch = Play(state.copy(), Sixes(), cards=DistantPlain().cards)
    scratch.state.executing |= 1 << state.active
    left = list(keys or ())

    def answer(decision: Decision) -> Value:
        if keys is None:
            return busiest_first(decision)[0]
        index = decision.find(left.pop(0))
        assert index is not None
        return decision.values[index]

    run(side.execute(scratch, Faction(state.active)), answer)
    return substance(scratch.state) != substance(state)
