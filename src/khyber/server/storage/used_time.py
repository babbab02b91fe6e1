"""The time that jobs of an owner and of an address have taken: whose turn it is rests on both."""

from __future__ import annotations

from typing import Final, NamedTuple

#: Shares that all owners at one address have together, while somebody elsewhere wants some.
MAX_SHARES: Final = 3


class Time(NamedTuple):
    """Seconds that jobs have taken: those of an owner, and a share of those of their address."""

    of_owner: float
    of_source: float = 0.0

    @property
    def start(self) -> float:
        """The time at which the owner's next job begins."""
        return max(self)

    def after(self, seconds: float) -> Time:
        """Return both after a job of that length."""
        return Time(self.start + max(0.0, seconds), self.start + max(0.0, seconds) / MAX_SHARES)
