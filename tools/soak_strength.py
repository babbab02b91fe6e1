"""Part of the soak: how strong the agent that searches is, by arena and seat, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

from tools.resumable import State, chunked

#: Games for each seat of the first arena; the others play a share of them.
STRENGTH_GAMES = 60
FIRST_SEED = 170_000
AGENT = "agent:strong"


@dataclass(frozen=True, slots=True)
class Arena:
    """Who the agent meets, and what it must reach: the share of games won, or the mean margin."""

    id: str
    title: str
    game: str
    scenario: str
    opponent: str
    #: The least for each seat.
    bars: dict[str, float]
    #: Games for each seat, as a share of the first arena's.
    share: float = 1.0
    #: The least mean over the seats.
    mean: float = 0.0
    by_margin: bool = False

    def games(self, count: int) -> int:
        return max(1, round(count * self.share))


ARENAS = (
    Arena(
        "players",
        "A Distant Plain, Short, against three agent:3rd",
        "distant-plain",
        "short",
        "agent:3rd",
        {"taliban": 0.90, "government": 0.65, "coalition": 0.45, "warlords": 0.50},
    ),
    Arena(
        "non-players",
        "A Distant Plain, Short, against three Non-players (bot:3rd)",
        "distant-plain",
        "short",
        "bot:3rd",
        dict.fromkeys(("coalition", "government", "taliban", "warlords"), 0.15),
        share=2 / 3,
        mean=0.35,
    ),
    Arena(
        "main",
        "A Distant Plain, main scenario, against three agent:3rd",
        "distant-plain",
        "main",
        "agent:3rd",
        {},
        share=1 / 5,
    ),
    Arena(
        "zurmat",
        "Zurmat, against bot:standard",
        "zurmat",
        "standard",
        "bot:standard",
        dict.fromkeys(("coalition", "taliban"), 0.75),
        share=10 / 3,
    ),
    Arena(
        "campaigns",
        "Enduring Freedom, mean NetWar Points",
        "enduring-freedom",
        "",
        "bot:standard",
        {"coalition": 85.0},
        share=5 / 3,
        by_margin=True,
    ),
)


def play_games(arena: Arena, seat: str, start: int, stop: int) -> State:
    """Play games with the agent in the seat; return how many it won, and its margins."""
    import khyber
    from khyber.catalogue import game as find_game

    seats = {who: AGENT if who == seat else arena.opponent for who in find_game(arena.game).seats}
    won, margins = 0, list[int]()
    for index in range(start, stop):
        table = khyber.play(arena.game, scenario=arena.scenario or None, seed=FIRST_SEED + index, seats=seats)
        assert table.outcome is not None
        won += seat in table.outcome.winner.split("+")
        margins.append(table.outcome.margins[seat])
    return {"won": won, "margins": margins}


@dataclass(frozen=True, slots=True)
class Result:
    """What the agent reached in one seat of an arena."""

    arena: Arena
    seat: str
    won: int
    margins: list[int]

    @property
    def reached(self) -> float:
        games = len(self.margins)
        return sum(self.margins) / games if self.arena.by_margin else self.won / games

    @property
    def passed(self) -> bool:
        return self.reached >= self.arena.bars.get(self.seat, 0.0)

    def row(self) -> str:
        from khyber.lab.summary import wilson

        low, high = wilson(self.won, len(self.margins))
        between = "" if self.arena.by_margin else f"{low:.0%} to {high:.0%}"
        bar = self.arena.bars.get(self.seat)
        return _row(self.arena, self.seat, len(self.margins), self.reached, between, bar)


def _row(arena: Arena, seat: str, games: int | str, reached: float, between: str, bar: float | None) -> str:
    form = ".1f" if arena.by_margin else ".0%"
    verdict = "" if bar is None else "reached" if reached >= bar else "missed"
    wanted = "" if bar is None else format(bar, form)
    return f"| {arena.title} | {seat} | {games} | {reached:{form}} | {between} | {wanted} | {verdict} |"


def play_arena(arena: Arena, games: int, jobs: int) -> list[Result]:
    """Play the agent in every seat."""
    from khyber.catalogue import game as find_game

    found = []
    for seat in find_game(arena.game).seats:
        edges = list(range(arena.games(games) + 1))
        chunks = chunked(f"strength-{arena.id}-{seat}", partial(play_games, arena, seat), edges, jobs)
        margins = [margin for chunk in chunks for margin in cast(list[int], chunk["margins"])]
        found.append(Result(arena, seat, sum(cast(int, chunk["won"]) for chunk in chunks), margins))
    return found


def strength(games: int, jobs: int) -> tuple[list[str], bool]:
    """Seat the agent among the bots, in every arena and seat."""
    lines = [
        f"`{AGENT}` (2 seconds for a turn, one core) in one seat; shares of games won with 95% intervals (Wilson). The "
        f"seeds begin at {FIRST_SEED:,}.",
        "",
        "| Arena | Seat | Games | Result | Interval | Bar | |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    passed = True
    for arena in ARENAS:
        found = play_arena(arena, games, jobs)
        lines += [one.row() for one in found]
        mean = sum(one.reached for one in found) / len(found)
        if arena.mean:
            lines.append(_row(arena, "mean", "", mean, "", arena.mean))
        passed = passed and mean >= arena.mean and all(one.passed for one in found)
    return lines, passed
