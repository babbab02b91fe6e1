"""Every heading of the rulebook has a function and a marked test; so has every ruling that changes play."""

from __future__ import annotations

import re
from pathlib import Path

from khyber.games.zurmat.rulebook import RULEBOOK
from khyber.lab.coverage import marked_tests

HERE = Path(__file__).parent
#: Rulings that only settle names, misprints or what is not code: 1 (names).
NOT_PLAYED = {1}
RULINGS = range(1, 47)


def test_every_heading_has_a_function() -> None:
    assert set(RULEBOOK.functions) == set(RULEBOOK.headings)


def test_every_heading_has_a_marked_test() -> None:
    marked = marked_tests(HERE)
    assert {f"zurmat:{heading}" for heading in RULEBOOK.headings} <= set(marked)


def test_every_ruling_is_a_test() -> None:
    named: set[int] = set()
    for path in HERE.glob("test_*.py"):
        for found in re.finditer(r"[Rr]ulings? ((?:\d+(?:, | and )?)+)", path.read_text(encoding="utf-8")):
            named.update(int(number) for number in re.findall(r"\d+", found.group(1)))
    assert set(RULINGS) - NOT_PLAYED - named == set()
