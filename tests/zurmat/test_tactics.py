"""Tactics cards: drawing, playing on one's turn and out of it, and each card."""

from __future__ import annotations

import pytest

from khyber.games.zurmat.box import printed_box
from tests.zurmat.tables import (
    answer,
    asked,
    at_level,
    board,
    control,
    discs,
    keys,
    levels,
    logged,
    shown,
    table,
    ticks,
    tiles,
    units,
)

HIT, BLOCK, MISS = 1, 4, 6


def hand(*cards: str, operations: tuple[str, ...] = ()) -> dict[str, object]:
    return {"hand": list(cards), "board": board(*operations)}


# -- drawing and playing ------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:tactics", "zurmat:months")
def test_each_player_draws_a_card_each_month_unseen_by_the_other() -> None:
    """Ruling 42: the Coalition first, both hidden."""
    playing = table(step="tactics")
    assert [event.params["side"] for event in logged(playing, "drew-card")] == ["coalition", "taliban"]
    assert next(event.params["card"] for event in playing.events("taliban") if event.kind == "drew-card") == "unseen"
    assert (shown(playing, "sides", "coalition", "deck"), shown(playing, "sides", "taliban", "deck")) == (15, 15)
    assert asked(playing).seat == "coalition"


def test_the_decks_cannot_run_out() -> None:
    """Ruling 33: 2 cards and one a month of 16."""
    box = printed_box()
    for kinds in box.tactics:
        assert sum(card.copies for card in kinds) == 16 >= box.numbers.tactics + len(box.numbers.months)


@pytest.mark.rule("zurmat:tactics")
def test_cards_come_before_and_after_the_operation() -> None:
    playing = table(tiles({"08": {"ana": 1}}), coalition=hand("village", "enlistment", operations=("recruit",)))
    answer(playing, "play village", "08")
    assert control(playing, "08") == "coalition"
    assert (asked(playing).ask, "play enlistment" in keys(playing)) == ("turn", True)
    answer(playing, "recruit", "08", "done")
    assert (asked(playing).ask, keys(playing)) == ("after", ["end", "play enlistment"])
    answer(playing, "play enlistment", "08")
    assert units(playing, "08") == {"ana": 4}
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:tactics")
@pytest.mark.parametrize("operation", ["recruit", "construct", "patrol", "attack"])
def test_cards_come_during_the_operation(operation: str) -> None:
    laid = tiles({"01": {"ana": 3}, "08": {"ana": 1, "taliban": 1}})
    playing = table(laid, coalition=hand("village", operations=(operation,)))
    answer(playing, operation)
    before = asked(playing).ask
    assert "play village" in keys(playing)
    answer(playing, "play village", "12")
    assert asked(playing).ask == before or asked(playing).ask == "attack-to"
    assert logged(playing, "played")


@pytest.mark.rule("zurmat:tactics", "zurmat:declare")
def test_cards_come_between_the_steps_of_a_declare() -> None:
    playing = table(coalition={"hand": ["intel", "village"], "board": at_level(0, "declare")})
    answer(playing, "declare", "play intel", "12")
    assert asked(playing).ask == "intel"
    answer(playing, "03", "play village", "12")
    assert asked(playing).ask == "loyalty"
    answer(playing, "12")
    assert ticks(playing, "coalition") == [0, 0, 1, 0, 0]


@pytest.mark.rule("zurmat:tactics", "zurmat:card-clarifications")
def test_what_a_card_does_is_no_operation() -> None:
    """Ruling 32: no tick, no card slides, no level."""
    playing = table(tiles({"01": {"us": 1}}), coalition=hand("air-assault", operations=("patrol",)))
    before = levels(playing, "coalition")
    answer(playing, "play air-assault", "08", "place")
    assert (ticks(playing, "coalition"), levels(playing, "coalition")) == ([0] * 5, before)


