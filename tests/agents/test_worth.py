"""What a position is worth: shipped networks, the game's own estimate, and the games that networks learn from."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import khyber
from khyber.agents.bot import Bot
from khyber.agents.strong.network import BadNetwork, Network, signature
from khyber.agents.strong.shipped import networks
from khyber.agents.strong.taught import Taught
from khyber.agents.strong.worth import Worth, final_shares
from khyber.catalogue import GAMES, file
from khyber.catalogue import game as find_game
from khyber.engine.features import Encoder
from khyber.engine.optional import Evaluation
from khyber.lab.train.fit import write
from khyber.lab.train.gate import compare
from khyber.lab.train.lessons import POSITIONS, Lesson, arena, begin, hold, players

#: Games that come with a network.
LEARNED = ("distant-plain", "zurmat")


def finished(game: str, seed: int = 3) -> Any:
    scenario = "short" if game == "distant-plain" else None
    return khyber.play(game, scenario=scenario, seed=seed, seats=find_game(game).bots[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", LEARNED)
def test_a_shipped_network_fits_its_game_and_its_chances_add_up(game: str) -> None:
    network = networks(find_game(game)).network
    assert network is not None
    shares = network.shares(khyber.new(game, seed=1).state)
    assert len(shares) == len(find_game(game).seats) and sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("game", LEARNED)
def test_a_network_comes_with_its_card(game: str) -> None:
    assert find_game(game).id in file(game, "ai/value.md").read_text(encoding="utf-8")


def test_the_networks_are_small() -> None:
    networks = [one for game in LEARNED for one in Path(str(file(game, "ai"))).glob("*.npz")]
    assert len(networks) == 4 and max(one.stat().st_size for one in networks) < 5_000_000


@pytest.mark.parametrize("game", LEARNED)
def test_a_network_knows_better_than_chance_who_wins(game: str) -> None:
    """Late in games that no network was trained on, it gives the winner more than an equal share."""
    worth = Worth.of(find_game(game))
    given = []
    for seed in range(500_000_000, 500_000_012):
        table = finished(game, seed)
        state = table.steps[len(table.steps) * 4 // 5].state
        given.append(worth.chances(state)[table.outcome.winner.split("+")[0] or table.game.seats[0]])
    assert sum(given) / len(given) > 1.2 / len(find_game(game).seats)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_is_worth_what_it_was(game: str) -> None:
    table = finished(game)
    chances = Worth.of(table.game).chances(table.state)
    assert list(chances) == list(table.game.seats)
    if len(chances) > 1:
        winner = max(chances, key=lambda seat: chances[seat])
        assert winner in table.outcome.winner.split("+") and chances[winner] > 0.9
    else:
        assert chances["coalition"] == pytest.approx(table.state.points / 99)


class Weights:
    """Numbers as PyTorch hands them over."""

    def __init__(self, *shape: int, seed: int) -> None:
        self._found = np.random.default_rng(seed).normal(size=shape).astype(np.float32)

    def numpy(self) -> Any:
        return self._found.copy()


def weights(inputs: int) -> dict[str, Weights]:
    sizes = (inputs, 256, 64, 4)
    found = {}
    for place, layer in enumerate((1, 4, 7)):
        found[f"{layer}.weight"] = Weights(sizes[place + 1], sizes[place], seed=place)
        found[f"{layer}.bias"] = Weights(sizes[place + 1], seed=place + 10)
    return found


def test_a_written_network_answers_as_its_layers_do(tmp_path: Path) -> None:
    """Mean and spread of the inputs are folded into the first layer, and the two margins at the end are left out."""
    game = find_game("zurmat")
    encoder = Encoder(Evaluation.of(game).inputs())
    layers = weights(encoder.size)
    for weight in layers.values():
        weight._found *= 0.05
    mean, spread = np.full(encoder.size, 3.0), np.full(encoder.size, 20.0)
    write("zurmat", tmp_path / "zurmat.npz", layers, mean, spread, 2)
    state = khyber.new("zurmat", seed=1).state
    values = (np.frombuffer(encoder.encode(state), np.uint8) - mean) / spread
    for layer in (1, 4, 7):
        values = layers[f"{layer}.weight"].numpy() @ values + layers[f"{layer}.bias"].numpy()
        values = np.maximum(values, 0) if layer < 7 else values
    wanted = np.exp(values[:2]) / np.exp(values[:2]).sum()
    assert Network(game, tmp_path / "zurmat.npz").shares(state) == pytest.approx(wanted, abs=0.02)


def test_a_network_of_other_fields_is_refused(tmp_path: Path) -> None:
    game = find_game("zurmat")
    encoder = Encoder(Evaluation.of(game).inputs())
    file = tmp_path / "zurmat.npz"
    np.savez(file, fields=np.array(signature(encoder.features).replace("points", "pints")), weights0=np.zeros((1, 1)))
    with pytest.raises(BadNetwork, match="other fields"):
        Network(game, file)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_hold_positions_of_whole_games_and_are_played_once(game: str, tmp_path: Path) -> None:
    lesson = Lesson(game, 40, 2, tmp_path)
    file = hold(lesson)
    written = file.stat().st_mtime_ns
    with np.load(file) as found:
        positions, shares, margins, games = (found[name] for name in ("positions", "shares", "margins", "games"))
    assert positions.shape == (len(games), Encoder(Evaluation.of(find_game(game)).inputs()).size)
    assert set(games) == {40, 41} and (np.bincount(games)[40:] <= POSITIONS).all()
    assert shares.sum(1) == pytest.approx(1)
    assert margins.shape == (len(games), len(find_game(game).seats))
    assert hold(lesson) == file and file.stat().st_mtime_ns == written, "a file that exists is kept"
    again = hold(Lesson(game, 40, 2, tmp_path / "again"))
    with np.load(again) as found:
        assert (found["positions"] == positions).all(), "the same seeds give the same positions"


def test_lessons_seat_the_standard_bot_those_that_a_search_begins_with_and_the_taught_one() -> None:
    game, source = find_game("zurmat"), random.Random(1)
    table = begin(game, 1, source)
    agents = [agent for _ in range(100) for agent in players(table, source).values()]
    seated = [agent.name for agent in agents if isinstance(agent, Bot)]
    policies = {name for seat in game.seats for name in Evaluation.of(game).policies(seat)}
    keen = {Evaluation.of(game).policies(seat)[0] for seat in game.seats}
    assert 60 < sum(isinstance(agent, Taught) for agent in agents) < 100, "about four in ten"
    assert set(seated) <= {"bot:standard", *policies}
    assert 40 < sum(name == "bot:standard" for name in seated) < 80, "about three in ten"
    assert keen < set(seated) and len(set(seated)) > 20, "the keen bots, and their variants"


def test_lessons_are_of_the_arenas_that_people_play_in() -> None:
    """A lone player against Non-players of one printing, one bot in all seats, and any bot in each."""
    game, source = find_game("distant-plain"), random.Random(1)
    seatings = [list(arena(game, source).values()) for _ in range(300)]
    solo = [one for one in seatings if sum(name.startswith("agent:") for name in one) == 1]
    assert 100 < sum(len({name for name in one if name.startswith("bot:")}) == 1 for one in solo) < 160
    assert 70 < sum(len(set(one)) == 1 for one in seatings) < 120
    scenarios = [begin(game, seed, source).header.setup.scenario for seed in range(60)]
    assert 24 < scenarios.count("short") < 48 and set(scenarios) == set(game.scenarios)


def test_the_gate_plays_the_same_games_with_both_networks() -> None:
    shares = compare("zurmat", (str(file("zurmat", "ai/value.npz")), "none"), 1, 0.01, 1)
    assert all(0 <= share <= 1 for share in shares)


def test_shares_of_a_draw_are_equal() -> None:
    game = find_game("zurmat")
    state = finished("zurmat").state.copy()
    state.vps = (5, 5)
    state.control[:] = bytes([2]) * len(state.control)
    assert final_shares(game, state) == [0.5, 0.5]
