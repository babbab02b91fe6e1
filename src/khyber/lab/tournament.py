"""Tournaments: agents against each other in all seats of many games; resumable after any game.

Games come in rounds. In a round, every entry takes every seat of one seating once, with the same deck and dice, so that
after whole rounds all entries have had the same seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from pathlib import Path
from typing import cast

from khyber.agents.driver import MAX_DECISIONS
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup
from khyber.lab.observers import Ending, MakeObserver
from khyber.lab.simulate import Plan, Played, RowKeeper, keep_failure, play_game, play_many

FORMAT = "khyber-tournament/1"
WATCHING: tuple[MakeObserver, ...] = (Ending,)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The entries, the scenarios, and how the entries are seated."""

    game: str
    entries: tuple[str, ...]
    games: int = 100
    scenarios: tuple[str, ...] = ("short",)
    options: tuple[str, ...] = ()
    seed: int = 0
    #: Seat each entry alone among others of one kind, instead of every mixture.
    lone: bool = False
    most: int = MAX_DECISIONS

    def checked(self) -> Tournament:
        """Return this tournament if it can be played. Raises BadSetup."""
        if len(self.entries) < 2 or len(set(self.entries)) < len(self.entries):
            raise BadSetup("a tournament needs two entries or more, all different, as in bot:2nd,bot:3rd")
        if not self.scenarios:
            raise BadSetup("a tournament needs a scenario")
        for index in range(len(self.ways()) * len(self.scenarios) * len(self.entries)):
            self.plan(index).checked()
        return self

    def ways(self) -> list[tuple[int, ...]]:
        """Return the seatings, as entry numbers by seat, one per round; its other games shift them.

        >>> from khyber.catalogue import DEFAULT
        >>> Tournament(DEFAULT, ("a", "b"), lone=True).ways()
        [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
        """
        n, seats = len(self.entries), len(find_game(self.game).seats)
        if self.lone:
            return [tuple(by * (seat == at) for seat in range(seats)) for by in range(1, n) for at in range(seats)]
        return [(0, *rest) for rest in product(range(n), repeat=seats - 1) if any(rest)]

    def seating(self, index: int) -> dict[str, str]:
        """Return the agent of each seat in a game."""
        n = len(self.entries)
        ways = self.ways()
        way = ways[index // n // len(self.scenarios) % len(ways)]
        return {
            seat: self.entries[(entry + index) % n] for seat, entry in zip(find_game(self.game).seats, way, strict=True)
        }

    def plan(self, index: int) -> Plan:
        """Return the plan of a game. Games of a round share a seed."""
        return Plan(
            self.game,
            self.scenario(index),
            None,
            self.options,
            self.seating(index),
            1,
            stream(self.seed, "round", index // len(self.entries)),
            self.most,
        )

    def scenario(self, index: int) -> str:
        """Return the scenario of a game."""
        return self.scenarios[index // len(self.entries) % len(self.scenarios)]

    def played(self, index: int, observers: Sequence[MakeObserver] | None = WATCHING) -> Played:
        return replace(play_game(self.plan(index), 0, observers), index=index)

    def about(self) -> dict[str, object]:
        """Return what a results file must agree with; the number of games may grow."""
        found = find_game(self.game)
        fields = asdict(self)
        del fields["games"]
        return {"format": FORMAT, **fields, "rules": found.rules_version, "data": found.digest()}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game: winner, seats and margins, or its error."""

    index: int
    winner: str = ""
    ending: str = ""
    margins: Mapping[str, int] | None = None
    error: str = ""


# -- the file -----------------------------------------------------------------------------------------


#: Maximum size of a file of results in bytes: a million games.
MAX_BYTES = 1 << 27
_FIELDS = frozenset(field.name for field in fields(Result))


class Kept:
    """The results so far, a line each in a file; the first line identifies the tournament."""

    def __init__(self, tournament: Tournament, path: Path) -> None:
        self._path = path
        self.results: dict[int, Result] = {}
        about = json.loads(json.dumps(tournament.about()))
        if path.exists() and not path.is_file():
            raise BadSetup(f"{path} is not a file; name another one for the results")
        if not path.exists() or not path.stat().st_size:
            path.write_text(json.dumps(about) + "\n", encoding="utf-8")
            return
        if path.stat().st_size > MAX_BYTES:
            raise BadSetup(f"{path} has more than {MAX_BYTES:,} bytes; name another file for the results")
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        if _read(lines[0]) != about:
            raise BadSetup(f"{path} has results of another tournament; name another file, or delete it")
        for line in lines[1:]:
            found = _read(line) if line.endswith("\n") else None
            if isinstance(found, dict) and isinstance(found.get("index"), int) and found.keys() <= _FIELDS:
                self.results[found["index"]] = Result(**found)
        if not lines[-1].endswith("\n"):  # the run was killed while writing: play that game again
            path.write_text("".join(lines[:-1]), encoding="utf-8")

    def keep(self, result: Result) -> None:
        self.results[result.index] = result
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def result_of(played: Played) -> Result:
    if played.error:
        return Result(played.index, error=played.error)
    ending = played.figures[Ending.name]
    return Result(played.index, str(ending["winner"]), str(ending["ending"]), cast(dict[str, int], ending["margins"]))


# -- playing ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Standing:
    """A tournament and its results so far."""

    tournament: Tournament
    results: list[Result]
    stopped: bool = False

    @property
    def finished(self) -> list[Result]:
        return [result for result in self.results if not result.error]

    @property
    def failed(self) -> list[Result]:
        return [result for result in self.results if result.error]


def compete(
    tournament: Tournament,
    file: Path,
    errors: Path,
    jobs: int = 1,
    done: Callable[[int], None] | None = None,
    rows: RowKeeper | None = None,
) -> Standing:
    """Play the games missing from the file or from the rows, calling `done` with the count.

    An interrupt keeps results and rows.
    """
    tournament = tournament.checked()
    kept = Kept(tournament, file)
    missing = (index for index in range(tournament.games) if index not in kept.results or (rows and rows.wants(index)))
    left = list(missing)
    progress = done or (lambda n: None)
    progress(tournament.games - len(left))
    stopped = False
    try:
        for played in play_many(tournament, left, jobs, WATCHING if rows is None else rows.observers):
            if played.error:
                keep_failure(played, errors, tournament.game, tournament.seed)
            if rows is not None:
                rows.keep(played)
            if played.index not in kept.results:
                kept.keep(result_of(played))
            progress(1)
    except KeyboardInterrupt:
        stopped = True
    if rows is not None:
        rows.finish()
    return Standing(tournament, [kept.results[n] for n in sorted(kept.results) if n < tournament.games], stopped)


# -- counting -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Games, wins and margins of one cell."""

    games: int = 0
    wins: int = 0
    margin: int = 0

    def count(self, won: bool, margin: int) -> None:
        self.games += 1
        self.wins += won
        self.margin += margin


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry in one seat of one scenario, and the agent of the others if they were all alike."""

    scenario: str
    seat: str
    entry: str
    others: str


def sittings(standing: Standing) -> Iterator[tuple[Cell, bool, int]]:
    """Yield every seat of every game: its cell, whether it won, and its margin."""
    tournament = standing.tournament
    for result in standing.finished:
        scenario, seats = tournament.scenario(result.index), tournament.seating(result.index)
        for seat, entry in seats.items():
            others = {agent for other, agent in seats.items() if other != seat}
            yield (
                Cell(scenario, seat, entry, others.pop() if len(others) == 1 else ""),
                seat in result.winner.split("+"),
                (result.margins or {}).get(seat, 0),
            )


def tallied(standing: Standing, key: Callable[[Cell], tuple[str, ...] | None]) -> dict[tuple[str, ...], Tally]:
    """Count sittings by the key of their cells; those with key None are left out."""
    found: dict[tuple[str, ...], Tally] = {}
    for cell, won, margin in sittings(standing):
        name = key(cell)
        if name is not None:
            found.setdefault(name, Tally()).count(won, margin)
    return dict(sorted(found.items()))


def by_entry(cell: Cell) -> tuple[str, ...]:
    return (cell.entry,)


def by_seat(cell: Cell) -> tuple[str, ...]:
    return (cell.scenario, cell.seat, cell.entry)


def by_lone_seat(cell: Cell) -> tuple[str, ...] | None:
    """Return the key of an entry that sits alone among entries of another kind."""
    return (cell.scenario, cell.seat, cell.entry, cell.others) if cell.others and cell.others != cell.entry else None
