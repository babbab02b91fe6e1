"""Verification of a record: replay it from the start and compare every checkpoint."""

from __future__ import annotations

from khyber.engine.chance import Seeded
from khyber.engine.errors import BadRecord, Error
from khyber.engine.game import Game
from khyber.engine.play import S
from khyber.engine.record import Record, StepRecord
from khyber.engine.replay import Replay
from khyber.engine.table import Table
from khyber.engine.upgrade import checked


def verify(game: Game[S], record: Record) -> int:
    """Replay a record, redrawing chance, and return the number of checkpoints compared.

    Raises BadRecord, naming the step, at the first difference.
    """
    record = checked(game, record)
    for rules in (*(step.rules for step in record.steps), record.rules):
        if rules != game.rules_version:
            raise BadRecord(f"the record was played under rules {rules}; these are {game.rules_version}")
    if record.header.data != game.digest():
        raise BadRecord("the record was played with other data (map, cards or scenarios)")
    history = [(step.listed(), step.seats()) for step in record.steps] + [(record.now, record.now_by)]
    seeded = None if record.header.start else Seeded(record.header.seed)
    replay = Replay([entry for entries, _ in history for entry in entries], None, seeded)
    table = Table(game, record.header, replay, begin=False)
    state = table.initial_state()
    compared = 0
    for number, (entries, seats) in enumerate(history):
        problem: Exception | None = None
        try:
            if number == 0:
                table.begin(state)
            for entry, by in zip(entries, seats, strict=True):
                table.enter(entry, by)
        except MemoryError:
            raise
        except Exception as found:
            problem = found
        for ours, theirs in zip(table.steps[compared:], record.steps[compared:], strict=False):
            compared += 1
            _compare(f"step {compared} ({theirs.name})", ours, theirs)
        if problem is not None:
            reason = problem if isinstance(problem, Error) else repr(problem)
            raise BadRecord(f"step {len(table.steps) + 1} ({table.step_name}): {reason}") from problem
        if len(table.steps) <= number < len(record.steps):
            raise BadRecord(f"step {number + 1} ({table.step_name}): replaying it does not end where the record does")
    if len(table.steps) != len(record.steps) or list(table.since) != record.now or table.branch != record.branch:
        raise BadRecord(f"step {len(record.steps) + 1}: replaying it does not end where the record does")
    return compared


def _compare(where: str, ours: StepRecord, theirs: StepRecord) -> None:
    """Compare a step as replayed with the same step of the record."""
    if (ours.name, ours.after) != (theirs.name, theirs.after):
        raise BadRecord(f"{where}: replaying it gives checksum {ours.check}, the record has {theirs.check}")
    if (ours.entries, ours.seats()) != (theirs.entries, theirs.seats()):
        raise BadRecord(f"{where}: replaying it gives other entries than the record")
    if ours.events != theirs.events:
        raise BadRecord(f"{where}: replaying it gives other events than the record")
