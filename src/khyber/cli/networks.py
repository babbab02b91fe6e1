"""What the terminal says of agents that search without a network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer

from khyber.agents.strong.shipped import misfits
from khyber.agents.strong.thinking import is_strong
from khyber.cli.text import words
from khyber.engine.decision import Message
from khyber.engine.game import Game

NO_NETWORK = Message("search.no-network", {})


#: The agent whose search analyses and puzzles compare with.
SEARCH = ("agent:strong",)


def without_network(game: Game[Any], agents: Iterable[str] = SEARCH) -> bool:
    """Return whether one of the agents searches, and a network does not fit the game's data."""
    return any(map(is_strong, agents)) and misfits(game)


def warn_without_network(game: Game[Any], agents: Iterable[str] = SEARCH) -> None:
    """Say so, apart from the results, if one of these agents searches without a network."""
    if without_network(game, agents):
        typer.echo(words(game.id, "en").say(NO_NETWORK), err=True)
