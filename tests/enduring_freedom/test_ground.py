"""Staging (15.0) and ground movement (16.0)."""

from __future__ import annotations

import pytest

from khyber.games.enduring_freedom.rules.ground import (
    along_roads,
    destinations,
    ground_movement,
    has_road_bonus,
    mobile,
    movement_allowance,
    ways_in,
    ways_out,
)
from khyber.games.enduring_freedom.rules.staging import at_home, fly_home, staging
from tests.enduring_freedom.tables import BOX, Facts, carry, names, state, table, unit, z, zone


def listed(facts: Facts, key: str) -> list[object]:
    units = facts.get(key, [])
    assert isinstance(units, list)
    return units


def reach(name: str, here: str, *, more: dict[str, Facts] | None = None) -> list[str]:
    """Where a unit can go from a zone."""
    sort = "tried" if name.startswith("na-") else "ground"
    others = (more or {}).get(here, {})
    mine = z(**{sort: name})
    merged: Facts = {key: [*listed(mine, key), *listed(others, key)] for key in {*mine, *others}}
    there = state({**(more or {}), here: merged}, step="ground")
    there.began = bytes(there.where[c] for c in BOX.engineers)
    return names(destinations(there, BOX, unit(name)))


# -- staging ---------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:15.0", "enduring-freedom:17.1", "enduring-freedom:8.7")
def test_units_change_staging_areas_and_air_units_are_tasked_in_any_order() -> None:
    there = state(staging={"pakistan": z(ground="us-dagger", air="us-b52 us-b1")}, step="staging")
    carried = carry(staging, there, "cas", "us-b1", "move-ground", "persian-gulf", "strike", "done")
    assert [carried.where(name) for name in ("us-b1", "us-dagger", "us-b52")] == [
        "close-air-support",
        "persian-gulf",
        "joint-strike",
    ]
    assert at_home(there, BOX) == [] and there.step == "ground"


@pytest.mark.rule("enduring-freedom:15.0", "enduring-freedom:8.5")
def test_a_unit_changes_its_area_once_and_only_where_there_is_room() -> None:
    there = state(
        staging={"central-asia": z(ground="us-dagger us-kbar us-sword us-75r"), "pakistan": z(ground="us-soar")},
        step="staging",
    )
    carried = carry(staging, there, "move-ground", "us-soar", "move-ground", "us-kbar", "pakistan", "done")
    assert carried.where("us-soar") == "persian-gulf"  # Central Asia is full: no question
    assert ("staging-unit", ["us-dagger", "us-kbar", "us-sword", "us-75r"]) in carried.asked


@pytest.mark.rule("enduring-freedom:17.1")
def test_all_air_units_are_tasked_at_once_as_they_are_one_by_one() -> None:
    area = {"pakistan": z(air="us-b52 us-b1 us-b2")}
    batch = carry(staging, state(staging=area, step="staging"), "strike-all", "done")
    single = carry(
        staging, state(staging=area, step="staging"), "strike", "us-b52", "strike", "us-b1", "strike", "done"
    )
    assert batch.state == single.state and batch.raw == single.raw


@pytest.mark.rule("enduring-freedom:17.5")
def test_air_units_fly_home_to_any_area_with_room() -> None:
    there = state({"kabul": z(air="us-b52 us-b1")}, staging={"central-asia": z(air="us-b2 us-f15e us-f16 us-a10")})
    flying = [unit("us-b52"), unit("us-b1")]
    single = carry(lambda play: fly_home(play, flying), there.copy(), "pakistan", "persian-gulf")
    assert (single.where("us-b52"), single.where("us-b1")) == ("pakistan", "persian-gulf")
    assert single.asked[0][1] == ["all persian-gulf", "all pakistan", "persian-gulf", "pakistan"]
    batch = carry(lambda play: fly_home(play, flying), there.copy(), "all pakistan")
    assert (batch.where("us-b52"), batch.where("us-b1")) == ("pakistan", "pakistan")


# -- allowances ------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:16.1")
@pytest.mark.parametrize(
    ("name", "zones"), [("us-dagger", 2), ("nato-rcr", 2), ("na-haz", 1), ("ir-irgc", 1), ("us-fob1", 0)]
)
def test_movement_allowances(name: str, zones: int) -> None:
    assert movement_allowance(BOX, unit(name)) == zones


@pytest.mark.rule("enduring-freedom:16.1", "enduring-freedom:16.3")
def test_farah_to_herat_is_one_zone() -> None:
    """16.1, EXAMPLE: the city lies entirely within the zone."""
    assert "herat" in reach("ir-irgc", "farah")


