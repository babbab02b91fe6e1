"""Every card and every die has a text and found by name, in both languages."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from khyber.engine.cards import find_cards
from khyber.engine.optional import CardText
from khyber.engine.text import PSEUDO
from khyber.games.zurmat import text
from khyber.games.zurmat.box import FACES, printed_box
from khyber.games.zurmat.cards import cards
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.text import languages
from tests.zurmat.tables import GAME


def card_texts(lang: str = "en") -> dict[str, CardText]:
    return {card.id: card for card in GAME.card_texts(lang)}


@pytest.mark.parametrize("language", [*languages, PSEUDO])
def test_every_card_and_die_is_told(language: str) -> None:
    box, found = printed_box(), card_texts(language)
    assert set(found) == {
        *(card.id for kinds in box.tactics for card in kinds),
        *(str(card.number) for card in box.events),
        *(card.id for own in box.objectives for card in own),
        "afghan-die",
        "us-die",
        "fort-die",
    }
    assert len(found) == len(GAME.card_texts(language))
    for card in found.values():
        assert card.title and card.text and card.facts and card.origin_text and "⟦" not in str(card), card
    assert len({card.group for card in found.values()}) == 4


def test_the_texts_have_the_numbers_of_the_data() -> None:
    """What is said of units, dice, levels and points is what the rules use."""
    box, found = printed_box(), card_texts()
    for kinds in box.tactics:
        for card in kinds:
            for number in (card.units, card.dice, abs(card.change)):
                assert not number or str(number) in found[card.id].text, card
    for seat, kinds in zip(("Coalition", "Taliban"), box.tactics, strict=True):
        for card in kinds:
            assert f"{seat} ×{card.copies}" in found[card.id].facts
    for own in box.objectives:
        for objective in own:
            assert f": {objective.vp} VP" in found[objective.id].facts
            for banned in objective.bans & {card.id for card in own}:
                assert found[banned].title in found[objective.id].text
    for event in box.events:
        assert not event.vp or f"{event.vp} VP" in found[str(event.number)].text
    for die, faces in zip(("afghan", "us", "fort"), box.dice, strict=True):
        hits, blocks = (sum(FACES[face] == name for face in faces) for name in ("hit", "block"))
        assert f"{hits} Hit" in found[f"{die}-die"].facts
        assert (f"{blocks} Block" in found[f"{die}-die"].facts) is (blocks > 0)


def test_the_words_for_cards_are_the_same_in_both_languages() -> None:
    english, italian = (
        tomllib.loads(files(text).joinpath(f"cards.{lang}.toml").read_text(encoding="utf-8")) for lang in languages
    )
    assert {name: set(rows) for name, rows in english.items()} == {name: set(rows) for name, rows in italian.items()}


@pytest.mark.parametrize(
    ("sought", "language", "found", "exact"),
    [
        ("motorcycles", "en", ["motorcycles"], True),
        ("Motociclette", "it", ["motorcycles"], True),
        ("motorcycles", "it", ["motorcycles"], True),
        ("air assault", "it", ["air-assault"], True),
        ("moto", "en", ["motorcycles"], False),
        ("poppy", "it", ["10"], False),
        ("13", "en", ["13"], True),
        ("winter", "en", ["12", "13"], True),
        ("wint", "en", ["12", "13", "14"], False),
        ("Dice", "en", ["afghan-die", "us-die", "fort-die"], True),
        ("dadi", "it", ["afghan-die", "us-die", "fort-die"], True),
        ("village decl", "en", ["village", "village-plus", "2", "3"], False),
        ("cycles", "en", [], False),
        (" ", "en", [], False),
        ("21", "en", [], False),
    ],
)
def test_cards_are_found_by_id_title_number_group_and_beginnings_of_words(
    sought: str, language: str, found: list[str], exact: bool
) -> None:
    cards_, called = find_cards(GAME, sought, language)
    assert ([card.id for card in cards_], called) == (found, exact)
    assert all(card in GAME.card_texts(language) for card in cards_)


def test_a_card_of_ones_own_file_is_not_told_as_printed() -> None:
    own = Zurmat().replacing(
        {
            "dice": {"us": ["hit", "hit", "hit", "hit", "hit", "block"]},
            "objectives": {"ring": {"sides": ["coalition"], "counts": "ring", "vp": 7, "name": "All around"}},
            "events": {"20": {"kind": "winter", "cubes": 1}},
        }
    )
    found = {card.id: card for card in own.card_texts("en")}
    assert found["us-die"].facts == "5 Hits, 1 Block"
    assert (found["ring"].title, found["ring"].facts) == ("All around", "Objective, Coalition only: 7 VP")
    assert found["ring"].text.startswith("A card from your own file")
    assert found["20"].text.startswith("A card from your own file") and found["20"].origin == "own"
    assert found["motorcycles"] == card_texts()["motorcycles"]
    assert cards(printed_box(), "en") is cards(printed_box(), "en")
