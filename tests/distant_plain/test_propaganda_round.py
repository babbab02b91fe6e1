"""Propaganda Rounds (6): position, choices, result. Numbers are those of the conformance cases.

The table goes on by itself to the next thing that somebody must decide.
"""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.check import STEPS
from khyber.games.distant_plain.drawing.facts import PHASES
from khyber.games.distant_plain.rules.support import markers_left
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at

FINAL = 4  # the number of Propaganda cards in the Short scenario

# -- phases (6) -------------------------------------------------------------------------------------


def test_every_step_of_a_round_belongs_to_a_phase() -> None:
    of_a_round = [step for steps in PHASES.values() for step in steps]
    assert set(STEPS) - set(of_a_round) == {"deal", "deploy", "card", "turn", ""}
    assert len(of_a_round) == len(set(of_a_round)), "a step of two phases"
    assert sorted(of_a_round, key=STEPS.index) == of_a_round, "the phases follow one another"


# -- Resources (6.3) --------------------------------------------------------------------------------


@pytest.mark.rule("6.3.1")
def test_sabotage_where_taliban_outnumber_everybody() -> None:
    """B1: 2 Taliban against a Police and a Warlord are not more; 3 are."""
    table = at(step="resources", spaces={"kabul-aibak": "T 2a, G 1p, W 1u", "kandahar-kabul": "T 3a, G 1p, W 1u"})
    assert asked(table) == "government redeploy-from"  # well after 6.3
    assert terror(table, "kabul-aibak") == 0
    assert terror(table, "kandahar-kabul") == 1


@pytest.mark.rule("6.3.4")
def test_casualties_cost_aid_only_after_it_was_earned() -> None:
    """B3: Aid 7 and 12 for the LoCs are earned; then 3 Casualties take 9, and Aid stops at 0."""
    table = at(step="resources", casualties="C 2t 1B", aid=7)
    assert resources(table, "government") == 7 + 12
    assert table.state.aid == 0


# -- Support (6.4) ----------------------------------------------------------------------------------


@pytest.mark.rule("6.4.1")
@pytest.mark.parametrize(("coalition", "decides"), [("C 1t", "government"), ("C 2t", "coalition")])
def test_the_faction_with_most_troops_decides_on_civic_action(coalition: str, decides: str) -> None:
    """B4: 2 Government Troops outvote 1 of the Coalition; against 2 the Coalition decides."""
    table = at(step="civic-action", spaces={"kandahar": f"{coalition}, G 2t 1p"}, government=9)
    assert asked(table) == f"{decides} civic-action"
    assert keys(table) == ["kandahar", "done"]


@pytest.mark.rule("6.4.1")
def test_the_coalition_may_spend_all_before_the_government_is_asked() -> None:
    """B5: three Civic Actions in Kabul use up 9 Resources; for Herat nothing is left."""
    table = at(step="civic-action", spaces={"kabul": "2terror, C 2t, G 1p", "herat": "G 2t 1p"}, government=9)
    choose(table, "kabul", "kabul", "kabul")
    assert resources(table, "government") == 0
    assert asked(table) == "government desertion"


@pytest.mark.rule("6.4.2")
def test_sharia_without_people_removes_terror_only() -> None:
    """B7: in Zabol (Pop 0) the first Resource removes the Terror marker; a second is refused."""
    table = at("taliban", step="sharia", spaces={"zabol": "1terror, T 1u"}, taliban=2)
    choose(table, "zabol")
    assert terror(table, "zabol") == 0
    assert_refused(table, "zabol")
    assert resources(table, "taliban") == 1


# -- Redeploy (6.5) ---------------------------------------------------------------------------------


@pytest.mark.rule("6.5")
def test_control_stands_still_while_forces_redeploy() -> None:
    """B8: Desertion leaves Herat at 2 against 2, but Police may still come: Control is as it was before 6.5."""
    table = at("government", step="desertion", spaces={"herat": "G 3p, T 2u", "kabul": "G 2p"})
    assert pieces(table, "herat") == "G 2p, T 2u"
    choose(table, "kabul", "herat", "2")
    assert pieces(table, "herat") == "G 4p, T 2u"


@pytest.mark.rule("6.5.2")
def test_coalition_troops_may_and_government_troops_must_redeploy() -> None:
    """B9: in Badghis without a Base the Coalition stays; both Government Troops leave for Bases under Control."""
    table = at(
        "coalition",
        step="redeploy",
        frozen=True,
        spaces={"badghis": "C 2t, G 2t", "konduz": "G 1B", "zabol": "C 1B, T 3u 1B"},
    )
    choose(table, "done")
    assert asked(table) == "government redeploy-to"  # from Badghis
    assert_refused(table, "done", "zabol", "badghis")
    choose(table, "kabul", "1", "konduz")
    assert pieces(table, "badghis") == "C 2t"
    assert pieces(table, "kabul") == "G 1t"
    assert pieces(table, "konduz") == "G 1t 1B"


