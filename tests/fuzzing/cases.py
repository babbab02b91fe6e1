"""One case: a mutated record or position, refused with a sentence or else played on, within a time limit."""

from __future__ import annotations

import copy
import random
import signal
import tomllib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import khyber
from khyber.api import table_at
from khyber.catalogue import game as find_game
from khyber.catalogue import texts as words_of
from khyber.engine.chance import stream
from khyber.engine.errors import BadPosition, Error, RuleFailed, UndoRefused
from khyber.engine.optional import Charts
from khyber.engine.table import Table
from tests.fuzzing import mutating
from tests.fuzzing.corpus import choose, parsed

#: Seconds for a case, and choices made on what it leads to.
LIMIT = 2.0
CHOICES = 10
#: What becomes of a case when all is well.
REFUSED, ACCEPTED = "refused", "accepted"
#: Characters of a refusal.
LONGEST = 800


class Hang(BaseException):
    """The case took too long. No rule may catch it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop the block after this many seconds of processor time."""

    def stop(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def case(game: str, index: int) -> tuple[str, str]:
    """The case of that number: `record` or `position`, and the text."""
    source = random.Random(stream("fuzz", game, index))
    record = source.choice(parsed(game))
    if source.random() < 0.6:
        return "record", mutating.record_text(record, game, source)
    states = mutating.states_of(record)
    found = find_game(game)
    if states and source.random() < 0.5:
        for _ in range(20):
            try:
                changed = mutating.state(game, source.choice(states), source, mutating.every_state(game))
                return "position", found.write_position(found.state_type.unpack(changed))
            except (Error, ValueError, TypeError, LookupError):
                continue
    position, document = positions(game)[source.randrange(len(positions(game)))]
    return "position", mutating.position_text(position, copy.deepcopy(document), source)


@cache
def positions(game: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    found = [khyber.load(record.dumps()).position() for record in parsed(game)]
    return tuple((text, tomllib.loads(text)) for text in found)


def run(game: str, index: int) -> str:
    """What became of the case: refused, accepted, or what went wrong."""
    kind, text = case(game, index)
    try:
        with limited(LIMIT):
            return check(game, kind, text, random.Random(index))
    except Hang:
        return f"{kind}: took more than {LIMIT} s"
    except Exception as problem:
        frames = traceback.extract_tb(problem.__traceback__)
        cause = problem.__cause__ if isinstance(problem, RuleFailed) and problem.__cause__ else problem
        at = traceback.extract_tb(cause.__traceback__)[-1]
        where = f"{at.filename.rpartition('/')[2]}:{at.lineno}"
        return f"{kind}: {type(problem).__name__}: {str(problem)[:160]!r} at {where} from {frames[-1].name}"


def check(game: str, kind: str, text: str, source: random.Random) -> str:
    """Load it; what is accepted is looked at from every side and played on."""
    try:
        table = khyber.load(text) if kind == "record" else table_at(game, text)
    except RuleFailed:
        raise
    except Error as refusal:
        said = str(refusal)
        assert "\n" not in said and 0 < len(said) <= LONGEST, f"not a short line: {said[:200]!r}"
        said.encode()
        return REFUSED
    look(table)
    history(table, source)
    for _ in range(CHOICES):
        if table.decision is None:
            break
        choose(table, source)
    look(table)
    for seat in table.game.seats:
        with suppress(UndoRefused):
            table.undo(seat)
    again = khyber.load(table.save())
    assert again.state == table.state, "saved and loaded, it is another table"
    try:
        table_at(game, again.position())
    except BadPosition as refusal:
        assert kind == "record", f"a position leads to one that cannot be read: {refusal}"  # records are held to less
    return ACCEPTED


def look(table: Table[Any]) -> None:
    """All that is asked of a table before anybody chooses anything."""
    game, words = table.game, words_of(table.game.id).catalogue("en")
    seats = game.seats
    for seen in ((), *((seat,) for seat in seats), seats):
        table.frame(*seen)
    assert (table.outcome is None) == bool(table.state.step)
    decision = table.decision
    if decision is not None:
        words.question(decision)
        keys = decision.options.keys()
        assert keys and len(set(keys)) == len(keys), f"options of {decision.ask}: {keys[:10]}"
        for option in list(decision.options)[:20]:
            words.option(option)
    for seat in seats:
        table.asides(seat)
        world = table.imagine(seat, 1)
        assert world.view(seat) == table.view(seat), "an imagined world looks otherwise"


def history(table: Table[Any], source: random.Random) -> None:
    """Some moment before."""
    step = source.randrange(len(table.steps) + 1)
    table.game.view(table.checkpoint(step), ())
    Charts.of(table.game).measured(table.game.view(table.checkpoint(step), table.game.seats))
    for event in table.events():
        assert event.kind
