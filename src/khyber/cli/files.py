"""Files read and written by commands; saved games are written atomically."""

from __future__ import annotations

import os
import stat
from itertools import count
from pathlib import Path

from khyber.engine.errors import BadRecord, BadSetup, Error
from khyber.engine.limits import MAX_TOML
from khyber.engine.record import MAX_TEXT

ENDING = ".khyber.json"
#: Maximum bytes per character.
_WIDEST = 4
#: Maximum characters of a path in a message.
_LONGEST_PATH = 100


class NotSaved(Error):
    """The file could not be written."""


def free_name(stem: str) -> Path:
    """Return an unused file name in the current folder."""
    return next(
        path
        for number in count(1)
        if not (path := Path(f"{stem}{'' if number == 1 else f'-{number}'}{ENDING}")).exists()
    )


def write(file: Path, text: str) -> None:
    """Write the file atomically."""
    beside = file.with_name(f"{file.name}.part")
    try:
        if file.exists() and not file.is_file():  # a device would be replaced by a file
            raise ValueError("it is not a file")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, file)
    except (OSError, ValueError) as problem:
        raise NotSaved(f"cannot write {shown(file)}: {_reason(problem)}") from problem


def read_deck_file(file: Path | None) -> str:
    """Return the text of the deck file, if one is given."""
    return "" if file is None else read_text(file)


def read_text(file: Path) -> str:
    """Return the text of a file. Raises BadSetup if it is unreadable."""
    try:
        return _bounded(file, _WIDEST * MAX_TOML).decode()
    except (OSError, ValueError) as problem:
        raise BadSetup(f"{shown(file)} cannot be read: {_reason(problem)}") from problem


def read(file: Path) -> str:
    """Return the text of a saved game. Raises BadRecord if it is unreadable."""
    try:
        return _bounded(file, MAX_TEXT).decode()
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{shown(file)} is not a saved game: it is not text") from problem
    except (OSError, ValueError) as problem:
        raise BadRecord(f"{shown(file)} cannot be read: {_reason(problem)}") from problem


def _bounded(file: Path, most: int) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes; pipes and devices may never end."""
    opened = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe that nobody writes to does not block
    with open(opened, "rb") as reader:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise ValueError("it is not a file")
        data = reader.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return data


def shown(file: Path) -> str:
    """Return a path for a message, shortened to its end."""
    path = str(file)
    return path if len(path) <= _LONGEST_PATH else f"…{path[-_LONGEST_PATH:]}"


def _reason(problem: Exception) -> str:
    return (problem.strerror or str(problem)) if isinstance(problem, OSError) else str(problem)