# -- out of turn --------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:tactics", "zurmat:card-clarifications")
@pytest.mark.parametrize(("held", "offered"), [("atrocities", ["no", "play atrocities"]), ("intel", ["no"])])
def test_a_reaction_is_offered_to_every_seat_that_might_hold_the_card(held: str, offered: list[str]) -> None:
    playing = table(active="taliban", coalition=hand(held), taliban=hand(operations=("declare",)))
    answer(playing, "declare")
    assert (asked(playing).seat, asked(playing).ask, keys(playing)) == ("coalition", "hinder", offered)
    assert playing.asked("taliban") == {"seat": "coalition"}
    answer(playing, "no")
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:tactics")
def test_no_window_where_everybody_knows_there_is_no_card() -> None:
    spent = {"hand": ["intel"], "spent": ["atrocities"]}
    for coalition in (hand(), spent):
        playing = table(active="taliban", coalition=coalition, taliban=hand(operations=("declare",)))
        answer(playing, "declare")
        assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:tactics")
def test_with_cards_in_hand_a_side_is_asked_whatever_it_holds() -> None:
    """Nobody learns from a question that is not put that none of the cards can be played."""
    for card in ("mrap", "intel"):
        playing = table(tiles({"01": {"ana": 1}, "08": {"taliban": 1}}), coalition=hand(card, operations=("attack",)))
        answer(playing, "attack")
        assert asked(playing).ask == "attack-from"
        answer(playing, "01", "08", "done")
        assert (asked(playing).ask, keys(playing)[0]) == ("battle", "08")


@pytest.mark.rule("zurmat:card-clarifications")
@pytest.mark.parametrize(("level", "left"), [(4, 2), (1, 0)])
def test_taliban_atrocities_lower_the_level_not_below_0(level: int, left: int) -> None:
    order = ["construct", "declare", "attack", "patrol"]
    playing = table(
        active="taliban", coalition=hand("atrocities"), taliban={"board": [*order[:level], "recruit", *order[level:]]}
    )
    answer(playing, "recruit", "play atrocities")
    assert logged(playing, "level")[0].params["level"] == left


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:attack")
def test_an_attack_brought_to_level_0_attacks_nobody_and_counts() -> None:
    laid = tiles({"01": {"ana": 1}, "08": {"taliban": 1}})
    playing = table(laid, active="taliban", coalition=hand("atrocities"), taliban={"board": at_level(1, "attack")})
    answer(playing, "attack", "play atrocities")
    assert not logged(playing, "battle")
    assert ticks(playing, "taliban") == [0, 0, 0, 1, 0]


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:moving")
def test_an_ied_hits_those_who_enter() -> None:
    laid = tiles({"01": {"us": 1, "ana": 1}, "08": {"ana": 2}})
    playing = table(
        laid, coalition=hand(operations=("patrol",)), taliban=hand("ied", "ied"), dice=[HIT, MISS, HIT, HIT]
    )
    answer(playing, "patrol", "01", "08", "1 ana + 1 us")
    assert (asked(playing).seat, keys(playing)) == ("taliban", ["no", "play ied"])
    answer(playing, "play ied")
    assert (asked(playing).seat, keys(playing)) == ("coalition", ["1 ana", "1 us"])  # not those who stood there
    answer(playing, "1 ana", "play ied")
    assert units(playing, "08") == {"ana": 2}
    assert asked(playing).ask != "patrol-on"  # the group is gone
    assert not logged(playing, "battle")


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:patrol")
def test_units_that_stood_where_an_ied_goes_off_may_still_move() -> None:
    laid = tiles({"01": {"ana": 1}, "08": {"ana": 1}})
    playing = table(laid, coalition=hand(operations=("patrol",)), taliban=hand("ied"), dice=[HIT, MISS])
    answer(playing, "patrol", "01", "08", "play ied")
    assert units(playing, "08") == {"ana": 1}
    assert (asked(playing).ask, keys(playing)) == ("patrol-from", ["08", "done"])
    answer(playing, "08")
    assert units(playing, "01") == {"ana": 1}


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:attack")
def test_an_attack_goes_on_to_its_battle_past_an_ied() -> None:
    """The group that was to attack is gone; a unit that stood on its way goes in its place."""
    laid = tiles({"01": {"ana": 1}, "08": {"ana": 1}, "04": {"north": 2, "taliban": 1}})
    playing = table(laid, coalition=hand(operations=("attack",)), taliban=hand("ied"), dice=[HIT, MISS, HIT, MISS])
    answer(playing, "attack", "01", "08", "play ied")
    assert (asked(playing).ask, asked(playing).about["tile"]) == ("attack-to", "08")  # from there and nowhere else
    answer(playing, "04")
    assert [event.params["tile"] for event in logged(playing, "battle")] == ["04"]
    assert units(playing, "04") == {"ana": 1}


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:attack")
def test_an_ied_among_enemies_leaves_the_battle_to_those_who_stood_there() -> None:
    laid = tiles({"01": {"ana": 1}, "08": {"ana": 1, "taliban": 1}})
    playing = table(laid, coalition=hand(operations=("attack",)), taliban=hand("ied"), dice=[HIT, MISS, HIT, MISS])
    answer(playing, "attack", "01", "08", "play ied")
    assert (asked(playing).ask, keys(playing)) == ("attack-from", ["08", "done"])  # it may also leave for elsewhere
    answer(playing, "done")
    assert units(playing, "08") == {"ana": 1}
    assert logged(playing, "battle")


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:patrol")
def test_an_ied_against_units_flown_in_does_not_let_others_move_twice() -> None:
    laid = tiles({"01": {"ana": 1}, "12": {"us": 1}})
    playing = table(laid, coalition=hand("air-assault", operations=("patrol",)), taliban=hand("ied"), dice=[HIT, MISS])
    answer(playing, "patrol", "01", "08", "no", "stop", "play air-assault", "12", "08", "play ied")
    assert units(playing, "08") == {"ana": 1}
    assert playing.state.moved[7 * 3] == 1  # the ANA unit came by the Patrol


