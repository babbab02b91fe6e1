"""OpenSpiel: its own random simulation and playthrough checks."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import numpy as np
import pyspiel
import pytest

import khyber.envs.openspiel
from khyber.envs.openspiel import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_pass(name: str) -> None:
    # serialising after every action would replay the game from its start a thousand times
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_can_be_stored(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for number in range(12):
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert again.episode.table.save() == state.episode.table.save()


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_replays(name: str) -> None:
    source = np.random.default_rng(3)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal() and state.move_number() < 40:
        actions = state.legal_actions()
        state.apply_action(int(source.choice(actions)))
    again = pyspiel.load_game(name).new_initial_state()
    for action in state.history():
        assert action in again.legal_actions()
        again.apply_action(action)
    assert str(again) == str(state)
    for player in range(state.num_players()):
        assert again.observation_tensor(player) == state.observation_tensor(player)


#: In a process of its own: OpenSpiel's tools bring a log handler that closes the output which pytest captures.
PLAYTHROUGH = """
import json, sys
import khyber.envs.openspiel
from open_spiel.python.algorithms import generate_playthrough

for name, choices in json.loads(sys.argv[1]).items():
    print(generate_playthrough.playthrough(f"{name}(seeds=16)", choices))
"""


def test_openspiel_writes_a_playthrough() -> None:
    choices = json.dumps({name: [7, *_first_choices(name, 7, 12)] for name in NAMES})
    done = subprocess.run([sys.executable, "-c", PLAYTHROUGH, choices], capture_output=True, text=True, check=True)
    for title in ("A Distant Plain", "Zurmat", "Enduring Freedom"):
        assert f'GameType.long_name = "{title}"' in done.stdout
    assert done.stdout.count("ObservationTensor(0)") >= len(NAMES)


def _first_choices(name: str, seed: int, count: int) -> list[int]:
    state = pyspiel.load_game(f"{name}(seeds=16)").new_initial_state()
    state.apply_action(seed)
    found = []
    for _ in range(count):
        found.append(state.legal_actions()[0])
        state.apply_action(found[-1])
    return found


def test_a_clone_is_independent() -> None:
    state = pyspiel.load_game("khyber_zurmat").new_initial_state()
    state.apply_action(5)
    state.apply_action(state.legal_actions()[0])
    copy = state.clone()
    before = str(state)
    copy.apply_action(copy.legal_actions()[-1])
    assert str(state) == before and len(copy.history()) == len(state.history()) + 1


def test_scenarios_are_a_parameter() -> None:
    state = pyspiel.load_game("khyber_distant_plain(scenario=main)").new_initial_state()
    state.apply_action(1)
    assert state.episode.table.header.setup.scenario == "main"


def test_registering_twice_does_nothing() -> None:
    khyber.envs.openspiel.register()
    assert set(NAMES) <= set(pyspiel.registered_names())
