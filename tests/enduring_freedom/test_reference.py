"""Aid, glossary and tutorial of Enduring Freedom: complete in both languages, and the first campaign can be played."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import khyber
from khyber.engine.errors import BadSetup
from khyber.games.enduring_freedom.drawing.shapes import shapes
from khyber.games.enduring_freedom.reference import FIGURES, FILES, GROUPS, aid, glossary, picture, tutorial
from khyber.games.enduring_freedom.text import languages, rule_texts

SEAT = "coalition"


def layout() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("khyber.games.enduring_freedom.text").joinpath("aids.toml").read_text("utf-8"))


@pytest.mark.parametrize("lang", languages)
def test_the_aid_has_every_group_and_cites_rules_that_exist(lang: str) -> None:
    found = aid(SEAT, lang)
    assert [group.id for group in found.groups] == list(GROUPS)
    for group in found.groups:
        for section in group.sections:
            assert rule_texts(lang).find(section.rule) is not None, section.rule
            assert section.lines and all(line.text and "{" not in line.text for line in section.lines)


def test_every_section_is_on_the_aid_and_has_the_same_figures_in_both_languages() -> None:
    used = {section for group in GROUPS for section in layout()[SEAT][group]}
    assert used == set(layout()["rule"])
    words = {lang: FILES.words(lang) for lang in languages}
    for section in used:
        for line in ("title", "do", "then", "note", "cost", "where"):
            key = f"{section}.{line}"
            assert (key in words["en"].keys()) is (key in words["it"].keys()), key  # noqa: SIM118
            if key in words["en"].keys():  # noqa: SIM118
                assert words["en"].params(key) == words["it"].params(key), key


def test_every_figure_is_used() -> None:
    words = FILES.words("en")
    assert set(FIGURES) <= {name for key in words.keys() for name in words.params(key)}  # noqa: SIM118


def test_the_glossary_has_the_same_terms_in_both_languages() -> None:
    english, italian = glossary("en"), glossary("it")
    assert [(term.id, term.rule) for term in english] == [(term.id, term.rule) for term in italian]
    assert all(rule_texts("en").find(term.rule) for term in english)
    assert all(one.text != other.text for one, other in zip(english, italian, strict=True))


def test_a_counter_has_a_picture() -> None:
    assert picture("us-b52") != picture("tb-omar")
    assert picture("us-1cav").count("[5]") == 1, "heavy units have their factor in brackets"
    with pytest.raises(BadSetup, match="there is no counter 'tank'"):
        picture("tank")


@pytest.mark.parametrize("lang", languages)
def test_the_first_campaign_can_be_played_as_told(lang: str) -> None:
    guide = tutorial(lang)
    assert 10 <= len(guide.steps) <= 15
    seats = {**guide.seats, guide.seat: "person"}
    table = khyber.new("enduring-freedom", scenario=guide.scenario, seed=guide.seed, seats=seats)
    for key in guide.opening:
        table.choose(key)
    drawn = shapes()
    for step in guide.steps:
        assert table.decision is not None and table.decision.ask == step.ask
        assert set(step.lights) <= {*drawn["zones"], *drawn["staging"], *drawn["boxes"]}
        table.choose(step.key)
    view = table.view(SEAT)
    assert view["events"] == ["troop-rotation", "offensive"], "as the last steps tell"
    assert view["points"] == 43


def test_what_the_first_campaign_says_of_the_dice_is_so() -> None:
    guide = tutorial("en")
    table = khyber.new("enduring-freedom", scenario=guide.scenario, seed=guide.seed, seats={guide.seat: "person"})
    for key in (*guide.opening, *(step.key for step in guide.steps)):
        table.choose(key)
    said = table.events(SEAT)
    fired = [(event.params["unit"], event.params["die"]) for event in said if event.kind == "fired"]
    assert fired[:2] == [("us-b52", 4), ("us-b1", 5)]
    assert [event.params["result"] for event in said if event.kind == "battle-over"] == ["drawn"]
