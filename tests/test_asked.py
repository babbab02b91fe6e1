"""Every question that a game has a text for is found by the search that looks at all of them on the page."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from khyber import catalogue
from tests.asked import BY_HAND, NO_QUESTION, questions

#: More games than it takes; the search ends as soon as it has found every kind.
GAMES = 300


def asked_about(game: str) -> set[str]:
    """Return the keys of a game's texts of questions."""
    text = (files(catalogue.package(game)) / "text" / "en.toml").read_text(encoding="utf-8")
    return set(tomllib.loads(text)["ask"])


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_every_kind_of_question_is_found(game: str) -> None:
    wanted = asked_about(game) - set(NO_QUESTION.get(game, ()))
    found = questions(game, GAMES, wanted)
    assert {question.ask for question in found} == wanted
    assert all(len(question.choices) > 1 for question in found if question.ask in BY_HAND.get(game, ()))
