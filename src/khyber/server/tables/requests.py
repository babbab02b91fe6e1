"""Wishes: one seat asks another for something at the table. They are kept with the chat, and bind nobody."""

from __future__ import annotations

from khyber.server.api.messages import Wish
from khyber.server.api.refusals import Refused
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.live import Live


def check_wish(live: Live, user: User, wish: Wish) -> None:
    """Raises Refused unless one of the user's seats may ask that of the other seat in this game, which is under way."""
    for seat in (wish.seat, wish.to):
        if seat not in live.seats:
            raise Refused("not-found", f"there is no seat {seat!r}: the seats are {', '.join(live.seats)}")
    if wish.seat not in live.seats_of(user):
        raise Refused("forbidden", f"{wish.seat} is not your seat")
    if live.status == OVER:
        raise Refused("over", "the game is over")
    if wish.seat == wish.to:
        raise Refused("bad-request", "nobody asks anything of themselves")
    if wish.what not in live.table.game.wishes:
        raise Refused("not-offered", f"nobody can give {wish.what!r} in this game")
