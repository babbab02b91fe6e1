"""Searching in the rules: by words, by their beginnings, by numbers; accents and capitals do not matter."""

from __future__ import annotations

import pytest

from khyber.engine.reference import SNIPPET, search
from khyber.engine.text import RuleTexts, read_rules

RULES = read_rules(
    """
["1.1"]
title = "Città"
text = "Kabul è l'unica città."
["1.2"]
title = "Rally"
text = '''
Place a Guerrilla.
At a Base, place more.'''
["1.2.1"]
title = "Free Rally"
text = "An Event may grant one."
["1.20"]
title = "Bases last"
text = "A rally does not remove Bases."
["2nd:1.2"]
title = "Older"
text = "As it was."
""",
    "rules of a test",
)


def found(sought: str, rules: RuleTexts = RULES) -> list[str]:
    return [one.rule.number for one in search(rules, sought)]


@pytest.mark.parametrize(
    ("sought", "numbers"),
    [
        ("rally", ["1.2", "1.2.1", "1.20"]),  # the rule so titled, then others' titles, then texts
        ("RALLY event", ["1.2.1"]),  # every word
        ("citta", ["1.1"]),
        ("città", ["1.1"]),
        ("guer", ["1.2"]),  # how a word begins
        ("errilla", []),  # not how it ends
        ("1.2", ["1.2", "1.2.1"]),  # a number, and what is below it
        ("1.2.", ["1.2", "1.2.1"]),
        ("2nd:1.2", ["2nd:1.2"]),
        ("1", ["1.1", "1.2", "1.2.1", "1.20"]),
        ("(", []),
        ("", []),
    ],
)
def test_what_is_found(sought: str, numbers: list[str]) -> None:
    assert found(sought) == numbers


def test_the_line_with_most_of_the_words_is_shown() -> None:
    assert [one.snippet for one in search(RULES, "place base")] == ["At a Base, place more."]
    assert search(RULES, "free")[0].snippet == ""


def test_a_long_line_is_cut_between_words() -> None:
    long = " ".join(["before"] * 60 + ["sought"] + ["after"] * 60)
    rules = read_rules(f'["1"]\ntitle = "Long"\ntext = "{long}"', "a long rule")
    (one,) = search(rules, "sought")
    assert one.snippet.startswith("…before ")
    assert one.snippet.endswith(" after…")
    assert "sought" in one.snippet
    assert len(one.snippet) <= SNIPPET + 2
