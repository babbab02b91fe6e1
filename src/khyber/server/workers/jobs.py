"""What worker processes do: bots' turns, tables made ready, previews, hints, explanations, positions.

Whatever goes wrong is returned, not raised: it has to cross processes. A worker is told where the library of games is,
and keeps nothing else: any worker can do any job.
"""

from __future__ import annotations

import json
import logging
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from khyber.agents.agent import Seen
from khyber.agents.bot import Answer
from khyber.agents.driver import PERSON, agents_of
from khyber.agents.explain import Explanation, explain_all, hint
from khyber.api import position_warnings
from khyber.engine.errors import BadSetup, Error, NotOffered, RuleFailed
from khyber.engine.game import Event, View
from khyber.engine.history import back_to
from khyber.engine.mind import SECRET
from khyber.engine.preview import preview
from khyber.engine.record import HIDDEN, SEAT, Record, StepRecord
from khyber.engine.text import Catalogue
from khyber.server.api.messages import Problem
from khyber.server.api.refusals import Refused, problem
from khyber.server.api.study_messages import Answered, Explained, HintReply, Replayed
from khyber.server.storage.table_store import Standing, standing
from khyber.server.study.replay import moment
from khyber.server.tables.library import AnyTable, check_agent, from_text, header_fields, library, restored

log = logging.getLogger("khyber.server")

#: Seconds that a job may take in a lane of its kind: bots' turns, what somebody sends in, what is shown at once. That
#: is ten times what they take on a usual machine.
QUICK_TURN: Final = 2.0
QUICK_ARRIVAL: Final = 0.5
QUICK_SHOWN: Final = 0.25
#: Seconds that each kind of job may take at all, in the slow lane.
BOT_TURN: Final = 20.0
ARRIVAL: Final = 2.0
SHOWN: Final = 2.0
HINT: Final = 15.0
EXPLANATION: Final = 20.0
#: More choices than this in one turn, and the bot has gone astray.
MOST_CHOICES: Final = 1_000


def light(table: AnyTable) -> Record:
    """The record without what lies before its last checkpoint: of that only how many steps there were, and who sat
    down in them.
    """
    last = len(table.steps) - 1
    steps = [step if number == last else StepRecord(step.name, "", _seats_taken(step), b"[]", b"", step.rules)
             for number, step in enumerate(table.steps)]
    entries, by = map(list, table.entries())
    return Record(table.header, steps, entries, by, table.version, table.branch, table.game.rules_version)


def _seats_taken(step: StepRecord) -> str:
    return "\n".join(entry for entry in step.listed() if entry[0] == SEAT) if SEAT in step.entries else ""


def recalled(table: AnyTable, step: int, *, events: bool = False) -> Record:
    """The record with all that was chosen, but of the states only those before and after the step, and the last; with
    what happened in the step, if `events` are wanted.
    """
    kept = table.record()
    last = len(kept.steps) - 1
    told = (step, last) if events else (last,)
    steps = [StepRecord(one.name, one.by, one.entries, one.events if number in told else b"[]",
                        one.after if number in (step - 1, step, last) else b"", one.rules)
             for number, one in enumerate(kept.steps)]
    return Record(kept.header, steps, kept.now, kept.now_by, kept.version, kept.branch, kept.rules)


# -- bots ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thought:
    """What became of a turn: choices (seat and key), or what went wrong with the record of it."""

    choices: list[tuple[str, str]]
    failed: str = ""
    record: str = ""


def think(where: str, record: Record) -> Thought:
    """The turn of the bot that is asked."""
    try:
        return Thought(_turn(where, record))
    except RuleFailed as failed:
        return Thought([], str(failed), failed.record)
    except MemoryError:
        raise
    except Exception as failed:
        return Thought([], f"{type(failed).__name__}: {failed}", record.dumps())


