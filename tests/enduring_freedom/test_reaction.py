"""Sustainment (27.0), the Jihad index (28.0), events (29.0 to 31.0), the Loya Jirga (33.0)."""

from __future__ import annotations

import pytest

from khyber.games.enduring_freedom.rules.combat import fighters, islamist_modifier
from khyber.games.enduring_freedom.rules.events import EVENTS, events, events_begin, national, national_shown, rotation
from khyber.games.enduring_freedom.rules.jihad import change_jihad, jihad_check, random_location
from khyber.games.enduring_freedom.rules.loya_jirga import civil_military, loya_jirga, may_call
from khyber.games.enduring_freedom.rules.reaction import adjust, islamist_mobilization, reaction_reveal
from khyber.games.enduring_freedom.rules.reveal import designate, designated
from khyber.games.enduring_freedom.rules.sustainment import is_supplied, sustainment, unsustained
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import (
    BOX,
    GAME,
    Carried,
    asked,
    carry,
    keys,
    logged,
    state,
    table,
    unit,
    where,
    z,
    zone,
)

# -- sustainment -----------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:27.1", "enduring-freedom:27.3")
def test_who_is_sustained() -> None:
    """27.1: Staging Areas, SOF, FOBs and HQs; with a FOB or HQ at an airbase, or beside one without Islamists."""
    there = state(
        {
            "gardez": z(ground="us-dagger us-1-10 us-fob1 us-eng1", tried="na-haz"),
            "farah": z(ground="ir-irgc"),
            "bagram": z(ground="us-cjtf us-2-10", shown="tb-inf1"),
            "panjshir": z(ground="us-15meu"),
            "jalalabad": z(ground="us-tf58 us-26meu"),
            "khyber": z(ground="us-meb", hidden="tb-inf2"),
        },
        staging={"pakistan": z(ground="us-go")},
    )
    assert {BOX.of[c].id for c in unsustained(there, BOX)} == {"us-1-10", "us-eng1", "us-15meu"}


@pytest.mark.rule("enduring-freedom:27.1", "enduring-freedom:9.5", "enduring-freedom:32.1")
def test_a_fob_outside_an_airbase_sustains_only_itself() -> None:
    """Ruling 38. 9.5: an HQ of any nationality will do."""
    there = state({"ghazni": z(ground="us-fob1 us-1-10"), "kabul": z(ground="nato-isaf-hq")})
    assert is_supplied(there, BOX, zone("ghazni")) and is_supplied(there, BOX, zone("gardez"))  # from Kabul
    alone = state({"ghazni": z(ground="us-fob1 us-1-10")})
    assert not is_supplied(alone, BOX, zone("ghazni")) and unsustained(alone, BOX) == [unit("us-1-10")]


@pytest.mark.rule("enduring-freedom:27.2", "enduring-freedom:7.2")
def test_points_or_a_step_for_each_unit_that_is_not_sustained() -> None:
    """27.2: one for a light unit, two for a heavy one. Ruling 37: the step costs no points."""
    there = state({"ghazni": z(ground="us-1-10 us-1cav us-15meu*")}, step="sustain")
    carried = carry(sustainment, there, "pay", "reduce", "pay")
    assert [e.params["n"] for e in carried.logged("sustained")] == [1, 2]
    assert carried.where("us-15meu") == "eliminated" and carried.points() == 47


@pytest.mark.rule("enduring-freedom:27.2")
def test_all_at_once_is_one_after_the_other() -> None:
    zones = {"ghazni": z(ground="us-1-10 us-1cav us-15meu*")}
    for batch, single in (("pay-all", ("pay", "pay", "pay")), ("reduce-all", ("reduce", "reduce", "reduce"))):
        one, all_ = (carry(sustainment, state(zones, step="sustain"), *answers) for answers in (single, (batch,)))
        assert one.state == all_.state and one.raw == all_.raw
    poor = carry(sustainment, state(zones, step="sustain", points=2), "reduce", "reduce-all")
    assert poor.asked[0][1] == ["reduce-all", "pay", "reduce"]


# -- the Jihad index -------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:28.5", "enduring-freedom:28.1")
def test_the_level_stays_between_1_and_12() -> None:
    carried = Carried(state(jihad=11), [], GAME)
    change_jihad(carried.play, "28.3", 5)
    assert carried.state.jihad == 12
    change_jihad(carried.play, "14.2", -20)
    assert carried.state.jihad == 1


