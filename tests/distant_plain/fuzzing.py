"""Whole games at random, with everything that must always hold checked on the way."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping

import khyber
from khyber.engine.chance import stream
from khyber.engine.decision import KEY_PATTERN
from khyber.engine.errors import NotOffered, NotYourTurn, UndoRefused
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.games.distant_plain.board import (
    BASES,
    INVENTORY,
    IS_LOC,
    IS_PAKISTAN,
    KINDS,
    LANDS,
    OWNER,
    PIECE_IDS,
    PIECES,
    POPULATION,
    ROWS,
    SEATS,
    SPACE_COUNT,
    SPACE_IDS,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    W_ACTIVE,
)
from khyber.games.distant_plain.state import State

SCENARIOS = ("short", "main", "extended")
OPTIONS = ("sudden-propaganda", "deception", "no-capabilities", "open-deployment", "no-non-player")
KEY = re.compile(KEY_PATTERN)
ASIDE_CHANCE = 0.05
MAX_DECISIONS = 50_000
#: One in this many copies is loaded as an untrusted record.
TRUSTED = 20


def configuration(index: int) -> tuple[str, int, list[str]]:
    """Scenario, players and options of a game, so that every combination comes up as the index grows."""
    source = random.Random(stream("configuration", index))
    players = 1 + index // 3 % 4
    options = [option for option in OPTIONS if source.random() < 0.4]
    if players < 3 and "deception" in options:
        options.remove("deception")
    if players not in (2, 3) and "no-non-player" in options:
        options.remove("no-non-player")
    if players == 2 and "no-non-player" in options and source.random() < 0.5:
        options.append("coalition-and-warlords")
    return SCENARIOS[index % 3], players, options


def claimed(index: int) -> Mapping[str, object]:
    """Set up a game whose prompts are checked: every fifth with a deck of one's own, and the 2nd printing's victory."""
    scenario, players, options = configuration(index)
    if index % 5 == 4:
        options = [option for option in options if option != "sudden-propaganda"] + ["own-deck"]
        if players < len(SEATS) and "no-non-player" not in options:
            options += ["players-limited", "victory-2nd"]
    return {"scenario": scenario, "players": players, "options": options}


def fuzz_game(index: int, every: int) -> dict[str, int]:
    """Play one game; invariants after every decision, the dear checks at one decision in `every`."""
    scenario, players, options = configuration(index)
    table = khyber.new("distant-plain", scenario=scenario, players=players, options=options, seed=index)
    source = random.Random(stream("fuzz", index))
    counts = {"decisions": 0, "asides": 0, "checked": 0, "undone": 0}
    check_invariants(table)
    while (decision := table.decision) is not None:
        if counts["decisions"] >= MAX_DECISIONS:
            raise AssertionError(f"game {index} is not over after {MAX_DECISIONS} decisions")
        check_decision(table)
        if counts["decisions"] % every == index % every:
            check_copies(table, source)
            counts["checked"] += 1
        if source.random() < ASIDE_CHANCE:
            counts["asides"] += take_an_aside(table, source)
            decision = table.decision
            if decision is None:
                break
        chosen = source.randrange(len(decision.values))
        count_event(table, chosen, counts)
        if counts["decisions"] % every == index % every:
            counts["undone"] += choose_undo_and_redo(table, chosen)
        else:
            table.choose(chosen)
        check_invariants(table)
        counts["decisions"] += 1
    assert table.outcome is not None, "the game is over without an outcome"
    return counts


def count_event(table: Table[State], chosen: int, counts: dict[str, int]) -> None:
    """Events executed, by card and side: `event 34u`."""
    decision = table.decision
    assert decision is not None
    if decision.ask.startswith("turn"):
        key = decision.options[chosen].key
        if key.startswith("event-"):
            side = f"event {table.state.played[-1]}{key.removeprefix('event-')[0]}"
            counts[side] = counts.get(side, 0) + 1


def take_an_aside(table: Table[State], source: random.Random) -> int:
    decision = table.decision
    assert decision is not None
    seat = decision.seat if source.random() < 0.5 else SEATS[source.randrange(4)]
    asides = table.asides(seat)
    if not len(asides):
        return 0
    keys = asides.keys()
    assert len(set(keys)) == len(keys), f"two asides of {seat} have the same key"
    table.choose(keys[source.randrange(len(keys))], seat)
    check_invariants(table)
    return 1


# -- what must hold after every decision --------------------------------------------------------------


def check_invariants(table: Table[State]) -> None:
    """Pieces conserved, stacking, tracks, markers, Control and totals: counted anew, without the rules' own code."""
    state = table.state
    pieces = state.pieces
    for piece in PIECES:
        if piece in (T_ACTIVE, W_ACTIVE):
            continue
        kinds = [piece, piece + 1] if piece + 1 in (T_ACTIVE, W_ACTIVE) else [piece]
        total = sum(pieces[row * KINDS + kind] for row in range(ROWS) for kind in kinds)
        assert total == INVENTORY[piece], f"{total} pieces of {PIECE_IDS[piece]}, not {INVENTORY[piece]}"
    for space in range(SPACE_COUNT):
        at = space * KINDS
        bases = sum(pieces[at + base] for base in BASES)
        assert bases <= (0 if IS_LOC[space] else 2), f"{bases} Bases in {SPACE_IDS[space]}"
        if IS_PAKISTAN[space]:
            strangers = [p for p in PIECES if pieces[at + p] and OWNER[p] != TALIBAN]
            assert not strangers, f"{strangers} in {SPACE_IDS[space]}"
            assert state.islamabad or not pieces[at + T_UNDERGROUND], "Underground in Pakistan at Hostility"
        assert 0 <= state.level[space] <= 2
        has_people = not IS_LOC[space] and not IS_PAKISTAN[space] and POPULATION[space] + state.returnees[space] > 0
        assert state.level[space] == 1 or has_people, f"an opinion in {SPACE_IDS[space]}"
        assert state.returnees[space] <= 1
        assert not IS_LOC[space] or state.terror[space] <= 1
        if state.moved:
            assert all(m <= p for m, p in zip(state.moved[at : at + KINDS], pieces[at : at + KINDS], strict=True))
    assert sum(state.terror) <= 30 and sum(state.returnees) <= 6
    assert all(amount <= 75 for amount in state.resources) and state.resources[0] == 0
    assert 0 <= state.aid <= 75 and 0 <= state.patronage <= 40
    assert 0 <= state.islamabad <= 4
    if not state.frozen:
        check_control(state)


