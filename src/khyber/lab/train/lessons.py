"""Games to learn from: positions at the ends of steps, and who won."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import khyber
from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, player_name
from khyber.agents.driver import agents_of
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.lines import play_line
from khyber.agents.strong.network import Network
from khyber.agents.strong.shipped import networks
from khyber.agents.strong.taught import Taught
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth, final_shares
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.engine.features import Encoder
from khyber.engine.game import Game
from khyber.engine.optional import Bots, Evaluation
from khyber.engine.table import Table

#: Positions kept of each game: neighbours are too alike to teach more.
POSITIONS: Final = 24
#: Share of games in which turns begin at random, of the steps in such a game, and the longest such beginning.
STRAYING_GAMES: Final = 0.7
STRAYING_STEPS: Final = 0.15
LONGEST: Final = 4
#: Share of the seats played by a bot that was taught, where there is one; of the others by a bot that the game
#: recommends to a search, where it does, half of them by the first.
TAUGHT: Final = 0.4
RECOMMENDED: Final = 0.5
#: Share of the games with one bot for all seats, and of those with a lone player against Non-players of one printing;
#: in the others each seat has any bot.
ALIKE: Final = 0.3
SOLO: Final = 0.4
#: Share of the games of the first scenario; the others have any.
FIRST_SCENARIO: Final = 0.4
#: Seconds for a turn of the seat that searches.
SECONDS: Final = 0.03


@dataclass(frozen=True, slots=True)
class Lesson:
    """A run of games: seeds from `first`, and the network of the seat that searches, if one does."""

    game: str
    first: int
    count: int
    folder: Path
    #: "" for games without search; "none" for a search without a network.
    network: str = ""

    @property
    def file(self) -> Path:
        return self.folder / f"{self.first:09}.npz"


def hold(lesson: Lesson) -> Path:
    """Play the games and write the file; a file that exists is kept."""
    if lesson.file.exists():
        return lesson.file
    lesson.folder.mkdir(parents=True, exist_ok=True)
    game = find_game(lesson.game)
    encoder = Encoder(Evaluation.of(game).inputs())
    worth = searching(game, lesson.network)
    rows, shares, margins, of = list[bytes](), list[list[float]](), list[list[int]](), list[int]()
    for seed in range(lesson.first, lesson.first + lesson.count):
        seen, result, final = play(game, seed, encoder, worth)
        rows += seen
        shares += [result] * len(seen)
        margins += [final] * len(seen)
        of += [seed] * len(seen)
    made = lesson.file.with_suffix(".part")
    with made.open("wb") as file:
        np.savez_compressed(
            file,
            positions=np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), encoder.size),
            shares=np.array(shares, np.float32),
            margins=np.array(margins, np.int16),
            games=np.array(of, np.int64),
        )
    made.replace(lesson.file)
    return lesson.file


def searching(game: Game[Any], network: str) -> Worth[Any] | None:
    """Return what the searching seat estimates by; None if no seat searches."""
    if not network:
        return None
    return Worth(game, None if network == "none" else Network(game, Path(network)), networks(game).policy)


def play(
    game: Game[Any], seed: int, encoder: Encoder, worth: Worth[Any] | None
) -> tuple[list[bytes], list[float], list[int]]:
    """Play one game; return some of its positions, each seat's share of the victory, and each seat's margin."""
    source = random.Random(stream("lesson", game.id, seed))
    table = begin(game, seed, source)
    agents = players(table, source)
    if worth is not None:
        agents[source.choice(game.seats)] = Strong(Thinking(SECONDS), worth)
    straying = STRAYING_STEPS if source.random() < STRAYING_GAMES else 0.0
    seen = list[bytes]()
    while (decision := table.decision) is not None:
        seen.append(encoder.encode(table.state))
        astray = range(source.randint(1, LONGEST)) if source.random() < straying else range(0)
        if astray and not isinstance(agents[decision.seat], Strong):
            play_line(table, decision.seat, (), agents, source, astray)
        else:
            finish_step(table, agents)
    kept = source.sample(seen, min(POSITIONS, len(seen)))
    assert table.outcome is not None
    return kept, final_shares(game, table.state), [table.outcome.margins[seat] for seat in game.seats]


def begin(game: Game[Any], seed: int, source: random.Random) -> Table[Any]:
    """Set up a game in one of the arenas that people play in, mostly of the first scenario."""
    first, *_ = game.scenarios
    scenario = first if source.random() < FIRST_SCENARIO else source.choice(game.scenarios)
    return khyber.new(game.id, scenario=scenario, seed=seed, seats=arena(game, source))


def arena(game: Game[Any], source: random.Random) -> dict[str, str]:
    """Return who sits where: a random bot in each seat, one in all, or a lone player against Non-players."""
    bots = Bots.of(game)
    names = [*bots.bots, *map(player_name, bots.non_player_bots)]
    kind = source.random()
    if kind < SOLO and bots.non_player_bots:
        seats = dict.fromkeys(game.seats, source.choice(bots.non_player_bots))
        return seats | {source.choice(game.seats): player_name(source.choice(bots.non_player_bots))}
    if kind < SOLO + ALIKE:
        return dict.fromkeys(game.seats, source.choice(names))
    return {seat: source.choice(names) for seat in game.seats}


def players(table: Table[Any], source: random.Random) -> dict[str, Agent[Any]]:
    """Return the bots of the seats; some play as a search would let them."""
    found: dict[str, Agent[Any]] = {seat: agent for seat, agent in agents_of(table).items() if agent is not None}
    policy = networks(table.game).policy
    for seat in table.game.seats:
        policies = Evaluation.of(table.game).policies(seat)
        if policy is not None and source.random() < TAUGHT:
            found[seat] = Taught(policy, seat)
        elif policies and source.random() < RECOMMENDED:
            found[seat] = Bot(policies[0] if source.random() < 0.5 else source.choice(policies))
    return found


def finish_step(table: Table[Any], agents: dict[str, Agent[Any]]) -> None:
    step = len(table.steps)
    while (decision := table.decision) is not None and len(table.steps) == step:
        table.choose(agents[decision.seat](Seen(table, decision)), decision.seat)
