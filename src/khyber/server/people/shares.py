"""Whose share of the workers a person's work takes: an account's own, and for guests that of their address.

Otherwise somebody could get as many shares as they make guests.
"""

from __future__ import annotations

from khyber.server.storage.people_store import User
from khyber.server.workers.fair import Claim, Urgency

#: People kept in memory; the least recent is evicted first.
MOST_PEOPLE = 20_000


class Shares:
    """The owner of everybody's work, as far as they have called since the server was started."""

    def __init__(self) -> None:
        self._owners: dict[str, str] = {}

    def claim(self, user: User | None, address: str, urgency: Urgency = Urgency.WAITED_FOR) -> Claim:
        """Return the claim of somebody who calls from this address."""
        if user is None:
            return Claim(f"at {address}", urgency)
        owner = self._owners[user.id] = user.id if user.login is not None else f"at {address}"
        if len(self._owners) > MOST_PEOPLE:
            del self._owners[next(iter(self._owners))]
        return Claim(owner, urgency)

    def claim_of(self, user: str | None, urgency: Urgency = Urgency.WAITED_FOR) -> Claim:
        """Return the claim of a person who may not be here."""
        return Claim(self._owners.get(user or "", user or "nobody"), urgency)
