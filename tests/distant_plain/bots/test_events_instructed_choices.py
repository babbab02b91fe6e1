"""8.3.1: what the special instructions for single cards say on how to execute them."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import FACTION_BY_ID
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import INELIGIBLE_NEXT
from tests.distant_plain.bots.cases import case, play_on
from tests.distant_plain.bots.event_cards import execute, opening
from tests.distant_plain.bots.looking import activities, selected
from tests.distant_plain.facts import count, level, pieces, resources, terror

SEEDS = range(10)

# -- how ----------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.1")
def test_partnering_assaults_a_base_before_it_sweeps() -> None:
    """10: Assault if that removes a Base, otherwise Sweep."""
    table = case("coalition", {"helmand": "C 3t, T 1B 1a", "kandahar": "C 2t, T 2u, support"}, card=10, event_open=True)
    execute(table, "coalition", "unshaded")
    assert pieces(table, "helmand") == "C 3t" and selected(table)[0] == "helmand"
    table = case("coalition", {"helmand": "C 1t, T 1a", "kandahar": "C 2t, T 2u, support"}, card=10, event_open=True)
    execute(table, "coalition", "unshaded")
    assert pieces(table, "kandahar") == "C 2t, T 2a" and pieces(table, "helmand") == "C 1t, T 1a"


@pytest.mark.rule("8.3.1")
def test_the_scare_flies_troops_to_the_sweep() -> None:
    """26: Air Lift into the space, then Sweep there."""
    table = case(
        "coalition",
        {"kandahar": "T 2u, W 1u", "herat": "C 4t", "kabul": "C 1t, T 1u, support"},
        card=26,
        event_open=True,
    )
    play_on(table, "coalition")
    assert activities(table) == ["air-lift"] and selected(table) == ["kandahar"]
    assert pieces(table, "kandahar") == "C 3t, T 2a, W 1a"


@pytest.mark.rule("8.3.1")
def test_commandos_land_at_a_base_else_among_most_taliban() -> None:
    """37."""
    table = case("government", {"helmand": "G 1t, T 1B 1u", "kandahar": "G 1t, T 3u"}, card=37, event_open=True)
    play_on(table, "government")
    assert pieces(table, "helmand") == "G 4t"
    table = case("government", {"helmand": "G 1t, T 1u", "kandahar": "G 1t, T 3u"}, card=37, event_open=True)
    play_on(table, "government")
    assert pieces(table, "kandahar") == "G 4t"


@pytest.mark.rule("8.3.1")
def test_terror_against_ngos_goes_where_people_have_a_mind() -> None:
    """42, Taliban: Support, then Opposition, the largest Population first."""
    spaces = {
        "herat": "T 1u, support",
        "kandahar": "T 1u, opposition",
        "kabul": "T 1u",
        "balkh": "T 1u, support",
        "ghazni": "T 1u, opposition",
    }
    for seed in SEEDS:
        table = case("taliban", spaces, card=42, event_open=True)
        execute(table, "taliban", "shaded", seed=seed)
        assert [terror(table, name) for name in spaces] == [1, 1, 0, 1, 0]


@pytest.mark.rule("8.3.1")
def test_ngos_work_outside_pashtun_country_among_equals() -> None:
    """42, Coalition."""
    spaces = {"kabul": "T 1u"}
    for seed in SEEDS:
        table = case("coalition", spaces, card=42, event_open=True)
        execute(table, "coalition", "unshaded", seed=seed)
        chosen = [
            name
            for name in ("balkh", "konduz", "baghlan", "kandahar", "khowst", "nuristan")
            if level(table, name) == "support"
        ]
        assert len(chosen) == 2 and set(chosen) <= {"balkh", "konduz", "baghlan"}


@pytest.mark.rule("8.3.1")
def test_taliban_driven_out_of_pakistan_take_control_then_go_to_support() -> None:
    """43: from where most are, one stays at a Base; Control first, then Support, then Population."""
    spaces = {"waziristan": "T 1B 4u", "northwest-frontier": "T 2u", "khowst": "G 1p", "paktika": "G 9p, support"}
    table = case("taliban", spaces, card=43, event_open=True)
    execute(table, "taliban", "shaded")
    assert count(table, "waziristan", "T u") == 1 and pieces(table, "northwest-frontier") == "T 2u"
    assert pieces(table, "khowst").startswith("G 1p, T 2u")


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize("seat", ["government", "warlords"])
def test_pakistani_politics_strikes_a_player(seat: str) -> None:
    """44: a Base, otherwise Guerrillas."""
    for spaces, left in (
        ({"waziristan": "T 1B 2u", "balochistan": "T 3u"}, ("T 2u", "T 3u")),
        ({"waziristan": "T 2u", "balochistan": "T 3u"}, ("T 2u", "")),
    ):
        table = case(seat, spaces, card=44, event_open=True, players=["taliban"])
        play_on(table, seat)
        assert (pieces(table, "waziristan"), pieces(table, "balochistan")) == left


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize("seat", ["coalition", "taliban"])
def test_pakistani_politics_is_about_bases_then_guerrillas(seat: str) -> None:
    """44."""
    table = case(seat, {"waziristan": "T 1B 2u"}, card=44, event_open=True)
    assert opening(table, seat) == "event-unshaded"
    play_on(table, seat)
    bases = [count(table, name, "T B") for name in ("waziristan", "northwest-frontier", "balochistan")]
    assert sum(bases) == (0 if seat == "coalition" else 2)
    assert seat == "coalition" or bases[0] == 2
    full = {"waziristan": "T 2B 1u", "northwest-frontier": "T 2B 1u", "balochistan": "T 2B 1u"}
    table = case(seat, {"waziristan": "T 2u"} if seat == "coalition" else full, card=44, event_open=True)
    play_on(table, seat)
    guerrillas = sum(count(table, name, "T u") for name in full)
    assert guerrillas == (0 if seat == "coalition" else 6)


@pytest.mark.rule("8.3.1")
def test_prisoners_join_the_taliban_where_control_is_within_reach() -> None:
    """53, Taliban: Control, otherwise a Base, otherwise Population."""
    for spaces, where in (
        ({"kabul": "G 9p", "balkh": "G 1p", "helmand": "G 9p, T 1B"}, "balkh"),
        ({"kabul": "G 9p", "helmand": "G 9p, T 1B"}, "helmand"),
        ({"kabul": "G 9p", "balkh": "G 9p"}, "kabul"),
    ):
        table = case("taliban", spaces, card=53, event_open=True)
        execute(table, "taliban", "shaded")
        assert count(table, where, "T u") > 0 and count(table, where, "W u") == 0


@pytest.mark.rule("8.3.1")
def test_prisoners_join_the_warlords_where_coin_control_breaks() -> None:
    """53, Warlords."""
    table = case("warlords", {"kabul": "G 9p", "balkh": "G 1p", "konduz": "G 1p, T 1u"}, card=53, event_open=True)
    assert opening(table, "warlords") == "event-shaded"
    play_on(table, "warlords")
    assert count(table, "balkh", "W u") > 0 and count(table, "balkh", "T u") == 0
    for seed in SEEDS:  # also where nobody lives
        table = case("warlords", {"kabul": "G 9p", "zabol": "G 1p", "konduz": "G 1p, T 1u"}, card=53, event_open=True)
        execute(table, "warlords", "shaded", seed=seed)
        assert count(table, "zabol", "W u") > 0


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize(
    "seat,player,other",
    [
        ("coalition", "warlords", "taliban"),
        ("government", "taliban", "warlords"),
        ("taliban", "government", "coalition"),
        ("warlords", "coalition", "government"),
    ],
)
def test_breaktime_hits_a_player_who_would_be_next(seat: str, player: str, other: str) -> None:
    """55: only a player that is 1st or 2nd Eligible on the next card."""
    side = "unshaded" if seat in ("coalition", "government") else "shaded"
    table = case(seat, {"kabul": "G 2p, T 1u, W 1u"}, card=55, event_open=True, players=[player, other], next_card=14)
    # Card 14 has the order C W T G.
    order = [name for name in ("coalition", "warlords", "taliban", "government") if name != seat][:2]
    enemies = ("taliban", "warlords") if side == "unshaded" else ("coalition", "government")
    first = [name for name in order if name in enemies and name in (player, other)]
    assert (opening(table, seat) == f"event-{side}") == bool(first)
    if first:
        play_on(table, seat)
        assert [
            name
            for index, name in enumerate(("coalition", "government", "taliban", "warlords"))
            if table.state.next_eligibility[index] == 2
        ] == first[:1]
    nobody = case(seat, {"kabul": "G 2p, T 1u, W 1u"}, card=55, event_open=True)
    assert not opening(nobody, seat).startswith("event")


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize(
    "seat,next_card,players,hit",
    [
        ("coalition", 58, ["taliban", "warlords"], 3),
        ("government", 58, ["taliban", "warlords"], 3),
        ("taliban", 22, ["coalition", "government"], 0),
        ("warlords", 19, ["coalition", "government"], 0),
    ],
)
def test_breaktime_spares_a_leader_who_is_third(seat: str, next_card: int, players: list[str], hit: int) -> None:
    """55: the player with the better margin would be 3rd Eligible; the other one is hit. 58: W C G T, 22: T C W G."""
    spaces = dict.fromkeys(("kandahar", "balkh", "konduz", "khowst", "baghlan"), "opposition")
    table = case(seat, spaces, card=55, event_open=True, players=players, next_card=next_card, patronage=35)
    margin = margins(table.state)
    assert margin[hit] < max(margin[FACTION_BY_ID[name]] for name in players)
    play_on(table, seat)
    assert [index for index in range(4) if table.state.next_eligibility[index] == INELIGIBLE_NEXT] == [hit]


@pytest.mark.rule("8.1", "8.3.1")
def test_sponsored_taliban_keep_their_own_place_on_the_next_card() -> None:
    """55, R-N9: the Taliban stay Eligible themselves, so a player behind them is 3rd, not 2nd."""
    for islamabad, played in (("backing", True), ("sponsorship", False)):
        table = case(
            "taliban",
            {"kabul": "G 2p"},
            card=55,
            event_open=True,
            players=["government"],
            next_card=46,
            islamabad=islamabad,
        )  # 46 has the order G T W C
        assert opening(table, "taliban") == "event-shaded"
        table = case(
            "taliban",
            {"kabul": "G 2p"},
            card=55,
            event_open=True,
            players=["coalition"],
            next_card=31,
            islamabad=islamabad,
        )  # 31 has the order T W C G
        assert opening(table, "taliban").startswith("event") == played


@pytest.mark.rule("8.3.1")
def test_defectors_join_where_coin_control_was_lost() -> None:
    """61, Taliban."""
    spaces = {"kandahar": "G 6t, W 4a", "balkh": "G 6t, T 1a", "kabul": "G 3p, T 1a", "herat": "G 3t, W 2a"}
    for seed in SEEDS:
        table = case("taliban", spaces, card=61, event_open=True)
        play_on(table, "taliban", seed=seed)
        assert count(table, "kandahar", "T u") == 1 and count(table, "herat", "T u") == 1


@pytest.mark.rule("8.3.1")
def test_the_neighbour_of_the_hazara_is_a_players_loss() -> None:
    """64, Warlords: Ghazni, Helmand... whichever costs a player most."""
    for seed in SEEDS:
        table = case(
            "warlords", {"ghazni": "support", "bamian": "G 1t"}, card=64, event_open=True, players=["coalition"]
        )
        execute(table, "warlords", "shaded", seed=seed)
        assert level(table, "ghazni") == "neutral"
        # The most points lost by any player: the Coalition has the better margin.
        table = case(
            "warlords",
            {"ghazni": "support", "oruzgan": "opposition, +1pop", "kabul": "support"},
            card=64,
            event_open=True,
            players=["coalition", "taliban"],
        )
        assert margins(table.state)[0] > margins(table.state)[2]
        execute(table, "warlords", "shaded", seed=seed)
        assert level(table, "oruzgan") == "neutral"


@pytest.mark.rule("8.3.1")
def test_tactics_change_for_its_own_side_first() -> None:
    """67: a Coalition Capability before a Taliban one for the Coalition, and the other way round."""
    table = case("coalition", card=67, event_open=True, lasting=["29-shaded", "1-shaded", "2-unshaded"])
    play_on(table, "coalition")
    assert table.state.lasting >> 2 & 1 and table.state.lasting >> 59 & 1
    table = case("taliban", card=67, event_open=True, lasting=["29-unshaded", "1-unshaded"])
    play_on(table, "taliban")
    assert table.state.lasting >> 59 & 1 and table.state.lasting >> 2 & 1


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize(
    "seat,players,patronage,to_aid",
    [
        ("government", [], 5, True),
        ("coalition", [], 5, True),
        ("coalition", ["government"], 40, False),
        ("coalition", ["government"], 0, True),
    ],
)
def test_contractors_are_paid_by_aid_or_by_warlords(
    seat: str, players: list[str], patronage: int, to_aid: bool
) -> None:
    """70, COIN: all to Aid, unless the Government is a player that leads."""
    table = case(seat, {"balkh": "T 1u"}, card=70, event_open=True, players=players, patronage=patronage)
    execute(table, seat, "unshaded")
    assert (table.state.aid > 10) == to_aid and (resources(table, "warlords") > 20) == (not to_aid)


@pytest.mark.rule("8.3.1")
def test_warlords_guard_open_roads_where_they_are_not_yet() -> None:
    """70, Warlords."""
    table = case("warlords", {"kabul-tor-kham": "sabotage", "kandahar-spin-boldak": "W 1u"}, card=70, event_open=True)
    play_on(table, "warlords")
    assert count(table, "kabul-tor-kham", "W u") == 0 and count(table, "kandahar-spin-boldak", "W u") == 1
    assert resources(table, "warlords") == 28


@pytest.mark.rule("8.3.1")
def test_a_coup_takes_only_support_from_provinces_when_taliban_stage_it() -> None:
    """71, Taliban."""
    table = case(
        "taliban",
        {"kabul": "support", "balkh": "G 1t, support", "kandahar": "G 1t, opposition", "herat": "G 1t"},
        card=71,
        event_open=True,
    )
    play_on(table, "taliban")
    assert level(table, "balkh") == "neutral" and level(table, "kandahar") == "opposition"


@pytest.mark.rule("8.3.1")
def test_a_coup_of_warlords_hurts_players() -> None:
    """71, Warlords."""
    for seed in SEEDS:
        table = case(
            "warlords",
            """
                kabul: support
                balkh: G 1t, support
                kandahar: G 1t, opposition
                herat: G 1t, opposition
                ghazni: G 1t, opposition
            """,
            card=71,
            event_open=True,
            players=["taliban"],
        )
        execute(table, "warlords", "shaded", seed=seed)
        assert level(table, "kandahar") == "neutral" and level(table, "balkh") == "support"
        # The most points first, though the Taliban have the better margin.
        table = case(
            "warlords",
            {"balkh": "G 1t, support", "herat": "G 1t, opposition", "faryab": "G 1t, opposition", "kandahar": "T 2B"},
            card=71,
            event_open=True,
            players=["coalition", "taliban"],
            available="C 0t 0B T 10u 0B",
        )
        assert margins(table.state)[0] < margins(table.state)[2]
        execute(table, "warlords", "shaded", seed=seed)
        assert level(table, "balkh") == "neutral"


@pytest.mark.rule("8.3.3")
def test_a_coup_of_the_government_gives_up_no_control() -> None:
    """71, Government."""
    table = case(
        "government", {"balkh": "G 1t", "kandahar": "G 3t, T 1u", "konduz": "G 2t, T 3u"}, card=71, event_open=True
    )
    execute(table, "government", "unshaded")
    assert pieces(table, "balkh") == "G 1t" and pieces(table, "kandahar") == "G 2t, T 1u"
    assert pieces(table, "kabul") in ("G 2t", "G 3t")


@pytest.mark.rule("8.3.1")
def test_poppies_under_coin_control_are_spared_by_the_government() -> None:
    """72, Government."""
    table = case(
        "government",
        {"balkh": "G 3t, W 1B", "konduz": "W 1B", "herat": "W 1B"},
        card=72,
        event_open=True,
        players=["warlords"],
    )
    play_on(table, "government")
    assert pieces(table, "balkh") == "G 3t, W 1B" and pieces(table, "konduz") == pieces(table, "herat") == ""
