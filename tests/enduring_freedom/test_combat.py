"""Ground combat (23.0 to 26.0), and Islamist counterattacks (31.0)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from khyber.games.enduring_freedom.board import COALITION, ISLAMISTS
from khyber.games.enduring_freedom.rules.combat import (
    battle_result,
    coalition_fires,
    coalition_modifier,
    combat_begin,
    determine_edge,
    fight,
    fighters,
    fire_factor,
    islamist_modifier,
    islamists_fire,
)
from khyber.games.enduring_freedom.rules.reaction import cas_home, counterattack_begin
from khyber.games.enduring_freedom.rules.reveal import attacks
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import (
    BOX,
    Carried,
    answer,
    asked,
    carry,
    in_battle,
    keys,
    logged,
    names,
    shown,
    state,
    table,
    unit,
    z,
    zone,
)


def battle(where: str = "kabul", attacker: str = "coalition", jihad: str = "9", **units: str) -> State:
    """A battle about to be fought."""
    return state({where: z(**units)}, step="fight", jihad=int(jihad), battle={"zone": where, "attacker": attacker})


def fought(position: State, *answers: str, dice: Sequence[int]) -> Carried:
    return carry(fight, position, *answers, dice=dice)


# -- when ------------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:23.2", "enduring-freedom:23.3", "enduring-freedom:9.3", "enduring-freedom:7.2")
def test_the_coalition_attacks_everywhere_but_with_untried_units_alone() -> None:
    """Rulings 6 and 7: it must; a zone with Northern Alliance units face down only makes no attack."""
    there = state(
        {
            "kabul": z(shown="tb-inf1", ground="us-dagger"),
            "herat": z(shown="tb-inf2", untried="na-haz"),
            "ghazni": z(shown="tb-ad1", tried="na-haz"),
            "farah": z(shown="sp-rescue", ground="us-kbar"),
        },
        step="combat-begin",
    )
    assert not attacks(there, BOX, zone("herat"))
    carry(combat_begin, there)
    assert names([at for at in range(28) if there.to_fight >> at & 1]) == ["kabul", "ghazni"]


@pytest.mark.rule("enduring-freedom:23.3", "enduring-freedom:26.1")
def test_the_player_chooses_the_order_of_battles() -> None:
    playing = table(
        {"kabul": z(shown="tb-inf1", ground="us-dagger"), "herat": z(shown="tb-inf2", ground="us-kbar")},
        step="combat-begin",
        jihad=1,
        dice=[6, 1, 6, 6],
    )
    assert (asked(playing).ask, keys(playing)) == ("battle", ["kabul", "herat"])
    playing.choose("herat")
    assert logged(playing, "battle")[0].params["place"] == "herat"
    assert logged(playing, "battle-over")[0].params["result"] == "drawn"


@pytest.mark.rule("enduring-freedom:31.1", "enduring-freedom:26.1", "enduring-freedom:23.2")
def test_islamists_counterattack_wherever_both_sides_are() -> None:
    """26.1, EXAMPLE: a drawn battle in Tora Bora goes on with a counterattack. Ruling 7: against untried units, too."""
    there = state(
        {"tora-bora": z(shown="tb-inf1", ground="us-dagger"), "herat": z(shown="tb-inf2", untried="na-haz")},
        step="counterattack-begin",
    )
    carry(counterattack_begin, there)
    assert there.attacker == ISLAMISTS
    assert names([at for at in range(28) if there.to_fight >> at & 1]) == ["herat", "tora-bora"]


@pytest.mark.rule("enduring-freedom:9.3", "enduring-freedom:23.4")
def test_untried_units_are_turned_up_when_they_engage() -> None:
    """9.3 (1); ruling 7: if a revealed unit fights there, they flip and fight."""
    playing = table(
        {"kabul": z(shown="tb-arm tb-arm", ground="us-1-10", untried="na-haz")},
        step="combat-begin",
        jihad=1,
        dice=[6, 1, 6, 6, 6, 6],
    )
    assert [e.params["unit"] for e in logged(playing, "revealed")] == ["na-haz"]
    assert "na-haz" in [e.params["unit"] for e in logged(playing, "fired")]


# -- tactical edge ---------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:23.4")
def test_a_tie_in_the_mountains_is_the_islamists() -> None:
    """23.4, EXAMPLE: two elite units, a 2 made 3 against a 3."""
    there = battle("gardez", shown="tb-inf1", ground="us-dagger us-kbar")
    carried = carry(in_battle(determine_edge), there, dice=[2, 3])
    assert dict(carried.logged("edge")[0].params) == {"place": "gardez", "ours": 3, "theirs": 3, "side": "islamists"}
    assert there.edge == ISLAMISTS


@pytest.mark.rule("enduring-freedom:23.4")
@pytest.mark.parametrize(
    ("where", "side"),
    [
        ("kabul", COALITION),
        ("balkh", COALITION),
        ("helmand", COALITION),
        ("tora-bora", ISLAMISTS),
        ("khyber", ISLAMISTS),
    ],
)
def test_ties_go_by_the_terrain(where: str, side: int) -> None:
    there = battle(where, shown="tb-inf1", ground="us-1-10")
    carry(in_battle(determine_edge), there, dice=[4, 4])
    assert there.edge == side


@pytest.mark.rule("enduring-freedom:23.4", "enduring-freedom:32.1")
def test_elite_units_add_one_however_many_and_a_point_another_with_an_hq_or_fob() -> None:
    """Ruling 35: one +1 a battle for a point, and an HQ or FOB in the zone is needed."""
    there = battle(shown="tb-inf1", ground="us-dagger us-kbar us-fob1")
    assert coalition_modifier(there, BOX, fighters(there, BOX)[0]) == 1
    carried = carry(in_battle(determine_edge), there, "pay", dice=[1, 2])
    assert there.points == 49 and there.edge == COALITION and carried.asked == [("edge", ["pay", "no"])]
    assert coalition_modifier(there, BOX, fighters(there, BOX)[0]) == 2
    without = carry(in_battle(determine_edge), battle(shown="tb-inf1", ground="us-dagger"), dice=[1, 2])
    assert without.asked == []
    reduced = battle(shown="tb-inf1", ground="us-75r*")
    assert coalition_modifier(reduced, BOX, fighters(reduced, BOX)[0]) == 0  # no longer elite


@pytest.mark.rule("enduring-freedom:23.4", "enduring-freedom:28.4", "enduring-freedom:10.2")
@pytest.mark.parametrize(
    ("jihad", "units", "modifier"),
    [
        (9, "tb-inf1", 0),
        (9, "aq-055 aq-terror", 1),
        (12, "tb-inf1", 1),
        (12, "aq-obl", 2),
        (1, "tb-inf1", -1),
        (9, "tb-inf1 sp-spectacular", 1),
        (12, "aq-055 sp-spectacular", 3),
    ],
)
def test_what_the_islamists_add(jihad: int, units: str, modifier: int) -> None:
    """23.4, 28.4: elite units (terrorists and leaders are), Fanatical and Dismal, a terror spectacular."""
    there = battle(jihad=str(jihad), shown=units, ground="us-dagger")
    assert islamist_modifier(there, BOX, fighters(there, BOX)[1]) == modifier


# -- fire ------------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:24.1", "enduring-freedom:24.3", "enduring-freedom:23.4", "enduring-freedom:26.0")
def test_three_against_two() -> None:
    """24.3, EXAMPLE: three Coalition units fire first and make one hit; the one that survives fires back."""
    there = battle(shown="tb-inf1.1 tb-inf1.2", ground="us-1-10 us-2-10 us-15meu")
    carried = fought(there, dice=[6, 1, 3, 4, 4, 6])
    assert [e.params["unit"] for e in carried.logged("fired")] == ["us-1-10", "us-2-10", "us-15meu", "tb-inf1"]
    assert carried.points() == 51 and carried.logged("battle-over")[0].params["result"] == "drawn"
    wiped = fought(battle(shown="tb-inf1.1 tb-inf1.2", ground="us-1-10 us-2-10 us-15meu"), dice=[6, 1, 3, 3, 4])
    assert len(wiped.logged("fired")) == 3 and wiped.logged("battle-over")[0].params["result"] == "coalition"
    assert wiped.points() == 52 and wiped.state.step == "sustain"


@pytest.mark.rule("enduring-freedom:24.2", "enduring-freedom:24.3", "enduring-freedom:25.2")
def test_the_side_without_the_edge_fires_with_what_is_left() -> None:
    there = battle(shown="tb-arm.1 tb-arm.2", ground="us-dagger us-1-10", tried="na-haz")
    carried = fought(there, "na-haz kabul", "us-dagger", dice=[1, 6, 3, 1, 4, 4])
    assert [e.params["unit"] for e in carried.logged("fired")] == ["tb-arm", "tb-arm", "us-dagger", "us-1-10"]
    assert carried.where("na-haz") == "alliance-available" and there.reduced[unit("us-dagger")]
    assert carried.points() == 48  # 1 for the Northern Alliance unit, 1 for the SOF unit reduced


@pytest.mark.rule("enduring-freedom:24.5")
def test_units_without_a_factor_do_not_fire_but_can_be_hit() -> None:
    there = battle(shown="tb-arm", ground="us-cjtf*", jihad="1")
    carried = fought(there, "no", dice=[6, 1, 1])
    assert [e.params["unit"] for e in carried.logged("fired")] == ["tb-arm"]
    assert carried.where("us-cjtf") == "eliminated" and carried.points() == 44
    assert carried.logged("battle-over")[0].params["result"] == "islamists"


@pytest.mark.rule("enduring-freedom:24.4", "enduring-freedom:24.1")
def test_collateral_damage_by_heavy_units() -> None:
    """24.4: a heavy unit's 5 or 6 in a city, 6 elsewhere; light units do none."""
    for where, die, lost in (("kabul", 5, 1), ("kabul", 6, 1), ("balkh", 5, 0), ("balkh", 6, 1)):
        there = battle(where, shown="aq-055.1 aq-055.2", ground="us-1cav us-1-10")
        there.edge = COALITION
        carried = carry(in_battle(coalition_fires), there, dice=[6, die])  # the infantry first
        hit = (die <= 5 and where == "kabul") or die == 5
        assert carried.points() == 50 - lost + (2 if hit else 0), (where, die)


