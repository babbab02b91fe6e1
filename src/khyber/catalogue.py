"""The games by id, loaded when first requested, and what their folders hold: texts, rulebooks, further rooms."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

    from khyber.engine.game import Game
    from khyber.engine.reference import Reference
    from khyber.engine.rulebook import Rulebook
    from khyber.engine.text import Catalogue, RuleTexts

#: Every game by its id. This is the only line that names games; a game's folder has the same name.
GAMES: Final = ("distant-plain", "zurmat", "enduring-freedom")
#: The game of those that nobody chose.
DEFAULT: Final = GAMES[0]


class Texts(Protocol):
    """The `text` package of a game: its messages and rule texts by language."""

    languages: tuple[str, ...]

    def catalogue(self, lang: str) -> Catalogue: ...

    def rule_texts(self, lang: str) -> RuleTexts: ...


def package(name: str) -> str:
    """Return a game's package, named after its id. Raises BadSetup for an unknown game.

    >>> package(GAMES[0]).rpartition(".")[0]
    'khyber.games'
    """
    if name not in GAMES:
        raise BadSetup(f"unknown game {quoted(name)}; the games are {', '.join(GAMES)}")
    return f"khyber.games.{name.replace('-', '_')}"


@cache
def game(name: str) -> Game[Any]:
    """Return the game with this id, importing it on first use: `GAME` in its module `game` is the class."""
    made: Game[Any] = import_module(f"{package(name)}.game").GAME()
    return made


def room(name: str, module: str) -> ModuleType | None:
    """Return a module that only some games have, such as `terminal.advice`; None if this one lacks it."""
    full = package(name)
    for part in module.split("."):
        full += f".{part}"
        if find_spec(full) is None:
            return None
    return import_module(full)


def file(name: str, path: str) -> Traversable:
    """Return a file in a game's folder, such as `puzzles.toml`; it need not exist."""
    from importlib.resources import files  # here, because it takes long to load

    return files(package(name)).joinpath(*path.split("/"))


def texts(name: str) -> Texts:
    """Return the messages and rule texts of a game.

    >>> texts(GAMES[0]).languages
    ('en', 'it')
    """
    return cast("Texts", import_module(f"{package(name)}.text"))


def reference(name: str) -> Reference:
    """Return the aids, glossary and tutorial of a game. Raises BadSetup if it has none.

    >>> reference(GAMES[0]).tutorial("en").seat in game(GAMES[0]).seats
    True
    """
    found = room(name, "reference")
    if found is None:
        raise BadSetup(f"{name} has no faction aids, glossary or tutorial")
    return cast("Reference", found)


def rulebook(name: str) -> Rulebook:
    """Return the rules of a game, with the functions registered for each."""
    return cast("Rulebook", import_module(f"{package(name)}.rulebook").RULEBOOK)
