"""Jobs of worker processes for study: replays, previews, hints, explanations, positions.

Like the jobs for tables, they return errors instead of raising them.
"""

from __future__ import annotations

import logging
import random
import time
import tomllib
from dataclasses import dataclass
from typing import Any, Final, cast

from khyber.agents.bot import Answer
from khyber.agents.explain import Explanation, explain_all, hint
from khyber.agents.strong.thinking import is_strong
from khyber.api import position_warnings
from khyber.engine.bots import SECRET
from khyber.engine.decision import Message
from khyber.engine.errors import Error, NotOffered
from khyber.engine.game import Event, View
from khyber.engine.optional import Bots
from khyber.engine.preview import preview
from khyber.engine.record import HIDDEN, Record
from khyber.engine.text import Catalogue
from khyber.server.errors import problem
from khyber.server.library import AnyGame, from_text, goes_without_network, library, restore
from khyber.server.messages.base import Problem
from khyber.server.messages.study import Answered, Explained, HintReply, Replayed
from khyber.server.study.replay import moment

log = logging.getLogger("khyber.server")

#: Seconds of CPU time for a quick job, about ten times the usual.
QUICK_QUERY: Final = 0.25
#: Seconds of CPU time in the slow lane.
QUERY: Final = 2.0
HINT: Final = 15.0
EXPLANATION: Final = 20.0
#: Seconds of CPU time after which an explanation of several steps begins no further search.
SEARCHING: Final = 8.0
#: Worlds in which a search is repeated at most for its explanation.
MAX_WORLDS: Final = 32


def explain_steps(where: str, record: Record, steps: range, lang: str) -> list[Explained] | None:
    """Explain each bot's choices in each step (counted from 0); None if that is no longer possible."""
    try:
        games = library(where)
        table = restore(games, record)
        words = games.words(record.header.game, lang)
        # the number of secret reasons would give the secrets away: only say that there may be some
        untold = table.decision is not None and any(key.startswith(f"{SECRET}.") for key in words.keys())  # noqa: SIM118
        over = time.process_time() + SEARCHING
        return [
            _explained(why, words, untold=untold or (is_strong(why.bot) and why.withheld > 0))
            for step in steps
            for why in explain_all(table, step, MAX_WORLDS if time.process_time() < over else 0)
        ]
    except MemoryError:
        raise
    except Exception:
        return None


def _explained(why: Explanation, words: Catalogue, *, untold: bool) -> Explained:
    return Explained(
        step=why.step + 1,
        seat=why.seat,
        bot=why.bot,
        short=_short(why.decided, words),
        reasons=[words.say(reason) for reason in why.reasons],
        answers=[_answered(answer, words) for answer in why.answers],
        untold=untold,
        stopped=bool(why.stopped),
        unplanned=why.unplanned,
    )


def _answered(answer: Answer, words: Catalogue) -> Answered:
    """Put an answer into words; both texts are empty while it is secret."""
    decision = answer.decision
    index = None if answer.key == HIDDEN else decision.find(answer.key)
    if index is None:
        return Answered(question="", answer="", why="")
    return Answered(
        question=words.question(decision),
        answer=words.option(decision.options[index]),
        why=_short(answer.reason, words),
    )


def _short(reason: Message | None, words: Catalogue) -> str:
    return "" if reason is None else words.short(reason)


def give_hint(where: str, record: Record, lang: str, agent: str = "") -> HintReply:
    """Return what the game's first bot, or this agent, would do in the seat whose turn it is."""
    games = library(where)
    table = restore(games, record)
    words = games.words(record.header.game, lang)
    asked = table.decision
    seat = asked.seat if asked is not None else ""
    bot = agent or next(iter(Bots.of(table.game).bots), "")
    try:
        given = hint(table, bot) if bot else None
    except MemoryError:
        raise
    except Exception:
        given = None
    option = None if given is None else given.option
    if given is None or option is None:
        return HintReply(
            seat=seat,
            bot=bot,
            key=None,
            text="",
            short="",
            reasons=[],
            silent="no-plan" if bot else "no-bot",
            departed=given is not None and given.departed is not None,
        )
    return HintReply(
        seat=seat,
        bot=bot,
        key=option.key,
        text=words.option(option),
        short=_short(given.decided, words),
        reasons=[words.say(reason) for reason in (*_doubts(table.game, bot), *given.reasons)],
        silent="",
        departed=given.departed is not None,
    )


def _doubts(game: AnyGame, bot: str) -> list[Message]:
    """Return what to say first: that the bot searches without a network."""
    return [Message("search.no-network", {})] if goes_without_network(game, bot) else []


def replay_moment(
    where: str,
    record: Record,
    seats: tuple[str, ...],
    past: tuple[str, ...],
    steps: tuple[int, int],
    choice: int | None,
    lang: str,
) -> Replayed | Problem:
    """Return a moment of the last of these steps as those seats may see it, with the log from the first on."""
    games = library(where)
    try:
        return moment(restore(games, record), games.words(record.header.game, lang), seats, past, steps, choice)
    except Error as error:
        return problem(error)


@dataclass(frozen=True, slots=True)
class Previewed:
    """What a choice would change, or the code and message of an error."""

    code: str = ""
    message: str = ""
    view: View | None = None
    events: tuple[Event, ...] = ()
    stopped: str = ""


def preview_choice(where: str, record: Record, seats: tuple[str, ...], seat: str, key: str, seed: int) -> Previewed:
    """Preview a choice as those seats would see it."""
    try:
        found = preview(restore(library(where), record), seats, seat, key, seed)
    except NotOffered as error:
        refused = problem(error)
        return Previewed(refused.code, refused.message)
    except Error as error:
        return Previewed("not-found", str(error))
    return Previewed(view=found.view, events=found.events, stopped=found.stopped)


def write_position(where: str, record: Record, step: int | None, seats: tuple[str, ...] | None, seed: int) -> str:
    """Write the position now or after a step, redrawing what these seats may not know; exact for None."""
    table = restore(library(where), record)
    if step is None:
        return (table if seats is None else table.imagine(seats, seed)).position()
    state = table.checkpoint(step)
    if seats is not None:
        state = table.game.imagine(state, seats, random.Random(seed))
    return table.game.write_position(state)


def check_position(where: str, text: str, game: str, lang: str) -> tuple[str, list[str], dict[str, Any] | None]:
    """Return the error in a position, or its warnings and view."""
    try:
        if text.lstrip().startswith("{"):
            return "not a position: positions are TOML", [], None
        games = library(where)
        table = from_text(games, text, game)
        warnings = [games.words(game, lang).say(message) for message in position_warnings(table)]
        seats, resumed = table.game.seats, "since" in tomllib.loads(text)
        # what follows from a position by itself (a deal, the next card) is not yet part of it
        view = table.view(*seats) if resumed else table.game.view(table.checkpoint(0), seats)
        return "", warnings, cast(dict[str, Any], view)
    except Error as error:
        return problem(error).message, [], None
    except (MemoryError, RecursionError):
        raise
    except Exception as failed:  # bad input must never count as a failure of the server
        log.warning("a position could not be checked: %s: %s", type(failed).__name__, failed)
        return "not readable as a position", [], None
