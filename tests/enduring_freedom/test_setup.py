"""Setting up (6.0, 10.3), points (4.0) and the end (5.0)."""

from __future__ import annotations

import random

import pytest

from khyber.games.enduring_freedom.rules.admin import admin
from khyber.games.enduring_freedom.rules.netwar import Catastrophe, affords, evaluate, gain, level_of, lose
from khyber.games.enduring_freedom.rules.setup import pre_islamists_shown
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import (
    BOX,
    GAME,
    Carried,
    answer,
    asked,
    carry,
    keys,
    logged,
    new,
    shown,
    state,
    table,
    unit,
    z,
    zone,
)


@pytest.mark.rule("enduring-freedom:6.0")
def test_the_set_up_places_everything_face_down() -> None:
    """6.0; ruling 53: one each in Balkh and Khyber."""
    playing = new(4)
    there = playing.state
    assert (there.points, there.jihad, there.turn) == (50, 9, 0)
    for name, islamists, alliance in (("kabul", 4, 0), ("khyber", 2, 1), ("balkh", 1, 1), ("tora-bora", 3, 0)):
        zone_ = zone(name)
        assert there.where.count(zone_, 0, BOX.islamist_end) == islamists
        assert there.where.count(zone_, BOX.islamist_end, BOX.alliance_end) == alliance
    assert there.where.count(134) == 66 - 47 and not any(there.shown)
    assert shown(playing, "zones", "kabul", "islamists") == {"face-down": 4}


@pytest.mark.rule("enduring-freedom:6.0")
def test_as_many_zones_as_the_die_says_are_designated_before_any_is_seen() -> None:
    playing = table(step="deal", turn=0, dice=[2])
    assert asked(playing).ask == "pre-islamists" and "kabul" in keys(playing) and "panjshir" not in keys(playing)
    answer(playing, "kabul")
    assert not logged(playing, "revealed") and "kabul" not in keys(playing)
    answer(playing, "herat")
    assert {event.params["place"] for event in logged(playing, "revealed")} == {"kabul", "herat"}
    assert asked(playing).ask == "pre-alliance" and "panjshir" in keys(playing) and "kabul" not in keys(playing)


@pytest.mark.rule("enduring-freedom:10.3")
def test_specials_found_at_the_set_up_are_replaced_unseen() -> None:
    """10.3; ruling 60: laid aside while the substitutes are drawn, which lie face down."""
    there = state(
        {"kabul": z(hidden="sp-ambush sp-rescue aq-obl aq-terror aq-base")},
        step="pre-islamists-shown",
        turn=0,
        phase={"targets": ["kabul"]},
    )
    carried = carry(pre_islamists_shown, there, dice=[1, 1, 4])
    assert carried.where("sp-ambush") == carried.where("sp-rescue") == "underground"
    assert not there.shown[unit("sp-ambush")]
    assert [there.shown[unit(name)] for name in ("aq-obl", "aq-terror", "aq-base")] == [1, 1, 1]
    hidden = [c for c in BOX.islamists if there.where[c] == zone("kabul") and not there.shown[c]]
    assert len(hidden) == 2 and not {unit("sp-ambush"), unit("sp-rescue")} & set(hidden)
    assert there.step == "pre-alliance" and there.left == 0  # no untried units on this map


@pytest.mark.rule("enduring-freedom:6.1", "enduring-freedom:7.2")
def test_play_goes_on_to_the_end_of_turn_seven() -> None:
    there = state({"kabul": z(ground="us-dagger")}, step="admin", turn=7)
    assert carry(admin, there).state.ending == "draw"
    assert there.points == 60 and there.step == ""
    again = state(step="admin", turn=6)
    assert carry(admin, again).state.turn == 7 and again.step == "mobilize"


