"""Whole games at random, with everything that must always hold checked on the way."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import Counter

from khyber.engine.chance import stream
from khyber.engine.decision import KEY_PATTERN, Decision
from khyber.engine.errors import UndoRefused
from khyber.engine.record import CHANCE, CHANCE_HIDDEN, NOT_ANSWERS, REVEAL, loads
from khyber.engine.table import Table, from_record
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import BOX, GAME, SEAT, new

BARRIERS = CHANCE + CHANCE_HIDDEN + REVEAL
KEY = re.compile(KEY_PATTERN)
MAX_DECISIONS = 5_000
#: Answers with which a phase is left, and how often a careful player gives them.
LEAVING = frozenset(("done", "no", "nothing"))
CAREFUL = 0.3


def pick(decision: Decision, source: random.Random, careful: bool) -> int:
    """Any option; a careful player leaves it more often, so that its games last."""
    keys = decision.options.keys()
    if careful and keys[-1] in LEAVING and source.random() < CAREFUL:
        return len(keys) - 1
    return source.randrange(len(keys))


def fuzz_game(index: int, every: int) -> dict[str, int]:
    """Play one game; invariants after every decision, the dear checks at one decision in `every`."""
    playing = new(index)
    source = random.Random(stream("enduring-freedom", index))
    counts = {"decisions": 0, "checked": 0, "turns": 0}
    gone: set[int] = set()
    while (decision := playing.decision) is not None:
        assert counts["decisions"] < MAX_DECISIONS, f"game {index} is not over"
        keys = decision.options.keys()
        assert len(keys) >= 2, f"{decision.ask} has {len(keys)} options"
        assert len(set(keys)) == len(keys) and all(KEY.fullmatch(key) for key in keys), (decision.ask, keys)
        gone = check_invariants(playing.state, gone)
        if counts["decisions"] % every == index % every:
            check_copies(playing)
            check_undo(playing)
            looks_the_same(playing, index)
            counts["checked"] += 1
        playing.choose(pick(decision, source, careful=index % 3 > 0))
        counts["decisions"] += 1
    check_invariants(playing.state, gone)
    GAME.check(playing.state)
    assert playing.outcome is not None
    counts["turns"] = playing.state.turn
    counts[playing.state.ending] = 1
    return counts


def check_invariants(state: State, gone: set[int]) -> set[int]:
    """Counters, points, capacities and steps, looked at without the rules' own code. Gives back who never returns."""
    assert len(state.where) == 165
    for counter, place in enumerate(state.where):
        assert place < 28 or 128 <= place <= 141, f"{BOX.of[counter].id} is nowhere"
    assert 0 <= state.points <= 99 and (state.points > 0 or state.ending == "catastrophe")
    assert 1 <= state.jihad <= 12 and 0 <= state.turn <= 7
    ground, air = Counter(state.where[66:135]), Counter(state.where[135:149])
    for area, capacity in ((128, 10), (129, 6), (130, 4)):
        assert ground[area] <= capacity and air[area] <= capacity
    assert not any(state.reduced[:98]) and not any(state.reduced[149:])  # one-step counters
    assert not any(state.shown[98:])
    now = {c for c, place in enumerate(state.where) if place in (133, 135, 136)}
    assert gone <= now, "somebody who is out of the game has come back"
    for counter in now:
        kind = BOX.of[counter]
        assert kind.family != "alliance" or kind.type == "leader"
        assert state.where[counter] != 135 or kind.type in ("hvt", "special-forces")
    return now


def check_copies(playing: Table[State]) -> None:
    """Fork, save and load, and positions lead to the same table."""
    saved = playing.save()
    for copy in (playing.fork(), from_record(GAME, loads(saved))):
        assert copy.state == playing.state
        assert copy.save() == saved
    if playing.steps:
        checkpoint = State.unpack(playing.steps[-1].after)
        GAME.check(checkpoint)
        assert GAME.read_position(tomllib.loads(GAME.write_position(checkpoint))) == checkpoint


def check_undo(playing: Table[State]) -> None:
    """Choices of this step since the last roll or reveal are taken back one by one, and made again."""
    entries = list(playing.since)
    free = [at for at, entry in enumerate(entries) if entry[0] not in NOT_ANSWERS]
    barrier = max((at for at, entry in enumerate(entries) if entry[0] in BARRIERS), default=-1)
    copy = playing.fork()
    for at in reversed(free):
        if at < barrier:
            try:
                copy.undo(SEAT)
            except UndoRefused:
                break
            raise AssertionError(f"a roll was taken back with {entries[at]}")
        copy.undo(SEAT)
        assert list(copy.since) == entries[:at]
    for entry in entries[len(copy.since) :]:
        if entry[0] not in NOT_ANSWERS:
            copy.choose(entry)
    assert copy.state == playing.state and list(copy.since) == entries


def looks_the_same(playing: Table[State], seed: int) -> None:
    """An imagined world shows the player, and anybody else, what the real one shows."""
    for seats in ((SEAT,), ()):
        world = playing.imagine(seats, seed)
        assert json.dumps([world.view(*seats), world.asked(*seats)]) == json.dumps(
            [playing.view(*seats), playing.asked(*seats)]
        ), "the difference can be seen"
        check_invariants(world.state, set())
