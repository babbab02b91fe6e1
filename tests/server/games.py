"""Games for the server's tests: those of the package, and Caravan, which has secrets and is over soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from khyber.engine.play import Rules
from khyber.engine.text import Catalogue, RuleTexts, Vocabulary
from khyber.server.library import AnyGame, PrintedGames
from tests.engine.test_rule_changes import Second
from tests.engine.tiny import TINY, Tiny, TinyPlay

WHERE = "tests.server.games:LIBRARY"
LATER = "tests.server.games:LATER_LIBRARY"
BROKEN = "tests.server.games:BROKEN_LIBRARY"


class Library(PrintedGames):
    """The printed games and one more."""

    tiny: ClassVar[AnyGame] = TINY

    def ids(self) -> Sequence[str]:
        return (*super().ids(), "tiny")

    def find(self, game: str) -> AnyGame:
        return self.tiny if game == "tiny" else super().find(game)

    def languages(self, game: str) -> Sequence[str]:
        return ("en", "it") if game == "tiny" else super().languages(game)

    def words(self, game: str, lang: str) -> Catalogue:
        return Catalogue(lang, {}, Vocabulary()) if game == "tiny" else super().words(game, lang)

    def rules(self, game: str, lang: str) -> RuleTexts:
        return RuleTexts({}) if game == "tiny" else super().rules(game, lang)


class Later(Library):
    """A later release: nobody trades any more."""

    tiny: ClassVar[AnyGame] = Second()


class Broken(Tiny):
    """A release in which resting raises."""

    def rest(self) -> None:
        raise ZeroDivisionError("nobody rests")

    def step(self, play: TinyPlay) -> Rules:
        rules = super().step(play)
        value = None
        while True:
            try:
                decision = rules.send(value)  # type: ignore[arg-type]
            except StopIteration:
                return
            value = yield decision
            if value == "rest":
                self.rest()


class BrokenLibrary(Library):
    tiny: ClassVar[AnyGame] = Broken()


LIBRARY = Library()
LATER_LIBRARY = Later()
BROKEN_LIBRARY = BrokenLibrary()