def _turn(where: str, record: Record) -> list[tuple[str, str]]:
    """The choices of the bot: until another seat is asked, or a step is over."""
    table = restored(library(where), record)
    agents = agents_of(table)
    asked, steps, chosen = table.decision, len(table.steps), list[tuple[str, str]]()
    while (decision := table.decision) is not None and asked is not None:
        agent = agents[decision.seat]
        if decision.seat != asked.seat or agent is None or (len(table.steps) != steps and chosen):
            break
        if len(chosen) >= MOST_CHOICES:
            raise Error(f"{table.seats[asked.seat]} did not finish its turn for {asked.seat}")
        option = agent(Seen(table, decision))
        chosen.append((decision.seat, option.key))
        table.choose(option, decision.seat)
    return chosen


def explained(where: str, record: Record, step: int, lang: str) -> list[Explained] | None:
    """What each bot thought in that step (counted from 0); None if it cannot be told."""
    try:
        games = library(where)
        table = restored(games, record)
        words = games.words(record.header.game, lang)
        # how many secret reasons there were would tell of the secrets
        untold = table.decision is not None and any(key.startswith(f"{SECRET}.") for key in words.keys())  # noqa: SIM118
        return [_explained(why, words, untold=untold) for why in explain_all(table, step)]
    except Exception:
        return None


def _explained(why: Explanation, words: Catalogue, *, untold: bool) -> Explained:
    return Explained(
        step=why.step + 1, seat=why.seat, bot=why.bot, reasons=[words.say(reason) for reason in why.reasons],
        answers=[_answered(answer, words) for answer in why.answers], untold=untold, stopped=bool(why.stopped),
        unplanned=why.unplanned)


def _answered(answer: Answer, words: Catalogue) -> Answered:
    """In words; nothing of what was asked and answered in secret, as long as it is one."""
    decision = answer.decision
    index = None if answer.key == HIDDEN else decision.find(answer.key)
    if index is None:
        return Answered(question="", answer="")
    return Answered(question=words.question(decision), answer=words.option(decision.options[index]))


def hinted(where: str, record: Record, lang: str) -> HintReply:
    """What the game's first bot would do in the place of whoever is asked."""
    games = library(where)
    table = restored(games, record)
    words = games.words(record.header.game, lang)
    asked = table.decision
    seat = asked.seat if asked is not None else ""
    if not table.game.bots:
        return HintReply(seat=seat, bot="", key=None, text="", reasons=[], silent="no-bot", departed=False)
    bot = table.game.bots[0]
    try:
        given = hint(table, bot)
    except Exception:
        return HintReply(seat=seat, bot=bot, key=None, text="", reasons=[], silent="no-plan", departed=False)
    option = given.option
    return HintReply(
        seat=seat, bot=bot, key=None if option is None else option.key,
        text="" if option is None else words.option(option),
        reasons=[words.say(reason) for reason in given.reasons] if option is not None else [],
        silent="" if option is not None else "no-plan", departed=given.departed is not None)


# -- tables that arrive -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrived:
    """A table ready to be stored, or why there is none: a code and a message."""

    code: str = ""
    message: str = ""
    game: str = ""
    header: str = ""
    now: Standing | None = None
    steps: tuple[StepRecord, ...] = ()


def arrived(table: AnyTable) -> Arrived:
    """A table as it goes into the database."""
    now = standing(table, dict(table.seats), epoch=0)
    return Arrived(game=table.header.game, header=json.dumps(header_fields(table.header)), now=now,
                   steps=tuple(table.steps))


def imported(where: str, text: str, game: str, wanted: Mapping[str, str], seed: int | None) -> Arrived:
    """The table of a record or a position that somebody sent in, with these agents in its seats.

    With a `seed`, everything that is hidden from spectators, and all dice to come, are drawn again: whoever sent it in
    may know them.
    """
    try:
        table = from_text(library(where), text, game, wanted)
        for seat, agent in wanted.items():
            if seat not in table.game.seats:
                raise BadSetup(f"unknown seat {seat!r}; the seats are {', '.join(table.game.seats)}")
            check_agent(table.game, agent)
        if seed is not None and table.decision is not None:
            table = table.imagine((), seed)
        for seat in table.game.seats:
            agent = wanted.get(seat, PERSON)
            if table.seats[seat] != agent and table.decision is not None:
                table.sit(seat, agent)
        return arrived(table)
    except Error as error:
        told = problem(error)
        return Arrived(told.code, told.message)
    except (MemoryError, RecursionError):
        raise
    except Exception as broken:  # nothing that somebody sends in is a failure of ours
        log.warning("an import failed: %s: %s", type(broken).__name__, broken)
        return Arrived("bad-record", "this cannot be read as a record or a position")


