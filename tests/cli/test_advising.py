"""`khyber advise`: a bot's turn at a position, to carry out by hand on a real board."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest
from rich.console import Console

from khyber.cli.app import run
from khyber.cli.text import words
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.terminal.advice import Advice, AdvicePrinter, RealDice, dice_from
from tests.cli.playing import columns
from tests.cli.test_explaining import KANDAHAR, POSITION
from tests.distant_plain.positions import at

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 150)
    Path("position.toml").write_text(POSITION, encoding="utf-8")


def advised(capsys: Capture, *arguments: str) -> str:
    assert run(["advise", "position.toml", *arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *arguments: str) -> str:
    assert run(["advise", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.removeprefix("khyber: ").rstrip("\n")


def test_a_turn_is_told_step_by_step_with_its_reasons(capsys: Capture) -> None:
    lines = [line.strip() for line in advised(capsys, "--seat", "taliban").splitlines()]
    assert lines[0] == "Card 25 Koran Burning: advice for the Taliban"
    assert lines[1] == "1. Taliban: Terror"
    assert lines[2].startswith("2. In Kandahar · Taliban Resources −1, now 0 · ")
    assert "4. In Paktika · 1 Taliban Guerrilla turns Active · Taliban Resources +1, now 1" in lines
    assert "Why, the Taliban" in lines and KANDAHAR in lines
    assert not any("player's Faction" in line or "assumed" in line for line in lines)


def test_a_faction_of_the_2nd_printing_is_advised_by_it(capsys: Capture) -> None:
    assert "non-players" in POSITION
    Path("position.toml").write_text('second-printing = ["taliban"]\n' + POSITION, encoding="utf-8")
    told = json.loads(advised(capsys, "--json"))
    assert "T2." in json.dumps(told) and '"T.' not in json.dumps(told)


def test_it_speaks_italian(capsys: Capture) -> None:
    text = advised(capsys, "--lang", "it")
    assert "consiglio per i Talebani" in text and "1. Talebani: Terrore" in text
    assert "Perché, i Talebani" in text


def test_a_program_reads_the_advice(capsys: Capture) -> None:
    told = json.loads(advised(capsys, "--json"))
    assert (told["seat"], told["bot"], told["non-player"], told["dice"]) == ("taliban", "bot:3rd", True, [])
    assert [step["params"]["space"] for step in told["steps"] if step["key"] == "log.selected"] == ["kandahar", "kabul"]
    assert KANDAHAR in [reason["text"] for reason in told["reasons"]]


def test_a_players_faction_is_advised_as_such(capsys: Capture) -> None:
    Path("position.toml").write_text(POSITION.replace('non-players = ["taliban"]', ""), encoding="utf-8")
    assert "treats the Taliban as a player's Faction" in advised(capsys)
    assert not json.loads(advised(capsys, "--json"))["non-player"]


def test_the_resulting_position_is_written(capsys: Capture) -> None:
    assert "Resulting position: after.toml" in advised(capsys, "--write", "after.toml")
    after = tomllib.loads(Path("after.toml").read_text(encoding="utf-8"))
    assert after["space"]["kandahar"]["terror"] == 1 and after["tracks"]["taliban"] == 0
    assert after["active"] == "warlords" and after["step"] == "turn"


@pytest.mark.parametrize("second", [False, True])
def test_a_turn_that_somebody_else_began_is_brought_to_its_end(capsys: Capture, second: bool) -> None:
    """A Redeploy of Police that the bot would not have begun: it says for how many choices it had no plan."""
    printing = {"second_printing": ["government"]} if second else {}
    table = at(
        "government",
        spaces={"kabul": "C 1B, G 2t 6p", "ghazni": "G 1p", "herat": "G 1t 3p"},
        frozen=True,
        step="redeploy-police",
        propaganda_played=1,
        non_players=["government"],
        **printing,  # type: ignore[arg-type]
    )
    table.choose("ghazni")
    Path("position.toml").write_text(table.position(), encoding="utf-8")
    assert "because another player began this turn" in advised(capsys, "--seat", "government")
    assert json.loads(advised(capsys, "--json"))["unplanned"] >= 1


def test_the_same_seed_gives_the_same_advice(capsys: Capture) -> None:
    assert advised(capsys, "--seed", "3") == advised(capsys, "--seed", "3")


def test_what_cannot_be_advised_is_refused(capsys: Capture) -> None:
    assert refused(capsys, "position.toml", "--seat", "coalition").startswith(
        "position.toml: it is taliban's turn in this position, not coalition's"
    )
    assert refused(capsys, "position.toml", "--seat", "pakistan").startswith("position.toml: unknown seat")
    assert refused(capsys, "position.toml", "--dice", "3,7") == "--dice: '7' is not a number from 1 to 6"
    assert "cannot be read" in refused(capsys, "nowhere.toml")
    Path("over.toml").write_text(
        'step = ""\n[outcome]\nending = "final"\nranking = ["taliban", "coalition", '
        '"government", "warlords"]\n'
        "margins = [0, 0, 1, 0]",
        encoding="utf-8",
    )
    assert "the game is over" in refused(capsys, "over.toml")


@pytest.mark.parametrize("game", ['"zurmat"', '"chess"', "3"])
def test_games_whose_bots_cannot_advise_are_refused(capsys: Capture, game: str) -> None:
    Path("other.toml").write_text(f"game = {game}", encoding="utf-8")
    name = game.strip('"')
    problem = f"other.toml: a position of {name}: advice is available only for distant-plain"
    assert refused(capsys, "other.toml") == problem


# -- dice -------------------------------------------------------------------------------------------


def test_dice_are_read_from_a_list() -> None:
    assert list(dice_from("3, 5")) == [3, 5] and list(dice_from(None)) == []
    with pytest.raises(BadSetup, match="'x' is not a number"):
        list(dice_from("3,x"))


def test_real_dice_are_given_asked_for_or_assumed() -> None:
    given = RealDice([2], 0, lambda message: 5)
    assert [given.draw("attack", 6, 0), given.draw("attack", 6, 1)] == [2, 5]
    assert [roll.assumed for roll in given.rolls] == [False, False]
    alone = RealDice([], 0, None)
    die = alone.draw("event", 6, 0)
    assert 1 <= die <= 6 and alone.rolls[0].assumed and alone.rolls[0].message == Message("ui.roll", {})


def test_an_attack_says_what_the_die_must_show() -> None:
    """The Attack is chosen by hand here: what matters is the die."""
    dice = RealDice([4], 0, None)
    table = at("taliban", spaces={"zabol": "T 3u, G 2t"}, taliban=5)
    table.chance = table.play.chance = dice
    advice = Advice(table, "taliban", dice)
    for key in ("attack", "zabol"):
        if table.decision is not None and key in table.decision.options.keys():  # noqa: SIM118
            table.choose(key)
    (roll,) = advice.dice.rolls
    assert roll.message == Message("ui.roll-attack", {"space": "zabol", "n": 3}) and roll.die == 4


def test_a_person_is_asked_for_the_die_until_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), width=100)
    printer = AdvicePrinter(console, words("distant-plain", "en"))
    table = at("taliban", spaces={"zabol": "T 3u, G 2t"}, taliban=5)
    typed = iter(["seven", "0", "", "4"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert printer.ask(Advice(table, None, RealDice([], 0, None)), Message("ui.roll", {})) == 4
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("A die shows a number from 1 to 6.") == 3
