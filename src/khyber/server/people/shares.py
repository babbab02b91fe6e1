"""Whose share of the workers a person's work takes: an account's own, and for guests that of their address.

Otherwise somebody could get as many shares as they make guests. Each claim names the address, too: all people at one
address together get only a few shares. Owners and the time that they have used are stored, so that a restart of the
server makes nobody a newcomer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Final

from khyber.server.errors import Conflict, Unavailable
from khyber.server.people.sources import Sources
from khyber.server.storage import share_store
from khyber.server.storage.database import Database
from khyber.server.storage.people_store import User
from khyber.server.workers.fair import Claim, FairQueue, Urgency

#: People kept in memory; the least recent is evicted first.
MAX_PEOPLE: Final = 20_000
#: Seconds between writes of what has changed.
STORED_EVERY: Final = 5.0
#: The owner of the bots of a table without a host.
NOBODY: Final = "nobody"
#: What the owner of the work of all guests at an address begins with.
GUESTS_AT: Final = "at "


class Shares:
    """The owner of everybody's work."""

    def __init__(self, database: Database, sources: Sources) -> None:
        self._database = database
        self._sources = sources
        self._owners: dict[str, str] = {}
        #: The digests of the addresses that people last called from.
        self._called_from: dict[str, str] = {}
        #: Owners of guests' work that are not stored yet.
        self._unstored: dict[str, str] = {}
        #: The queues whose owners' time is stored here, by the name of their workers, and what is stored.
        self._queues: Mapping[str, FairQueue] = {}
        self._stored: dict[str, dict[str, float]] = {}

    async def start(self, queues: Mapping[str, FairQueue]) -> None:
        """Read the time that owners had used of these queues when the server was stopped."""
        self._queues = queues
        for lane, queue in queues.items():
            used = await self._database.run(partial(share_store.used_times, lane=lane))
            self._stored[lane] = used
            queue.resume(used)

    def claim(self, user: User | None, address: str, urgency: Urgency = Urgency.WAITED_FOR) -> Claim:
        """Return the claim of somebody who calls from this address."""
        source = self._sources.of(address)
        if user is not None:
            _keep(self._called_from, user.id, source)
        if user is not None and user.login is not None:
            _keep(self._owners, user.id, user.id)
            return Claim(user.id, urgency, source=_counted(source))
        owner = f"{GUESTS_AT}{source}"
        if user is not None and self._owners.get(user.id) != owner:
            _keep(self._owners, user.id, owner)
            self._unstored[user.id] = owner
        return Claim(owner, urgency, source=_counted(source))

    async def claim_of(self, user: str | None, urgency: Urgency = Urgency.WAITED_FOR, source: str = "") -> Claim:
        """Return the claim of a person who may not be here; `source`: where they were, if not called since."""
        if user is None:
            return Claim(NOBODY, urgency)
        if user not in self._owners:
            owner = await self._database.run(lambda connection: share_store.owner_of(connection, user))
            _keep(self._owners, user, owner)
        owner = self._owners[user]
        if called_from := self._called_from.get(user):
            source = called_from
        elif owner.startswith(GUESTS_AT):
            source = owner.removeprefix(GUESTS_AT)
        return Claim(owner, urgency, source=_counted(source))

    def source_of(self, user: str) -> str:
        """Return the digest of the address that a person last called from; "" if they have not."""
        return self._called_from.get(user, "")

    async def keep_stored(self) -> None:
        """Store what has changed, every few seconds."""
        while True:
            await asyncio.sleep(STORED_EVERY)
            try:
                await self.store()
            except (Unavailable, Conflict):  # another worker has just stored its own
                continue

    async def store(self) -> None:
        """Store what has changed. Raises Unavailable."""
        if owners := dict(self._unstored):
            await self._database.run(lambda connection: share_store.store_owners(connection, owners))
            self._unstored = {user: owner for user, owner in self._unstored.items() if owners.get(user) != owner}
        for lane, queue in self._queues.items():
            used = queue.leads()
            if used != self._stored[lane]:
                await self._database.run(partial(share_store.store_used_times, lane=lane, used=used))
                self._stored[lane] = used


def _counted(source: str) -> str:
    """Return the digest of an address as its time is counted, which is no owner's id."""
    return f"from {source}" if source else ""


def _keep(known: dict[str, str], user: str, value: str) -> None:
    """Keep a value for a person, and evict the least recent."""
    known.pop(user, None)
    known[user] = value
    if len(known) > MAX_PEOPLE:
        del known[next(iter(known))]
