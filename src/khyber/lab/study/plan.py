"""A study as its file describes it: set-ups, seeds, and what to record.

    name = "balance"
    title = "Who is favoured?"
    seed = 7
    rows = ["games", "turns"]

    [[setups]]
    game = "my-game"
    scenario = ["short", "main"]
    seats = ["bot:2nd", "bot:3rd"]
    games = 1000

Lists of scenarios, options and seats are combined: this study has four set-ups of 1,000 games each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup
from khyber.engine.limits import read_toml
from khyber.lab.simulate import Plan

Rows = Literal["games", "turns", "decisions"]
#: Bytes of a study file.
MAX_BYTES: Final = 1 << 20
#: Games that are played and kept together.
CHUNK: Final = 20

Seats = str | dict[str, str]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,60}$")]


class Setups(msgspec.Struct, forbid_unknown_fields=True):
    """One table of the file; its lists are combined with each other."""

    game: str
    scenario: str | list[str] | None = None
    seats: Seats | list[Seats] = "random"
    #: Options, or several lists of them to compare.
    options: list[str | list[str]] = []
    players: int | None = None
    games: Annotated[int, Meta(ge=1, le=10_000_000)] = 100


class _File(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    setups: Annotated[list[Setups], Meta(min_length=1)]
    title: str = ""
    seed: int = 0
    rows: Annotated[tuple[Rows, ...], Meta(min_length=1)] = ("games", "turns")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some consecutive games of one set-up, which one process plays at a time."""

    setup: int
    first: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.setup:03}-{self.first:08}"


@dataclass(frozen=True, slots=True)
class Study:
    """A study: its set-ups as a sequence of plans."""

    name: str
    title: str
    rows: tuple[Rows, ...]
    plans: tuple[Plan, ...]

    @property
    def games(self) -> int:
        return sum(plan.games for plan in self.plans)

    def seats(self) -> list[str]:
        """Return the seats of all its games."""
        return list(dict.fromkeys(seat for plan in self.plans for seat in find_game(plan.game).seats))

    def chunks(self) -> list[Chunk]:
        """Return the work, in the order of its rows."""
        return [
            Chunk(number, first, min(CHUNK, plan.games - first))
            for number, plan in enumerate(self.plans)
            for first in range(0, plan.games, CHUNK)
        ]

    def identity(self) -> dict[str, object]:
        """Return what determines its rows: the set-ups, and the rules and data in use."""
        games = sorted({plan.game for plan in self.plans})
        return {
            "format": "khyber-study/2",
            "name": self.name,
            "rows": list(self.rows),
            "setups": [
                {
                    **{name: getattr(plan, name) for name in ("game", "scenario", "players", "seats", "games", "seed")},
                    "options": list(plan.options),
                    "most": plan.most,
                    "deck": sha256(plan.deck.encode()).hexdigest() if plan.deck else "",
                }
                for plan in self.plans
            ],
            "rules": {game: find_game(game).rules_version for game in games},
            "data": {game: find_game(game).digest() for game in games},
        }

    def digest(self) -> str:
        return sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()


def read_study(path: Path) -> Study:
    """Read a study file. Raises BadSetup, naming what is wrong."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device may never end
            raise BadSetup(f"{path} is not a file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BadSetup(f"{path} has more than {MAX_BYTES:,} bytes")
        text = data.decode()
    except OSError as problem:
        raise BadSetup(f"cannot read {path}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise BadSetup(f"{path} is not text in UTF-8") from problem
    return make_study(read_toml(text, str(path), BadSetup), str(path))


def make_study(described: Mapping[str, object], what: str = "the study") -> Study:
    """Return the study described. Raises BadSetup if one of its set-ups cannot be played."""
    try:
        file = msgspec.convert(described, _File)
        plans = [plan for setups in file.setups for plan in _plans(setups)]
        seeded = [
            replace(plan, seed=stream(file.seed, "study", file.name, number)).checked()
            for number, plan in enumerate(plans)
        ]
    except (msgspec.ValidationError, BadSetup) as problem:
        raise BadSetup(f"{what}: {problem}") from problem
    return Study(file.name, file.title, tuple(dict.fromkeys(file.rows)), tuple(seeded))


def _plans(given: Setups) -> list[Plan]:
    scenarios = given.scenario if isinstance(given.scenario, list) else [given.scenario]
    seats = given.seats if isinstance(given.seats, list) else [given.seats]
    together = [option for option in given.options if isinstance(option, str)]
    lists = [options for options in given.options if not isinstance(options, str)]
    if together and lists:
        raise BadSetup("options are either names, or lists of names to compare, not both")
    options = lists or [together]
    return [
        Plan(given.game, scenario, given.players, tuple(chosen), seated, given.games)
        for scenario, chosen, seated in product(scenarios, options, seats)
    ]
