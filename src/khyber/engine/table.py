"""A table: one game under way. A seed and a list of choices; everything else follows from them."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from typing import Generic, NoReturn

from khyber.engine.chance import Chance, Seeded
from khyber.engine.covers import PERSON, answer_empty
from khyber.engine.decision import Decision, Option, Options, Value, nothing_open
from khyber.engine.errors import (
    BadRecord,
    BadSetup,
    Error,
    NotOffered,
    NotYourTurn,
    RuleFailed,
)
from khyber.engine.game import Event, Game, Json, Outcome, View
from khyber.engine.imagine import imagine
from khyber.engine.names import quoted
from khyber.engine.play import Play, RawEvent, S
from khyber.engine.record import (
    ANSWER_FORGOTTEN,
    ANSWER_SECRET,
    ASIDE,
    BRANCH,
    NOT_ANSWERS,
    SEAT,
    WRITTEN,
    Header,
    Record,
    StepRecord,
    answer_entry,
    check_record,
    packed_events,
)
from khyber.engine.replay import Replay, number, redacted
from khyber.engine.undoing import undo


class Table(Generic[S]):
    """A game under way.

    `decision` is what is asked now, of whom; `choose` answers it. Nothing is changed by a choice that is refused.
    """

    def __init__(self, game: Game[S], header: Header, chance: Chance | None = None, *, begin: bool = True) -> None:
        self.game = game
        self.header = header
        self.version = 0
        self.branch = 0
        self.seats: dict[str, str] = dict(header.seats)
        #: The seats that a person holds or has held.
        self._people = {seat for seat in game.seats if header.seats.get(seat, PERSON) == PERSON}
        self._chance = chance if chance is not None else Seeded(header.seed)
        self._steps: list[StepRecord] = []
        self._decision: Decision | None = None
        self._name = ""
        if begin:
            self._return_to(0, (), ())

    # -- what is asked, and answering it ------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state itself, secrets and all: for rules, tests and trials, never for a player."""
        return self._play.state

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        return self._decision

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self._play.state)

    def choose(self, option: Option | str | int, seat: str | None = None) -> None:
        """Answer the pending decision, or take an aside of `seat`.

        `option` may be an Option, its key or its index. With `seat`, only that seat may be the one that was asked.
        """
        decision = self._decision
        if decision is None:
            raise NotOffered("the game is over: there is nothing to choose")
        if isinstance(option, Option):
            if option.decision is not decision:
                self._choose_past(option, seat)
                return
            found: int | None = option.index
        elif isinstance(option, str):
            found = decision.find(option) if seat is None or seat == decision.seat else None
            if found is None and seat is not None and (
                    self._find_aside(option, seat) is not None or self._refusal(option, seat) is not None):
                self._choose_aside(option, seat)
                return
        else:
            found = option
        if seat is not None and seat != decision.seat:
            raise NotYourTurn(f"{decision.seat} is asked now, not {seat}")
        if found is None:
            raise NotOffered(f"{option!r} is not offered to {decision.seat} now ({decision.options.some()})")
        if not 0 <= found < len(decision.values):
            raise NotOffered(f"there is no option {found}: {decision.seat} has {len(decision.values)} options")
        version, steps, entries = self.version, len(self._steps), len(self._entries)
        try:
            self._answer(decision, found)
            answer_empty(self)
        except Exception as problem:
            self._recover(problem, version, steps, entries)

    def _answer(self, decision: Decision, index: int) -> None:
        value = decision.values[index]
        key = decision.notation.key(value)
        entries, by = self._entries, self._by
        if len(by) < len(entries):
            by.extend([""] * (len(entries) - len(by)))
        entries.append(answer_entry(decision, key) if decision.secret else key)
        by.append(decision.seat)
        if decision.cover and len(decision.values) == 1:
            self._forced.append(len(entries) - 1)
        self.version += 1
        self._resume(value)

    def _choose_past(self, option: Option, seat: str | None) -> None:
        """An option that is not of the pending decision: it may be an aside's, else its time is over."""
        its = option.decision
        if seat is not None and seat != its.seat:
            raise NotYourTurn(f"{option.key!r} is for {its.seat}, not for {seat}")
        offered = self._offered_asides(its.seat)
        if offered is None or offered.ask != its.ask:
            raise self._refusal(option.key, its.seat) or NotOffered(
                f"{option.key!r} belongs to another decision than the one pending")
        self._choose_aside(option.key, its.seat)

    def asides(self, seat: str) -> Options:
        """What the seat may do now without being asked."""
        offered = self._offered_asides(seat)
        return Options(offered) if offered is not None else Options(nothing_open(seat))

    def _offered_asides(self, seat: str) -> Decision | None:
        pending = self._decision
        if pending is None or not pending.boundary:
            return None
        offered = self.game.asides(self._play, seat)
        if offered is None:
            return None
        kept = [value for value in offered.values if self._leaves_an_answer(seat, value, pending)]
        return offered.again(lambda: kept)

    def _leaves_an_answer(self, seat: str, value: Value, pending: Decision) -> bool:
        """Whether, after the aside, the pending decision still has an option: no dead ends."""
        state = self._play.state
        before = state.copy()
        try:
            self.game.take_aside(self.game.play(state), seat, value)
            return len(pending.build()) > 0
        finally:
            state.restore(before)

    def _find_aside(self, key: str, seat: str) -> Value | None:
        offered = self._offered_asides(seat)
        if offered is None:
            return None
        index = offered.find(key)
        return None if index is None else offered.values[index]

    def _refusal(self, key: str, seat: str) -> NotOffered | None:
        """The aside's own reason not to be open, if an aside has that key."""
        return None if self._decision is None else self.game.refused_aside(self._play, seat, key, self._decision)

    def _choose_aside(self, key: str, seat: str) -> None:
        value = self._find_aside(key, seat)
        pending = self._decision
        if value is None or pending is None:
            raise self._refusal(key, seat) or NotOffered(f"{key!r} is not open to {seat} now")
        version, steps, entries = self.version, len(self._steps), len(self._entries)
        try:
            self._take_aside(key, seat, value, pending)
            answer_empty(self)
        except Exception as problem:
            self._recover(problem, version, steps, entries)

    def _take_aside(self, key: str, seat: str, value: Value, pending: Decision) -> None:
        self._entries.append(f"{ASIDE}{seat} {key}")
        self._seats_of_entries()
        self._by[-1] = seat
        self.version += 1
        self.game.take_aside(self._play, seat, value)
        self._decision = pending = pending.again()
        if len(pending.values) == 1 and not pending.always_asked:
            self._resume(pending.values[0])

    def sit(self, seat: str, agent: str) -> None:
        """Somebody else takes the seat: an entry in the record. The rules take note at the next checkpoint."""
        if seat not in self.game.seats:
            raise NotOffered(f"there is no seat {seat!r}: the seats are {', '.join(self.game.seats)}")
        if "\n" in agent:
            raise BadSetup(f"the name of an agent is one line, not {agent!r}")
        self._seat(seat, agent)
        self._entries.append(f"{SEAT}{seat} {agent}")
        self._seats_of_entries()
        self.version += 1

    # -- the steps ----------------------------------------------------------------------------------

    def _initial(self) -> S:
        if self.header.start:
            return self.game.state_type.unpack(self.header.start)
        setup, seats = self.header.setup, self.header.seats
        state = self.game.start(setup)
        for seat in setup.non_players:
            if seat in seats:
                self.game.seated(state, seat, seats[seat])
        return state

    def _stand(self, state: S) -> None:
        """Stand at a checkpoint, nothing entered yet."""
        self._entries: list[str] = []
        self._by: list[str] = []
        self._events: list[RawEvent] = []
        #: Which of the entries answer a cover that had no other answer.
        self._forced: list[int] = []
        self._play: Play[S] = self.game.play(state).again(state, self._chance, self._entries, self._events)
        self._decision = None

    def _begin(self) -> None:
        if self._play.state.step:
            self._name = self._play.state.step
            self._rules: Generator[Decision, Value, None] = self.game.step(self._play)
            self._resume(None)

    def _resume(self, value: Value | None) -> None:
        """Run the rules until somebody has a real choice, from checkpoint to checkpoint."""
        rules = self._rules
        while True:
            try:
                decision = rules.send(value)  # type: ignore[arg-type]  # a fresh generator takes None
            except StopIteration:
                self._checkpoint()
                if not self._play.state.step:
                    self._decision = None
                    return
                self._name = self._play.state.step
                rules = self._rules = self.game.step(self._play)
                value = None
                continue
            values = decision.values
            count = len(values)
            if count > 1 or (count == 1 and decision.always_asked):
                self._decision = decision
                return
            if count == 0:
                raise Error(f"nothing can be answered to {decision.ask!r} (rule {decision.rule})")
            value = values[0]

    def _checkpoint(self) -> None:
        """The step is over: keep it, packed."""
        self._seats_of_entries()
        state, by = self._play.state, self._by
        entries = "\n".join(self._entries)
        if SEAT in entries:  # no key has it
            for entry in self._entries:
                if entry[0] == SEAT:
                    self.game.seated(state, *entry[1:].split(" ", 1))
        seats = set(by)
        seats.discard("")
        self._steps.append(StepRecord(
            self._name,
            next(iter(seats), "") if len(seats) <= 1 else "\n".join(by),
            entries,
            packed_events(self._events),
            state.pack(),
            self.game.rules_version,
        ))
        self._entries.clear()
        self._by.clear()
        self._events.clear()
        self._forced.clear()

    def _seats_of_entries(self) -> None:
        """Rules write entries of their own (chance, reveals): they belong to no seat."""
        missing = len(self._entries) - len(self._by)
        if missing:
            self._by.extend([""] * missing)

    def _recover(self, problem: Exception, version: int, steps: int, entries: int) -> NoReturn:
        """A rule raised: go back to the decision before, and say what happened with the record of it."""
        failed, name = self.save(), self._name
        listed, by = self._listed(steps)
        self._return_to(steps, listed[:entries], by[:entries])
        self.version = version
        if isinstance(problem, BadRecord):
            raise problem
        raise RuleFailed(f"a rule failed in step {name!r}: {problem!r}", failed) from problem

    # -- going back ---------------------------------------------------------------------------------

    def _listed(self, step: int) -> tuple[Sequence[str], Sequence[str]]:
        """The entries of a finished step or of the one under way, and whose they are."""
        self._seats_of_entries()
        if step == len(self._steps):
            return self._entries, self._by
        return self._steps[step].listed(), self._steps[step].seats()

    def _return_to(self, steps: int, entries: Sequence[str], by: Sequence[str]) -> None:
        """Stand where these entries were made after that many steps. Chance is read back, not drawn."""
        entries, by = list(entries), list(by)
        del self._steps[steps:]
        self._stand(self._checkpoint_state())
        if entries:
            self._play.chance = Replay(entries, self._chance)
        where = f"the start of step {steps + 1} ({self._play.state.step})"
        try:
            self._begin()
            for number, (entry, seat) in enumerate(zip(entries, by, strict=True), 1):
                where = f"entry {number} of step {steps + 1} ({quoted(entry)})"
                if len(self._steps) != steps and entry[0] not in NOT_ANSWERS:
                    raise BadRecord("the step is over before it")
                self._enter(entry, seat)
        except (BadRecord, NotOffered) as problem:
            raise BadRecord(f"{where}: {problem}") from problem
        except Exception as problem:
            raise RuleFailed(f"a rule failed in step {self._name!r}: {problem!r}", self.save()) from problem
        self._play.chance = self._chance
        self._seats_of_entries()

    def _checkpoint_state(self) -> S:
        return self.game.state_type.unpack(self._steps[-1].after) if self._steps else self._initial()

    def _enter(self, entry: str, seat: str) -> None:
        """Make an entry of the record again."""
        mark = entry[0]
        if mark in WRITTEN:
            return
        if mark == SEAT:
            self._sit_again(entry)
            self._entries.append(entry)
        elif mark == BRANCH:
            self.branch = max(self.branch, number(entry[1:]))
            self._entries.append(entry)
        elif mark == ASIDE:
            who, _, key = entry[1:].partition(" ")
            value, pending = self._find_aside(key, who), self._decision
            if value is None or pending is None:
                raise BadRecord(f"{quoted(key)} is not open to {who if who in self.game.seats else quoted(who)} now")
            self._take_aside(key, who, value, pending)
        else:
            key = entry[1:] if mark in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
            decision = self._decision
            index = decision.find(key) if decision is not None and decision.seat == seat else None
            if decision is None or index is None:
                asked = "nobody is asked" if decision is None else f"{decision.seat} is asked {decision.ask!r}"
                raise BadRecord(f"{quoted(key)} is not offered to {seat or 'nobody'}: {asked} now")
            self._answer(decision, index)

    def _sit_again(self, entry: str) -> None:
        who, _, agent = entry[1:].partition(" ")
        if who not in self.game.seats:
            raise BadRecord(f"there is no seat {quoted(who)}: the seats are {', '.join(self.game.seats)}")
        self._seat(who, agent)

    def _seat(self, seat: str, agent: str) -> None:
        self.seats[seat] = agent
        if agent == PERSON:
            self._people.add(seat)

    def undo(self, seat: str, *, agreed: bool = False) -> None:
        """Take back the seat's last choice.

        Alone, a seat goes back within the present step, to its last barrier: a die, a reveal, another seat's
        choice. `agreed` goes further; then the branch rises, so that known dice are not rolled again.
        """
        undo(self, seat, agreed=agreed)

    def fork(self) -> Table[S]:
        """An exact copy, secrets included: for undo and tests."""
        return from_record(self.game, self.record(), chance=self._chance.branched(self.branch), trusted=True)

    def imagine(self, seat: str | Sequence[str], seed: int) -> Table[S]:
        """A table as those seats may know it: what is hidden from them is drawn anew. For agents and previews."""
        return imagine(self, (seat,) if isinstance(seat, str) else tuple(seat), seed)

    # -- what leaves the table ----------------------------------------------------------------------

    def view(self, *seats: str) -> View:
        """What these seats together may know, as JSON-able data. No seat: what everybody knows."""
        return self.game.view(self._play.state, seats)

    def svg(self, *seats: str, language: str = "en") -> str:
        """The board with its pieces, as these seats see it, as an SVG document."""
        return self.game.draw(self.view(*seats), language)

    def asked(self, *seats: str) -> View | None:
        """The pending decision as these seats know it: all of it if it is theirs, else only who is asked."""
        decision = self._decision
        if decision is None:
            return None
        if decision.seat not in seats:
            return {"seat": decision.seat}
        return {"seat": decision.seat, "ask": decision.ask, "rule": decision.rule, "about": dict(decision.about),
                "options": list[Json](decision.options.keys())}

    def frame(self, *seats: str, since: int = 0) -> View:
        """All that leaves the process towards these seats: view, decision, events since the given one."""
        told: list[Json] = [list[Json](event) for event in self._raw_events(seats)]
        return {"version": self.version, "view": self.view(*seats), "decision": self.asked(*seats),
                "events": told[since:]}

    def events(self, *seats: str) -> list[Event]:
        """The log as these seats know it; with no seat, as a spectator does."""
        return [self.game.read_event(raw) for raw in self._raw_events(seats)]

    def all_events(self) -> list[Event]:
        """The whole log, secrets and all."""
        return [self.game.read_event(raw) for raw in self._raw_events(None)]

    def step_events(self) -> list[Event]:
        """What happened since the last checkpoint, secrets and all."""
        return [self.game.read_event(raw) for raw in self._events]

    def _raw_events(self, seats: Sequence[str] | None) -> Iterator[RawEvent]:
        for raw in self._every_event():
            seen = raw if seats is None else self.game.see(raw, seats)
            if seen is not None:
                yield seen

    def _every_event(self) -> Iterator[RawEvent]:
        for step in self._steps:
            yield from step.raw_events()
        yield from self._events

    @property
    def steps(self) -> Sequence[StepRecord]:
        """The finished steps."""
        return self._steps

    @property
    def since(self) -> tuple[str, ...]:
        """The entries since the last checkpoint."""
        return tuple(self._entries)

    def record(self) -> Record:
        self._seats_of_entries()
        return Record(self.header, list(self._steps), list(self._entries), list(self._by), self.version, self.branch,
                      self.game.rules_version)

    def save(self) -> str:
        """The whole record as text, secrets included: the save file."""
        return self.record().dumps()

    def own_record(self, *seats: str) -> str:
        """The record as these seats may keep it: no seed, no states, secrets of others blotted out."""
        self._seats_of_entries()
        return redacted(self.record(), seats, self._raw_events(seats))

    def position(self) -> str:
        """The last checkpoint as TOML, with the entries since: the FEN of this field."""
        text = self.game.write_position(self._checkpoint_state())
        if self._entries:
            self._seats_of_entries()
            rows = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in self._entries)
            text += f"\n[since]\nentries = [\n  {rows},\n]\nby = {json.dumps(self._by)}\n"
        return text


