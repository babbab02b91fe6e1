"""The words of agents that search, joined with those of a game."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.text import Entry
from khyber.engine.text_files import TextFiles

FILES: Final = TextFiles(__name__, ("en", "it"))


@cache
def entries(lang: str) -> dict[str, Entry]:
    """Return the entries of that language. Raises BadSetup."""
    return FILES.entries(lang)
