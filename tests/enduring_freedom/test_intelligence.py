"""InfoWar and ISR (13.0, 14.0), fog of war and special counters (9.3, 10.0, 20.0)."""

from __future__ import annotations

import pytest

from khyber.games.enduring_freedom.rules.admin import admin, rescue_missions
from khyber.games.enduring_freedom.rules.forces import concealed_in, revealed_at
from khyber.games.enduring_freedom.rules.intelligence import infowar, isr, isr_missions
from khyber.games.enduring_freedom.rules.reaction import reaction_reveal
from khyber.games.enduring_freedom.rules.reveal import (
    conceal,
    designate,
    designated,
    raise_units,
    reveal_phase,
    show_islamists,
)
from tests.enduring_freedom.tables import (
    BOX,
    GAME,
    Carried,
    answer,
    asked,
    carry,
    keys,
    shown,
    state,
    table,
    unit,
    z,
    zone,
)

READY = {"assets-ready": ["infowar.1", "infowar.2", "infowar.3", "isr.1", "isr.2"]}


# -- InfoWar ---------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:14.1", "enduring-freedom:14.2", "enduring-freedom:14.3", "enduring-freedom:28.1")
def test_infowar_lowers_the_level_on_1_to_3_and_blows_back_on_6() -> None:
    carried = carry(infowar, state(step="infowar", boxes=READY), "3", dice=[3, 4, 6])
    assert [e.params["now"] for e in carried.logged("jihad")] == [8, 9]
    assert [carried.where(f"infowar.{n}") for n in (1, 2, 3)] == ["available"] * 3
    assert carried.asked == [("infowar", ["0", "1", "2", "3"])]


# -- ISR -------------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:13.1", "enduring-freedom:13.2", "enduring-freedom:3.5")
def test_isr_markers_are_all_placed_before_any_is_executed() -> None:
    there = state({"kabul": z(hidden="tb-inf1 tb-inf2"), "herat": z(hidden="tb-ad1")}, step="isr", boxes=READY)
    carried = carry(isr, there, "kabul", "kabul")
    assert names_of(there.targets) == ["kabul", "kabul"] and not any(there.shown)
    assert carried.where("isr.1") == carried.where("isr.2") == "available"
    executed = carry(isr_missions, there, dice=[3, 5])
    assert [e.params["unit"] for e in executed.logged("revealed")] == ["tb-inf2", "tb-inf1"]
    assert len(executed.logged("isr")) == 2  # 13.2: the second is executed although all is revealed
    assert there.step == "staging"


def names_of(places: bytes) -> list[str]:
    return [BOX.place_id(place) for place in places]


@pytest.mark.rule("enduring-freedom:13.1")
def test_isr_finds_nothing_on_4_to_6() -> None:
    there = state({"kabul": z(hidden="tb-inf1")}, step="isr-missions", phase={"targets": ["kabul"]})
    assert not carry(isr_missions, there, dice=[4]).logged("revealed")


@pytest.mark.rule("enduring-freedom:13.1", "enduring-freedom:9.3", "enduring-freedom:20.4")
def test_isr_reveals_northern_alliance_units_as_well() -> None:
    """Ruling 8: everything in the zone, both sides."""
    there = state({"khyber": z(hidden="tb-inf1", untried="na-haz")}, step="isr-missions", phase={"targets": ["khyber"]})
    carry(isr_missions, there, dice=[1])
    assert there.shown[unit("na-haz")] and there.shown[unit("tb-inf1")]


@pytest.mark.rule("enduring-freedom:13.1", "enduring-freedom:30.4", "enduring-freedom:20.3")
def test_isr_in_the_underground_turns_up_one_counter_until_the_admin_phase() -> None:
    """Ruling 15: at random; it stays face up there, whatever it is, but Intelligence takes effect."""
    there = state(step="isr-missions", phase={"targets": ["underground", "underground"]})
    carried = carry(isr_missions, there, dice=[5, unit("sp-rescue") + 1, 6])
    assert carried.where("sp-rescue") == "underground" and there.shown[unit("sp-rescue")]
    assert f"?underground {unit('sp-rescue') + 1}" in carried.entries
    carry(conceal, there)
    assert not there.shown[unit("sp-rescue")]
    lucky = state({"kabul": z(hidden="tb-inf1")}, step="isr-missions", phase={"targets": ["underground"]})
    carry(isr_missions, lucky, dice=[1, unit("sp-intel")])  # the infantry is not among them: one place lower
    assert (lucky.step, lucky.intel, lucky.then) == ("designate", 1, "isr-missions")


