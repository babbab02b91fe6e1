"""Seats that somebody has seen: handed to another person only with everybody's knowledge, and their consent.

Whoever leaves a seat of a running game is kept by name, also after the account is deleted. If the seat was shown
anything hidden until then (`khyber.engine.private`), and has any secrets still, three rules hold:

- All other players agree before the host invites somebody into the seat, or takes it: they are told who has seen it.
- A guest is told the same of every seat of the table, and takes one only by saying so.
- Whoever has seen one seat takes no other.

Where the table allows no bots' advice, a host who left a seat asks the others, too, before taking it back: a bot has
played it meanwhile, and nobody gets a bot's turns for themselves there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence

from khyber.engine.private import was_shown_secrets
from khyber.server.errors import Refused
from khyber.server.messages.tables import Handover, SeenSeat
from khyber.server.storage import holders_store
from khyber.server.storage.holders_store import FormerHolder
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.access import check_host
from khyber.server.tables.consent import still_waiting
from khyber.server.tables.engine_help import BOT, at_table
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables


def names_of(seen: Iterable[FormerHolder]) -> list[str]:
    return list(dict.fromkeys(one.name for one in seen))


class Handovers:
    """Who has seen which seats, and what the other players say to handing one on."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # -- who has seen what ----------------------------------------------------------------------------

    async def seen(self, live: LiveTable, user: User | None = None) -> list[FormerHolder]:
        """Return who has seen secrets of a seat that is not theirs now; what this user has seen is left out."""
        if live.status == OVER or live.row.sandbox:
            return []
        table = live.row.id
        rows = await self._tables.database.run(lambda connection: holders_store.former_holders(connection, table))
        others = [
            one
            for one in rows
            if one.user is None or (one.user != live.seats[one.seat].user and (user is None or one.user != user.id))
        ]
        return await asyncio.to_thread(self._shown, live, others) if others else []

    @staticmethod
    def _shown(live: LiveTable, rows: Sequence[FormerHolder]) -> list[FormerHolder]:
        """Return those who left a seat with secrets, unless all of them have come to light since."""
        hidden = {seat for seat in {one.seat for one in rows} if was_shown_secrets(live.table, seat)}
        moments = {(one.seat, one.step) for one in rows if one.seat in hidden}
        known = {moment for moment in moments if was_shown_secrets(live.table, *moment)}
        return [one for one in rows if (one.seat, one.step) in known]

    async def left_by_host(self, live: LiveTable, seat: str) -> list[FormerHolder]:
        """Return when the host left an empty seat, if they may not take it back without the others' consent."""
        host, table = live.row.host, live.row.id
        if host not in live.seats[seat].left or at_table(live.row, live.seats.values(), live.status).covers(BOT):
            return []
        rows = await self._tables.database.run(lambda connection: holders_store.former_holders(connection, table))
        return [one for one in rows if one.seat == seat and one.user == host]

    async def seen_seats(self, live: LiveTable, user: User | None, lang: str) -> list[SeenSeat]:
        """Return which seats others than this user have seen, for somebody who may join."""
        words, found = live.words(lang), await self.seen(live, user)
        return [
            SeenSeat(seat=seat, seat_name=words.called("seat", seat), names=names)
            for seat in live.seats
            if (names := names_of(one for one in found if one.seat == seat))
        ]

    # -- what may be done -----------------------------------------------------------------------------

    async def check_inviting(self, live: LiveTable, seat: str) -> list[str]:
        """Return who has seen the seat. Raises Refused until all other players have agreed."""
        found = [one for one in await self.seen(live) if one.seat == seat]
        if found and not self._agreed(live, seat, found):
            raise Refused("seen", f"{', '.join(names_of(found))} left {seat} and knows what is hidden there")
        return names_of(found)

    async def check_taking(self, live: LiveTable, seat: str, user: User, *, knowing: bool) -> None:
        """Raise Refused if the user has seen another seat, or does not say that they know who has seen what."""
        everybody = await self.seen(live)
        if any(one.user == user.id and one.seat != seat for one in everybody):
            raise Refused("seen-elsewhere", "you left another seat of this table, and know what is hidden there")
        others = [one for one in everybody if one.user is None or one.user != user.id]
        if others and not knowing:
            raise Refused("seen", f"{', '.join(names_of(others))} left this table and knows what is hidden there")

    async def check_own(self, live: LiveTable, seat: str, user: User) -> None:
        """Raise Refused if the host may not take an empty seat: as for a guest, and for everybody else."""
        await self.check_taking(live, seat, user, knowing=True)
        found = [one for one in await self.seen(live, user) if one.seat == seat]
        if found and not self._agreed(live, seat, found):
            raise Refused("seen", f"{', '.join(names_of(found))} left {seat} and knows what is hidden there")
        left = await self.left_by_host(live, seat)
        if left and not self._agreed(live, seat, left):
            raise Refused("returning", f"a bot has played {seat} since you left it: the other players must agree first")

    @staticmethod
    def _agreed(live: LiveTable, seat: str, found: Iterable[FormerHolder]) -> bool:
        """Return whether nobody is left to agree that a seat is handed on which these people have left."""
        if not live.others(live.row.host):
            return True
        asked = live.handover()
        known = asked is not None and asked["seat"] == seat and {one.id for one in found} <= set(asked["seen"])
        return known and asked is not None and not asked["waiting"] and not asked["refused"]

    # -- asking and agreeing --------------------------------------------------------------------------

    async def ask(self, table: str, user: User, seat: str) -> Handover:
        """Ask all other players whether an empty seat may be handed on."""
        async with self._tables.at(table) as live:
            check_host(live, user, seat)
            live.check_running()
            if live.seats[seat].user is not None:
                raise Refused("taken", f"{live.seats[seat].name} has this seat")
            found = [one for one in await self.seen(live) if one.seat == seat]
            left = await self.left_by_host(live, seat)
            concerned = sorted({one.id for one in (*found, *left)})
            waiting = live.others(user.id) if concerned else []
            asked = {
                "seat": seat,
                "by": user.id,
                "names": names_of(found),
                "returning": bool(left),
                "seen": concerned,
                "waiting": waiting,
                "refused": "",
            }
            await self._tables.change_info(live, columns={"handover": json.dumps(asked) if concerned else None})
            return Handover(seat=seat, names=names_of(found), waiting=waiting)

    async def answer(self, table: str, user: User, *, agree: bool) -> None:
        """Answer such a request. Its author withdraws it with false."""
        async with self._tables.at(table) as live:
            live.check_access(user)
            asked = live.handover()
            if asked is None:
                raise Refused("not-offered", "there is no such request")
            if asked["by"] == user.id:
                if agree:
                    raise Refused("forbidden", "this request does not wait for you")
                await self._tables.change_info(live, columns={"handover": None})
                return
            waiting = still_waiting(live, asked, user, agree=agree)
            answered = {**asked, "refused": user.name} if waiting is None else {**asked, "waiting": waiting}
            await self._tables.change_info(live, columns={"handover": json.dumps(answered)})