@pytest.mark.rule("enduring-freedom:24.4", "enduring-freedom:21.4")
def test_collateral_damage_by_islamist_air_defense_is_a_point_for_the_coalition() -> None:
    """Ruling 29: air defense is heavy for collateral damage and terrain only."""
    there = battle(shown="tb-ad1 tb-arm", ground="us-1-10")
    carried = carry(in_battle(islamists_fire), there, dice=[6, 5])
    assert carried.points() == 51 and carried.logged("collateral")[0].params["side"] == "islamists"


@pytest.mark.rule("enduring-freedom:24.7", "enduring-freedom:24.5")
def test_attacking_heavy_units_lose_one_in_mountains_and_strongholds() -> None:
    """24.7; rulings 29 and 34: a factor of 1 stays; defenders lose nothing."""
    ours = battle("tora-bora", shown="tb-ad2 tb-ad1", ground="us-1cav us-go* us-1-10 us-cjtf*")
    assert [fire_factor(ours, BOX, unit(name)) for name in ("us-1cav", "us-go", "us-1-10", "us-cjtf", "tb-ad2")] == [
        4,
        1,
        3,
        0,
        2,
    ]
    theirs = battle("tora-bora", "islamists", shown="tb-ad2 tb-ad1", ground="us-1cav")
    assert [fire_factor(theirs, BOX, unit(name)) for name in ("us-1cav", "tb-ad2", "tb-ad1")] == [5, 1, 1]
    assert fire_factor(battle("kabul", shown="tb-inf1", ground="us-1cav"), BOX, unit("us-1cav")) == 5


