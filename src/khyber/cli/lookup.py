"""Rules, cards and printed tables shown in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from khyber.catalogue import texts as texts_of
from khyber.cli.display import display_of
from khyber.cli.provenance import legend
from khyber.engine.cards import find_cards
from khyber.engine.decision import Message
from khyber.engine.game import Game
from khyber.engine.optional import CardText, PrintedTables
from khyber.engine.printed import PrintedTable, of_rule
from khyber.engine.provenance import MARK
from khyber.engine.reference import plain
from khyber.engine.text import Catalogue, RuleText

#: Indentation of tables.
INDENT: Final = 2


def show_rule(game: Game[Any], sought: str, console: Console, words: Catalogue) -> None:
    """Show the rules and cards of that name, the only partial match, or a list of matches."""
    texts = texts_of(game.id).rule_texts(words.language)
    exact = texts.find(sought)
    rules = [exact] if exact is not None else texts.about(sought)
    titled = [rule for rule in rules if rule is exact or plain(rule.title) == plain(sought)]
    cards, called = find_cards(game, sought, words.language)
    if exact is not None or (rules and sought.isdecimal()):  # a number is first of all a rule's
        cards, called = [], False
    if titled or called:
        rules, cards = titled, cards if called else []
    if not rules and not cards:
        console.print(Text(words.say(Message("ui.no-rule", {"text": sought, "rule": display_of(game.id).rule})), "red"))
    elif titled or called or len(rules) + len(cards) == 1:
        show_texts(game, rules, console, words)
        show_cards(game, cards, console, words)
    else:
        console.print(Text(words.say(Message("ui.rules-found", {"text": sought}))))
        for rule in rules:
            console.print(Text(f"  {rule.number}  {rule.title}"))
        for card in cards:
            console.print(Text(f"  {card.id or card.number}  {card.title}{f' ({card.facts})' if card.facts else ''}"))


def show_texts(game: Game[Any], rules: list[RuleText], console: Console, words: Catalogue) -> None:
    for rule in rules:
        console.print(Text(f"{rule.number} {rule.title}", "bold"))
        console.print(Text(rule.text))
        tables = PrintedTables.of(game).printed_tables(words.language)
        show_tables(of_rule(tables, rule.number), console, legend(game, words))


def show_cards(game: Game[Any], cards: list[CardText], console: Console, words: Catalogue) -> None:
    """Show each card: facts, text and source."""
    display = display_of(game.id)
    own = [display.card(card, words) for card in cards]
    for at, (card, lines) in enumerate(zip(cards, own, strict=True)):
        if at:
            console.print()
        if lines:
            for line in lines:
                console.print(line)
            continue
        console.print(Text(card.title, "bold").append(f"  {card.facts}" if card.facts else "", "dim not bold"))
        for text in card.texts:
            console.print(_marked(text.text, text.reconstructed))
        console.print(Text(card.origin_text, "dim"))
    if any(card.reconstructed and not lines for card, lines in zip(cards, own, strict=True)):
        console.print(legend(game, words))


def show_tables(tables: Sequence[PrintedTable], console: Console, legend: Text) -> None:
    """Show tables, with the legend if anything is reconstructed."""
    for table in tables:
        console.print(_marked(table.title, table.reconstructed, "bold"))
        console.print(Padding(_grid(table, console.width - INDENT), (0, 0, 1, INDENT)))
    if any(table.marked for table in tables):
        console.print(legend)


def _grid(table: PrintedTable, width: int) -> RenderableType:
    """Return the table as a grid, or its rows as lines if it does not fit."""
    cells = [
        [_marked(cell.text, cell.reconstructed, "" if at else "bold") for at, cell in enumerate(row)]
        for row in table.rows
    ]
    texts = [[str(text) for text in column] for column in zip(table.columns, *cells, strict=True)]
    widths = _widths(texts, width - len(texts))
    if not widths:
        return Group(*(_line(table.columns, row) for row in cells))
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for column, wide in zip(table.columns, widths, strict=True):
        grid.add_column(Text(column), width=wide)
    for row in cells:
        grid.add_row(*row)
    return grid


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the column widths, at least the longest word of each; [] if they do not fit.

    Spare room goes to cells, not to headings.

    >>> _widths([["", "a b"], ["", "one two three"], ["x", "y"]], 12)
    [3, 8, 1]
    """
    most = [max(map(len, texts[1:])) for texts in columns]
    longest = (max((len(word) for text in texts for word in text.split()), default=1) for texts in columns[1:])
    widths = [max(map(len, columns[0])), *longest]
    for _ in range(room - sum(widths)):
        neediest = max(range(len(widths)), key=lambda at: most[at] - widths[at])
        if most[neediest] > widths[neediest]:
            widths[neediest] += 1
    return widths if sum(widths) <= room else []


def _line(columns: Sequence[str], row: Sequence[Text]) -> Text:
    """Return a row as one line: its first cell, then each column with its cell."""
    parts = [
        Text(f"{column} ", "dim").append_text(cell) for column, cell in zip(columns[1:], row[1:], strict=True) if cell
    ]
    return row[0].append(": ").append_text(Text(" · ", "dim").join(parts))


def _marked(text: str, reconstructed: bool, style: str = "") -> Text:
    return Text(text, style).append(MARK if reconstructed else "", "dim not bold")
