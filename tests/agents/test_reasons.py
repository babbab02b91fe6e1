"""What an agent that searches says of its turns, and its hints."""

from __future__ import annotations

import re

import pytest

from khyber.agents.agent import Seen
from khyber.agents.driver import agent_named
from khyber.agents.explain import bots_in, explain_all, hint
from khyber.agents.strong.reasons import thinking_again
from khyber.agents.strong.thinking import Thinking
from khyber.agents.text import FILES
from khyber.cli.text import words
from khyber.engine.decision import TurnMessage
from khyber.engine.text import PSEUDO, Catalogue, Vocabulary
from tests.agents.test_strong import CAMPAIGN, POSITIONS, asked

TWELVE = "agent:strong@12w"
#: The kinds of sentences, by the keys of the catalogue.
OPENINGS = {"search.best", "search.best-alone"}
FEARS = {"search.fear", "search.fear-alone"}


@pytest.mark.parametrize(("game", "seat", "seed", "after"), [POSITIONS[0], CAMPAIGN])
def test_it_opens_with_its_chance_lists_turns_and_ends_with_its_fear(
    game: str, seat: str, seed: int, after: int
) -> None:
    given = hint(asked(game, seat, seed, after), TWELVE)
    assert given.option is not None
    first, turn, *others, last = given.reasons
    assert first.key in OPENINGS and last.key in FEARS
    assert isinstance(turn, TurnMessage) and turn.options[0].key == given.option.key
    assert any(isinstance(one, TurnMessage) for one in others)
    assert turn.params["n"] == first.params["now"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_in_a_game_for_one_it_speaks_of_points(lang: str) -> None:
    """The points of Enduring Freedom (5.0) as everywhere else, and not a share of them."""
    given = hint(asked(*CAMPAIGN), TWELVE)
    said = [words("enduring-freedom", lang).say(one) for one in given.reasons]
    assert not any("%" in one for one in said), said
    assert {"en": " points", "it": "punti"}[lang] in said[0] and {"en": " points", "it": " punti"}[lang] in said[-1]


@pytest.mark.parametrize("lang", ["en", "it", PSEUDO])
def test_its_reasons_have_words_in_every_language(lang: str) -> None:
    said = [words("distant-plain", lang).strictly().say(one) for one in hint(asked(*POSITIONS[0]), TWELVE).reasons]
    assert all(said) and not any("{" in one for one in said)
    if lang == PSEUDO:
        assert not re.search(r"[a-z]", said[0] + said[-1])


def test_both_languages_have_the_same_sentences() -> None:
    english, italian = (Catalogue(lang, FILES.entries(lang), Vocabulary()) for lang in ("en", "it"))
    assert english.keys() == italian.keys()
    assert all(english.params(key) == italian.params(key) for key in english.keys())  # noqa: SIM118


def test_an_explanation_repeats_the_search_from_the_record() -> None:
    game, seat, seed, after = POSITIONS[0]
    table = asked(game, seat, seed, after)
    table.sit(seat, TWELVE)
    before, step = hint(table, TWELVE), len(table.steps)
    agent = agent_named(TWELVE, table.game)
    assert agent is not None
    while table.decision is not None and len(table.steps) == step:
        table.choose(agent(Seen(table, table.decision)), seat)
    assert bots_in(table, step) == {seat: TWELVE}
    (why,) = explain_all(table, step)
    assert why.reasons == before.reasons and why.differs is None and not why.stopped
    (again,) = explain_all(table, step)
    assert again == why


def test_of_a_turn_that_it_did_not_find_best_it_says_so() -> None:
    game, seat, seed, after = POSITIONS[0]
    table = asked(game, seat, seed, after)
    table.sit(seat, "agent:quick")
    step = len(table.steps)
    table.choose("pass")
    (why,) = explain_all(table, step)
    assert why.reasons[0].key == "search.instead"
    assert why.reasons[0].params["n"] < why.reasons[0].params["now"]  # type: ignore[operator]


def test_an_agent_with_secrets_keeps_its_reasons_until_the_end() -> None:
    game, seat, seed, after = POSITIONS[2]
    table = asked(game, seat, seed, after)
    table.sit(seat, TWELVE)
    step = len(table.steps)
    assert table.view(seat) != table.view()
    while table.decision is not None and len(table.steps) == step:
        table.choose(table.decision.options[0])
    (why,) = explain_all(table, step)
    assert why.withheld > 0 and not why.reasons


def test_a_search_by_the_clock_is_repeated_in_a_fixed_number_of_worlds() -> None:
    assert thinking_again("agent:patient").is_repeatable
    assert thinking_again(TWELVE) == Thinking(worlds=12)