def from_record(game: Game[S], record: Record, *, chance: Chance | None = None, trusted: bool = False) -> Table[S]:
    """The table that a record describes. Unless it is trusted, every state in it is checked.

    Finished steps are taken from the record, never judged again: a game begun under older rules goes on under
    these, from its last checkpoint, with the choices since as far as they are still offered.
    """
    if not trusted:
        check_record(game, record)
    table = Table(game, record.header, chance or Seeded(record.header.seed, record.branch), begin=False)
    table._steps = list(record.steps)
    table.branch = record.branch
    for step in record.steps:
        for entry in step.listed():
            if entry[0] == SEAT:
                table._sit_again(entry)
    same_rules = record.rules == game.rules_version
    entries, by = list(record.now), list(record.now_by)
    while True:
        try:
            table._return_to(len(record.steps), entries, by)
            break
        except Error:
            answers = [i for i, entry in enumerate(entries) if entry[0] not in NOT_ANSWERS]
            if same_rules or not answers:
                raise
            stay = [entry for entry in entries[answers[-1]:] if entry[0] in SEAT + BRANCH]
            entries[answers[-1]:] = stay
            by[answers[-1]:] = [""] * len(stay)
    if same_rules and table._listed(len(record.steps))[0][: len(record.now)] != record.now:
        raise BadRecord("the entries since the last checkpoint are not what the rules make of them")
    table.version = record.version + (entries != record.now)
    return table
