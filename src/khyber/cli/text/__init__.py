"""The words of the command line itself; with those of a game they make what a person reads in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from khyber.engine.decision import Param
from khyber.engine.text import PSEUDO, Catalogue, Entry, pseudo, read_entries
from khyber.games.distant_plain.text import catalogue


@cache
def words(lang: str) -> Catalogue:
    """All that the terminal says in that language. Raises BadSetup if there is no such language."""
    return catalogue(lang).joined(entries(lang))


def words_with(lang: str, replaced: Mapping[str, object]) -> Catalogue:
    """The words for a game with sides from somebody's own deck: what those do, no catalogue has words for."""
    known = words(lang)
    own: dict[str, dict[Param, str]] = {}
    for card, sides in replaced.items():
        for side in sides if isinstance(sides, Mapping) else ():
            own.setdefault(f"card:{side}", {})[int(card)] = known.word("ui.own-text")
    return known.naming(own) if own else known


def entries(lang: str) -> dict[str, Entry]:
    """What the terminal says besides the words of the game."""
    name = f"{'en' if lang == PSEUDO else lang}.toml"
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return read_entries(text, f"cli/text/{name}", pseudo if lang == PSEUDO else str)
