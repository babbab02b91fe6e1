"""Aids, glossary and tutorial of Zurmat: they are complete in both languages, and the first game can be played."""

from __future__ import annotations

import re

import pytest

import khyber
from khyber.games.zurmat.reference import GROUPS, aid, glossary, picture, tutorial
from khyber.games.zurmat.text import catalogue, languages, rule_texts
from tests.zurmat.tables import SEATS, shown


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("seat", SEATS)
def test_an_aid_has_every_group_and_cites_rules_that_exist(seat: str, lang: str) -> None:
    found = aid(seat, lang)
    assert [group.id for group in found.groups] == list(GROUPS)
    for group in found.groups:
        for section in group.sections:
            assert rule_texts(lang).find(section.rule) is not None, section.rule
            assert section.lines and all(line.text for line in section.lines)


def test_the_glossary_has_the_same_terms_in_both_languages() -> None:
    english, italian = glossary("en"), glossary("it")
    assert [(term.id, term.rule) for term in english] == [(term.id, term.rule) for term in italian]
    assert all(rule_texts("en").find(term.rule) for term in english)


def test_a_unit_has_a_picture() -> None:
    assert picture("us") != picture("taliban")


@pytest.mark.parametrize("lang", languages)
def test_the_first_game_can_be_played_as_told(lang: str) -> None:
    guide = tutorial(lang)
    assert 10 <= len(guide.steps) <= 15
    table = khyber.new("zurmat", scenario=guide.scenario, seed=guide.seed, seats={**guide.seats, guide.seat: "person"})
    for key in guide.opening:
        khyber.advance(table)
        table.choose(key)
    for step in guide.steps:
        khyber.advance(table)
        assert table.decision is not None and table.decision.ask == step.ask
        assert set(step.lights) <= set(table.view(guide.seat)["tiles"])  # type: ignore[arg-type]
        table.choose(step.key)


@pytest.mark.parametrize("lang", languages)
def test_what_the_first_game_says_of_the_table_is_so(lang: str) -> None:
    """The discs in hand, and at the end the Event of April and the level that it leaves to a Declare."""
    guide = tutorial(lang)
    table = khyber.new("zurmat", scenario=guide.scenario, seed=guide.seed, seats={**guide.seats, guide.seat: "person"})
    drawn = {}
    for key in (*guide.opening, *(step.key for step in guide.steps)):
        khyber.advance(table)
        assert table.decision is not None
        drawn[table.decision.ask] = shown(table, "sides", guide.seat, "drawn", to=guide.seat)
        table.choose(key)
    assert (drawn["place-disc"], drawn["which-disc"]) == ({"faction": 1}, {"neutral": 2})
    khyber.advance(table)
    assert (shown(table, "month"), shown(table, "active")) == ("april", "coalition")
    event = catalogue(lang).word(f"event.{shown(table, 'event')}")
    levels = [shown(table, "sides", guide.seat, which, "declare") for which in ("levels", "levels-now")]
    assert event in guide.end
    assert [int(number) for number in re.findall(r"\d+", guide.end)] == levels
