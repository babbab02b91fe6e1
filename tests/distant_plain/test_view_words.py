"""Every part of a view has a heading in both languages, and every word in it a name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import khyber
from khyber.engine.errors import BadSetup
from khyber.engine.game import Json, Setup
from khyber.games.distant_plain.board import PIECE_IDS, SEATS, SPACE_IDS
from khyber.games.distant_plain.rules.setup import check_options
from khyber.games.distant_plain.text import VIEW_CARDS, VIEW_WORDS, languages, view_words
from khyber.games.distant_plain.view import ACTIONS

#: What the page says elsewhere.
SAID = {"game", "outcome", "ending", "ranking"}


def parts(view: Json) -> Iterator[str]:
    """The names of all parts of a view that are not ids of something."""
    if isinstance(view, dict):
        for key, inner in view.items():
            if key not in (*SPACE_IDS, *PIECE_IDS, *SEATS):
                yield key
            yield from parts(inner)
    elif isinstance(view, list):
        for inner in view:
            yield from parts(inner)


def test_every_part_of_a_view_has_a_heading_in_both_languages() -> None:
    table = khyber.new("distant-plain", seed=1, options=["deception"])
    shown = set(parts(table.view("taliban"))) - SAID
    for lang in languages:
        headed = {
            key.partition(".")[2]
            for key in view_words(lang).keys()  # noqa: SIM118
            if key.startswith(("view.", "label."))
        }
        assert shown <= headed


def test_the_words_of_a_view_are_the_same_in_both_languages() -> None:
    english, italian = (view_words(lang) for lang in languages)
    assert english.keys() == italian.keys()
    assert {param: set(names) for param, names in english.glossary().items()} == {
        param: set(names) for param, names in italian.glossary().items()
    }


def test_steps_actions_cards_and_counted_pieces_have_names() -> None:
    for lang in languages:
        said = view_words(lang).glossary()
        assert set(ACTIONS) == set(said["first-did"])
        assert all(said[param] for param in (*VIEW_CARDS, *VIEW_WORDS))
        assert set(said["piece:one"]) == set(said["piece:other"]) == set(PIECE_IDS)
    table = khyber.play("distant-plain", seed=3)
    assert {step.name for step in table.steps} <= set(view_words("en").glossary()["step"])


@pytest.mark.parametrize(
    ("players", "non_players", "option"),
    [
        (5, (), ""),
        (2, ("government", "warlords"), "no-non-player"),
        (4, (), "players-limited"),
        (0, SEATS, "own-deck"),
        (1, SEATS[1:], "deception"),
        (4, (), "no-non-player"),
        (4, (), "coalition-and-warlords"),
    ],
)
def test_why_a_game_cannot_be_set_up_is_said_in_both_languages(
    players: int, non_players: tuple[str, ...], option: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        check_options(Setup("short", (option,) if option else (), players, non_players))
    english, italian = (view_words(lang).strictly().word(f"setup.{refused.value.key}") for lang in languages)
    assert english and italian and english != italian
