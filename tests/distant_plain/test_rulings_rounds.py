"""Rulings 170 to 209: Propaganda Rounds, victory, Deception, Open Deployment."""

from __future__ import annotations

import pytest

import khyber
from khyber.games.distant_plain.board import PROPAGANDA_CARDS, SEATS, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.islamabad import TOWARD_HOSTILITY, shift_islamabad
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from khyber.games.distant_plain.rules.victory import margins
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at, card
from tests.distant_plain.test_victory import FINAL, ended, opinions, ranking

# -- Resources and Support (6.3, 6.4) ---------------------------------------------------------------


@pytest.mark.rule("6.1")
def test_the_final_round_begins_with_the_check_too() -> None:
    """Ruling 170: Patronage 36 wins at once, before anything is earned or redeployed."""
    table = at(step="victory", propaganda_played=FINAL, patronage=36, spaces={"badghis": "G 2t"})
    assert table.outcome is not None and table.outcome.ending == "victory"
    assert pieces(table, "badghis") == "G 2t"


@pytest.mark.rule("6.3.1")
def test_one_taliban_alone_on_a_loc_sabotages_it() -> None:
    """Ruling 171: Active or Underground; and the Government does not earn it any more."""
    table = at(step="resources", spaces={"kabul-tor-kham": "T 1a"})
    assert terror(table, "kabul-tor-kham") == 1
    assert resources(table, "government") == 8


@pytest.mark.rule("6.3.2", "6.3.3")
def test_earnings_stop_at_75_and_aid_is_not_spent() -> None:
    """Rulings 172, 173: everybody is near the limit; Bases in Pakistan pay as well."""
    table = at(
        step="resources",
        government=50,
        taliban=74,
        warlords=74,
        aid=40,
        spaces={"waziristan": "T 2B", "konduz": "W 2B"},
    )
    assert [resources(table, seat) for seat in ("government", "taliban", "warlords")] == [75, 75, 75]
    assert table.state.aid == 40


@pytest.mark.rule("6.4.1")
def test_the_coalition_is_not_asked_where_the_government_has_more_troops() -> None:
    """Ruling 175: the Coalition decides in Kabul, the Government in Herat."""
    table = at(step="civic-action", government=30, spaces={"kabul": "C 1t, G 1t 1p", "herat": "C 1t, G 2t 1p"})
    assert asked(table) == "coalition civic-action"
    assert_refused(table, "herat")
    choose(table, "kabul")
    assert asked(table) == "government civic-action"
    assert keys(table) == ["herat", "done"]


@pytest.mark.rule("6.4.1")
def test_civic_action_needs_troops_and_police_and_terror_goes_first() -> None:
    """Ruling 176: not where only Police or only Troops stand; in Kabul 1 Terror and two levels cost 9."""
    table = at(
        step="civic-action",
        government=30,
        spaces={
            "kabul": "opposition 1terror, C 1t, G 1p",
            "herat": "G 3p",
            "balkh": "C 3t",
            "konduz": "C 1t, G 1p, W 2u",
        },
    )
    assert keys(table) == ["kabul", "done"]
    choose(table, "kabul")
    assert (terror(table, "kabul"), level(table, "kabul")) == (0, "opposition")
    choose(table, "kabul", "kabul")
    assert level(table, "kabul") == "support"
    assert resources(table, "government") == 21


@pytest.mark.rule("6.4.2")
def test_sharia_in_kabul_and_in_pakistan() -> None:
    """Ruling 177: Kabul shifts like a Province; in Waziristan only Terror can be removed."""
    table = at(
        "taliban", step="sharia", taliban=9, spaces={"kabul": "support, T 1u 1B", "waziristan": "1terror, T 1u 1B"}
    )
    choose(table, "waziristan", "kabul", "kabul")
    assert level(table, "kabul") == "opposition"
    assert terror(table, "waziristan") == 0
    assert resources(table, "taliban") == 6
    assert asked(table) != "taliban sharia"


# -- Redeploy (6.5) ---------------------------------------------------------------------------------


