"""8.8.5: March of the Non-player Taliban."""

from __future__ import annotations

from collections import Counter

import pytest

from khyber.agents.agent import Seen
from khyber.engine.play import run
from khyber.engine.table import Table
from khyber.games.distant_plain.board import AFGHAN, SPACE_IDS, TALIBAN
from khyber.games.distant_plain.bots.third.taliban.moves import in_order
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_box, play_on
from tests.distant_plain.bots.looking import activities, moves
from tests.distant_plain.facts import count, pieces, resources

AFGHAN_IDS = [SPACE_IDS[space] for space in AFGHAN]
#: There are not Troops enough for all.
WITH_BASES = ("badghis", "faryab", "samangan", "sar-e-pol")
COALITION_EVERYWHERE = {name: "C 1B" if name in WITH_BASES else "C 1t" for name in AFGHAN_IDS}


def march(table: Table[State], seed: int = 0, *, alone: bool = True) -> Counter[str]:
    """The March box carried out; which steps it followed."""
    return Counter(play_box(table, "taliban", "march", seed=seed, alone=alone).used())


# -- the cases --------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.5")
def test_a_hidden_guerrilla_comes_to_a_base_without_one() -> None:
    """T-17 [T.March.1]."""
    table = case("taliban", {"ghazni": "T 1B 1a", "paktika": "T 1B 2u", "waziristan": "T 1B 1a"})
    used = march(table)
    assert used["T.March.1"] == 1
    assert count(table, "ghazni", "T u") == 1 and pieces(table, "paktika") == "T 1u 1B"
    assert pieces(table, "waziristan") == "T 1a 1B"
    assert resources(table, "taliban") == 19


@pytest.mark.rule("8.8.5")
def test_three_guerrillas_come_together_for_a_base() -> None:
    """T-18 [T.March.2, R-T12]."""
    table = case(
        "taliban", {"khowst": "T 1u", "waziristan": "T 4u", "kandahar": "W 2B", "nuristan": "W 2B"}, islamabad="backing"
    )
    used = march(table)
    assert used["T.March.2"] == 1 and pieces(table, "khowst") == "T 3u"
    assert ("taliban-guerrilla-underground", 2, "waziristan", "khowst") in moves(table)


@pytest.mark.rule("8.8.5")
def test_new_ground_is_taken_where_it_costs_least() -> None:
    """T-19 (i) [T.March.3a]."""
    for seed in range(5):
        table = case("taliban", {"northwest-frontier": "T 2B 3u", "kandahar": "C 1t"}, islamabad="backing")
        used = march(table, seed)
        assert used["T.March.3a"] == 2
        assert pieces(table, "nuristan") == pieces(table, "khowst") == "T 1u"
        assert pieces(table, "northwest-frontier") == "T 1u 2B" and resources(table, "taliban") == 20


@pytest.mark.rule("8.8.5")
def test_then_ground_at_support() -> None:
    """T-19 (ii) [T.March.3b]."""
    troops = {name: "C 1t" for name in AFGHAN_IDS if name not in ("farah", "kandahar")}
    assert len(troops) == 20
    table = case(
        "taliban", {**troops, "waziristan": "T 2B 2u", "farah": "T 1a", "kandahar": "support"}, islamabad="backing"
    )
    used = march(table)
    assert used["T.March.3b"] == 1 and used["T.March.3a"] == 0
    assert pieces(table, "kandahar") == "T 1u" and pieces(table, "waziristan") == "T 1u 2B"


@pytest.mark.rule("8.8.5")
def test_no_taliban_control_is_lost() -> None:
    """T-21 [T.March.P control]."""
    table = case("taliban", {"kandahar": "T 2u, W 1u"})
    march(table)
    assert pieces(table, "kandahar") == "T 2u, W 1u"
    table = case("taliban", {"kandahar": "T 3u, W 1u"})
    march(table)
    assert count(table, "kandahar", "T u") == 2


