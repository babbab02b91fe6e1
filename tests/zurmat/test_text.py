"""Every word of Zurmat: the same keys and parameters in both languages, none missing, none unused."""

from __future__ import annotations

import random
from functools import cache, partial
from pathlib import Path

import pytest

from khyber.engine.decision import Decision, Message
from khyber.engine.errors import BadSetup
from khyber.engine.text import PSEUDO
from khyber.games.zurmat import board as fixed
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.game import EVENTS, STEPS
from khyber.games.zurmat.rulebook import RULEBOOK
from khyber.games.zurmat.rules.setup import OPTIONS, SCENARIOS
from khyber.games.zurmat.state import ENDINGS
from khyber.games.zurmat.text import NUMBERS, WORDS, card_text, card_texts, catalogue, languages, rule_texts
from tests.texts import assert_words_for, tell, words_of_calls
from tests.zurmat.tables import asked, new

ROOT = Path(fixed.__file__).parent
SEEDS = 24


#: Functions that ask, and which of their arguments is the question.
ASKING = {"ask": 1, "add_pieces": 1, "choose_group": 2, "react": 2}


@cache
def asks_in_source() -> frozenset[str]:
    return words_of_calls(ROOT, ASKING)


def test_every_event_emitted_is_described_and_the_other_way_round() -> None:
    assert words_of_calls(ROOT, {"emit": 0}) == set(EVENTS)


@pytest.mark.parametrize("language", languages)
def test_every_question_and_every_event_has_words(language: str) -> None:
    keys = catalogue(language).keys()
    assert {key.removeprefix("ask.") for key in keys if key.startswith("ask.")} == asks_in_source()
    assert {key.removeprefix("log.") for key in keys if key.startswith("log.")} == set(EVENTS)
    for kind, params in EVENTS.items():
        assert catalogue(language).params(f"log.{kind}") <= set(params), kind


def test_both_languages_have_the_same_keys_and_parameters() -> None:
    english, italian = catalogue("en"), catalogue("it")
    assert english.keys() == italian.keys()
    for key in sorted(english.keys()):
        assert english.params(key) == italian.params(key), key


def test_every_id_has_words() -> None:
    box = printed_box()
    ids = {
        "tile": set(fixed.TILE_IDS),
        "event": {str(card.number) for card in box.events},
        "tactic": {card.id for kinds in box.tactics for card in kinds} | {fixed.UNSEEN},
        "objective": {card.id for cards in box.objectives for card in cards},
        "operation": set(fixed.OP_IDS),
        "unit": set(fixed.UNIT_IDS),
        "face": {*fixed.FACE_IDS, fixed.UNSEEN},
        "month": set(box.numbers.months),
        "place": set(fixed.LIES_IDS) - {"deck"},
        "side": set(fixed.CONTROL_IDS),
        "building": {"school", "fort"},
        "ending": set(ENDINGS),
        "scenario": set(SCENARIOS),
        "option-name": set(OPTIONS),
        "step": set(STEPS),
    }
    assert set(ids) == set(WORDS.values())
    assert_words_for(ids, [catalogue(language) for language in languages])


def test_parameters_are_words_or_numbers() -> None:
    for kind, params in EVENTS.items():
        for param in params:
            assert param in WORDS or param in NUMBERS, (kind, param)


def at_random(source: random.Random, decision: Decision) -> int:
    return source.randrange(len(decision.values))


@pytest.mark.parametrize("language", [*languages, PSEUDO])
def test_whole_games_can_be_told(language: str) -> None:
    words = catalogue(language).strictly()
    options = set()
    for seed in range(SEEDS):
        playing, source = new(seed, ("notes",) if seed % 2 else ()), random.Random(seed)
        options |= tell(playing, words, partial(at_random, source))
    if language == "en":
        known = {key for key in sorted(words.keys()) if key.startswith("option.")}
        assert known - options <= {
            "option.pieces-us-fort",
            "option.pieces-ana-us-fort",
            "option.pieces-taliban-fort",
            "option.pieces-ana-fort",
            "option.pieces-fort",
        }, known - options


@pytest.mark.parametrize("language", languages)
def test_every_heading_has_a_text(language: str) -> None:
    assert set(rule_texts(language).numbers()) == set(RULEBOOK.headings)
    found = rule_texts(language).find("declare")
    assert found is not None and found.title and len(found.text) > 100


@pytest.mark.parametrize("language", [*languages, PSEUDO])
def test_every_card_has_a_text(language: str) -> None:
    box = printed_box()
    texts = card_texts(language)
    assert set(texts["tactic"]) == {card.id for kinds in box.tactics for card in kinds}
    assert set(texts["event"]) == {str(card.number) for card in box.events}
    assert set(texts["objective"]) == {card.id for cards in box.objectives for card in cards}


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"there is no language 'la'"):
        catalogue("la")
    with pytest.raises(BadSetup, match=r"there is no card 'tea'"):
        card_text("event", "tea", "en")


def test_some_sentences() -> None:
    english, italian = catalogue("en"), catalogue("it")
    over = Message("log.game-over", {"winner": "taliban", "ending": "winter"})
    assert english.say(over) == "The Taliban win at the onset of winter"
    assert italian.say(over) == "Vincono i Talebani: l’arrivo dell’inverno"
    playing = new(1)
    assert english.question(asked(playing)) == "Add which tile to the map?"
    assert asked(playing).rule in RULEBOOK.headings
