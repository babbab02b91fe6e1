"""Air missions, air transfer and air assault (17.0 to 19.0), air defense (21.0), joint strike (22.0)."""

from __future__ import annotations

import pytest

from khyber.engine.decision import Message
from khyber.engine.log import warning_of
from khyber.engine.table import Table
from khyber.games.enduring_freedom.rules.air import (
    air_movement,
    assault_zones,
    can_fly,
    capacity_left,
    capacity_points,
    drones_ready,
    flyable,
    is_base,
    may_attack,
    strike_zones,
    transfer_bases,
)
from khyber.games.enduring_freedom.rules.air_defense import air_defense_phase, flying_in
from khyber.games.enduring_freedom.rules.forces import islamist_zones
from khyber.games.enduring_freedom.rules.reaction import defensive_support, support_zones
from khyber.games.enduring_freedom.rules.strike import joint_strike_phase, strike_factor
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import BOX, Facts, answer, asked, carry, keys, names, state, table, unit, z, zone

# -- missions --------------------------------------------------------------------------------------


def warned(playing: Table[State]) -> dict[str, Message]:
    """The options that the game warns of."""
    found = {option.key: warning_of(playing, option) for option in asked(playing).options}
    return {key: message for key, message in found.items() if message is not None}


@pytest.mark.rule("enduring-freedom:17.4", "enduring-freedom:18.0")
def test_ending_air_movement_is_warned_of_while_aircraft_have_no_target() -> None:
    playing = table(
        {"kabul": z(shown="tb-inf1"), "herat": z(shown="tb-inf2")},
        step="air",
        staging={"pakistan": z(ground="us-dagger", air="us-f14")},
        boxes={"joint-strike": ["us-b52"], "close-air-support": ["us-b1"], "assets-ready": ["drone", "isr"]},
    )
    assert warned(playing) == {"done": Message("warning.air-unsent", {"n": 2})}
    answer(playing, "strike", "kabul")
    assert warned(playing) == {"done": Message("warning.air-unsent", {"n": 1})}, "the drone is left"
    answer(playing, "drone", "herat")
    assert keys(playing) == ["attack", "fly", "with us-dagger", "done"]
    assert not warned(playing), "ground units that may still fly are not aircraft"


@pytest.mark.rule("enduring-freedom:17.2")
def test_aircraft_that_nothing_can_be_struck_with_are_not_warned_of() -> None:
    playing = table(
        {"kabul": z(hidden="tb-inf1")},
        step="air",
        staging={"pakistan": z(ground="us-dagger")},
        boxes={"joint-strike": ["us-b52"]},
    )
    assert "done" in keys(playing) and not warned(playing)


def test_a_warning_is_a_matter_of_the_interface_alone() -> None:
    playing = table({"kabul": z(shown="tb-inf1")}, step="air", boxes={"joint-strike": ["us-b52", "us-b1"]})
    playing.choose("done")
    assert playing.steps[0].listed()[0] == "done", "who plays without asking is not asked"


@pytest.mark.rule("enduring-freedom:17.1", "enduring-freedom:17.2", "enduring-freedom:17.3", "enduring-freedom:18.1")
def test_strikes_go_anywhere_islamists_are_or_will_be_revealed() -> None:
    there = state(
        {
            "kabul": z(shown="tb-inf1"),
            "bagram": z(hidden="tb-inf2"),
            "herat": z(hidden="tb-inf2", untried="na-haz"),
            "ghazni": z(ground="us-dagger"),
        },
        step="air",
    )
    assert names(strike_zones(there, BOX)) == ["kabul", "herat"]