@pytest.mark.rule("8.8.5")
def test_two_thirds_of_the_resources_are_spent_or_all_if_they_are_few() -> None:
    """T-22 [T.March.P limit]: eight Bases wait for a Guerrilla, each Province on the way to be paid once."""
    waiting = ("farah", "ghowr", "helmand", "oruzgan", "paktika", "ghazni", "zabol", "nimruz")
    for funds, reached in ((9, 6), (8, 8)):
        table = case(
            "taliban", {**COALITION_EVERYWHERE, **dict.fromkeys(waiting, "T 1B 1a"), "khowst": "T 12u"}, taliban=funds
        )
        used = march(table)
        assert sum(count(table, name, "T u") > 0 for name in waiting) == reached == used["T.March.1"]
        assert resources(table, "taliban") == funds - reached


@pytest.mark.rule("8.8.5")
def test_with_no_resources_at_all_extort_comes_first() -> None:
    """T-22 [R-T11]."""
    table = case("taliban", {"ghazni": "T 2u, opposition"}, taliban=0)
    used = march(table, alone=False)
    assert used["T.Extort.1"] == 1 and used["T.March.3a"] == 1
    assert pieces(table, "ghazni") == "T 1a" and resources(table, "taliban") == 0
    assert activities(table) == ["extort"]


# -- the bullets in detail --------------------------------------------------------------------------


@pytest.mark.rule("8.8.5")
def test_guerrillas_go_on_through_pashtun_ground_and_legs_are_shared() -> None:
    """T.March.P: from Khowst by Ghazni to Oruzgan and Zabol; Ghazni is paid once, in one group."""
    table = case(
        "taliban", {**COALITION_EVERYWHERE, "khowst": "T 3u", "oruzgan": "T 1B 1a", "zabol": "T 1B 1a"}, taliban=8
    )
    march(table)
    assert count(table, "oruzgan", "T u") == count(table, "zabol", "T u") == 1
    assert resources(table, "taliban") == 5
    groups = [move for move in moves(table) if move[2] == "khowst"]
    assert len(groups) == 1 and groups[0][1] == 2


@pytest.mark.rule("8.8.5")
def test_nobody_marches_on_off_pashtun_ground() -> None:
    """3.3.2: from Konduz to Balkh and no further, so the Base in Faryab gets no Guerrilla."""
    table = case("taliban", {**COALITION_EVERYWHERE, "konduz": "T 3u", "faryab": "T 1B 1a"})
    march(table)
    assert pieces(table, "faryab") == "T 1a 1B"


@pytest.mark.rule("8.8.5")
def test_a_guerrilla_that_would_turn_active_does_not_march() -> None:
    """T.March.1, .3: one more beside three cubes off Pashtun ground would arrive Active."""
    for cubes, hidden in (("G 3p", 0), ("G 2p", 1)):
        table = case("taliban", {**COALITION_EVERYWHERE, "balkh": f"T 1B 1a, {cubes}", "konduz": "T 3u"})
        march(table)
        assert count(table, "balkh", "T u") == hidden


@pytest.mark.rule("8.8.5")
def test_the_guerrilla_who_stays_at_a_base_is_hidden() -> None:
    """T.Keep, R-T3: of one Underground and two Active the Active ones may go, of two Active one."""
    table = case("taliban", {**COALITION_EVERYWHERE, "oruzgan": "T 1B 1u 2a"})
    march(table)
    assert pieces(table, "oruzgan") == "T 1u 1B"
    table = case("taliban", {**COALITION_EVERYWHERE, "oruzgan": "T 1B 2a"})
    march(table)
    assert pieces(table, "oruzgan") == "T 1a 1B"


@pytest.mark.rule("8.8.1", "8.8.5")
def test_find_fix_finish_wants_two_at_every_afghan_base() -> None:
    """8.8.1: unshaded, Paktika gets a second one and keeps it; in Pakistan one is enough."""
    table = case(
        "taliban",
        {**COALITION_EVERYWHERE, "ghazni": "T 1B 3u", "paktika": "T 1B 1u", "waziristan": "T 1B 1u"},
        lasting=["7-unshaded"],
    )
    used = march(table)
    assert used["T.March.1"] == 1
    assert pieces(table, "paktika") == "T 2u 1B" and pieces(table, "ghazni") == "T 2u 1B"
    assert pieces(table, "waziristan") == "T 1u 1B"


