"""A table: one game under way, as a seed and a list of choices."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Generic, NoReturn

from khyber.engine import asides
from khyber.engine.chance import Chance, Seeded
from khyber.engine.covers import PERSON, is_empty
from khyber.engine.decision import Decision, Option, Options, Value, nothing_open
from khyber.engine.errors import BadRecord, BadSetup, Error, NotOffered, NotYourTurn, RuleFailed
from khyber.engine.game import Event, Game, Json, Outcome, View
from khyber.engine.history import undo
from khyber.engine.imagine import Draw, imagine
from khyber.engine.log import latest, read_events, redact_record, visible
from khyber.engine.names import quoted, unknown
from khyber.engine.optional import Asides, Layout, Seating
from khyber.engine.play import Play, RawEvent, Rules, S
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
)
from khyber.engine.replay import Replay, branch_of
from khyber.engine.upgrade import checked


class Table(Generic[S]):
    """One game under way: a seed, a list of choices, and the state they lead to.

    `decision` is the pending decision and `choose` answers it; a refused choice changes nothing. `play`, `rules`,
    `chance`, `forced`, `begin`, `enter` and `return_to` are for the engine's own modules (history, imagine, ...).
    """

    #: What the rules of the step under way work with, and those rules, suspended at the pending decision.
    play: Play[S]
    rules: Rules

    def __init__(self, game: Game[S], header: Header, chance: Chance | None = None, *, begin: bool = True) -> None:
        self.game = game
        self.header = header
        self.version = 0
        self.branch = 0
        self.seats: dict[str, str] = dict(header.seats)
        #: Seats that a person holds or has held.
        self.people = {seat for seat in game.seats if header.seats.get(seat, PERSON) == PERSON}
        #: Source of the results that are not in the record yet.
        self.chance = chance if chance is not None else Seeded(header.seed)
        #: Name of the step under way; of the last one when the game is over.
        self.step_name = ""
        self._steps: list[StepRecord] = []
        #: The pending decision; None when the game is over.
        self.decision: Decision | None = None
        #: The asides of each seat that were listed while that decision was pending.
        self.listed_asides: tuple[Decision, dict[str, Decision | None]] | None = None
        if begin:
            self.return_to(0, (), ())

    # -- what is asked, and answering it ------------------------------------------------------------

    @property
    def state(self) -> S:
        """The full state, secrets included: for rules, tests and trials, never for a player."""
        return self.play.state

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.play.state)

    def choose(self, option: Option | str | int, seat: str | None = None) -> None:
        """Answer the pending decision, or take an aside of `seat`.

        `option` is an Option, its key or its index. With `seat`, the choice is refused unless that seat may make it.
        """
        decision = self.decision
        if decision is None:
            raise NotOffered("the game is over: there is nothing to choose")
        if isinstance(option, Option):
            if option.decision is not decision:
                self._choose_past(option, seat)
                return
            found: int | None = option.index
        elif isinstance(option, str):
            found = decision.find(option) if seat is None or seat == decision.seat else None
            if (
                found is None
                and seat is not None
                and (asides.find(self, option, seat) is not None or asides.refusal(self, option, seat) is not None)
            ):
                self._choose_aside(option, seat)
                return
        else:
            found = option if 0 <= option < len(decision.values) else None
        if seat is not None and seat != decision.seat:
            raise NotYourTurn(f"it is {decision.seat}'s decision, not {seat}'s")
        if found is None:
            if isinstance(option, int):
                raise NotOffered(f"there is no option {option}: {decision.seat} has {len(decision.values)} options")
            raise NotOffered(f"{option!r} is not offered to {decision.seat} now ({decision.options.some()})")
        version, steps, entries = self.version, len(self._steps), len(self._entries)
        try:
            self._answer(decision, found)
            following = self.decision
            if following is not None and following.cover:
                self.answer_covers()
        except Exception as problem:
            self._recover(problem, version, steps, entries)

    def _answer(self, decision: Decision, index: int) -> None:
        value = decision.values[index]
        key = decision.notation.key(value)
        entries, by = self._entries, self._by
        written = len(entries) - len(by)
        if written:
            by.extend([""] * written)
        entries.append(answer_entry(decision, key) if decision.secret else key)
        by.append(decision.seat)
        if decision.cover and len(decision.values) == 1:
            self.forced.append(len(entries) - 1)
        self.version += 1
        self._resume(value)

    def _choose_past(self, option: Option, seat: str | None) -> None:
        """Choose an option of another decision: an aside; an expired option is refused."""
        other = option.decision
        if seat is not None and seat != other.seat:
            raise NotYourTurn(f"{option.key!r} is an option of {other.seat}, not of {seat}")
        offered = asides.offered(self, other.seat)
        if offered is None or offered.ask != other.ask:
            raise asides.refusal(self, option.key, other.seat) or NotOffered(
                f"{option.key!r} is an option of another decision, not of the pending one"
            )
        self._choose_aside(option.key, other.seat)

    def asides(self, seat: str) -> Options:
        """Return what the seat may do now without being asked."""
        offered = asides.offered(self, seat)
        return (offered or nothing_open(seat)).options

    def _choose_aside(self, key: str, seat: str) -> None:
        value = asides.find(self, key, seat)
        pending = self.decision
        if value is None or pending is None:
            raise asides.refusal(self, key, seat) or NotOffered(f"{key!r} is not open to {seat} now")
        version, steps, entries = self.version, len(self._steps), len(self._entries)
        try:
            self._take_aside(key, seat, value, pending)
            self.answer_covers()
        except Exception as problem:
            self._recover(problem, version, steps, entries)

    def _take_aside(self, key: str, seat: str, value: Value, pending: Decision) -> None:
        self._entries.append(f"{ASIDE}{seat} {key}")
        self._seats_of_entries()
        self._by[-1] = seat
        self.version += 1
        Asides.of(self.game).take_aside(self.play, seat, value)
        self.decision = pending = pending.again()
        if len(pending.values) == 1 and not pending.always_asked:
            self._resume(pending.values[0])

    def answer_covers(self) -> None:
        """Answer pending covers that need not be asked (engine/covers.py)."""
        while (decision := self.decision) is not None and decision.cover and is_empty(self, decision):
            self._answer(decision, 0)

    def sit(self, seat: str, agent: str) -> None:
        """Seat an agent or a person; the rules learn of it at the next checkpoint."""
        if seat not in self.game.seats:
            raise NotOffered(unknown("seat", seat, self.game.seats))
        if "\n" in agent:
            raise BadSetup(f"the name of an agent must be one line, not {agent!r}")
        self._seat(seat, agent)
        self._entries.append(f"{SEAT}{seat} {agent}")
        self._seats_of_entries()
        self.version += 1

    # -- the steps ----------------------------------------------------------------------------------

    def initial_state(self) -> S:
        """Return the state before the first step."""
        if self.header.start:
            return self.game.state_type.unpack(self.header.start)
        setup, seats = self.header.setup, self.header.seats
        state = self.game.start(setup)
        for seat in setup.non_players:
            if seat in seats:
                Seating.of(self.game).seated(state, seat, seats[seat])
        return state

    def checkpoint(self, step: int | None = None) -> S:
        """Return the state that a step began from; by default the step under way."""
        before = len(self._steps) if step is None else step
        return self._steps[before - 1].state_after(self.game.state_type) if before else self.initial_state()

    def begin(self, state: S, replay: Sequence[str] = ()) -> None:
        """Begin the step of a checkpoint. Chance is read from the entries in `replay`, then drawn."""
        self._entries: list[str] = []
        self._by: list[str] = []
        self._events: list[RawEvent] = []
        #: Places, among the entries since the checkpoint, of answers to covers that had one option.
        self.forced: list[int] = []
        chance = Replay(replay, self.chance) if replay else self.chance
        self.play = self.game.play(state).again(state, chance, self._entries, self._events)
        self.decision = None
        if state.step:
            self.step_name = state.step
            self.rules = self.game.step(self.play)
            self._resume(None)

    def _resume(self, value: Value | None) -> None:
        """Run the rules, from checkpoint to checkpoint, until a decision needs an answer."""
        rules = self.rules
        while True:
            try:
                decision = rules.send(value)  # type: ignore[arg-type]  # a fresh generator takes None
            except StopIteration:
                self._checkpoint()
                if not self.play.state.step:
                    self.decision = None
                    return
                self.step_name = self.play.state.step
                rules = self.rules = self.game.step(self.play)
                value = None
                continue
            values = decision.values
            count = len(values)
            if count > 1 or (count == 1 and decision.always_asked):
                self.decision = decision
                return
            if count == 0:
                raise Error(f"decision {decision.ask!r} (rule {decision.rule}) has no options")
            value = values[0]

    def _checkpoint(self) -> None:
        """End the step: keep its record."""
        self._seats_of_entries()
        state, by = self.play.state, self._by
        entries = "\n".join(self._entries)
        if SEAT in entries:  # no key has it
            for entry in self._entries:
                if entry[0] == SEAT:
                    Seating.of(self.game).seated(state, *entry[1:].split(" ", 1))
        seats = set(by)
        seats.discard("")
        self._steps.append(
            StepRecord(
                self.step_name,
                next(iter(seats), "") if len(seats) <= 1 else "\n".join(by),
                entries,
                tuple(self._events),
                state.copy(),
                self.game.rules_version,
            )
        )
        self._entries.clear()
        self._by.clear()
        self._events.clear()
        self.forced.clear()

    def _seats_of_entries(self) -> None:
        """Assign no seat to the entries that the rules wrote since (chance, reveals)."""
        missing = len(self._entries) - len(self._by)
        if missing:
            self._by.extend([""] * missing)

    def _recover(self, problem: Exception, version: int, steps: int, entries: int) -> NoReturn:
        """Return to the decision before a rule failed, and raise RuleFailed with the record."""
        failed, name = "" if isinstance(problem, MemoryError) else self.save(), self.step_name
        listed, by = self.entries(steps)
        self.return_to(steps, listed[:entries], by[:entries])
        self.version = version
        if isinstance(problem, BadRecord | MemoryError):
            raise problem
        raise RuleFailed(f"a rule failed in step {name!r}: {problem!r}", failed) from problem

    # -- going back ---------------------------------------------------------------------------------

    def entries(self, step: int | None = None) -> tuple[Sequence[str], Sequence[str]]:
        """Return the entries of a step (by default the current one) and the seat of each."""
        if step is None or step == len(self._steps):
            self._seats_of_entries()
            return self._entries, self._by
        return self._steps[step].listed(), self._steps[step].seats()

    def return_to(self, steps: int, entries: Sequence[str], by: Sequence[str]) -> None:
        """Keep the first `steps` steps and repeat these entries after them, reading chance."""
        entries, by = list(entries), list(by)
        del self._steps[steps:]
        state = self.checkpoint()
        where = f"the start of step {steps + 1} ({state.step})"
        try:
            self.begin(state, entries)
            for number, (entry, seat) in enumerate(zip(entries, by, strict=True), 1):
                where = f"entry {number} of step {steps + 1} ({quoted(entry)})"
                if len(self._steps) != steps and entry[0] not in NOT_ANSWERS:
                    raise BadRecord("the step ends before it")
                self.enter(entry, seat)
        except (BadRecord, NotOffered) as problem:
            raise BadRecord(f"{where}: {problem}") from problem
        except MemoryError:
            raise
        except Exception as problem:
            raise RuleFailed(f"a rule failed in step {self.step_name!r}: {problem!r}", self.save()) from problem
        self.play.chance = self.chance
        self._seats_of_entries()

    def keep_steps(self, steps: Sequence[StepRecord]) -> None:
        """Take over finished steps of another table or a record."""
        self._steps = list(steps)

    def restore(self, record: Record) -> None:
        """Take over the steps of a record and repeat its later entries (see `from_record`)."""
        self.keep_steps(record.steps)
        self.branch = record.branch
        for step in record.steps:
            for entry in step.listed():
                if entry[0] == SEAT:
                    self._sit_again(entry)
        same_rules = record.rules == self.game.rules_version
        entries, by = list(record.now), list(record.now_by)
        while True:
            try:
                self.return_to(len(record.steps), entries, by)
                break
            except Error:
                answers = [i for i, entry in enumerate(entries) if entry[0] not in NOT_ANSWERS]
                if same_rules or not answers:
                    raise
                stay = [entry for entry in entries[answers[-1] :] if entry[0] in SEAT + BRANCH]
                entries[answers[-1] :] = stay
                by[answers[-1] :] = [""] * len(stay)
        if same_rules and self.entries(len(record.steps))[0][: len(record.now)] != record.now:
            raise BadRecord("replaying the entries since the last checkpoint gives other entries")
        self.version = record.version + (entries != record.now)

    def enter(self, entry: str, seat: str) -> None:
        """Repeat an entry of a record. Raises BadRecord where the rules do not offer it."""
        mark = entry[0]
        if mark in WRITTEN:
            return
        if mark == SEAT:
            self._sit_again(entry)
            self._entries.append(entry)
        elif mark == BRANCH:
            self.branch = max(self.branch, branch_of(entry))
            self._entries.append(entry)
        elif mark == ASIDE:
            who, _, key = entry[1:].partition(" ")
            value, pending = asides.find(self, key, who), self.decision
            if value is None or pending is None:
                raise BadRecord(f"{quoted(key)} is not open to {who if who in self.game.seats else quoted(who)} now")
            self._take_aside(key, who, value, pending)
        else:
            key = entry[1:] if mark in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
            decision = self.decision
            index = decision.find(key) if decision is not None and decision.seat == seat else None
            if decision is None or index is None:
                asked = "nobody is asked" if decision is None else f"{decision.seat} is asked {decision.ask!r}"
                raise BadRecord(f"{quoted(key)} is not offered to {seat or 'nobody'}: {asked} now")
            self._answer(decision, index)

    def _sit_again(self, entry: str) -> None:
        who, _, agent = entry[1:].partition(" ")
        if who not in self.game.seats:
            raise BadRecord(unknown("seat", who, self.game.seats))
        self._seat(who, agent)

    def _seat(self, seat: str, agent: str) -> None:
        self.seats[seat] = agent
        if agent == PERSON:
            self.people.add(seat)

    def undo(self, seat: str, *, agreed: bool = False) -> None:
        """Undo the seat's last choice.

        Alone, a seat undoes its choices since the last checkpoint and barrier: a die roll, a reveal, another seat's
        choice. `agreed` goes further back, onto a new branch, so that known dice are rerolled. Raises UndoRefused.
        """
        undo(self, seat, agreed=agreed)

    def fork(self) -> Table[S]:
        """Return an exact copy, secrets included: for undo and tests."""
        return from_record(self.game, self.record(), chance=self.chance.branched(self.branch), trusted=True)

    def imagine(self, seat: str | Sequence[str], seed: int, draw: Draw[S] | None = None) -> Table[S]:
        """Return a table drawn from what those seats may know: for agents and previews.

        `draw` draws a state that looks the same to them; by default all are equally likely.
        """
        return imagine(self, (seat,) if isinstance(seat, str) else tuple(seat), seed, draw)

    # -- what leaves the table ----------------------------------------------------------------------

    def view(self, *seats: str) -> View:
        """Return what these seats together may know; without seats, what everyone knows."""
        return self.game.view(self.play.state, seats)

    def svg(self, *seats: str, language: str = "en", step: int | None = None) -> str:
        """Return the board as these seats see it, as an SVG document: now, or as a step began."""
        state = self.play.state if step is None else self.checkpoint(step)
        return Layout.of(self.game).draw(self.game.view(state, seats), language, latest(self, seats, step))

    def asked(self, *seats: str) -> View | None:
        """Return the pending decision: in full for its own seat, otherwise only whose it is."""
        decision = self.decision
        if decision is None:
            return None
        if decision.seat not in seats:
            return {"seat": decision.seat}
        return {
            "seat": decision.seat,
            "ask": decision.ask,
            "rule": decision.rule,
            "about": dict(decision.about),
            "options": list[Json](decision.options.keys()),
        }

    def frame(self, *seats: str, since: int = 0) -> View:
        """Return view, decision and events (from number `since` on) of these seats as JSON data."""
        events: list[Json] = [list[Json](event) for event in visible(self.game, self._all_raw_events(), seats)[since:]]
        return {"version": self.version, "view": self.view(*seats), "decision": self.asked(*seats), "events": events}

    def events(self, *seats: str) -> list[Event]:
        """Return the log as these seats know it; without seats, as a spectator does."""
        return read_events(self.game, self._all_raw_events(), seats)

    def all_events(self) -> list[Event]:
        """Return the whole log, secrets included."""
        return read_events(self.game, self._all_raw_events())

    def step_events(self, step: int | None = None, seats: Sequence[str] | None = None) -> list[Event]:
        """Return the log of a step (by default the current one) as these seats know it, or in full."""
        return read_events(self.game, self.raw_events(step), seats)

    def raw_events(self, step: int | None = None) -> Sequence[RawEvent]:
        """Return the events of a step (by default the current one), secrets included."""
        if step is None or step == len(self._steps):
            return self._events
        return tuple(self._steps[step].raw_events())

    def _all_raw_events(self) -> Iterator[RawEvent]:
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
        steps, entries, by = list(self._steps), list(self._entries), list(self._by)
        return Record(self.header, steps, entries, by, self.version, self.branch, self.game.rules_version)

    def save(self) -> str:
        """Return the whole record as text, secrets included: the save file."""
        return self.record().dumps()

    def own_record(self, *seats: str) -> str:
        """Return the record as these seats may keep it: no seed, no states, no secrets of others."""
        return redact_record(self.record(), seats, visible(self.game, self._all_raw_events(), seats))

    def position(self) -> str:
        """Return the last checkpoint as TOML, with the entries since (as FEN does for chess)."""
        text = self.game.write_position(self.checkpoint())
        if self._entries:
            self._seats_of_entries()
            rows = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in self._entries)
            text += f"\n[since]\nentries = [\n  {rows},\n]\nby = {json.dumps(self._by)}\n"
        return text


def from_record(game: Game[S], record: Record, *, chance: Chance | None = None, trusted: bool = False) -> Table[S]:
    """Return the table that a record describes; every state is checked unless `trusted`.

    Finished steps are taken as they are: a game begun under older rules continues from its last checkpoint under the
    present ones, with the choices since as far as they are still offered.
    """
    if not trusted:
        record = checked(game, record)
    table = Table(game, record.header, chance or Seeded(record.header.seed, record.branch), begin=False)
    table.restore(record)
    return table
