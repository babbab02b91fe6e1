"""Whatever is asked, at every size: the prompt, each choice and the newest of the log can be seen, and nothing slips.

The longest lists of each game; `make soak` walks through every kind of question (tools/soak/questions.py).
"""

from __future__ import annotations

import pytest

from khyber import catalogue
from tests.asked import Question, questions
from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.questions import faults, sit_down
from tests.e2e.sights import Check, look

#: Kinds of question looked at here, and the games at random that are searched for them.
KINDS, GAMES = 5, 3


#: What must not happen: each fault, and the check that finds it.
BROKEN: dict[str, Check] = {
    ".options { max-height: 3rem; overflow: hidden }": "choices",
    "#decision-question { position: fixed; left: -40px }": "choices",
    "[data-log] { display: none }": "log",
    ".side { position: static !important } [role=tabpanel], [data-log] { position: static !important }"
    " [data-log] .tool { position: absolute; top: 3000px }": "focus",
}


def longest(game: str, games: int, kinds: int) -> list[Question]:
    """Return the kinds of question with the longest lists."""
    return sorted(questions(game, games), key=lambda question: -len(question.choices))[:kinds]


def test_a_page_that_hides_something_is_found_out(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440)
    anna.come("Anna")
    (question,) = longest("distant-plain", 1, 1)
    sit_down(anna, question)
    given = [question.ask, *question.choices]
    for fault, check in BROKEN.items():
        assert look(anna, check, given) == []
        style = anna.page.add_style_tag(content=fault)
        anna.settle()
        assert look(anna, check, given) != [], fault
        style.evaluate("(style) => style.remove()")
        anna.settle()


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_the_longest_questions_are_in_reach(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    asked = longest(game, GAMES, KINDS)
    assert len(asked) == KINDS
    assert [line for question in asked for line in faults(anna, question)] == []
