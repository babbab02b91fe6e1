"""The games by id, loaded when first requested, with their texts, rulebooks and reference pages."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

if TYPE_CHECKING:
    from khyber.engine.game import Game
    from khyber.engine.reference import Reference
    from khyber.engine.rulebook import Rulebook
    from khyber.engine.text import Catalogue, RuleTexts

#: The class of each game, in the module `game` of its package. A table, so that no game is imported to list them.
_CLASSES = {"distant-plain": "DistantPlain", "zurmat": "Zurmat", "enduring-freedom": "EnduringFreedom"}
GAMES = tuple(_CLASSES)


class Texts(Protocol):
    """The `text` package of a game: its messages and rule texts by language."""

    languages: tuple[str, ...]

    def catalogue(self, lang: str) -> Catalogue: ...

    def rule_texts(self, lang: str) -> RuleTexts: ...


def package(name: str) -> str:
    """Return a game's package, named after its id. Raises BadSetup for an unknown game.

    >>> package("distant-plain")
    'khyber.games.distant_plain'
    """
    if name not in _CLASSES:
        raise BadSetup(f"unknown game {quoted(name)}; the games are {', '.join(GAMES)}")
    return f"khyber.games.{name.replace('-', '_')}"


@cache
def game(name: str) -> Game[Any]:
    """Return the game with this id, importing it on first use."""
    made: Game[Any] = getattr(import_module(f"{package(name)}.game"), _CLASSES[name])()
    return made


def texts(name: str) -> Texts:
    """Return the messages and rule texts of a game.

    >>> texts("zurmat").languages
    ('en', 'it')
    """
    return cast("Texts", import_module(f"{package(name)}.text"))


def reference(name: str) -> Reference:
    """Return the aids, glossary and tutorial of a game. Raises BadSetup if it has none.

    >>> reference("distant-plain").tutorial("en").seat
    'taliban'
    """
    module = f"{package(name)}.reference"
    if find_spec(module) is None:
        raise BadSetup(f"{name} has no faction aids, glossary or tutorial")
    return cast("Reference", import_module(module))


def rulebook(name: str) -> Rulebook:
    """Return the rules of a game, with the functions registered for each."""
    return cast("Rulebook", import_module(f"{package(name)}.rulebook").RULEBOOK)
