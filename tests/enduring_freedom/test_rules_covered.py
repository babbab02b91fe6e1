"""Every number of the rulebook has functions and marked tests; so has every ruling that changes play."""

from __future__ import annotations

import re
from pathlib import Path

from khyber.games.enduring_freedom.rulebook import RULEBOOK
from khyber.lab.coverage import marked_tests

HERE = Path(__file__).parent
#: Rulings that change no play, and why.
NOT_PLAYED = {
    1: "QRF and an optional rule are cited, and not in the rulebook: left out",
    36: "a table is cited that nothing needs",
    50: "there are no one-step US or NATO units",
}
RULINGS = range(1, 63)
#: The examples of the rulebook, by rule: 8.5 capacity, 16.1 and 16.5 movement and roads, 19.1 and 19.3 airbases, 23.4
#: tactical edge, 24.3 fire, 26.1 continuing engagement, 28.2 and 29.1 Jihad, 30.2 random location.
EXAMPLES = ("8.5", "16.1", "16.5", "19.1", "19.3", "23.4", "24.3", "26.1", "28.2", "29.1", "30.2")


def texts() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")) if path.name != Path(__file__).name
    )


def test_every_number_has_a_function() -> None:
    assert set(RULEBOOK.functions) == set(RULEBOOK.headings)


def test_every_number_has_a_marked_test() -> None:
    marked = marked_tests(HERE)
    assert {f"enduring-freedom:{number}" for number in RULEBOOK.headings} - set(marked) == set()


def test_every_ruling_is_a_test() -> None:
    named: set[int] = set()
    for found in re.finditer(r"[Rr]ulings? ((?:\d+(?:, | and )?)+)", texts()):
        named.update(int(number) for number in re.findall(r"\d+", found.group(1)))
    assert set(RULINGS) - set(NOT_PLAYED) - named == set()


def test_every_example_is_a_test() -> None:
    written = texts()
    for number in EXAMPLES:
        assert re.search(rf"{re.escape(number)}[^\n]*EXAMPLE", written), number
