"""Finds puzzles: positions of bots' games where one turn is far better than the rest, checked by a second search."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from khyber import api
from khyber.agents.agent import Agent, Seen
from khyber.agents.analysis.solving import worth_in_puzzles
from khyber.agents.analysis.weighing import Weighed, best_of_ideas, idea, weigh
from khyber.agents.bot import player_name
from khyber.agents.driver import agent_named
from khyber.agents.strong.lines import Line
from khyber.agents.strong.search import FIRST_WORLDS, Search
from khyber.agents.strong.thinking import Thinking
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.errors import Error
from khyber.engine.optional import Bots, Evaluation, Turns
from khyber.engine.table import Table
from khyber.lab.key_choices import best_without, compared, keyed_turn, late_positions

#: The least chance for a puzzle, now and after the solution, and the most now: nothing helps where all is lost or won.
LEAST: Final = 0.1
MOST: Final = 0.92
#: Worlds of the second search, and of the comparison that decides.
WORLDS: Final = 12
CHECKED: Final = 48
#: Worlds of the last check, and the salt that makes them new.
CONFIRMED: Final = 64
CONFIRMING: Final = 4
#: Turns without the key choice that a puzzle keeps.
OTHERS: Final = 3
#: The best lines of each idea that are compared in the end.
LINES: Final = 2
#: Share of a game's decisions that are looked at.
SHARE: Final = 0.25


@dataclass(frozen=True, slots=True)
class Alternative:
    """A turn that begins with another choice, and its value."""

    line: list[str]
    value: float


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle: a position, the seat to play, its best turn, and the best turns that begin differently."""

    game: str
    #: Where it comes from: the seed, the agents, and the number of steps played.
    scenario: str
    seed: int
    agents: str
    step: int
    seat: str
    position: str
    solution: list[str]
    value: float
    #: The value of the turn that the game's own bot plays, and whether it begins like the solution.
    bot: float
    bot_begins: bool
    others: list[Alternative]
    worlds: int
    #: The choice without which turns are far worse; "" if it is the first one.
    key: str = ""

    @property
    def gap(self) -> float:
        return self.value - self.others[0].value


def seated(game: str) -> str:
    """Return who plays the games: the game's bot, in players' seats where it has Non-players."""
    bots = Bots.of(find_game(game))
    return player_name(bots.bots[0]) if bots.non_player_bots else bots.bots[0]


def table_of(game: str, seed: int, index: int) -> Table[Any]:
    """Return the table of a game in which puzzles are looked for; the scenarios take turns."""
    scenarios = find_game(game).scenarios
    return api.new(
        game, scenario=scenarios[index % len(scenarios)], seed=stream(seed, "puzzles", index), seats=seated(game)
    )


def puzzles_in(game: str, seed: int, index: int, share: float = SHARE, until: float = inf) -> Iterator[Found]:
    """Play one game and yield its puzzles, at most one for each seat; stop at this time by the clock."""
    table = table_of(game, seed, index)
    source = random.Random(stream(seed, "positions", index))
    agents: dict[str, Agent[Any]] = {}
    for seat in table.game.seats:
        agent = agent_named(table.seats[seat], table.game)
        assert agent is not None
        agents[seat] = agent
    found: set[str] = set()
    if Evaluation[Any].of(table.game).puzzle_horizon:
        positions, look = late_positions(table, agents, source), keyed_puzzle_at
    else:
        positions, look = _positions(table, agents), puzzle_at
    for position in positions:
        assert position.decision is not None
        seat = position.decision.seat
        if time.time() > until or seat in found or source.random() >= share:
            continue
        if (puzzle := look(position, seat, until)) is not None:
            found.add(seat)
            yield puzzle


def _positions(table: Table[Any], agents: dict[str, Agent[Any]]) -> Iterator[Table[Any]]:
    """Play a game and yield the table at the beginning of each step with a choice of three options or more."""
    seen = -1
    while (decision := table.decision) is not None:
        if len(table.steps) != seen and not table.since and len(decision.values) > 2:
            seen = len(table.steps)
            yield table
        table.choose(agents[decision.seat](Seen(table, decision)), decision.seat)


