"""A rule or a card in our own words, shown in the terminal: by number, or by words of the title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from khyber.catalogue import texts as texts_of
from khyber.cli.faces import face_of
from khyber.engine.cards import find_cards
from khyber.engine.decision import Message, Param
from khyber.engine.game import CardText, Game
from khyber.engine.printed import PrintedTable, of_rule
from khyber.engine.reading import plain
from khyber.engine.text import Catalogue, RuleText
from khyber.games.distant_plain.board import CARDS, SEATS
from khyber.games.distant_plain.events.cards import Side, printed_deck
from khyber.games.distant_plain.events.describing import describe
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.text import effect_words


def show_rule(game: Game[Any], sought: str, console: Console, words: Catalogue) -> None:
    """The rules and cards so called, rules with their tables; else the one that may be meant; else a list."""
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
        console.print(Text(words.say(Message("ui.no-rule", {"text": sought, "rule": face_of(game.id).rule})), "red"))
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
        show_tables(of_rule(game.printed_tables(words.language), rule.number), console)


def show_cards(game: Game[Any], cards: list[CardText], console: Console, words: Catalogue) -> None:
    """Each card: what it is, what it does, and where that comes from."""
    for at, card in enumerate(cards):
        if at:
            console.print()
        if game.id == DistantPlain.id and card.number in CARDS:
            show_card(card.number, printed_deck()[card.number], console, words)
            continue
        console.print(Text(card.title, "bold").append(f"  {card.facts}" if card.facts else "", "dim not bold"))
        console.print(Text("\n".join(text for text in (card.unshaded, card.shaded) if text)))
        console.print(Text(card.origin_text, "dim"))


def show_tables(tables: Iterable[PrintedTable], console: Console) -> None:
    """Tables below one another, with lines between their rows where a row may take several."""
    for table in tables:
        grid = Table(title=Text(table.title, "bold"), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        for at, column in enumerate(table.columns):
            grid.add_column(Text(column), style="bold" if at == 0 else "", no_wrap=at == 0)
        for row in table.rows:
            grid.add_row(*(Text(cell.text) for cell in row))
        console.print(grid)


def show_card(number: int, sides: Mapping[str, Side], console: Console, words: Catalogue) -> None:
    """Title, kind, the Factions in order; each text, step by step as the program reads it, and where it comes from."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    console.print(Text(said("card", card=number), "bold"))
    order = " › ".join(words.word(f"faction.{SEATS[faction]}") for faction in CARDS[number].order)
    console.print(Text(f"{said('card-kind', kind=CARDS[number].kind)} · {order}"))
    for name, side in sides.items():
        console.print(Text(f"\n{said('card-text', card=number, side=name)}"))
        for message in describe(side):
            console.print(Text(f"  {effect_words(words.language).say(message)}", "dim"))
        console.print(Text(said("provenance", text=side.provenance), "dim"))
        if side.filled_in:
            console.print(Text(said("filled-in", text=side.filled_in), "dim"))
