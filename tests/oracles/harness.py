"""The register of oracles, and how one is consulted. Needs the standard library and khyber only.

An oracle states one rule anew, from the rulebook and the printed data, without the engine's help:

    @oracle("distant-plain", "3.3.2", "who may March where")
    def march(rng: random.Random) -> bool:
        ...

It draws a position from `rng`, works out for itself what the rule allows or does there, and compares that with the
engine's questions and results. It raises AssertionError where they differ, and returns whether the position was
relevant: whether the rule had anything to say there. Oracles of a game are in the folder named for it, as in
`distant_plain/`: every module there is read, except tests.

    python -m tests.oracles                                       300 positions for each oracle
    python -m tests.oracles --only "distant-plain 3.3.2" --from 17 --to 18     one position again
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

Check = Callable[[random.Random], bool]

#: Differences worth reading in full; further ones are only counted.
MAX_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Oracle:
    """One rule stated anew: of which game, by which rule, and what it says."""

    game: str
    rule: str
    says: str
    check: Check
    #: The share of random positions that must be relevant.
    relevant: float

    @property
    def name(self) -> str:
        return f"{self.game} {self.rule} {self.says}"


_REGISTERED: dict[str, Oracle] = {}


def oracle(game: str, rule: str, says: str, *, relevant: float = 0.5) -> Callable[[Check], Check]:
    """Register a function as an oracle for a rule."""

    def register(check: Check) -> Check:
        found = Oracle(game, rule, says, check, relevant)
        if found.name in _REGISTERED:
            raise ValueError(f"two oracles are called {found.name!r}")
        _REGISTERED[found.name] = found
        return check

    return register


def oracles(only: str = "") -> list[Oracle]:
    """Every oracle whose name contains `only`, by game and rule."""
    here = Path(__file__).parent
    for folder in sorted(path.name for path in here.iterdir() if (path / "__init__.py").is_file()):
        for module in iter_modules([str(here / folder)]):
            if not module.name.startswith("test_"):
                import_module(f"{__package__}.{folder}.{module.name}")
    return [found for name, found in sorted(_REGISTERED.items()) if only in name]


@dataclass(slots=True)
class Tally:
    """What came of consulting an oracle: positions seen, how many were relevant, and the differences."""

    positions: int = 0
    relevant: int = 0
    differing: int = 0
    differences: list[str] = field(default_factory=list)


def consult(found: Oracle, index: int) -> bool:
    """Check one position. Raises AssertionError with all it takes to see the difference again."""
    rng = random.Random(f"{found.name} {index}")  # seeded by the text: the same in every process
    try:
        return found.check(rng)
    except Exception as problem:
        told = str(problem) if isinstance(problem, AssertionError) else f"{type(problem).__name__}: {problem}"
        raise AssertionError(
            f"{found.name}, position {index}: {told}\n"
            f"again: python -m tests.oracles --only '{found.name}' --from {index} --to {index + 1}"
        ) from problem


def examine(found: Oracle, start: int, stop: int) -> Tally:
    """Consult an oracle on these positions; differences are collected, not raised."""
    tally = Tally()
    for index in range(start, stop):
        tally.positions += 1
        try:
            tally.relevant += consult(found, index)
        except AssertionError as difference:
            tally.differing += 1
            if len(tally.differences) < MAX_SHOWN:
                tally.differences.append(str(difference))
    return tally


def is_relevant_enough(found: Oracle, tally: Tally) -> bool:
    return tally.relevant >= found.relevant * tally.positions


def problems(found: Oracle, tally: Tally) -> Iterator[str]:
    """What is wrong, if anything: differences, or too few relevant positions."""
    yield from tally.differences
    if not is_relevant_enough(found, tally):
        yield (
            f"{found.name}: {tally.relevant} of {tally.positions} positions were relevant; "
            f"at least {found.relevant:.0%} should be"
        )
