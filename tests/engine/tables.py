"""Tables of the tiny game for tests: a new one, one at a position made in a line, a random hand to play it on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from khyber.engine.chance import Scripted, Seeded
from khyber.engine.decision import Decision
from khyber.engine.game import Setup
from khyber.engine.record import Header, Record, StepRecord
from khyber.engine.table import Table
from tests.engine.tiny import BAG, SEATS, TINY, State, Tiny


def new(seed: int = 1, scenario: str = "short", options: Sequence[str] = (), game: Tiny = TINY) -> Table[State]:
    """A game from its set-up."""
    setup = Setup(scenario, tuple(options), 2)
    return Table(game, Header(game.id, game.rules_version, game.digest(), seed, setup, dict.fromkeys(SEATS, "person")))


def state(
    step: str = "bid",
    north: str = "tea guard",
    south: str = "silk gem",
    coins: tuple[int, int] = (1, 1),
    rounds: int = 1,
    discard: str = "",
    bag: str = "",
) -> State:
    """A checkpoint. What is in no hand and not discarded is in the bag, in the order given or that of the box."""
    position = TINY.start(Setup("short"))
    position.step, position.rounds, position.coins = step, rounds, bytearray(coins)
    position.north, position.south, position.discard = north.split(), south.split(), discard.split()
    rest = list(BAG)
    for card in position.north + position.south + position.discard:
        rest.remove(card)
    position.bag = bag.split() or rest
    TINY.check(position)
    return position


def at(
    position: State, seed: int = 1, dice: Sequence[int] = (), game: Tiny = TINY, seats: Mapping[str, str] | None = None
) -> Table[State]:
    """A table that begins at a checkpoint, with the first results of chance given."""
    header = Header(
        game.id,
        game.rules_version,
        game.digest(),
        seed,
        Setup("short", (), 2),
        seats or dict.fromkeys(SEATS, "person"),
        position.pack(),
    )
    return Table(game, header, Scripted(dice, Seeded(seed)) if dice else None)


def asked(table: Table[State]) -> Decision:
    """The pending decision, which must be there."""
    assert table.decision is not None, "the game is over"
    return table.decision


def answer(table: Table[State], *keys: str) -> None:
    """Answer one decision after another."""
    for key in keys:
        table.choose(key)


def random_choice(table: Table[State], source: random.Random) -> None:
    """An answer to the pending decision, or now and then an aside."""
    seat = source.choice(SEATS)
    if source.random() < 0.3 and (open_now := table.asides(seat)):
        table.choose(source.choice(open_now.keys()), seat)
    else:
        table.choose(source.randrange(len(asked(table).options)))


def play_on(table: Table[State], seed: int, choices: int = 1000) -> Table[State]:
    """Make up to this many random choices."""
    source = random.Random(seed)
    while table.decision is not None and choices:
        random_choice(table, source)
        choices -= 1
    return table


def same(one: Table[State], two: Table[State]) -> bool:
    """Two tables that nobody could tell apart, secrets included."""
    return (one.save(), one.state, one.all_events(), repr(one.decision), one.seats, one.outcome) == (
        two.save(),
        two.state,
        two.all_events(),
        repr(two.decision),
        two.seats,
        two.outcome,
    )


def up_to(record: Record, steps: int) -> Record:
    """The record as it stood at a checkpoint."""
    kept: list[StepRecord] = record.steps[:steps]
    return Record(record.header, kept, [], [], record.version, record.branch, record.rules)