@pytest.mark.rule("zurmat:combat", "zurmat:patrol")
def test_in_a_battle_units_that_have_moved_are_given_up_first() -> None:
    """The loser chooses: a unit that may still move is worth more."""
    laid = tiles({"01": {"ana": 1}, "12": {"ana": 1, "taliban": 1}})
    playing = table(laid, coalition=hand("air-assault", operations=("patrol",)), dice=[MISS, MISS, HIT])
    answer(playing, "patrol", "01", "08", "stop", "play air-assault", "08", "12")
    assert units(playing, "12") == {"ana": 1, "taliban": 1}
    assert keys(playing) == ["12", "done"]


# -- the people ---------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:card-clarifications")
@pytest.mark.parametrize(("card", "controller"), [("village", "nobody"), ("village-plus", "coalition")])
def test_village_declares_with_and_without_its_plus(card: str, controller: str) -> None:
    """Ruling 45: all of step 3; the +1 lasts for this once, and no disc is added."""
    laid = tiles({"12": {"coalition-faction": 1, "coalition-neutral": 1, "taliban-faction": 1}})
    playing = table(laid, coalition=hand(card))
    answer(playing, f"play {card}", "12")
    assert control(playing, "12") == controller
    assert discs(playing, "12", "coalition") == discs(playing, "12", "taliban") == {}


@pytest.mark.rule("zurmat:card-clarifications")
def test_the_bonus_counts_for_the_side_that_plays_the_card() -> None:
    playing = table(tiles({"12": {"taliban": 1, "ana": 1}}), active="taliban", taliban=hand("village-plus"))
    answer(playing, "play village-plus", "12")
    assert control(playing, "12") == "taliban"