@pytest.mark.rule("enduring-freedom:28.2")
def test_a_level_of_9_passes_a_check_with_6() -> None:
    """28.2, EXAMPLE."""
    assert jihad_check(Carried(state(jihad=9), [2, 4], GAME).play)
    assert jihad_check(Carried(state(jihad=9), [4, 5], GAME).play)
    assert not jihad_check(Carried(state(jihad=9), [4, 6], GAME).play)


@pytest.mark.rule("enduring-freedom:28.3", "enduring-freedom:7.2")
def test_the_level_rises_for_cities_and_strongholds_in_islamist_hands() -> None:
    """28.3; ruling 39: for disputed strongholds, but not for disputed cities."""
    there = state(
        {
            "kabul": z(hidden="tb-inf1"),
            "herat": z(shown="tb-inf2", ground="us-dagger"),
            "tora-bora": z(shown="tb-ad1", ground="us-kbar"),
            "shah-i-kot": z(hidden="tb-sec"),
            "balkh": z(hidden="tb-hw"),
            "panjshir": z(tried="na-fahim"),
        },
        step="adjust",
        jihad=2,
    )
    carry(adjust, there)
    assert there.jihad == 5 and there.step == "admin"


@pytest.mark.rule("enduring-freedom:28.6", "enduring-freedom:30.1", "enduring-freedom:30.2", "enduring-freedom:7.2")
def test_reinforcements_come_one_by_one_to_random_zones() -> None:
    """28.6, 30.2, EXAMPLE: three and one is Zaranj. Ruling 2: at Dismal there are none."""
    there = state(step="islamist-mobilization", jihad=5)
    carried = carry(islamist_mobilization, there, dice=[3, 1, 1, 1, 2, 1])
    assert carried.where("aq-obl") == "zaranj" and carried.where("aq-zawahiri") == "kabul"
    assert not there.shown[unit("aq-obl")] and there.step == "cas-reveal"
    assert not carry(islamist_mobilization, state(step="islamist-mobilization", jihad=1)).logged("face-down")


@pytest.mark.rule("enduring-freedom:30.2")
def test_the_first_die_is_the_row() -> None:
    assert random_location(Carried(state(), [3, 1], GAME).play) == zone("zaranj")
    assert random_location(Carried(state(), [1, 3], GAME).play) == zone("bagram")


@pytest.mark.rule("enduring-freedom:30.3", "enduring-freedom:28.6")
def test_units_are_placed_under_any_control_until_none_are_left() -> None:
    all_but_one = " ".join(
        BOX.of[c].id + (f".{c - BOX.first[BOX.of[c].id] + 1}" if BOX.of[c].count > 1 else "")
        for c in BOX.islamists
        if BOX.of[c].id != "sp-option"
    )
    there = state(
        {"herat": z(hidden=all_but_one), "zaranj": z(ground="us-dagger")}, step="islamist-mobilization", jihad=12
    )
    carried = carry(islamist_mobilization, there, dice=[3, 1, 1, 1, 1])
    assert carried.where("sp-option") == "zaranj" and len(carried.logged("face-down")) == 1


# -- events ----------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:29.1", "enduring-freedom:29.2", "enduring-freedom:7.2")
def test_a_level_of_7_makes_two_events() -> None:
    """29.1, EXAMPLE: each with two dice."""
    there = state(step="events-begin", jihad=7)
    carry(events_begin, there)
    assert there.events_left == 2
    carried = carry(events, there, dice=[1, 1, 4, 6, 3])
    assert [(e.params["total"], e.params["event"]) for e in carried.logged("event")] == [
        (2, "c2-breakdown"),
        (10, "war-on-terror"),
    ]
    assert there.points == 53 and there.step == "islamist-mobilization"


@pytest.mark.rule("enduring-freedom:29.2")
def test_an_event_occurs_once_a_turn() -> None:
    there = state(step="events", phase={"events-left": 2})
    carried = carry(events, there, dice=[4, 6, 3, 5, 5])
    assert [e.params["again"] for e in carried.logged("event")] == [0, 1] and there.points == 53


def event(number: int, position: State, *, dice: list[int]) -> Carried:
    """One event of that number."""
    return carry(EVENTS[number], position, dice=dice)


