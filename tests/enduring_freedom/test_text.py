"""Every word of Enduring Freedom: the same keys and parameters in both languages, none missing, none unused."""

from __future__ import annotations

import ast
import random
import tomllib
from functools import cache, partial
from pathlib import Path

import pytest

from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.engine.text import PSEUDO
from khyber.games.enduring_freedom import board as fixed
from khyber.games.enduring_freedom.bots.purchases import REASONS
from khyber.games.enduring_freedom.bots.standard import ANSWERS
from khyber.games.enduring_freedom.box import own_box
from khyber.games.enduring_freedom.game import EVENTS, PHASES
from khyber.games.enduring_freedom.rulebook import RULEBOOK
from khyber.games.enduring_freedom.rules.events import EVENT_IDS
from khyber.games.enduring_freedom.rules.setup import SCENARIOS
from khyber.games.enduring_freedom.text import (
    CHOOSING,
    NUMBERS,
    WORDS,
    catalogue,
    catalogue_for,
    languages,
    rule_texts,
    view_words,
)
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, SEAT, asked, new
from tests.texts import assert_words_for, called, nodes, tell, words_of_calls

ROOT = Path(fixed.__file__).parent
SEEDS = 24
#: Options that random games hardly ever meet; each is shown by a test of its rule.
RARE = {
    "option.call",
    "option.us",
    "option.nato",
    "option.fob",
    "option.demobilize",
    "option.home.all",
    "option.untried",
}
#: Functions that ask, and which of their arguments is the question.
ASKING = {"pick": 0, "choose_loss": 1, "_designate": 1}


@cache
def asks_in_source() -> frozenset[str]:
    return words_of_calls(ROOT, ASKING)


def test_every_event_emitted_is_described_and_the_other_way_round() -> None:
    assert words_of_calls(ROOT, {"emit": 0}) | {"phase", "moved", "revealed"} == set(EVENTS)


@pytest.mark.parametrize("language", languages)
def test_every_question_event_and_reason_has_words(language: str) -> None:
    words = catalogue(language)
    sections: dict[str, set[str]] = {}
    for key in sorted(words.keys()):
        section, name = key.split(".", 1)
        sections.setdefault(section, set()).add(name)
    assert sections["ask"] == asks_in_source()
    assert sections["log"] == set(EVENTS)
    for kind, params in EVENTS.items():
        assert words.params(f"log.{kind}") <= set(params), kind
    reasons = {
        argument.value
        for node in nodes(ROOT)
        if called(node) in ("because", "note", "whichever", "quote") and isinstance(node, ast.Call)
        for given in node.args
        for argument in ast.walk(given)
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    assert sections["why"] == reasons | set(REASONS)


def test_the_reference_player_has_an_answer_to_every_question() -> None:
    assert set(ANSWERS) == asks_in_source()


def test_both_languages_have_the_same_keys_and_parameters() -> None:
    english, italian = catalogue("en"), catalogue("it")
    assert english.keys() == italian.keys()
    for key in sorted(english.keys()):
        assert english.params(key) == italian.params(key), key


def test_every_id_has_words() -> None:
    ids = {
        "unit": {kind.id for kind in BOX.kinds},
        "place": {*BOX.zones, *fixed.PLACE_IDS},
        "side": {*fixed.SIDE_IDS, "alliance"},
        "phase": set(PHASES),
        "event": set(EVENT_IDS.values()),
        "ending": set(fixed.ENDINGS),
        "result": {*fixed.SIDE_IDS, "drawn"},
        "mission": {"strike", "cas"},
        "scenario": set(SCENARIOS),
    }
    assert set(ids) == set(WORDS.values())
    assert_words_for(ids, [catalogue(language) for language in languages])


def test_parameters_are_words_or_numbers() -> None:
    for kind, params in EVENTS.items():
        for param in params:
            assert param in WORDS or param in NUMBERS or param in CHOOSING, (kind, param)


@pytest.mark.parametrize("language", [*languages, PSEUDO])
def test_whole_games_can_be_told(language: str) -> None:
    words = catalogue(language).strictly()
    options = set()
    for seed in range(SEEDS):
        source, careful = random.Random(seed), seed % 2 > 0
        options |= tell(new(seed), words, partial(pick, source=source, careful=careful))
    if language == "en":
        known = {key for key in sorted(words.keys()) if key.startswith("option.")}
        assert known - options <= RARE, known - options


@pytest.mark.parametrize("language", languages)
def test_every_rule_has_a_text(language: str) -> None:
    assert set(rule_texts(language).numbers()) == set(RULEBOOK.headings)
    found = rule_texts(language).find("16.5")
    assert found is not None and found.title and len(found.text) > 60


def test_every_question_names_a_rule_that_has_a_text() -> None:
    for seed in range(6):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            assert rule_texts("en").find(decision.rule) is not None, decision.rule
            playing.choose(pick(decision, source, careful=True))
        for event in playing.all_events():
            assert rule_texts("en").find(event.rule) is not None, (event.kind, event.rule)


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"there is no language 'la'"):
        catalogue("la")