@pytest.mark.rule("8.8.1", "8.8.5")
def test_find_fix_finish_sends_two_in_one_group() -> None:
    """8.8.1: both come from Konduz, off Pashtun ground, as one group small enough; beside two cubes only one comes."""
    for cubes, hidden in (("", 2), (", G 2p", 1)):
        table = case(
            "taliban",
            {**COALITION_EVERYWHERE, "balkh": "T 1B" + cubes, "konduz": "T 5u"},
            lasting=["7-unshaded"],
            available="T 0B",
        )
        march(table)
        assert count(table, "balkh", "T u") == hidden


@pytest.mark.rule("8.8.5")
def test_a_march_to_a_base_can_be_joined_from_the_same_space() -> None:
    """T.March.1, .2: Balkh is paid, so the three gather there: all from Konduz, in one group, unnoticed."""
    for seed in range(5):
        table = case("taliban", {"balkh": "T 1B", "konduz": "T 5u"})
        used = march(table, seed)
        assert used["T.March.1"] == used["T.March.2"] == 1 and pieces(table, "balkh") == "T 3u 1B"
        assert moves(table)[0][1:] == (3, "konduz", "balkh")


@pytest.mark.rule("8.8.5")
def test_of_bases_in_need_the_more_populous_comes_first_in_pakistan_too() -> None:
    """T.March.1: with one Resource to Waziristan, where people live, not to Zabol, where nobody does."""
    for seed in range(8):
        table = case(
            "taliban",
            {**COALITION_EVERYWHERE, "paktika": "T 4u", "waziristan": "T 1B", "zabol": "T 1B"},
            taliban=1,
            available="T 0B",
        )
        march(table, seed)
        assert pieces(table, "waziristan") == "T 1u 1B" and pieces(table, "zabol") == "T 1B"


@pytest.mark.rule("8.8.5")
def test_nobody_arrives_underground_in_pakistan_at_hostility() -> None:
    """T.March.1: so nobody is sent to the Base in Waziristan, nor by way of it."""
    table = case("taliban", {**COALITION_EVERYWHERE, "paktika": "T 3u", "waziristan": "T 1B"}, islamabad="hostility")
    march(table)
    assert pieces(table, "waziristan") == "T 1B"
    table = case("taliban", {**COALITION_EVERYWHERE, "paktika": "T 3u", "waziristan": "T 1B"}, islamabad="pressure")
    march(table)
    assert pieces(table, "waziristan") == "T 1u 1B"


@pytest.mark.rule("8.8.5")
def test_three_are_gathered_from_several_places_or_not_at_all() -> None:
    """T.March.2: Underground before Active, from wherever it takes."""
    spread = {**COALITION_EVERYWHERE, "paktika": "T 2u", "zabol": "T 2u", "oruzgan": "T 1u 1a"}
    for seed in range(5):
        table = case("taliban", spread)
        used = march(table, seed)
        assert used["T.March.2"] == 1 and resources(table, "taliban") == 19
        gathered = [name for name in AFGHAN_IDS if count(table, name, "T u") + count(table, name, "T a") >= 3]
        assert len(gathered) == 1 and count(table, gathered[0], "T u") >= 2
    table = case("taliban", {**COALITION_EVERYWHERE, "paktika": "T 2u", "zabol": "T 2u"})
    assert march(table)["T.March.2"] == 1  # a third one comes to either
    table = case("taliban", {**COALITION_EVERYWHERE, "paktika": "T 2u", "herat": "T 1u"})
    assert march(table)["T.March.2"] == 0


@pytest.mark.rule("8.8.5")
def test_no_three_without_a_base_or_room_for_one() -> None:
    """T.March.2."""
    here = {**COALITION_EVERYWHERE, "paktika": "T 2u", "zabol": "T 2u"}
    assert march(case("taliban", here, available="T 0B"))["T.March.2"] == 0
    assert march(case("taliban", here))["T.March.2"] == 1


@pytest.mark.rule("8.8.5")
def test_small_groups_stay_hidden_where_a_large_one_would_be_noticed() -> None:
    """T.March.2: two from Konduz and one from Samangan to Balkh with a cube, rather than all three in one group."""
    for seed in range(10):
        table = case("taliban", {"balkh": "C 1t", "baghlan": "W 2B", "konduz": "T 4u", "samangan": "T 2u"})
        used = march(table, seed)
        assert used["T.March.2"] == 1 and pieces(table, "balkh") == "C 1t, T 3u"


