"""A rule in our own words, by its number or by words of its title, shown in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from khyber.engine.decision import Message
from khyber.engine.text import Catalogue, RuleText
from khyber.games.distant_plain.text import rule_texts


def show_rule(sought: str, lang: str, console: Console, words: Catalogue) -> None:
    """The rule itself if it is clear which; else those that may be meant."""
    texts = rule_texts(lang)
    exact = texts.find(sought)
    found = [exact] if exact is not None else texts.about(sought)
    if not found:
        console.print(Text(words.say(Message("ui.no-rule", {"text": sought})), "red"))
    elif len(found) == 1:
        show_text(found[0], console)
    else:
        console.print(Text(words.say(Message("ui.rules-found", {"text": sought}))))
        for rule in found:
            console.print(Text(f"  {rule.number}  {rule.title}"))


def show_text(rule: RuleText, console: Console) -> None:
    console.print(Text(f"{rule.number} {rule.title}", "bold"))
    console.print(Text(rule.text))
