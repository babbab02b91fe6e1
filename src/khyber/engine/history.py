"""The history of a table: choices, undo and its barrier, and retracing a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from khyber.engine.covers import PERSON, against_bots
from khyber.engine.errors import Error, UndoRefused
from khyber.engine.play import S
from khyber.engine.record import (
    ASIDE,
    BRANCH,
    CHANCE,
    CHANCE_HIDDEN,
    NO_BARRIER,
    NOT_ANSWERS,
    REVEAL,
    SEAT,
    UNDONE,
    marks_undone,
)
from khyber.engine.replay import branch_of

if TYPE_CHECKING:
    from khyber.engine.table import Table

# -- undo -------------------------------------------------------------------------------------------


def undo(table: Table[S], seat: str, *, agreed: bool) -> None:
    """Undo the seat's last choice (see Table.undo)."""
    here = len(table.steps)
    own = own_choices(table, here, (seat,))
    if own and not behind_barrier(table, seat, own[-1]):
        cut(table, here, own[-1])
        return
    if not agreed:
        raise UndoRefused(
            f"{seat} cannot undo past a die, a reveal or another seat's choice"
            if own
            else f"{seat} has made no choice in this step"
        )
    found = scope(table, seat)
    cut(table, found.step, found.place, branch=True, undone=found.redrawn or found.marked)


@dataclass(frozen=True, slots=True)
class Scope:
    """What an undo takes back: a seat's last choice, and everything after it."""

    seat: str
    #: The step of that choice, and its place among the entries of the step.
    step: int
    place: int
    #: The number of choices by seat.
    choices: Mapping[str, int]
    #: Seats among them that bots play.
    bots: tuple[str, ...]
    #: The number of dice and draws, and of what came to light.
    chance: int
    reveals: int
    #: Whether earlier undos among it took back what chance had decided.
    marked: bool

    @property
    def redrawn(self) -> bool:
        """Whether chance or a bot would decide something anew, or it would be decided anew by who knows it."""
        return bool(self.chance or self.reveals or self.bots)


def scope(table: Table[S], seat: str) -> Scope:
    """Return what undoing the seat's last choice would take back. Raises UndoRefused if there is none."""
    here = len(table.steps)
    for step in range(here, -1, -1):
        own = own_choices(table, step, (seat,))
        if own:
            break
    else:
        raise UndoRefused(f"{seat} has made no choice yet")
    place = own[-1]
    entries, by = map(list, table.entries(step))
    del entries[:place], by[:place]
    for later in range(step + 1, here + 1):
        more, whose = table.entries(later)
        entries += more
        by += whose
    made = Counter(who for who in by if who)
    return Scope(
        seat,
        step,
        place,
        {who: made[who] for who in table.game.seats if made[who]},
        tuple(who for who in table.game.seats if made[who] and table.seats.get(who, PERSON) != PERSON),
        sum(entry[0] in CHANCE + CHANCE_HIDDEN for entry in entries),
        sum(entry[0] == REVEAL for entry in entries),
        any(entry[0] == BRANCH and entry.endswith(UNDONE) for entry in entries),
    )


def undone_chance(table: Table[S]) -> bool:
    """Return whether an undo took back something that chance or a bot had decided."""
    return table.branch > 0 and marks_undone(table.steps, table.since)


def behind_barrier(table: Table[S], seat: str, place: int) -> bool:
    """Return whether a die roll, a reveal or another seat's choice follows the entry."""
    entries, by = table.entries()
    return any(by[i] != seat and entries[i][0] not in NO_BARRIER for i in range(place, len(entries)))


def may_undo(table: Table[S], seat: str) -> bool:
    """Return whether the seat may undo its last choice without anyone's consent."""
    if seat not in table.entries()[1]:
        return False
    own = own_choices(table, len(table.steps), (seat,))
    return bool(own) and not behind_barrier(table, seat, own[-1])


def last_to_choose(table: Table[S], seats: Sequence[str]) -> str:
    """Return which of the seats made the last of their choices; "" if none has."""
    for step in range(len(table.steps), -1, -1):
        own = own_choices(table, step, seats)
        if own:
            return table.entries(step)[1][own[-1]]
    return ""


def cut(table: Table[S], step: int, place: int, *, branch: bool = False, undone: bool = False) -> None:
    """Remove the entries of a step from that place on. Changes of seat and branch stay.

    `undone` marks the new branch as one on which chance decides again.
    """
    version = table.version
    entries, by = table.entries(step)
    later = [entry for at in range(step, len(table.steps) + 1) for entry in table.entries(at)[0]]
    stay = [entry for entry in later[place:] if entry[0] in (SEAT if branch else SEAT + BRANCH)]
    if branch:
        table.branch += 1
        table.chance = table.chance.branched(table.branch)
        stay.append(f"{BRANCH}{table.branch}{UNDONE if undone else ''}")
    table.return_to(step, [*entries[:place], *stay], [*by[:place], *("" for _ in stay)])
    table.version = version + 1


