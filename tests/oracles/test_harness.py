"""Oracles are independent, reproducible and not vacuous, and need nothing but the standard library and khyber."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracles.harness import Oracle, consult, examine, oracle, oracles, problems

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODULES = [path for path in sorted(HERE.rglob("*.py")) if not path.name.startswith("test_")]
#: Rooms of a game where its rules and bots live: an oracle states them anew and never looks there.
CLOSED = ("rules", "bots", "events")


def saying(check: object, relevant: float = 0.5) -> Oracle:
    assert callable(check)
    return Oracle("tiny", "1", "the rule", check, relevant)


def never_right(rng: random.Random) -> bool:
    raise AssertionError("the engine has 1, the oracle 2")


def with_nothing_to_say(rng: random.Random) -> bool:
    return False


def on_a_bad_day(rng: random.Random) -> bool:
    raise KeyError("kabul")


def test_a_difference_names_the_position_and_how_to_see_it_again() -> None:
    with pytest.raises(AssertionError) as raised:
        consult(saying(never_right), 17)
    assert str(raised.value) == (
        "tiny 1 the rule, position 17: the engine has 1, the oracle 2\n"
        "again: python -m tests.oracles --only 'tiny 1 the rule' --from 17 --to 18"
    )


def test_an_error_within_an_oracle_or_the_engine_counts_as_a_difference() -> None:
    tally = examine(saying(on_a_bad_day), 0, 5)
    assert tally.differing == 5 and "KeyError: 'kabul'" in tally.differences[0]


def test_an_oracle_with_nothing_to_say_is_a_problem() -> None:
    found = saying(with_nothing_to_say)
    assert list(problems(found, examine(found, 0, 10))) == [
        "tiny 1 the rule: 0 of 10 positions were relevant; at least 50% should be"
    ]


def test_a_position_comes_from_its_number_alone() -> None:
    drawn: list[float] = []

    def draws(rng: random.Random) -> bool:
        drawn.append(rng.random())
        return True

    found = saying(draws)
    examine(found, 0, 3)
    examine(found, 2, 3)
    assert drawn[2] == drawn[3] and len(set(drawn)) == 3


def test_two_oracles_cannot_have_the_same_name() -> None:
    known = oracles()[0]
    with pytest.raises(ValueError, match="two oracles are called"):
        oracle(known.game, known.rule, known.says)(with_nothing_to_say)


@pytest.mark.parametrize("path", MODULES, ids=[path.relative_to(HERE).as_posix() for path in MODULES])
def test_oracles_do_not_ask_the_rules_they_check(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        )
        for name in names:
            parts = name.split(".")
            closed = parts[:2] == ["khyber", "games"] and set(parts) & set(CLOSED)
            assert not closed and parts[0] != "pytest", f"{path.name} imports {name}"


def test_oracles_run_where_only_the_standard_library_is_installed() -> None:
    strangers = ("pytest", "rich", "typer", "hypothesis", "msgspec", "starlette", "sqlalchemy")
    program = "\n".join(
        (
            "import sys",
            f"sys.modules.update(dict.fromkeys({strangers!r}))",
            "from tests.oracles.harness import examine, oracles",
            "assert all(examine(found, 0, 2).differing == 0 for found in oracles())",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    assert done.returncode == 0, done.stderr