# -- losses ----------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:25.1", "enduring-freedom:4.2", "enduring-freedom:10.2")
@pytest.mark.parametrize(
    ("name", "dice", "points", "place"),
    [
        ("tb-inf1", [], 51, "underground"),
        ("aq-obl", [6, 5, 4, 3], 68, "islamists-eliminated"),
        ("tb-omar", [2, 1], 53, "islamists-eliminated"),
        ("pk-isi", [], 52, "islamists-eliminated"),
        ("aq-base", [3, 3], 56, "underground"),
        ("aq-terror", [], 51, "underground"),
    ],
)
def test_points_for_islamist_units(name: str, dice: list[int], points: int, place: str) -> None:
    """NetWar Points Table; ruling 3: a base is two dice. Leaders and special forces never return, others do."""
    there = battle("balkh", shown=name, ground="us-1-101")
    carried = fought(there, dice=[6, 1, 1, *dice])
    assert carried.points() == points and carried.where(name) == place


@pytest.mark.rule("enduring-freedom:25.2", "enduring-freedom:4.2")
@pytest.mark.parametrize(
    ("name", "dice", "points", "place"),
    [
        ("us-dagger", [], 49, "kabul"),
        ("us-dagger*", [], 48, "eliminated"),
        ("us-1-10", [], 48, "kabul"),
        ("us-1-10*", [], 44, "eliminated"),
        ("na-haz", [], 49, "alliance-available"),
        ("na-fahim", [5], 45, "eliminated"),
        ("ir-irgc", [], 50, "kabul"),
        ("ir-irgc*", [], 50, "eliminated"),
    ],
)
def test_points_for_coalition_units(name: str, dice: list[int], points: int, place: str) -> None:
    """NetWar Points Table; ruling 56: the IRGC costs none. A Northern Alliance leader never returns."""
    sort = "tried" if name.startswith("na-") else "ground"
    there = battle(shown="tb-arm", **{sort: name})
    carried = carry(in_battle(islamists_fire), there, dice=[1, *dice])
    assert carried.points() == points and carried.where(name.removesuffix("*")) == place