def test_names_of_an_own_file() -> None:
    box = own_box({"ground": {"us-dagger": {"name": "5th SFG"}}, "zones": {"kabul": {"name": "Cabul"}}})
    message = Message("log.revealed", {"unit": "us-dagger", "place": "kabul"})
    assert catalogue_for("en", box).say(message) == "Cabul: 5th SFG revealed"
    assert catalogue_for("it", BOX).say(message) == "Kabul: scoperta CJSOTF-N (TF Dagger)"
    assert catalogue_for("it", box).say(message) == "Cabul: scoperta l’unità 5th SFG", "a name without a gender"


@pytest.mark.parametrize(
    ("unit", "revealed", "eliminated", "reduced"),
    [
        ("tb-omar", "scoperto Mullah Omar", "Mullah Omar, eliminato", "Mullah Omar, ridotto"),
        ("tb-inf1", "scoperta Fanteria talebana", "Fanteria talebana, eliminata", "Fanteria talebana, ridotta"),
        ("aq-arab", "scoperti Jihadisti arabi", "Jihadisti arabi, eliminati", "Jihadisti arabi, ridotti"),
        (
            "tb-hw",
            "scoperte Armi pesanti talebane",
            "Armi pesanti talebane, eliminate",
            "Armi pesanti talebane, ridotte",
        ),
        ("us-f16", "scoperto F-16", "F-16, eliminato", "F-16, ridotto"),
    ],
)
def test_italian_agrees_with_the_names_of_counters(unit: str, revealed: str, eliminated: str, reduced: str) -> None:
    words = catalogue("it")
    for kind, said in (("revealed", revealed), ("eliminated", eliminated), ("reduced", reduced)):
        assert words.say(Message(f"log.{kind}", {"unit": unit, "place": "kabul"})) == f"Kabul: {said}"
    assert view_words("it").called("ground", f"{unit} reduced") == reduced


def test_every_italian_counter_has_a_gender_and_a_number() -> None:
    entries = tomllib.loads((ROOT / "text" / "it.toml").read_text(encoding="utf-8"))["unit"]
    assert {entry["agree"] for entry in entries.values()} == {"m", "f", "mp", "fp"}
    assert set(entries) == {kind.id for kind in BOX.kinds}


def test_some_sentences() -> None:
    english, italian = catalogue("en"), catalogue("it")
    over = Message("log.game-over", {"ending": "strategic-victory", "now": 90})
    assert english.say(over) == "The campaign ends with 90 NetWar Points: strategic victory"
    assert italian.say(over) == "La campagna finisce con 90 Punti NetWar: vittoria strategica"
    playing = new(1)
    assert english.question(asked(playing)).startswith("Pre-operation intelligence: look at which")


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_in_a_view_has_words_for_a_page(language: str) -> None:
    """Its parts have headings, its units, places and values names; both languages have the same."""
    words = view_words(language)
    assert words.keys() == view_words("en").keys()
    playing, source = new(5), random.Random(5)
    while (decision := playing.decision) is not None:
        if source.random() < 0.1:
            view = playing.view(SEAT)
            assert {f"view.{key}" for key in view if key not in ("game", "outcome")} <= words.keys()
            assert words.called("step", str(view["step"])) != view["step"]
            zones = view["zones"]
            assert isinstance(zones, dict)
            for name, zone in zones.items():
                assert isinstance(zone, dict) and words.called("zone", name)[0].isupper()
                for part in ("islamists", "alliance", "ground", "air"):
                    units = zone.get(part, {})
                    assert isinstance(units, dict) and all(words.called(part, unit) != unit for unit in units)
        playing.choose(pick(decision, source, careful=True))
