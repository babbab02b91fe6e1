"""Studying a table: previews, replays by choice, charts, what bots think, positions. Nothing here changes a table.

While a game runs everything is as the viewer's seats may know it, once it is over all of it is told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from khyber.engine.chance import new_seed
from khyber.engine.game import Event, Setup, View
from khyber.engine.history import choices_of, name_of
from khyber.engine.log import read_events
from khyber.engine.record import NOT_ANSWERS
from khyber.server.api import frames
from khyber.server.api.messages import PreviewFrame, PreviewRequest, Problem
from khyber.server.api.refusals import Refused, no_table
from khyber.server.api.study_messages import (
    CardReply,
    Cards,
    Explanations,
    HintReply,
    Moment,
    PositionChecked,
    PositionReply,
    Replayed,
    Series,
    Timeline,
)
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.library import AnyGame, Library
from khyber.server.tables.live import Live, Viewer
from khyber.server.tables.tables import Tables
from khyber.server.workers.jobs import (
    ARRIVAL,
    EXPLANATION,
    HINT,
    SHOWN,
    explained,
    hinted,
    light,
    looked_at,
    positioned,
    previewed,
    recalled,
    replayed,
)
from khyber.server.workers.lanes import Lane
from khyber.server.workers.pool import Pool

#: Seconds that are worked at a stretch before others get their turn.
STRETCH = 0.002


class Stood(NamedTuple):
    """What a chart knows of a step, before it is put into words."""

    name: str
    seat: str
    card: int | None
    choices: int
    done: list[Event]
    values: dict[str, int]


def eyes(live: Live, user: User | None) -> tuple[str, ...]:
    """The seats through which somebody looks at the past: their own, and all once the game is over."""
    if not live.may_watch(user):
        raise no_table()
    return live.table.game.seats if live.status == OVER else live.seats_of(user)


def past_eyes(live: Live, user: User | None) -> tuple[str, ...]:
    """Through whose eyes moments of the past are seen: a spectator's, where players may not look up what they saw."""
    seats = eyes(live, user)
    return () if live.status != OVER and live.table.game.forgets(live.table.state) else seats


def last_step(live: Live) -> int:
    """The number of the last step there is: the one under way, or the last finished one of a game that is over."""
    return len(live.table.steps) + (live.table.decision is not None)


def check_step(live: Live, step: int, choice: int | None = None) -> None:
    """Raises Refused if there is no such moment."""
    if step > last_step(live):
        raise Refused("not-found", f"there is no step {step}: the last one is {last_step(live)}")
    most = choices_of(live.table, step - 1) if step else []
    if choice is not None and choice > len(most):
        raise Refused("not-found", f"there is no choice {choice} in step {step}: it has {len(most)}")