def test_the_phases_come_in_the_order_of_the_sequence_of_play() -> None:
    """7.2; rulings 4 and 5: InfoWar before ISR, ground before air, whatever numbers the rulebook cites."""
    order = [
        *("mobilize", "refit", "infowar", "isr", "staging"),
        *("ground", "air"),
        *("reveal", "air-defense", "strike", "combat-begin", "sustain", "civil"),
        *("events-begin", "islamist-mobilization", "cas-reveal", "counterattack-begin"),
        *("adjust", "admin"),
    ]
    seen = set()
    for seed in range(12):
        playing, source = new(seed), random.Random(seed)
        while playing.decision is not None:
            playing.choose(pick(playing.decision, source, careful=True))
        last = -1
        for event in playing.all_events():
            if event.kind == "turn":
                last = -1
            elif event.kind == "phase":
                at = order.index(str(event.params["phase"]))
                assert at > last, (seed, event)
                last = at
                seen.add(order[at])
    assert seen >= set(order) - {"civil"}  # phases without an event are not logged


# -- points ----------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:4.1")
def test_the_index_goes_no_higher_than_99() -> None:
    """4.1; ruling 49: end awards, too."""
    carried = Carried(state(points=97), [], GAME)
    gain(carried.play, "4.2", 5)
    assert carried.points() == 99 and carried.logged("points")[0].params["change"] == 2


@pytest.mark.rule("enduring-freedom:4.1", "enduring-freedom:5.1")
def test_at_zero_the_game_ends_at_once() -> None:
    carried = Carried(state(points=3), [], GAME)
    with pytest.raises(Catastrophe):
        lose(carried.play, "4.2", 4)
    assert carried.points() == 0
    playing = table(
        {"kabul": z(shown="aq-055 aq-055", ground="us-1-10*")},
        step="combat-begin",
        points=6,
        jihad=1,
        dice=[1, 6, 1, 1],
    )
    assert playing.decision is None and playing.outcome is not None
    assert (playing.outcome.ending, playing.outcome.winner) == ("catastrophe", "islamists")


@pytest.mark.rule("enduring-freedom:4.3")
def test_points_are_spent_only_while_some_are_left() -> None:
    """An expenditure that would end the game at once is not offered."""
    assert affords(state(points=3), 2) and not affords(state(points=2), 2)


@pytest.mark.rule("enduring-freedom:5.0")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (1, "strategic-defeat"),
        (20, "strategic-defeat"),
        (21, "operational-defeat"),
        (40, "operational-defeat"),
        (41, "draw"),
        (60, "draw"),
        (61, "operational-victory"),
        (80, "operational-victory"),
        (81, "strategic-victory"),
        (99, "strategic-victory"),
    ],
)
def test_levels_of_victory(points: int, level: str) -> None:
    assert level_of(BOX, points) == level


@pytest.mark.rule("enduring-freedom:4.2", "enduring-freedom:5.2", "enduring-freedom:5.0")
def test_control_of_cities_and_strongholds_counts_at_the_end() -> None:
    """4.2 (2): 10 for Kabul, 2 for another city, 3 for a stronghold; nothing where it is disputed."""
    there = state(
        {
            "kabul": z(ground="us-dagger"),
            "herat": z(untried="na-haz"),
            "panjshir": z(tried="na-fahim"),
            "bagram": z(ground="us-kbar", hidden="tb-inf1"),
            "helmand": z(ground="us-sword"),
        },
        step="admin",
        turn=7,
    )
    carried = carry(evaluate, there)
    assert {str(e.params["place"]): e.params["n"] for e in carried.logged("award")} == {
        "kabul": 10,
        "herat": 2,
        "panjshir": 3,
    }
    assert there.points == 65 and there.ending == "operational-victory"


@pytest.mark.rule("enduring-freedom:4.1")
def test_awards_above_99_are_lost() -> None:
    there = state({"kabul": z(ground="us-dagger")}, step="admin", turn=7, points=95)
    carry(evaluate, there)
    assert there.points == 99 and there.ending == "strategic-victory"