def branched(where: str, record: Record, at: tuple[int, int | None] | None, seats: tuple[str, ...] | None,
             seed: int) -> Arrived:
    """A sandbox from now or from a moment of the past: drawn from what these seats may know, or for None exact."""
    try:
        table = restored(library(where), record)
        if seats is None:
            assert at is not None
            world = _exact(table, *at)
        else:
            world = (table if at is None else back_to(table, *at, branch=False)).imagine(seats, seed)
        for seat in world.game.seats:
            if world.seats[seat] != PERSON:
                world.sit(seat, PERSON)
        return arrived(world)
    except Refused as refused:
        return Arrived(refused.code, str(refused))
    except Error as wrong:
        return Arrived("not-found", f"nobody can play on from there: {wrong}")


def _exact(table: AnyTable, step: int, choice: int | None) -> AnyTable:
    """The table as it was, with other dice to come."""
    try:
        world = back_to(table, step, choice, branch=True)
    except Error as wrong:
        raise Refused("not-found", "this step was played under other rules: begin at its end") from wrong
    if world.decision is None:
        raise Refused("over", "the game is over there: begin earlier")
    return world


# -- replays, previews and positions --------------------------------------------------------------------


def replayed(where: str, record: Record, seats: tuple[str, ...], past: tuple[str, ...], step: int,
             choice: int | None, lang: str) -> Replayed | Problem:
    """A moment of the game, as those seats may see it."""
    games = library(where)
    try:
        return moment(restored(games, record), games.words(record.header.game, lang), seats, past, step, choice)
    except Error as wrong:
        return problem(wrong)


@dataclass(frozen=True, slots=True)
class Previewed:
    """What a choice would change, or why that cannot be shown: a code and a message."""

    code: str = ""
    message: str = ""
    view: View | None = None
    events: tuple[Event, ...] = ()
    stopped: str = ""


def previewed(where: str, record: Record, seats: tuple[str, ...], seat: str, key: str, seed: int) -> Previewed:
    """What the choice would change, as those seats would see it."""
    try:
        found = preview(restored(library(where), record), seats, seat, key, seed)
    except NotOffered as wrong:
        told = problem(wrong)
        return Previewed(told.code, told.message)
    except Error as wrong:
        return Previewed("not-found", str(wrong))
    return Previewed(view=found.view, events=found.events, stopped=found.stopped)


def positioned(where: str, record: Record, step: int | None, seats: tuple[str, ...] | None, seed: int) -> str:
    """The position as text, now or after a step; what these seats may not know is drawn again, nothing for None."""
    table = restored(library(where), record)
    if step is None:
        return (table if seats is None else table.imagine(seats, seed)).position()
    state = table.checkpoint(step)
    if seats is not None:
        state = table.game.imagine(state, seats, random.Random(seed))
    return table.game.write_position(state)


def looked_at(where: str, text: str, game: str, lang: str) -> tuple[str, list[str], dict[str, Any] | None]:
    """What is wrong with a position; or what its author should know, and how it looks."""
    try:
        if text.lstrip().startswith("{"):
            return "not a position: positions are TOML", [], None
        games = library(where)
        table = from_text(games, text, game)
        warnings = [games.words(game, lang).say(message) for message in position_warnings(table)]
        seats, went_on = table.game.seats, "since" in tomllib.loads(text)
        # what comes of a position by itself (a deal, the next card) is not yet part of it
        view = table.view(*seats) if went_on else table.game.view(table.checkpoint(0), seats)
        return "", warnings, cast(dict[str, Any], view)
    except Error as wrong:
        return problem(wrong).message, [], None
    except (MemoryError, RecursionError):
        raise
    except Exception as broken:  # nothing that somebody sends in is a failure of ours
        log.warning("a position could not be looked at: %s: %s", type(broken).__name__, broken)
        return "this cannot be read as a position", [], None
