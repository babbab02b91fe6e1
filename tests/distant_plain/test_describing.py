"""Effects in words: every step of every side can be said, in both languages and in full."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.events.deck import Side, own_sides, printed_deck
from khyber.games.distant_plain.events.describe import MENTIONED, describe
from khyber.games.distant_plain.events.parse import STEPS
from khyber.games.distant_plain.text import effect_words

SIDES = {f"{number}{side[0]}": text for number, sides in printed_deck().items() for side, text in sides.items()}


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
def test_every_step_has_its_sentence(side: Side, lang: str) -> None:
    words = effect_words(lang).strictly()
    said = [words.say(message) for message in describe(side)]
    assert said and all(said)
    assert len(said) >= len(side.steps)


def test_both_languages_have_the_same_sentences_about_the_same_things() -> None:
    english, italian = effect_words("en"), effect_words("it")
    keys = english.keys()
    assert keys == italian.keys()
    assert [key for key in keys if english.params(key) != italian.params(key)] == []


def test_no_sentence_is_for_nothing() -> None:
    """Every sentence on an effect is one that some side of the deck, or a step of the language, needs."""
    needed = {message.key for side in SIDES.values() for message in describe(side)}
    needed |= {f"effect.{do}" for do in MENTIONED}
    keys = effect_words("en").keys()
    assert {key for key in keys if key.startswith("effect.")} == needed


def test_every_step_of_the_language_can_be_described() -> None:
    assert set(STEPS) == {*MENTIONED, "choose", "track"}


def test_a_card_can_be_recognised_from_its_steps() -> None:
    words = effect_words("en")
    assert [words.say(message) for message in describe(SIDES["39u"])] == [
        "Islamabad shifts 1 toward Hostility",
        "Dice to roll: 1",
        "Aid: +r",
    ]
    assert [words.say(message) for message in describe(SIDES["62u"])] == [
        "Remove up to 3: Taliban Guerrillas (to Available). "
        "Spaces: any of (afghan | loc) & has(warlords-piece) & has(taliban-guerrilla)",
        "Warlord Resources: +removed(1)",
    ]


def test_an_own_side_is_described_too() -> None:
    own = own_sides({"6": {"unshaded": {"steps": [{"do": "track", "track": "aid", "lose": 2}]}}})
    assert [effect_words("it").say(message) for message in describe(own[6]["unshaded"])] == ["Aiuti: −2"]
