"""What a search has to say: the turns it compared, their values, and what it feared."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from khyber.agents.agent import Seen
from khyber.agents.analysis.chances import as_shown
from khyber.agents.strong.lines import Line, Span, stand_ins
from khyber.agents.strong.search import Candidate, Search
from khyber.agents.strong.thinking import Thinking, thinking_of
from khyber.engine.decision import Message, Option, Param, TurnMessage
from khyber.engine.errors import Error
from khyber.engine.optional import Bots
from khyber.engine.play import S
from khyber.engine.table import Table

#: Worlds of a search that is made again for an agent that thought by the clock.
WORLDS: Final = 12
#: Turns of other kinds that are listed.
LISTED: Final = 3
#: Choices that need no words: they end a selection.
SILENT: Final = ("done", "end")


def thinking_again(name: str, most: int | None = None) -> Thinking:
    """Return how to repeat an agent's search: exactly if it can be, else in a fixed number of worlds.

    It cannot if the clock bound it, or if it took more than `most` worlds: names in a record from outside may say
    anything.
    """
    thinking = thinking_of(name)
    exact = thinking.is_repeatable and (most is None or thinking.worlds <= most)
    return thinking if exact else Thinking(worlds=WORLDS)


def percent(value: float) -> int:
    """Return a value from 0 to 1 in hundredths."""
    return min(max(round(100 * value), 0), 100)


def options_of(world: Table[S], seat: str, line: Line) -> tuple[Option, ...]:
    """Play the line in a world, which it changes, and return the choices; those that end a selection are left out."""
    found = choices_of(world, seat, line)
    return tuple(option for option in found if option.key not in SILENT) or found


def choices_of(world: Table[S], seat: str, line: Line, *, step_only: bool = False) -> tuple[Option, ...]:
    """Play the line in a world, which it changes, and return the choices; with `step_only` those in its first step."""
    found: list[Option] = []
    span, agents, left = Span(world, seat, step_only=step_only), stand_ins(world, seat), list(line)
    while left and (decision := world.decision) is not None and span.holds(world):
        if decision.seat != seat:
            world.choose(agents[decision.seat](Seen(world, decision)), decision.seat)
            continue
        if len(decision.values) == 1:
            world.choose(0, seat)
            continue
        index = decision.find(left.pop(0))
        if index is None:
            break
        found.append(decision.options[index])
        world.choose(found[-1], seat)
    return tuple(found)


def reasons(
    search: Search[S], compared: list[Candidate], table: Table[S], seat: str, played: Line = ()
) -> list[Message]:
    """Return what the search says of a turn: of the best it found, or of the one that was played."""
    alone = "-alone" if len(table.game.seats) == 1 else ""
    game = table.game
    best = compared[0]
    if not played or played == best.line:
        own = best
    elif best.fixed and played[: best.fixed] == best.opening:
        own = replace(best, line=played)  # its bot went on by what it saw, which no imagined world had
    else:
        own = _weighed(search, compared, table, seat, played, len(best.values))
    said: list[Message] = []

    def say(key: str, **params: Param) -> None:
        said.append(Message(f"search.{key}", params))

    def turn(key: str, one: Candidate) -> None:
        options = options_of(search.world(0), seat, one.line)
        said.append(TurnMessage(f"search.{key}", {"n": as_shown(game, one.value)}, options))

    if own.value >= best.value:
        say(f"best{alone}", n=len(compared), now=as_shown(game, own.value))
    else:
        say(f"instead{alone}", n=as_shown(game, own.value), now=as_shown(game, best.value))
    turn("turn", own)
    shown = [own]
    if own.value < best.value:
        turn(f"better{alone}", best)
        shown.append(best)
    bots = Bots.of(table.game).bots
    for one in compared[1:]:
        is_bot = one.origin == bots[0] if bots else False
        if is_bot or (len(shown) <= LISTED and _begins(one) not in map(_begins, shown)):
            turn(f"{'bot' if is_bot else 'other'}{alone}", one)
            shown.append(one)
    if len(compared) > len(shown):
        say("more", n=len(compared) - len(shown))
    said += _fear(search, own, table, seat, alone)
    return said


def _begins(one: Candidate) -> str:
    return one.line[0] if one.line else ""


def _weighed(
    search: Search[S], compared: list[Candidate], table: Table[S], seat: str, line: Line, worlds: int
) -> Candidate:
    """Return the line with its values in the worlds of the search."""
    known = next((one for one in compared if one.line == line), None)
    values = [] if known is None else list(known.values)
    for number in range(len(values), worlds):
        try:
            values.append(search.worth.chance(search.played_out(line, number).state, seat))
        except Error:
            values.append(0.0)
    return Candidate(line, "played", values)


def _fear(search: Search[S], one: Candidate, table: Table[S], seat: str, alone: str) -> list[Message]:
    """Return the worst world of a line, and who wins there instead."""
    worst = min(range(len(one.values)), key=lambda number: one.values[number])
    params: dict[str, Param] = {"of": len(one.values), "n": as_shown(table.game, one.values[worst])}
    if not alone:
        try:
            state = search.played_out(one.opening, worst, one.policy).state
        except Error:
            return []
        rivals = search.worth.rivals(state, seat)
        rival = max(rivals, key=lambda who: rivals[who])
        params |= {"seat": rival, "now": as_shown(table.game, rivals[rival])}
    return [Message(f"search.fear{alone}", params)]
