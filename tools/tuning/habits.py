"""Learn from games what players of Zurmat are likely to hold (src/khyber/games/zurmat/ai/habits.toml).

    python -m tools.tuning.habits --games 4000 --jobs 2

One seat is played by the taught bot, the other by the bots that people meet or that a search plays by. Before turns of
the taught bot it notes what neither side can look up: faces of discs, the other side's Objectives and cards. The odds
of a disc are a logistic regression on `signs`; one game in ten is kept to tell how well they fit.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot
from khyber.agents.strong.policy import Policy
from khyber.agents.strong.shipped import networks
from khyber.agents.strong.taught import Taught
from khyber.api import new
from khyber.catalogue import game as find_game
from khyber.engine.chance import stream
from khyber.games.zurmat import board
from khyber.games.zurmat.ai.habits import kept_pairs, signs
from khyber.games.zurmat.box import Box, printed_box
from khyber.games.zurmat.rules.winning import is_met
from khyber.games.zurmat.secrets import hidden_places
from khyber.games.zurmat.state import State
from khyber.lab.processes import spread
from khyber.lab.train.practice import opponent

ROOT: Final = Path(__file__).resolve().parents[2]
WRITTEN: Final = ROOT / "src" / "khyber" / "games" / "zurmat" / "ai" / "habits.toml"
GAME: Final = "zurmat"
FIRST_SEED: Final = 60_000_000
#: Games of one process at a time; share of the turns that are noted.
CHUNK: Final = 50
NOTED: Final = 0.5
#: One game in this many is not learned from.
HELD_BACK: Final = 10
#: Keeps the odds of rare signs finite.
RIDGE: Final = 1.0
STEPS: Final = 30
#: An Objective is never as good as certain to be kept, or not to be: people are not bots.
MAX_WEIGHT: Final = 4.0

#: Signs of some discs, how many they are and how many of them are of their owner's colour.
Row = tuple[tuple[tuple[str, float], ...], int, int]


@dataclass(slots=True)
class Noted:
    """What was noted in some games, as seen from the taught bot's seat."""

    seat: int
    held_back: bool
    discs: tuple[list[Row], list[Row]] = field(default_factory=lambda: ([], []))
    objectives: Counter[str] = field(default_factory=Counter)
    #: Pairs of Objectives that were held, and those that were met then, held or not.
    pairs: list[tuple[tuple[str, str], frozenset[str]]] = field(default_factory=list)
    #: Cards held, and how many would be if none were held back.
    held: Counter[str] = field(default_factory=Counter)
    expected: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def note(state: State, box: Box, noted: Noted) -> None:
    """Note what is hidden in a state."""
    for owner in board.SIDES:
        for tile, known in hidden_places(state, owner, (noted.seat,)):
            cell = tile * board.CELLS + owner * 4 + known
            if count := state.discs[cell] + state.discs[cell + 2]:
                row = tuple((sign, float(much)) for sign, much in signs(state, owner, tile) if much)
                noted.discs[owner].append((row, count, state.discs[cell + 2]))
    other = 1 - noted.seat
    one, two = (box.objectives[other][at].id for at in sorted(state.objectives[other * 2 : other * 2 + 2]))
    noted.objectives.update((one, two))
    met = frozenset(card.id for card in box.objectives[other] if is_met(state, box, other, card))
    noted.pairs.append(((one, two), met))
    at = other * board.CARD_KINDS
    hand, deck = (cards[at : at + board.CARD_KINDS] for cards in (state.hand, state.deck))
    for card, held, left in zip(box.tactics[other], hand, deck, strict=False):
        noted.held[card.id] += held
        noted.expected[card.id] += (held + left) * sum(hand) / max(1, sum(hand) + sum(deck))


