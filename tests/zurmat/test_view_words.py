"""Every part of a view has a heading in both languages, and every word in it a name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import khyber
from khyber.engine.game import Json
from khyber.games.zurmat.board import SEATS, TILE_IDS
from khyber.games.zurmat.game import STEPS
from khyber.games.zurmat.text import VIEW_WORDS, catalogue, languages, view_words

#: What the page says elsewhere, or shows by its place.
SAID = {"game", "outcome", "east", "north"}


def strings(view: Json) -> Iterator[str]:
    """All names of parts, and all values that are words."""
    if isinstance(view, dict):
        for key, inner in view.items():
            if key not in SAID:
                yield key
                yield from strings(inner)
    elif isinstance(view, list):
        for inner in view:
            yield from strings(inner)
    elif isinstance(view, str):
        yield view


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_a_view_says_has_words_in_both_languages(seed: int) -> None:
    table = khyber.play("zurmat", seed=seed, options=["notes"])
    states = [table.game.state_type.unpack(step.after) for step in table.steps[::5]]
    said = {word for state in states for word in strings(table.game.view(state, ["taliban"]))}
    assert {*SEATS, "tiles", "turn", "hand"} <= said
    for lang in languages:
        words = view_words(lang)
        known = {key.partition(".")[2] for key in words.keys()}  # noqa: SIM118
        roads = {word for word in said if set(word) <= set("NESW")}
        assert said - known - roads == set()


def test_words_of_a_view_are_the_same_in_both_languages() -> None:
    english, italian = (view_words(lang) for lang in languages)
    assert english.keys() == italian.keys()
    assert {param: set(names) for param, names in english.glossary().items()} == {
        param: set(names) for param, names in italian.glossary().items()
    }
    assert set(STEPS) == set(english.glossary()["step"])
    assert all(english.glossary()[part] for part in VIEW_WORDS)


def test_cards_on_a_tile_are_not_taken_for_tiles() -> None:
    words = view_words("en").glossary()
    assert words["on-tile"]["10"] == catalogue("en").called("event", 10)
    assert set(words["tile"]) == set(TILE_IDS)
