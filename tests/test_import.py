"""`import khyber` is light and loads no game, and `python -m khyber` is the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import khyber

SOURCE = Path(__file__).resolve().parents[1] / "src"
#: Packages that take long to load; of the standard library those that few programs have loaded already.
HEAVY = frozenset(
    {
        "argon2",
        "asyncio",
        "asyncpg",
        "catanatron",
        "http",
        "msgspec",
        "multiprocessing",
        "pydantic",
        "pytest",
        "rich",
        "sqlalchemy",
        "starlette",
        "typer",
        "unittest",
        "urllib",
        "uvicorn",
        "websockets",
        "xml",
    }
)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on this tree's source."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def loaded_by(statement: str) -> list[str]:
    """Return the modules that a statement loads."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("statement", ["import khyber", "from khyber.catalogue import GAMES"])
def test_the_import_loads_no_game_and_nothing_heavy(statement: str) -> None:
    modules = loaded_by(statement)
    assert "khyber" in modules
    assert not [module for module in modules if module.startswith("khyber.games.")]
    assert not HEAVY & {module.split(".")[0] for module in modules}


def test_the_command_loads_no_game_until_it_needs_one() -> None:
    modules = loaded_by("import khyber.cli.app")
    assert "typer" in modules
    assert not [module for module in modules if module.startswith("khyber.games.")]


def test_a_game_is_loaded_alone() -> None:
    modules = loaded_by("import khyber; khyber.new('zurmat')")
    assert {module.split(".")[2] for module in modules if module.startswith("khyber.games.")} == {"zurmat"}


@pytest.mark.parametrize("module", ["khyber", "khyber.cli.app"])
def test_the_module_is_the_command(module: str) -> None:
    assert python("-m", module, "--version").stdout == f"khyber {khyber.__version__}\n"
    assert "tournament" in python("-m", module, "--help").stdout
    wrong = python("-m", module, "deal")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("khyber: No such command 'deal'")
