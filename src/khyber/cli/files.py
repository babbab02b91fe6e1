"""Saved games on disk: written whole or not at all, under names that overwrite nothing."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from khyber.engine.errors import BadRecord, BadSetup, Error

ENDING = ".khyber.json"


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
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, file)
    except (OSError, ValueError) as problem:
        raise NotSaved(f"{file} cannot be written: {_reason(problem)}") from problem


def read_deck_file(file: Path | None) -> str:
    """The text of a deck file, if one was named."""
    return "" if file is None else read_text(file)


def read_text(file: Path) -> str:
    """The text of a file that a person wrote."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise BadSetup(f"{file} cannot be read: {_reason(problem)}") from problem


def read(file: Path) -> str:
    """The text of a saved game."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{file} is not a saved game: it is no text") from problem
    except (OSError, ValueError) as problem:
        raise BadRecord(f"{file} cannot be read: {_reason(problem)}") from problem


def _reason(problem: Exception) -> str:
    return (problem.strerror or str(problem)) if isinstance(problem, OSError) else str(problem)
