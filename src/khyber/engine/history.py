"""Going through a step again, decision by decision: for agents that come back to it, and for explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from khyber.engine.covers import against_bots
from khyber.engine.errors import Error
from khyber.engine.play import S
from khyber.engine.record import ASIDE, BRANCH, NOT_ANSWERS, SEAT
from khyber.engine.replay import Replay, number

if TYPE_CHECKING:
    from khyber.engine.table import Table


def retrace(table: Table[S], step: int | None = None) -> Iterator[tuple[Table[S], str]]:
    """A copy of the table at each decision answered in that step (the present one if none is named), and its answer.

    The answer is the key as the record has it. The table given is not touched.
    """
    for again, entry, _ in retrace_choices(table, step):
        if entry[0] != ASIDE:
            yield again, entry


def retrace_choices(table: Table[S], step: int | None = None) -> Iterator[tuple[Table[S], str, str]]:
    """The same for every choice, asides among them: the copy, the entry as the record has it, and whose it is."""
    here = len(table.steps) if step is None else step
    entries, by = table._listed(here)
    again = type(table)(table.game, table.header, table._chance, begin=False)
    again._steps = list(table.steps[:here])
    again.seats = dict(table.seats)
    again._stand(again._checkpoint_state())
    again._play.chance = Replay(list(entries), table._chance)
    again._begin()
    for entry, seat in zip(list(entries), list(by), strict=True):
        if entry[0] not in NOT_ANSWERS:
            yield again, entry, seat
        again._enter(entry, seat)


def choices_of(table: Table[S], step: int) -> list[int]:
    """Where among the entries of that step its choices are, asides among them."""
    return [place for place, entry in enumerate(table._listed(step)[0]) if entry[0] not in NOT_ANSWERS]


def own_choices(table: Table[S], step: int, seats: Sequence[str]) -> list[int]:
    """Where among the entries of that step these seats' choices are, less those that the table made for them."""
    own = [place for place, who in enumerate(table._listed(step)[1]) if who in seats]
    forced = forced_in(table, step, seats) if own else frozenset[int]()
    return [place for place in own if place not in forced] if forced else own


def forced_in(table: Table[S], step: int, seats: Sequence[str]) -> frozenset[int]:
    """The entries of a step by which the table answered empty questions for one of these seats."""
    if not any(against_bots(table, seat) for seat in seats):
        return frozenset()
    if step == len(table.steps):
        return frozenset(table._forced)
    found = set()
    try:
        for place, (again, entry, _) in zip(choices_of(table, step), retrace_choices(table, step), strict=True):
            decision = again.decision
            if decision is not None and decision.cover and len(decision.values) == 1 and entry[0] != ASIDE:
                found.add(place)
    except Error:  # it was played under other rules: they are taken for choices like any
        return frozenset()
    return frozenset(found)


def cut(table: Table[S], steps: int, at: int, *, branch: bool = False) -> None:
    """Take back what was entered from there on. Seats that were taken since, and branches begun, stay."""
    version = table.version
    entries, by = table._listed(steps)
    later = [entry for step in range(steps, len(table.steps) + 1) for entry in table._listed(step)[0]]
    stay = [entry for entry in later[at:] if entry[0] in (SEAT if branch else SEAT + BRANCH)]
    if branch:
        table.branch += 1
        table._chance = table._chance.branched(table.branch)
        stay.append(f"{BRANCH}{table.branch}")
    table._return_to(steps, [*entries[:at], *stay], [*by[:at], *("" for _ in stay)])
    table.version = version + 1


def taken_back_to(table: Table[S], step: int, choice: int | None, *, branch: bool) -> Table[S]:
    """A copy of the table where that step began, or after so many choices of it and what came of them.

    With `branch` its dice are others from there on than those that the table has seen. Raises BadRecord where the
    rules of today do not lead there.
    """
    copy = table.fork()
    places = choices_of(copy, step)
    if choice is None:
        cut(copy, step, 0, branch=branch)
    elif choice < len(places):
        cut(copy, step, places[choice], branch=branch)
    elif step < len(copy.steps):
        cut(copy, step + 1, 0, branch=branch)
    elif branch:
        cut(copy, step, len(copy.since), branch=True)
    return copy


def checkpoint(table: Table[S], step: int) -> S:
    """The state that the step began from."""
    return table.game.state_type.unpack(table.steps[step - 1].after) if step else table._initial()


def name_of(table: Table[S], step: int) -> str:
    """The name of a step, finished or under way."""
    return table.steps[step].name if step < len(table.steps) else table._name


def answers_given(table: Table[S], seat: str) -> int:
    """How many choices the seat has made in the present step, asides among them."""
    return table._by.count(seat)


def asides_taken(table: Table[S]) -> bool:
    """Whether anybody has done something unasked in the present step."""
    return any(entry[0] == ASIDE for entry in table._entries)


def branch_at(table: Table[S], step: int, seat: str) -> int:
    """The branch that the table was on when the seat first answered in that step; the present one if it has not yet."""
    if not table.branch:
        return 0
    entries, by = table._listed(step)
    first = next((place for place, who in enumerate(by) if who == seat), None)
    if first is None:
        return table.branch
    earlier = [entry for before in table.steps[:step] for entry in before.listed()] + list(entries[:first])
    return max((number(entry[1:]) for entry in earlier if entry[0] == BRANCH), default=0)


def answered_by(table: Table[S], step: int) -> list[tuple[str, str]]:
    """For each decision answered in that step: the seat, and who sat there (a person, an agent by name)."""
    seats = dict(table.header.seats)
    for before in table.steps[:step]:
        _take_seats(seats, before.listed())
    found: list[tuple[str, str]] = []
    for entry, seat in zip(*table._listed(step), strict=True):
        _take_seats(seats, (entry,))
        if entry[0] not in NOT_ANSWERS + ASIDE:
            found.append((seat, seats[seat]))
    return found


def _take_seats(seats: dict[str, str], entries: Iterable[str]) -> None:
    for entry in entries:
        if entry[0] == SEAT:
            who, _, agent = entry[1:].partition(" ")
            seats[who] = agent
