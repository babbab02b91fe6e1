"""What is thought over in a bot's process beside turns: explanations, hints, worlds imagined, positions looked at.

Whatever goes wrong there is told, not raised: it has to cross processes.
"""

from __future__ import annotations

import tomllib
from typing import Any, cast

from khyber.agents.bot import Answer
from khyber.agents.explaining import Explanation, explain_all, hint
from khyber.api import position_warnings
from khyber.engine.errors import Error
from khyber.engine.mind import SECRET
from khyber.engine.record import Record, StepRecord
from khyber.engine.replay import HIDDEN
from khyber.engine.retracing import checkpoint, taken_back_to
from khyber.engine.text import Catalogue
from khyber.server.library import AnyTable, from_text, library, restored
from khyber.server.refusing import problem
from khyber.server.study_messages import Answered, Explained, HintReply


def recalled(table: AnyTable, step: int) -> Record:
    """The record with all that was chosen, but of the states only those before and after the step, and the last."""
    kept = table.record()
    last = len(kept.steps) - 1
    steps = [StepRecord(one.name, one.by, one.entries, one.events if number == last else b"[]",
                        one.after if number in (step - 1, step, last) else b"", one.rules)
             for number, one in enumerate(kept.steps)]
    return Record(kept.header, steps, kept.now, kept.now_by, kept.version, kept.branch, kept.rules)


# -- bots ---------------------------------------------------------------------------------------------


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


# -- worlds and positions -----------------------------------------------------------------------------


def branched(where: str, record: Record, at: tuple[int, int | None] | None, seats: tuple[str, ...],
             seed: int) -> Record | str:
    """A world as these seats may know it, now or at a moment of the past; why there is none, else."""
    try:
        table = restored(library(where), record)
        then = table if at is None else taken_back_to(table, *at, branch=False)
        return then.imagine(seats, seed).record()
    except Error as wrong:
        return str(wrong)


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
        view = table.view(*seats) if went_on else table.game.view(checkpoint(table, 0), seats)
        return "", warnings, cast(dict[str, Any], view)
    except Error as wrong:
        return problem(wrong).message, [], None