@pytest.mark.rule("enduring-freedom:17.4", "enduring-freedom:18.0", "enduring-freedom:7.2")
def test_only_tasked_air_units_fly_and_drones_from_assets_ready() -> None:
    """Rulings 54 and 55: CAS units wait in their box, untasked ones stay at home."""
    there = state(
        {"kabul": z(shown="tb-inf1"), "herat": z(shown="tb-inf2")},
        step="air",
        staging={"pakistan": z(air="us-b2")},
        boxes={"joint-strike": ["us-b52", "us-b1"], "close-air-support": ["us-f16"], "assets-ready": ["drone.1"]},
    )
    assert drones_ready(there, BOX) == [unit("drone")]
    carried = carry(air_movement, there, "strike", "us-b1", "herat", "drone", "kabul", "strike", "kabul", "done")
    assert [carried.where(name) for name in ("us-b1", "us-b52", "drone", "us-f16", "us-b2")] == [
        "herat",
        "kabul",
        "kabul",
        "close-air-support",
        "pakistan",
    ]
    assert there.step == "reveal"


@pytest.mark.rule("enduring-freedom:17.4", "enduring-freedom:22.1")
def test_all_tasked_air_units_strike_one_zone_at_once() -> None:
    """22.1: there is no limit; and a batch is what its single choices are."""

    def begun() -> State:
        return state(
            {"kabul": z(shown="tb-inf1"), "herat": z(shown="tb-inf2")},
            step="air",
            boxes={"joint-strike": ["us-b52", "us-b1", "us-b2"]},
        )

    batch = carry(air_movement, begun(), "strike-all", "kabul", "done")
    single = carry(
        air_movement, begun(), "strike", "us-b52", "kabul", "strike", "us-b1", "kabul", "strike", "kabul", "done"
    )
    assert batch.state == single.state and batch.raw == single.raw


# -- air transfer ----------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:19.1")
def test_a_disputed_airbase_can_be_used() -> None:
    """19.1, EXAMPLE: Bagram with a US unit and an Al Qaeda unit. Ruling 23."""
    there = state(
        {"bagram": z(ground="us-1-10", shown="aq-arab"), "kabul": z(hidden="tb-inf1"), "ghazni": z(ground="us-2-10")},
        step="air",
        staging={"pakistan": z(ground="us-go")},
    )
    assert [is_base(there, BOX, zone(name)) for name in ("bagram", "kabul", "herat", "ghazni")] == [
        True,
        False,
        False,
        False,
    ]
    assert "bagram" in names(transfer_bases(there, BOX, unit("us-go")))
    assert "pakistan" in names(transfer_bases(there, BOX, unit("us-1-10")))
    assert transfer_bases(there, BOX, unit("us-2-10")) == []  # Ghazni has no airfield


@pytest.mark.rule("enduring-freedom:19.2", "enduring-freedom:19.3")
def test_transfers_use_capacity_at_both_ends() -> None:
    there = state(
        {"bagram": z(tried="na-fahim")}, step="air", staging={"pakistan": z(ground="us-1-10 us-2-10 us-cjtf")}
    )
    carried = carry(
        air_movement, there, "fly", "us-1-10", "bagram", "fly", "us-2-10", "bagram", "fly", "persian-gulf", "done"
    )
    assert carried.where("us-1-10") == carried.where("us-2-10") == "bagram"
    assert capacity_left(there, BOX, zone("bagram")) == 0
    assert carried.where("us-cjtf") == "persian-gulf"  # no room at Bagram any more


@pytest.mark.rule("enduring-freedom:19.3")
def test_a_capacity_of_six_is_shared_by_taking_off_and_landing() -> None:
    """19.3, EXAMPLE: four take off and two land in the same phase. Ruling 22: shared, per phase, by transfers only."""
    there = state(
        {"bagram": z(ground="us-fob1 us-1-10"), "kabul": z(ground="us-fob2 us-2-10")},
        step="air",
        staging={"pakistan": z(ground="us-cjtf us-tf58 us-cjmp us-pmc us-meb us-dagger")},
    )
    orders = (
        "fly",
        "us-cjtf",
        "bagram",
        "fly",
        "us-tf58",
        "bagram",
        "fly",
        "us-cjmp",
        "kabul",
        "fly",
        "us-pmc",
        "kabul",
        "fly",
        "us-1-10",
        "pakistan",
        "fly",
        "us-2-10",
        "pakistan",
    )
    carried = carry(air_movement, there, *orders, "fly", "bagram", "done")
    assert capacity_left(there, BOX, 129) == 0
    assert carried.where("us-meb") == "pakistan" and carried.where("us-dagger") == "bagram"  # an air assault


