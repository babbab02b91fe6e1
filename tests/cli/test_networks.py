"""The terminal says when agents search without a network, because it does not fit the game's data."""

from __future__ import annotations

from pathlib import Path

import pytest

from khyber.cli.app import run as command
from khyber.engine.errors import Error
from tests.cli.playing import run

Capture = pytest.CaptureFixture[str]
ENGLISH = "A network does not fit the data of this game: agents that search go without it, and play worse."
ITALIAN = "Una rete non è adatta ai dati di questa partita: gli agenti che cercano ne fanno a meno, e giocano peggio."


@pytest.fixture
def other_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games have other fields than the networks were trained on."""
    monkeypatch.setattr("khyber.cli.networks.misfits", lambda game: True)


def played(*more: str, seats: str = "coalition=person,taliban=agent:quick") -> str:
    return " ".join(run("play", "zurmat", "--seed", "1", "--seats", seats, *more, lines=("quit",)).split())


@pytest.mark.usefixtures("other_data")
def test_a_game_against_a_search_without_its_network_begins_with_a_word_on_it(tmp_path: Path) -> None:
    save = ("--save", str(tmp_path / "saved"))
    assert ENGLISH in played(*save)
    assert ITALIAN in played(*save, "--lang", "it")
    assert ENGLISH not in played(*save, seats="coalition=person,taliban=bot:standard"), "no agent searches"


@pytest.mark.usefixtures("other_data")
def test_a_hint_of_a_search_without_its_network_begins_with_a_word_on_it(tmp_path: Path) -> None:
    asked = ("play", "zurmat", "--seed", "1", "--seats", "coalition=person,taliban=person", "--save")

    def hinted(name: str, level: str, *more: str) -> str:
        return " ".join(run(*asked, str(tmp_path / name), *more, lines=(f"hint {level}".strip(), "quit")).split())

    said = hinted("quick", "quick")
    assert ENGLISH in said and said.index(ENGLISH) < said.index("In short")
    assert ITALIAN in hinted("rapido", "quick", "--lang", "it")
    assert ENGLISH not in hinted("bot", ""), "the game's bot does not search"


def test_with_its_networks_nothing_is_said(tmp_path: Path) -> None:
    assert ENGLISH not in played("--save", str(tmp_path / "saved"))


def simulated(agent: str, folder: Path) -> None:
    given = ["--seats", agent, "--games", "1", "--max-decisions", "1", "--jobs", "1", "--keep", str(folder)]
    assert command(["simulate", "zurmat", *given]) == 1  # no game is over after one decision


@pytest.mark.usefixtures("other_data")
def test_simulations_say_so_apart_from_their_results(tmp_path: Path, capsys: Capture) -> None:
    simulated("agent:quick@1w", tmp_path)
    said = capsys.readouterr()
    assert ENGLISH in said.err and ENGLISH not in said.out
    simulated("random", tmp_path)
    assert ENGLISH not in capsys.readouterr().err


@pytest.mark.usefixtures("other_data")
def test_tournaments_say_so_before_they_begin(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, **more: object) -> None:
        raise Error("stopped")

    monkeypatch.setattr("khyber.lab.tournament.compete", stopped)
    given = ["--entries", "agent:quick,random", "--file", str(tmp_path / "file"), "--keep", str(tmp_path)]
    assert command(["tournament", "zurmat", *given]) == 2
    said = capsys.readouterr().err
    assert said.index(ENGLISH) < said.index("stopped")
