"""Short lines of play that together ask every question of Zurmat, found in random games."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from khyber.games.zurmat.text import catalogue
from tests.zurmat.tables import asked, new

#: Random games that are looked through, and choices of a line at most.
GAMES: Final = 40
LONGEST: Final = 8
#: What opening a table costs, in choices.
OPENING: Final = 3


class Choice(NamedTuple):
    ask: str
    key: str


class Line(NamedTuple):
    """The record of a table, and the choices to make there."""

    record: str
    choices: tuple[Choice, ...]


def random_game(seed: int, stop: int = -1) -> tuple[Table[State], list[Choice]]:
    """Play a game at random, to the end or up to a number of choices; return it and the choices."""
    playing, source, made = new(seed), random.Random(seed), list[Choice]()
    while playing.decision is not None and len(made) != stop:
        decision = asked(playing)
        made.append(Choice(decision.ask, source.choice(decision.options.keys())))
        playing.choose(made[-1].key)
    return playing, made


def questions() -> set[str]:
    """Every question of the game, by its key."""
    keys = catalogue("en").keys()
    return {key.removeprefix("ask.") for key in keys if key.startswith("ask.")}


def every_question() -> list[Line]:
    """Return lines in which every question is asked, each chosen for what it adds."""
    games = {seed: random_game(seed)[1] for seed in range(1, GAMES + 1)}
    left, lines = questions(), list[Line]()
    while left:
        best, where = 0.0, (0, 0, 0)
        for seed, made in games.items():
            for start, first in enumerate(made):
                if first.ask in left:
                    for stop in range(start + 1, min(start + LONGEST, len(made)) + 1):
                        worth = len({ask for ask, _ in made[start:stop]} & left) / (OPENING + stop - start)
                        if worth > best:
                            best, where = worth, (seed, start, stop)
        assert best, f"never asked: {left}"
        seed, start, stop = where
        lines.append(Line(random_game(seed, start)[0].save(), tuple(games[seed][start:stop])))
        left -= {ask for ask, _ in games[seed][start:stop]}
    return lines
