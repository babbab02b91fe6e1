"""Chance: the source of every die, draw and shuffle."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from hashlib import blake2b

from khyber.engine.errors import BadRecord, Error


def stream(*parts: int | str) -> int:
    """Return a 64-bit hash of the parts, the same on every machine and in every release."""
    return int.from_bytes(blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest(), "big")


class _Names(dict[str, bytes]):
    """The names of dice as they are hashed, each encoded once."""

    def __missing__(self, name: str) -> bytes:
        hashed = self[name] = f"{name}\x1f".encode()
        return hashed


#: Looked up once: every die needs it.
_number = int.from_bytes
#: Names of dice, and counters as bytes: few games draw more often.
_NAMES = _Names()
MAX_COUNTERS = 1024
_COUNTERS = tuple(str(counter).encode() for counter in range(MAX_COUNTERS))
#: Bits of a seed too long to guess or to search for.
SEED_BITS = 128
#: Bits of the hash that a result comes from.
HASH_BITS = 64
#: Seeds of up to this length are for people to read and type; longer ones key the hash.
SHORT_SEED_BITS = 64


def new_seed() -> int:
    """Return a seed from the operating system; known dice do not predict later ones."""
    return secrets.randbits(SEED_BITS)


class Chance:
    """A source of numbers from 1 to `sides`, and of permutations of `count` items."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise NotImplementedError

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise NotImplementedError

    def branched(self, branch: int) -> Chance:
        """Return this source on another branch."""
        return self


class Seeded(Chance):
    """Results from streams keyed by seed, branch, name and counter."""

    def __init__(self, seed: int, branch: int = 0) -> None:
        self.seed = seed
        self.branch = branch
        #: Seeded again for each order: creating a generator seeds it once more.
        self._generator: random.Random | None = None
        if seed < 1 << SHORT_SEED_BITS:
            self._begun = blake2b(f"{seed}\x1f{branch}\x1f".encode(), digest_size=8)
        else:
            self._begun = blake2b(f"{branch}\x1f".encode(), digest_size=8, key=_key(seed))

    def draw(self, name: str, sides: int, counter: int) -> int:
        """Return the hash of seed, branch, name and counter, reduced to `sides`; the first two are hashed once."""
        hashed = self._begun.copy()
        hashed.update(_NAMES[name])
        hashed.update(_COUNTERS[counter] if counter < MAX_COUNTERS else str(counter).encode())
        return _number(hashed.digest()) % sides + 1

    def order(self, name: str, count: int, counter: int) -> list[int]:
        order = list(range(count))
        if count < 2:
            return order
        generator = self._generator
        if generator is None:
            generator = self._generator = random.Random(0)
        generator.seed(self.draw(name, 1 << HASH_BITS, counter) - 1)  # the same in every Python
        source = generator.random
        for last in range(count - 1, 0, -1):
            other = int(source() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order

    def branched(self, branch: int) -> Seeded:
        return Seeded(self.seed, branch)


def _key(seed: int) -> bytes:
    """Return a seed as a hash key, hashed first if it is too long."""
    key = seed.to_bytes((seed.bit_length() + 7) // 8, "big")
    return key if len(key) <= blake2b.MAX_KEY_SIZE else blake2b(key).digest()


class Scripted(Chance):
    """Given results, for tests and positions, followed by those of another source."""

    def __init__(self, results: Sequence[int], then: Chance) -> None:
        self.results = list(results)
        self.then = then

    def draw(self, name: str, sides: int, counter: int) -> int:
        if not self.results:
            return self.then.draw(name, sides, counter)
        result = self.results.pop(0)
        if not 1 <= result <= sides:
            raise BadRecord(f"the scripted result {result} for {name} is not between 1 and {sides}")
        return result

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return self.then.order(name, count, counter)

    def branched(self, branch: int) -> Scripted:
        return Scripted(self.results, self.then.branched(branch))


class ChanceRefused(Error):
    """A trial reached a die roll or a shuffle, whose result is unknown."""


class Refused(Chance):
    """Chance that ends a trial at the first die roll or shuffle."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise ChanceRefused(f"{name} depends on a die")

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise ChanceRefused(f"{name} depends on a shuffle")


REFUSED = Refused()