@pytest.mark.rule("enduring-freedom:25.3", "enduring-freedom:25.1")
def test_more_hits_than_units_are_lost() -> None:
    there = battle(shown="tb-inf1", ground="us-1-10 us-2-10")
    carried = carry(in_battle(coalition_fires), there, dice=[1, 1])
    assert carried.points() == 51 and there.hits == 0


# -- winning ---------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:26.0")
def test_who_wins() -> None:
    for units, result in (
        ({"ground": "us-dagger"}, "coalition"),
        ({"shown": "tb-inf1"}, "islamists"),
        ({"ground": "us-dagger", "shown": "tb-inf1"}, "drawn"),
    ):
        assert battle_result(state({"kabul": z(**units)}), BOX, zone("kabul")) == result


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:23.5", "enduring-freedom:24.6", "enduring-freedom:26.0")
def test_terrorists_spend_themselves_before_the_result_is_judged() -> None:
    """10.2; rulings 27 and 62: no points for them, and they stand in the way of no win."""
    there = battle(shown="aq-terror", ground="us-dagger")
    carried = fought(there, dice=[6, 1, 6, 6])
    assert carried.where("aq-terror") == "underground" and carried.points() == 50
    assert carried.logged("battle-over")[0].params["result"] == "coalition"


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:26.0")
def test_where_nobody_is_left_on_either_side_the_battle_is_drawn() -> None:
    """Terrorists who took the last Coalition unit with them: a terror spectacular then changes no points."""
    there = battle(shown="aq-terror sp-spectacular", tried="na-haz")
    carried = fought(there, dice=[1, 6, 1])
    assert carried.where("aq-terror") == "underground" and carried.where("na-haz") == "alliance-available"
    assert carried.logged("battle-over")[0].params["result"] == "drawn" and carried.points() == 49  # for the unit


