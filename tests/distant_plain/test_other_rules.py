"""Rules that no conformance case names, each shown at work on a table."""

from __future__ import annotations

import pytest

import khyber
from khyber.games.distant_plain.board import (
    COALITION,
    G_BASE,
    G_POLICE,
    GOVERNMENT,
    KABUL,
    PROPAGANDA_CARDS,
    SPACE_BY_ID,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.play import EventText, Play, Rules
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.events import event_place, event_replace, free_operation
from khyber.games.distant_plain.rules.lasting import place_momentum
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT, shift
from khyber.games.distant_plain.rules.tracks import change_aid, change_patronage, gain
from khyber.games.distant_plain.rules.victory import Totals, totals
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at, card

WAZIRISTAN = SPACE_BY_ID["waziristan"]
ALL = ("coalition", "government", "taliban", "warlords")

# -- 1: the map, the people, the tracks -------------------------------------------------------------


@pytest.mark.rule("1.3.1")
def test_provinces_kabul_and_locs_all_hold_forces() -> None:
    """1.3.1: a Guerrilla marches from a Province onto a LoC, another into Kabul."""
    table = at("warlords", spaces={"samangan": "W 2u"}, resources=2)
    choose(table, "march", "kabul-aibak", "1", "samangan", "kabul")
    assert pieces(table, "samangan") == ""
    assert pieces(table, "kabul-aibak") == pieces(table, "kabul") == "W 1u"


@pytest.mark.rule("1.3.2")
def test_mountains_hinder_government_assault_and_population_counts_for_rally() -> None:
    """1.3.2: 6 Troops remove 3 pieces on the Plains and 2 in Mountains; a Base in Pop 2 Balkh Rallies 3."""
    table = at("government", spaces={"kandahar": "G 6t, T 4a", "ghazni": "G 6t, T 4a"}, resources=6)
    choose(table, "assault", "kandahar", "taliban-guerrilla-active", "ghazni", "taliban-guerrilla-active")
    assert pieces(table, "kandahar") == "G 6t, T 1a"
    assert pieces(table, "ghazni") == "G 6t, T 2a"
    table = at("warlords", spaces={"balkh": "W 1B"}, resources=1)
    choose(table, "rally", "balkh")
    assert_refused(table, "4")
    choose(table, "3")
    assert pieces(table, "balkh") == "W 3u 1B"


@pytest.mark.rule("1.3.3")
def test_police_fight_in_the_city_of_kabul() -> None:
    """1.3.3: 2 Police remove a Guerrilla in Kabul, and none in Herat."""
    table = at("government", spaces={"kabul": "G 2p, T 1a", "herat": "G 2p, T 1a"}, resources=6)
    choose(table, "assault", "kabul", "taliban-guerrilla-active", "herat")
    assert pieces(table, "kabul") == "G 2p"
    assert pieces(table, "herat") == "G 2p, T 1a"


@pytest.mark.rule("1.3.4")
def test_locs_bring_their_economic_value_unless_sabotaged() -> None:
    """1.3.4: all LoCs are worth 12; Kabul-Tor Kham (4) and Kandahar-Spin Boldak (3) lie still: 5."""
    table = at(step="resources", spaces={"kabul-tor-kham": "sabotage", "kandahar-spin-boldak": "sabotage"})
    assert resources(table, "government") == 5


def police_and_taliban_to_waziristan(play: Play, faction: Faction) -> Rules:
    event_place(play, G_POLICE, WAZIRISTAN)
    event_place(play, T_UNDERGROUND, WAZIRISTAN)
    return nothing_to_ask()


@pytest.mark.rule("1.3.5")
def test_only_taliban_stand_in_pakistan() -> None:
    """1.3.5: an Event places Taliban there, and no Police."""
    table = at(event="8u", cards={8: card(police_and_taliban_to_waziristan)})
    assert pieces(table, "waziristan") == "T 1u"


@pytest.mark.rule("1.5")
def test_leftover_factions_are_non_players_or_somebodys() -> None:
    """1.5: with 3 players the Warlords are a Non-player, or by the option the Coalition player's."""
    view = khyber.new("distant-plain", seed=1, players=3).view()
    assert view["non-players"] == ["warlords"]
    view = khyber.new("distant-plain", seed=1, players=3, options=["no-non-player"]).view()
    assert view["non-players"] == []
    assert view["players"] == [["coalition", "warlords"], ["government"], ["taliban"]]


@pytest.mark.rule("1.6")
def test_people_have_an_opinion_where_there_are_people() -> None:
    """1.6: Terror turns Ghazni (Pop 1) to Opposition; Zabol (Pop 0) is Neutral whatever happens."""
    table = at("taliban", spaces={"ghazni": "T 1u", "zabol": "T 1u"}, resources=2)
    choose(table, "terror", "ghazni", "zabol")
    assert level(table, "ghazni") == "opposition"
    assert level(table, "zabol") == "neutral"
    assert terror(table, "ghazni") == terror(table, "zabol") == 1


def aid_for_every_province_won_over(play: Play, faction: Faction) -> Rules:
    for name in ("kandahar", "helmand", "ghazni"):
        if shift(play, "5.1", SPACE_BY_ID[name], TOWARD_SUPPORT):
            change_aid(play, "5.1", 1)
    return nothing_to_ask()


@pytest.mark.rule("1.6.1")
def test_a_shift_past_support_is_no_shift() -> None:
    """1.6.1: an Event shifts three Provinces and counts them; the one at Support cannot shift."""
    table = at(
        event="8u",
        cards={8: card(aid_for_every_province_won_over)},
        spaces={"kandahar": "support", "ghazni": "opposition"},
    )
    assert level(table, "helmand") == "support"
    assert level(table, "ghazni") == "neutral"
    assert table.state.aid == 2


@pytest.mark.rule("1.6.1")
def test_three_levels_one_at_a_time() -> None:
    """1.6.1: Terror shifts Kandahar from Support to Neutral, Helmand to Opposition, and Ghazni no further."""
    table = at(
        "taliban", resources=3, spaces={"kandahar": "support, T 1u", "helmand": "T 1u", "ghazni": "opposition, T 1u"}
    )
    choose(table, "terror", "kandahar", "helmand", "ghazni")
    assert level(table, "kandahar") == "neutral"
    assert level(table, "helmand") == level(table, "ghazni") == "opposition"


@pytest.mark.rule("1.8")
def test_tracks_end_at_75_and_40() -> None:
    """1.8: a Pass at 75 Resources earns nothing; Eradicate at Aid 74 and Patronage 40 brings Aid to 75."""
    table = at("taliban", taliban=75)
    choose(table, "pass")
    assert resources(table, "taliban") == 75
    table = at("government", spaces={"konduz": "G 2t, W 1B"}, resources=3, aid=74, patronage=40)
    choose(table, "train", "eradicate")
    assert (table.state.aid, table.state.patronage) == (75, 40)


def taliban_take_5_from_aid(play: Play, faction: Faction) -> Rules:
    gain(play, "5.1", TALIBAN, -change_aid(play, "5.1", -5))
    change_patronage(play, "5.1", gain(play, "5.1", WARLORDS, 5))
    return nothing_to_ask()


@pytest.mark.rule("1.8")
def test_what_does_not_fit_on_a_track_does_not_count() -> None:
    """1.8: Aid 3 cannot fall by 5, so the Taliban get 3; the Warlords at 74 gain 1, and Patronage as much."""
    table = at(event="8u", cards={8: card(taliban_take_5_from_aid)}, aid=3, warlords=74)
    assert table.state.aid == 0
    assert (resources(table, "taliban"), resources(table, "warlords"), table.state.patronage) == (3, 75, 1)


@pytest.mark.rule("1.9")
def test_victory_totals_follow_the_position() -> None:
    """1.9: a Warlord Rally takes Konduz (Pop 2) from COIN Control: the totals move at once."""
    table = at("warlords", spaces={"konduz": "G 1t", "kabul": "support"}, resources=1, patronage=5)
    assert totals(table.state) == Totals(
        support_available=26 + 3, coin_patronage=2 + 5, opposition_bases=0, uncontrolled=23
    )
    choose(table, "rally", "konduz")
    assert totals(table.state) == Totals(
        support_available=26 + 3, coin_patronage=5, opposition_bases=0, uncontrolled=25
    )


# -- 2: set-up and cards ----------------------------------------------------------------------------


@pytest.mark.rule("2.1")
def test_set_up_follows_the_scenario() -> None:
    """2.1: the Main scenario's Kabul, tracks and deck of 65 cards."""
    table = khyber.new("distant-plain", scenario="main", seed=5)
    assert pieces(table, "kabul") == "C 2t 1B, G 2t 2p"
    assert control(table, "kabul") == "coin"
    assert [resources(table, seat) for seat in ("government", "taliban", "warlords")] == [30, 10, 15]
    assert (table.state.aid, table.state.patronage) == (15, 5)
    assert len(table.state.played) + len(table.state.deck) == 65
    assert len(table.state.removed_events) == 12


@pytest.mark.rule("2.2")
def test_the_first_card_is_played_and_the_next_is_shown() -> None:
    """2.2: card 34 is played, card 22 is seen, and of the others only the number."""
    table = at(step="card", deck=[34, 22, 3, 4], taliban=1)
    view = table.view()
    assert (view["card"], view["next"], view["deck"]) == (34, 22, 3)
    assert asked(table) == "taliban turn"


@pytest.mark.rule("2.3.1")
def test_who_acted_sits_out_the_next_card() -> None:
    """2.3.1: the Taliban act on card 34; on card 22 (Taliban, Coalition, ...) the Coalition is 1st Eligible."""
    table = at("taliban", played=[34], deck=[22, 3, 4], taliban=1, cards={})
    choose(table, "rally", "paktika", "done")
    assert eligible(table) == ["coalition", "government", "warlords"]
    assert asked(table) == "coalition turn"
    choose(table, "pass", "pass")  # Coalition and Government; the Warlords have nothing to spend
    assert eligible(table) == list(ALL)


@pytest.mark.rule("2.4")
def test_a_propaganda_card_brings_a_propaganda_round() -> None:
    """2.4: its phases follow one another, and then the next card."""
    table = at(step="card", deck=[PROPAGANDA_CARDS[0], 22, 3])
    phases = [event.params["phase"] for event in table.all_events() if event.kind == "phase"]
    assert phases == ["victory", "resources", "support", "redeploy", "reset"]
    assert table.view()["propaganda"] == {"played": 1, "of": 4}
    assert table.view()["card"] == 22


@pytest.mark.rule("2.4.1")
@pytest.mark.parametrize(("scenario", "last"), [("short", 4), ("main", 5), ("extended", 6)])
def test_the_last_propaganda_card_of_the_scenario_ends_the_game(scenario: str, last: int) -> None:
    """2.4.1: the 4th, 5th or 6th (ruling 73); the one before does not."""
    for played, over in ((last - 2, False), (last - 1, True)):
        table = at(step="card", scenario=scenario, propaganda_played=played, deck=[PROPAGANDA_CARDS[0], 22, 3])
        assert (table.outcome is not None) == over


# -- 4: Special Activities --------------------------------------------------------------------------


@pytest.mark.rule("4.1.1")
@pytest.mark.parametrize(
    ("seat", "operation", "offered"),
    [
        ("coalition", "train", {"surge", "air-lift"}),
        ("coalition", "patrol", {"air-lift", "air-strike"}),
        ("coalition", "sweep", {"air-lift", "air-strike"}),
        ("coalition", "assault", {"air-lift", "air-strike"}),
        ("government", "train", {"govern", "transport", "eradicate"}),
        ("government", "patrol", {"govern", "transport", "eradicate"}),
        ("government", "sweep", {"transport"}),
        ("government", "assault", {"transport", "eradicate"}),
        ("taliban", "rally", {"extort", "infiltrate"}),
        ("taliban", "march", {"extort", "infiltrate"}),
        ("taliban", "attack", {"extort", "ambush"}),
        ("taliban", "terror", {"extort"}),
        ("warlords", "rally", {"traffic", "suborn"}),
        ("warlords", "march", {"traffic", "suborn"}),
        ("warlords", "attack", {"suborn"}),
        ("warlords", "terror", {"suborn"}),
    ],
)
def test_each_special_activity_goes_with_its_operations(seat: str, operation: str, offered: set[str]) -> None:
    """4.1.1: of those that are possible here (Cultivate needs a space already Rallied in or Marched to)."""
    table = at(
        seat,
        government=20,
        taliban=20,
        warlords=20,
        spaces="""
            herat: support, C 1t, G 2t 1p
            konduz: G 4t, W 1u 1B
            paktika: T 3u, G 1p
            balkh: W 2u, T 1a
        """,
    )
    choose(table, operation)
    assert set(keys(table)) & ACTIVITIES.keys() == offered


@pytest.mark.rule("4.2.2")
def test_air_lift_moves_coalition_troops_and_3_of_the_governments() -> None:
    """4.2.2: among 3 spaces, LoCs too, any Coalition Troops but at most 3 Government Troops; never to Pakistan."""
    table = at(spaces={"herat": "C 4t, G 5t", "kabul": "G 1t"})
    choose(table, "patrol", "air-lift")
    assert_refused(table, "waziristan")
    choose(table, "herat", "kabul", "kabul-aibak")
    choose(table, "0", "3")  # Coalition Troops: 0 stay in Herat, 3 stand in Kabul, 1 on the LoC
    assert_refused(table, "1")  # Government Troops: 4 of 5 would leave Herat
    choose(table, "2", "4")
    assert pieces(table, "herat") == "G 2t"
    assert pieces(table, "kabul") == "C 3t, G 4t"
    assert pieces(table, "kabul-aibak") == "C 1t"


# -- 5: Events --------------------------------------------------------------------------------------


def choose_where_taliban_gather(play: Play, faction: Faction) -> Rules:
    yield from free_operation(play, faction, ["rally", "train"], limited=True)


@pytest.mark.rule("5.1")
def test_the_executing_faction_makes_the_choices_of_its_event() -> None:
    """5.1: the Taliban play the Event and choose where its free Rally takes place."""
    table = at("taliban", event="34u", to_come=["warlords"], warlords=1, cards={34: card(choose_where_taliban_gather)})
    assert asked(table) == "taliban free-operation"
    choose(table, "rally", "nuristan")
    assert pieces(table, "nuristan") == "T 1u"
    assert asked(table) == "warlords turn"
    assert_refused(table, "event-unshaded")


def too_much_of_everything(play: Play, faction: Faction) -> Rules:
    event_place(play, G_BASE, KABUL, 3)
    event_place(play, W_UNDERGROUND, WAZIRISTAN)
    if event_replace(play, T_ACTIVE, G_POLICE, WAZIRISTAN):
        gain(play, "5.1", GOVERNMENT, 1)
    if event_replace(play, T_ACTIVE, W_UNDERGROUND, SPACE_BY_ID["zabol"]):
        gain(play, "5.1", WARLORDS, 1)
    change_aid(play, "5.1", 50)
    change_patronage(play, "5.1", 50)
    yield from free_operation(play, COALITION, ["rally"])


@pytest.mark.rule("5.1.1")
def test_events_do_not_break_stacking_availability_or_the_tracks() -> None:
    """5.1.1: 2 Bases in Kabul, none but Taliban in Pakistan and no replacing them; no piece from nowhere; 75 and 40."""
    table = at(
        event="8u",
        cards={8: card(too_much_of_everything)},
        available="W 0u",
        aid=40,
        spaces={"waziristan": "T 1a", "zabol": "T 1a"},
    )
    assert pieces(table, "kabul") == "G 2B"
    assert pieces(table, "waziristan") == "T 1a"
    assert pieces(table, "zabol") == ""  # none Available: removed rather than replaced
    assert (resources(table, "government"), resources(table, "warlords")) == (0, 1)
    assert (table.state.aid, table.state.patronage) == (75, 40)
    assert "rally" not in [event.params.get("operation") for event in table.all_events()]


def three_police_for_kabul(play: Play, faction: Faction) -> Rules:
    change_aid(play, "5.1", event_place(play, G_POLICE, KABUL, 3))
    return nothing_to_ask()


@pytest.mark.rule("5.1.3")
def test_an_event_is_carried_out_as_far_as_it_can_be() -> None:
    """5.1.3: 3 Police are ordered to Kabul, with 1 Aid for each; 2 are Available: 2 come."""
    table = at(event="8u", cards={8: card(three_police_for_kabul)}, available="G 2p")
    assert pieces(table, "kabul") == "G 2p"
    assert table.state.aid == 2


def aid_comes(play: Play, faction: Faction) -> Rules:
    change_aid(play, "5.1", 5)
    return nothing_to_ask()


def aid_goes(play: Play, faction: Faction) -> Rules:
    change_aid(play, "5.1", -5)
    return nothing_to_ask()


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("seat", ALL)
@pytest.mark.parametrize(("side", "aid"), [("unshaded", 15), ("shaded", 5)])
def test_anybody_may_choose_either_side_of_an_event(seat: str, side: str, aid: int) -> None:
    """5.2: the unshaded or the shaded text, whoever plays it; one of them only."""
    texts = {"unshaded": EventText(aid_comes), "shaded": EventText(aid_goes)}
    table = at(seat, played=[8], cards={8: texts}, aid=10)
    choose(table, f"event-{side}")
    assert table.state.aid == aid


def sandstorms(play: Play, faction: Faction) -> Rules:
    place_momentum(play, 57, "unshaded", faction)
    return nothing_to_ask()


@pytest.mark.rule("5.4")
def test_momentum_lasts_until_reset() -> None:
    """5.4: an Event that forbids Air Lift holds on the next card, and is gone after the next Propaganda Round."""
    table = at(
        "warlords",
        event="57u",
        deck=[8, PROPAGANDA_CARDS[0], 9, 10],
        to_come=[],
        cards={57: card(sandstorms, forbids=["air-lift"])},
        spaces={"kabul": "C 2t"},
    )
    assert table.view()["momentum"] == [[57, "unshaded"]]
    choose(table, "patrol")
    assert_refused(table, "air-lift")
    choose(table, "done")  # the others have nothing to spend and Pass; then the Propaganda Round
    assert table.view()["card"] == 9
    assert table.view()["momentum"] == []
    choose(table, "patrol")
    assert "air-lift" in keys(table)


def free_for(faction: Faction) -> EventText:
    def execute(play: Play, executing: Faction) -> Rules:
        yield from free_operation(play, faction, ["rally"], limited=True)

    return EventText(execute)


@pytest.mark.rule("3.1.2", "5.5")
@pytest.mark.parametrize(("faction", "placed"), [(TALIBAN, "T 1u"), (WARLORDS, "W 1u")])
def test_an_event_may_give_another_faction_a_free_operation(faction: Faction, placed: str) -> None:
    """3.1.2: the Coalition's Event lets an Insurgent Rally; with 0 Resources it may, and it stays Eligible."""
    table = at(event="8u", cards={8: {"unshaded": free_for(faction)}})
    choose(table, "rally", "kandahar")
    assert pieces(table, "kandahar") == placed
    assert eligible(table) == ["government", "taliban", "warlords"]
