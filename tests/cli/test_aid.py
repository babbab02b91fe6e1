"""The command `aid`: in the terminal, for programs, and as a page to print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from khyber.cli.app import app, run
from khyber.games.distant_plain.board import PIECE_IDS, SEATS
from khyber.games.distant_plain.reference import aid

Capture = pytest.CaptureFixture[str]


def shown(*words: str, columns: int = 90) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(app, ["aid", *words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("columns", [60, 160])
def test_an_aid_in_the_terminal_has_every_section_with_its_rule(columns: int) -> None:
    output = shown("distant-plain", "taliban", "--lang", "it", columns=columns)
    assert output.startswith("Aiuto di fazione: Talebani")
    unbroken = " ".join(output.split())
    for group in aid("taliban", "it").groups:
        assert group.title.upper() in unbroken
        for section in group.sections:
            assert f"{section.title} {section.rule}" in unbroken
    assert max(map(len, output.splitlines())) <= columns


@pytest.mark.parametrize(
    ("lang", "mark", "name"), [("en", "u", "Underground Warlord"), ("it", "n", "dei Signori (verde)")]
)
def test_the_legend_in_the_terminal_has_the_letters_of_its_map(lang: str, mark: str, name: str) -> None:
    assert f"{mark} {name}" in " ".join(shown("distant-plain", "coalition", "--lang", lang).split())


def test_without_a_seat_all_aids_are_shown() -> None:
    assert [line for line in shown("distant-plain").splitlines() if line.startswith("Faction aid:")] == [
        "Faction aid: Coalition",
        "Faction aid: Government",
        "Faction aid: Taliban",
        "Faction aid: Warlords",
    ]


@pytest.mark.parametrize(("lang", "title"), [("en", "Player aid: Coalition"), ("it", "Aiuto di gioco: Coalizione")])
def test_the_aid_of_enduring_freedom_is_shown_and_printed(lang: str, title: str, tmp_path: Path) -> None:
    assert shown("enduring-freedom", "--lang", lang).startswith(title)
    file = tmp_path / "aid.html"
    shown("enduring-freedom", "--lang", lang, "--html", str(file))
    assert file.read_text(encoding="utf-8").count("<article>") == 1


def test_an_aid_for_a_program() -> None:
    (told,) = json.loads(shown("distant-plain", "warlords", "--json"))
    assert told["seat"] == "warlords"
    assert [group["id"] for group in told["groups"]][2] == "operations"
    rally = told["groups"][2]["sections"][0]["lines"]
    assert [line["label"] for line in rally] == ["Purpose", "Where", "Cost", "With", "Do"]
    assert [line["id"] for line in rally] == ["purpose", "where", "cost", "with", "do"]
    legend = told["groups"][-1]["sections"][0]["lines"]
    assert legend[0]["pieces"][2] == {"id": "government-police", "name": "Police (light blue)", "mark": "P"}


def test_an_aid_to_print_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "aids.html"
    assert str(file) in shown("distant-plain", "--lang", "it", "--html", str(file))
    page = file.read_text(encoding="utf-8")
    assert '<html lang="it">' in page
    assert page.count("<article>") == len(SEATS)
    assert "size: A4" in page
    assert not any(outside in page for outside in ("http", "<script", "<link", "src="))
    assert "l&#x27;Evento" in page
    assert page.count("<svg ") == len(SEATS) * len(PIECE_IDS)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["aid", "distant-plain", "iran"], "unknown seat 'iran'"),
        (["aid", "enduring-freedom", "taliban"], "unknown seat 'taliban'"),
        (["aid", "chess"], "unknown game 'chess'"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(words: list[str], told: str, capsys: Capture) -> None:
    assert run(words) == 2
    assert told in capsys.readouterr().err