@pytest.mark.rule("8.8.5")
def test_new_spaces_are_three_at_most() -> None:
    """T.March.3a, .3b together."""
    table = case("taliban", {"waziristan": "T 2B 9u", "kabul": "support"}, islamabad="backing", available="T 0B")
    used = march(table)
    assert used["T.March.3a"] + used["T.March.3b"] == 3


@pytest.mark.rule("8.8.5")
def test_roads_are_taken_by_two_or_by_enough_to_outnumber() -> None:
    """T.March.4: two onto an empty LoC, two against one enemy, nobody against two; the richest first."""
    base = {**COALITION_EVERYWHERE, "nuristan": "T 2B 1u 5a"}
    table = case("taliban", {**base, "kabul-tor-kham": "G 1p"}, available="T 0B")
    march(table)
    assert pieces(table, "kabul-tor-kham") == "G 1p, T 2a"
    table = case("taliban", {**base, "kabul-tor-kham": "G 2p"}, available="T 0B")
    march(table)
    assert pieces(table, "kabul-tor-kham") == "G 2p"
    table = case("taliban", {**base, "kabul-tor-kham": "G 2p, T 1u"}, available="T 0B")
    march(table)
    assert pieces(table, "kabul-tor-kham") == "G 2p, T 1u 2a"
    table = case("taliban", {**base, "kabul-tor-kham": "T 2u"}, available="T 0B")
    march(table)
    assert pieces(table, "kabul-tor-kham") == "T 2u"


@pytest.mark.rule("8.8.5")
def test_the_richest_road_comes_first() -> None:
    """T.March.4: with two to move, Kandahar-Spin Boldak (3), not Farah-Kandahar (1)."""
    table = case("taliban", {**COALITION_EVERYWHERE, "oruzgan": "T 2B 1u 2a"})
    march(table)
    assert pieces(table, "kandahar-spin-boldak") == "T 2a"


@pytest.mark.rule("8.8.5")
def test_a_road_that_is_held_stays_held() -> None:
    """T.March.4: two on Kandahar-Spin Boldak do not walk on to the next LoC."""
    table = case("taliban", {**COALITION_EVERYWHERE, "kandahar-spin-boldak": "T 2u"})
    march(table)
    assert pieces(table, "kandahar-spin-boldak") == "T 2u"


@pytest.mark.rule("8.8.5")
def test_guerrillas_that_have_marched_stay() -> None:
    """R-T13: the one who came to the Base in Ghazni does not go on to a LoC."""
    table = case("taliban", {**COALITION_EVERYWHERE, "ghazni": "T 1B", "khowst": "T 2u"})
    march(table)
    assert pieces(table, "ghazni") == "T 1u 1B"


@pytest.mark.rule("8.8.5")
def test_a_source_that_keeps_a_guerrilla_comes_before_one_that_does_not() -> None:
    """N.Source: from COIN-Controlled Zabol with two, not from Paktika with one."""

    def source(seed: int) -> str:
        table = case(
            "taliban",
            {**COALITION_EVERYWHERE, "ghazni": "T 1B 1a", "zabol": "T 2u, G 4t", "paktika": "T 1u, G 4t"},
            available="T 0B",
        )
        march(table, seed)
        return next(origin for _, _, origin, dest in moves(table) if dest == "ghazni")

    assert set(in_many_worlds(source, 10)) == {"zabol"}


@pytest.mark.rule("8.8.5")
def test_after_a_march_extort_on_roads_comes_before_infiltrate() -> None:
    """8.8.5: as after Rally."""
    table = case("taliban", {**COALITION_EVERYWHERE, "nuristan": "T 2B 4u, G 1p"}, available="T 0B")
    used = march(table, alone=False)
    assert used["T.LoCExtort"] == 1 and activities(table) == ["extort"]


@pytest.mark.rule("8.8.5")
def test_sandstorms_stop_everybody_after_one_step() -> None:
    table = case("taliban", {**COALITION_EVERYWHERE, "khowst": "T 3u", "oruzgan": "T 1B 1a"}, lasting=["57-unshaded"])
    march(table)
    assert pieces(table, "oruzgan") in ("C 1t, T 1a 1B", "T 1a 1B")


