"""Saved games on disk: written whole or not at all, under names that overwrite nothing."""

from __future__ import annotations

import os
import stat
from itertools import count
from pathlib import Path

from khyber.engine.errors import BadRecord, BadSetup, Error
from khyber.engine.limits import MOST_TOML
from khyber.engine.record import MOST_TEXT

ENDING = ".khyber.json"
#: Bytes of a character, at most.
_WIDEST = 4
#: Characters of a path that a message shows: its end.
_LONGEST_PATH = 100


class NotSaved(Error):
    """A game that could not be written to the file named."""


def free_name(stem: str) -> Path:
    """A file in the present folder that does not exist yet."""
    return next(path for number in count(1)
                if not (path := Path(f"{stem}{'' if number == 1 else f'-{number}'}{ENDING}")).exists())


def write(file: Path, text: str) -> None:
    """Write the file; what was there before stays until all of it is written."""
    beside = file.with_name(f"{file.name}.part")
    try:
        if file.exists() and not file.is_file():  # a device would be replaced by a file
            raise ValueError("it is not a file")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, file)
    except (OSError, ValueError) as problem:
        raise NotSaved(f"{shown(file)} cannot be written: {_reason(problem)}") from problem


def read_deck_file(file: Path | None) -> str:
    """The text of a deck file, if one was named."""
    return "" if file is None else read_text(file)


def read_text(file: Path) -> str:
    """The text of a file that a person wrote."""
    try:
        return _bounded(file, _WIDEST * MOST_TOML).decode()
    except (OSError, ValueError) as problem:
        raise BadSetup(f"{shown(file)} cannot be read: {_reason(problem)}") from problem


def read(file: Path) -> str:
    """The text of a saved game."""
    try:
        return _bounded(file, MOST_TEXT).decode()
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{shown(file)} is not a saved game: it is not text") from problem
    except (OSError, ValueError) as problem:
        raise BadRecord(f"{shown(file)} cannot be read: {_reason(problem)}") from problem


def _bounded(file: Path, most: int) -> bytes:
    """What a file holds. A pipe or a device may never end, and is refused; so is a file of more bytes than that."""
    opened = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe that nobody writes to does not block
    with open(opened, "rb") as reader:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise ValueError("it is not a file")
        data = reader.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return data


def shown(file: Path) -> str:
    """A path as a message shows it: the end of it, if it is long."""
    path = str(file)
    return path if len(path) <= _LONGEST_PATH else f"…{path[-_LONGEST_PATH:]}"


def _reason(problem: Exception) -> str:
    return (problem.strerror or str(problem)) if isinstance(problem, OSError) else str(problem)