# -- revealing -------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:13.1", "enduring-freedom:20.3")
def test_what_isr_turned_up_in_the_underground_cannot_be_followed_when_units_come_from_there() -> None:
    """Before a counter is picked, those face up are turned down: the view does not tell which ones are still there."""
    there = state(boxes={"underground-revealed": ["aq-obl", "tb-omar"]})
    carried = Carried(there, [1], GAME)
    assert raise_units(carried.play, "30.1", 0, zone("kabul")) == 0 and there.shown[unit("aq-obl")]
    raise_units(carried.play, "30.1", 1, zone("kabul"))
    assert carried.where("aq-obl") == "kabul" and carried.where("tb-omar") == "underground"
    assert not there.shown[unit("aq-obl")] and not there.shown[unit("tb-omar")]
    assert [(e.kind, e.params["n"], e.params["place"]) for e in map(GAME.read_event, carried.raw)] == [
        ("concealed", 2, "underground"),
        ("face-down", 1, "kabul"),
    ]


@pytest.mark.rule("enduring-freedom:10.1", "enduring-freedom:20.1", "enduring-freedom:20.2")
def test_islamists_beside_coalition_units_are_revealed_even_by_untried_ones() -> None:
    there = state(
        {
            "kabul": z(hidden="tb-inf1", ground="us-dagger"),
            "khyber": z(hidden="tb-inf2", untried="na-haz"),
            "herat": z(hidden="tb-ad1"),
        },
        step="reveal",
    )
    assert concealed_in(there, BOX, zone("kabul"))
    carry(reveal_phase, there)
    assert [there.shown[unit(name)] for name in ("tb-inf1", "tb-inf2", "tb-ad1", "na-haz")] == [1, 1, 0, 0]
    assert there.step == "air-defense"


@pytest.mark.rule("enduring-freedom:20.2")
def test_and_so_they_are_in_the_reaction_phase() -> None:
    there = state({"kabul": z(hidden="tb-inf1", ground="us-dagger")}, step="cas-reveal")
    carry(reaction_reveal, there)
    assert there.shown[unit("tb-inf1")] and there.step == "cas"


@pytest.mark.rule("enduring-freedom:20.3", "enduring-freedom:7.2")
def test_they_are_concealed_in_the_admin_phase_where_no_coalition_unit_is() -> None:
    there = state(
        {"kabul": z(shown="tb-inf1", untried="na-haz"), "herat": z(shown="tb-ad1"), "ghazni": z(tried="na-fahim")},
        step="admin",
    )
    carry(admin, there)
    assert [there.shown[unit(name)] for name in ("tb-inf1", "tb-ad1", "na-fahim")] == [1, 0, 1]


@pytest.mark.rule("enduring-freedom:20.1", "enduring-freedom:17.2")
def test_only_what_lies_face_up_can_be_attacked_from_the_air() -> None:
    there = state({"kabul": z(hidden="tb-inf1", shown="tb-inf2 sp-rescue")})
    assert revealed_at(there, BOX, zone("kabul")) == [unit("tb-inf2")]


# -- special counters ------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:30.1")
def test_an_ambush_brings_as_many_units_as_the_lower_line_says() -> None:
    """10.2; rulings 2 and 26: face up in a Reveal Phase, and the counter goes Underground when the reveals are over."""
    there = state({"kabul": z(hidden="sp-ambush.1", ground="us-dagger")}, step="reveal", jihad=5)
    carried = carry(reveal_phase, there, dice=[1, 1])
    assert dict(carried.logged("ambush")[0].params) == {"place": "kabul", "n": 2}
    assert carried.where("aq-obl") == carried.where("aq-zawahiri") == "kabul"
    assert there.shown[unit("aq-obl")]
    assert carried.where("sp-ambush.1") == "underground" and not there.shown[unit("sp-ambush.1")]


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:13.1")
def test_an_ambush_found_by_isr_lies_face_down() -> None:
    """Ruling 26: by ISR or event no."""
    there = state({"kabul": z(hidden="sp-ambush.1")}, step="isr-missions", jihad=2, phase={"targets": ["kabul"]})
    carried = carry(isr_missions, there, dice=[1, 1])
    assert carried.where("aq-obl") == "kabul" and not there.shown[unit("aq-obl")]


