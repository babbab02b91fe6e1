"""The games that a server offers: found by id, set up, and put into words. Nothing here knows any one game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from khyber import api
from khyber.agents.driver import PERSON, RANDOM
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.chance import new_seed
from khyber.engine.errors import BadRecord, BadSetup
from khyber.engine.game import Game, Json, Setup
from khyber.engine.printed import PrintedTable
from khyber.engine.record import Header, Record, loads
from khyber.engine.table import Table, from_record
from khyber.engine.text import Catalogue, RuleTexts

AnyGame = Game[Any]
AnyTable = Table[Any]

#: Where a server finds its games unless told otherwise: a module, and the name of a Library in it.
PRINTED = "khyber.server.tables.library:PRINTED_GAMES"


class Library(Protocol):
    """Which games there are, and their words."""

    def ids(self) -> Sequence[str]: ...

    def find(self, game: str) -> AnyGame:
        """Raises BadSetup."""
        ...

    def name(self, game: str) -> str: ...

    def languages(self, game: str) -> Sequence[str]: ...

    def words(self, game: str, lang: str) -> Catalogue:
        """The words of a game in a language; in its first one if it has not that."""
        ...

    def view_words(self, game: str, lang: str) -> Catalogue:
        """The words for what a view shows."""
        ...

    def rules(self, game: str, lang: str) -> RuleTexts:
        """The rules of a game in our own words."""
        ...

    def tables(self, game: str, lang: str) -> Sequence[PrintedTable]:
        """The printed tables of a game."""
        ...


class PrintedGames:
    """The games of the package."""

    def ids(self) -> Sequence[str]:
        return GAMES

    def find(self, game: str) -> AnyGame:
        return find_game(game)

    def name(self, game: str) -> str:
        words = game.replace("-", " ").title()
        return f"A {words}" if game == "distant-plain" else words

    def languages(self, game: str) -> Sequence[str]:
        return cast(Sequence[str], self._text(game).languages)

    def words(self, game: str, lang: str) -> Catalogue:
        languages = self.languages(game)
        return cast(Catalogue, self._text(game).catalogue(lang if lang in languages else languages[0]))

    def view_words(self, game: str, lang: str) -> Catalogue:
        words = self.words(game, lang)
        own = getattr(self._text(game), "view_words", None) if game in GAMES else None
        return words if own is None else cast(Catalogue, own(words.language))

    def rules(self, game: str, lang: str) -> RuleTexts:
        languages = self.languages(game)
        return cast(RuleTexts, self._text(game).rule_texts(lang if lang in languages else languages[0]))

    def tables(self, game: str, lang: str) -> Sequence[PrintedTable]:
        languages = self.languages(game)
        return self.find(game).printed_tables(lang if lang in languages else languages[0])

    def _text(self, game: str) -> Any:
        return import_module(f"{type(self.find(game)).__module__.rpartition('.')[0]}.text")


PRINTED_GAMES = PrintedGames()


@cache
def library(where: str = PRINTED) -> Library:
    """The library that a module keeps: processes are told of it by name."""
    module, _, name = where.partition(":")
    return cast(Library, getattr(import_module(module), name))


def agents_for(game: AnyGame) -> tuple[str, ...]:
    """What may play a seat of this game by itself; the first is the one to play against."""
    return (*game.bots, RANDOM)


def set_up(games: Library, game: str, scenario: str, options: Iterable[str], seats: Mapping[str, str],
           players: int | None, seed: int | None) -> AnyTable:
    """A new table. `seats` says for every seat who sits there: a person, or which bot. Raises BadSetup."""
    found = games.find(game)
    for seat, agent in seats.items():
        if seat not in found.seats:
            raise BadSetup(f"there is no seat {seat!r}: the seats are {', '.join(found.seats)}")
        if agent != PERSON and agent not in agents_for(found):
            raise BadSetup(f"there is no agent {agent!r}: a seat takes {PERSON}, {' or '.join(agents_for(found))}")
    seated = {seat: seats.get(seat, PERSON) for seat in found.seats}
    run_by_rules = api.non_players(seated, found)
    count = len(found.seats) - len(run_by_rules) if players is None else players
    chosen = tuple(dict.fromkeys(options))
    if scenario not in found.scenarios:
        raise BadSetup(f"there is no scenario {scenario!r}: they are {', '.join(found.scenarios)}")
    if unknown := [option for option in chosen if option not in found.options]:
        raise BadSetup(f"there is no option {unknown[0]!r}: they are {', '.join(found.options)}")
    setup = Setup(scenario, chosen, count, run_by_rules)
    header = Header(game, found.rules_version, found.digest(), new_seed() if seed is None else seed, setup, seated)
    return Table(found, header)


def check_agent(game: AnyGame, agent: str) -> None:
    """Raises BadSetup unless the agent may sit at a table of the game."""
    known = (PERSON, *agents_for(game))
    if agent not in known:
        raise BadSetup(f"unknown agent {agent!r}; a seat takes {' or '.join(known)}")


def restored(games: Library, record: Record, *, trusted: bool = True) -> AnyTable:
    """The table that a record describes, under the rules of today. Raises BadRecord, BadSetup or RuleFailed.

    Records of our own tables are trusted: they were checked when somebody sent them in, and may be cut short since.
    """
    return from_record(games.find(record.header.game).replacing(record.header.setup.replaced), record, trusted=trusted)


def from_text(games: Library, text: str, game: str, seats: Mapping[str, str] | None = None) -> AnyTable:
    """The table of a record or of a position, whichever the text is; a position's `seats` are those who sit there."""
    if text.lstrip().startswith("{"):
        table = restored(games, loads(text), trusted=False)
    else:
        agents = {seat: (seats or {}).get(seat, PERSON) for seat in games.find(game).seats}
        table = api.table_at(game, text, seed=new_seed(), seats=agents)
        for seat in api.non_players(agents, table.game):
            table.sit(seat, agents[seat])  # the rules take note of it, whatever the position says
    _check_storable(table)
    return table


def _check_storable(table: AnyTable) -> None:
    """Raises BadRecord for text that no database takes: rules never write it, but somebody may have."""
    record = table.record()
    texts = [*record.now, *record.now_by, record.rules]
    for step in record.steps:
        texts += [step.name, step.by, step.entries, step.rules]
    for text in texts:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise BadRecord("the record holds characters that are none")


def header_fields(header: Header) -> dict[str, Json]:
    """A header as JSON, for the database."""
    setup = header.setup
    return {"game": header.game, "rules": header.rules, "data": header.data, "seed": header.seed,
            "scenario": setup.scenario, "options": list(setup.options), "players": setup.players,
            "non-players": list(setup.non_players), "replaced": dict(setup.replaced), "seats": dict(header.seats),
            "start": header.start.hex()}


def header_from(fields: Mapping[str, Any]) -> Header:
    """The header that `header_fields` wrote."""
    setup = Setup(fields["scenario"], tuple(fields["options"]), fields["players"], tuple(fields["non-players"]),
                  fields["replaced"])
    return Header(fields["game"], fields["rules"], fields["data"], fields["seed"], setup, fields["seats"],
                  bytes.fromhex(fields["start"]))
