"""Read-only queries on a table: previews, replays, charts, hints, explanations, positions.

While a game runs they show what the viewer's seats may know; once it is over, everything.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from khyber.agents.bot import AGENT
from khyber.agents.explain import bots_in
from khyber.agents.strong.thinking import is_strong
from khyber.engine.chance import new_seed
from khyber.engine.decision import Message
from khyber.engine.game import Event, Setup, View
from khyber.engine.history import choices_of, name_of
from khyber.engine.log import read_events
from khyber.engine.optional import Cards, CardText, Charts, Turns
from khyber.engine.record import NOT_ANSWERS
from khyber.engine.state import StepState
from khyber.engine.text import Catalogue
from khyber.engine.turns import Place, place_of, stretches
from khyber.server.errors import Refused, no_seat
from khyber.server.library import AnyGame, Library
from khyber.server.messages import study as messages
from khyber.server.messages.base import Problem
from khyber.server.messages.live import PreviewFrame, PreviewRequest
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.study import jobs
from khyber.server.tables import frames
from khyber.server.tables.engine_help import ALL, BOT, explains
from khyber.server.tables.jobs import IMPORT, checkpoint_record, step_record, thinking_time
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables
from khyber.server.tables.viewer import Viewer
from khyber.server.workers.fair import Claim
from khyber.server.workers.lanes import Lane
from khyber.server.workers.pauses import Pauses
from khyber.server.workers.pool import Pool
from khyber.server.workers.thinkers import Thinkers

#: Seconds of work before other tasks get their turn.
STRETCH = 0.002
#: Steps explained at once: several times the longest turn.
MAX_EXPLAINED = 100
#: Where the start is, before the first step.
NOWHERE = Place("", -1, "")


class Measured(NamedTuple):
    """A step: where in the game it is, its chart values, and its events for lists and names, not yet in words."""

    name: str
    place: Place
    choices: int
    done: list[Event]
    named: list[Event]
    values: dict[str, int]


class Study:
    """Read-only queries on the tables of a server."""

    def __init__(
        self, tables: Tables, quick: Lane, slow: Pool, thinkers: Thinkers, imports: Lane, games: Library, pauses: Pauses
    ) -> None:
        self._tables, self._pauses = tables, pauses
        #: Workers for quick queries, for hints and explanations, for searches, and for submitted positions.
        self._quick = quick
        self._slow = slow
        self._thinkers = thinkers
        self._imports = imports
        self._games = games
        #: The steps measured so far, and their epoch, for each table in memory and set of seats.
        self._courses: WeakKeyDictionary[LiveTable, dict[tuple[str, ...], tuple[int, list[Measured]]]] = (
            WeakKeyDictionary()
        )

        #: Held while a table is measured: many at once would each take their stretch of time.
        self._measuring: WeakKeyDictionary[LiveTable, asyncio.Lock] = WeakKeyDictionary()

    # -- before a choice ------------------------------------------------------------------------------

    async def preview(self, table: str, viewer: Viewer, said: PreviewRequest) -> PreviewFrame:
        """Preview a choice. Raises Refused or NotOffered."""
        async with self._tables.at(table) as live:
            self._tables.check_seat(live, viewer.user, said.seat, said.version)
            live.check_running()
            seats, version = live.seats_of(viewer.user), live.table.version
            step, known, words = len(live.table.steps) + 1, live.known(seats), live.words(viewer.lang)
            record = checkpoint_record(live.table)
        found = await self._quick.run(
            jobs.preview_choice,
            record,
            seats,
            said.seat,
            said.key,
            new_seed(),
            of=table,
            seconds=jobs.QUERY,
            claim=viewer.claim,
        )
        if found.code:
            raise Refused(found.code, found.message)
        return PreviewFrame(
            id=said.id,
            version=version,
            seat=said.seat,
            key=said.key,
            view=cast(dict[str, Any], found.view),
            stopped=cast(Any, found.stopped),
            events=frames.log_events(words, found.events, known, lambda _: step),
        )

    async def hint(
        self, table: str, user: User | None, seat: str, lang: str, claim: Claim, level: str = ""
    ) -> messages.HintReply:
        """Return what the game's first bot, or a search of that level, would do in the user's seat, on its turn."""
        async with self._tables.at(table) as live:
            live.check_access(user)
            if seat not in live.seats:
                raise no_seat(seat, live.seats)
            if seat not in live.seats_of(user):
                raise Refused("forbidden", f"{seat} is not your seat")
            live.check_running()
            decision = live.table.decision
            assert decision is not None
            if decision.seat != seat:
                raise Refused("not-your-turn", f"it is {decision.seat}'s turn, not {seat}'s")
            (await self._tables.help.allowed(live, user)).check(ALL if level else BOT)
            record = checkpoint_record(live.table)
        if level:
            agent = f"{AGENT}{level}"
            return await self._thinkers.run(
                agent, jobs.give_hint, record, lang, agent, seconds=thinking_time(agent), claim=claim
            )
        return await self._slow.run(jobs.give_hint, record, lang, seconds=jobs.HINT, claim=claim)

    # -- the past -------------------------------------------------------------------------------------

    async def replay(
        self, table: str, user: User | None, step: int, choice: int | None, since: int | None, lang: str, claim: Claim
    ) -> messages.Replayed:
        """Return a moment of the game, with its log from the step `since` on. Raises Refused."""
        async with self._tables.at(table) as live:
            seats, past = live.log_seats(user), live.past_seats(user)
            live.check_step(step, choice)
            first = step if since is None else max(1, min(since, step))
            record = step_record(live.table, step - 1, since=first - 1, events=True)
        found = await self._quick.run(
            jobs.replay_moment,
            record,
            seats,
            past,
            (first, step),
            choice,
            lang,
            of=table,
            seconds=jobs.QUERY,
            claim=claim,
        )
        if isinstance(found, Problem):
            raise Refused(found.code, found.message)
        return found

    async def timeline(self, table: str, user: User | None, lang: str) -> messages.Timeline:
        """Return the turns, and every step with the values of its chart; those of one table one after another."""
        found = await self._tables.find(table)
        async with self._measuring.setdefault(found, asyncio.Lock()):
            return await self._timeline(table, user, lang)

    async def _timeline(self, table: str, user: User | None, lang: str) -> messages.Timeline:
        async with self._tables.at(table) as live:
            seats, game = live.past_seats(user), live.table.game
            here, epoch = live.table, live.epoch
            steps, start, name = list(here.steps), here.checkpoint(0), name_of(here, len(here.steps))
            now = (
                (live.view(seats), len(choices_of(here, len(steps))), here.step_events(seats=seats))
                if here.decision is not None
                else None
            )
            kept, known = self._courses.setdefault(live, {}).get(seats, (epoch, []))
        # the lock is released: the table may change, but the steps read here do not
        course = list(known) if kept == epoch and len(known) <= len(steps) + 1 else []
        if not course:
            course = [_measured(game, "", NOWHERE, 0, game.view(start, seats), ())]
        state = game.state_type.unpack(steps[len(course) - 2].after) if len(course) > 1 else start
        stretch = time.perf_counter()
        for step in steps[len(course) - 1 :]:
            place, state = place_of(game, state), game.state_type.unpack(step.after)
            choices = sum(entry[0] not in NOT_ANSWERS for entry in step.listed())
            events = read_events(game, step.raw_events(), seats)
            course.append(_measured(game, step.name, place, choices, game.view(state, seats), events))
            if time.perf_counter() - stretch > STRETCH:
                await self._pauses.pause()
                stretch = time.perf_counter()
        current = [_measured(game, name, place_of(game, state), now[1], now[0], now[2])] if now is not None else []
        if live.epoch == epoch:
            self._courses.setdefault(live, {})[seats] = (epoch, course)
        words = self._games.view_words(game.id, lang)
        whole = [*course, *current]
        turns = []
        for run in stretches([one.place for one in whole]):
            first = run[0] - 1
            state = game.state_type.unpack(steps[first - 1].after) if first > 0 else start
            turns.append(_turn(game, whole, run, state, words))
            if time.perf_counter() - stretch > STRETCH:
                await self._pauses.pause()
                stretch = time.perf_counter()
        return messages.Timeline(
            series=[
                messages.Series(
                    id=one.id,
                    name=words.say(one.message),
                    group=one.group,
                    seat=one.seat or None,
                    threshold=one.threshold,
                )
                for one in Charts.of(game).measures
            ],
            turns=turns,
            steps=[
                messages.Moment(step=number, name=one.name, choices=one.choices, values=one.values)
                for number, one in enumerate(whole)
            ],
        )

    async def why(
        self, table: str, user: User | None, step: int, since: int | None, lang: str, claim: Claim
    ) -> messages.Explanations:
        """Explain the choices of bots from the step `since`, by default `step`, to `step`. Raises Refused."""
        async with self._tables.at(table) as live:
            live.check_access(user)
            live.check_step(step)
            first = step if since is None else max(1, min(since, step))
            if step - first >= MAX_EXPLAINED:
                raise Refused("too-many", f"at most {MAX_EXPLAINED} steps are explained at once")
            steps = range(first - 1, step)
            allowed = await self._tables.help.allowed(live, user)
            for one in steps:
                allowed.check(explains(live, one))
            record = step_record(live.table, step - 1, since=first - 1)
            searched = any(is_strong(bot) for one in steps for bot in bots_in(live.table, one).values())
        pool, seconds = (self._thinkers.patient, jobs.HINT) if searched else (self._slow, jobs.EXPLANATION)
        found = await pool.run(jobs.explain_steps, record, steps, lang, seconds=seconds, claim=claim)
        if found is None:
            raise Refused("broken", "the choices of bots in this step can no longer be explained")
        return messages.Explanations(explanations=found)

    # -- positions and cards --------------------------------------------------------------------------

    async def position(self, table: str, user: User | None, step: int | None, claim: Claim) -> messages.PositionReply:
        """Return the position as text, redrawing what the user may not know while the game runs."""
        async with self._tables.at(table) as live:
            seats, past, here = live.log_seats(user), live.past_seats(user), live.table
            if step is not None and step > len(here.steps):
                raise Refused("not-found", f"there are {len(here.steps)} finished steps")
            known = None if live.status == OVER else seats if step is None else past
            record = checkpoint_record(here) if step is None else step_record(here, step)
        return messages.PositionReply(
            text=await self._quick.run(
                jobs.write_position, record, step, known, new_seed(), of=table, seconds=jobs.QUERY, claim=claim
            )
        )

    async def check_position(
        self, user: User, game: str, text: str, lang: str, claim: Claim
    ) -> messages.PositionChecked:
        """Return a position's error, or its warnings and view."""
        self._games.find(game)
        wrong, warnings, view = await self._imports.run(
            jobs.check_position, text, game, lang, of=user.id, seconds=IMPORT, claim=claim
        )
        return messages.PositionChecked(ok=not wrong, problem=wrong or None, warnings=warnings, view=view)

    def scenario(self, game: str, scenario: str) -> messages.PositionReply:
        """Return the starting position of a scenario with the most players."""
        found = self._games.find(game)
        if scenario not in found.scenarios:
            raise Refused("not-found", f"unknown scenario {scenario!r}; the scenarios are {', '.join(found.scenarios)}")
        start = found.start(Setup(scenario, players=found.player_counts[-1]))
        return messages.PositionReply(text=found.write_position(start))

    def cards(self, game: str, lang: str) -> messages.Cards:
        found = Cards.of(self._games.find(game)).card_texts(self._games.language(game, lang))
        return messages.Cards(cards=[_card_reply(card) for card in found])