class Studying:
    """Read-only queries on a table."""

    def __init__(self, tables: Tables, shown: Lane, slow: Pool, arrivals: Lane, games: Library) -> None:
        self._tables = tables
        #: For what is shown at once, for what bots think about, and for what somebody sends in.
        self._shown = shown
        self._slow = slow
        self._arrivals = arrivals
        self._games = games
        #: For tables in memory, and those who look: the steps as far as they were measured, and of which epoch.
        self._courses: WeakKeyDictionary[Live, dict[tuple[str, ...], tuple[int, list[Stood]]]] = WeakKeyDictionary()

    # -- before a choice ------------------------------------------------------------------------------

    async def preview(self, table: str, viewer: Viewer, said: PreviewRequest) -> PreviewFrame:
        """What a choice would change. Raises Refused or NotOffered."""
        async with self._tables.at(table) as live:
            self._tables.check_seat(live, viewer.user, said.seat, said.version)
            if live.status == OVER:
                raise Refused("over", "the game is over")
            seats, version = live.seats_of(viewer.user), live.table.version
            step, known, words = len(live.table.steps) + 1, live.known(seats), live.words(viewer.lang)
            record = light(live.table)
        found = await self._shown.run(
            previewed, record, seats, said.seat, said.key, new_seed(), whose=table, seconds=SHOWN)
        if found.code:
            raise Refused(found.code, found.message)
        return PreviewFrame(
            id=said.id, version=version, seat=said.seat, key=said.key, view=cast(dict[str, Any], found.view),
            stopped=cast(Any, found.stopped), events=frames.told(words, found.events, known, lambda _: step))

    async def hint(self, table: str, user: User | None, seat: str, lang: str) -> HintReply:
        """What the game's first bot would do in the user's seat, which is asked."""
        async with self._tables.at(table) as live:
            if not live.may_watch(user):
                raise no_table()
            if seat not in live.seats:
                raise Refused("not-found", f"there is no seat {seat!r}: the seats are {', '.join(live.seats)}")
            if seat not in live.seats_of(user):
                raise Refused("forbidden", f"{seat} is not your seat")
            decision = live.table.decision
            if decision is None:
                raise Refused("over", "the game is over")
            if decision.seat != seat:
                raise Refused("not-your-turn", f"{decision.seat} is asked now, not {seat}")
            record = light(live.table)
        return await self._slow.run(hinted, record, lang, seconds=HINT)

    # -- the past -------------------------------------------------------------------------------------

    async def replay(self, table: str, user: User | None, step: int, choice: int | None, lang: str) -> Replayed:
        """A moment of the game. Raises Refused."""
        async with self._tables.at(table) as live:
            seats, past = eyes(live, user), past_eyes(live, user)
            check_step(live, step, choice)
            record = recalled(live.table, step - 1, events=True)
        found = await self._shown.run(replayed, record, seats, past, step, choice, lang, whose=table, seconds=SHOWN)
        if isinstance(found, Problem):
            raise Refused(found.code, found.message)
        return found

    async def timeline(self, table: str, user: User | None, lang: str) -> Timeline:
        """Every step, with what is worth a chart."""
        async with self._tables.at(table) as live:
            seats, game = past_eyes(live, user), live.table.game
            here, epoch = live.table, live.epoch
            steps, start, name = list(here.steps), here.checkpoint(0), name_of(here, len(here.steps))
            now = (live.view(seats), len(choices_of(here, len(steps))), here.step_events(seats=seats)) \
                if here.decision is not None else None
            kept, known = self._courses.setdefault(live, {}).get(seats, (epoch, []))
        # from here on the table may go on, or back: what is read are its steps as they were
        course = list(known) if kept == epoch and len(known) <= len(steps) + 1 else []
        if not course:
            course = [_stood(game, "", "", 0, game.view(start, seats), ())]
        state = game.state_type.unpack(steps[len(course) - 2].after) if len(course) > 1 else start
        stretch = time.perf_counter()
        for step in steps[len(course) - 1 :]:
            seat, state = game.whose_turn(state), game.state_type.unpack(step.after)
            choices = sum(entry[0] not in NOT_ANSWERS for entry in step.listed())
            events = read_events(here.game, step.raw_events(), seats)
            course.append(_stood(game, step.name, seat, choices, game.view(state, seats), events))
            if time.perf_counter() - stretch > STRETCH:
                await asyncio.sleep(0)
                stretch = time.perf_counter()
        under_way = [_stood(game, name, game.whose_turn(state), now[1], now[0], now[2])] if now is not None else []
        if live.epoch == epoch:
            self._courses.setdefault(live, {})[seats] = (epoch, course)
        words = self._games.view_words(game.id, lang)
        moments = []
        for number, one in enumerate([*course, *under_way]):
            moments.append(Moment(
                step=number, name=one.name, title=words.called("step", one.name), seat=one.seat,
                done=[words.say(event.message) for event in one.done], card=one.card, choices=one.choices,
                values=one.values))
            if time.perf_counter() - stretch > STRETCH:
                await asyncio.sleep(0)
                stretch = time.perf_counter()
        return Timeline(
            series=[Series(id=one.id, name=words.say(one.message), group=one.group, seat=one.seat or None,
                           threshold=one.threshold) for one in game.measures],
            steps=moments)

    async def why(self, table: str, user: User | None, step: int, lang: str) -> Explanations:
        """What bots thought in a step."""
        async with self._tables.at(table) as live:
            eyes(live, user)
            if not 1 <= step <= last_step(live):
                raise Refused("not-found", f"there is no step {step}: the last one is {last_step(live)}")
            record = recalled(live.table, step - 1)
        found = await self._slow.run(explained, record, step - 1, lang, seconds=EXPLANATION)
        if found is None:
            raise Refused("broken", "what the bots thought in this step cannot be told any more")
        return Explanations(explanations=found)

    # -- positions and cards --------------------------------------------------------------------------

    async def position(self, table: str, user: User | None, step: int | None) -> PositionReply:
        """The position as text: what the user may not know is drawn anew while the game runs."""
        async with self._tables.at(table) as live:
            seats, past, here = eyes(live, user), past_eyes(live, user), live.table
            if step is not None and step > len(here.steps):
                raise Refused("not-found", f"there are {len(here.steps)} finished steps")
            eyes_ = None if live.status == OVER else seats if step is None else past
            record = light(here) if step is None else recalled(here, step)
        return PositionReply(text=await self._shown.run(
            positioned, record, step, eyes_, new_seed(), whose=table, seconds=SHOWN))

    async def check_position(self, user: User, game: str, text: str, lang: str) -> PositionChecked:
        """Whether a position can be, what its author should know, and how it looks."""
        self._games.find(game)
        wrong, warnings, view = await self._arrivals.run(looked_at, text, game, lang, whose=user.id, seconds=ARRIVAL)
        return PositionChecked(ok=not wrong, problem=wrong or None, warnings=warnings, view=view)

    def scenario(self, game: str, scenario: str) -> PositionReply:
        """The position that a scenario begins with, for as many players as the game is for."""
        found = self._games.find(game)
        if scenario not in found.scenarios:
            raise Refused("not-found", f"there is no scenario {scenario!r}: they are {', '.join(found.scenarios)}")
        return PositionReply(text=found.write_position(found.start(Setup(scenario, players=found.player_counts[-1]))))

    def cards(self, game: str, lang: str) -> Cards:
        languages = self._games.languages(game)
        found = self._games.find(game).card_texts(lang if lang in languages else languages[0])
        return Cards(cards=[CardReply(
            id=card.id or str(card.number), number=card.number, title=card.title, order=list(card.order),
            capability=card.capability, momentum=card.momentum, unshaded=card.unshaded, shaded=card.shaded,
            flavour=None, origin=card.origin, origin_text=card.origin_text, group=card.group, facts=card.facts,
            reconstructed=list(card.reconstructed))
            for card in found])


def _stood(game: AnyGame, name: str, seat: str, choices: int, view: View, events: Sequence[Event]) -> Stood:
    done = [event for event in events if event.kind in game.headlines]
    return Stood(name, seat, game.card_shown(view), choices, done, game.measured(view))
