"""Chance: every die, draw and shuffle comes from here and its result goes into the record."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from hashlib import blake2b

from khyber.engine.errors import BadRecord, Error


def stream(*parts: int | str) -> int:
    """A 64-bit number that depends on every part and on nothing else, on any machine and in any release."""
    return int.from_bytes(blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest(), "big")


#: Bits of a seed that nobody can guess or search for.
SEED_BITS = 128
#: Seeds up to this many bits are for people to read and type; what is drawn is hashed together with them.
SHORT_SEED_BITS = 64


def new_seed() -> int:
    """A fresh seed from the operating system: dice that everybody sees say nothing about those to come."""
    return secrets.randbits(SEED_BITS)


class Chance:
    """A source of results. `draw` gives a number from 1 to `sides`, `order` a permutation of `count` items."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise NotImplementedError

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise NotImplementedError

    def branched(self, branch: int) -> Chance:
        """This source as it goes on by itself on another branch."""
        return self


class Seeded(Chance):
    """Streams keyed by seed, branch, name and counter."""

    def __init__(self, seed: int, branch: int = 0) -> None:
        self.seed = seed
        self.branch = branch
        if seed < 1 << SHORT_SEED_BITS:
            self._begun = blake2b(f"{seed}\x1f{branch}\x1f".encode(), digest_size=8)
        else:
            self._begun = blake2b(f"{branch}\x1f".encode(), digest_size=8, key=_key(seed))

    def _number(self, name: str, counter: int) -> int:
        """By seed, branch, name and counter; for a short seed `stream` of them. What never changes is hashed once."""
        hashed = self._begun.copy()
        hashed.update(f"{name}\x1f{counter}".encode())
        return int.from_bytes(hashed.digest(), "big")

    def draw(self, name: str, sides: int, counter: int) -> int:
        return self._number(name, counter) % sides + 1

    def order(self, name: str, count: int, counter: int) -> list[int]:
        source = random.Random(self._number(name, counter)).random  # the same in every Python
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = int(source() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order

    def branched(self, branch: int) -> Seeded:
        return Seeded(self.seed, branch)


def _key(seed: int) -> bytes:
    """A long seed as the key of a hash: a seed longer than the longest key is hashed to one."""
    key = seed.to_bytes((seed.bit_length() + 7) // 8, "big")
    return key if len(key) <= blake2b.MAX_KEY_SIZE else blake2b(key).digest()


class Scripted(Chance):
    """Results given beforehand, for tests and positions; then those of another source, if there is one."""

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
    """A trial met a die: what follows cannot be known beforehand."""


class Refused(Chance):
    """No dice: a trial stops where chance begins."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise ChanceRefused(f"{name} depends on a die")

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise ChanceRefused(f"{name} depends on a shuffle")


REFUSED = Refused()
