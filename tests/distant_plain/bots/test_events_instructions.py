"""8.3.1: the special instructions for single cards, each both ways."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, play_on
from tests.distant_plain.bots.event_cards import opening, seen
from tests.distant_plain.facts import count, resources

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
