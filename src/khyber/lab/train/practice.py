"""Games to practise by: a seat draws its choices by its policy and remembers them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.agents.strong.policy import Policy
from khyber.agents.strong.taught import Taught, drawn, odds
from khyber.agents.strong.worth import final_shares
from khyber.api import new
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.decision import Option
from khyber.engine.game import Game
from khyber.engine.optional import Bots, Evaluation

#: Share of the games against the bot that people meet; the others are against bots that a search plays by.
OFFERED: Final = 0.7
#: What a point of the margin counts beside the victory, and the most points that count: they steady the lessons.
PER_POINT: Final = 0.1
MAX_POINTS: Final = 5
#: How far back a surprise counts: 0 for one choice, 1 for the whole game.
REACH: Final = 0.9
#: Stands for no option, at the end of a row.
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class Practice:
    """A run of games of one seat: seeds from `first`; `draws` is False to see how well it plays."""

    game: str
    seat: str
    policy: Path
    first: int
    count: int
    draws: bool = True


@dataclass(slots=True)
class Choices:
    """The choices of one seat in some games, a row each."""

    asks: NDArray[np.int16]
    #: What the policy read of the seat's knowledge, and the same of the whole state, for the teacher's network alone.
    reads: NDArray[np.uint8]
    states: NDArray[np.uint8]
    #: The key of each option by the policy's numbers, `NONE` behind the last; how far it lies behind the bot's.
    keys: NDArray[np.int16]
    leanings: NDArray[np.float32]
    chosen: NDArray[np.int16]
    #: Logarithms of the odds with which they were chosen.
    logs: NDArray[np.float32]


@dataclass(slots=True)
class Practised:
    """What came of it: the choices, and of each game their number, the seat's share of the victory and its reward."""

    seat: str
    choices: Choices
    lengths: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Made:
    """One choice."""

    ask: int
    read: bytes
    state: bytes
    keys: list[int]
    leanings: list[float]
    chosen: int
    log: float


class Practising(Taught[Any]):
    """Draws its choices and remembers those that the policy has a say in."""

    def __init__(self, policy: Policy[Any], seat: str, source: random.Random) -> None:
        super().__init__(policy, seat)
        self._source = source
        self.made: list[Made] = []

    def __call__(self, seen: Seen[Any]) -> Option:
        decision = seen.decision
        ask = self._policy.asks.get(decision.ask)
        if ask is None or len(decision.values) == 1:
            return super().__call__(seen)
        weighed = self.weigh(seen)
        place = drawn(weighed.preferences, self._source)
        keys = self._policy.key_numbers(decision)
        if NONE not in keys:
            chance = odds(weighed.preferences)[place]
            state = self._policy.read(seen.table.state, decision)
            self.made.append(Made(ask, weighed.read, state, keys, weighed.leanings, place, log(chance + 1e-9)))
        return self._answered(seen, place, weighed.bots)


def practise(practice: Practice) -> Practised:
    """Play the games."""
    game = find_game(practice.game)
    policy = Policy(game, practice.policy)
    made: list[Made] = []
    found = Practised(practice.seat, rows(made, policy))
    for seed in range(practice.first, practice.first + practice.count):
        source = random.Random(stream("practice", game.id, practice.seat, seed))
        player = Practising(policy, practice.seat, source) if practice.draws else Taught(policy, practice.seat)
        share, margin = play(game, seed, practice.seat, player, source, offered=not practice.draws)
        own = player.made if isinstance(player, Practising) else []
        made += own
        found.lengths.append(len(own))
        found.shares.append(share)
        found.rewards.append(2 * share - 1 + PER_POINT * max(-MAX_POINTS, min(MAX_POINTS, margin)))
    found.choices = rows(made, policy)
    return found


def play(
    game: Game[Any], seed: int, seat: str, player: Taught[Any], source: random.Random, *, offered: bool
) -> tuple[float, int]:
    """Play one game against bots; return the seat's share of the victory and its margin."""
    bots = Bots.of(game).bots
    table = new(game.id, scenario=source.choice(game.scenarios), seed=seed, seats=bots[0])
    agents: dict[str, Any] = {who: Bot(opponent(game, who, source, offered=offered)) for who in game.seats}
    advance(table, agents | {seat: player})
    assert table.outcome is not None
    return final_shares(game, table.state)[game.seats.index(seat)], table.outcome.margins[seat]


def opponent(game: Game[Any], seat: str, source: random.Random, *, offered: bool) -> str:
    """Return the bot of another seat."""
    bots, policies = Bots.of(game).bots, Evaluation.of(game).policies(seat)
    if offered or not policies or source.random() < OFFERED:
        return source.choice(bots)
    return policies[0] if source.random() < 0.5 else source.choice(policies)


def rows(made: Sequence[Made], policy: Policy[Any]) -> Choices:
    """Return the choices as arrays."""
    width = max((len(one.keys) for one in made), default=0)
    keys = np.full((len(made), width), NONE, np.int16)
    leanings = np.zeros((len(made), width), np.float32)
    for at, one in enumerate(made):
        keys[at, : len(one.keys)] = one.keys
        leanings[at, : len(one.keys)] = one.leanings
    return Choices(
        np.array([one.ask for one in made], np.int16),
        _bytes([one.read for one in made], policy.size),
        _bytes([one.state for one in made], policy.size),
        keys,
        leanings,
        np.array([one.chosen for one in made], np.int16),
        np.array([one.log for one in made], np.float32),
    )


def _bytes(reads: Sequence[bytes], size: int) -> NDArray[np.uint8]:
    return np.frombuffer(bytearray(b"".join(reads)), np.uint8).reshape(len(reads), size)


def joined(found: Sequence[Choices]) -> Choices:
    """Return the rows of all, filled up to the same width."""
    width = max(one.keys.shape[1] for one in found)

    def filled(array: NDArray[Any], value: int) -> NDArray[Any]:
        return np.pad(array, ((0, 0), (0, width - array.shape[1])), constant_values=value)

    return Choices(
        np.concatenate([one.asks for one in found]),
        np.concatenate([one.reads for one in found]),
        np.concatenate([one.states for one in found]),
        np.concatenate([filled(one.keys, NONE) for one in found]),
        np.concatenate([filled(one.leanings, 0) for one in found]),
        np.concatenate([one.chosen for one in found]),
        np.concatenate([one.logs for one in found]),
    )


def surprises(expected: NDArray[np.float32], lengths: list[int], rewards: list[float]) -> NDArray[np.float32]:
    """Return how much better games went after each choice than expected; later surprises count less (GAE)."""
    found, start = np.zeros_like(expected), 0
    for length, reward in zip(lengths, rewards, strict=True):
        gain, after = 0.0, reward
        for at in range(start + length - 1, start - 1, -1):
            gain = after - float(expected[at]) + REACH * gain
            found[at], after = gain, float(expected[at])
        start += length
    return found


def met(game: Game[Any], games: range) -> tuple[list[str], list[str]]:
    """Return the questions and option keys that games of bots meet, in order."""
    asks, keys = set[str](), set[str]()
    for seed in games:
        source = random.Random(stream("met", game.id, seed))
        bots = {seat: Bot[Any](opponent(game, seat, source, offered=False)) for seat in game.seats}
        table = new(game.id, scenario=source.choice(game.scenarios), seed=seed, seats=Bots.of(game).bots[0])
        while (decision := table.decision) is not None:
            asks.add(decision.ask)
            keys.update(decision.notation.key(value) for value in decision.values)
            table.choose(bots[decision.seat](Seen(table, decision)), decision.seat)
    return sorted(asks), sorted(keys)