@pytest.mark.rule("enduring-freedom:16.1", "enduring-freedom:16.3")
def test_kabul_to_bagram_to_panjshir_is_two_zones() -> None:
    """16.1, EXAMPLE."""
    assert "panjshir" in reach("us-dagger", "kabul")
    assert "panjshir" not in reach("na-haz", "kabul") and "bagram" in reach("na-haz", "kabul")


@pytest.mark.rule("enduring-freedom:16.1", "enduring-freedom:16.4")
def test_kabul_to_khyber_to_tora_bora_takes_two_turns() -> None:
    """16.1, EXAMPLE, and 16.4; ruling 18: it costs two, and the mountains of Khyber stop movement."""
    assert "khyber" in reach("us-dagger", "kabul") and "tora-bora" not in reach("us-dagger", "kabul")
    assert "tora-bora" in reach("us-dagger", "khyber")


@pytest.mark.rule("enduring-freedom:16.4", "enduring-freedom:8.3")
def test_movement_stops_in_mountains_and_deserts() -> None:
    assert "zaranj" not in reach("us-dagger", "lashkargam")  # behind Helmand and Farah, both desert
    assert {"helmand", "farah", "spin-boldak"} <= set(reach("us-dagger", "lashkargam"))


@pytest.mark.rule("enduring-freedom:16.4")
def test_movement_stops_where_islamist_units_are_and_may_start_there() -> None:
    contact = {"spin-boldak": z(hidden="sp-deception"), "kandahar": z(shown="tb-inf1")}
    assert "ghazni" not in reach("us-dagger", "kandahar", more=contact)
    assert "spin-boldak" in reach("us-dagger", "kandahar", more=contact)
    marker = {"spin-boldak": z(shown="sp-rescue")}
    assert "ghazni" in reach("us-dagger", "kandahar", more=marker)  # no unit


@pytest.mark.rule("enduring-freedom:16.1", "enduring-freedom:9.3")
def test_untried_units_and_fobs_do_not_move() -> None:
    """Ruling 10: Northern Alliance units face down do not move."""
    there = state({"kabul": z(untried="na-haz.1", tried="na-haz.2", ground="us-fob1 us-dagger")}, step="ground")
    assert mobile(there, BOX) == [unit("na-haz.2"), unit("us-dagger")]


# -- in and out ------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:16.2", "enduring-freedom:32.3")
def test_roads_lead_in_from_staging_areas_one_zone() -> None:
    """16.2; rulings 13 and 20: a line without a road is none; only Iranian units have the road to Farah."""
    there = state(
        staging={
            "pakistan": z(ground="us-dagger"),
            "persian-gulf": z(ground="us-kbar ir-irgc"),
            "central-asia": z(ground="us-sword"),
        }
    )
    assert names(ways_in(there, BOX, unit("us-dagger"))) == ["khyber", "spin-boldak"]
    assert names(ways_in(there, BOX, unit("us-sword"))) == ["balkh", "baghlan"]
    assert (names(ways_in(there, BOX, unit("us-kbar"))), names(ways_in(there, BOX, unit("ir-irgc")))) == ([], ["farah"])
    assert names(destinations(there, BOX, unit("us-dagger"))) == ["khyber", "spin-boldak"]


@pytest.mark.rule("enduring-freedom:16.2")
def test_roads_lead_out_to_staging_areas_with_room() -> None:
    there = state({"balkh": z(tried="na-dostum"), "farah": z(ground="us-dagger ir-irgc")})
    assert names(ways_out(there, BOX, unit("na-dostum"))) == ["central-asia"]
    assert names(ways_out(there, BOX, unit("us-dagger"))) == []
    assert names(ways_out(there, BOX, unit("ir-irgc"))) == ["persian-gulf"]
    full = state(
        {"balkh": z(tried="na-dostum")}, staging={"central-asia": z(ground="us-dagger us-kbar us-sword us-75r")}
    )
    assert names(ways_out(full, BOX, unit("na-dostum"))) == []


# -- roads -----------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:16.5", "enduring-freedom:8.4")
def test_a_nato_unit_with_a_fob_moves_three_zones_along_the_road() -> None:
    """16.5, EXAMPLE: from Kandahar; and not off the road."""
    with_fob = reach("nato-isaf", "kandahar", more={"kandahar": z(ground="us-fob1")})
    assert "kabul" in with_fob and "kabul" not in reach("nato-isaf", "kandahar")
    assert "gardez" in with_fob  # two zones, by Spin Boldak
    assert "hazarajat" in with_fob and "chaghcharan" not in with_fob  # three zones, but off the road


