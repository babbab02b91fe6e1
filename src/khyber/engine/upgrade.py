"""Records of earlier releases, turned into what the present release writes."""

from __future__ import annotations

from dataclasses import replace

from khyber.engine.game import Game
from khyber.engine.optional import Upgrades
from khyber.engine.play import S
from khyber.engine.record import Record, StepRecord, check_record


def upgraded(game: Game[S], record: Record) -> Record:
    """Return the record as the present release would have written it; most stay as they are. Raises BadRecord."""
    part = Upgrades[S].of(game)
    if not part.upgrades or record.header.game != game.id:
        return record
    header, start = record.header, record.header.start
    if start:
        state = game.state_type.unpack(start)
        if part.upgrade(state):
            header = replace(header, start=state.pack())
    return replace(record, header=header, steps=[_step(game, part, step) for step in record.steps])


def checked(game: Game[S], record: Record) -> Record:
    """Return a record from outside in the present form. Raises BadRecord unless it is one of the game."""
    record = upgraded(game, record)
    check_record(game, record)
    return record


def _step(game: Game[S], part: Upgrades[S], step: StepRecord) -> StepRecord:
    """Return a step in the present form. The rules that it was played by stay the same."""
    state = step.state_after(game.state_type)
    if not part.upgrade(state):
        return step
    events = tuple(part.upgraded_event(event) for event in step.raw_events())
    return StepRecord(step.name, step.by, step.entries, events, state, step.rules)
