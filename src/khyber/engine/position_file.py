"""The head of a position file, the same for every game (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from khyber.engine.errors import BadPosition
from khyber.engine.fields import Fields

FORMAT: Final = "khyber-position/1"


def head(game: str, scenario: str) -> list[str]:
    """Return the first lines of a position: format, game and scenario."""
    values = {"format": FORMAT, "game": game, "scenario": scenario}
    return [f"{key} = {json.dumps(value)}" for key, value in values.items()]


def fields_of(document: Mapping[str, object], game: str) -> Fields:
    """Return the fields of a position. Raises BadPosition for another format or game."""
    fields = Fields(document, "the position", BadPosition, outermost=True)
    if fields.word("format", None, FORMAT) != FORMAT:
        raise BadPosition(f"the position is not of format {FORMAT}")
    fields.word("game", (game,), game)
    return fields
