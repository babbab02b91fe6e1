"""Prompts and options agree with what follows, in 10,000 random decisions of each game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khyber.catalogue import GAMES
from khyber.engine.text import Catalogue, read_entries
from khyber.games.distant_plain import text as distant_plain
from tests import claims
from tests.claims import check_game, with_numbers

#: How many decisions of each game are checked.
DECISIONS = 10_000
#: The longest part of a game that is played: a deck of one's own offers changes by hand without end.
MOST = 1_000
#: Questions with a number that those decisions do not ask.
RARE: dict[str, set[str]] = {
    "distant-plain": {
        *("activate-taliban", "eradicate-space", "govern-how", "ied-space", "repair-loc", "strike-anger", "turncoat")
    },
    "zurmat": set(),
    "enduring-freedom": set(),
}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_prices_and_lists_of_prompts_agree_with_the_options(game: str) -> None:
    """Every question with a number is among them, but for the few that hardly come up at random."""
    checked, seed, visited = 0, 0, set[str]()
    while checked < DECISIONS:
        decisions, problems = check_game(game, seed, MOST, visited)
        assert problems == []
        checked += decisions
        seed += 1
    assert with_numbers(game) - visited <= RARE[game]


@pytest.mark.parametrize(
    ("text", "noticed"),
    [
        ('turn = "Choose an Operation (as you like), the Event, or Pass."', "the Event"),
        ('rally-space = "Rally where? 2 Resources per space."', "states 2 and costs 1"),
        ('assault-space = "Assault where? 1 piece per 2 cubes."', "has the numbers"),
        ('govern-space = "Govern where? 1 or 2 spaces."', "has the numbers"),
        ('march-to = "March from {space} to where? 2 Resources per space."', "has the prices [2], not [[1]]"),
        ('train-space = "Train where? Placing cubes costs 4 Government Resources."', "has the prices [4], not"),
        (
            'sweep-space = "Sweep where? 4 Government Resources where Government Troops join."',
            "has the prices [4], not",
        ),
        ('sweep-from = "Sweep: into {space} from where? LoCs cost 2 Resources."', "has the prices [2], not"),
        ('transport-to = "Transport {n} Troops from {space} to where? 2 Resources."', "has the prices [2], not"),
        ('extort-space = "Extort where? +1 Resource per space, or 3 per Warlord Base."', "has the numbers [1, 3], not"),
        ('own-removed = "Which Event card was removed ({n} of 99)?"', "has the numbers [1, 99], not"),
        ('hand-total = "Now {now}, at most 75: new value?"', "has the numbers"),
    ],
)
def test_a_prompt_that_misstates_the_choice_is_noticed(
    text: str, noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = read_entries(f"[ask]\n{text}", "a wrong prompt")

    class Texts:
        def catalogue(self, language: str) -> Catalogue:
            return distant_plain.catalogue(language).joined(wrong)

    monkeypatch.setattr(claims, "texts", lambda _: Texts())
    problems = (problem for seed in range(30) for problem in check_game("distant-plain", seed, 500)[1])
    assert any(noticed in problem for problem in problems)


class Misstated:
    """The texts of A Distant Plain with one option misstated."""

    def __init__(self, text: str) -> None:
        self.wrong = read_entries(f"[option]\n{text}", "a wrong option")

    def catalogue(self, language: str) -> Catalogue:
        return distant_plain.catalogue(language).joined(self.wrong)


@pytest.mark.parametrize(
    ("text", "noticed"),
    [
        ('air-lift = "Air Lift (among 2 spaces)"', "has the numbers [2], not [3]"),
        ('patrol = "Patrol (3 Resources): 1 Assault"', "has the numbers [1, 3], not [1]"),
        ('count = "{n} or 99"', "has the numbers"),
        ('remove-own = "Remove 2 pieces of yours from {space}"', "has the numbers [2], not [1]"),
        ('give = "Give {n} of 99 Resources"', "99], not"),
        ('"remove-enemy.piece" = "Remove 1 or 2"', "has the numbers [1, 2], not [1]"),
    ],
)
def test_an_option_that_misstates_what_it_does_is_noticed(
    text: str, noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "texts", lambda _: Misstated(text))
    problems = (problem for seed in range(6) for problem in check_game("distant-plain", seed, 500)[1])
    assert any(noticed in problem for problem in problems)


@pytest.mark.parametrize(
    ("text", "option", "noticed"),
    [
        ('pass = "Pass: +2 Resources"', "pass", "states [2], and"),
        ('air-lift = "Air Lift (among 2 spaces)"', "air-lift", "states [2], and 3 followed"),
    ],
)
def test_an_option_that_the_log_or_the_next_question_contradicts_is_noticed(
    text: str, option: str, noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody has computed its number."""
    own = claims.claims_of("distant-plain")
    monkeypatch.setattr(claims, "claims_of", lambda _: replace(own, options={**own.options, option: lambda *_: None}))
    monkeypatch.setattr(claims, "texts", lambda _: Misstated(text))
    problems = [problem for seed in range(3) for problem in check_game("distant-plain", seed, 500)[1]]
    assert problems and all(noticed in problem for problem in problems)


def test_a_number_that_only_one_language_has_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    own = claims.claims_of("zurmat")
    monkeypatch.setattr(claims, "claims_of", lambda _: replace(own, numbers={}))
    assert any("has the numbers" in problem for problem in check_game("zurmat", 1, 500)[1])
