"""Whole games with Non-players: in all four seats, or beside random agents in one to three."""

from __future__ import annotations

import random
from dataclasses import replace

from khyber.agents.driver import RANDOM
from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Option
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SCENARIOS, SEATS
from khyber.lab.observers import Observer
from khyber.lab.simulate import Plan, Played, play_game, usual

GAME = "distant-plain"
BOT = "bot:3rd"
#: From this index on, random agents sit in some seats.
MIXED = 1_000


class Invariants(Observer):
    """Every checkpoint is a position that can be."""

    name = "invariants"

    def __init__(self) -> None:
        self._steps = 0

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        if len(table.steps) != self._steps:
            self._steps = len(table.steps)
            table.game.check(table.state)


def seats_of(index: int) -> dict[str, str]:
    """Who sits where in the game of that index."""
    seats = dict.fromkeys(SEATS, BOT)
    if index >= MIXED:
        source = random.Random(stream("mixed", index))
        for seat in source.sample(SEATS, source.randint(1, 3)):
            seats[seat] = RANDOM
    return seats


def game_of_bots(index: int) -> Played:
    """The game of that index, played out."""
    scenario = list(SCENARIOS)[index % len(SCENARIOS)]
    options = ("players-limited",) if index >= MIXED and index % 5 == 0 else ()
    plan = Plan(GAME, scenario=scenario, options=options, seats=seats_of(index), seed=stream("bots", index))
    return replace(play_game(plan, 0, (*usual(GAME), Invariants)), index=index)