@pytest.mark.rule("enduring-freedom:19.3")
def test_airbases_have_two_points_and_four_with_fobs_and_heavy_units_count_double() -> None:
    """Ruling 21: more FOBs do not make it more than four."""
    there = state({"bagram": z(ground="us-fob1 us-fob2"), "kabul": z(ground="us-1-10")}, step="air")
    assert [capacity_left(there, BOX, zone(name)) for name in ("bagram", "kabul")] == [4, 2]
    assert [capacity_points(BOX, unit(name)) for name in ("us-1-10", "us-1cav")] == [1, 2]


@pytest.mark.rule("enduring-freedom:19.4", "enduring-freedom:32.3")
def test_northern_alliance_and_iranian_units_cannot_fly() -> None:
    there = state(
        {"kabul": z(tried="na-fahim", ground="us-fob1")}, step="air", staging={"persian-gulf": z(ground="ir-irgc")}
    )
    assert not can_fly(BOX, unit("ir-irgc")) and list(flyable(there, BOX)) == []


# -- air assault -----------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:19.5", "enduring-freedom:19.7")
def test_air_assaults_start_or_end_at_a_base() -> None:
    there = state(
        {"ghazni": z(ground="us-15meu"), "bagram": z(ground="us-1-10", shown="tb-inf1")},
        step="air",
        staging={"pakistan": z(ground="us-3-101 us-dagger")},
    )
    from_base = names(assault_zones(there, BOX, unit("us-3-101")))
    assert {"kabul", "shah-i-kot", "persian-gulf"} <= set(from_base)  # 19.7: Shah-i-Kot is no mountain zone
    assert {"gardez", "khyber"}.isdisjoint(from_base)
    assert {"gardez", "khyber"} <= set(names(assault_zones(there, BOX, unit("us-dagger"))))  # SOF
    assert names(assault_zones(there, BOX, unit("us-15meu"))) == ["bagram", "persian-gulf", "pakistan", "central-asia"]


@pytest.mark.rule("enduring-freedom:19.7", "enduring-freedom:19.5")
def test_only_sof_leave_mountains_by_air() -> None:
    there = state({"gardez": z(ground="us-dagger us-15meu")}, step="air")
    assert assault_zones(there, BOX, unit("us-15meu")) == []
    assert names(assault_zones(there, BOX, unit("us-dagger"))) == ["persian-gulf", "pakistan", "central-asia"]


@pytest.mark.rule("enduring-freedom:19.6", "enduring-freedom:19.8", "enduring-freedom:19.9")
def test_any_number_lands_and_a_landing_makes_a_base_for_transfers() -> None:
    """19.8, 19.9; rulings 24 and 61: the base is disputed from that moment; nobody flies twice."""
    there = state(
        {"bagram": z(shown="tb-inf1")}, step="air", staging={"pakistan": z(ground="us-dagger us-kbar us-sword us-1-10")}
    )
    carried = carry(
        air_movement,
        there,
        "fly",
        "us-dagger",
        "bagram",
        "fly",
        "us-kbar",
        "bagram",
        "fly",
        "us-sword",
        "bagram",
        "fly",
        "bagram",
        "done",
    )
    assert [carried.where(name) for name in ("us-dagger", "us-sword", "us-1-10")] == ["bagram"] * 3
    assert capacity_left(there, BOX, zone("bagram")) == 1