@pytest.mark.rule("6.5.1")
def test_desertion_on_locs_and_in_kabul_as_the_government_picks() -> None:
    """Ruling 179: 1 of 3 on the LoC, 2 of 6 in Kabul, to Available; Patronage is not touched."""
    table = at("government", step="desertion", patronage=5, spaces={"kabul": "G 3t 3p", "kabul-aibak": "G 3p"})
    choose(table, "2")  # both Troops
    assert pieces(table, "kabul") == "G 1t 3p"
    assert pieces(table, "kabul-aibak") == "G 2p"
    assert (count(table, "available", "G t"), count(table, "available", "G p")) == (29, 25)
    assert table.state.patronage == 5


@pytest.mark.rule("6.5.2")
def test_the_coalition_redeploys_only_from_locs_and_baseless_provinces() -> None:
    """Ruling 180: to a Government Base or Kabul, at any distance; Troops in Kabul and at a Base stay."""
    table = at(
        "coalition",
        step="redeploy",
        frozen=True,
        spaces={"badghis": "C 2t", "kabul-tor-kham": "C 1t", "kabul": "C 1t", "herat": "C 1t 1B", "konduz": "G 1B"},
    )
    assert keys(table) == ["badghis", "kabul-tor-kham", "done"]
    choose(table, "badghis")
    assert keys(table) == ["herat", "kabul", "konduz"]
    choose(table, "konduz", "1", "done")
    assert pieces(table, "badghis") == "C 1t"
    assert pieces(table, "konduz") == "C 1t, G 1B"


@pytest.mark.rule("6.5.2")
def test_government_troops_may_spread_and_kabul_is_always_open() -> None:
    """Ruling 181: from COIN-Controlled Badghis to Herat's Base and to Kabul, though the Taliban hold it."""
    table = at(
        "government", step="redeploy", frozen=True, spaces={"badghis": "G 2t 1p", "herat": "C 1B", "kabul": "T 5u"}
    )
    choose(table, "herat", "1", "kabul")
    assert pieces(table, "badghis") == "G 1p"
    assert pieces(table, "herat") == "C 1B, G 1t"
    assert pieces(table, "kabul") == "G 1t, T 5u"


@pytest.mark.rule("6.5.3")
def test_police_move_once_from_anywhere() -> None:
    """Ruling 182: from Kabul and from a Base to a LoC; having moved they stay."""
    table = at(
        "government", step="redeploy-police", frozen=True, spaces={"kabul": "G 2p", "herat": "G 1p 1B", "zabol": "T 1u"}
    )
    choose(table, "kabul")
    assert_refused(table, "zabol", "balkh")
    choose(table, "kabul-tor-kham", "1")
    assert_refused(table, "kabul-tor-kham")
    choose(table, "herat", "kabul-tor-kham")
    assert pieces(table, "kabul-tor-kham") == "G 2p"
    assert pieces(table, "herat") == "G 1B"


@pytest.mark.rule("6.5.4")
def test_taliban_must_leave_balochistan_without_a_base_and_may_stay_in_waziristan() -> None:
    """Rulings 183, 184: to Zabol (Base and Control) or the havens; not to Paktika, a Base without Control."""
    table = at(
        "taliban",
        step="redeploy-taliban",
        frozen=True,
        propaganda_played=FINAL,
        spaces={"balochistan": "T 2u", "waziristan": "T 1u", "zabol": "T 1u 1B", "paktika": "T 1B, G 3t"},
    )
    assert_refused(table, "done")
    choose(table, "balochistan")
    assert keys(table) == ["northwest-frontier", "waziristan", "zabol"]
    choose(table, "zabol", "2", "done")
    assert pieces(table, "zabol") == "T 3u 1B"
    assert pieces(table, "waziristan") == "T 1u"


@pytest.mark.rule("6.5.4")
def test_warlords_never_redeploy() -> None:
    """Ruling 185: neither from a LoC nor from a Province; nobody is asked."""
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces={"kabul-aibak": "W 2u", "herat": "W 1u"})
    assert pieces(table, "kabul-aibak") == "W 2u"
    assert pieces(table, "herat") == "W 1u"
    assert asked(table) == "coalition turn"


@pytest.mark.rule("6.5.5", "7.3")
def test_the_final_ranking_sees_control_after_the_redeployment() -> None:
    """Ruling 186: the Troops leave Balkh (Pop 2) and Konduz (Pop 2) for Kabul, and the Government loses 4."""
    table = at(
        "government",
        step="redeploy",
        frozen=True,
        propaganda_played=FINAL,
        patronage=20,
        spaces={"balkh": "G 1t", "konduz": "G 1t", "kabul": "G 1t"},
    )
    assert margins(table.state)[1] == 20 + 7 - 35
    choose(table, "balkh")
    assert control(table, "balkh") == "none"
    assert ended(table)["government"] == 20 + 3 - 35


