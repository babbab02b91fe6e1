"""`khyber rules` and `khyber provenance` on cards, and the tests that show each side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from khyber.cli.app import run
from khyber.lab.cards import all_sides

Capture = pytest.CaptureFixture[str]


def test_a_card_is_told_in_our_own_words(capsys: Capture) -> None:
    assert run(["rules", "distant-plain", "--card", "34"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("34 Accidental Guerrillas\nTaliban Capability · Taliban › Warlords")
    assert "\nUnshaded: The Taliban may not Rally" in english and "\nShaded: " in english
    assert "\nSource: " in english and "\nFilled in: " in english
    assert run(["rules", "distant-plain", "--card", "34", "--lang", "it"]) == 0
    assert "\nChiaro: I Talebani non possono Radunare" in capsys.readouterr().out
    assert run(["rules", "distant-plain", "--card", "accidental guerr"]) == 0
    assert capsys.readouterr().out == english
    assert run(["rules", "distant-plain", "--card", "44", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["number"] == 44 and found["kind"] == "event" and len(found["order"]) == 4
    assert list(found["sides"]) == ["unshaded"]
    assert set(found["sides"]["unshaded"]) == {"text", "provenance", "filled-in"}


def test_the_deck_is_told_to_programs_and_people(capsys: Capture) -> None:
    assert run(["rules", "distant-plain", "--cards", "--json"]) == 0
    sides = {(side["number"], side["side"]): side for side in json.loads(capsys.readouterr().out)}
    assert len(sides) == 139
    assert all(
        set(side) == {"number", "side", "provenance", "effects", "tests", "special"} and side["effects"]
        for side in sides.values()
    )
    assert sides[6, "shaded"]["effects"] == ["islamabad"] and not sides[6, "shaded"]["special"]
    assert sides[67, "unshaded"]["effects"] == ["special"] and sides[67, "unshaded"]["special"]
    assert sides[4, "unshaded"]["effects"] == ["choose", "remove", "remove", "eligibility"]
    assert run(["rules", "distant-plain", "--cards"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "6s   US-Pakistan Talks: islamabad" in "\n".join(told) and told[-1].startswith("139 sides, ")


def test_the_tests_of_a_side_are_those_marked_with_it(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "distant_plain").mkdir(parents=True)
    (tests / "distant_plain" / "test_two.py").write_text(
        """
import pytest


@pytest.mark.card("34u", "6s")
def test_both():
    pass


@pytest.mark.rule("6s")
def test_of_a_rule():
    pass
""",
        encoding="utf-8",
    )
    found = {tested.side.id: list(tested.tests) for tested in all_sides("distant-plain", tests) if tested.tests}
    both = ["tests/distant_plain/test_two.py::test_both"]
    assert found == {"6s": both, "34u": both}
