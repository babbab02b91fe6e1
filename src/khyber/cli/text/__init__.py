"""The terminal's own catalogue, joined with that of a game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from khyber.catalogue import texts
from khyber.engine.text import PSEUDO, Catalogue, Entry, pseudo, read_entries


@cache
def words(game: str, lang: str) -> Catalogue:
    """Return the catalogue of a game and the terminal. Raises BadSetup for an unknown language."""
    return texts(game).catalogue(lang).joined(entries(lang) | entries(lang, game))


def entries(lang: str, game: str = "") -> dict[str, Entry]:
    """Return the terminal's entries: for all games, or for one only."""
    name = f"{game.replace('-', '_')}{'.' if game else ''}{'en' if lang == PSEUDO else lang}.toml"
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return read_entries(text, f"cli/text/{name}", pseudo if lang == PSEUDO else str)