# -- Reset (6.6) ------------------------------------------------------------------------------------


@pytest.mark.rule("6.6")
@pytest.mark.parametrize(
    ("box", "hard", "after"),
    [
        ("sponsorship", True, "sponsorship"),
        ("hostility", False, "pressure"),
        ("pressure", False, "tolerance"),
        ("tolerance", False, "backing"),
    ],
)
def test_islamabad_turns_from_hard_or_drifts(box: str, hard: bool, after: str) -> None:
    """Ruling 188: a Hard marker turns and does not move; any other goes one box toward Backing."""
    table = at(step="reset", islamabad=box, hard=hard)
    assert table.view()["islamabad"] == {"box": after, "hard": False}


def toward_hostility(play: Play, faction: Faction) -> Rules:
    shift_islamabad(play, "5.1", TOWARD_HOSTILITY)
    return nothing_to_ask()


@pytest.mark.rule("6.6.1")
@pytest.mark.parametrize(
    ("box", "hard", "after"),
    [
        ("hostility", False, {"box": "hostility", "hard": True}),
        ("hostility", True, {"box": "hostility", "hard": True}),
        ("backing", True, {"box": "tolerance", "hard": True}),
        ("backing", False, {"box": "tolerance", "hard": False}),
    ],
)
def test_past_the_end_islamabad_turns_hard_and_a_hard_marker_still_shifts(
    box: str, hard: bool, after: dict[str, object]
) -> None:
    """Ruling 189: and it stays Hard until a Reset turns it."""
    table = at(event="8u", cards={8: card(toward_hostility)}, islamabad=box, hard=hard)
    assert table.view()["islamabad"] == after


@pytest.mark.rule("6.6")
def test_guerrillas_in_pakistan_hide_in_the_reset_that_ends_hostility() -> None:
    """Ruling 190: Islamabad moves before the Guerrillas flip."""
    table = at(step="reset", islamabad="hostility", spaces={"waziristan": "T 2a"})
    assert table.view()["islamabad"] == {"box": "pressure", "hard": False}
    assert pieces(table, "waziristan") == "T 2u"


@pytest.mark.rule("6.6")
def test_everybody_is_eligible_after_a_round_whatever_the_cards_said() -> None:
    """Ruling 191: the Faction that acted on the card before the Round acts again on the card after it."""
    table = at("taliban", taliban=1, played=[34], deck=[PROPAGANDA_CARDS[0], 22, 3])
    choose(table, "rally", "nuristan", "done")
    choose(table, "waziristan")  # in the Propaganda Round
    assert eligible(table) == list(SEATS)
    assert asked(table) == "taliban turn"


@pytest.mark.rule("6.6")
def test_momentum_holds_until_reset_and_capabilities_for_good() -> None:
    """Ruling 192: in the Redeploy phase both are there; after Reset the Capability is."""
    table = at(
        "government", step="redeploy-police", frozen=True, lasting=["57-unshaded", "1-shaded"], spaces={"kabul": "G 1p"}
    )
    assert table.view()["momentum"] == [[57, "unshaded"]]
    choose(table, "done")
    assert table.view()["momentum"] == []
    assert table.view()["capabilities"] == [[1, "shaded"]]


# -- victory (7) ------------------------------------------------------------------------------------


@pytest.mark.rule("7.1")
def test_with_non_players_ties_go_to_them_and_to_taliban_before_government() -> None:
    """Ruling 196: all at -2 with the Warlords as Non-player: Warlords, Taliban, Government, Coalition."""
    table = at(
        step="redeployed",
        propaganda_played=FINAL,
        non_players=["warlords"],
        patronage=33,
        warlords=38,
        spaces=opinions(support="nuristan", opposition="kandahar khowst konduz"),
    )
    assert ended(table) == dict.fromkeys(SEATS, -2)
    assert ranking(table) == ("warlords", "taliban", "government", "coalition")


