"""Pairs of worlds that a seat cannot tell apart: made, played on alike, and compared byte by byte."""

from __future__ import annotations

import json
import random
from dataclasses import replace

from khyber.engine.table import Table, from_record
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, SEATS, asked


def same_choice(pair: tuple[Table[State], Table[State]], source: random.Random) -> bool:
    """The same choice in both worlds, or, where it is a secret one, any in each. False if there is none."""
    decisions = [asked(playing) for playing in pair]
    if decisions[0].secret and decisions[0].options.keys() != decisions[1].options.keys():
        for playing in pair:
            playing.choose(source.randrange(len(asked(playing).values)))
        return True
    both = [option.key for option in decisions[0].options if decisions[1].find(option.key) is not None]
    if not both:
        return False
    quiet = [key for key in both if key not in ("declare",) and not key.startswith("play village")] or both
    key = source.choice(quiet if source.random() < 0.9 else both)
    for playing in pair:
        playing.choose(key)
    return True


def now(playing: Table[State]) -> tuple[int, int]:
    """How much of the log there is: finished steps, and events since."""
    return len(playing.steps), len(playing.step_events())


def open_facts(playing: Table[State], since: tuple[int, int]) -> list[tuple[object, ...]]:
    """What was shown to everybody since: discs turned up, the end."""
    kinds = ("turned-up", "returned", "game-over", "points", "objective-judged")
    steps, events = since
    fresh = [raw for step in playing.steps[steps:] for raw in step.raw_events()]
    fresh += [(event.kind, event.rule, *event.params.values()) for event in playing.step_events()]
    return [raw for raw in fresh[events:] if raw[0] in kinds]


def sent(playing: Table[State], seat: str) -> str:
    return json.dumps(playing.frame(seat)) + playing.own_record(seat)


def twin(playing: Table[State], watcher: str, source: random.Random) -> Table[State]:
    """The same table at its last checkpoint, with all that the watcher cannot know drawn anew."""
    record = playing.record()
    assert not record.now
    world = GAME.imagine(State.unpack(record.steps[-1].after), (watcher,), source)
    GAME.check(world)
    record.steps[-1] = replace(record.steps[-1], state=world.pack())
    return from_record(GAME, record)


def private(playing: Table[State], watcher: str) -> tuple[object, ...]:
    """What the watcher alone has been shown by chance."""
    state, side = playing.state, SEATS.index(watcher)
    return (bytes(state.drawn) if state.drawer == side else b"", bytes(state.hand[side * 16 : side * 16 + 16]))
