"""Whole games at random, with everything that must always hold checked on the way."""

from __future__ import annotations

import json
import random
import re
import tomllib

from khyber.engine.chance import stream
from khyber.engine.decision import KEY_PATTERN
from khyber.engine.errors import UndoRefused
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, SEATS, new
from tests.zurmat.worlds import sent, twin

KEY = re.compile(KEY_PATTERN)
MAX_DECISIONS = 5_000


def fuzz_game(index: int, every: int) -> dict[str, int]:
    """Play one game; invariants after every decision, the dear checks at one decision in `every`."""
    playing = new(index, ("notes",) if index % 2 else ())
    source = random.Random(stream("zurmat", index))
    counts = {"decisions": 0, "checkpoints": 0, "checked": 0, "undone": 0, "pairs": 0}
    while (decision := playing.decision) is not None:
        assert counts["decisions"] < MAX_DECISIONS, f"game {index} is not over"
        keys = decision.options.keys()
        assert len(keys) >= 2 or decision.always_asked, f"{decision.ask} has {len(keys)} options"
        assert len(set(keys)) == len(keys) and all(KEY.fullmatch(key) for key in keys), (decision.ask, keys)
        check_invariants(playing.state)
        if counts["decisions"] % every == index % every:
            check_copies(playing)
            looks_the_same(playing, index)
            counts["pairs"] += check_twins(playing, source)
            counts["checked"] += 1
            counts["undone"] += choose_undo_and_redo(playing, source.choice(keys))
        else:
            playing.choose(source.randrange(len(keys)))
        counts["decisions"] += 1
        counts["checkpoints"] += check_checkpoints(playing, counts["checkpoints"])
    check_invariants(playing.state)
    GAME.check(playing.state)
    assert playing.outcome is not None
    return counts


def check_invariants(state: State) -> None:
    """Discs, cubes and markers conserved, counted anew, without the rules' own code."""
    for side in range(2):
        discs = (
            sum(sum(state.discs[at::8]) for at in range(side * 4, side * 4 + 4))
            + sum(state.bags[side * 2 : side * 2 + 2])
            + (sum(state.drawn) if state.drawer == side else 0)
        )
        assert discs == 100, f"{SEATS[side]}: {discs} discs"
        cubes = sum(state.units[side * 2 :: 3]) + state.supply[side] + state.boxed[side]
        assert cubes == 30, f"{SEATS[side]}: {cubes} cubes"
        assert sorted(state.levels[side * 5 : side * 5 + 5]) == [0, 1, 2, 3, 4]
        assert sum(state.hand[side * 16 : side * 16 + 16]) + sum(state.deck[side * 16 : side * 16 + 16]) <= 16
    assert sum(state.units[1::3]) <= 5
    assert max(state.schools) <= 2 and max(state.forts) <= 2
    assert sum(state.schools) + sum(state.forts) <= 20
    assert state.winter <= 3 and state.month <= 10
    for tile in range(14):
        if state.cell[tile] == 255:
            assert not any(state.units[tile * 3 : tile * 3 + 3]) and not any(state.discs[tile * 8 : tile * 8 + 8])
        assert all(
            m <= n
            for m, n in zip(state.moved[tile * 3 : tile * 3 + 3], state.units[tile * 3 : tile * 3 + 3], strict=True)
        )


def check_checkpoints(playing: Table[State], known: int) -> int:
    """Every state that a step led to can be; how many are new."""
    for step in playing.steps[known:]:
        GAME.check(State.unpack(step.after))
    return len(playing.steps) - known


def choose_undo_and_redo(playing: Table[State], key: str) -> int:
    """Take the choice back if that may be done, and make it again: the continuation is the same."""
    decision = playing.decision
    assert decision is not None
    before = playing.state.pack()
    playing.choose(key)
    after = playing.state.pack()
    try:
        playing.undo(decision.seat)
    except UndoRefused:
        assert playing.state.pack() == after
        return 0
    assert playing.state.pack() == before, "undo does not lead back"
    playing.choose(key)
    assert playing.state.pack() == after, "redo leads elsewhere"
    return 1


def check_twins(playing: Table[State], source: random.Random) -> int:
    """At a checkpoint, the same table with all that a seat cannot know drawn anew sends that seat the same bytes."""
    if playing.since or not playing.steps:
        return 0
    for watcher in SEATS:
        assert sent(playing, watcher) == sent(twin(playing, watcher, source), watcher), f"{watcher} can tell"
    return len(SEATS)


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


def looks_the_same(playing: Table[State], seed: int) -> None:
    """Worlds imagined for each seat, for nobody and for both show them what they see."""
    for seats in ((SEATS[0],), (SEATS[1],), (), SEATS):
        world = playing.imagine(seats, seed)
        assert json.dumps([world.view(*seats), world.asked(*seats)]) == json.dumps(
            [playing.view(*seats), playing.asked(*seats)]
        ), f"{seats} would see the difference"
        check_invariants(world.state)
