"""Mid-game positions reached by random play, in which any side of any card can be executed."""

from __future__ import annotations

import random
from functools import cache

import khyber
from khyber.engine.chance import stream
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.distant_plain.board import CARDS
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.state import NOTHING_DONE, State


@cache
def positions(count: int) -> tuple[bytes, ...]:
    """Packed states at a 1st Eligible's turn, from games of all scenarios, early and late."""
    found: list[bytes] = []
    index = 0
    while len(found) < count:
        source = random.Random(stream("event positions", index))
        scenario = ("short", "main", "extended")[index % 3]
        table = khyber.new("distant-plain", scenario=scenario, seed=index)
        wanted = source.randrange(5, 900)
        for _ in range(wanted):
            if table.decision is None:
                break
            table.choose(source.randrange(len(table.decision.values)))
        turns = [step.after for step in table.steps if state_of(step.after).step == "turn"]
        turns = [packed for packed in turns[-12:] if state_of(packed).action == NOTHING_DONE]
        if turns:
            found.append(turns[source.randrange(len(turns))])
        index += 1
    return tuple(found)


def state_of(packed: bytes) -> State:
    return State.unpack(packed)


def with_card(packed: bytes, card: int) -> State:
    """The position with this card as the current one; the card that was there takes its place."""
    state = state_of(packed)
    current = state.played[-1]
    swap = {current: card, card: current}
    for name in ("deck", "played", "removed_events"):
        setattr(state, name, bytes(swap.get(c, c) for c in getattr(state, name)))
    assert state.played[-1] == card and card in CARDS
    return state


def table_at(state: State, seed: int = 0) -> Table[State]:
    """A table that stands there."""
    found = DistantPlain()
    setup = Setup(state.scenario, state.options, 4)
    header = Header(
        "distant-plain",
        found.rules_version,
        found.digest(),
        seed,
        setup,
        dict.fromkeys(found.seats, "person"),
        state.pack(),
    )
    return Table(found, header)
