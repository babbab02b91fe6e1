"""Labels say what happens: the kind of flight, what is asked next, one name for each thing, singular and plural."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khyber.engine.decision import Message, Param
from khyber.engine.table import Table
from khyber.games.enduring_freedom.state import State
from khyber.games.enduring_freedom.text import NUMBERS, WORDS, catalogue, languages, view_words
from tests.enduring_freedom.tables import BOX, answer, asked, table, z

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "src" / "khyber" / "games" / "enduring_freedom"
PAGE = GAME / "page"


def labels(playing: Table[State], language: str = "en") -> dict[str, str]:
    """What the options are called, by key."""
    return {option.key: catalogue(language).say(option.message) for option in asked(playing).options}


def question(playing: Table[State], language: str = "en") -> str:
    return catalogue(language).question(asked(playing))


@pytest.mark.parametrize(
    ("unit", "english", "italian"),
    [("us-dagger", "Air assault:", "Assalto aereo di"), ("us-1cav", "Air transfer:", "Trasferimento aereo di")],
)
def test_a_flight_is_called_what_it_is(unit: str, english: str, italian: str) -> None:
    """19.1 moves ground units between bases; only airmobile ones make an air assault (19.5)."""
    playing = table({"bagram": z(ground="us-75r")}, step="air", staging={"pakistan": z(ground="us-dagger us-1cav")})
    answer(playing, "fly")
    assert "ssault" not in question(playing) and "ssalto" not in question(playing, "it")
    answer(playing, unit)
    assert question(playing).startswith(english)
    assert question(playing, "it").startswith(italian)


def test_what_is_sent_says_that_a_zone_is_asked_next() -> None:
    """In staging the same words assign a mission, and no zone is asked."""
    boxes = {"joint-strike": ["us-b52", "us-b1"], "assets-ready": ["drone"]}
    staging = {"pakistan": z(air="us-f14 us-f16")}
    zones = {"kabul": z(shown="tb-inf1"), "herat": z(shown="tb-inf1")}
    sending = labels(table(zones, step="air", boxes=boxes, staging=staging))
    assert {sending[key] for key in ("strike", "strike-all", "drone")} == {
        "Joint strike: send one air unit to a zone",
        "Joint strike: send all air units to one zone",
        "Send a drone to a zone",
    }
    assigning = labels(table(zones, step="staging", boxes=boxes, staging=staging))
    assert assigning["strike-all"] == "Assign all air units to joint strike"
    supporting = table(
        {"kabul": z(shown="tb-inf1", ground="us-dagger")},
        step="cas",
        boxes={"close-air-support": ["us-b52", "us-b1"], "assets-ready": ["drone"]},
    )
    assert labels(supporting)["cas-all"] == "Close air support: send all air units to one zone"


@pytest.mark.parametrize("language", languages)
def test_every_term_of_the_legend_has_its_name(language: str) -> None:
    listed = re.search(r"const TERMS = \[(.*?)\]", (PAGE / "Panels.svelte").read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    terms = re.findall(r'"([a-z-]+)"', listed[1])
    words = view_words(language)
    assert {f"{kind}.{term}" for term in terms for kind in ("term", "help")} <= words.keys()
    assert len(terms) > 20
    assert words.word("term.sof") == {"en": "SOF unit", "it": "Unità SOF"}[language]


def texts(language: str) -> dict[str, str]:
    """Every file of words of the game in a language, and of its board and terminal."""
    files = [*GAME.glob(f"text/*{language}.toml"), GAME / "terminal" / f"{language}.toml", PAGE / f"text.{language}.ts"]
    assert len(files) > 6
    return {f"{file.parent.name}/{file.name}": file.read_text(encoding="utf-8") for file in files}


@pytest.mark.parametrize(
    ("language", "other"),
    [
        ("it", "Asia Centrale"),
        ("it", "attacco aereo"),
        ("it", "supporto aereo"),
        ("it", "appoggio aereo"),
        ("it", "aeroport"),
        ("en", "air strike on"),
    ],
)
def test_a_thing_has_one_name(language: str, other: str) -> None:
    fold = str if other[0].isupper() else str.lower
    assert not [name for name, text in texts(language).items() if other in fold(text)]


def said(language: str, key: str, number: int) -> list[str]:
    """A message in all its forms, with this number everywhere."""
    words = catalogue(language)
    names = {param: [next(iter(words.glossary()[param]))] for param in words.params(key) if param in WORDS}
    if "unit" in names:
        names["unit"] = ["na-haz", "us-f16"]
    found = []
    for unit in names.get("unit", [""]):
        params: dict[str, Param] = {param: number for param in words.params(key) if param in NUMBERS}
        params |= {param: values[0] for param, values in names.items()} | ({"unit": unit} if unit else {})
        params |= {"stopped": "all", "flight": "assault"}
        found.append(words.say(Message(key, params)))
    return found


MANY = {
    "en": r"\b1 (NetWar P|p)oints\b|\b1 (units|counters|hits|strikes|markers|dice)\b|\band \d+ others\b",
    "it": r"\b1 ([Pp]unti|segnalini|colpi|attacchi|aerei)\b",
}


@pytest.mark.parametrize("language", languages)
def test_one_is_not_called_many(language: str) -> None:
    words = catalogue(language)
    for key in sorted(words.keys()):
        if key.startswith(("ask.", "option.", "log.", "why.", "warning.")) and any(
            p in NUMBERS for p in words.params(key)
        ):
            for sentence in said(language, key, 1):
                assert not re.search(MANY[language], sentence), (key, sentence)


def test_reasons_agree_with_the_names_of_units() -> None:
    """A reason may name `Wahdat fighters`: no verb in the singular follows a name."""
    assert BOX.kind_by_id["na-haz"] is not None
    for key in ("why.worth-most", "why.costs-least", "why.marches", "log.fired"):
        for sentence in said("en", key, 1):
            assert not re.search(r"(fighters|F-16 \(European\)|F-16) [a-z]+s\b", sentence), sentence


@pytest.mark.parametrize(
    ("language", "before", "first"),
    [
        ("en", "Set-up: mobilize which US and NATO units?", "Turn 1: mobilize which units and assets?"),
        ("it", "Preparazione: quali unità USA e NATO mobiliti?", "Turno 1: quali unità e risorse mobiliti?"),
    ],
)
def test_the_purchases_of_set_up_and_of_the_first_turn_are_told_apart(language: str, before: str, first: str) -> None:
    """6.0 and 11.3: at set-up only US and NATO units; in turn 1 assets, FOBs and Allies, too."""
    playing = table(step="mobilize", turn=0)
    assert (question(playing, language), asked(playing).rule) == (before, "11.3")
    answer(playing, "done")
    assert (question(playing, language), asked(playing).rule) == (first, "11.1")


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_refit_says_what_it_costs(language: str) -> None:
    """12.1: a point for a ground unit, two for an air unit."""
    playing = table(step="refit", staging={"pakistan": z(ground="us-75r*", air="us-b52*")})
    assert [int(number) for number in re.findall(r"\d", question(playing, language))] == [1, 2]


def test_staging_transfers_between_staging_areas_and_moves_nobody() -> None:
    """15.0: units in a Staging Area go to another one; Afghanistan is reached later."""
    said = labels(table(step="staging", staging={"pakistan": z(ground="us-75r", air="us-b52")}))
    assert said["move-ground"] == "Transfer a ground unit to another Staging Area"
    assert said["move-air"] == "Transfer an air unit to another Staging Area"
