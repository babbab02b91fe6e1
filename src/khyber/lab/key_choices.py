"""Finds puzzles in turns of many choices in any order: one of them is the key, and turns without it are far worse."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from khyber.agents.agent import Agent, Seen
from khyber.agents.analysis.solving import worth_in_puzzles
from khyber.agents.analysis.weighing import Weighed, weigh
from khyber.agents.random_agent import random_agent
from khyber.agents.strong.lines import Line, play_line, stand_ins
from khyber.agents.strong.reasons import SILENT
from khyber.agents.strong.search import FIRST_WORLDS, Search
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from khyber.engine.decision import Option
from khyber.engine.optional import Bots
from khyber.engine.table import Table

#: Share of the steps that are played at random: campaigns of bots alone are won too early for a choice to matter.
WILD: Final = 0.3
#: Steps at the end of a game that are looked at. Before, dice drown the differences between turns.
LAST_STEPS: Final = 16
#: The most choices of a turn: nobody wants to make a hundred of them to solve a puzzle.
LONGEST: Final = 90
#: The least and the most that the bot's turn may promise: nothing helps where all is lost or won.
LEAST: Final = 0.1
MOST: Final = 0.9
#: A first look: worlds, and turns without a choice; then, for the few choices that matter most, more of both.
GLANCE: Final = (4, 3)
LOOK: Final = (12, 8)
FEW: Final = 3
#: Salts of the comparisons: each draws new worlds.
GLANCING, LOOKING, SEARCHING, CHECKING, DOUBTING = 5, 6, 7, 8, 9
#: Options beside the key choice that are tried when a puzzle is confirmed: in nearly all cases every one of them.
MAX_OTHERS: Final = 40


@dataclass(frozen=True, slots=True)
class Avoiding:
    """Plays as another agent does, except for one choice."""

    agent: Agent[Any]
    key: str
    source: random.Random

    def __call__(self, seen: Seen[Any]) -> Option:
        chosen = self.agent(seen)
        others = [option for option in seen.decision.options if option.key != self.key]
        return chosen if chosen.key != self.key or not others else self.source.choice(others)


@dataclass(frozen=True, slots=True)
class Keyed:
    """A turn, the choice that decides it, and how much better it was than the best turn without that choice."""

    line: Line
    key: str
    gap: float
    #: The turns without it, best first; and the bot's.
    others: list[Line]
    bots: Line = ()


def late_positions(table: Table[Any], agents: dict[str, Agent[Any]], source: random.Random) -> Iterator[Table[Any]]:
    """Play a game, some steps of it at random, and yield its last positions with a choice of three options or more."""
    found: list[Table[Any]] = []
    step, wild = -1, False
    while (decision := table.decision) is not None:
        if len(table.steps) != step:
            step, wild = len(table.steps), source.random() < WILD
            if not table.since and len(decision.values) > 2:
                found.append(table.fork())
        agent = random_agent if wild else agents[decision.seat]
        table.choose(agent(Seen(table, decision)), decision.seat)
    return iter([one for one in found if len(one.steps) >= step - LAST_STEPS])


def keyed_turn(table: Table[Any], seat: str, gap: float, is_late: Callable[[], bool]) -> Keyed | None:
    """Return the best turn and its key choice; None unless all turns without it seem to be worse by the gap."""
    worth = worth_in_puzzles(table.game)
    glance = Search(table, seat, Thinking(worlds=GLANCE[0]), worth=worth, salt=GLANCING)
    bots = _bots_turn(glance, table, seat)
    if len(bots) > LONGEST:
        return None
    (own,) = weigh(glance, seat, [bots], range(GLANCE[0]))
    if not LEAST <= own.value <= MOST or glance.played_out(bots, 0).outcome is None:
        return None
    found = _most_keyed(glance, table, seat, own, choices(bots), GLANCE, gap)
    if not found or is_late():
        return None
    best = _best_turn(table, seat, worth, bots)
    if len(best) > LONGEST:
        return None
    look = Search(table, seat, Thinking(worlds=LOOK[0]), worth=worth, salt=LOOKING)
    (own,) = weigh(look, seat, [best], range(LOOK[0]))
    keys = [one.key for one in found[:FEW] if one.key in best] or choices(best)[:FEW]
    keyed = _most_keyed(look, table, seat, own, keys, LOOK, gap)
    return replace(keyed[0], bots=bots) if keyed else None


def choices(line: Line) -> list[str]:
    """Return the choices of a line that may be its key: not those that end a selection."""
    return [key for key in dict.fromkeys(line) if key not in SILENT]


def _bots_turn(search: Search[Any], table: Table[Any], seat: str) -> Line:
    return play_line(search.world(0), seat, (), stand_ins(table, seat, Bots.of(table.game).bots[0]))


def _best_turn(table: Table[Any], seat: str, worth: Worth[Any], bots: Line) -> Line:
    search = Search(table, seat, Thinking(worlds=2 * FIRST_WORLDS), worth=worth, given=[bots], salt=SEARCHING)
    return search.best()[0].line


def _most_keyed(
    search: Search[Any],
    table: Table[Any],
    seat: str,
    own: Weighed,
    keys: Sequence[str],
    effort: tuple[int, int],
    gap: float,
) -> list[Keyed]:
    """Return the turn with each choice as its key without which all others are worse by the gap, the worst first."""
    worlds, count = effort
    found: list[Keyed] = []
    for key in keys:
        others: list[Weighed] = []
        for line in turns_without(search, table, seat, own.line, key, count):
            others += weigh(search, seat, [line], range(worlds))
            if own.value - others[-1].value < gap:
                break
        else:
            if len(others) > 1:
                others.sort(key=lambda one: -one.value)
                found.append(Keyed(own.line, key, own.value - others[0].value, [one.line for one in others]))
    return sorted(found, key=lambda one: -one.gap)


def turns_without(search: Search[Any], table: Table[Any], seat: str, line: Line, key: str, count: int) -> list[Line]:
    """Return turns that begin like the line, make another choice instead of this one, and never make it.

    The bot makes the rest. Each begins with another option; there are at most that many.
    """
    before = line[: line.index(key)]
    agents = stand_ins(table, seat, Bots.of(table.game).bots[0])
    own = agents[seat]
    found: dict[Line, None] = {}
    for number, instead in enumerate(_others(search.world(0), seat, agents, before, key)[:count]):
        agents[seat] = Avoiding(own, key, random.Random(number))
        played = play_line(search.world(0), seat, (*before, instead), agents)
        if key not in played:
            found[played] = None
    return list(found)


def _others(world: Table[Any], seat: str, agents: dict[str, Agent[Any]], before: Line, key: str) -> list[str]:
    """Return the options beside a choice after the choices before it, in random order; none if it is not offered."""
    listed: list[str] = []

    def look(seen: Seen[Any]) -> Option:
        if not listed:  # the line is over
            listed.extend(seen.decision.options.keys())
        return agents[seat](seen)

    play_line(world, seat, before, {**agents, seat: look})
    others = [other for other in listed if other != key] if key in listed else []
    random.Random(len(before)).shuffle(others)
    return others


def best_without(table: Table[Any], seat: str, line: Line, key: str, count: int) -> list[Line]:
    """Return the best of the turns that make any other choice instead of this one, at most that many."""
    search = Search(table, seat, Thinking(worlds=GLANCE[0]), worth=worth_in_puzzles(table.game), salt=DOUBTING)
    others = turns_without(search, table, seat, line, key, MAX_OTHERS)
    return [one.line for one in weigh(search, seat, others, range(GLANCE[0]))[:count]]


def compared(table: Table[Any], seat: str, keyed: Keyed, worlds: int) -> list[Weighed]:
    """Return the turn, those without its key and the bot's with their values in new worlds, best first."""
    search = Search(table, seat, Thinking(worlds=worlds), worth=worth_in_puzzles(table.game), salt=CHECKING)
    return weigh(search, seat, dict.fromkeys([keyed.line, *keyed.others, keyed.bots]), range(worlds))
