"""2nd:8.4.1: Event Instructions that the 2nd printing takes over from the 3rd: 41 entries on 17 cards (R4).

The halos on the cards are the same in both printings, so that an entry without one of the 2nd printing holds as the 3rd
has it. The 2nd printing executes whatever has an effect: most of these entries keep it from doing so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import PROPAGANDA_CARDS, SEATS
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import INELIGIBLE_NEXT, State
from tests.distant_plain.bots.event_cards import seen
from tests.distant_plain.bots.second.cases import bot, case, execute, play_on
from tests.distant_plain.facts import count, level, pieces, resources, terror

SEEDS: Final = range(8)
LETTERS: Final = dict(zip("CGTW", SEATS, strict=True))
#: Who has an entry in the 3rd printing and none in the 2nd.
INHERITED: Final = {
    13: "G",
    37: "G",
    42: "CT",
    43: "T",
    44: "CGTW",
    48: "CG",
    54: "C",
    55: "CGTW",
    57: "CGTW",
    58: "CGT",
    59: "CGTW",
    62: "T",
    64: "TW",
    67: "CGTW",
    68: "T",
    70: "CGW",
    71: "GTW",
}
ENTRIES: Final = [(card, LETTERS[letter]) for card, letters in INHERITED.items() for letter in letters]
#: Cards with one text, which Insurgents execute as well.
ONE_TEXT: Final = (44, 57, 59, 67)

Given = Mapping[str, object]
NOBODY: Given = {}
C, G, T, W = ({"players": [seat]} for seat in SEATS)
ALL_BUT: Final = {seat: {"players": [other for other in SEATS if other != seat]} for seat in SEATS}
IN_PAKISTAN: Given = {"spaces": {"waziristan": "T 1u"}}
SPONSORED: Given = {"islamabad": "sponsorship", "hard": True}

#: Where a Faction executes the Event, and where it looks for Operations instead although the Event would do something.
WHETHER: Final[dict[tuple[int, str], tuple[list[Given], list[Given]]]] = {
    (44, "coalition"): ([IN_PAKISTAN, {**T, **IN_PAKISTAN}], [NOBODY]),
    (44, "government"): ([{**T, **IN_PAKISTAN}], [IN_PAKISTAN, {**C, **IN_PAKISTAN}, T]),
    (44, "taliban"): ([NOBODY, {"available": "T 1u 0B"}], [{"available": "T 0u 0B", **IN_PAKISTAN}]),
    (44, "warlords"): ([{**T, **IN_PAKISTAN}], [IN_PAKISTAN, {**G, **IN_PAKISTAN}, T]),
    (48, "coalition"): ([NOBODY, {**T, **SPONSORED}], [T, {**T, "islamabad": "backing"}]),
    # That Islamabad moves while a player has the Coalition does not matter: the instruction says when (8.1).
    (48, "government"): ([NOBODY, C, {**T, **SPONSORED}], [T, {**T, "islamabad": "backing"}]),
    (54, "coalition"): ([], [{"spaces": {"balkh": "W 1B, G 3t"}}, {**W, "spaces": {"balkh": "W 1B, G 3t"}}]),
    # Card 14 comes next, in the order Coalition, Warlords, Taliban, Government.
    (55, "coalition"): ([T, W], [NOBODY, G, {**W, "next_card": PROPAGANDA_CARDS[0]}]),
    (55, "government"): ([W], [NOBODY, T, C]),
    (55, "taliban"): ([C], [NOBODY, G, W]),
    (55, "warlords"): ([C], [NOBODY, G, T]),
    (57, "coalition"): ([], [NOBODY, T, W]),
    (57, "government"): ([T], [NOBODY, C, W]),
    (57, "taliban"): ([C], [NOBODY, G, W]),
    (57, "warlords"): ([C, T], [NOBODY, G]),
    (58, "coalition"): ([W], [NOBODY, T]),
    (58, "government"): ([W], [NOBODY, T]),
    (58, "taliban"): ([], [{"spaces": {"balkh": "W 1B"}}, {**W, "spaces": {"balkh": "W 1B"}}]),
    (59, "coalition"): ([{**W, "government": 12}], [{**W, "government": 11}, {"government": 12}]),
    (59, "government"): ([{**W, "government": 12}], [{**W, "government": 11}, {**T, "government": 12}]),
    (59, "taliban"): ([], [NOBODY, W]),
    (59, "warlords"): ([{"government": 1}], [{"government": 0}]),
    (62, "taliban"): ([], [{"spaces": {"kandahar": "T 2u, W 1u, G 2p"}}]),
    (64, "taliban"): ([{"spaces": {"bamian": "support"}}], [{"spaces": {"bamian": "opposition, +1pop"}}]),
    (67, "coalition"): ([{"lasting": ["1-shaded"]}, {"lasting": ["29-shaded"]}], [{"lasting": ["1-unshaded"]}]),
    (67, "government"): ([{"lasting": ["1-shaded"]}], [{**C, "lasting": ["1-shaded"]}, {"lasting": ["1-unshaded"]}]),
    (67, "taliban"): ([{"lasting": ["29-unshaded"]}, {"lasting": ["1-unshaded"]}], [{"lasting": ["1-shaded"]}]),
    (67, "warlords"): ([{"lasting": ["29-unshaded"]}], [{**T, "lasting": ["29-unshaded"]}, {"lasting": ["1-shaded"]}]),
    (68, "taliban"): ([], [NOBODY, W]),
    (71, "taliban"): (
        [{"spaces": {"kabul": "support"}}],
        [{"spaces": {"kabul": "G 2t, opposition", "balkh": "G 1t, support"}}],
    ),
    (71, "warlords"): (
        [{"spaces": {"kabul": "support"}}, {"spaces": {"kabul": "G 4t, W 2u"}}],
        [{"spaces": {"kabul": "G 4t 4p", "balkh": "G 2t, support"}}],
    ),
}

#: How a Faction executes the Event.
HOW: Final[dict[tuple[int, str], Callable[[int], None]]] = {}


def how(card: int, *seats: str) -> Callable[[Callable[[str, int], None]], Callable[[str, int], None]]:
    """Write down a check for an entry; it is given the seat and a seed."""

    def kept(check: Callable[[str, int], None]) -> Callable[[str, int], None]:
        for seat in seats:
            HOW[card, seat] = lambda seed, seat=seat: check(seat, seed)  # type: ignore[misc]
        return check

    return kept


def side_of(card: int, seat: str) -> str:
    return "unshaded" if card in ONE_TEXT or seat in ("coalition", "government") else "shaded"


def executed(
    card: int, seat: str, seed: int, spaces: Mapping[str, str] | None = None, given: Given = NOBODY
) -> Table[State]:
    """The Faction has executed the Event, whether it would by itself or not."""
    table = case(seat, spaces or {}, card=card, event_open=True, **given)  # type: ignore[arg-type]
    execute(table, seat, side_of(card, seat), seed=seed)
    return table


@how(13, "government")
def turned_round(seat: str, seed: int) -> None:
    """The shaded text."""
    table = case(seat, {"kabul": "G 1t"}, card=13, event_open=True)
    head = play_on(table, seat, seed=seed)
    assert table.state.patronage == 9 and resources(table, "warlords") == 36 and "N2.Seq.1" in head.used()


@how(37, "government")
def commandos_at_a_base_else_among_most_taliban(seat: str, seed: int) -> None:
    table = executed(37, seat, seed, {"helmand": "G 1t, T 1B 1u", "kandahar": "G 1t, T 3u, W 2u"})
    assert "T" not in pieces(table, "helmand") and count(table, "kandahar", "T u") == 3
    table = executed(37, seat, seed, {"helmand": "G 1t, T 1u, W 3u", "kandahar": "G 1t, T 2u"})
    assert "T" not in pieces(table, "kandahar") and count(table, "helmand", "T u") == 1


@how(42, "taliban")
def terror_at_support_then_at_opposition(seat: str, seed: int) -> None:
    spaces = {
        "herat": "T 1u, support",
        "kandahar": "T 1u, opposition",
        "kabul": "T 1u",
        "balkh": "T 1u, support",
        "ghazni": "T 1u, opposition",
    }
    assert [terror(executed(42, seat, seed, spaces), name) for name in spaces] == [1, 1, 0, 1, 0]


@how(42, "coalition")
def aid_outside_pashtun_country_among_equals(seat: str, seed: int) -> None:
    table = executed(42, seat, seed, {"kabul": "T 1u"})
    helped = [
        name
        for name in ("balkh", "konduz", "baghlan", "kandahar", "khowst", "nuristan")
        if level(table, name) == "support"
    ]
    assert len(helped) == 2 and set(helped) <= {"balkh", "konduz", "baghlan"}


@how(43, "taliban")
def out_of_the_fullest_pakistan_space_to_take_control(seat: str, seed: int) -> None:
    """One stays at the Base; without a Base one stays as well, for Control of the space (8.1.2)."""
    spaces = {"waziristan": "T 1B 4u", "northwest-frontier": "T 2u", "khowst": "G 1p", "paktika": "G 9p, support"}
    table = executed(43, seat, seed, spaces)
    assert count(table, "waziristan", "T u") == 1 and pieces(table, "northwest-frontier") == "T 2u"
    assert pieces(table, "khowst").startswith("G 1p, T 2u")
    table = executed(43, seat, seed, {"waziristan": "T 4u", "northwest-frontier": "T 2u"})
    assert pieces(table, "waziristan") == "T 1u"


@how(44, "coalition", "government", "warlords")
def a_base_goes_else_guerrillas(seat: str, seed: int) -> None:
    table = executed(44, seat, seed, {"waziristan": "T 1B 2u", "balochistan": "T 3u"}, T)
    assert (pieces(table, "waziristan"), pieces(table, "balochistan")) == ("T 2u", "T 3u")
    table = executed(44, seat, seed, {"waziristan": "T 2u", "balochistan": "T 3u"}, T)
    assert (pieces(table, "waziristan"), pieces(table, "balochistan")) == ("T 2u", "")


@how(44, "taliban")
def a_base_comes_else_guerrillas(seat: str, seed: int) -> None:
    pakistan = ("waziristan", "northwest-frontier", "balochistan")
    table = executed(44, seat, seed, {"waziristan": "T 2u"})
    assert sum(count(table, name, "T B") for name in pakistan) == 1
    table = executed(44, seat, seed, dict.fromkeys(pakistan, "T 2B"))
    assert sum(count(table, name, "T u") for name in pakistan) == 3


@how(55, *SEATS)
def a_player_who_would_be_next_sits_out(seat: str, seed: int) -> None:
    """Of the players on the other side the first in line on card 14: Coalition, Warlords, Taliban, Government."""
    table = executed(55, seat, seed, {"kabul": "G 2p, T 1u, W 1u"}, ALL_BUT[seat])
    hit = {"coalition": 3, "government": 3, "taliban": 0, "warlords": 0}[seat]
    assert [n for n in range(4) if table.state.next_eligibility[n] == INELIGIBLE_NEXT] == [hit]


@how(64, "warlords")
def a_player_loses_most_beside_bamian(seat: str, seed: int) -> None:
    table = executed(
        64, seat, seed, {"ghazni": "support", "oruzgan": "opposition, +1pop"}, {"players": ["coalition", "taliban"]}
    )
    assert (level(table, "ghazni"), level(table, "oruzgan")) == ("support", "neutral")
    table = executed(64, seat, seed, {"ghazni": "support", "oruzgan": "opposition, +1pop"}, C)
    assert (level(table, "ghazni"), level(table, "oruzgan")) == ("neutral", "opposition")


@how(67, "coalition", "government")
def a_coalition_capability_first(seat: str, seed: int) -> None:
    table = executed(67, seat, seed, given={"lasting": ["29-shaded", "1-shaded", "2-unshaded"]})
    assert "1-unshaded" in table.position() and "29-shaded" in table.position()
    table = executed(67, seat, seed, given={"lasting": ["29-shaded", "2-unshaded"]})
    assert "29-unshaded" in table.position() and "2-unshaded" in table.position()


@how(67, "taliban", "warlords")
def a_taliban_capability_first(seat: str, seed: int) -> None:
    table = executed(67, seat, seed, given={"lasting": ["29-unshaded", "1-unshaded"]})
    assert "29-shaded" in table.position() and "1-unshaded" in table.position()


@how(70, "coalition")
def all_to_aid_unless_a_government_player_leads(seat: str, seed: int) -> None:
    for given, to_aid in ((NOBODY, True), ({**G, "patronage": 40}, False), ({**G, "patronage": 0}, True)):
        table = executed(70, seat, seed, {"balkh": "T 1u"}, given)
        assert (table.state.aid > 10, resources(table, "warlords") > 40) == (to_aid, not to_aid)


@how(70, "government")
def all_to_aid(seat: str, seed: int) -> None:
    table = executed(70, seat, seed, {"balkh": "T 1u"}, C)
    assert table.state.aid > 10 and resources(table, "warlords") == 40


@how(70, "warlords")
def open_roads_without_warlords_first(seat: str, seed: int) -> None:
    table = executed(
        70,
        seat,
        seed,
        {
            "kabul-tor-kham": "sabotage",
            "kandahar-spin-boldak": "W 1u",
            "kabul-aibak": "sabotage",
            "farah-kandahar": "sabotage",
        },
    )
    assert count(table, "kabul-tor-kham", "W u") == 0 == count(table, "kabul-aibak", "W u")
    assert count(table, "farah-kandahar", "W u") == 0 and count(table, "kandahar-spin-boldak", "W u") == 1


@how(71, "taliban")
def only_support_is_taken(seat: str, seed: int) -> None:
    table = executed(71, seat, seed, {"kabul": "support", "balkh": "G 1t, support", "kandahar": "G 1t, opposition"})
    assert level(table, "balkh") == "neutral" and level(table, "kandahar") == "opposition"


@how(71, "warlords")
def provinces_that_cost_a_player_most(seat: str, seed: int) -> None:
    spaces = {
        "kabul": "support",
        "balkh": "G 1t, support",
        "kandahar": "G 1t, opposition",
        "herat": "G 1t, opposition",
        "ghazni": "G 1t, opposition",
    }
    table = executed(71, seat, seed, spaces, T)
    assert level(table, "kandahar") == "neutral" and level(table, "balkh") == "support"
    assert margins(table.state)[2] < margins(case(seat, spaces, players=["taliban"]).state)[2]


@how(71, "government")
def no_troop_leaves_whose_control_goes_with_it(seat: str, seed: int) -> None:
    table = executed(71, seat, seed, {"balkh": "G 1t", "kandahar": "G 3t, T 1u", "konduz": "G 2t, T 3u"})
    assert pieces(table, "balkh") == "G 1t" and pieces(table, "kandahar") == "G 2t, T 1u"
    assert pieces(table, "kabul") in ("G 2t", "G 3t")


def test_every_entry_is_here() -> None:
    assert (len(ENTRIES), len(INHERITED)) == (41, 17)
    assert {*WHETHER, *HOW} == set(ENTRIES)


def decided(table: Table[State], seat: str) -> tuple[str, str]:
    """What the Non-player does with its turn, and the step that took or left the Event."""
    head = bot(seat)
    assert table.decision is not None
    value = str(head.answer(seen(table), table.decision))
    return value, next(str(why.params["id"]) for why in head.why() if why.key in ("why.event", "why.no-event"))


@pytest.mark.rule("2nd:8.1", "2nd:8.4.1")
@pytest.mark.parametrize(("card", "seat"), WHETHER)
def test_an_entry_says_whether(card: int, seat: str) -> None:
    """N2.Seq.2: exactly when it says so; without it, the usual tests decide."""
    yes, no = WHETHER[card, seat]
    for given in no:
        table = case(seat, card=card, event_open=True, **given)  # type: ignore[arg-type]
        value, step = decided(table, seat)
        assert not value.startswith("event") and step == "N2.Seq.2", given
    for given in yes:
        table = case(seat, card=card, event_open=True, **given)  # type: ignore[arg-type]
        assert decided(table, seat)[0] == f"event-{side_of(card, seat)}", given
        play_on(table, seat)


@pytest.mark.rule("2nd:8.4.1")
@pytest.mark.parametrize(
    ("card", "seat"), [entry for entry in HOW if entry[0] not in (13, 67) and entry != (71, "government")]
)
def test_an_entry_says_how(card: int, seat: str) -> None:
    """N2.Event.1."""
    for seed in SEEDS:
        HOW[card, seat](seed)


@pytest.mark.rule("2nd:8.1")
@pytest.mark.parametrize(
    ("card", "seat"), [entry for entry in HOW if entry[0] in (13, 67) or entry == (71, "government")]
)
def test_an_entry_agrees_with_the_guidelines(card: int, seat: str) -> None:
    """The other text is chosen beforehand; Capabilities of one's own side come first, and Control is kept, anyway."""
    for seed in SEEDS:
        HOW[card, seat](seed)
