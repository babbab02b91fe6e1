"""A rule or a card in our own words, shown in the terminal: rules by number or by words of the title."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from khyber.catalogue import texts as texts_of
from khyber.cli.faces import face_of
from khyber.engine.decision import Message, Param
from khyber.engine.text import Catalogue, RuleText
from khyber.games.distant_plain.board import CARDS, SEATS
from khyber.games.distant_plain.events.cards import Side
from khyber.games.distant_plain.events.describing import describe
from khyber.games.distant_plain.text import effect_words


def show_rule(game: str, sought: str, lang: str, console: Console, words: Catalogue) -> None:
    """The rule itself if it is clear which; else those that may be meant."""
    texts = texts_of(game).rule_texts(lang)
    exact = texts.find(sought)
    found = [exact] if exact is not None else texts.about(sought)
    if not found:
        console.print(Text(words.say(Message("ui.no-rule", {"text": sought, "rule": face_of(game).rule})), "red"))
    elif len(found) == 1:
        show_text(found[0], console)
    else:
        console.print(Text(words.say(Message("ui.rules-found", {"text": sought}))))
        for rule in found:
            console.print(Text(f"  {rule.number}  {rule.title}"))


def show_text(rule: RuleText, console: Console) -> None:
    console.print(Text(f"{rule.number} {rule.title}", "bold"))
    console.print(Text(rule.text))


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
