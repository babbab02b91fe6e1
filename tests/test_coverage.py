"""Every rule in force has a function and a marked test; marked tests enter their rules and fail on broken ones."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from types import FunctionType
from typing import NamedTuple, cast

import pytest

from khyber.catalogue import GAMES, rulebook, texts
from khyber.lab.coverage import (
    Covered,
    as_json,
    coverage,
    folder_of_tests,
    in_order,
    look_up,
    mark_of,
    marked_tests,
    missing,
    where,
)
from tests.rule_plugin import break_function

GAME = "distant-plain"
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def covered(game: str) -> dict[str, Covered]:
    return coverage(game, folder_of_tests())


# -- the rules --------------------------------------------------------------------------------------


def test_every_rule_in_force_is_listed(game: str, covered: dict[str, Covered]) -> None:
    assert list(covered) == in_order(rulebook(game).headings)


def test_every_rule_has_a_function(covered: dict[str, Covered]) -> None:
    assert not [number for number, rule in covered.items() if not rule.functions]


def test_every_rule_has_a_marked_test(covered: dict[str, Covered]) -> None:
    assert not [number for number, rule in covered.items() if not rule.tests]


def test_every_rule_has_a_text(game: str, covered: dict[str, Covered]) -> None:
    for language in texts(game).languages:
        for number in covered:
            assert look_up(game, number, language)[0].text


def test_no_test_is_marked_with_an_unknown_rule() -> None:
    tests = folder_of_tests()
    assert tests is not None
    known = {mark_of(name, number) for name in GAMES for number in rulebook(name).headings}
    assert set(marked_tests(tests)) <= known


def test_a_rule_is_found_by_its_heading_its_section_or_its_title() -> None:
    assert [rule.number for rule in look_up("distant-plain", "3.3")] == ["3.3.1", "3.3.2", "3.3.3", "3.3.4"]
    assert [rule.number for rule in look_up("zurmat", "declare")] == ["declare"]
    assert [rule.number for rule in look_up("zurmat", "Resolving combat")] == ["combat"]


def test_functions_are_named_by_module_name_and_line() -> None:
    module, name, line = where(coverage(GAME)["3.3.1"].functions[0]).split(":")
    assert (module, name) == ("khyber.games.distant_plain.rules.operations.rally", "rally")
    assert int(line) > 1


def test_without_tests_only_functions_can_be_missing() -> None:
    bare = coverage(GAME)
    assert missing(bare, tests=False) == []
    assert missing(bare) == list(bare)
    assert as_json(bare, tests=False)["missing"] == []


# -- marks, read from the source --------------------------------------------------------------------


def test_marks_are_found_at_every_level(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "distant_plain").mkdir(parents=True)
    (tests / "distant_plain" / "test_marks.py").write_text("""
import pytest
pytestmark = [pytest.mark.rule("1.7")]

@pytest.mark.rule("3.3.1", "zurmat:declare")
def test_two(): ...

@pytest.mark.rule("4.1")
class TestClass:
    @pytest.mark.rule("4.1.1")
    def test_inside(self): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("6.1")), 2])
def test_one_case(n): ...

@pytest.mark.rule("9.9")
def not_a_test(): ...
""")
    found = {mark.removeprefix("distant-plain:"): names for mark, names in marked_tests(tests).items()}
    name = "tests/distant_plain/test_marks.py"
    inside = f"{name}::TestClass::test_inside"
    assert found["1.7"] == [f"{name}::test_two", inside, f"{name}::test_one_case"]
    assert found["3.3.1"] == found["zurmat:declare"] == [f"{name}::test_two"]
    assert found["4.1"] == found["4.1.1"] == [inside]
    assert found["6.1"] == [f"{name}::test_one_case"]
    assert "9.9" not in found


# -- the plugin -------------------------------------------------------------------------------------

SAMPLE = """
import pytest
from khyber.games.distant_plain.rules.sequence import is_eligible, next_card
from khyber.games.distant_plain.state import empty

@pytest.mark.rule("2.3.1")
def test_enters():
    assert is_eligible(empty(), 0)

@pytest.mark.rule("2.3.1", "7.1")
def test_enters_one_of_two():
    is_eligible(empty(), 0)

@pytest.mark.rule("12.3")
def test_no_such_rule(): ...

@pytest.mark.rule("3.3.1")
def test_fails_anyway():
    assert False, "for a reason of its own"

@pytest.mark.rule("3.3.1")
def test_skipped():
    pytest.skip("not now")

def test_unmarked(): ...
"""


def run_sample(folder: Path, *options: str) -> str:
    """Return the output of pytest on the sample."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (folder / "distant_plain").mkdir()
    (folder / "distant_plain" / "test_sample.py").write_text(SAMPLE)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-rA",
        "--tb=short",
        "-p",
        "no:cacheprovider",
        "-c",
        str(folder / "pytest.ini"),
        *options,
        str(folder),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_a_marked_test_must_enter_its_rules(tmp_path: Path, options: tuple[str, ...]) -> None:
    output = run_sample(tmp_path, *options)
    assert re.search(r"PASSED \S*test_sample.py::test_enters\n", output)
    assert re.search(r"PASSED \S*test_sample.py::test_unmarked\n", output)
    assert (
        "marked with rule distant-plain:7.1, but no function registered for it was entered "
        "(for distant-plain:7.1 there is ranking, lose_equally)"
    ) in output
    assert "marked with rule 'distant-plain:12.3', which the rulebook does not have" in output
    assert "for a reason of its own" in output
    assert "3 failed, 2 passed, 1 skipped" in output


def test_a_broken_rule_is_noticed(tmp_path: Path) -> None:
    output = run_sample(tmp_path, "--break", "distant-plain:2.3.1", "-k", "enters")
    assert re.search(r"FAILED \S*test_sample.py::test_enters\b", output)
    assert re.search(r"PASSED \S*test_sample.py::test_enters_one_of_two\n", output)


def test_an_unknown_rule_cannot_be_broken(tmp_path: Path) -> None:
    assert "2 passed" not in run_sample(tmp_path, "--break", "distant-plain:12.3", "-k", "enters")


# -- how rules are broken ---------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two results in one."""

    first: int
    second: bool


Rules = Generator[str, str, None]


def broken(function: Callable[..., object]) -> Callable[..., object]:
    break_function(cast(FunctionType, function))
    return function


def test_a_broken_query_returns_another_value() -> None:
    def yes() -> bool:
        return True

    def count(base: int, *, more: int = 2) -> int:
        return base + more

    def spaces() -> list[int]:
        return [1, 2]

    def pair() -> Pair:
        return Pair(3, True)

    assert broken(yes)() is False
    assert broken(count)(1) == 4
    assert count(1, more=5) == 7
    assert broken(spaces)() == []
    assert broken(pair)() == Pair(4, False)


def test_a_broken_change_does_nothing() -> None:
    changed: list[int] = []

    def change(to: list[int]) -> None:
        to.append(1)

    broken(change)(changed)
    assert changed == []


def test_a_broken_question_is_not_asked() -> None:
    def ask() -> Rules:
        yield "which?"

    def eager() -> Rules:
        return ask()

    assert list(cast("Rules", broken(ask)())) == []
    assert list(cast("Rules", broken(eager)())) == []
