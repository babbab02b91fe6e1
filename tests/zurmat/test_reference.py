"""Aids, glossary and tutorial of Zurmat: they are complete in both languages, and the first game can be played."""

from __future__ import annotations

import pytest

import khyber
from khyber.games.zurmat.reference import GROUPS, aid, glossary, picture, tutorial
from khyber.games.zurmat.text import languages, rule_texts
from tests.zurmat.tables import SEATS


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