@pytest.mark.rule("enduring-freedom:10.2", "enduring-freedom:26.0")
@pytest.mark.parametrize(
    ("dice", "units", "points"),
    [
        ([6, 1, 1, 4], {"shown": "tb-inf1 sp-spectacular", "ground": "us-dagger"}, 55),  # won: +1, and the die
        ([6, 1, 6, 6], {"shown": "tb-inf1 sp-spectacular", "ground": "us-dagger"}, 50),  # drawn
        ([1, 6, 1, 4], {"shown": "tb-inf1 sp-spectacular", "tried": "na-haz"}, 45),
    ],
)  # lost: 1, and the die
def test_a_terror_spectacular_counts_for_who_wins(dice: list[int], units: dict[str, str], points: int) -> None:
    carried = fought(battle(**units), dice=dice)
    assert carried.points() == points and carried.where("sp-spectacular") == "underground"


@pytest.mark.rule("enduring-freedom:23.2", "enduring-freedom:10.2")
def test_a_spectacular_left_alone_by_strikes_leaves_without_effect() -> None:
    """Ruling 59."""
    there = state({"kabul": z(shown="sp-spectacular", ground="us-dagger")}, step="combat-begin")
    carried = carry(combat_begin, there)
    assert carried.where("sp-spectacular") == "underground" and there.step == "sustain" and carried.points() == 50


# -- counterattacks and close air support ----------------------------------------------------------


@pytest.mark.rule("enduring-freedom:31.4", "enduring-freedom:24.1")
def test_close_air_support_fires_once_in_the_coalition_s_round() -> None:
    """Rulings 30 and 31: survivors fire with the defenders, and terrain does not reduce them."""
    there = battle("tora-bora", "islamists", shown="tb-inf1 tb-arm", ground="us-1-10", air="us-b52", assets="drone")
    carried = fought(there, dice=[6, 1, 6, 4, 3])
    assert [(e.params["unit"], e.params["success"]) for e in carried.logged("fired")] == [
        ("us-1-10", 0),
        ("us-b52", 1),
        ("drone", 1),
    ]
    assert carried.points() == 52 and carried.where("drone") == "available"
    assert there.step == "cas-home"


@pytest.mark.rule("enduring-freedom:24.4", "enduring-freedom:25.2")
def test_an_air_unit_that_does_collateral_damage_loses_a_step() -> None:
    """24.4; ruling 32: for one point in all, and in battles only."""
    there = battle("kabul", "islamists", shown="tb-inf1 tb-arm", ground="us-1-10", air="us-b52")
    carried = carry(in_battle(coalition_fires), there, dice=[6, 5])
    assert carried.points() == 49 and there.reduced[unit("us-b52")]


@pytest.mark.rule("enduring-freedom:17.5", "enduring-freedom:18.0")
def test_after_the_counterattacks_air_units_fly_home() -> None:
    there = state({"kabul": z(air="us-b52", assets="drone")}, step="cas-home", boxes={"close-air-support": ["us-b1"]})
    carried = carry(cas_home, there, "central-asia", "pakistan")
    assert [carried.where(name) for name in ("us-b52", "us-b1", "drone")] == [
        "central-asia",
        "pakistan",
        "assets-ready",
    ]


def test_the_view_names_an_attacker_in_ground_combat_only() -> None:
    """Whoever attacked last is nothing to those whom air defense fires at, and to strikes."""
    for step, ask, chosen in (
        ("air-defense", "air-loss", ()),
        ("strike", "islamist-loss", ()),
        ("cas", "air-loss", ("cas-all",)),
    ):
        air = {} if step == "cas" else {"air": "us-b52 us-b1"}
        playing = table(
            {"kabul": z(shown="tb-ad2 tb-inf2 tb-hw", ground="us-dagger", **air)},
            step=step,
            dice=[1, 4],
            boxes={"close-air-support": ["us-f16", "us-a10"]},
            battle={"attacker": "islamists"},
        )
        answer(playing, *chosen)
        assert asked(playing).ask == ask
        assert shown(playing, "attacker") is None and shown(playing, "battle", "attacker") is None
    for attacker in ("coalition", "islamists"):
        playing = table(
            {"kabul": z(shown="tb-inf1", ground="us-dagger"), "herat": z(shown="tb-inf2", ground="us-kbar")},
            step="combat",
            phase={"to-fight": ["kabul", "herat"]},
            battle={"attacker": attacker},
        )
        assert shown(playing, "attacker") == attacker