SEEN = {"coalition": {"n": 1, "neutral": 1, "faction": 0}, "taliban": {"n": 2, "neutral": 0, "faction": 2}}
UNSEEN = {"coalition": {"n": 1}, "taliban": {"n": 2}}
DISCS = tiles({"12": {"taliban-faction": 2, "coalition-neutral": 1}, "01": {"us": 2}})


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:population")
def test_intel_shows_the_discs_until_the_next_choice() -> None:
    """As after step 2 of a Declare, its player chooses with the discs in sight; no other seat sees them."""
    playing = table(DISCS, coalition=hand("intel"))
    answer(playing, "play intel", "12")
    assert asked(playing).ask == "turn"
    assert shown(playing, "tiles", "12", "discs", to="coalition") == SEEN
    assert shown(playing, "tiles", "12", "discs", to="taliban") == UNSEEN
    answer(playing, "recruit")
    assert shown(playing, "tiles", "12", "discs", to="coalition") == UNSEEN
    assert control(playing, "12") == "nobody"


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:tactics")
def test_village_declares_after_intel_names_its_tile_with_the_discs_in_sight() -> None:
    playing = table(DISCS, coalition=hand("intel", "village", "enlistment"))
    answer(playing, "play intel", "12", "play village")
    assert (asked(playing).ask, shown(playing, "tiles", "12", "discs", to="coalition")) == ("card-declare", SEEN)
    answer(playing, "08")
    assert shown(playing, "tiles", "12", "discs", to="coalition") == UNSEEN
    other = answer(table(DISCS, coalition=hand("intel", "enlistment")), "play intel", "12", "play enlistment")
    assert shown(other, "tiles", "12", "discs", to="coalition") == UNSEEN


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:population")
def test_intel_in_the_midst_of_a_move_is_looked_at_before_the_move_goes_on() -> None:
    playing = table(DISCS, coalition=hand("intel", operations=("patrol",)))
    answer(playing, "patrol", "play intel", "12")
    assert (asked(playing).ask, keys(playing)) == ("look", ["done"])
    assert shown(playing, "tiles", "12", "discs", to="coalition") == SEEN
    answer(playing, "done")
    assert asked(playing).ask == "patrol-from"
    assert shown(playing, "tiles", "12", "discs", to="coalition") == UNSEEN


@pytest.mark.rule("zurmat:tactics")
def test_units_and_schools_by_card_go_on_controlled_tiles() -> None:
    playing = table(
        tiles({"08": {"control": "coalition"}, "01": {"schools": 2}}), coalition=hand("enlistment", "village-school")
    )
    answer(playing, "play enlistment")
    assert keys(playing) == ["01", "08"]
    answer(playing, "08", "play village-school")
    assert units(playing, "08") == {"ana": 2}
    assert playing.state.schools[7] == 1  # the FOB tile is full
    fighters = table(tiles({"07": {"control": "taliban"}}), active="taliban", taliban=hand("fighters"))
    answer(fighters, "play fighters")
    assert units(fighters, "07") == {"taliban": 2}


@pytest.mark.rule("zurmat:tactics", "zurmat:operations-board")
@pytest.mark.parametrize(("seat", "card"), [("coalition", "irrigation"), ("taliban", "night-letters")])
def test_two_levels_more_before_the_operation(seat: str, card: str) -> None:
    """The example of Irrigation Project; above 4 is fine (ruling 31)."""
    laid = tiles({"01": {"control": seat}})
    playing = table(laid, {seat: hand(card, operations=("recruit",))}, active=seat)
    answer(playing, f"play {card}", "recruit")
    assert logged(playing, "operation")[0].params["level"] == 6
    again = table(laid, {seat: hand(card, operations=("recruit",))}, active=seat)
    answer(again, "recruit")
    assert f"play {card}" not in keys(again)


# -- attacks by card ----------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_an_ambush_is_one_sided_and_nobody_moves() -> None:
    laid = tiles({"01": {"us": 2, "ana": 2}, "08": {"taliban": 3}})
    playing = table(laid, coalition=hand("ambush"), dice=[HIT, HIT, MISS])
    answer(playing, "play ambush")
    assert keys(playing)[-1] == "2 ana + 1 us"
    assert "1 ana + 2 us" in keys(playing)
    answer(playing, "1 ana + 2 us")
    assert [event.params["side"] for event in logged(playing, "rolled")] == ["coalition"]
    assert (units(playing, "01"), units(playing, "08")) == ({"us": 2, "ana": 2}, {"taliban": 1})