@pytest.mark.rule("enduring-freedom:29.1")
def test_troop_rotation_sends_a_unit_of_the_player_s_choice_home_whole() -> None:
    """Ruling 43: full strength when it is bought again; no unit, no effect."""
    there = state(
        {"kabul": z(ground="us-dagger* us-fob1", tried="na-haz")},
        step="events",
        staging={"pakistan": z(ground="nato-isaf ir-irgc")},
    )
    event(3, there, dice=[])
    assert there.step == "rotation"
    carried = carry(rotation, there, "us-dagger")
    assert carried.asked[0][1] == ["us-dagger", "nato-isaf", "us-fob1"]
    assert carried.where("us-dagger") == "available" and not there.reduced[unit("us-dagger")] and there.step == "events"
    nobody = state(step="events")
    event(3, nobody, dice=[])
    assert nobody.step == "events"


@pytest.mark.rule("enduring-freedom:29.2", "enduring-freedom:28.1")
@pytest.mark.parametrize(("die", "level"), [(2, 8), (3, 10)])
def test_changes_of_the_level_wait_until_all_events_are_done(die: int, level: int) -> None:
    """Event 4; ruling 40: a check later in the phase uses the old level, mobilization the new one."""
    there = state(step="events", jihad=9, phase={"events-left": 1})
    carried = carry(events, there, dice=[1, 3, die])
    assert there.jihad == level and [e.kind for e in carried.logged("jihad")] == ["jihad"]
    two = state(step="events", jihad=9, phase={"events-left": 2})
    later = carry(events, two, dice=[1, 3, 3, 4, 4, 5, 5])
    assert later.logged("jihad-check")[0].params["level"] == 9 and two.jihad == 10


@pytest.mark.rule("enduring-freedom:9.1", "enduring-freedom:29.1", "enduring-freedom:11.5")
def test_northern_alliance_units_rally_each_to_a_zone_of_its_own() -> None:
    """Event 5; ruling 42: a roll for each. Ruling 57: as many as are left."""
    there = state(step="events")
    carried = event(5, there, dice=[2, 3, 1, 1, 5, 2, 1])
    assert carried.where("na-fahim") == "zaranj" and carried.where("na-dostum") == "shebergan"
    assert there.points == 50 and not there.shown[unit("na-fahim")]
    rest = " ".join(
        BOX.of[c].id + (f".{c - BOX.first[BOX.of[c].id] + 1}" if BOX.of[c].count > 1 else "")
        for c in BOX.alliance
        if BOX.of[c].id != "na-fahim"
    )
    few = state({"kabul": z(untried=rest)}, step="events")
    assert len(event(5, few, dice=[6, 3, 1, 1]).logged("face-down")) == 1


@pytest.mark.rule("enduring-freedom:30.1", "enduring-freedom:29.1")
def test_an_uprising_puts_all_its_units_in_one_zone() -> None:
    there = state(step="events")
    carried = event(6, there, dice=[3, 3, 1, 1, 1, 1])
    assert [carried.where(name) for name in ("aq-obl", "aq-zawahiri", "aq-atef")] == ["zaranj"] * 3


@pytest.mark.rule("enduring-freedom:31.2", "enduring-freedom:31.3")
def test_an_offensive_moves_islamists_onto_coalition_units() -> None:
    """31.2, 31.3; rulings 45 and 46: concealed units move, untried units attract them; nobody leaves a stronghold, but
    strongholds may be entered; who is beside Coalition units already stays."""
    there = state(
        {
            "panjshir": z(untried="na-haz"),
            "bagram": z(hidden="tb-inf1"),
            "baghlan": z(hidden="tb-inf2", ground="us-kbar"),
            "kabul": z(hidden="tb-jih1"),
            "khyber": z(ground="us-dagger"),
            "tora-bora": z(hidden="tb-sec"),
            "herat": z(hidden="tb-hw"),
        },
        step="events",
    )
    carried = event(7, there, dice=[])
    assert [carried.where(name) for name in ("tb-inf1", "tb-inf2", "tb-jih1", "tb-sec", "tb-hw")] == [
        "panjshir",
        "baghlan",
        "khyber",
        "tora-bora",
        "herat",
    ]
    assert not there.shown[unit("tb-inf1")]


@pytest.mark.rule("enduring-freedom:31.3")
def test_with_a_choice_each_unit_goes_where_a_die_says() -> None:
    playing = table(
        {"kabul": z(hidden="tb-inf1 tb-inf2"), "bagram": z(ground="us-dagger"), "khyber": z(ground="us-kbar")},
        step="events",
        phase={"events-left": 1},
        jihad=1,
        dice=[3, 4, 1, 2],
    )
    advanced = {(e.params["origin"], e.params["place"]): e.params["n"] for e in logged(playing, "advanced")}
    assert advanced == {("kabul", "bagram"): 1, ("kabul", "khyber"): 1}


