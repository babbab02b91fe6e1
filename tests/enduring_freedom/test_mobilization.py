"""Mobilization and refit (9.0, 11.0, 12.0, 32.0)."""

from __future__ import annotations

import pytest

from khyber.games.enduring_freedom.rules.admin import admin
from khyber.games.enduring_freedom.rules.mobilization import (
    affordable,
    buy_assets,
    fob_sites,
    mobilize,
    on_offer,
    refit,
    refittable,
    sof_zones,
)
from tests.enduring_freedom.tables import BOX, GAME, Carried, asked, carry, keys, state, table, unit, z

POOL_EMPTY = {
    "kabul": z(
        untried=" ".join(
            f"{BOX.of[c].id}.{c - BOX.first[BOX.of[c].id] + 1}" if BOX.of[c].count > 1 else BOX.of[c].id
            for c in BOX.alliance
        ),
        ground="us-dagger",
    )
}


@pytest.mark.rule("enduring-freedom:11.1", "enduring-freedom:4.2", "enduring-freedom:7.2")
def test_units_cost_what_the_table_says() -> None:
    """NetWar Points Table: a SOF unit 1, another ground unit its full factor, an air unit 2, the IRGC 2."""
    carried = carry(
        mobilize,
        state(),
        "sof",
        "us-75r",
        "pakistan",
        "ground",
        "us-1cav",
        "persian-gulf",
        "air",
        "us-b52",
        "central-asia",
        "irgc",
        "done",
    )
    assert carried.points() == 50 - 1 - 5 - 2 - 2
    assert [carried.where(name) for name in ("us-75r", "us-1cav", "us-b52", "ir-irgc")] == [
        "pakistan",
        "persian-gulf",
        "central-asia",
        "persian-gulf",
    ]
    assert carried.state.step == "refit"


@pytest.mark.rule("enduring-freedom:11.1", "enduring-freedom:3.5", "enduring-freedom:8.6")
def test_two_assets_cost_a_point_and_an_odd_one_is_rounded_up() -> None:
    """Ruling 14: what is bought in a phase is added up and rounded up."""
    carried = carry(mobilize, state(), "asset", "isr", "3", "asset", "drone", "1", "asset", "infowar", "1", "done")
    assert carried.points() == 50 - 3  # five halves
    assert [carried.where(name) for name in ("isr.3", "drone.1", "infowar.1")] == ["assets-ready"] * 3
    assert carried.where("isr.4") == "available" and not carried.state.half


@pytest.mark.rule("enduring-freedom:11.1")
def test_as_many_assets_as_points_pay_for() -> None:
    carried = carry(buy_assets, state(points=3), "isr", "4")
    assert carried.points() == 1
    assert carried.asked[1] == ("how-many", ["1", "2", "3", "4"])


@pytest.mark.rule("enduring-freedom:11.3", "enduring-freedom:11.1")
def test_at_the_set_up_us_and_nato_units_are_bought_and_again_in_turn_one() -> None:
    """11.3; ruling 52: both. Assets, FOBs, the IRGC and the Northern Alliance come with turn 1."""
    playing = table(turn=0)
    assert keys(playing) == ["sof-all", "sof", "ground", "air", "done"]
    playing.choose("done")
    assert playing.state.turn == 1
    assert keys(playing) == ["sof-all", "sof", "ground", "air", "asset", "irgc", "done"]


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:8.5", "enduring-freedom:8.9")
def test_staging_areas_take_no_more_than_their_number() -> None:
    there = state(staging={"central-asia": z(ground="us-dagger us-kbar us-sword us-75r")})
    carried = carry(mobilize, there, "sof", "us-soar", "pakistan", "done")
    assert carried.asked[2] == ("deploy", ["persian-gulf", "pakistan"])


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:11.5", "enduring-freedom:9.1")
def test_what_is_not_there_or_cannot_be_paid_is_not_offered() -> None:
    poor = Carried(state(points=2), [], GAME)
    assert on_offer(poor.play) == ["sof", "ground", "asset", "done"]  # an HQ or an engineer for 1 point
    assert {BOX.of[c].factors[0] for c in affordable(poor.state, BOX, sof=False)} == {1}
    nothing = Carried(state(points=1), [], GAME)
    assert on_offer(nothing.play) == ["done"]
    full = Carried(state(POOL_EMPTY), [], GAME)
    assert "alliance" not in on_offer(full.play)  # 11.5: no more counters


# -- FOBs and engineers ----------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:32.2")
def test_a_fob_is_built_where_an_engineer_of_its_nationality_is() -> None:
    there = state({"bagram": z(ground="us-eng1 nato-eng"), "kabul": z(ground="nato-45cdo")})
    assert [(BOX.zones[at], whose) for at, whose in fob_sites(there, BOX)] == [("bagram", "nato"), ("bagram", "us")]
    carried = carry(mobilize, there, "fob", "nato", "fob", "done")
    assert carried.points() == 48 and carried.where("nato-fob1") == carried.where("us-fob1") == "bagram"


