"""Parts of the soak: how strong the agents that search are, by arena and seat, with confidence intervals.

Several machines can share an arena: what one of them kept in .soak/ is taken over by `tools.soak --take FOLDER`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import cast

from tools.soak.resumable import Kept, State, chunked, play_of, sources

FIRST_SEED = 170_000
STRONG = "agent:strong"
QUICK = "agent:quick"
FACTIONS = ("coalition", "government", "taliban", "warlords")
#: Half of a 95% interval, in standard errors.
HALF_95 = 1.96


@dataclass(frozen=True, slots=True)
class Arena:
    """Who the agent meets, and what it must reach: the share of games won, or the mean margin."""

    id: str
    title: str
    game: str
    seats: tuple[str, ...]
    opponent: str
    #: Games for each seat.
    games: int
    scenario: str = ""
    agent: str = STRONG
    #: The least for each seat, and for the mean over the seats.
    bars: float | tuple[float, ...] = 0.0
    mean: float = 0.0
    by_margin: bool = False
    #: The bot whose place the agent takes: it plays the same games as a yardstick.
    yardstick: str = ""
    #: Every seat must do better than the yardstick.
    must_be_better: bool = False
    #: The arena in which no seat's lead over the yardstick may be clearly larger.
    like: str = ""

    def bar(self, seat: str) -> float:
        return self.bars[self.seats.index(seat)] if isinstance(self.bars, tuple) else self.bars


PLAYERS = Arena(
    "players",
    "A Distant Plain, Short, against three agent:3rd",
    "distant-plain",
    FACTIONS,
    "agent:3rd",
    60,
    "short",
    bars=(0.45, 0.65, 0.90, 0.50),
    yardstick="agent:3rd",
)
ARENAS = (
    PLAYERS,
    Arena(
        "non-players",
        "A Distant Plain, Short, against three Non-players (bot:3rd)",
        "distant-plain",
        FACTIONS,
        "bot:3rd",
        40,
        "short",
        bars=0.15,
        mean=0.35,
        yardstick="agent:3rd",
    ),
    Arena(
        "main",
        "A Distant Plain, main scenario, against three agent:3rd",
        "distant-plain",
        FACTIONS,
        "agent:3rd",
        12,
        "main",
        yardstick="agent:3rd",
        like="players",
    ),
    Arena("zurmat", "Zurmat, against bot:standard", "zurmat", ("coalition", "taliban"), "bot:standard", 200, bars=0.75),
    Arena(
        "campaigns",
        "Enduring Freedom, mean NetWar Points",
        "enduring-freedom",
        ("coalition",),
        "bot:standard",
        100,
        bars=85.0,
        by_margin=True,
        yardstick="bot:standard",
    ),
    Arena(
        "quick",
        "A Distant Plain, Short, 0.3 seconds a turn, against three agent:3rd",
        "distant-plain",
        FACTIONS,
        "agent:3rd",
        40,
        "short",
        agent=QUICK,
        yardstick="agent:3rd",
        must_be_better=True,
    ),
    Arena(
        "quick-campaigns",
        "Enduring Freedom, 0.3 seconds a turn, mean NetWar Points",
        "enduring-freedom",
        ("coalition",),
        "bot:standard",
        100,
        agent=QUICK,
        by_margin=True,
        yardstick="bot:standard",
        must_be_better=True,
    ),
    Arena(
        "quick-zurmat",
        "Zurmat, 0.3 seconds a turn, against bot:standard",
        "zurmat",
        ("coalition", "taliban"),
        "bot:standard",
        60,
        agent=QUICK,
        yardstick="bot:standard",
        must_be_better=True,
    ),
)


def play_games(arena: Arena, seat: str, agent: str, start: int, stop: int) -> State:
    """Play games with the agent in the seat; return how many it won, and its margins."""
    import khyber

    seats = {who: agent if who == seat else arena.opponent for who in arena.seats}
    won, margins = 0, list[int]()
    for index in range(start, stop):
        table = khyber.play(arena.game, scenario=arena.scenario or None, seed=FIRST_SEED + index, seats=seats)
        assert table.outcome is not None
        won += seat in table.outcome.winner.split("+")
        margins.append(table.outcome.margins[seat])
    return {"won": won, "margins": margins}


def about(arena: Arena, agent: str) -> tuple[str, ...]:
    """Return what a result is of, beside the sources: another opponent or seed makes it another one."""
    return agent, arena.opponent, arena.scenario, str(FIRST_SEED)


def kept_as(arena: Arena, seat: str, agent: str) -> str:
    return f"strength-{arena.id}-{seat}{'' if agent == arena.agent else '-yardstick'}"


@dataclass(frozen=True, slots=True)
class Result:
    """What an agent reached in one seat of an arena."""

    arena: Arena
    seat: str
    won: int
    margins: list[int]

    @property
    def reached(self) -> float:
        return sum(self.margins) / len(self.margins) if self.arena.by_margin else self.won / len(self.margins)

    @property
    def error(self) -> float:
        """The standard error of what was reached."""
        count = len(self.margins)
        if self.arena.by_margin:
            return sqrt(sum((one - self.reached) ** 2 for one in self.margins) / max(1, count - 1) / count)
        share = (self.won + 1) / (count + 2)
        return sqrt(share * (1 - share) / count)

    def interval(self) -> tuple[float, float]:
        from khyber.lab.summary import wilson

        if self.arena.by_margin:
            return self.reached - HALF_95 * self.error, self.reached + HALF_95 * self.error
        return wilson(self.won, len(self.margins))


def play_seat(arena: Arena, seat: str, agent: str, jobs: int) -> Result:
    """Play the games of a seat that are left."""
    work = partial(play_games, arena, seat, agent)
    name, of = kept_as(arena, seat, agent), play_of(arena.game)
    chunks = chunked(name, work, range(arena.games + 1), jobs, *about(arena, agent), of=of)
    margins = [margin for chunk in chunks for margin in cast(list[int], chunk["margins"])]
    return Result(arena, seat, sum(cast(int, chunk["won"]) for chunk in chunks), margins)


def take(folder: Path) -> int:
    """Take over the games that another machine played with the same agents; return how many are new."""
    kept = {
        kept_as(arena, seat, agent): Kept(kept_as(arena, seat, agent), *about(arena, agent), of=play_of(arena.game))
        for arena in ARENAS
        for seat in arena.seats
        for agent in (arena.agent, arena.yardstick or arena.agent)
    }
    return sum(one.take(folder) for one in kept.values())


def lead(own: Result, yardstick: Result) -> tuple[float, float]:
    """Return how far the agent is ahead of the yardstick, and the standard error."""
    return own.reached - yardstick.reached, sqrt(own.error**2 + yardstick.error**2)


def clearly_weaker(own: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return whether the 95% interval of a lead lies below that of another."""
    return own[0] + HALF_95 * own[1] < other[0] - HALF_95 * other[1]


