"""Starting from a position file and with a deck of one's own: on the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import khyber
from khyber.cli.app import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command writes, it does not write here."""
    monkeypatch.chdir(tmp_path)


def refused(capsys: Capture, *arguments: str) -> str:
    """The one line that wrong input gets."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.removeprefix("khyber: ").rstrip("\n")


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (
            "[space.kabul]\ntaliban-guerrilla-underground = 31",
            "bad.toml: 31 pieces of taliban-guerrilla are in play: there are 30",
        ),
        ("[space.kabul]\ncoalition-base = 2\ntaliban-base = 1", "bad.toml: space.kabul: 3 Bases are too many (1.4.2)"),
        (
            "[space.waziristan]\ngovernment-police = 1",
            "bad.toml: space.waziristan: government-police: only Taliban may be in Pakistan (1.4.2)",
        ),
        ("[tracks]\naid = 76", "bad.toml: tracks: aid = 76 is not between 0 and 75"),
        ("[space.atlantis]\n", "bad.toml: unknown space 'atlantis'; valid: "),
        ("colour = 3", "bad.toml: the position: unknown field 'colour'; valid: "),
        ("not toml", "bad.toml: the position is not TOML"),
        (
            'step = "sharia"\nactive = "coalition"',
            "bad.toml: the position: active = 'coalition' is impossible in step 'sharia'; valid: taliban",
        ),
        ("[space.Kabul]\n", "bad.toml: unknown space 'Kabul'; did you mean 'kabul'?"),
        ('space.kabul = "T 2x"', "bad.toml: space.kabul: T has no 'x' ('2x'); valid: u "),
    ],
)
def test_an_impossible_position_is_refused_with_its_place(capsys: Capture, toml: str, said: str) -> None:
    Path("bad.toml").write_text(toml, encoding="utf-8")
    assert refused(capsys, "play", "distant-plain", "--position", "bad.toml").startswith(said)
    assert [file.name for file in Path().iterdir()] == ["bad.toml"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The deck is empty: the game ends after this turn."),
        ("it", "Il mazzo è vuoto: la partita finisce dopo questo turno."),
    ],
)
def test_a_position_without_a_deck_is_played_with_a_warning(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    Path("short.toml").write_text('active = "taliban"', encoding="utf-8")
    Path("long.toml").write_text('active = "taliban"\ncards = { played = [1], deck = [2] }', encoding="utf-8")
    for file, warned in (("short.toml", True), ("long.toml", False)):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert run(["play", "distant-plain", "--position", file, "--lang", lang, "--save", "game"]) == 0
        out, err = capsys.readouterr()
        assert (said in out) == warned and err == ""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["play", "--resume", "game", "--lang", lang]) == 0
    assert said not in capsys.readouterr().out, "the warning is of the position, not of the game resumed"


def test_a_position_has_its_own_set_up(capsys: Capture) -> None:
    Path("good.toml").write_text('active = "coalition"', encoding="utf-8")
    line = refused(capsys, "play", "distant-plain", "--position", "good.toml", "--scenario", "main")
    assert line == "--scenario cannot be changed in a position: it has them all"


def test_a_game_is_played_from_a_position(capsys: Capture) -> None:
    """Random agents in every seat play it out: cards run out and the game is over."""
    Path("good.toml").write_text('active = "taliban"\n[cards]\nplayed = [12]\ndeck = [7, 73]\n', encoding="utf-8")
    assert run(["play", "distant-plain", "--position", "good.toml", "--seats", "random"]) == 0
    assert "7" in capsys.readouterr().out


def test_the_non_players_of_a_position_are_bots_unless_told_otherwise(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("good.toml").write_text('active = "taliban"\nnon-players = ["coalition", "government"]', encoding="utf-8")
    assert run(["play", "distant-plain", "--position", "good.toml", "--save", "game"]) == 0
    assert "Taliban ▸" in capsys.readouterr().out
    assert khyber.load(Path("game").read_text(encoding="utf-8")).seats == {
        "coalition": "bot:3rd",
        "government": "bot:3rd",
        "taliban": "person",
        "warlords": "person",
    }


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_bad_deck_is_refused_with_its_place(capsys: Capture, command: str) -> None:
    Path("deck.toml").write_text("[4.unshaded]\nsteps = [{ do = 'explode' }]", encoding="utf-8")
    assert refused(capsys, command, "distant-plain", "--deck", "deck.toml").startswith(
        "card 4 unshaded, step 1: do = 'explode' is unknown; "
    )
    assert refused(capsys, command, "distant-plain", "--deck", "nowhere.toml").startswith("nowhere.toml cannot be read")


def test_a_deck_of_ones_own_is_played(capsys: Capture) -> None:
    Path("deck.toml").write_text("[6.unshaded]\nsteps = [{ do = 'track', track = 'aid', gain = 9 }]", encoding="utf-8")
    assert run(["simulate", "distant-plain", "--deck", "deck.toml", "--games", "2", "--jobs", "1", "--json"]) == 0
    assert '"errors": 0' in capsys.readouterr().out
