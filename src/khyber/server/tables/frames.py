"""A viewer's knowledge of a table in words: decisions, options, events, outcome; and tables in a list."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from khyber.agents.driver import PERSON
from khyber.engine.decision import Message, Option
from khyber.engine.game import Event, Outcome
from khyber.engine.history import Scope, may_undo
from khyber.engine.optional import Warnings
from khyber.engine.printed import PrintedTable, of_rule
from khyber.engine.text import Catalogue
from khyber.server.library import AnyTable
from khyber.server.messages.games import CellReply, TableReply
from khyber.server.messages.live import ChatLine, Ending, LogEvent, OptionText, Question, UndoScope
from khyber.server.messages.tables import PendingStandIn, SeatInfo, Status, TableInfo
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, RUNNING, Seat, TableRow

#: The kind of ending of a game that a player resigned.
RESIGNED = "resigned"
#: Seconds after which a stand-in that no server carried out in time lapses.
LAPSE = 60.0


def question(table: AnyTable, words: Catalogue, seats: Sequence[str]) -> Question | None:
    """Return the pending decision; for anyone but the seat's owner, only whose it is."""
    decision = table.decision
    if decision is None:
        return None
    if decision.seat not in seats:
        return Question(seat=decision.seat)
    warning = Warnings.of(table.game).warning
    return Question(
        seat=decision.seat,
        ask=decision.ask,
        rule=decision.rule,
        question=words.question(decision),
        about=dict(decision.about),
        options=[_option(words, option, warning(table.state, decision, option.value)) for option in decision.options],
    )


def asides(table: AnyTable, words: Catalogue, seats: Sequence[str]) -> dict[str, list[OptionText]]:
    """Return the asides of these seats."""
    found = {seat: [_option(words, option) for option in table.asides(seat)] for seat in seats}
    return {seat: options for seat, options in found.items() if options}


def _option(words: Catalogue, option: Option, warning: Message | None = None) -> OptionText:
    """Put an option into words, with the game's warning."""
    return OptionText(
        key=option.key,
        text=words.option(option),
        about=dict(option.message.params),
        warning=UNSET if warning is None else words.say(warning),
    )


def log_events(words: Catalogue, events: Sequence[Event], first: int, step_of: Callable[[int], int]) -> list[LogEvent]:
    """Put events into words, numbered from `first`, each with its step."""
    return [
        LogEvent(
            n=n,
            step=step_of(n),
            kind=event.kind,
            rule=event.rule,
            text=words.say(event.message),
            told=dict(event.params),
        )
        for n, event in enumerate(events, first)
    ]


def chat(lines: Sequence[ChatLine], words: Catalogue) -> list[ChatLine]:
    """Put bots' answers to requests into words."""
    return [
        line
        if line.wish is None or not line.wish.answer
        else replace(line, wish=replace(line.wish, answer=words.say(Message(line.wish.answer, {"seat": line.wish.to}))))
        for line in lines
    ]


def resignation(winner: str) -> Outcome:
    """Return the outcome of a resigned game; without an opponent, nobody wins."""
    return Outcome(winner, (winner,) if winner else (), {}, RESIGNED)


def outcome(table: AnyTable, stored: str | None) -> Outcome | None:
    """Return the outcome of a game: by its rules, or by a resignation, which only the server stores."""
    if table.outcome is not None or not stored:
        return table.outcome
    return resignation(json.loads(stored)["winner"])


def ending(outcome: Outcome | None, words: Catalogue, *, undone: bool) -> Ending | None:
    """Return the outcome of a finished game."""
    if outcome is None:
        return None
    return Ending(
        winner=outcome.winner,
        ranking=list(outcome.ranking),
        equal=list(outcome.equal),
        margins=dict(outcome.margins),
        ending=outcome.ending,
        winner_name=words.called("winner", outcome.winner) if outcome.winner else "",
        text=words.word("about.resigned") if outcome.ending == RESIGNED else words.called("ending", outcome.ending),
        undone=undone,
    )


def undo_scope(found: Scope, since: int) -> UndoScope:
    """Return what an undo would take back, for somebody who knows `since` events before it."""
    return UndoScope(
        seat=found.seat,
        choices=dict(found.choices),
        bots=list(found.bots),
        chance=found.chance,
        reveals=found.reveals,
        marks=found.redrawn,
        since=since,
    )


def printed(tables: Sequence[PrintedTable], rule: str) -> list[TableReply]:
    """Return the printed tables that belong to a rule."""
    return [
        TableReply(
            id=table.id,
            title=table.title,
            columns=list(table.columns),
            reconstructed=table.reconstructed,
            rows=[[CellReply(text=cell.text, reconstructed=cell.reconstructed) for cell in row] for row in table.rows],
        )
        for table in of_rule(tables, rule)
    ]


def pending_stand_in(seat: Seat) -> PendingStandIn | None:
    """Return the bot that will play a seat unless its owner objects."""
    proposal, now = seat.proposal, time.time()
    if proposal is None or proposal.until + LAPSE < now:
        return None
    return PendingStandIn(agent=proposal.agent, by=proposal.name, seconds=max(0, math.ceil(proposal.until - now)))


def can_undo(table: AnyTable, seats: Sequence[str]) -> list[str]:
    return [seat for seat in seats if may_undo(table, seat)]


def table_info(
    row: TableRow,
    seats: list[SeatInfo],
    user: User | None,
    *,
    between_people: bool,
    version: int,
    steps: int,
    status: str,
    asked: str,
) -> TableInfo:
    """Return a table's entry in a list."""
    outcome = json.loads(row.outcome) if row.outcome else None
    return TableInfo(
        id=row.id,
        game=row.game,
        name=row.name,
        status=cast(Status, status),
        sandbox=row.sandbox,
        imported=row.imported,
        public=row.public,
        help=row.help,
        between_people=between_people,
        help_now=None,
        host=user is not None and row.host == user.id,
        version=version,
        steps=steps,
        asked=(asked if status != OVER else "") or None,
        my_turn=status == RUNNING and any(s.mine and s.seat == asked and s.agent == PERSON for s in seats),
        rematch=row.rematch is not None,
        seats=seats,
        outcome=outcome,
        undone=bool(outcome and outcome.pop("undone", False)),
        created=row.created,
        changed=row.changed,
    )
