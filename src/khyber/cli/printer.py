"""Prints messages of the terminal's catalogue."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.text import Text

from khyber.engine.decision import Message, Param
from khyber.engine.text import Catalogue


class Printer:
    """A console, and the words of a game and the terminal."""

    def __init__(self, console: Console, words: Catalogue) -> None:
        self.console = console
        self.words = words

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def said(self, key: str, **params: Param) -> str:
        """Return the text of a message."""
        return self.words.say(Message(f"ui.{key}", params))

    def say(self, key: str, style: str = "", **params: Param) -> None:
        self.show(Text(self.said(key, **params), style))
