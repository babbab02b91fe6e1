"""Whole games with Non-players: in all four seats, or beside random agents in one to three; printings may mix."""

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

BOT, BOT_2ND = "bot:3rd", "bot:2nd"
#: From this index on, random agents sit in some seats.
MIXED = 1_000
#: From this index on, Non-players of both printings sit beside each other, with a random agent now and then.
BOTH = 2_000


class Invariants(Observer):
    """Every checkpoint is a position that can be."""

    name = "invariants"

    def __init__(self) -> None:
        self._steps = 0

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        if len(table.steps) != self._steps:
            self._steps = len(table.steps)
            table.game.check(table.game.state_type.unpack(table.steps[-1].after))


def seats_of(index: int, bot: str = BOT) -> dict[str, str]:
    """Who sits where in the game of that index."""
    seats = dict.fromkeys(SEATS, bot)
    if index >= BOTH:
        source = random.Random(stream("both", index))
        for seat in source.sample(SEATS, source.randint(1, 3)):
            seats[seat] = BOT if bot == BOT_2ND else BOT_2ND
        if index % 3 == 0:
            seats[source.choice(SEATS)] = RANDOM
    elif index >= MIXED:
        source = random.Random(stream("mixed", index))
        for seat in source.sample(SEATS, source.randint(1, 3)):
            seats[seat] = RANDOM
    return seats


def game_of_bots(index: int, bot: str = BOT) -> Played:
    """The game of that index, played out."""
    scenario = list(SCENARIOS)[index % len(SCENARIOS)]
    seats = seats_of(index, bot)
    options = ["players-limited"] if index >= MIXED and index % 5 == 0 and RANDOM in seats.values() else []
    if bot == BOT_2ND and index % 2:
        options.append("victory-2nd")
    plan = Plan("distant-plain", scenario=scenario, options=tuple(options), seats=seats, seed=stream("bots", index))
    return replace(play_game(plan, 0, (*usual(plan.game), Invariants)), index=index)