@pytest.mark.rule("zurmat:card-clarifications")
def test_an_ambush_reaches_along_a_road_only() -> None:
    laid = {
        "01": {"ana": 1},
        "08": {"north": 1, "taliban": 2},
        "04": {"north": 2, "ana": 1},
        "03": {"north": 3, "ana": 1},
    }
    playing = table(laid, active="taliban", taliban=hand("ambush"), dice=[HIT, HIT])
    answer(playing, "play ambush")
    assert (asked(playing).ask, keys(playing)) == ("ambush-at", ["04", "01"])
    answer(playing, "04", "2 taliban")
    assert units(playing, "04") == {}


@pytest.mark.rule("zurmat:card-clarifications")
def test_a_drone_strike_hits_any_taliban_and_nobody_rolls_back() -> None:
    laid = tiles({"07": {"taliban": 2, "forts": 1, "control": "taliban"}, "12": {"taliban": 1}})
    playing = table(laid, coalition=hand("drone"), dice=[HIT, HIT, MISS])
    answer(playing, "play drone", "07")
    assert (asked(playing).seat, keys(playing)) == ("taliban", ["2 taliban", "1 taliban + 1 fort"])
    answer(playing, "1 taliban + 1 fort")
    assert units(playing, "07") == {"taliban": 1}
    assert len(logged(playing, "rolled")) == 1


@pytest.mark.rule("zurmat:card-clarifications")
def test_a_drone_strike_is_no_part_of_an_attack_but_may_follow_it() -> None:
    laid = tiles({"01": {"us": 1}, "07": {"taliban": 3}})
    playing = table(laid, coalition={"hand": ["drone"], "board": at_level(1, "attack")}, dice=[MISS, MISS, MISS, MISS])
    answer(playing, "attack")
    assert "play drone" not in keys(playing)
    answer(playing, "01", "done")
    assert keys(playing) == ["07"]
    answer(playing, "07", "no")
    assert (asked(playing).ask, keys(playing)) == ("after", ["end", "play drone"])


@pytest.mark.rule("zurmat:card-clarifications")
def test_a_fort_alone_is_no_target_for_a_drone() -> None:
    fort = {"forts": 1, "control": "taliban"}
    alone = table(tiles({"08": fort}), coalition=hand("drone"))
    assert "play drone" not in keys(alone)
    playing = table(
        tiles({"08": fort, "07": {"taliban": 1}, "12": {"taliban": 1, **fort}}),
        coalition=hand("drone"),
        dice=[HIT, MISS, MISS],
    )
    answer(playing, "play drone")
    assert keys(playing) == ["07", "12"]
    answer(playing, "12")
    assert keys(playing) == ["1 taliban", "1 fort"]  # beside units it may be given up for one of them


@pytest.mark.rule("zurmat:card-clarifications")
def test_air_assault_among_enemies_is_a_fight() -> None:
    laid = tiles({"01": {"us": 4}, "07": {"taliban": 1}})
    playing = table(laid, coalition=hand("air-assault"), dice=[HIT, MISS, MISS])
    answer(playing, "play air-assault", "07", "2 us")
    assert (units(playing, "01"), units(playing, "07")) == ({"us": 2}, {"us": 2})
    assert not logged(playing, "drew-discs")


@pytest.mark.rule("zurmat:card-clarifications")
def test_air_assault_elsewhere_is_a_patrol_with_its_disc() -> None:
    playing = table(tiles({"01": {"us": 4}, "04": {"north": 2}}), coalition=hand("air-assault"), dice=[100])
    answer(playing, "play air-assault", "04", "2 us")
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"faction": 1}
    answer(playing, "place")
    assert discs(playing, "04", "coalition") == {"faction": 1}


@pytest.mark.rule("zurmat:card-clarifications")
def test_motorcycles_ride_two_steps_across_country_where_no_enemy_is() -> None:
    laid = tiles({"07": {"taliban": 3}, "01": {"ana": 1}, "13": {"east": -1, "north": -1}, "14": {"east": -2}})
    playing = table(laid, active="taliban", taliban=hand("motorcycles"), dice=[1])
    answer(playing, "play motorcycles")
    assert keys(playing) == ["03", "08", "12", "13", "14"]
    answer(playing, "12", "2 taliban", "place")
    assert units(playing, "12") == {"taliban": 2}
    assert discs(playing, "12", "taliban") == {"neutral": 1}