@pytest.mark.rule("enduring-freedom:28.2", "enduring-freedom:29.1")
def test_morale() -> None:
    """Event 8; ruling 41: a check that is passed is as an uprising, which may still occur itself."""
    there = state(
        {
            "kabul": z(shown="tb-inf1 sp-rescue", ground="us-dagger"),
            "tora-bora": z(shown="tb-sec", ground="us-kbar"),
            "herat": z(hidden="tb-hw"),
        },
        step="events",
        jihad=5,
    )
    carried = event(8, there, dice=[3, 3])
    assert [carried.where(name) for name in ("tb-inf1", "tb-sec", "tb-hw", "sp-rescue")] == [
        "underground",
        "tora-bora",
        "herat",
        "kabul",
    ]
    passed = state(step="events", jihad=9, phase={"events-left": 2})
    both = carry(events, passed, dice=[4, 4, 3, 3, 1, 3, 1, 1, 3, 3, 1, 3, 1, 1])
    assert [e.params["again"] for e in both.logged("event")] == [0, 0] and len(both.logged("face-down")) == 2


@pytest.mark.rule("enduring-freedom:29.1", "enduring-freedom:30.2")
def test_negotiations_take_the_northern_alliance_off_a_zone() -> None:
    there = state({"zaranj": z(tried="na-haz", untried="na-fahim", ground="us-dagger")}, step="events")
    carried = event(9, there, dice=[3, 1])
    assert [carried.where(name) for name in ("na-haz", "na-fahim", "us-dagger")] == [
        "alliance-available",
        "alliance-available",
        "zaranj",
    ]
    assert not there.shown[unit("na-haz")]
    assert not event(9, state(step="events"), dice=[3, 1]).logged("defected")


@pytest.mark.rule("enduring-freedom:29.1", "enduring-freedom:4.1")
@pytest.mark.parametrize(("die", "points"), [(4, 46), (5, 55)])
def test_war_on_terror(die: int, points: int) -> None:
    assert event(10, state(step="events"), dice=[die]).points() == points


@pytest.mark.rule("enduring-freedom:29.1", "enduring-freedom:9.3", "enduring-freedom:20.2")
def test_national_intelligence_shows_a_zone_both_sides() -> None:
    """Event 11; ruling 9: Northern Alliance units, too."""
    there = state(
        {"khyber": z(hidden="tb-inf1", untried="na-haz"), "herat": z(untried="na-her"), "kabul": z(shown="tb-ad1")},
        step="events",
    )
    event(11, there, dice=[])
    carried = carry(national, there, "khyber")
    assert carried.asked[0][1] == ["herat", "khyber", "nothing"]
    carry(national_shown, there)
    assert there.shown[unit("tb-inf1")] and there.shown[unit("na-haz")] and not there.shown[unit("na-her")]
    assert there.step == "events"


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:29.1", "enduring-freedom:20.2")
@pytest.mark.parametrize("by", ["event", "intelligence"])
def test_a_spectacular_that_an_event_turns_up_waits_for_the_counterattack_there(by: str) -> None:
    """Ruling 25: 29.1 (11) and the Intelligence counters it turns up belong to the Reaction Phase, too. Without a
    counterattack the counter has no effect."""
    for islamists, fought in (("tb-inf1", True), ("", False)):
        first = "sp-intel.1" if by == "intelligence" else "tb-sec"
        there = state(
            {
                "kabul": z(hidden="sp-spectacular.1", shown=islamists, ground="us-dagger"),
                "herat": z(hidden=f"{first} sp-spectacular.2"),
            },
            step="national",
        )
        carry(national, there, "herat" if by == "intelligence" else "kabul")
        carry(national_shown, there)
        if by == "intelligence":
            carry(designate, there, "kabul")
            carry(designated, there)
            assert where(there, "sp-spectacular.2") == "underground"  # nobody is beside it
        assert where(there, "sp-spectacular.1") == "kabul" and there.step == "events"
        there.step = "cas-reveal"
        carry(reaction_reveal, there)
        assert where(there, "sp-spectacular.1") == ("kabul" if fought else "underground")
        if fought:
            there.zone = zone("kabul")
            assert islamist_modifier(there, BOX, fighters(there, BOX)[1]) == BOX.jihad_edge[there.jihad] + 1