def puzzle_at(table: Table[Any], seat: str, until: float = inf) -> Found | None:
    """Return the puzzle of this position; None unless one turn is far better in both searches and in new worlds.

    Where turns are planned as a whole, only those count: what a set-up leads to lies beyond the horizon of a search.
    """
    gap = Evaluation[Any].of(table.game).puzzle_gap
    if Evaluation[Any].of(table.game).plans_turns and Turns[Any].of(table.game).whose_turn(table.state) != seat:
        return None
    if not LEAST <= Evaluation[Any].of(table.game).winning_chance(table.state, seat) <= MOST:
        return None
    worth = worth_in_puzzles(table.game)
    try:
        first = Search(table, seat, Thinking(worlds=FIRST_WORLDS), worth=worth).best()
        if _gap(best_of_ideas(first, 1), {one.line: one.value for one in first}) < gap or time.time() > until:
            return None
        second = Search(table, seat, Thinking(worlds=WORLDS), worth=worth, salt=1).best()
        if idea(second[0].line) != idea(first[0].line) or time.time() > until:
            return None
        third = Search(table, seat, Thinking(worlds=CHECKED), worth=worth, salt=2)
        own = [one.line for one in first if one.origin in Bots.of(table.game).bots][:1]
        lines = list(dict.fromkeys([*best_of_ideas(first, LINES), *best_of_ideas(second, LINES), *own]))
        weighed = weigh(third, seat, lines, range(CHECKED))
    except Error:
        return None  # no world could be imagined
    return _checked(table, seat, weighed, own[0] if own else (), gap)


def keyed_puzzle_at(table: Table[Any], seat: str, until: float = inf) -> Found | None:
    """Return the puzzle of this position; None unless turns without one choice are far worse, in new worlds too."""
    gap = Evaluation[Any].of(table.game).puzzle_gap
    try:
        keyed = keyed_turn(table, seat, gap, lambda: time.time() > until)
        if keyed is None or time.time() > until:
            return None
        weighed = compared(table, seat, keyed, CHECKED)
    except Error:
        return None  # no world could be imagined
    best = next(one for one in weighed if one.line == keyed.line)
    others = [one for one in weighed if keyed.key not in one.line][:OTHERS]
    bot = next(one for one in weighed if one.line == keyed.bots)
    found = _found(table, seat, best, others, bot, gap, bot_begins=keyed.key in bot.line)
    return None if found is None else replace(found, key=keyed.key)


def _gap(lines: list[Line], values: dict[Line, float]) -> float:
    """Return how much better the best idea is than the next."""
    ranked = sorted((values[line] for line in lines), reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 2 else 0.0


def _checked(table: Table[Any], seat: str, weighed: list[Weighed], own: Line, gap: float) -> Found | None:
    best = weighed[0]
    others: dict[str, Weighed] = {}
    for one in weighed:
        if idea(one.line) != idea(best.line):
            others.setdefault(idea(one.line), one)
    bot = next((one for one in weighed if one.line == own), best)
    return _found(table, seat, best, list(others.values()), bot, gap, bot_begins=idea(bot.line) == idea(best.line))


def _found(
    table: Table[Any], seat: str, best: Weighed, others: list[Weighed], bot: Weighed, gap: float, *, bot_begins: bool
) -> Found | None:
    """Return the puzzle, unless the best turn is too little better than the others."""
    if len(others) < 2 or best.value < LEAST or best.value - max(one.value for one in others) < gap:
        return None
    if min(best.above(one) for one in others) < gap / 2:
        return None
    return Found(
        table.game.id,
        table.header.setup.scenario,
        table.header.seed,
        next(iter(table.seats.values())),
        len(table.steps),
        seat,
        table.position(),
        list(best.line),
        round(best.value, 4),
        round(bot.value, 4),
        bot_begins,
        [Alternative(list(one.line), round(one.value, 4)) for one in others],
        CHECKED,
    )


def confirmed(found: Found) -> Found | None:
    """Compare the turns of a puzzle once more, in worlds that had no part in choosing them; None if the gap is gone."""
    table = api.table_at(found.game, found.position, seats=found.agents)
    solution, known = tuple(found.solution), [tuple(other.line) for other in found.others]
    if found.key:
        known += best_without(table, found.seat, solution, found.key, OTHERS)
    lines = list(dict.fromkeys([solution, *known]))
    search = Search(table, found.seat, Thinking(worlds=CONFIRMED), worth=worth_in_puzzles(table.game), salt=CONFIRMING)
    weighed = {one.line: one for one in weigh(search, found.seat, lines, range(CONFIRMED))}
    best, *others = (weighed[line] for line in lines)
    others.sort(key=lambda one: -one.value)
    gap = Evaluation[Any].of(table.game).puzzle_gap
    if best.value - others[0].value < gap or min(best.above(one) for one in others) < gap / 2:
        return None
    told = [Alternative(list(one.line), round(one.value, 4)) for one in (others[:OTHERS] if found.key else others)]
    return replace(found, value=round(best.value, 4), others=told, worlds=CONFIRMED)
