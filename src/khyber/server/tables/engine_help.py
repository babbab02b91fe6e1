"""Engine help between people: which bots and searches may advise a player while a game runs.

A table with seats for two or more people allows one of `LEVELS` until it is over: "none", "bot" (the game's own bots)
or "all" (searches and analyses, too). Three rules leave no way around it on this server:

- A sandbox branched off such a table (or off another branch) allows no more, even when the sandbox is over: the table
  it began from is stored with it.
- An imported game may be a copy, however edited. Who plays at such a table gets no more help in an imported game of
  the same title. A puzzle, which everybody has, is stored as a game that was not imported.
- An agent gives help by playing, too: it may play in a branch or an imported game only if its help is allowed. Nobody
  puts one into their own seat that gives more than the table allows, and no searching agent plays a seat that somebody
  has or had. The game's own bot may play for somebody else, for everybody to see; its choices are not undone without
  consent.

A host who resigned counts as a player until the game is over: they may come back. A new table for one person is
unrestricted, whatever its user plays elsewhere. `docs/server.md` lists every endpoint.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection

from khyber import puzzles
from khyber.agents.driver import PERSON, RANDOM
from khyber.agents.explain import bots_in
from khyber.agents.strong.thinking import is_strong
from khyber.catalogue import GAMES
from khyber.engine.history import answered_by
from khyber.engine.record import SEAT, Header
from khyber.server.errors import Refused
from khyber.server.messages.tables import HelpLevel, HelpNow, HelpWhy
from khyber.server.storage import table_store
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, Seat, TableRow, header_from

if TYPE_CHECKING:
    from khyber.server.storage.database import Database
    from khyber.server.tables.jobs import ReadyTable
    from khyber.server.tables.live import LiveTable

NONE: Final = "none"
BOT: Final = "bot"
ALL: Final = "all"
#: From the least help to the most.
LEVELS: Final[tuple[HelpLevel, ...]] = (NONE, BOT, ALL)


class Allowed(NamedTuple):
    """The engine help that is allowed, and what limits it: see `HelpWhy`."""

    level: HelpLevel
    why: HelpWhy = ""

    def least(self, other: Allowed) -> Allowed:
        return other if LEVELS.index(other.level) < LEVELS.index(self.level) else self

    def covers(self, needed: HelpLevel) -> bool:
        return LEVELS.index(needed) <= LEVELS.index(self.level)

    def check(self, needed: HelpLevel) -> None:
        """Raise Refused unless that much help is allowed."""
        if not self.covers(needed):
            raise Refused("no-help", _REFUSALS[self.why])

    def told(self) -> HelpNow:
        return HelpNow(level=self.level, why=self.why)


UNLIMITED: Final = Allowed(ALL)
_REFUSALS: Final[Mapping[HelpWhy, str]] = {
    "": "",
    "table": "this table was made without that engine help while the game runs",
    "origin": "the game that this sandbox was branched from still runs, without that engine help",
    "playing": "you are playing a game of this title between people without that engine help: until it is over, "
    "imported games of it have none, either",
}


def needed(agent: str) -> HelpLevel:
    """Return the help that an agent gives to whoever watches it play."""
    if is_strong(agent):
        return ALL
    return NONE if agent in (PERSON, RANDOM) else BOT


def is_between_people(row: TableRow, seats: Iterable[Seat]) -> bool:
    """Return whether two people have seats, or somebody may still take one, as a host who left a seat may."""
    seats = tuple(seats)
    if row.sandbox:
        return False
    free = any(seat.user is None and (seat.agent == PERSON or seat.invited) for seat in seats)
    people = {seat.user for seat in seats if seat.user is not None}
    if row.host is not None and any(row.host in seat.left for seat in seats):
        people.add(row.host)
    return free or len(people) > 1


def at_table(row: TableRow, seats: Iterable[Seat], status: str) -> Allowed:
    """Return what the table's own setting allows."""
    limited = status != OVER and is_between_people(row, seats)
    return Allowed(row.help, "table" if row.help != ALL else "") if limited else UNLIMITED