@pytest.mark.rule("6.5.3")
def test_police_go_to_locs_and_controlled_spaces() -> None:
    """B11: not to Uncontrolled Kabul, but to a Sabotaged LoC."""
    table = at(
        "government",
        step="redeploy-police",
        frozen=True,
        spaces={"kabul": "G 1p, T 1u", "herat": "G 2p", "kabul-aibak": "sabotage"},
    )
    assert control(table, "kabul") == "none"
    choose(table, "herat")
    assert_refused(table, "kabul")
    choose(table, "kabul-aibak", "1")
    assert pieces(table, "kabul-aibak") == "G 1p"


@pytest.mark.rule("6.5.4")
def test_taliban_without_a_base_must_leave_even_what_they_control() -> None:
    """B12: the 2 Guerrillas of Ghazni go; they may not stay."""
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces={"ghazni": "T 2u"})
    assert control(table, "ghazni") == "taliban"
    assert asked(table) == "taliban redeploy-to"  # from Ghazni
    assert_refused(table, "ghazni", "done")
    choose(table, "waziristan", "2")
    assert pieces(table, "ghazni") == ""
    assert pieces(table, "waziristan") == "T 2u"


@pytest.mark.rule("6.5.4")
def test_taliban_at_a_base_stay_but_none_come_where_coin_controls() -> None:
    """B13: the Guerrillas of Paktika stay at their Base; that of Ghazni may not go there."""
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces={"paktika": "T 2u 1B, G 4t", "ghazni": "T 1u"})
    assert control(table, "paktika") == "coin"
    assert_refused(table, "paktika")
    choose(table, "waziristan")
    assert pieces(table, "paktika") == "G 4t, T 2u 1B"


@pytest.mark.rule("6.5.4")
def test_taliban_in_kabul_stay() -> None:
    """B15: nobody asks them to go."""
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces={"kabul": "T 2u"})
    assert pieces(table, "kabul") == "T 2u"
    assert asked(table) == "coalition turn"  # on the next card


@pytest.mark.rule("6.5.6")
def test_the_final_round_ends_before_reset() -> None:
    """B16: after 6.5.5 the game is over; Terror, Casualties and Islamabad are left as they are."""
    table = at(
        "taliban",
        step="redeploy-taliban",
        frozen=True,
        propaganda_played=FINAL,
        islamabad="pressure",
        casualties="C 2t 1B",
        spaces={"kabul": "2terror", "kabul-aibak": "sabotage"},
    )
    assert table.decision is None
    assert table.outcome is not None and table.outcome.ending == "final"
    assert terror(table, "kabul") == 2 and terror(table, "kabul-aibak") == 1
    assert pieces(table, "casualties") == "C 2t 1B"
    assert table.view()["islamabad"] == {"box": "pressure", "hard": False}


# -- Reset (6.6) ------------------------------------------------------------------------------------


@pytest.mark.rule("6.6")
def test_half_the_troops_lost_and_every_base_lost_are_gone_for_good() -> None:
    """B17: of 3 Troops and a Base in Casualties 1 Troops and the Base leave the game; 2 Troops are Available."""
    table = at(step="reset", casualties="C 3t 1B", spaces={"kabul": "C 17t"})
    assert pieces(table, "casualties") == ""
    assert pieces(table, "out-of-play") == "C 1t 1B"
    assert count(table, "available", "C t") == 2


@pytest.mark.rule("6.6")
def test_a_hard_hostility_outlasts_a_reset() -> None:
    """B19: the marker turns to its normal side; in Pakistan Guerrillas stay Active, elsewhere they hide."""
    table = at(
        step="reset", islamabad="hostility", hard=True, spaces={"waziristan": "T 2a", "zabol": "T 2a", "balkh": "W 2a"}
    )
    assert table.view()["islamabad"] == {"box": "hostility", "hard": False}
    assert pieces(table, "waziristan") == "T 2a"
    assert pieces(table, "zabol") == "T 2u"
    assert pieces(table, "balkh") == "W 2u"


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("box", ["sponsorship", "backing"])
def test_islamabad_drifts_to_backing(box: str) -> None:
    """B20: from Sponsorship back to Backing; at Backing it stays."""
    table = at(step="reset", islamabad=box)
    assert table.view()["islamabad"] == {"box": "backing", "hard": False}