@pytest.mark.rule("enduring-freedom:29.3", "enduring-freedom:20.2")
def test_the_airlift_of_evil() -> None:
    """29.3; ruling 44: for good and for no points, in both cases."""
    there = state(
        {
            "kunduz": z(hidden="aq-obl tb-inf1"),
            "kabul": z(shown="tb-inf2", ground="us-dagger"),
            "herat": z(hidden="tb-ad1"),
            "ghazni": z(hidden="tb-sec"),
        },
        step="events",
    )
    carried = event(12, there, dice=[2, 4, 3])  # Kabul stays on 2, Herat stays on 4, Kunduz leaves on 3
    assert [carried.where(name) for name in ("aq-obl", "tb-inf1", "tb-inf2", "tb-ad1", "tb-sec")] == [
        "airlift-of-evil",
        "airlift-of-evil",
        "kabul",
        "herat",
        "ghazni",
    ]
    assert there.shown[unit("aq-obl")] and there.points == 50
    with_us = state({"kabul": z(shown="tb-inf2 sp-rescue", ground="us-dagger")}, step="events")
    gone = event(12, with_us, dice=[1])
    assert gone.where("tb-inf2") == "airlift-of-evil" and gone.where("sp-rescue") == "kabul"


@pytest.mark.rule("enduring-freedom:29.3", "enduring-freedom:20.2", "enduring-freedom:10.2")
def test_special_counters_do_not_fly_out_but_take_effect() -> None:
    """10.2, 20.2 (4): an ambush brings units that stay, Intelligence asks for a zone, a rescue mission begins there."""
    there = state(
        {
            "kunduz": z(hidden="tb-inf1 sp-ambush.1 sp-deception.1 sp-intel.1 sp-rescue.1"),
            "herat": z(hidden="sp-option"),
        },
        step="events",
        jihad=5,
    )
    carried = event(12, there, dice=[3, 1, 1, 1])  # Herat leaves on 3, Kunduz on 1; two picks for the ambush
    assert [
        carried.where(name)
        for name in ("tb-inf1", "sp-ambush.1", "sp-deception.1", "sp-intel.1", "sp-rescue.1", "sp-option")
    ] == ["airlift-of-evil", "aside", "underground", "aside", "kunduz", "underground"]
    assert [e.params["n"] for e in carried.logged("airlift")] == [0, 1]
    assert carried.where("aq-obl") == carried.where("aq-zawahiri") == "kunduz" and not there.shown[unit("aq-obl")]
    assert there.shown[unit("sp-rescue.1")] and (there.intel, there.step, there.then) == (1, "designate", "events")


# -- Loya Jirga ------------------------------------------------------------------------------------


READY = {"kabul": z(ground="us-cjtf", tried="na-fahim na-dostum")}


@pytest.mark.rule("enduring-freedom:33.1", "enduring-freedom:7.2")
def test_what_a_loya_jirga_needs() -> None:
    assert may_call(state(READY), BOX)
    for zones in (
        {"kabul": z(ground="us-cjtf", tried="na-fahim na-haz")},
        {"kabul": z(tried="na-fahim na-dostum")},
        {"kabul": z(ground="us-cjtf", tried="na-fahim na-dostum", hidden="tb-inf1")},
        {"kabul": z(ground="us-cjtf", tried="na-fahim", untried="na-dostum")},
        {"kabul": z(ground="us-fob1", tried="na-fahim na-dostum")},
    ):
        assert not may_call(state(zones), BOX)
    assert carry(civil_military, state(READY, step="civil"), "no").asked == [("loya-jirga", ["call", "no"])]


@pytest.mark.rule("enduring-freedom:33.2", "enduring-freedom:33.1")
def test_a_loya_jirga_is_tried_once() -> None:
    """33.2; ruling 48: nothing beyond points and level."""
    there = state(READY, step="civil", jihad=7)
    carry(civil_military, there, "call", dice=[4, 4, 5])
    assert (there.jihad, there.points, there.jirga) == (5, 55, 1)
    assert not may_call(there, BOX)
    failed = state(READY, step="civil", jihad=7)
    carry(loya_jirga, failed, dice=[3, 4, 6, 5])
    assert (failed.jihad, failed.points, failed.jirga) == (8, 39, 2)


def test_the_question_is_put_at_the_table() -> None:
    playing = table(READY, step="civil", jihad=1)
    assert (asked(playing).ask, keys(playing)) == ("loya-jirga", ["call", "no"])
