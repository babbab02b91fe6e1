"""Pairs of worlds that a seat cannot tell apart, in all three games: they differ in what is hidden from it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import PERSON, advance, agents_of
from khyber.engine.decision import Decision
from khyber.engine.table import Table, from_record
from khyber.games.distant_plain.board import is_propaganda
from khyber.games.distant_plain.state import State as PlainState
from khyber.games.enduring_freedom.secrets import hidden
from khyber.games.enduring_freedom.state import State as FreedomState
from khyber.games.zurmat.board import NOWHERE
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.rules.setup import pairs_of_objectives
from khyber.games.zurmat.state import State as ZurmatState
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX
from tests.enduring_freedom.tables import new as new_freedom
from tests.zurmat.tables import SEATS as SIDES
from tests.zurmat.tables import new as new_zurmat
from tests.zurmat.worlds import same_choice, twin

AnyTable = Table[Any]
#: How often a pair is tried before that is given up.
ATTEMPTS = 300


@dataclass(frozen=True, slots=True)
class Pair:
    """Two worlds, and the seat that cannot tell them apart."""

    kind: str
    watcher: str
    one: AnyTable
    other: AnyTable

    @property
    def worlds(self) -> tuple[AnyTable, AnyTable]:
        return self.one, self.other


def asked(table: AnyTable) -> Decision:
    """What somebody is asked now."""
    assert table.decision is not None
    return table.decision


def sent(table: AnyTable, seat: str) -> str:
    """What the engine lets a seat know."""
    return json.dumps(table.frame(seat)) + table.own_record(seat)


def _alike(pair: Pair) -> bool:
    """Whether this is such a pair, with the watcher to choose."""
    one, other = pair.worlds
    return (
        one.state != other.state
        and all(world.decision is not None for world in pair.worlds)
        and asked(one).seat == asked(other).seat == pair.watcher
        and sent(one, pair.watcher) == sent(other, pair.watcher)
    )


def _found(kind: str, index: int, tried: Callable[[int, random.Random], Pair | None]) -> Pair:
    for attempt in range(ATTEMPTS):
        pair = tried(index * ATTEMPTS + attempt, random.Random(f"{kind} {index} {attempt}"))
        if pair is not None and _alike(pair):
            return pair
    raise AssertionError(f"no pair of kind {kind} was found for {index}")


def _play(table: AnyTable, choices: int, source: random.Random) -> None:
    """People choose at random; bots play their turns."""
    for _ in range(choices):
        advance(table)
        if table.decision is not None:
            table.choose(source.randrange(len(table.decision.values)))
    advance(table)


# -- A Distant Plain: the cards to come, Deception markers, the dice to come --------------------------------


def other_deck(table: Table[PlainState], source: random.Random) -> Table[PlainState]:
    """The same game with two cards exchanged of which nothing was seen yet, from the first step on.

    So are the Deception markers of the first two players.
    """
    unseen = [card for card in table.state.deck[1:] if not is_propaganda(card)]
    one, other = source.sample(unseen, 2)
    exchange = bytes.maketrans(bytes((one, other)), bytes((other, one)))
    record = table.record()
    for number, step in enumerate(record.steps):
        state = PlainState.unpack(step.after)
        state.deck = state.deck.translate(exchange)
        state.deception = (*state.deception[1::-1], *state.deception[2:])
        record.steps[number] = replace(step, state=state.pack())
    return from_record(table.game, record)


def plain(index: int) -> Pair:
    """With bots of both printings."""
    seats = khyber.catalogue.game("distant-plain").seats
    watcher = seats[index % len(seats)]

    def tried(seed: int, source: random.Random) -> Pair | None:
        others = {seat: source.choice(("bot:3rd", "bot:2nd")) for seat in seats}
        table: Table[PlainState] = khyber.new(
            "distant-plain", scenario=source.choice(("short", "main")), seed=seed, seats={**others, watcher: PERSON}
        )
        _play(table, source.randrange(4, 40), source)
        if table.decision is None or len(table.state.deck) < 4:
            return None
        return Pair("plain", watcher, table, other_deck(table, source))

    return _found("plain", index, tried)


def deception(index: int) -> Pair:
    """Four people with Deception markers; half of the pairs differ in all dice to come as well."""
    watcher, reseeded = ("taliban", "warlords")[index % 2], index // 2 % 2 == 1

    def tried(seed: int, source: random.Random) -> Pair | None:
        table: Table[PlainState] = khyber.new("distant-plain", scenario="short", seed=seed, options=("deception",))
        _play(table, source.randrange(10, 60), source)
        while table.decision is not None and asked(table).seat != watcher:
            table.choose(source.randrange(len(asked(table).values)))
        if table.decision is None or len(table.state.deck) < 4 or any(table.state.revealed):
            return None
        record = other_deck(table, source).record()
        if reseeded:
            record.header = replace(record.header, seed=source.getrandbits(128))
        return Pair("deception", watcher, table, from_record(table.game, record))

    return _found("deception", index, tried)


# -- Zurmat: discs, hands, Objectives -----------------------------------------------------------------------


def _at_a_checkpoint(table: AnyTable, choices: int, source: random.Random) -> None:
    _play(table, choices, source)
    while table.decision is not None and (table.since or not table.steps):
        table.choose(source.randrange(len(table.decision.values)))


def zurmat(index: int) -> Pair:
    """Two people: redraw all that the watcher cannot know, then continue both worlds alike."""
    watcher, options = SIDES[index % 2], (("notes",) if index // 2 % 2 else ())

    def tried(seed: int, source: random.Random) -> Pair | None:
        table = new_zurmat(seed, options)
        _at_a_checkpoint(table, source.randrange(60, 110), source)
        if table.decision is None:
            return None
        pair = (table, twin(table, watcher, source))
        for _ in range(source.randrange(10)):
            if any(one.decision is None for one in pair) or not same_choice(pair, source):
                break
        return Pair("zurmat", watcher, *pair)

    return _found("zurmat", index, tried)


def zurmat_bot(index: int) -> Pair:
    """A person against a bot, which has played its last turns in either world by itself."""
    watcher, options = SIDES[index % 2], (("notes",) if index // 2 % 2 else ())
    seats = dict.fromkeys(SIDES, Zurmat.bots[0]) | {watcher: PERSON}

    def tried(seed: int, source: random.Random) -> Pair | None:
        table: Table[ZurmatState] = khyber.new("zurmat", seed=seed, seats=seats, options=options)
        _play(table, source.randrange(15, 60), source)
        while table.decision is not None and (table.since or not table.steps):
            agent = agents_of(table)[asked(table).seat]
            table.choose(
                source.randrange(len(asked(table).values)) if agent is None else agent(Seen(table, asked(table)))
            )
        if table.decision is None or asked(table).seat == watcher:
            return None
        other = twin(table, watcher, source)
        for world in (table, other):
            advance(world)
        return Pair("zurmat-bot", watcher, table, other)

    return _found("zurmat-bot", index, tried)


def objectives(index: int) -> Pair:
    """The other side has had other Objectives from the beginning."""
    watcher, options = SIDES[index % 2], (("notes",) if index // 2 % 2 else ())
    side, box = 1 - SIDES.index(watcher), printed_box()

    def tried(seed: int, source: random.Random) -> Pair | None:
        table = new_zurmat(seed, options)
        _at_a_checkpoint(table, source.randrange(20, 110), source)
        if table.decision is None:
            return None
        dealt = bytes(sorted(source.sample(range(len(box.objectives[side])), box.numbers.objectives_drawn)))
        kept = [box.objective_by_id[side][name] for name in source.choice(pairs_of_objectives(box, side, dealt))]
        record = table.record()
        for number, step in enumerate(record.steps):
            state = ZurmatState.unpack(step.after)
            if state.objectives[side * 2] != NOWHERE:
                state.objectives[side * 2 : side * 2 + 2] = bytes(kept)
            record.steps[number] = replace(step, state=state.pack())
        return Pair("objectives", watcher, table, from_record(table.game, record))

    return _found("objectives", index, tried)


# -- Enduring Freedom: what lies face down ------------------------------------------------------------------


def freedom(index: int) -> Pair:
    """Counters that were never turned up have changed places from the beginning."""

    def tried(seed: int, source: random.Random) -> Pair | None:
        table = new_freedom(seed)
        for _ in range(source.randrange(20, 250)):
            if table.decision is not None:
                table.choose(pick(table.decision, source, careful=seed % 3 > 0))
        while table.decision is not None and table.since:
            table.choose(pick(table.decision, source, careful=True))
        if table.decision is None or not table.steps:
            return None
        record = table.record()
        states = [FreedomState.unpack(step.after) for step in record.steps]
        for group in range(2):
            never = set.intersection(*(set(list(hidden(state, BOX))[group]) for state in states))
            drawn = source.sample(sorted(never), len(never) // 2 * 2)
            for one, other in zip(drawn[::2], drawn[1::2], strict=True):
                for state in states:
                    state.where[one], state.where[other] = state.where[other], state.where[one]
        for number, state in enumerate(states):
            record.steps[number] = replace(record.steps[number], state=state.pack())
        other_world = from_record(table.game, record)
        for _ in range(source.randrange(6)):
            if asked(table).options.keys() != asked(other_world).options.keys():
                break
            key = asked(table).options.keys()[pick(asked(table), source, careful=False)]
            before = (table.fork(), other_world.fork())
            for world in (table, other_world):
                world.choose(key)
            if sent(table, "coalition") != sent(other_world, "coalition"):
                return Pair("enduring-freedom", "coalition", *before)
        return Pair("enduring-freedom", "coalition", table, other_world)

    return _found("enduring-freedom", index, tried)


def renumbered(index: int) -> Pair:
    """The counters of each kind have had other numbers from the beginning, also those that have been turned up."""

    def tried(seed: int, source: random.Random) -> Pair | None:
        table = new_freedom(seed)
        _at_a_checkpoint(table, source.randrange(20, 250), source)
        if table.decision is None:
            return None
        numbers = bytearray(range(BOX.alliance_end))
        for kind in BOX.kinds:
            first, end = BOX.first[kind.id], BOX.first[kind.id] + kind.count
            if end <= BOX.alliance_end:
                drawn = list(range(first, end))
                source.shuffle(drawn)
                numbers[first:end] = bytes(drawn)
        record = table.record()
        for number, step in enumerate(record.steps):
            state = FreedomState.unpack(step.after)
            for row in (state.where, state.shown, state.reduced, state.moved):
                row[: len(numbers)] = bytes(row[counter] for counter in numbers)
            record.steps[number] = replace(step, state=state.pack())
        return Pair("renumbered", "coalition", table, from_record(table.game, record))

    return _found("renumbered", index, tried)


KINDS: dict[str, Callable[[int], Pair]] = {
    "plain": plain,
    "deception": deception,
    "zurmat": zurmat,
    "zurmat-bot": zurmat_bot,
    "objectives": objectives,
    "enduring-freedom": freedom,
    "renumbered": renumbered,
}