def strength(arena: Arena) -> Callable[[int, int], tuple[list[str], bool]]:
    """Return the part that plays an arena."""

    def part(_: int, jobs: int) -> tuple[list[str], bool]:
        form = ".1f" if arena.by_margin else ".0%"
        lines = [
            f"{arena.title}: `{arena.agent}`, one core for each game, seeds from {FIRST_SEED:,}; 95% intervals. "
            + (f"`{arena.yardstick}` plays the same games in its place. " if arena.yardstick else "")
            + f"Digest of engine, games and agents: {sources(play_of(arena.game))}.",
            "",
            "| Seat | Games | Result | Interval | In its place | Bar | |",
            "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
        ]
        passed, reached = True, list[float]()
        for seat in arena.seats:
            own = play_seat(arena, seat, arena.agent, jobs)
            other = play_seat(arena, seat, arena.yardstick, jobs) if arena.yardstick else None
            low, high = own.interval()
            good = own.reached >= arena.bar(seat)
            if other is not None and arena.must_be_better:
                good = good and own.reached > other.reached
            if other is not None and arena.like:
                usual = next(one for one in ARENAS if one.id == arena.like)
                model = lead(play_seat(usual, seat, usual.agent, jobs), play_seat(usual, seat, usual.yardstick, jobs))
                good = good and not clearly_weaker(lead(own, other), model)
            yard = "" if other is None else format(other.reached, form)
            bar = format(arena.bar(seat), form) if arena.bar(seat) else "better" if arena.must_be_better else ""
            between = f"{low:{form}} to {high:{form}}"
            verdict = "reached" if good else "missed"
            lines.append(
                f"| {seat} | {len(own.margins)} | {own.reached:{form}} | {between} | {yard} | {bar} | {verdict} |"
            )
            passed, reached = passed and good, [*reached, own.reached]
        if arena.mean:
            mean = sum(reached) / len(reached)
            passed = passed and mean >= arena.mean
            lines.append(
                f"| mean | | {mean:.1%} | | | {arena.mean:.0%} | {'reached' if mean >= arena.mean else 'missed'} |"
            )
        return lines, passed

    return part


PARTS = {f"strength-{arena.id}": strength(arena) for arena in ARENAS}