def play(policy: Policy[Any], seed: int) -> Noted:
    """Play one game and note what was hidden in it."""
    game, box = find_game(GAME), printed_box()
    source = random.Random(stream("habits", seed))
    noted = Noted(seed % 2, seed // 2 % HELD_BACK == 0)
    seat = board.SEATS[noted.seat]
    agents: dict[str, Agent[Any]] = {who: Bot(opponent(game, who, source, offered=False)) for who in game.seats}
    agents[seat] = Taught(policy, seat)
    table, step = new(GAME, seed=seed, seats="bot:standard"), -1
    while (decision := table.decision) is not None:
        if decision.seat == seat and decision.ask == "turn" and len(table.steps) != step:
            step = len(table.steps)
            if source.random() < NOTED:
                note(table.state, box, noted)
        table.choose(agents[decision.seat](Seen(table, decision)), decision.seat)
    return noted


def play_chunk(unit: tuple[int, int]) -> list[Noted]:
    first, count = unit
    policy = networks(find_game(GAME)).policy
    assert policy is not None
    return [play(policy, seed) for seed in range(first, first + count)]


def fit_discs(rows: list[Row], checked: list[Row]) -> tuple[dict[str, float], float, float]:
    """Return each sign's log-odds, and the loss per disc in nats with signs and without."""
    names = sorted({sign for row, _, _ in rows for sign, _ in row})
    at = {name: place for place, name in enumerate(names)}

    def arrays(rows: list[Row]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        table = np.zeros((len(rows), len(names)))
        for place, (row, _, _) in enumerate(rows):
            for sign, much in row:
                if sign in at:
                    table[place, at[sign]] = much
        return table, np.array([row[1] for row in rows], float), np.array([row[2] for row in rows], float)

    table, counts, own = arrays(rows)
    weights = np.zeros(len(names))
    for _ in range(STEPS):  # Newton's method
        odds = 1 / (1 + np.exp(-(table @ weights)))
        slope = table.T @ (own - counts * odds) - RIDGE * weights
        curve = (table * (counts * odds * (1 - odds))[:, None]).T @ table + RIDGE * np.eye(len(names))
        weights += np.linalg.solve(curve, slope)

    def loss(share: NDArray[np.float64], counts: NDArray[np.float64], own: NDArray[np.float64]) -> float:
        return float(-(own * np.log(share) + (counts - own) * np.log(1 - share)).sum() / counts.sum())

    seen, numbers, found = arrays(checked)
    mean = np.full(len(numbers), own.sum() / counts.sum())
    return (
        dict(zip(names, weights.tolist(), strict=True)),
        loss(1 / (1 + np.exp(-(seen @ weights))), numbers, found),
        loss(mean, numbers, found),
    )


def fit_objectives(box: Box, side: int, kept: Counter[str]) -> dict[str, float]:
    """Return how much more each Objective is likely to be kept than others dealt with it, as logarithms."""
    cards = box.objectives[side]
    share = {card.id: (kept[card.id] + 1) / (sum(kept.values()) + len(cards)) for card in cards}
    weights = {card.id: 0.0 for card in cards}
    for _ in range(STEPS):
        drawn = dict.fromkeys(weights, 0.0)
        for pair, chance in kept_pairs(box, side, tuple(weights.items())).items():
            for name in pair:
                drawn[name] += chance / 2
        weights = {name: one + log(share[name] / drawn[name]) for name, one in weights.items()}
        middle = sum(weights.values()) / len(weights)
        weights = {name: max(-MAX_WEIGHT, min(MAX_WEIGHT, one - middle)) for name, one in weights.items()}
    return weights


def fit_met(chances: dict[tuple[str, str], float], held: list[tuple[tuple[str, str], frozenset[str]]]) -> float:
    """Return how much likelier an Objective is to have been kept if it is met, as a logarithm."""
    pairs, share = list(chances), np.array(list(chances.values()))
    met = np.array([[len(now.intersection(pair)) for pair in pairs] for _, now in held], float)
    own = np.array([len(now.intersection(pair)) for pair, now in held], float)
    weight = 0.0
    for _ in range(STEPS):  # Newton's method
        odds = share * np.exp(weight * met)
        odds /= odds.sum(1, keepdims=True)
        mean = (odds * met).sum(1)
        weight += float((own - mean).sum() / ((odds * met**2).sum(1) - mean**2).sum())
    return weight


def fit_cards(noted: list[Noted]) -> dict[str, float]:
    """Return how many times as likely each card is to be held as if none were held back."""
    held, expected = Counter[str](), defaultdict[str, float](float)
    for one in noted:
        held.update(one.held)
        for card, count in one.expected.items():
            expected[card] += count
    return {card: (held[card] + 1) / (expected[card] + 1) for card in sorted(expected)}


def written(noted: list[Noted]) -> str:
    """Return the file of habits."""
    box, parts, told = printed_box(), list[str](), list[str]()
    for owner, seat in enumerate(board.SEATS):
        for own in (True, False):
            of = [one for one in noted if (one.seat == owner) == own]
            rows, checked = (
                [row for one in of if one.held_back == held for row in one.discs[owner]] for held in (False, True)
            )
            discs, loss, plain = fit_discs(rows, checked)
            name = f"{seat}.{'own' if own else 'other'}"
            told.append(f"# {name}: {sum(row[1] for row in rows):,} discs, {loss:.3f} nats instead of {plain:.3f}")
            tables = {"discs": discs}
            if not own:
                objectives = fit_objectives(box, owner, sum((one.objectives for one in of), Counter[str]()))
                chances = kept_pairs(box, owner, tuple(objectives.items()))
                met = fit_met(chances, [pair for one in of for pair in one.pairs])
                tables |= {"objectives": objectives, "cards": fit_cards(of)}
                parts.append(f"[{name}]\nmet = {met:.3f}")
            for part, table in tables.items():
                lines = [f'"{key}" = {value:.3f}' for key, value in table.items()]
                parts.append("\n".join([f"[{name}.{part}]", *lines]))
    head = (
        "# What players of Zurmat are likely to hold (habits.py), learned by `python -m tools.tuning.habits`",
        f"# from {len(noted):,} games with seeds from {FIRST_SEED:,}; in games that were not learned from:",
        *told,
    )
    return "\n".join(head) + "\n\n" + "\n\n".join(parts) + "\n"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WRITTEN)
    given = parser.parse_args(words)
    units = [(FIRST_SEED + at, min(CHUNK, given.games - at)) for at in range(0, given.games, CHUNK)]
    noted: list[Noted] = []
    for some in spread(play_chunk, units, given.jobs):
        noted += some
        print(f"\r{len(noted):,} of {given.games:,} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    given.out.write_text(written(noted), encoding="utf-8")
    print(given.out.read_text(encoding="utf-8").partition("\n\n")[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
