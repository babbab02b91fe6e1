"""Example command lines at the end of a command's help: general ones, and those of each game."""

from __future__ import annotations

import tomllib

from khyber.catalogue import GAMES, file

#: Where the games' examples belong in a help text: they are read only to show it.
OF_GAMES = "{examples}"


def examples(*lines: str) -> str:
    """Return the end of a help text, with these examples."""
    return "\n\n".join(["For example:", *map(_shown, lines)])


def game_examples(*lines: str) -> str:
    """Return the end of a help text, with these examples and those of the games (GameCommand fills them in)."""
    return f"{examples(*lines)}\n\n{OF_GAMES}"


def with_examples(text: str, command: str) -> str:
    """Return a help text with the games' examples of a command."""
    return text.replace(OF_GAMES, "\n\n".join(map(_shown, examples_of_games(command))))


def examples_of_games(command: str = "") -> list[str]:
    """Return the example lines in each game's `terminal/commands.toml`, of one command or of all."""
    begins = f"khyber {command}".strip()
    return [
        line
        for game in GAMES
        if (listed := file(game, "terminal/commands.toml")).is_file()
        for line in tomllib.loads(listed.read_text("utf-8"))["examples"]
        if f"{line} ".startswith(f"{begins} ")
    ]


def _shown(line: str) -> str:
    return f"[bold]{line}[/]"
