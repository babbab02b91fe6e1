"""The terminal's own catalogue, joined with that of a game."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.agents import text as agents_text
from khyber.catalogue import room, texts
from khyber.engine.text import Catalogue, Entry
from khyber.engine.text_files import TextFiles

LANGUAGES: Final = ("en", "it")
FILES: Final = TextFiles(__name__, LANGUAGES)


@cache
def words(game: str, lang: str) -> Catalogue:
    """Return the catalogue of a game and the terminal. Raises BadSetup for an unknown language."""
    own = agents_text.entries(lang) | entries(lang) | entries(lang, game)
    return texts(game).catalogue(lang).joined(own)


def entries(lang: str, game: str = "") -> dict[str, Entry]:
    """Return the terminal's entries: for all games, or for one only, from its room `terminal` if it has one."""
    if not game:
        return FILES.entries(lang)
    found = room(game, "terminal")
    return {} if found is None else TextFiles(found.__name__, LANGUAGES).entries(lang)