@pytest.mark.rule("enduring-freedom:16.5")
def test_the_extra_zone_leads_into_no_mountain_or_desert() -> None:
    there = state({"spin-boldak": z(ground="us-dagger us-fob1")})
    third = names(sorted(along_roads(there, BOX, zone("spin-boldak"), 2)))
    assert "bagram" in third
    assert {"khyber", "gardez", "farah"}.isdisjoint(third)


@pytest.mark.rule("enduring-freedom:16.5", "enduring-freedom:32.2")
def test_an_engineer_helps_its_own_nationality_and_a_fob_anybody() -> None:
    """Ruling 19: Northern Alliance and Iranian units gain from a FOB only."""
    for name, engineer, fob in (
        ("us-dagger", True, True),
        ("nato-isaf", False, True),
        ("na-haz", False, True),
        ("ir-irgc", False, True),
    ):
        sort = "tried" if name.startswith("na-") else "ground"
        for helper, helped in (("us-eng1", engineer), ("us-fob1", fob)):
            units = {"ground": helper} | ({sort: f"{name} {helper}"} if sort == "ground" else {sort: name})
            there = state({"kandahar": z(**units)}, step="ground")
            there.began = bytes(there.where[c] for c in BOX.engineers)
            assert has_road_bonus(there, BOX, unit(name)) == helped, (name, helper)
    off_road = state({"panjshir": z(ground="us-dagger us-eng1")}, step="ground")
    off_road.began = bytes(off_road.where[c] for c in BOX.engineers)
    assert not has_road_bonus(off_road, BOX, unit("us-dagger"))


@pytest.mark.rule("enduring-freedom:16.5")
def test_the_engineer_must_have_started_there_and_may_go_along() -> None:
    there = state({"kandahar": z(ground="us-eng1 us-1-10"), "ghazni": z(ground="us-2-10")}, step="ground")
    carried = carry(ground_movement, there, "us-eng1", "kabul", "us-1-10", "kabul", "done")
    assert carried.where("us-eng1") == carried.where("us-1-10") == "kabul"
    second = state({"ghazni": z(ground="us-eng1"), "kabul": z(ground="us-2-10")}, step="ground")
    later = carry(ground_movement, second, "us-eng1", "kabul", "us-2-10", "spin-boldak", "done")
    assert "kandahar" not in later.asked[3][1]  # the engineer came only now


# -- the phase -------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:16.3", "enduring-freedom:9.4", "enduring-freedom:7.2")
def test_units_move_singly_once_each_and_all_contingents_together() -> None:
    there = state({"kabul": z(ground="us-1-10 nato-isaf", tried="na-haz")}, step="ground")
    carried = carry(ground_movement, there, "us-1-10", "bagram", "na-haz kabul", "bagram", "done")
    assert [carried.where(name) for name in ("us-1-10", "na-haz", "nato-isaf")] == ["bagram", "bagram", "kabul"]
    follow = ["with na-haz kabul", "with nato-isaf"]  # to Bagram, too
    assert carried.asked[2] == ("ground", ["all kabul", *follow, "na-haz kabul", "nato-isaf", "done"])
    assert carried.asked[-1] == ("ground", ["with nato-isaf", "nato-isaf", "done"])
    assert there.step == "air"


@pytest.mark.rule("enduring-freedom:16.3")
def test_a_whole_place_moves_as_its_units_would_one_by_one() -> None:
    zones = {"kabul": z(ground="us-1-10 nato-isaf", tried="na-haz")}
    batch = carry(ground_movement, state(zones, step="ground"), "all kabul", "panjshir", "done")
    single = carry(ground_movement, state(zones, step="ground"), "us-1-10", "panjshir", "nato-isaf", "panjshir", "done")
    assert batch.state == single.state and batch.raw == single.raw
    assert batch.where("na-haz") == "kabul"  # two zones are too far for it


def test_like_units_in_a_place_are_one_option() -> None:
    playing = table({"kabul": z(tried="na-haz.1 na-haz.2"), "herat": z(tried="na-haz.3")}, step="ground")
    assert playing.decision is not None
    assert playing.decision.options.keys() == ["all kabul", "na-haz kabul", "na-haz herat", "done"]