@pytest.mark.rule("enduring-freedom:10.2")
def test_two_ambushes_do_not_draw_each_other_without_end() -> None:
    """Ruling 26: turned up, they are laid aside until the phase's reveals are over."""
    others = [
        BOX.of[c].id + (f".{c - BOX.first[BOX.of[c].id] + 1}" if BOX.of[c].count > 1 else "")
        for c in BOX.islamists
        if BOX.of[c].id != "sp-ambush"
    ]
    there = state(
        {"kabul": z(hidden="sp-ambush.1", ground="us-dagger"), "herat": z(hidden=" ".join(others))},
        step="reveal",
        jihad=12,
    )
    carried = carry(reveal_phase, there, dice=[1, 1])
    assert len(carried.logged("ambush")) == 3
    assert there.step == "air-defense" and there.where.count(134) == 3


@pytest.mark.rule("enduring-freedom:10.2")
def test_intelligence_information_shows_a_zone_of_the_player_s_choice() -> None:
    playing = table(
        {
            "kabul": z(hidden="sp-intel.1", ground="us-dagger"),
            "herat": z(hidden="tb-ad1 sp-deception.1"),
            "ghazni": z(hidden="tb-inf1"),
        },
        step="reveal",
        jihad=1,
    )
    assert (asked(playing).ask, keys(playing)) == ("designate", ["ghazni", "herat", "nothing"])
    assert shown(playing, "boxes", "aside") == {"sp-intel": 1}
    answer(playing, "herat")
    revealed = [(e.params["unit"], e.params["place"]) for e in playing.all_events() if e.kind == "revealed"]
    assert revealed == [("sp-intel", "kabul"), ("tb-ad1", "herat"), ("sp-deception", "herat")]
    assert {"sp-intel", "sp-deception"} <= {e.params["unit"] for e in playing.all_events() if e.kind == "underground"}


@pytest.mark.rule("enduring-freedom:10.2")
def test_a_zone_with_nothing_face_down_may_be_designated() -> None:
    there = state(
        {"ghazni": z(hidden="tb-inf1")},
        step="designate",
        boxes={"aside": ["sp-intel.1"]},
        phase={"intel": 1, "then": "reveal"},
    )
    carry(designate, there, "nothing")
    carried = carry(designated, there)
    assert not carried.logged("revealed") and there.step == "reveal" and carried.where("sp-intel.1") == "underground"


@pytest.mark.rule("enduring-freedom:10.2")
@pytest.mark.parametrize("special", ["sp-deception.1", "sp-option", "sp-spectacular.1"])
def test_deception_option_and_a_spectacular_outside_battle_leave_without_effect(special: str) -> None:
    carried = Carried(state({"kabul": z(hidden=special)}), [], GAME)
    show_islamists(carried.play, "13.1", zone("kabul"), battle=False)
    assert carried.where(special) == "underground" and carried.points() == 50


@pytest.mark.rule("enduring-freedom:10.2")
@pytest.mark.parametrize(("unit_there", "points"), [("us-dagger", 54), ("ir-irgc", 54), ("us-1-10", 46)])
def test_a_rescue_mission_needs_a_sof_unit_in_its_zone(unit_there: str, points: int) -> None:
    there = state({"kabul": z(shown="sp-rescue.1", ground=unit_there)}, step="admin")
    carried = carry(rescue_missions, there, dice=[4])
    assert carried.points() == points and carried.where("sp-rescue.1") == "underground"


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:23.2")
def test_a_spectacular_waits_for_its_battle_only_if_one_follows() -> None:
    """Rulings 25 and 59: without Islamist combat units, or with untried units only, there is none."""
    there = state(
        {
            "kabul": z(hidden="sp-spectacular.1 tb-inf1", ground="us-dagger"),
            "herat": z(hidden="sp-spectacular.2", ground="us-kbar"),
        },
        step="reveal",
    )
    carried = carry(reveal_phase, there)
    assert carried.where("sp-spectacular.1") == "kabul" and carried.where("sp-spectacular.2") == "underground"
    untried = state({"kabul": z(hidden="sp-spectacular.1 tb-inf1", untried="na-haz")}, step="reveal")
    assert carry(reveal_phase, untried).where("sp-spectacular.1") == "underground"
