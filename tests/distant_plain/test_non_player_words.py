"""The words of explanations: every step, rank and note of the Non-players' code has them, in both languages."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import _lru_cache_wrapper, cache
from pathlib import Path

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.engine.decision import Message, Param
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO
from khyber.games.distant_plain import bots
from khyber.games.distant_plain.bots.machinery.priority import Priority, Rank
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue, languages, step_ids
from tests.distant_plain.test_text import called, section, sources

CODE = Path(bots.__file__).parent
#: How the steps of the flowcharts are called: Faction (or N for all, 2 for the 2nd printing), box, number.
STEP = re.compile(r"[NCGTW]2?\.[A-Z][A-Za-z0-9]*(\.[0-9A-Za-z]+)*")
#: Conditions of the boxes for Events, whose ids the code puts together.
EVENT_BOX = re.compile(r"[CGTW]\.Event\.3[a-c]?")
#: What decides between candidates besides the ranks: sentences of their own.
NOT_RANKS = {"only", "random"}


@cache
def literals() -> frozenset[str]:
    """Every text in the code that is the id of a step, but for what dice are called."""
    nodes = list(sources(CODE))
    dice = {
        id(argument)
        for node in nodes
        if isinstance(node, ast.Call) and called(node) == "roll"
        for argument in node.args
    }
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and STEP.fullmatch(node.value)
        and id(node) not in dice
    )


def tables() -> Iterator[Priority | Rank]:
    """Return every priority and rank of the bots' modules, in tables or alone."""
    for found in pkgutil.walk_packages(bots.__path__, f"{bots.__name__}."):
        for value in vars(importlib.import_module(found.name)).values():
            table = value() if isinstance(value, _lru_cache_wrapper) and value.__name__.endswith("_box") else value
            for part in table if isinstance(table, tuple) else (table,):
                if isinstance(part, Priority | Rank):
                    yield part


def rank_names() -> set[str]:
    written = {
        argument.value
        for node in sources(CODE)
        if isinstance(node, ast.Call) and called(node) == "Rank"
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant)
    }
    in_tables = {part.name for part in tables() if isinstance(part, Rank)}
    in_tables |= {rank.name for part in tables() if isinstance(part, Priority) for rank in part.ranks}
    return {str(name) for name in written} | in_tables


def note_keys() -> set[str]:
    """The first argument of what is noted for an explanation."""
    return {
        argument.value
        for node in sources(CODE)
        if isinstance(node, ast.Call) and called(node) in ("note", "note_once", "say", "because", "about_answer")
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_every_step_has_words_and_no_words_are_without_step() -> None:
    used = literals() | {part.id for part in tables() if isinstance(part, Priority)}
    assert used - section("priority") == set()
    assert {step for step in section("priority") - used if not EVENT_BOX.fullmatch(step)} == set()


def test_every_rank_has_words_and_no_words_are_without_rank() -> None:
    assert rank_names() - NOT_RANKS == section("rank")


def test_every_note_has_a_sentence_and_no_sentence_is_without_note() -> None:
    assert note_keys() == section("why")
    assert section("short") < section("why")


def test_steps_are_told_in_the_order_of_the_rulebook() -> None:
    third = [step[0] for step in step_ids() if step[1] == "."]
    second = [step[0] for step in step_ids() if step[1] == "2"]
    assert third == sorted(third, key="NCGTW".index)
    assert second == sorted(second, key="NWGTC".index)
    assert [step[1] for step in step_ids()] == ["."] * len(third) + ["2"] * len(second)


def test_a_thought_reads_like_a_sentence() -> None:
    facts: dict[str, Param] = {"id": "T.Terror.1", "text": "8.8.3", "space": "kandahar"}
    facts |= {"of": 2, "by": "random", "narrowed": 0}
    thought = Message("why.selected", facts)
    assert catalogue("en").say(thought) == ("T.Terror.1 (8.8.3) Terror at Support: Kandahar; 2 candidates, random")
    assert catalogue("it").say(thought).endswith("Kandahar; 2 candidati, a caso")


def test_a_draw_names_the_ranks_that_came_before_it() -> None:
    facts: dict[str, Param] = {"id": "T.Terror.1", "text": "8.8.3", "space": "kandahar", "of": 24, "by": "random"}
    facts |= {"narrowed": 2, "first": "population", "second": "support", "among": 3}
    thought = Message("why.selected", facts)
    assert catalogue("en").say(thought).endswith("24 candidates: highest Population, at Support, then random among 3")
    assert catalogue("it").say(thought).endswith("poi a caso fra 3")


def thoughts(table: Table[State], most: int) -> Iterator[Message]:
    """All that four bots think, step by step."""
    bots: dict[str, Bot[State]] = {}
    step = -1
    for _ in range(most):
        decision = table.decision
        if decision is None:
            return
        if len(table.steps) != step:
            for bot in bots.values():
                yield from bot.step_bot.why() if bot.step_bot is not None else ()
            bots = {seat: Bot("bot:3rd", explain=True) for seat in table.seats}
            step = len(table.steps)
        table.choose(bots[decision.seat](Seen(table, decision)), decision.seat)


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_everything_that_bots_think_can_be_said(scenario: str) -> None:
    spoken = [catalogue(lang).strictly() for lang in (*languages, PSEUDO)]
    said = set()
    for seed in range(3):
        for message in thoughts(khyber.new("distant-plain", scenario=scenario, seed=seed, seats="bot:3rd"), 20_000):
            said.add(message.key)
            for words in spoken:
                assert words.say(message)
    assert "why.selected" in said
