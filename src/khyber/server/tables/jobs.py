"""Jobs of worker processes that tables depend on: bots' turns, imports and branches.

A job gets the module of the library and a record; it returns errors instead of raising them, because they have to cross
processes. Workers keep nothing between jobs, so any worker can run any job.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from khyber.agents.agent import Seen
from khyber.agents.driver import PERSON
from khyber.agents.strong.lines import Span
from khyber.agents.strong.resume import agents_now
from khyber.agents.strong.thinking import is_strong, thinking_of
from khyber.engine.errors import BadSetup, Error, RuleFailed
from khyber.engine.history import back_to
from khyber.engine.imagine import reseed
from khyber.engine.record import SEAT, Record, StepRecord
from khyber.server.errors import Refused, problem
from khyber.server.library import AnyTable, check_agent, from_text, library, restore
from khyber.server.storage.table_store import Progress, header_fields, progress_of

log = logging.getLogger("khyber.server")

#: Seconds of CPU time for a quick job, about ten times the usual: a bot's turn, an import or a branch.
QUICK_TURN: Final = 2.0
QUICK_IMPORT: Final = 0.5
#: Seconds of CPU time in the slow lane.
BOT_TURN: Final = 20.0
IMPORT: Final = 2.0
#: Choices in one turn of a bot; more mean that it loops.
MAX_CHOICES: Final = 1_000


# -- records for workers --------------------------------------------------------------------------------


def checkpoint_record(table: AnyTable) -> Record:
    """Return the record from the last checkpoint on; earlier steps are reduced to their number."""
    last = len(table.steps) - 1
    steps = [
        step if number == last else StepRecord(step.name, "", _seat_entries(step), b"[]", b"", step.rules)
        for number, step in enumerate(table.steps)
    ]
    entries, by = map(list, table.entries())
    return Record(table.header, steps, entries, by, table.version, table.branch, table.game.rules_version)


def _seat_entries(step: StepRecord) -> str:
    return "\n".join(entry for entry in step.listed() if entry[0] == SEAT) if SEAT in step.entries else ""


def step_record(table: AnyTable, step: int, *, since: int | None = None, events: bool = False) -> Record:
    """Return the record with all choices, but only the states around the step and the last one.

    With `since` also those of the steps from that one on; `events` adds the log of the same steps.
    """
    whole = table.record()
    last = len(whole.steps) - 1
    first = step if since is None else since
    logged = range(first, step + 1) if events else range(0)
    near = range(first - 1, step + 1)
    steps = [
        StepRecord(
            one.name,
            one.by,
            one.entries,
            one.events if number in logged or number == last else b"[]",
            one.after if number in near or number == last else b"",
            one.rules,
        )
        for number, one in enumerate(whole.steps)
    ]
    return Record(whole.header, steps, whole.now, whole.now_by, whole.version, whole.branch, whole.rules)


def thinking_time(agent: str) -> float:
    """Return the CPU time for a turn of an agent that searches: it may plan again after a die, in less time."""
    return BOT_TURN + 4 * thinking_of(agent).seconds


# -- bots ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BotTurn:
    """The choices of a turn (seat and key); or an error, with the record that reproduces it."""

    choices: list[tuple[str, str]]
    error: str = ""
    record: str = ""


def play_turn(where: str, record: Record) -> BotTurn:
    """Play the turn of the bot whose turn it is."""
    try:
        return BotTurn(_turn(where, record))
    except RuleFailed as failed:
        return BotTurn([], str(failed), failed.record)
    except MemoryError:
        raise
    except Exception as failed:
        return BotTurn([], f"{type(failed).__name__}: {failed}", record.dumps())


def _turn(where: str, record: Record) -> list[tuple[str, str]]:
    """Return the bot's choices until another seat is asked or a step ends; for one that plans turns, its turn."""
    table = restore(library(where), record)
    agents = agents_now(table)
    asked, steps, chosen = table.decision, len(table.steps), list[tuple[str, str]]()
    planned = None if asked is None or not is_strong(table.seats[asked.seat]) else Span(table, asked.seat)
    while (decision := table.decision) is not None and asked is not None:
        agent = agents[decision.seat]
        over = len(table.steps) != steps if planned is None else not planned.holds(table)
        if decision.seat != asked.seat or agent is None or (over and chosen):
            break
        if len(chosen) >= MAX_CHOICES:
            raise Error(f"{table.seats[asked.seat]} did not finish its turn for {asked.seat}")
        option = agent(Seen(table, decision))
        chosen.append((decision.seat, option.key))
        table.choose(option, decision.seat)
    return chosen


# -- tables ready to store ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A table ready to be stored, or the code and message of an error."""

    code: str = ""
    message: str = ""
    game: str = ""
    header: str = ""
    now: Progress | None = None
    steps: tuple[StepRecord, ...] = ()


def ready_table(table: AnyTable) -> ReadyTable:
    return ReadyTable(
        game=table.header.game,
        header=json.dumps(header_fields(table.header)),
        now=progress_of(table, dict(table.seats), epoch=0),
        steps=tuple(table.steps),
    )


def import_table(where: str, text: str, game: str, wanted: Mapping[str, str], seed: int | None) -> ReadyTable:
    """Import a record or a position with these agents in its seats.

    With a `seed`, redraw everything hidden from spectators and all dice to come, which the sender of the text may know.
    """
    try:
        table = from_text(library(where), text, game, wanted)
        for seat, agent in wanted.items():
            if seat not in table.game.seats:
                raise BadSetup(f"unknown seat {seat!r}; the seats are {', '.join(table.game.seats)}")
            check_agent(table.game, agent)
        if seed is not None and table.decision is not None:
            table = table.imagine((), seed)
            reseed(table, seed)
        for seat in table.game.seats:
            agent = wanted.get(seat, PERSON)
            if table.seats[seat] != agent and table.decision is not None:
                table.sit(seat, agent)
        return ready_table(table)
    except Error as error:
        found = problem(error)
        return ReadyTable(found.code, found.message)
    except (MemoryError, RecursionError):
        raise
    except Exception as failed:  # bad input must never count as a failure of the server
        log.warning("an import failed: %s: %s", type(failed).__name__, failed)
        return ReadyTable("bad-record", "not readable as a record or a position")


def branch_table(
    where: str,
    record: Record,
    at: tuple[int, int | None] | None,
    seats: tuple[str, ...] | None,
    seed: int,
    agents: Mapping[str, str],
) -> ReadyTable:
    """Branch a sandbox off now or a past moment, redrawing what these seats may not know; exact for None."""
    try:
        table = restore(library(where), record)
        if seats is None:
            assert at is not None
            world = _exact(table, *at)
        else:
            world = (table if at is None else back_to(table, *at, branch=False)).imagine(seats, seed)
        for seat in world.game.seats:
            if world.seats[seat] != agents[seat]:
                world.sit(seat, agents[seat])
        return ready_table(world)
    except Refused as refused:
        return ReadyTable(refused.code, str(refused))
    except Error as error:
        return ReadyTable("not-found", f"cannot play on from there: {error}")


def _exact(table: AnyTable, step: int, choice: int | None) -> AnyTable:
    """Return the table as it was, with new dice to come."""
    try:
        world = back_to(table, step, choice, branch=True)
    except Error as error:
        raise Refused("not-found", "this step was played under other rules: branch off at its end") from error
    if world.decision is None:
        raise Refused("over", "the game is over at that moment: branch off earlier")
    return world