@pytest.mark.rule("enduring-freedom:11.4")
def test_a_fob_that_is_removed_is_built_again_from_the_next_turn_on() -> None:
    there = state({"bagram": z(ground="us-eng1 us-fob1 us-fob2 us-fob3*")})
    carried = carry(mobilize, there, "demobilize", "us-fob3", "done")
    assert carried.asked[-1] == ("mobilize", ["sof-all", "sof", "ground", "air", "asset", "irgc", "demobilize", "done"])
    assert carried.points() == 50 and carried.where("us-fob3") == "demobilized"
    there.step = "admin"
    carry(admin, there)
    assert carried.where("us-fob3") == "available" and not there.reduced[unit("us-fob3")]


# -- the Northern Alliance -------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:9.1", "enduring-freedom:11.5")
def test_a_northern_alliance_unit_is_picked_unseen_where_a_sof_unit_is() -> None:
    """11.2 (4); rulings 10 and 11: the IRGC is a SOF unit, too; the unit lies face down."""
    there = state({"farah": z(ground="ir-irgc"), "kabul": z(ground="us-1-10"), "bagram": z(ground="us-dagger")})
    assert [BOX.zones[at] for at in sof_zones(there, BOX)] == ["bagram", "farah"]
    carried = carry(mobilize, there, "alliance", "farah", "done", dice=[5])
    assert carried.points() == 49 and carried.where("na-atta") == "farah" and not there.shown[unit("na-atta")]
    assert "?alliance 5" in carried.entries
    assert dict(carried.logged("face-down")[0].params) == {"side": "alliance", "n": 1, "place": "farah"}


# -- refit -----------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:12.1", "enduring-freedom:32.1")
def test_where_units_can_be_refitted() -> None:
    """12.1; rulings 16 and 17: air units at home or in a Tasking Box; an airfield must be controlled, a FOB or HQ need
    not."""
    there = state(
        {
            "kabul": z(ground="us-1-10*"),  # a controlled airfield
            "bagram": z(ground="us-2-10*", shown="tb-inf1"),  # a disputed one
            "ghazni": z(ground="us-cjtf us-15meu*", shown="tb-inf1"),  # with an HQ
            "gardez": z(ground="us-26meu*"),
            "herat": z(air="us-b1*"),
        },  # nowhere
        staging={"pakistan": z(ground="us-dagger*", air="us-b52*")},
        boxes={"joint-strike": ["us-b2 reduced"]},
    )
    assert {BOX.of[c].id for c in refittable(there, BOX)} == {"us-1-10", "us-15meu", "us-dagger", "us-b52", "us-b2"}


@pytest.mark.rule("enduring-freedom:12.1", "enduring-freedom:12.2", "enduring-freedom:9.2")
def test_refit_costs_one_point_for_a_ground_unit_and_two_for_an_air_unit() -> None:
    area = z(ground="us-dagger* us-kbar*", air="us-b52* us-b1")
    single = carry(refit, state(staging={"pakistan": area}), "us-dagger", "us-b52", "done")
    assert single.points() == 47
    assert [single.state.reduced[unit(name)] for name in ("us-dagger", "us-kbar", "us-b52")] == [0, 1, 0]
    batch = carry(refit, state(staging={"pakistan": area}), "refit-all")
    assert batch.points() == 46 and not any(batch.state.reduced)
    assert [e.params["unit"] for e in batch.logged("refitted")] == ["us-dagger", "us-kbar", "us-b52"]


@pytest.mark.rule("enduring-freedom:12.2")
def test_the_eliminated_do_not_return() -> None:
    from khyber.games.enduring_freedom.rules.losses import remove_coalition

    there = state({"kabul": z(ground="us-dagger*")})
    carried = Carried(there, [], GAME)
    remove_coalition(carried.play, "25.2", unit("us-dagger"))
    assert unit("us-dagger") not in affordable(there, BOX, sof=True) and not refittable(there, BOX)


def test_a_batch_of_refits_is_the_same_as_one_after_the_other() -> None:
    area = {"pakistan": z(ground="us-dagger* us-kbar*")}
    one = table(step="refit", staging=area)
    for key in ("us-dagger", "us-kbar"):
        one.choose(key)
    all_ = table(step="refit", staging=area)
    all_.choose("refit-all")
    assert one.state == all_.state and asked(one).ask == asked(all_).ask
    assert [e.kind for e in one.all_events()] == [e.kind for e in all_.all_events()]
