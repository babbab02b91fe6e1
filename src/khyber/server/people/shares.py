"""Whose share of the workers a person's work takes: an account's own, and for guests that of their address.

Otherwise somebody could get as many shares as they make guests. Both the owners and the time that they have used are
stored, so that a restart of the server makes nobody a newcomer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from typing import Final

from khyber.server.errors import Conflict, Unavailable
from khyber.server.storage import people_store, share_store
from khyber.server.storage.database import Database
from khyber.server.storage.people_store import User
from khyber.server.workers.fair import Claim, FairQueue, Urgency

#: People kept in memory; the least recent is evicted first.
MOST_PEOPLE: Final = 20_000
#: Seconds between writes of what has changed.
STORED_EVERY: Final = 5.0
#: The owner of the bots of a table without a host.
NOBODY: Final = "nobody"


class Shares:
    """The owner of everybody's work."""

    def __init__(self, database: Database) -> None:
        self._database = database
        #: Keys the digests of addresses: these are stored, the addresses are not.
        self._key = b""
        self._owners: dict[str, str] = {}
        #: Owners of guests' work that are not stored yet.
        self._unstored: dict[str, str] = {}
        #: The queues whose owners' time is stored here, by the name of their workers, and what is stored.
        self._queues: Mapping[str, FairQueue] = {}
        self._stored: dict[str, dict[str, float]] = {}

    async def start(self, queues: Mapping[str, FairQueue]) -> None:
        """Read the time that owners had used of these queues when the server was stopped."""
        self._key = (await self._database.run(lambda connection: people_store.secret(connection, ""))).encode()[:64]
        self._queues = queues
        for lane, queue in queues.items():
            used = await self._database.run(partial(share_store.used_times, lane=lane))
            self._stored[lane] = used
            queue.resume(used)

    def claim(self, user: User | None, address: str, urgency: Urgency = Urgency.WAITED_FOR) -> Claim:
        """Return the claim of somebody who calls from this address."""
        if user is not None and user.login is not None:
            self._owners[user.id] = user.id
            return Claim(user.id, urgency)
        owner = f"at {blake2b(address.encode(), key=self._key, digest_size=9).hexdigest()}"
        if user is not None and self._owners.get(user.id) != owner:
            self._keep(user.id, owner)
            self._unstored[user.id] = owner
        return Claim(owner, urgency)

    async def claim_of(self, user: str | None, urgency: Urgency = Urgency.WAITED_FOR) -> Claim:
        """Return the claim of a person who may not be here."""
        if user is None:
            return Claim(NOBODY, urgency)
        if user not in self._owners:
            self._keep(user, await self._database.run(lambda connection: share_store.owner_of(connection, user)))
        return Claim(self._owners[user], urgency)

    def _keep(self, user: str, owner: str) -> None:
        self._owners.pop(user, None)
        self._owners[user] = owner
        if len(self._owners) > MOST_PEOPLE:
            del self._owners[next(iter(self._owners))]

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