@pytest.mark.rule("6.6")
def test_reset_clears_the_table_for_the_next_campaign() -> None:
    """B21: everybody is Eligible; Terror, Sabotage and Momentum are gone, and all 30 markers free."""
    table = at(
        step="reset",
        eligible=["taliban"],
        lasting=["10-shaded", "1-unshaded"],
        spaces={"kabul": "3terror", "herat": "1terror", "kabul-aibak": "sabotage"},
    )
    assert eligible(table) == list(SEATS)
    assert terror(table, "kabul") == terror(table, "herat") == terror(table, "kabul-aibak") == 0
    assert markers_left(table.state) == 30
    assert table.view()["momentum"] == []
    assert table.view()["capabilities"] == [[1, "unshaded"]]


# -- whole phases ------------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
def test_a_condition_met_ends_the_game_before_anything_is_earned() -> None:
    """6.1: Patronage 33 and Kabul (3) under COIN Control make 36: the Government wins at once."""
    table = at(step="victory", spaces={"kabul": "G 1t"}, patronage=33, aid=20)
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.ending) == ("government", "victory")
    assert resources(table, "government") == 0


@pytest.mark.rule("6.3", "6.3.2")
def test_the_government_earns_aid_and_open_locs() -> None:
    """6.3.2: Aid 20 and 12 less the 4 of Kabul-Tor Kham; Aid itself stays."""
    table = at(step="resources", spaces={"kabul-tor-kham": "sabotage"}, government=1, aid=20)
    assert resources(table, "government") == 1 + 20 + 8
    assert table.state.aid == 20


@pytest.mark.rule("6.3.3")
def test_insurgents_earn_by_bases_and_warlords_on_open_locs() -> None:
    """6.3.3: Taliban 3 Bases; Warlords 2 Bases and 2 Guerrillas on a LoC without Sabotage, not those on the other."""
    table = at(
        step="resources",
        spaces="""
            waziristan: T 2B
            paktika: T 1B
            konduz: W 2B
            kabul-aibak: W 1u 1a
            kandahar-kabul: sabotage, W 3u
        """,
    )
    assert resources(table, "taliban") == 3
    assert resources(table, "warlords") == 4


@pytest.mark.rule("6.4")
def test_support_is_bought_by_coalition_then_government_then_taliban() -> None:
    """6.4: each in turn, where it decides."""
    table = at(
        step="civic-action",
        government=20,
        taliban=2,
        spaces={"kabul": "C 1t, G 1p", "herat": "G 1t 1p", "paktika": "T 1u"},
    )
    assert asked(table) == "coalition civic-action"
    choose(table, "kabul")
    assert asked(table) == "government civic-action"
    choose(table, "herat")
    assert asked(table) == "taliban sharia"
    choose(table, "paktika")
    assert level(table, "kabul") == level(table, "herat") == "support"
    assert level(table, "paktika") == "opposition"
    assert (resources(table, "government"), resources(table, "taliban")) == (14, 1)


@pytest.mark.rule("6.5.5")
def test_control_is_adjusted_once_everybody_has_redeployed() -> None:
    """6.5.5: Badghis loses its Troops: COIN-Controlled until all have moved, nobody's afterwards."""
    table = at("government", step="redeploy", frozen=True, spaces={"badghis": "G 2t", "herat": "G 1p"})
    choose(table, "2")  # to Kabul
    assert pieces(table, "badghis") == ""
    assert asked(table) == "government redeploy-from"  # Police
    assert control(table, "badghis") == "coin"
    choose(table, "done")
    assert control(table, "badghis") == "none"


@pytest.mark.rule("6.6")
def test_reset_sends_every_guerrilla_underground_and_draws_the_next_card() -> None:
    """6.6: Active Guerrillas hide, and play goes on with the next card."""
    table = at(step="reset", deck=[22, 3, 4], spaces={"kabul": "T 2a, W 1a", "kabul-aibak": "W 2a"}, taliban=1)
    assert pieces(table, "kabul") == "T 2u, W 1u"
    assert pieces(table, "kabul-aibak") == "W 2u"
    assert count(table, "available", "T u") == 28
    assert asked(table) == "taliban turn"


@pytest.mark.rule("6.6")
def test_the_log_tells_in_one_line_that_reset_clears_a_space_of_terror() -> None:
    """6.6: whoever reads "Terror, now 1" takes it for a marker that was placed."""
    table = at(step="reset", deck=[22, 3, 4], spaces={"kabul": "3terror", "kabul-aibak": "sabotage"}, taliban=1)
    told = [event for event in table.events() if event.kind in ("terror", "sabotage")]
    assert [(event.kind, *event.params.values()) for event in told] == [
        ("terror", "kabul", 0),
        ("sabotage", "kabul-aibak", 0),
    ]
    assert terror(table, "kabul") == 0