# -- cards in battle ----------------------------------------------------------------------------------


BATTLE = tiles(
    {"01": {"us": 1}, "07": {"taliban": 3, "ana": 2}, "13": {"east": -2, "taliban": 4}, "14": {"east": -1, "north": 1}}
)
ONE = {"board": at_level(1, "attack")}


@pytest.mark.rule("zurmat:card-clarifications")
def test_mrap_keeps_units_after_losses_are_named() -> None:
    playing = table(BATTLE, coalition={**ONE, "hand": ["mrap"]}, dice=[MISS, MISS, MISS, HIT, HIT, HIT])
    answer(playing, "attack", "01", "done", "07", "no")
    assert (asked(playing).ask, keys(playing)) == ("mrap", ["no", "play mrap"])
    answer(playing, "play mrap")
    assert keys(playing) == ["1 us", "1 ana", "1 ana + 1 us", "2 ana"]
    answer(playing, "1 ana + 1 us")
    assert units(playing, "07") == {"taliban": 3, "ana": 1, "us": 1}


@pytest.mark.rule("zurmat:card-clarifications")
def test_ah_64_rolls_two_us_dice_more_once_the_dice_lie() -> None:
    playing = table(BATTLE, coalition={**ONE, "hand": ["ah-64"]}, dice=[MISS] * 5 + [HIT] + [HIT, BLOCK])
    answer(playing, "attack", "01", "done", "07")
    assert [event.params["n"] for event in logged(playing, "rolled")] == [3, 3]
    answer(playing, "play ah-64")
    assert units(playing, "07") == {"us": 1, "ana": 2, "taliban": 2}  # one Hit more, and the Block saved a unit


@pytest.mark.rule("zurmat:card-clarifications")
def test_bad_intel_takes_units_out_of_a_battle() -> None:
    playing = table(BATTLE, coalition=ONE, taliban=hand("bad-intel"))
    answer(playing, "attack", "01")
    assert (asked(playing).seat, asked(playing).ask) == ("taliban", "ied")
    answer(playing, "no", "play bad-intel")
    assert keys(playing) == ["to 14", "to 01", "to 13", "from 13"]
    answer(playing, "to 14", "3 taliban")
    assert logged(playing, "no-battle")
    assert (units(playing, "14"), units(playing, "07")) == ({"taliban": 3}, {"us": 1, "ana": 2})


@pytest.mark.rule("zurmat:card-clarifications")
def test_bad_intel_brings_units_into_a_battle() -> None:
    playing = table(BATTLE, coalition=ONE, taliban=hand("bad-intel"), dice=[MISS] * 9)
    answer(playing, "attack", "01", "no", "play bad-intel", "from 13", "3 taliban")
    assert [event.params["n"] for event in logged(playing, "rolled")] == [3, 6]


# -- the Roadblock ------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:moving", "zurmat:tactics")
def test_no_unit_crosses_the_roadblock_until_the_coalition_comes() -> None:
    """Ruling 34."""
    playing = table(tiles({"08": {"ana": 1}}), active="taliban", taliban=hand("roadblock"))
    answer(playing, "play roadblock")
    assert sorted(keys(playing)) == ["01-03", "01-07", "01-08", "01-12"]
    answer(playing, "01-12")
    assert shown(playing, "roadblock") == ["01", "12"]
    blocked = table(tiles({"01": {"us": 1}}), roadblock=["01", "12"], coalition=hand(operations=("patrol",)))
    answer(blocked, "patrol", "01")
    assert "12" not in keys(blocked)
    answer(blocked, "08", "01")
    assert shown(blocked, "roadblock") == ["01", "12"]  # passing by is not ending there
    answer(blocked, "stop")
    assert shown(blocked, "roadblock") == []
