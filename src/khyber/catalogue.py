"""The games there are, and where each keeps its words and its rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from khyber.engine.errors import BadSetup
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.reference import Reference
from khyber.engine.rulebook import Rulebook
from khyber.engine.text import Catalogue, RuleTexts
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.enduring_freedom.game import EnduringFreedom
from khyber.games.zurmat.game import Zurmat

#: A game is known here by its class. States differ from game to game: whoever takes any game does not look into them.
_GAMES: dict[str, type[Game[Any]]] = {
    DistantPlain.id: DistantPlain, Zurmat.id: Zurmat, EnduringFreedom.id: EnduringFreedom}
GAMES = tuple(_GAMES)


class Texts(Protocol):
    """The words of a game: its package `text`."""

    languages: tuple[str, ...]

    def catalogue(self, lang: str) -> Catalogue: ...

    def rule_texts(self, lang: str) -> RuleTexts: ...


@cache
def game(name: str) -> Game[Any]:
    """The game of that id."""
    if name not in _GAMES:
        raise BadSetup(f"there is no game {quoted(name)}: the games are {', '.join(GAMES)}")
    return _GAMES[name]()


def package(name: str) -> str:
    """The package of a game, by convention its id.

    >>> package("distant-plain")
    'khyber.games.distant_plain'
    """
    game(name)
    return f"khyber.games.{name.replace('-', '_')}"


def texts(name: str) -> Texts:
    """The words of the game of that id.

    >>> texts("zurmat").languages
    ('en', 'it')
    """
    return cast(Texts, import_module(f"{package(name)}.text"))


def reference(name: str) -> Reference:
    """What there is to read beside the rules of the game of that id. Raises BadSetup where there is nothing.

    >>> reference("distant-plain").tutorial("en").seat
    'taliban'
    """
    module = f"{package(name)}.reference"
    if find_spec(module) is None:
        raise BadSetup(f"{name} has no faction aids, glossary or tutorial")
    return cast(Reference, import_module(module))


def rulebook(name: str) -> Rulebook:
    """The list of its rules, with the functions registered for each."""
    return cast(Rulebook, import_module(f"{package(name)}.rulebook").RULEBOOK)