def check_control(state: State) -> None:
    for space in LANDS:
        counts = [0, 0, 0, 0]
        for piece in PIECES:
            counts[OWNER[piece]] += state.pieces[space * KINDS + piece]
        coin, taliban, warlords = counts[0] + counts[1], counts[2], counts[3]
        expected = 1 if coin > taliban + warlords else 2 if taliban > coin + warlords else 0
        assert state.control[space] == expected, f"Control of {SPACE_IDS[space]}"


def check_totals(table: Table[State]) -> None:
    """1.9, recounted from the view alone."""
    view = table.view()
    spaces = view["spaces"]
    totals = view["totals"]
    available = view["available"]
    assert isinstance(spaces, dict) and isinstance(totals, dict) and isinstance(available, dict)
    people = {"support": 0, "opposition": 0, "neutral": 0, "coin": 0, "taliban": 0, "none": 0}
    taliban_bases = 0
    for space, name in enumerate(SPACE_IDS):
        facts = spaces[name]
        assert isinstance(facts, dict)
        pieces = facts["pieces"]
        assert isinstance(pieces, dict)
        bases = pieces.get("taliban-base", 0)
        assert isinstance(bases, int)
        taliban_bases += bases
        if IS_LOC[space] or IS_PAKISTAN[space]:
            continue
        population = POPULATION[space] + bool(facts["returnees"])
        people[str(facts["level"])] += population
        people[str(facts["control"])] += population
    at_home = sum(n for name, n in available.items() if name.startswith("coalition") and isinstance(n, int))
    patronage = view["patronage"]
    assert isinstance(patronage, int)
    assert totals == {
        "support-available": people["support"] + at_home,
        "coin-patronage": people["coin"] + patronage,
        "opposition-bases": people["opposition"] + taliban_bases,
        "uncontrolled": people["none"],
    }


def check_decision(table: Table[State]) -> None:
    """At least two options (or a window), unique well-formed keys, and only the seat that was asked may answer."""
    decision = table.decision
    assert decision is not None
    keys = decision.options.keys()
    assert len(keys) >= 2 or (decision.window and keys), f"{decision.ask} has {len(keys)} options"
    assert len(set(keys)) == len(keys), f"{decision.ask} has two options with one key: {keys}"
    for key in keys:
        assert KEY.fullmatch(key), f"{decision.ask} has the key {key!r}"


# -- the dear checks ----------------------------------------------------------------------------------


def check_copies(table: Table[State], source: random.Random) -> None:
    """Fork, save and load, positions, strangers' answers, and what each seat sees of another world."""
    decision = table.decision
    assert decision is not None
    check_totals(table)
    saved = table.save()
    assert_same(table.fork(), table, saved)
    # whether every state in a record can be is checked now and then: it takes longer than all the rest
    trusted = bool(table.version % TRUSTED)
    assert_same(from_record(table.game, loads(saved), trusted=trusted), table, saved)
    assert_same(khyber.position("distant-plain", table.position()), table, None)
    version = table.version
    stranger = SEATS[(SEATS.index(decision.seat) + 1 + source.randrange(3)) % 4]
    try:
        table.choose(0, stranger)
    except NotYourTurn:
        pass
    else:
        raise AssertionError(f"{stranger} answered for {decision.seat}")
    try:
        table.choose("no such thing")
    except NotOffered:
        pass
    else:
        raise AssertionError("a choice that is not offered was taken")
    assert table.version == version
    for seat in (*SEATS, None):
        seats = (seat,) if seat else ()
        world = table.imagine(seats, source.randrange(1 << 30))
        assert dumped(world.view(*seats)) == dumped(table.view(*seats)), f"{seat} sees what it may not know"
        assert dumped(table.asked(*seats)) == dumped(world.asked(*seats)), f"{seat} is asked by what it may not know"


def dumped(view: object) -> str:
    return json.dumps(view, sort_keys=True)


def assert_same(copy: Table[State], table: Table[State], saved: str | None) -> None:
    assert copy.state == table.state, "the copy's state differs"
    ours, theirs = table.decision, copy.decision
    assert ours is not None and theirs is not None
    assert (theirs.seat, theirs.ask, theirs.options.keys()) == (ours.seat, ours.ask, ours.options.keys())
    if saved is not None:
        assert copy.save() == saved, "the copy's record differs"


def choose_undo_and_redo(table: Table[State], chosen: int) -> int:
    """Take the choice back if that may be done, and make it again: the continuation is the same."""
    decision = table.decision
    assert decision is not None
    seat, before, key = decision.seat, table.state.pack(), decision.options[chosen].key
    table.choose(chosen)
    after = table.state.pack()
    version = table.version
    try:
        table.undo(seat)
    except UndoRefused:
        assert table.state.pack() == after and table.version == version
        return 0
    assert table.version > version
    assert table.state.pack() == before, "undo does not lead back"
    table.choose(key)
    assert table.state.pack() == after, "redo leads elsewhere"
    return 1
