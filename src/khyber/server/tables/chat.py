"""Chat at a table, and non-binding requests from one seat to another, as chat lines; bots answer at once."""

from __future__ import annotations

from msgspec import UNSET
from sqlalchemy import Connection

from khyber.agents.driver import PERSON
from khyber.engine.optional import Deals
from khyber.server.errors import Refused, no_seat
from khyber.server.messages.live import PlayerRequest
from khyber.server.storage import people_store
from khyber.server.storage.people_store import User
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables


async def say(tables: Tables, table: str, user: User | None, text: str, request: PlayerRequest | None = None) -> None:
    """Add a chat line by a player or the host. Raises Refused."""
    async with tables.at(table) as live:
        if user is None or not (live.seats_of(user) or live.row.host == user.id):
            raise Refused("forbidden", "only players may chat at the table")
        if request is not None:
            check_request(live, user, request)
            request.answer = answer_of(live, request) or UNSET

        def work(connection: Connection) -> None:
            people_store.add_line(connection, table, user, text, request)
            tables.database.notify(connection, tables.database.notification(table, "chat"))

        await tables.database.run(work)
        await tables.push_chat(live)


def answer_of(live: LiveTable, request: PlayerRequest) -> str:
    """Return a bot's answer as a key of the game's texts; "" if a person is asked."""
    agent = live.seats[request.to].agent
    return "" if agent == PERSON else Deals.of(live.table.game).refusal(request.to, request.what, agent)


def check_request(live: LiveTable, user: User, request: PlayerRequest) -> None:
    """Raise Refused unless one of the user's seats may ask this of the other seat in this game."""
    for seat in (request.seat, request.to):
        if seat not in live.seats:
            raise no_seat(seat, live.seats)
    if request.seat not in live.seats_of(user):
        raise Refused("forbidden", f"{request.seat} is not your seat")
    live.check_running()
    if request.seat == request.to:
        raise Refused("bad-request", "a seat cannot ask itself for anything")
    if request.what not in Deals.of(live.table.game).wishes:
        raise Refused("not-offered", f"this game has no {request.what!r} to ask for")
