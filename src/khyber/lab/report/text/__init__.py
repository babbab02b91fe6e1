"""The words of a report, joined with the names of a game."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.catalogue import game as find_game
from khyber.catalogue import texts
from khyber.engine.decision import Message, Param
from khyber.engine.text import Catalogue, Vocabulary
from khyber.engine.text_files import TextFiles

FILES: Final = TextFiles(__name__, ("en", "it"))


@cache
def catalogue(lang: str) -> Catalogue:
    """Return the sentences of a report. Raises BadSetup for an unknown language."""
    return Catalogue(lang, FILES.entries(lang), Vocabulary())


class Words:
    """What a report says: sentences, names and numbers in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalogue = catalogue(lang)
        self._agents = self._catalogue.keys()
        self._comma, self._thousands = (",", ".") if lang == "it" else (".", ",")

    def say(self, key: str, **params: Param) -> str:
        return self._catalogue.say(Message(f"report.{key}", params))

    # -- names --------------------------------------------------------------------------------------

    def game(self, game: str) -> str:
        return find_game(game).title

    def name(self, game: str, param: str, value: str) -> str:
        """Return the name of a seat, Operation, ending ...; with a capital letter."""
        said = texts(game).catalogue(self.lang).called(param, value)
        return said[:1].upper() + said[1:]

    def agent(self, agent: str) -> str:
        """Return the name of an agent; bots of users keep their id."""
        key = f"agent.{agent.replace(':', '-')}"
        return self._catalogue.word(key) if key in self._agents else agent

    def event(self, game: str, event: str) -> str:
        """Return the title of an Event; ■ marks its shaded side, □ the unshaded one."""
        number, _, side = event.partition("-")
        if number.isdecimal() and side:
            title = texts(game).catalogue(self.lang).called("card", int(number))
            return f"{'■' if side == 'shaded' else '□'} {title}"
        return self.name(game, "event", event)

    def agents(self, game: str, agents: dict[str, str]) -> str:
        """Return who plays: one agent for all seats, or seat by seat."""
        if not all(agents.values()):
            return self.say("agents-change")
        if len(set(agents.values())) == 1:
            return self.agent(next(iter(agents.values())))
        return ", ".join(f"{self.name(game, 'seat', seat)}: {self.agent(agent)}" for seat, agent in agents.items())

    # -- numbers ------------------------------------------------------------------------------------

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """Return a number as the language writes it.

        >>> Words("en").number(1234.5, 1), Words("it").number(-1234.5, 1, signed=True)
        ('1,234.5', '−1.234,5')
        """
        said = f"{value:{'+' if signed else ''},.{digits}f}".replace("-", "−")
        if said.strip("+−0.,") == "":
            said = said.lstrip("+−")
        return said.translate(str.maketrans(",.", self._thousands + self._comma))

    def percent(self, share: float, digits: int = 0, *, signed: bool = False) -> str:
        return f"{self.number(100 * share, digits, signed=signed)}%"
