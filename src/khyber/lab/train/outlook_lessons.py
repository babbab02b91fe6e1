"""Games from which an outlook is learned: positions of a taught bot's seat, and how they ended."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.agents.strong.policy import Policy
from khyber.agents.strong.shipped import networks
from khyber.agents.strong.taught import Taught
from khyber.agents.strong.worth import final_shares
from khyber.api import new
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import BadSetup
from khyber.engine.features import Encoder
from khyber.engine.game import Game
from khyber.engine.optional import Bots, Evaluation, Turns
from khyber.lab.train.practice import opponent

#: Share of games in which the seat strays, for how many steps, and the step by which it has stopped. Only later
#: positions are kept: they show what the taught bot makes of them.
STRAYED: Final = 0.75
SPELL: Final = 12
LATEST: Final = 180
#: Shares of these steps whose choices are drawn by preference, and that begin with up to this many random choices.
DRAWN: Final = 0.5
ASTRAY: Final = 0.25
LONGEST: Final = 3
#: Share of the positions that are kept beside those after a turn of the seat: neighbours are too alike to teach more.
KEPT: Final = 0.12


@dataclass(frozen=True, slots=True)
class OutlookLesson:
    """A run of games: seeds from `first`; the seats take turns at being taught."""

    game: str
    first: int
    count: int
    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / f"{self.first:09}.npz"


@dataclass(frozen=True, slots=True)
class Played:
    """Some positions of a game, the place of the taught seat, its share of the victory and its margin."""

    positions: list[bytes]
    seat: int
    share: float
    margin: int


def taught_game(name: str) -> tuple[Game[Any], Policy[Any], Encoder]:
    """Return a game with its policy and what an outlook reads. Raises BadSetup if it has none."""
    game = find_game(name)
    fields, policy = Evaluation.of(game).map_fields(), networks(game).policy
    if fields is None or policy is None:
        raise BadSetup(f"{name} has no taught bot, or no map that an outlook reads")
    return game, policy, Encoder(fields.every)


def hold(lesson: OutlookLesson) -> Path:
    """Play the games and write the file; a file that exists is kept."""
    if lesson.file.exists():
        return lesson.file
    game, policy, encoder = taught_game(lesson.game)
    lesson.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(lesson.first, lesson.first + lesson.count)
    games = [(seed, play(game, policy, encoder, seed)) for seed in seeds]
    rows = [(position, one, seed) for seed, one in games for position in one.positions]
    made = lesson.file.with_suffix(".part")
    with made.open("wb") as file:
        np.savez_compressed(
            file,
            positions=np.frombuffer(b"".join(row[0] for row in rows), np.uint8).reshape(len(rows), encoder.size),
            seats=np.array([row[1].seat for row in rows], np.int8),
            shares=np.array([row[1].share for row in rows], np.float32),
            margins=np.array([row[1].margin for row in rows], np.int16),
            games=np.array([row[2] for row in rows], np.int64),
        )
    made.replace(lesson.file)
    return lesson.file


def play(game: Game[Any], policy: Policy[Any], encoder: Encoder, seed: int) -> Played:
    """Play one game against bots."""
    source = random.Random(stream("outlook", game.id, seed))
    place = seed % len(game.seats)
    seat, turns = game.seats[place], Turns.of(game)
    table = new(game.id, scenario=source.choice(game.scenarios), seed=seed, seats=Bots.of(game).bots[0])
    others = {who: Bot[Any](opponent(game, who, source, offered=False)) for who in game.seats}
    own, back = Taught(policy, seat), source.randrange(LATEST) if source.random() < STRAYED else 0
    positions, step, before, way, astray = list[bytes](), -1, "", 1.0, 0
    while (decision := table.decision) is not None:
        if len(table.steps) != step:
            step, now = len(table.steps), turns.whose_turn(table.state)
            way = source.random() if back - SPELL <= step < back else 1.0
            astray = source.randint(1, LONGEST) if way < ASTRAY else 0
            is_kept = (before == seat and now != seat) or source.random() < KEPT
            if step >= back and not table.since and is_kept:
                positions.append(encoder.encode(table.state))
            before = now
        if decision.seat != seat:
            table.choose(others[decision.seat](Seen(table, decision)), decision.seat)
        elif len(decision.values) == 1:
            table.choose(0, seat)
        elif astray and source.random() < 0.5:
            astray -= 1
            table.choose(source.randrange(len(decision.values)), seat)
        elif way < ASTRAY + DRAWN:
            table.choose(own.draw(Seen(table, decision), source), seat)
        else:
            table.choose(own(Seen(table, decision)), seat)
    assert table.outcome is not None
    return Played(positions, place, final_shares(game, table.state)[place], table.outcome.margins[seat])
