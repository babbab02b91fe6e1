"""Rate limits for each kind of call."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from khyber.server.errors import Refused

#: For each kind of call, the size of its token bucket and the tokens added per second, by address or by user.
LIMITS: Mapping[str, tuple[int, float]] = {
    "read": (120, 20.0),
    "write": (40, 4.0),
    "sign-in": (40, 0.5),
    "log-in": (60, 5.0),
    "make": (20, 0.2),
    "import": (6, 0.1),
    # kilobytes of records and positions
    "received": (16_000, 50.0),
    "socket": (60, 2.0),
    "say": (60, 15.0),
    "chat": (10, 1.0),
    "preview": (40, 12.0),
    # messages of all people at one address, who may be a class: each may begin with a full bucket of their own
    "say-address": (30 * 60, 150.0),
    "chat-address": (30 * 10, 10.0),
    "preview-address": (30 * 40, 120.0),
    "study": (80, 10.0),
    "think": (10, 0.5),
    # a turn of some games is up to a hundred choices; a search counts as "think", too
    "hint": (60, 1.0),
    "check": (20, 1.0),
    "export": (3, 1 / 120),
    # wrong passwords: for one account from one address, for one account, from one address, from a device known to the
    # account, and when a password is changed
    "login-pair": (6, 1 / 120),
    "login-account": (60, 1 / 60),
    "login-address": (40, 1 / 15),
    "login-device": (10, 1 / 120),
    "password": (6, 1 / 120),
}
#: Maximum callers kept; the least recent is evicted first.
MAX_CALLERS = 20_000


class Limits:
    """Token buckets."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, kind: str, caller: str, amount: int = 1) -> None:
        """Raise Refused if this caller calls too often, or has no tokens left for that amount."""
        self.check_all([(kind, caller)], "too many requests: wait a little", amount)

    def check_message(self, kind: str, caller: str, address: str) -> None:
        """Raise Refused if a caller, or all people at the address, send too many messages of that kind."""
        self.check_all([(kind, caller), (f"{kind}-address", address)], "too many messages: wait a little")

    def check_all(self, counted: Sequence[tuple[str, str]], message: str, amount: int = 1) -> None:
        """Check several kinds and callers at once: either all are counted, or none."""
        if not self._on:
            return
        now = time.monotonic()
        allowed = min(self._fill(kind, caller, now) for kind, caller in counted) >= amount
        for key in counted:
            left, _ = self._buckets.pop(key)
            self._buckets[key] = (left - allowed * amount, now)
        while len(self._buckets) > MAX_CALLERS:
            del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise Refused("rate-limited", message)

    def refund(self, counted: Sequence[tuple[str, str]]) -> None:
        """Undo a count that turned out not to be an offence."""
        for key in counted:
            if key in self._buckets:
                left, at = self._buckets[key]
                self._buckets[key] = (min(float(LIMITS[key[0]][0]), left + 1), at)

    def count(self, counted: Sequence[tuple[str, str]]) -> None:
        """Count what another worker has already allowed."""
        now = time.monotonic()
        for key in counted:
            if self._on and key[0] in LIMITS:
                left = self._fill(*key, now)
                self._buckets[key] = (max(0.0, left - 1), now)

    def _fill(self, kind: str, caller: str, now: float) -> float:
        """Refill a bucket; return its tokens."""
        size, rate = LIMITS[kind]
        left, at = self._buckets.get((kind, caller), (float(size), now))
        left = min(float(size), left + (now - at) * rate)
        self._buckets[kind, caller] = (left, now)
        return left
