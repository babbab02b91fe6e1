"""The page docs/decisions.md is current, and agrees with random games."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tools.pages.decisions import MARKS, Decisions
from tools.pages.decisions_page import _Game, decisions_page
from tools.pages.orders import NOTHING, Ask, Call, Follower, alt, arranged, seq, show, star
from tools.pages.source import BACK, STEP_TABLES

import khyber
from khyber.catalogue import GAMES, package, texts
from khyber.catalogue import game as find_game
from khyber.engine.play import Play as EnginePlay

PAGE = Path(__file__).resolve().parents[1] / "docs" / "decisions.md"
#: Games that together ask most questions; the seed is the index in the list.
PLAYED: dict[str, list[dict[str, Any]]] = {
    "distant-plain": [
        {},
        {"options": ["deception", "open-deployment"]},
        {"options": ["own-deck"]},
        {"options": ["sudden-propaganda"]},
    ],
    "zurmat": [{}] * 6,
    "enduring-freedom": [{}] * 6,
}
#: Percentage of questions that those games must ask.
SEEN = 80


@cache
def decisions(game: str) -> Decisions:
    return Decisions(game)


@dataclass
class Put:
    """A question as a rule asked it, even if it had a single option."""

    ask: str
    seat: str
    rule: str
    about: Mapping[str, object]
    marks: Mapping[str, bool]


@dataclass
class Step:
    """A step played, with its questions; `last` of its game."""

    name: str
    asked: list[Put] = field(default_factory=list)
    last: bool = False


@cache
def played(game: str) -> list[Step]:
    """Return the steps of some random games."""
    steps: list[Step] = []
    module = import_module(f"{package(game)}.game")
    tables = [getattr(module, name) for name in (*STEP_TABLES, "SILENT") if isinstance(getattr(module, name, 0), dict)]
    with pytest.MonkeyPatch.context() as patch:
        own: Any = type(decisions(game).source.sample)
        noted = Noted(steps, find_game(game).seats)
        if hasattr(own, "pick"):
            patch.setattr(own, "pick", noted.method(own.pick))
        patch.setattr(EnginePlay, "ask", noted.method(EnginePlay.ask))
        for table in tables:
            for name, function in list(table.items()):
                patch.setitem(table, name, entering(function, name, steps))
        for seed, how in enumerate(PLAYED[game]):
            khyber.play(game, seed=seed, seats="random", **how)
            steps[-1].last = True
    return steps


class Noted:
    """Records the questions of rules at a table, not those in trials."""

    def __init__(self, steps: list[Step], seats: Sequence[str]) -> None:
        self.steps = steps
        self.seats = seats
        self.inside = False

    def method(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a method that asks; nested methods record a question once."""
        signature = inspect.signature(original)

        def method(play: EnginePlay[Any], *args: Any, **more: Any) -> Any:
            if play.recorded and not self.inside:
                given = signature.bind(play, *args, **more)
                given.apply_defaults()
                self.write(given.arguments)
            before, self.inside = self.inside, True
            try:
                return original(play, *args, **more)
            finally:
                self.inside = before

        return method

    def write(self, given: Mapping[str, Any]) -> None:
        who = given.get("seat", 0)  # Enduring Freedom has only one
        marks = {mark: given[mark] is wanted for mark, wanted in MARKS.items() if mark in given}
        self.steps[-1].asked.append(
            Put(
                given["ask"],
                who if isinstance(who, str) else self.seats[who],
                given["rule"],
                dict(given["about"]),
                marks,
            )
        )


def entering(original: Callable[..., Any], name: str, steps: list[Step]) -> Callable[..., Any]:
    """Wrap a step's function, to record that it is entered."""

    def function(play: EnginePlay[Any]) -> Any:
        if play.recorded:
            steps.append(Step(name))
        return original(play)

    return function


# -- the page ---------------------------------------------------------------------------------------