@pytest.mark.rule("8.8.5")
def test_aerostats_activate_guerrillas_that_pass_a_coalition_base() -> None:
    """Unshaded: the way from Khowst by Ghazni with a Base would show the Guerrilla, so it goes by Paktika and Zabol."""
    table = case(
        "taliban",
        {**COALITION_EVERYWHERE, "khowst": "T 2u", "oruzgan": "T 1B 1a", "ghazni": "C 1B"},
        lasting=["5-unshaded"],
    )
    march(table)
    assert count(table, "oruzgan", "T u") == 1
    assert ("taliban-guerrilla-underground", 1, "zabol", "oruzgan") in moves(table)


@pytest.mark.rule("8.8.5", "8.3.4")
def test_a_free_march_from_pakistan_costs_nothing_and_starts_only_there() -> None:
    """An Event lets Guerrillas March that begin in Pakistan."""
    table = case("taliban", {"waziristan": "T 4u", "konduz": "T 4u"}, taliban=0)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    head = bot("taliban")
    origins = [SPACE_IDS.index(name) for name in ("waziristan", "northwest-frontier", "balochistan")]
    run(free_operation(play, TALIBAN, ["march"], origins=origins), lambda decision: head.answer(play, decision))
    konduz, waziristan = SPACE_IDS.index("konduz"), SPACE_IDS.index("waziristan")
    assert play.state.pieces[konduz * 11 + 5] == 4 and play.state.pieces[waziristan * 11 + 5] == 1
    assert play.state.resources[TALIBAN] == 0


@pytest.mark.rule("8.8.5", "8.3.4")
def test_a_limited_march_has_one_destination() -> None:
    """2.3.5: granted by an Event, it stays Limited."""
    table = case("taliban", {"waziristan": "T 6u", "ghazni": "T 1B 1a"})
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    head = bot("taliban")
    run(free_operation(play, TALIBAN, ["march"], limited=True), lambda decision: head.answer(play, decision))
    held = [space for space in range(32) if play.state.pieces[space * 11 + 5] + play.state.pieces[space * 11 + 6]]
    assert len(held) == 3


def test_legs_are_put_into_an_order_in_which_they_can_be_walked() -> None:
    """Each leg comes after those that lead to it; a cycle has no order."""
    assert in_order([(3, 4), (2, 3, 4), (1, 2)]) == [(2, 3), (3, 4), (1, 2)]
    assert in_order([(1, 2, 3), (2, 3, 1), (3, 1, 2)]) is None


# -- the loop ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.5", "8.8.6")
def test_attack_if_two_coalition_pieces_can_go_else_march() -> None:
    """T-35 [T.March.0, T.Loop]."""
    crowd = {"waziristan": "T 2B 18a"}
    table = case("taliban", {**crowd, "zabol": "T 1u, C 2t"})
    assert "T.Attack.0" in play_on(table, "taliban").used()
    table = case("taliban", {**crowd, "zabol": "T 1u, C 1t"})
    assert "T.March.0" in play_on(table, "taliban").used()


@pytest.mark.rule("8.8.4", "8.8.5")
def test_when_nobody_can_march_they_rally() -> None:
    """R-T1: 14 are Available and nobody may leave, so neither condition holds; after March comes Rally."""
    held = dict.fromkeys(("farah", "ghazni", "herat", "zabol"), "T 2a, W 1u")
    table = case("taliban", {**held, "waziristan": "T 2B 1a", "kandahar": "T 7a, W 4u 2B"})
    head = play_on(table, "taliban")
    assert {"T.March.0", "T.Rally.0"}.isdisjoint(head.used()) and head.used()["T.Rally.4"] == 1


@pytest.mark.rule("8.8.5")
def test_with_nothing_to_do_they_pass() -> None:
    """R-T1: no Resources, and who could March to a LoC would give up Control."""
    table = case("taliban", {"kandahar": "T 2a, W 1u"}, taliban=0)
    play_on(table, "taliban")
    assert resources(table, "taliban") == 1 and pieces(table, "kandahar") == "T 2a, W 1u"
