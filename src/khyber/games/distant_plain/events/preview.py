"""Test whether an Event would change anything now: a witness is a list of choices with which it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from khyber.engine.chance import Chance
from khyber.engine.decision import Decision, Value
from khyber.engine.play import run
from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.state import State, clear_action

#: The most lines of choices tried before an Event counts as ineffective.
MAX_WAYS = 2_000
#: Choices that do least, tried last.
IDLE = ("done", "decline", "none", "nothing", "0")


class Sixes(Chance):
    """Dice that always roll their highest number, which changes at least what a lower roll would."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        return sides

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return list(range(count))


def substance(state: State) -> bytes:
    """Pack a state without its unfinished action, to compare before and after."""
    settled = state.copy()
    clear_action(settled)
    settled.draws = 0
    return settled.pack()


class _Way:
    """One line of choices through an Event: given indices, then always the most active choice."""

    def __init__(self, turns: list[int]) -> None:
        self.turns = turns
        self.taken: list[tuple[int, int]] = []
        self.keys: list[str] = []

    def answer(self, decision: Decision) -> Value:
        values = busiest_first(decision)
        at = len(self.taken)
        index = self.turns[at] if at < len(self.turns) else 0
        self.taken.append((index, len(values)))
        value = values[index]
        self.keys.append(decision.notation.key(value))
        return value

    def next_turns(self) -> list[int] | None:
        """Return the indices of the next line, or None."""
        for at in range(len(self.taken) - 1, -1, -1):
            index, count = self.taken[at]
            if index + 1 < count:
                return [turn for turn, _ in self.taken[:at]] + [index + 1]
        return None


def busiest_first(decision: Decision) -> list[Value]:
    """Return the choices, those with an effect first."""
    key = decision.notation.key
    return sorted(decision.values, key=lambda value: key(value) in IDLE)


class Executable(Protocol):
    """A side of a card, or a single effect."""

    def execute(self, play: Play, faction: Faction) -> Rules: ...


def witness(
    play: Play,
    faction: Faction,
    what: Executable,
    most: int = MAX_WAYS,
    wanted: Callable[[State], bool] | None = None,
    chance: Chance | None = None,
) -> list[str] | None:
    """Return keys of choices with which the side or effect changes something now, or None.

    Lines of choices are tried in turn, most active first, on scratch copies. `wanted` asks for more than some change;
    `chance` replaces the sixes.
    """
    before = substance(play.state)
    turns: list[int] | None = []
    for _ in range(most):
        if turns is None:
            return None
        way = _Way(turns)
        scratch = Play(play.state.copy(), chance or Sixes(), cards=play.cards)
        scratch.state.executing |= 1 << faction
        run(what.execute(scratch, faction), way.answer)
        if wanted(scratch.state) if wanted is not None else substance(scratch.state) != before:
            return way.keys
        turns = way.next_turns()
    return None
