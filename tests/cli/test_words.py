"""Every sentence of the terminal is used, is there in both languages, and mentions the same."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from khyber.catalogue import GAMES, file
from khyber.cli import game_log
from khyber.cli.display import display_of
from khyber.cli.text import entries, words
from khyber.engine.decision import Message
from khyber.games.distant_plain.game import STEPS as DISTANT_PLAIN
from khyber.games.enduring_freedom.game import STEPS as ENDURING_FREEDOM
from khyber.games.zurmat.game import STEPS as ZURMAT
from tests.texts import nodes

#: The command line, and the room of each game that shows it there.
FOLDERS = (Path(game_log.__file__).parent, *(Path(str(file(game, "terminal"))) for game in GAMES))
STEPS = {"distant-plain": tuple(DISTANT_PLAIN), "zurmat": tuple(ZURMAT), "enduring-freedom": tuple(ENDURING_FREEDOM)}
#: Methods that say a sentence by the name of its key.
SAYING = ("say", "said", "ui")


@cache
def source() -> tuple[ast.AST, ...]:
    return tuple(node for folder in FOLDERS for node in nodes(folder))


@cache
def constants() -> set[str]:
    return {node.value for node in source() if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def families() -> set[str]:
    """What f-strings begin with: `head-` in f"head-{what}"."""
    firsts = [node.values[0] for node in source() if isinstance(node, ast.JoinedStr) and node.values]
    begun = [str(first.value) for first in firsts if isinstance(first, ast.Constant)]
    return {text.removeprefix("ui.") for text in begun if text.endswith("-")}


def said() -> set[str]:
    return {
        node.args[0].value
        for node in source()
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in SAYING
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def names(lang: str, game: str = "") -> set[str]:
    return {key.removeprefix("ui.") for key in entries(lang, game)}


def test_every_sentence_used_is_there() -> None:
    assert said() <= names("en").union(*(names("en", game) for game in GAMES))


@pytest.mark.parametrize("game", ["", *GAMES])
def test_every_sentence_is_used(game: str) -> None:
    known = constants()
    for key in names("en", game):
        used = key in known or f"ui.{key}" in known or any(key.startswith(family) for family in families())
        assert used, key


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_say_the_same(game: str) -> None:
    english, italian = words(game, "en"), words(game, "it")
    assert english.keys() == italian.keys()
    for key in sorted(english.keys()):
        assert english.params(key) == italian.params(key), key


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_game_hides_one_of_all_games(game: str) -> None:
    assert not names("en") & names("en", game)


@pytest.mark.parametrize("game", GAMES)
def test_what_every_game_must_say_is_there(game: str) -> None:
    assert {"welcome", "replay-welcome", "legend", *(f"step-{name}" for name in STEPS[game])} <= names("en", game)
    for lang in ("en", "it"):
        spoken = words(game, lang).strictly()
        for seat in display_of(game).styles:
            assert spoken.say(Message("ui.hand-over", {"seat": seat}))
            assert spoken.say(Message("ui.why", {"seat": seat}))
