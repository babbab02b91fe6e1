"""A hint's one reason is the reason for the option it names: asked in slices of many games.

`python -m tools.soak --part hints` asks at every decision of whole games.
"""

from __future__ import annotations

from typing import Any

import pytest

import khyber
from khyber.agents.explain import bots_in, explain, hint
from khyber.engine.decision import AnswerMessage, Message
from khyber.engine.table import Table
from tests.enduring_freedom.tables import table as position
from tests.enduring_freedom.tables import z
from tests.hints import BOTS, FREEDOM, PLAIN, ZONE_ASKED, ZURMAT, check, check_game, slice_of

#: Slices of a game of each bot, each of another game: together they cover a game from its beginning to its end.
SLICES = 8
#: Hints in a slice: those of campaigns take longest.
HINTS = {PLAIN: 60, ZURMAT: 60, FREEDOM: 30}
#: Seeds of campaigns in which every choice of a zone is looked at.
CAMPAIGNS = range(1, 9)


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize(("game", "bot"), BOTS)
def test_the_reason_of_every_hint_belongs_to_its_option(game: str, bot: str, part: int) -> None:
    asked, faults = check(slice_of(game, bot, 100 + part, part, SLICES), bot, HINTS[game])
    assert asked >= 5
    assert not faults, "\n".join(faults[:40])


@pytest.mark.parametrize("seed", CAMPAIGNS)
def test_the_reason_for_a_zone_names_that_zone(seed: int) -> None:
    """Not another one, to which other units go in the same step."""
    table: Table[Any] = khyber.new(FREEDOM, seed=seed, seats="bot:standard")
    khyber.advance(table)
    answers = [
        answer
        for step in range(len(table.steps))
        for seat, bot in bots_in(table, step).items()
        for answer in explain(table, step, seat, bot).answers
        if answer.decision.ask in ZONE_ASKED and len(answer.decision.values) > 1
    ]
    assert len(answers) > 10
    for answer in answers:
        reason = answer.reason
        assert reason is not None
        said = reason.option.key if isinstance(reason, AnswerMessage) else reason.params["place"]
        assert said == answer.key, (answer.decision.ask, answer.key, reason)


@pytest.mark.parametrize(
    ("bot", "seed"),
    [
        ("bot:3rd", 20),  # a forbidden Assault whose condition holds, then a Train; a Surge from one space to another
        ("bot:3rd", 23),  # what Reapers remove
        ("bot:2nd", 20),  # a Sweep that finds Guerrillas by ISR alone
        ("bot:2nd", 25),
    ],
)
def test_no_reason_of_another_choice(bot: str, seed: int) -> None:
    """Whole games in which hints gave the reason of another choice."""
    asked, faults = check_game(PLAIN, bot, seed)
    assert asked > 500 and not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("phase", "units", "turn", "choice", "reason"),
    [
        ("refit", "us-sword* us-dagger*", 2, "refit-all", "refits-all"),
        ("sustain", "us-3-101* us-2-10*", 2, "pay-all", "sustains-all"),
        ("sustain", "us-3-101 us-2-10", 7, "reduce-all", "lets-all-go"),
    ],
)
def test_a_batch_is_for_all_its_units(phase: str, units: str, turn: int, choice: str, reason: str) -> None:
    """Not for one of them, which would be the reason for it alone."""
    there = z(ground=units)
    playing = (
        position(step=phase, turn=turn, staging={"pakistan": there})
        if phase == "refit"
        else position({"spin-boldak": there}, step=phase, turn=turn, points=40)
    )
    given = hint(playing, "bot:standard")
    assert given.option is not None and given.option.key == choice
    assert given.decided == Message(f"why.{reason}", {"n": 2})
