"""Digests of the addresses that people call from. They are stored, the addresses are not."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

#: Bytes of a digest: enough that no two addresses share one.
LENGTH: Final = 9
#: Bytes of a key.
MAX_KEY: Final = 64


class Sources:
    """The digests of addresses, keyed with the server's secret: those of two servers have nothing in common."""

    def __init__(self) -> None:
        self._key = b""

    def start(self, secret: str) -> None:
        self._key = secret.encode()[:MAX_KEY]

    def of(self, address: str) -> str:
        """Return the digest of an address (of the network, for IPv6); "" if there is none."""
        return blake2b(address.encode(), key=self._key, digest_size=LENGTH).hexdigest() if address else ""