@pytest.mark.rule("enduring-freedom:19.5", "enduring-freedom:19.7")
def test_an_attack_from_the_air_is_offered_where_somebody_can_fly_to_a_zone_with_islamists() -> None:
    """Marines fly to no mountains, special forces do; and with nobody on the map there is nothing to attack."""

    def offered(zones: dict[str, Facts], ground: str) -> bool:
        there = state(zones, step="air", staging={"pakistan": z(ground=ground)})
        return may_attack(there, BOX, islamist_zones(there, BOX))

    khyber = {"khyber": z(hidden="tb-inf1")}
    assert not offered(khyber, "us-15meu") and offered(khyber, "us-15meu us-dagger")
    assert offered({**khyber, "kabul": z(shown="tb-inf2")}, "us-15meu") and not offered({}, "us-15meu us-dagger")
    assert not offered({"kabul": z(shown="sp-rescue")}, "us-dagger")


# -- air defense -----------------------------------------------------------------------------------


def defended(**zone_: str) -> State:
    return state({"kabul": z(**zone_)}, step="air-defense", phase={"moved": ["us-dagger"]})


@pytest.mark.rule("enduring-freedom:21.1", "enduring-freedom:21.3", "enduring-freedom:4.2")
def test_each_air_defense_unit_fires_once_and_the_player_chooses_who_is_hit() -> None:
    there = defended(shown="tb-ad2.1 tb-ad2.2 tb-inf1", air="us-b52", ground="us-dagger us-kbar")
    carried = carry(air_defense_phase, there, "us-b52", "us-b52", dice=[2, 1])
    assert carried.where("us-b52") == "eliminated" and carried.points() == 50 - 1 - 2
    assert carried.asked[0] == ("air-loss", ["us-b52", "us-dagger"])  # 21.1: two hits may eliminate one unit entirely


@pytest.mark.rule("enduring-freedom:21.1", "enduring-freedom:21.4", "enduring-freedom:21.5")
def test_drones_and_those_who_came_on_foot_are_not_fired_at() -> None:
    there = defended(shown="tb-ad2", assets="drone", ground="us-kbar")
    assert flying_in(there, BOX, zone("kabul")) == []
    carry(air_defense_phase, there)
    landed = defended(shown="tb-ad2", ground="us-dagger us-kbar")
    carried = carry(air_defense_phase, landed, dice=[3])
    assert not carried.logged("reduced")


@pytest.mark.rule("enduring-freedom:21.3", "enduring-freedom:22.2")
def test_a_reduced_air_unit_completes_its_mission_at_its_reduced_strength() -> None:
    there = state({"kabul": z(shown="tb-ad2 tb-inf1", air="us-b52")}, step="air-defense")
    carry(air_defense_phase, there, dice=[1])
    assert there.reduced[unit("us-b52")]
    carried = carry(joint_strike_phase, there, "pakistan", dice=[3])
    assert [e.params["success"] for e in carried.logged("fired")] == [0]  # 2 is its reduced rating


# -- joint strike ----------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:22.2", "enduring-freedom:22.4", "enduring-freedom:17.5")
def test_a_strike_rolls_a_die_for_each_and_nobody_fires_back() -> None:
    there = state({"balkh": z(shown="tb-ad1 tb-inf1 tb-arm", air="us-b52 us-f16", assets="drone")}, step="strike")
    carried = carry(joint_strike_phase, there, "tb-inf1 balkh", "pakistan", "pakistan", dice=[4, 6, 3])
    assert carried.points() == 50 - 1 + 2  # 22.2 (3): a 6 costs a point; two eliminated
    assert carried.where("drone") == "available"  # spent
    assert [carried.where(name) for name in ("tb-inf1", "tb-ad1", "tb-arm")] == ["underground", "underground", "balkh"]
    assert there.step == "combat-begin"


@pytest.mark.rule("enduring-freedom:22.2", "enduring-freedom:22.3")
def test_collateral_damage_of_strikes() -> None:
    """Ruling 32: on 5 and 6 in a city, 6 elsewhere; a point each, and no step of the air unit."""
    for name, lost in (("kabul", 2), ("balkh", 1)):
        there = state({name: z(shown="tb-arm", air="us-b52 us-b1")}, step="strike")
        carried = carry(joint_strike_phase, there, "all pakistan", dice=[5, 6])
        assert carried.points() == 50 - lost and not any(there.reduced)


