"""The games that a server offers: found by id, restored from records, put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from khyber import api
from khyber.agents import text as agents_text
from khyber.agents.bot import AGENT
from khyber.agents.driver import PERSON, RANDOM, agent_names
from khyber.agents.strong.shipped import misfits
from khyber.agents.strong.thinking import LEVELS, is_strong
from khyber.catalogue import GAMES, texts
from khyber.catalogue import game as find_game
from khyber.engine.chance import new_seed
from khyber.engine.errors import BadRecord, BadSetup
from khyber.engine.game import Game
from khyber.engine.optional import Bots, PrintedTables, with_data
from khyber.engine.printed import PrintedTable
from khyber.engine.record import Record, loads
from khyber.engine.table import Table, from_record
from khyber.engine.text import Catalogue, RuleTexts
from khyber.engine.upgrade import upgraded

AnyGame = Game[Any]
AnyTable = Table[Any]

#: Where a server finds its games by default: a module, and the name of a Library in it.
PRINTED = "khyber.server.library:PRINTED_GAMES"


class Library(Protocol):
    """The games of a server, and their words."""

    def ids(self) -> Sequence[str]: ...

    def find(self, game: str) -> AnyGame:
        """Return the game with that id. Raises BadSetup."""
        ...

    def name(self, game: str) -> str: ...

    def languages(self, game: str) -> Sequence[str]: ...

    def language(self, game: str, lang: str) -> str:
        """Return that language if the game has it, else its first."""
        ...

    def words(self, game: str, lang: str) -> Catalogue: ...

    def view_words(self, game: str, lang: str) -> Catalogue:
        """Return the words for the fields of a view."""
        ...

    def rules(self, game: str, lang: str) -> RuleTexts: ...

    def tables(self, game: str, lang: str) -> Sequence[PrintedTable]:
        """Return the printed tables of a game."""
        ...


class PrintedGames:
    """The games of the package."""

    def ids(self) -> Sequence[str]:
        return GAMES

    def find(self, game: str) -> AnyGame:
        return find_game(game)

    def name(self, game: str) -> str:
        return self.find(game).title or game.replace("-", " ").title()

    def languages(self, game: str) -> Sequence[str]:
        return texts(game).languages

    def language(self, game: str, lang: str) -> str:
        languages = self.languages(game)
        return lang if lang in languages else languages[0]

    def words(self, game: str, lang: str) -> Catalogue:
        return _words(game, self.language(game, lang))

    def view_words(self, game: str, lang: str) -> Catalogue:
        words = self.words(game, lang)
        own = getattr(texts(game), "view_words", None) if game in GAMES else None
        return words if own is None else cast(Catalogue, own(words.language))

    def rules(self, game: str, lang: str) -> RuleTexts:
        return texts(game).rule_texts(self.language(game, lang))

    def tables(self, game: str, lang: str) -> Sequence[PrintedTable]:
        return PrintedTables.of(self.find(game)).printed_tables(self.language(game, lang))


PRINTED_GAMES = PrintedGames()


@cache
def _words(game: str, lang: str) -> Catalogue:
    """Return the words of a game and of the agents that search."""
    return texts(game).catalogue(lang).joined(agents_text.entries(lang))


@cache
def library(where: str = PRINTED) -> Library:
    """Return the library named `MODULE:NAME`, as processes pass it by name."""
    module, _, name = where.partition(":")
    return cast(Library, getattr(import_module(module), name))


def agents_for(game: AnyGame) -> tuple[str, ...]:
    """Return the bots that may play a seat; the first is the default opponent."""
    return (*Bots.of(game).bots, *(f"{AGENT}{level}" for level in LEVELS), RANDOM)


def check_agent(game: AnyGame, agent: str) -> None:
    """Raise BadSetup unless the agent may sit at a table of the game."""
    known = (PERSON, *agents_for(game))
    if agent not in (*known, *agent_names(game)):
        raise BadSetup(f"unknown agent {agent!r}; a seat takes {' or '.join(known)}")


def goes_without_network(game: AnyGame, agent: str) -> bool:
    """Return whether the agent searches, and no network fits the data of the game."""
    return is_strong(agent) and misfits(game)


def restore(games: Library, record: Record, *, trusted: bool = True, stored: bool = False) -> AnyTable:
    """Return the table of a record under the present rules. Raises BadRecord, BadSetup or RuleFailed.

    Records of our own tables are trusted: they were checked when they were imported, and may have been shortened since.
    Those `stored` may have been written by an earlier release.
    """
    game = with_data(games.find(record.header.game), record.header.setup.replaced)
    return from_record(game, upgraded(game, record) if stored else record, trusted=trusted)


def from_text(games: Library, text: str, game: str, seats: Mapping[str, str] | None = None) -> AnyTable:
    """Return the table of a record or a position; `seats` are the agents of a position."""
    if text.lstrip().startswith("{"):
        table = restore(games, loads(text), trusted=False)
    else:
        agents = {seat: (seats or {}).get(seat, PERSON) for seat in games.find(game).seats}
        table = api.table_at(game, text, seed=new_seed(), seats=agents)
        for seat in api.non_players(agents, table.game):
            table.sit(seat, agents[seat])  # whatever the position says, the rules must know of it
    _check_storable(table)
    return table


def _check_storable(table: AnyTable) -> None:
    """Raise BadRecord for text that databases refuse: rules never write it, but a user may have."""
    record = table.record()
    written = [*record.now, *record.now_by, record.rules]
    for step in record.steps:
        written += [step.name, step.by, step.entries, step.rules]
    for text in written:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise BadRecord("the record contains invalid characters")