def back_to(table: Table[S], step: int, choice: int | None, *, branch: bool) -> Table[S]:
    """Return a copy of the table at the start of a step, or after that many of its choices.

    With `branch`, dice from there on differ from those of the table. Raises BadRecord if the present rules do not lead
    there.
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


# -- choices ----------------------------------------------------------------------------------------


def choices_of(table: Table[S], step: int) -> list[int]:
    """Return the indices of the choices, asides included, among the entries of a step."""
    return [place for place, entry in enumerate(table.entries(step)[0]) if entry[0] not in NOT_ANSWERS]


def own_choices(table: Table[S], step: int, seats: Sequence[str]) -> list[int]:
    """Return the indices of these seats' choices in a step, except those the table made."""
    own = [place for place, who in enumerate(table.entries(step)[1]) if who in seats]
    forced = forced_in(table, step, seats) if own else frozenset[int]()
    return [place for place in own if place not in forced] if forced else own


def forced_in(table: Table[S], step: int, seats: Sequence[str]) -> frozenset[int]:
    """Return the indices of empty covers that the table answered for these seats in a step."""
    if not against_bots(table, *seats):
        return frozenset()
    if step == len(table.steps):
        return frozenset(table.forced)
    found = set()
    try:
        for place, (again, entry, _) in zip(choices_of(table, step), retrace_choices(table, step), strict=True):
            decision = again.decision
            if decision is not None and decision.cover and len(decision.values) == 1 and entry[0] != ASIDE:
                found.add(place)
    except Error:  # played under other rules: count all of them as choices
        return frozenset()
    return frozenset(found)


def answers_given(table: Table[S], seat: str) -> int:
    """Return the number of choices, asides included, the seat has made in the current step."""
    return table.entries()[1].count(seat)


def asides_taken(table: Table[S]) -> bool:
    """Return whether any seat has taken an aside in the current step."""
    return any(entry[0] == ASIDE for entry in table.entries()[0])


def answered_by(table: Table[S], step: int) -> list[tuple[str, str]]:
    """Return the seat and its agent (or person) for each decision answered in a step."""
    seats = dict(table.header.seats)
    for before in table.steps[:step]:
        _take_seats(seats, before.listed())
    found: list[tuple[str, str]] = []
    for entry, seat in zip(*table.entries(step), strict=True):
        _take_seats(seats, (entry,))
        if entry[0] not in NOT_ANSWERS + ASIDE:
            found.append((seat, seats[seat]))
    return found


def _take_seats(seats: dict[str, str], entries: Iterable[str]) -> None:
    for entry in entries:
        if entry[0] == SEAT:
            who, _, agent = entry[1:].partition(" ")
            seats[who] = agent


# -- retracing --------------------------------------------------------------------------------------


def retrace(table: Table[S], step: int | None = None) -> Iterator[tuple[Table[S], str]]:
    """Yield a copy of the table at each decision answered in a step, and its entry."""
    for again, entry, _ in retrace_choices(table, step):
        if entry[0] != ASIDE:
            yield again, entry


def retrace_choices(table: Table[S], step: int | None = None) -> Iterator[tuple[Table[S], str, str]]:
    """Yield a copy of the table before each choice of a step, its entry and its seat."""
    here = len(table.steps) if step is None else step
    entries, by = map(list, table.entries(here))
    again = type(table)(table.game, table.header, table.chance, begin=False)
    again.keep_steps(table.steps[:here])
    again.seats = dict(table.seats)
    again.begin(again.checkpoint(), entries)
    for entry, seat in zip(entries, by, strict=True):
        if entry[0] not in NOT_ANSWERS:
            yield again, entry, seat
        again.enter(entry, seat)


def name_of(table: Table[S], step: int) -> str:
    """Return the name of a step, finished or under way."""
    return table.steps[step].name if step < len(table.steps) else table.step_name


def branch_at(table: Table[S], step: int, seat: str) -> int:
    """Return the branch of the seat's first answer in a step; the current one if none."""
    if not table.branch:
        return 0
    entries, by = table.entries(step)
    first = next((place for place, who in enumerate(by) if who == seat), None)
    if first is None:
        return table.branch
    earlier = [entry for before in table.steps[:step] for entry in before.listed()] + list(entries[:first])
    return max((branch_of(entry) for entry in earlier if entry[0] == BRANCH), default=0)
