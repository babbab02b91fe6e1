"""The words of the command line itself; with those of a game they make what a person reads in the terminal."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from khyber.catalogue import texts
from khyber.engine.text import PSEUDO, Catalogue, Entry, pseudo, read_entries


@cache
def words(game: str, lang: str) -> Catalogue:
    """All that the terminal says of that game in that language. Raises BadSetup if there is no such language."""
    return texts(game).catalogue(lang).joined(entries(lang) | entries(lang, game))


def entries(lang: str, game: str = "") -> dict[str, Entry]:
    """What the terminal says besides the words of the game: of every game, or of that one only."""
    name = f"{game.replace('-', '_')}{'.' if game else ''}{'en' if lang == PSEUDO else lang}.toml"
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return read_entries(text, f"cli/text/{name}", pseudo if lang == PSEUDO else str)