def _measured(game: AnyGame, name: str, place: Place, choices: int, view: View, events: Sequence[Event]) -> Measured:
    charts, named_by = Charts.of(game), Turns.of(game).named_by
    done = [event for event in events if event.kind in charts.headlines]
    named = [event for event in events if event.kind in named_by]
    return Measured(name, place, choices, done, named, charts.measured(view))


def _turn(
    game: AnyGame, course: Sequence[Measured], run: range, state: StepState, words: Catalogue
) -> messages.TurnReply:
    """Return a turn, or what lies between turns; it began with this state."""
    place, named = course[run[0]].place, [event for step in run for event in course[step].named]
    turns = Turns.of(game)

    def said(message: Message | None) -> str:
        return "" if message is None else words.say(message)

    if place == NOWHERE:  # before the first step
        return messages.TurnReply(first=0, last=0, seat="", name="", round="", mark="", done=[])
    begins = place.round > 0 and course[run[0] - 1].place.round != place.round
    return messages.TurnReply(
        first=run[0],
        last=run[-1],
        seat=place.seat,
        name=said(turns.part_name(state, named)) or words.called("step", course[run[0]].name),
        round=said(turns.round_name(state, named)),
        mark=said(turns.mark_name(state, named)) if begins else "",
        done=[words.say(event.message) for step in run for event in course[step].done],
    )


def _card_reply(card: CardText) -> messages.CardReply:
    """Return a card for the API; a single text counts as the unshaded one."""
    texts = {text.label or "unshaded": text for text in card.texts}
    said = {label: text.text for label, text in texts.items()}
    return messages.CardReply(
        id=card.id or str(card.number),
        number=card.number,
        title=card.title,
        order=list(card.seats),
        capability="capability" in card.tags,
        momentum="momentum" in card.tags,
        unshaded=said.get("unshaded", ""),
        shaded=said.get("shaded", ""),
        flavour=None,
        origin=card.origin,
        origin_text=card.origin_text,
        group=card.group,
        facts=card.facts,
        reconstructed=[label for label in ("unshaded", "shaded") if label in texts and texts[label].reconstructed],
    )