@pytest.mark.rule("enduring-freedom:22.3", "enduring-freedom:25.1")
def test_the_weakest_fall_first_and_among_equals_the_player_chooses() -> None:
    """Ruling 33: weakest first always; ties are the player's choice."""
    there = state({"balkh": z(shown="aq-zawahiri tb-inf2 tb-inf1 tb-arm", air="us-b52 us-b1")}, step="strike")
    carried = carry(joint_strike_phase, there, "aq-zawahiri", "all pakistan", dice=[1, 1, 3, 4])
    assert carried.asked[0] == ("islamist-loss", ["aq-zawahiri", "tb-inf2 balkh"])
    assert carried.points() == 50 + 1 + 7


@pytest.mark.rule("enduring-freedom:22.5")
@pytest.mark.parametrize(
    ("where", "factors"),
    [("gardez", (3, 1, 3)), ("tora-bora", (3, 1, 3)), ("kabul", (4, 1, 3)), ("helmand", (4, 1, 3))],
)
def test_mountains_and_strongholds_reduce_air_units_but_not_drones(where: str, factors: tuple[int, ...]) -> None:
    """22.5; ruling 34: not below 1."""
    there = state({where: z(shown="tb-inf1", air="us-b52 us-b2*", assets="drone")}, step="strike")
    assert tuple(strike_factor(there, BOX, unit(name), zone(where)) for name in ("us-b52", "us-b2", "drone")) == factors


@pytest.mark.rule("enduring-freedom:17.2", "enduring-freedom:22.2")
def test_without_a_revealed_target_there_is_no_attack() -> None:
    there = state({"kabul": z(hidden="tb-inf1", air="us-b52", assets="drone")}, step="strike")
    carried = carry(joint_strike_phase, there, "pakistan")
    assert not carried.logged("fired") and carried.where("drone") == "assets-ready"


# -- close air support -----------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:17.1")
def test_close_air_support_is_for_us_and_nato_units_only() -> None:
    there = state(
        {
            "kabul": z(shown="tb-inf1", ground="us-dagger"),
            "herat": z(shown="tb-inf2", tried="na-ismail"),
            "farah": z(shown="tb-ad1", ground="ir-irgc"),
            "ghazni": z(ground="us-kbar"),
        },
        step="cas",
    )
    assert names(support_zones(there, BOX)) == ["kabul"]


@pytest.mark.rule("enduring-freedom:21.2", "enduring-freedom:17.1", "enduring-freedom:7.2")
def test_air_defense_fires_when_all_close_air_support_is_placed() -> None:
    """Ruling 30: in the Defensive CAS Phase, at once."""
    there = state(
        {"kabul": z(shown="tb-ad2", ground="us-dagger"), "herat": z(shown="tb-inf2", ground="us-kbar")},
        step="cas",
        boxes={"close-air-support": ["us-b52", "us-b1"], "assets-ready": ["drone.1"]},
    )
    carried = carry(
        defensive_support, there, "cas", "us-b52", "kabul", "drone", "herat", "cas", "kabul", "us-b1", dice=[2]
    )
    assert there.reduced[unit("us-b1")] and carried.where("drone") == "herat"
    assert there.step == "counterattack-begin"


@pytest.mark.rule("enduring-freedom:17.1")
def test_all_close_air_support_at_once() -> None:
    playing = table(
        {"kabul": z(shown="tb-inf1", ground="us-dagger"), "herat": z(shown="tb-inf2", ground="us-kbar")},
        step="cas",
        boxes={"close-air-support": ["us-b52", "us-b1"]},
    )
    playing.choose("cas-all")
    playing.choose("herat")
    assert playing.state.where[unit("us-b52")] == playing.state.where[unit("us-b1")] == zone("herat")
