"""The reserve of the reference Coalition player against the worst Islamist reaction it can foresee."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.games.enduring_freedom.bots import purchases
from khyber.games.enduring_freedom.bots.estimates import pool_of
from khyber.games.enduring_freedom.bots.foresight import (
    FLOOR,
    UPRISING,
    WAR_ON_TERROR,
    attack_cost,
    hits_cost,
    reserve,
    step_costs,
    worst,
)
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import BOX, asked, at, state, unit, z, zone

#: Brigades in cities that share them with Islamists or are far from any FOB.
THREATENED = {
    "kabul": z(shown="tb-inf1 tb-inf1.2 tb-jih1", ground="us-1-10 us-2-10"),
    "kandahar": z(shown="tb-inf1.3 tb-inf1.4", hidden="tb-jih1.2", ground="us-dagger us-sword"),
}


def threatened(jihad: int, points: int = 60) -> State:
    return state(THREATENED, turn=5, jihad=jihad, points=points)


def test_the_worst_reaction_grows_with_the_jihad_level_and_exceeds_the_usual() -> None:
    low, high = worst(threatened(1), BOX), worst(threatened(12), BOX)
    assert low < high
    assert high > FLOOR[5]
    assert reserve(threatened(12), BOX) == high


def test_with_no_unit_on_the_map_only_a_war_on_terror_is_in_sight() -> None:
    empty = state(turn=5, jihad=6, points=60)
    assert worst(empty, BOX) == WAR_ON_TERROR
    assert reserve(empty, BOX) == FLOOR[5]
    assert worst(state(turn=5, jihad=1, points=60), BOX) == 0, "at level 1 there are no events (28.0)"


@pytest.mark.rule("enduring-freedom:27.2")
def test_sustainment_is_part_of_it_and_a_base_that_sustains_is_not() -> None:
    alone = state({"kabul": z(ground="us-1-10")}, turn=5, jihad=1)
    based = state({"kabul": z(ground="us-1-10"), "bagram": z(ground="us-fob1")}, turn=5, jihad=1)
    assert worst(alone, BOX) > worst(based, BOX) == 0


def test_hits_are_taken_where_they_cost_least() -> None:
    """SOF: 1, then 2 points; other ground units 2, then 6; Northern Alliance 1 (4.2)."""
    there = state({"kabul": z(ground="us-1-10 us-dagger", tried="na-haz")}, turn=5)
    units = [unit("us-1-10"), unit("us-dagger"), unit("na-haz")]
    assert [step_costs(there, BOX, one) for one in units] == [[2, 6], [1, 2], [1]]
    assert [hits_cost(there, BOX, units, n) for n in range(7)] == [0, 1, 2, 4, 6, 12, 12]


def test_it_does_not_depend_on_hidden_counters() -> None:
    """Leaders among face-down Northern Alliance units, and which Islamists are face down, are unknown."""
    one = state({"kabul": z(untried="na-haz", hidden="tb-inf1"), "herat": z(untried="na-haz.2")}, turn=5)
    other = one.copy()
    for here, there in (("na-haz", "na-karzai"), ("tb-inf1", "tb-omar")):
        other.where[unit(here)], other.where[unit(there)] = one.where[unit(there)], one.where[unit(here)]
    assert worst(one, BOX) == worst(other, BOX)


def test_more_units_that_rise_hit_more() -> None:
    there = threatened(6)
    pool = pool_of(there, BOX)
    kabul = zone("kabul")
    assert attack_cost(there, BOX, kabul, pool) < attack_cost(there, BOX, kabul, pool, UPRISING)


def kept(points: int) -> int:
    """Return the points that the bot has left after its purchases in Jihad level 12."""
    playing = at(threatened(12, points))
    bot = Bot[State]("bot:standard")
    while playing.decision is not None and playing.state.step == "mobilize":
        playing.choose(bot(Seen(playing, asked(playing))))
    return playing.state.points


def test_the_bot_does_not_spend_the_points_that_such_a_reaction_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the usual reserve alone, it did."""
    least = worst(threatened(12), BOX)
    assert least > FLOOR[5]
    assert kept(least + 3) >= least
    monkeypatch.setattr(purchases, "reserve", lambda state, box: FLOOR[state.turn])
    assert kept(least + 3) < least
