"""8.3.1: the special instructions for single cards, each both ways."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import INELIGIBLE_NEXT, State
from tests.distant_plain.bots.cases import bot, case, play_on
from tests.distant_plain.bots.event_cards import execute, opening, seen
from tests.distant_plain.bots.looking import activities, selected
from tests.distant_plain.facts import count, level, pieces, resources, terror

SEEDS = range(10)
Given = Mapping[str, object]
TWO_TALIBAN = {"kandahar": "C 3t, T 1u", "khowst": "C 3t, T 1u"}
ONE_TALIBAN = {"kandahar": "C 3t, T 1u", "khowst": "C 3t, W 1u"}
BOTH_INSURGENTS = {"kandahar": "T 1u, W 1u", "khowst": "T 1u, W 1u"}
CUBES = {"kandahar": "G 6t", "balkh": "G 3p"}
T_PLAYS: Given = {"players": ["taliban"]}
W_PLAYS: Given = {"players": ["warlords"]}
C_PLAYS: Given = {"players": ["coalition"]}
G_PLAYS: Given = {"players": ["government"]}
NOBODY: Given = {}

#: Card, seat, position in which it is executed, position in which it is not; {} as the first: never executed.
BOTH_WAYS: list[tuple[int, str, Given | None, Given]] = [
    (10, "coalition", {"spaces": {"helmand": "C 3t, T 1B 1a"}}, {"spaces": {"kandahar": "C 2t, T 2u"}}),
    (
        10,
        "coalition",
        {"spaces": {"kabul": "C 1t, G 2t 2p"}},
        {"spaces": {"kabul": "C 1t, G 2t 2p", "kandahar": "C 2t, T 2u"}},
    ),
    (13, "warlords", None, NOBODY),
    (16, "coalition", {"spaces": {"kandahar": "C 4t, T 2u"}}, {"spaces": {"kandahar": "C 4t, T 1u"}}),
    (17, "coalition", {"spaces": {"kabul": "G 2p"}}, {"spaces": {"kabul": "G 2p"}, "available": "C 0B"}),
    (
        17,
        "coalition",
        {"spaces": {"kabul": "C 2t, G 2p"}, "available": "C 0B", "unplayed": 1},
        {"spaces": {"kabul": "C 2t, G 2p"}, "available": "C 0B", "unplayed": 2},
    ),
    (24, "coalition", {"spaces": TWO_TALIBAN}, {"spaces": ONE_TALIBAN}),
    (
        26,
        "coalition",
        {"spaces": {"kandahar": "T 3u", "herat": "C 4t"}},
        {"spaces": {"kandahar": "T 3u", "herat": "C 2t"}},
    ),
    (36, "coalition", {"spaces": {"kandahar": "T 12u"}}, {"spaces": {"kandahar": "T 13u"}}),
    (38, "coalition", {"spaces": TWO_TALIBAN}, {"spaces": ONE_TALIBAN}),
    (38, "government", {"spaces": TWO_TALIBAN}, {"spaces": ONE_TALIBAN}),
    (40, "taliban", {**G_PLAYS, "aid": 7}, {**G_PLAYS, "aid": 6}),
    (40, "warlords", {**G_PLAYS, "aid": 7}, {"aid": 7}),
    (44, "coalition", {"spaces": {"waziristan": "T 1u"}}, NOBODY),
    (44, "taliban", NOBODY, {"available": "T 0u 0B"}),
    (44, "government", {**T_PLAYS, "spaces": {"balochistan": "T 1B"}}, T_PLAYS),
    (44, "warlords", {**T_PLAYS, "spaces": {"balochistan": "T 1B"}}, T_PLAYS),
    (44, "government", {**T_PLAYS, "spaces": {"waziristan": "T 1u"}}, {"spaces": {"waziristan": "T 1u"}}),
    (44, "warlords", {**T_PLAYS, "spaces": {"waziristan": "T 1u"}}, {"spaces": {"waziristan": "T 1u"}}),
    (48, "government", NOBODY, T_PLAYS),
    (48, "government", {**T_PLAYS, "islamabad": "sponsorship"}, {**T_PLAYS, "islamabad": "backing"}),
    (48, "coalition", NOBODY, T_PLAYS),
    (48, "coalition", {**T_PLAYS, "islamabad": "sponsorship", "hard": True}, {**T_PLAYS, "islamabad": "backing"}),
    (
        53,
        "taliban",
        {"spaces": {"kabul": "G 1p"}, "available": "T 4u"},
        {"spaces": {"kabul": "G 1p"}, "available": "T 3u"},
    ),
    (54, "coalition", None, {"spaces": {"balkh": "W 1B, G 3t"}}),
    (56, "coalition", {"spaces": BOTH_INSURGENTS}, {"spaces": {"kandahar": "T 1u, W 1u"}}),
    (56, "government", {"spaces": BOTH_INSURGENTS}, {"spaces": {"kandahar": "T 1u, W 1u"}}),
    (57, "coalition", None, T_PLAYS),
    (57, "government", T_PLAYS, C_PLAYS),
    (57, "taliban", C_PLAYS, G_PLAYS),
    (57, "warlords", T_PLAYS, G_PLAYS),
    (57, "warlords", C_PLAYS, NOBODY),
    (58, "coalition", W_PLAYS, NOBODY),
    (58, "government", W_PLAYS, NOBODY),
    (58, "taliban", None, {"spaces": {"balkh": "W 1B"}}),
    (59, "coalition", {**W_PLAYS, "government": 12}, {**W_PLAYS, "government": 11}),
    (59, "government", {**W_PLAYS, "government": 12}, {"government": 12}),
    (59, "taliban", None, W_PLAYS),
    (59, "warlords", {"government": 1}, {"government": 0}),
    (61, "coalition", {"spaces": {"kandahar": "T 5u"}}, {"spaces": {"kandahar": "T 4u"}}),
    (61, "government", {"spaces": {"kandahar": "T 5u"}}, {"spaces": {"kandahar": "T 4u"}}),
    (61, "taliban", {"spaces": CUBES}, {"spaces": {"kandahar": "G 6t"}}),
    (62, "coalition", {"spaces": {"kandahar": "T 2u, W 1u"}}, {**W_PLAYS, "spaces": {"kandahar": "T 2u, W 1u"}}),
    (62, "government", {"spaces": {"kandahar": "T 2u, W 1u"}}, {"spaces": {"kandahar": "T 1u, W 1u"}}),
    (62, "taliban", None, {"spaces": {"kandahar": "T 2u, W 1u"}}),
    (62, "warlords", {"spaces": {"kandahar": "G 2p, W 1u"}, "warlords": 5}, {"warlords": 5}),
    (62, "warlords", {"spaces": {"zabol": "G 2p, W 1u"}}, {"spaces": {"zabol": "G 6p, W 1u"}}),
    (62, "warlords", {"spaces": {"zabol": "T 2u, W 1u"}}, {"spaces": {"zabol": "T 4u, W 1u"}}),
    (64, "taliban", {"spaces": {"kandahar": "T 1u", "bamian": "support"}}, {"spaces": {"bamian": "opposition"}}),
    (65, "taliban", NOBODY, {"spaces": {"kabul-tor-kham": "sabotage"}}),
    (67, "coalition", {"lasting": ["1-shaded"]}, {"lasting": ["1-unshaded"]}),
    (67, "government", {"lasting": ["1-shaded"]}, {**C_PLAYS, "lasting": ["1-shaded"]}),
    (67, "taliban", {"lasting": ["1-unshaded"]}, {"lasting": ["1-shaded"]}),
    (67, "warlords", {"lasting": ["29-unshaded"]}, {**T_PLAYS, "lasting": ["29-unshaded"]}),
    (68, "taliban", None, NOBODY),
    (71, "taliban", {"spaces": {"kabul": "support"}}, {"spaces": {"kabul": "opposition", "balkh": "G 1t, support"}}),
    (71, "warlords", {"spaces": {"kabul": "support"}}, {"spaces": {"kabul": "G 4t 4p", "balkh": "G 2t, support"}}),
    (71, "warlords", {"spaces": {"kabul": "G 4t, W 2u"}}, {"spaces": {"kabul": "G 4t"}}),
    (72, "coalition", W_PLAYS, NOBODY),
    (72, "government", W_PLAYS, NOBODY),
]


#: Where the instruction only says when not to, or how to: the usual rules decide.
LEFT_TO_THE_BOX = {(44, "coalition"), (44, "taliban"), (59, "warlords"), (64, "taliban"), (71, "taliban")}


def decided(table: Table[State], seat: str) -> tuple[str, str]:
    """What the Non-player does, and the step that took or left the Event."""
    head = bot(seat)
    assert table.decision is not None
    value = str(head.answer(seen(table), table.decision))
    return value, next(str(why.params["id"]) for why in head.why() if why.key in ("why.event", "why.no-event"))


@pytest.mark.rule("8.1", "8.3.1")
@pytest.mark.parametrize("card,seat,yes,no", BOTH_WAYS, ids=[f"{row[0]}-{row[1]}" for row in BOTH_WAYS])
def test_an_instruction_decides(card: int, seat: str, yes: Given | None, no: Given) -> None:
    """N.Halo."""
    value, step = decided(case(seat, card=card, event_open=True, **no), seat)  # type: ignore[arg-type]
    assert not value.startswith("event") and step == "N.Halo"
    if yes is not None:
        side = "unshaded" if seat in ("coalition", "government") or card in (44, 57, 59, 67) else "shaded"
        table = case(seat, card=card, event_open=True, **yes)  # type: ignore[arg-type]
        value, step = decided(table, seat)
        assert value == f"event-{side}" and (step == "N.Halo") == ((card, seat) not in LEFT_TO_THE_BOX)
        play_on(table, seat)


@pytest.mark.rule("8.1", "8.3.1")
@pytest.mark.parametrize(
    "seat,card,players,next_card",
    [
        ("coalition", 24, [], 1),
        ("coalition", 48, [], 1),
        ("coalition", 58, ["warlords"], 1),
        ("taliban", 57, ["coalition"], 23),
    ],
)
def test_an_instruction_to_execute_comes_before_the_capability_on_the_next_card(
    seat: str, card: int, players: list[str], next_card: int
) -> None:
    """N.Halo before N.Capability: no die is rolled; with the instruction against it, one is."""
    spaces = {"kabul": "C 1t, T 1u", "kandahar": "C 1t, T 1u"}
    head = bot(seat, rolls=(1,))
    table = case(seat, spaces, card=card, event_open=True, players=players, next_card=next_card)
    assert table.decision is not None
    assert str(head.answer(seen(table), table.decision)).startswith("event")
    assert head.dice.asked == []  # type: ignore[attr-defined]
    others = ["taliban"] if card == 48 else []
    table = case(seat, {}, card=card, event_open=True, players=others, next_card=next_card)
    assert opening(table, seat, rolls=(1,)) == "pass-for-capability"


@pytest.mark.rule("8.3.1")
def test_the_government_turns_the_anti_corruption_drive_round() -> None:
    """13: the shaded text."""
    table = case("government", {"kabul": "G 1t"}, card=13, event_open=True)
    play_on(table, "government")
    assert table.state.patronage == 9 and resources(table, "warlords") == 16


@pytest.mark.rule("8.3.1")
def test_warlords_march_with_dostum() -> None:
    """68."""
    table = case("warlords", {"balkh": "W 1u"}, card=68, event_open=True)
    assert opening(table, "warlords") == "event-shaded"
    play_on(table, "warlords")
    assert count(table, "available", "W u") == 11


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