def check_seating(live: LiveTable, seat: Seat, agent: str, user: User) -> None:
    """Raise Refused if an agent would give more help in a seat than the table allows.

    To its own player any that it gives counts, to others only a search in a seat that somebody has or had.
    """
    allowed = at_table(live.row, live.seats.values(), live.status)
    if seat.user == user.id:
        allowed.check(needed(agent))
    elif seat.held and is_strong(agent):
        allowed.check(ALL)


def check_setting(live: LiveTable) -> None:
    """Raise Refused where somebody else may already rely on the setting."""
    if is_between_people(live.row, live.seats.values()):
        raise Refused("in-use", "engine help is settled once a second person has a seat or an invitation")


def explains(live: LiveTable, step: int) -> HelpLevel:
    """Return the help that an explanation of bots' choices in a step gives.

    What a bot of the game did for nobody, at a table between people, is no advice but public procedure.
    """
    owned = {seat.seat for seat in live.seats.values() if seat.held}
    native = not live.row.imported and not live.row.sandbox
    wanted = [
        NONE,
        *(
            needed(bot) if not native or seat in owned or is_strong(bot) else NONE
            for seat, bot in (bots_in(live.table, step) if step >= 0 else {}).items()
        ),
    ]
    return max(wanted, key=LEVELS.index)


def undoes_a_bot(live: LiveTable, seat: str) -> bool:
    """Return whether a bot stood in for the seat's player in this step: to undo it alone would make it a hint."""
    changed = any(entry[0] in SEAT for entry in live.table.entries()[0])  # else who plays it now played the whole step
    if not changed or at_table(live.row, live.seats.values(), live.status).covers(BOT):
        return False
    return any(who == seat and agent != PERSON for who, agent in answered_by(live.table, len(live.table.steps)))


@cache
def _puzzle_headers(game: str) -> tuple[Header, ...]:
    found = puzzles.puzzles(game) if game in GAMES else ()
    return tuple(one.table().header for one in found)


def is_puzzle(ready: ReadyTable) -> bool:
    """Return whether an imported table is a puzzle in which nothing has happened yet.

    With steps or entries it may be any game, whatever start its record names.
    """
    assert ready.now is not None
    if ready.steps or any(not entry.startswith(SEAT) for entry in ready.now.now.splitlines()):
        return False
    header = header_from(json.loads(ready.header))
    return any((header.start, header.setup) == (one.start, one.setup) for one in _puzzle_headers(ready.game))


class EngineHelp:
    """What other tables allow at a branch or an imported game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def allowed(self, live: LiveTable, user: User | None) -> Allowed:
        """Return what the user may ask for at this table now; without a seat, no more than its host may."""
        asker = user.id if user is not None and live.seats_of(user) else live.row.host
        elsewhere = await self.elsewhere(live.row, asker)
        return at_table(live.row, live.seats.values(), live.status).least(elsewhere)

    async def elsewhere(self, row: TableRow, user: str | None) -> Allowed:
        """Return what the table that this one was branched from, and like games that the user plays, allow here."""
        if not (row.imported or row.origin):
            return UNLIMITED
        origin = row.origin

        def work(connection: Connection) -> tuple[TableRow, Allowed]:
            found = None if origin is None else table_store.load_row(connection, origin)
            if found is None:
                return row, UNLIMITED
            seats = table_store.seats_of(connection, [found.id])[found.id]
            limit = UNLIMITED if found.quarantine else at_table(found, seats, found.status)
            return found, Allowed(limit.level, "origin" if limit.why else "")

        root, limit = await self._database.run(work)
        if not root.imported:
            return limit
        return limit.least(await self.playing(user, root.game, besides=row.id))

    async def playing(self, user: str | None, game: str, besides: str = "") -> Allowed:
        """Return what an imported game allows a user who may play a like game between people.

        `besides` is the imported game itself: its own setting is another matter, and lets the game's bot stand in.
        """
        if user is None:
            return UNLIMITED

        def work(connection: Connection) -> Allowed:
            limit = UNLIMITED
            for row, seats in table_store.played_by(connection, user, game):
                if row.id != besides:
                    limit = limit.least(at_table(row, seats, row.status))
            return limit

        limit = await self._database.run(work)
        return Allowed(limit.level, "playing" if limit.why else "")