def test_the_page_is_what_the_source_says() -> None:
    """After a change of rules or words: python -m tools.pages --only decisions."""
    assert PAGE.read_text(encoding="utf-8") == "\n".join(decisions_page()) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_with_a_sentence_is_there_and_no_other(game: str) -> None:
    sentences = {key.removeprefix("ask.") for key in texts(game).catalogue("en").keys() if key.startswith("ask.")}  # noqa: SIM118
    assert set(decisions(game).questions) == sentences
    part = PAGE.read_text(encoding="utf-8").split(f"\n## {game}\n", 1)[1].split("\n## ", 1)[0]
    for name in sentences:
        assert f"\n| `{name}` | " in part


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_mentions_nothing_that_its_question_is_not_always_about(game: str) -> None:
    words = texts(game).catalogue("en")
    for name, question in decisions(game).questions.items():
        assert words.params(f"ask.{name}") <= {*question.always(), *words.derived, "seat"}, name


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_in_the_order_of_some_step(game: str) -> None:
    found = decisions(game)
    shown = set(" ".join(show(order) for order in found.grammar.values()).split())
    assert set(found.questions) - {"aside"} == {word for word in shown if word not in "{}[]()|" and word[0] != "<"}
    assert {word[1:-1] for word in shown if word[0] == "<"} <= set(found.grammar)


# -- in play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_questions_in_play_are_as_described(game: str) -> None:
    found, page = decisions(game), _Game(game)
    seen = set()
    for step in played(game):
        for put in step.asked:
            question = found.questions[put.ask]
            assert frozenset(put.about) in question.about, put
            assert put.rule in question.rules and question.seats & {"", put.seat}, put
            assert all(so in question.marks[mark] for mark, so in put.marks.items()), put
            for name, value in put.about.items():
                if found.fields[name].several:
                    assert isinstance(value, str), (put.ask, name, value)
                    continue
                ids = found.fields[name].texts or page.ids(name)
                assert value in ids if isinstance(value, str) else not ids or name == "event", (put.ask, name, value)
            seen.add(put.ask)
    assert 100 * len(seen) >= SEEN * len(found.questions), sorted(set(found.questions) - seen)


def run_of(found: Decisions, step: Step) -> tuple[str | None, list[str]]:
    """Return the rule of a step, None if it asks nothing, and its questions without the optional first ones."""
    name = found.names.get(found.steps[step.name]) if step.name in found.steps else None
    return name, [put.ask for put in step.asked if put.ask not in found.before.get(name or "", ())]


@pytest.mark.parametrize("game", GAMES)
def test_questions_in_play_come_in_the_order_described(game: str) -> None:
    found = decisions(game)
    follower = Follower(found.grammar)
    long = 0
    for step in played(game):
        name, run = run_of(found, step)
        if name is None:
            assert not run, step.name
            continue
        stray = follower.strays(name, run, cut=step.last)
        assert stray is None, f"{step.name}: {run[:stray]}, then {run[stray:][:1]}"
        long += len(run) > 4
    assert long > 20, "too little was asked to prove anything"


@pytest.mark.parametrize("game", GAMES)
def test_another_order_than_that_of_play_is_not_described(game: str) -> None:
    """The grammar is not trivial: it rejects most shuffled runs."""
    found, source = decisions(game), random.Random(1)
    follower = Follower(found.grammar)
    strayed = shuffled = 0
    for step in played(game):
        name, run = run_of(found, step)
        mixed = source.sample(run, len(run))
        if name is not None and mixed != run:
            shuffled += 1
            strayed += follower.strays(name, mixed) is not None
    assert shuffled > 20 and strayed > shuffled / 2, (strayed, shuffled)


@pytest.mark.parametrize("game", GAMES)
def test_steps_in_play_follow_one_another_as_described(game: str) -> None:
    found = decisions(game)
    following = {
        step: found.source.following(function)
        for step, function in {**found.steps, **found.source.silent_steps()}.items()
    }
    steps = played(game)
    for step, after in pairwise(steps):
        if not step.last:
            assert following[step.name] & {after.name, BACK} or after.name == step.name, (step.name, after.name)


# -- the grammar ------------------------------------------------------------------------------------


def test_orders_are_put_together_arranged_and_followed() -> None:
    a, b, c = (Ask((name,)) for name in "abc")
    order = seq(star(seq(a, alt(b, seq(c, Call("more"))))), a)
    assert show(order) == "{ a ( b | c <more> ) } a"
    assert show(arranged(order)) == "a { ( b | c <more> ) a }"
    for shape in (order, arranged(order)):
        follower = Follower({"step": shape, "more": alt(star(b), NOTHING)})
        assert [follower.strays("step", run) for run in ("a", "aba", "acbba", "", "ab", "aa", "acab")] == [
            None,
            None,
            None,
            0,
            2,
            1,
            4,
        ]
        assert follower.strays("step", "ab", cut=True) is None