@pytest.mark.rule("7.1", "6.1")
def test_a_non_player_wins_from_the_second_propaganda_card_on() -> None:
    """Ruling 197: the Government as Non-player passes the check: on the 1st card nothing, on the 2nd all lose."""
    for played, over in ((1, False), (2, True)):
        table = at(step="victory", non_players=["government"], patronage=36, propaganda_played=played)
        assert (table.outcome is not None) == over
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winner) == ("non-player", "government")


@pytest.mark.rule("6.1")
def test_with_non_players_a_player_does_not_end_the_game() -> None:
    """Ruling 197: the Government, a player, passes: with Non-player Warlords play goes on, without it ends."""
    for non_players, over in ((["warlords"], False), ([], True)):
        table = at(step="victory", non_players=non_players, patronage=36, propaganda_played=2)
        assert (table.outcome is not None) == over


@pytest.mark.rule("2.1")
def test_each_player_draws_two_deception_markers_and_sees_only_those() -> None:
    """Ruling 199: with 3 players and one hand for two Factions there are three pairs."""
    table = khyber.new("distant-plain", seed=3, players=3, options=["deception", "no-non-player"])
    assert [len(markers) for markers in table.state.deception] == [2, 2, 2]
    seen = table.view("taliban")["deception"]
    assert isinstance(seen, list)
    assert [row["own"] is not None for row in seen if isinstance(row, dict)] == [False, False, True]
    assert [row["hidden"] for row in seen if isinstance(row, dict)] == [2, 2, 2]


@pytest.mark.rule("2.1")
def test_a_non_player_draws_no_deception_markers() -> None:
    """Ruling 199: 2 for each player, not for each Faction: the Non-player Warlords have none."""
    table = khyber.new("distant-plain", seed=3, players=3, options=["deception"])
    assert [len(markers) for markers in table.state.deception] == [2, 2, 2, 0]


@pytest.mark.rule("7.3")
def test_a_hidden_agenda_counts_at_the_end_by_itself() -> None:
    """Ruling 200: kept hidden at the check it does nothing; in the final ranking it is worth 1."""
    table = at(step="victory", options=["deception"], patronage=35, deception=[[], ["hidden-agenda"], [], []])
    choose(table, "keep")
    assert table.outcome is None
    table = at(
        step="redeployed",
        propaganda_played=FINAL,
        options=["deception"],
        patronage=35,
        deception=[[], ["hidden-agenda"], [], []],
    )
    assert ended(table)["government"] == 1


@pytest.mark.rule("7.3")
def test_a_first_eligible_with_a_hidden_asset_opens_the_event() -> None:
    """Ruling 201: on the final Event card it counts as Operation and Special Activity, even without the latter."""
    table = at(
        "taliban",
        taliban=1,
        warlords=3,
        to_come=["warlords"],
        played=[34],
        cards={34: card()},
        options=["deception"],
        deception=[[], [], ["hidden-asset"], []],
        deck=[PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
    )
    choose(table, "hidden-asset", "nuristan", "done")
    assert asked(table) == "warlords turn-limited"
    assert "event-unshaded" in keys(table)
    assert table.state.revealed[2] == ("hidden-asset",)


# -- Open Deployment --------------------------------------------------------------------------------


@pytest.mark.rule("2.1")
def test_open_deployment_goes_from_warlords_to_coalition() -> None:
    """Rulings 207, 209: Warlords first, LoCs too, Underground; then the Government sees what stands."""
    table = khyber.new("distant-plain", seed=1, options=["open-deployment"])
    assert asked(table) == "warlords deploy-space"
    assert_refused(table, "kabul-aibak", "waziristan")  # Bases come first: none on a LoC
    choose(table, "konduz", "2", "balkh", "2", "herat", "kabul-aibak", "5")
    assert pieces(table, "kabul-aibak") == "W 5u"
    assert asked(table) == "government deploy-space"
    assert pieces(table, "kabul") == "G 2t 2p"
    assert_refused(table, "konduz", "balkh")  # no room for a Base


@pytest.mark.rule("2.1")
def test_non_player_forces_stand_as_printed_in_an_open_deployment() -> None:
    """Ruling 207: with 3 players the Warlords are a Non-player: their Bases stand, and the Government begins."""
    table = khyber.new("distant-plain", seed=1, players=3, options=["open-deployment"])
    assert pieces(table, "balkh") == "W 1u 1B"
    assert asked(table) == "government deploy-space"
    assert level(table, "kabul") == "support"
    assert control(table, "herat") == "none"
