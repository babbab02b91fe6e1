"""Messages about games: what the server offers, words, rules, aids, glossary, tutorial."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from khyber.server.messages.base import Lang, Reply


class Named(Reply):
    id: str
    name: str


class Described(Named):
    #: One line about it; "" where the game has none.
    about: str


class GameInfo(Described):
    seats: list[Named]
    scenarios: list[Described]
    options: list[Described]
    #: Bots that may play a seat; the first is the default opponent.
    bots: list[str]
    player_counts: list[int]
    languages: list[str]
    rules_version: str
    #: Whether there is a picture of the board.
    board: bool
    #: Whether there are player aids, a glossary and a first game.
    aids: bool
    #: Which of its printed components are reconstructed, in words; "" if none are.
    reconstructed: str


class Texts(Reply):
    """The names of ids: for each parameter (seat, space, piece, ...) the names of its values."""

    language: str
    words: dict[str, dict[str, str]]
    labels: dict[str, str]
    #: For each parameter, the values whose printed component is wholly or partly reconstructed.
    reconstructed: dict[str, list[str]]


class CellReply(Reply):
    text: str
    #: Whether the thing it names is reconstructed.
    reconstructed: bool


class TableReply(Reply):
    """A printed table; the first cell of a row names the row."""

    id: str
    title: str
    columns: list[str]
    rows: list[list[CellReply]]
    #: Whether the table itself is wholly or partly reconstructed.
    reconstructed: bool


class RuleReply(Reply):
    number: str
    title: str
    text: str
    #: The printed tables that belong to it.
    tables: list[TableReply]


class RulesQuery(Lang):
    """`q`: words, or the number of a rule or chapter; without it, all rules."""

    q: Annotated[str, Meta(max_length=200)] = ""


class FoundRule(Reply):
    number: str
    title: str
    text: str
    #: The part of the text that matches the search.
    snippet: str
    #: The printed tables that belong to it.
    tables: list[TableReply]


class RulesReply(Reply):
    rules: list[FoundRule]


class AidPieceReply(Reply):
    id: str
    name: str


class AidLineReply(Reply):
    #: The kind of line (where, cost, ...), and its label; "" if it needs none.
    id: str
    label: str
    text: str
    #: Pieces to show before the text, in a legend.
    pieces: list[AidPieceReply]


class AidSectionReply(Reply):
    id: str
    group: str
    title: str
    rule: str
    lines: list[AidLineReply]


class AidGroupReply(Reply):
    id: str
    title: str


class AidReply(Reply):
    seat: str
    title: str
    source: str
    #: The meaning of the mark for reconstructed facts; "" where there is none.
    legend: str
    groups: list[AidGroupReply]
    sections: list[AidSectionReply]


class TermReply(Reply):
    id: str
    name: str
    text: str
    rule: str


class GlossaryReply(Reply):
    terms: list[TermReply]


class TutorialStepReply(Reply):
    n: int
    title: str
    text: str
    #: Shown to a player who chooses something else.
    otherwise: str
    ask: str
    key: str
    #: Spaces that the page highlights.
    lights: list[str]


class TutorialReply(Reply):
    seat: str
    title: str
    intro: str
    end_title: str
    end: str
    steps: list[TutorialStepReply]
