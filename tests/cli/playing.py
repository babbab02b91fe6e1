"""The terminal for tests: a command run with lines piped in, as from a shell."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import khyber
from khyber.cli.terminal import play_command, replay_command
from khyber.engine.errors import Error
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State

_app = typer.Typer(pretty_exceptions_enable=False)
_app.command("play")(play_command)
_app.command("replay")(replay_command)


def run(*arguments: str | Path, lines: tuple[str, ...] | list[str] = ()) -> str:
    """What the command shows; it must end well."""
    result = outcome(*arguments, lines=lines)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.output


def outcome(*arguments: str | Path, lines: tuple[str, ...] | list[str] = ()) -> Result:
    return CliRunner().invoke(_app, [str(part) for part in arguments], input="".join(f"{line}\n" for line in lines))


def refused(*arguments: str | Path) -> str:
    """The error that the command raises."""
    problem = outcome(*arguments).exception
    assert isinstance(problem, Error), problem
    return str(problem)


def saved(file: Path) -> Table[State]:
    return khyber.load(file.read_text(encoding="utf-8"))


def columns(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
