"""The three scenarios at their start, and Open Deployment (conformance cases S)."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import (
    AFGHAN,
    CARDS,
    COALITION,
    RETURNEES_MARKERS,
    SPACE_IDS,
    TALIBAN,
    is_propaganda,
)
from khyber.games.distant_plain.rules.lasting import texts_in_effect
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.victory import margins, totals
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_refused, choose, keys, take_aside
from tests.distant_plain.facts import control, count, pieces, resources
from tests.distant_plain.positions import at, start

# -- totals, margins, Available ---------------------------------------------------------------------


@pytest.mark.rule("2.1", "1.9")
@pytest.mark.parametrize(
    ("scenario", "expected", "people"),
    [("short", (10, 21, 9, 13), 29), ("main", (17, 17, 8, 9), 27), ("extended", (20, 13, 4, 16), 25)],
)
def test_a_scenario_starts_with_its_printed_totals(
    scenario: str, expected: tuple[int, int, int, int], people: int
) -> None:
    """S1, S4, S7: Support + Available, COIN + Patronage, Opposition + Bases, Uncontrolled; and all Afghans."""
    table = start(scenario)
    assert totals(table.state) == expected
    assert sum(population(table.state, space) for space in AFGHAN) == people


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("scenario", "expected"),
    [("short", (-20, -14, -11, -20)), ("main", (-13, -18, -12, -25)), ("extended", (-10, -22, -16, -30))],
)
def test_nobody_starts_near_victory(scenario: str, expected: tuple[int, int, int, int]) -> None:
    """S2, S5, S8: margins of Coalition, Government, Taliban, Warlords; for the Warlords the lower of two."""
    assert margins(start(scenario).state) == expected


@pytest.mark.rule("1.4.1", "2.1")
@pytest.mark.parametrize(
    ("scenario", "available", "returnees"),
    [
        ("short", "C 6t, G 12t 12p 1B, T 11u 3B, W 10u 7B", 2),
        ("main", "C 12t 5B, G 23t 20p 3B, T 16u 4B, W 8u 5B", 4),
        ("extended", "C 15t 5B, G 26t 26p 3B, T 24u 8B, W 13u 10B", 6),
    ],
)
def test_pieces_not_set_up_are_available(scenario: str, available: str, returnees: int) -> None:
    """S3, S6, S9: the Available Forces, and the +1 Pop markers left. Pieces come from there and go back there."""
    table = start(scenario, step="turn", active="warlords")
    assert pieces(table, "available") == available
    assert RETURNEES_MARKERS - sum(table.state.returnees) == returnees
    before = count(table, "available", "W u")
    choose(table, "rally", "badghis", "1")
    assert count(table, "available", "W u") == before - 1
    take_aside(table, "warlords", "remove badghis warlords-guerrilla-underground")
    assert pieces(table, "available") == available


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("scenario", "coin", "taliban"),
    [
        (
            "short",
            "kabul herat helmand kandahar ghazni paktika khowst konduz",
            "zabol balochistan waziristan northwest-frontier",
        ),
        (
            "main",
            "kabul herat kandahar khowst konduz",
            "helmand nuristan oruzgan paktika zabol ghazni waziristan northwest-frontier",
        ),
        ("extended", "kabul herat kandahar khowst", "paktika zabol waziristan northwest-frontier"),
    ],
)
def test_control_is_as_printed(scenario: str, coin: str, taliban: str) -> None:
    """S10: derived Control equals the printed Control in every space."""
    table = start(scenario)
    assert {space for space in SPACE_IDS if control(table, space) == "coin"} == set(coin.split())
    assert {space for space in SPACE_IDS if control(table, space) == "taliban"} == set(taliban.split())


@pytest.mark.rule("1.7")
def test_control_of_mixed_spaces_in_the_short_scenario() -> None:
    """S10: COIN 3, Taliban 2 and Warlords 2 are nobody's; 1 Coalition against 3 Taliban is the Taliban's."""
    table = start("short")
    assert pieces(table, "oruzgan") == pieces(table, "nuristan") == "C 1t, G 1t 1p, T 2u, W 1u 1B"
    assert control(table, "oruzgan") == control(table, "nuristan") == "none"
    assert pieces(table, "zabol") == "C 1t, T 2u 1B"
    assert control(table, "zabol") == "taliban"


# -- the deck ---------------------------------------------------------------------------------------


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(
    ("scenario", "cards", "piles", "removed"), [("short", 52, 4, 24), ("main", 65, 5, 12), ("extended", 78, 6, 0)]
)
def test_the_deck_is_made_of_piles_with_a_propaganda_card_each(
    scenario: str, cards: int, piles: int, removed: int
) -> None:
    """S11: every pile has 12 Events and 1 Propaganda card; what was removed is shown."""
    table = start(scenario)
    deck = [*table.state.played, *table.state.deck]
    assert len(deck) == cards
    assert [sum(map(is_propaganda, deck[first : first + 13])) for first in range(0, cards, 13)] == [1] * piles
    shown = table.view()["removed"]
    assert isinstance(shown, list) and len(shown) == removed
    assert not set(shown) & set(deck)


@pytest.mark.rule("2.4.1")
@pytest.mark.parametrize(("scenario", "final"), [("short", 4), ("main", 5), ("extended", 6)])
def test_the_game_ends_with_the_last_propaganda_card_of_the_deck(scenario: str, final: int) -> None:
    """S11: the 4th, 5th or 6th; not the one before."""
    before = at(scenario=scenario, step="card", propaganda_played=final - 2, deck=[75, 2, 3])
    assert before.outcome is None
    last = at(scenario=scenario, step="card", propaganda_played=final - 1, deck=[75, 2, 3])
    assert last.outcome is not None and last.outcome.ending == "final"


@pytest.mark.rule("2.1", "5.3")
def test_capabilities_among_the_removed_cards_are_in_force() -> None:
    """S12: a Coalition Capability unshaded, a Taliban Capability shaded."""
    table = start("short")
    removed = [CARDS[number] for number in sorted(table.state.removed_events)]
    coalition = [(card.number, "unshaded") for card in removed if card.capability_of == COALITION]
    taliban = [(card.number, "shaded") for card in removed if card.capability_of == TALIBAN]
    assert coalition and taliban
    assert texts_in_effect(table.state) == sorted(coalition + taliban)


@pytest.mark.rule("2.1")
def test_without_capabilities_removed_cards_have_no_effect() -> None:
    """S12: with the option No Capabilities neither is in force."""
    table = start("short", options=["no-capabilities"])
    assert any(CARDS[number].capability_of is not None for number in table.state.removed_events)
    assert texts_in_effect(table.state) == []


# -- a Propaganda Round at once ---------------------------------------------------------------------


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    ("scenario", "government", "taliban", "warlords"),
    [("short", 66, 24, 25), ("main", 57, 18, 22), ("extended", 41, 9, 12)],
)
def test_resources_phase_on_the_first_card(scenario: str, government: int, taliban: int, warlords: int) -> None:
    """S13: what each Faction has when a Propaganda card comes first."""
    table = start(scenario, step="resources")
    assert resources(table, "government") == government
    assert resources(table, "taliban") == taliban
    assert resources(table, "warlords") == warlords


@pytest.mark.rule("6.5.1")
def test_desertion_at_the_start_of_the_short_scenario() -> None:
    """S14: 1 cube in each of eight spaces; none in Oruzgan and Nuristan."""
    before = {space: pieces(start("short"), space) for space in SPACE_IDS}
    table = start("short", step="desertion", active="government")
    while asked(table) == "government desertion":
        choose(table, "0")
    after = {space: pieces(table, space) for space in SPACE_IDS}
    changed = {space for space in SPACE_IDS if before[space] != after[space]}
    assert changed == {"kabul", "herat", "helmand", "kandahar", "ghazni", "paktika", "khowst", "konduz"}
    assert all(before[space].replace("G 2t 2p", "G 2t 1p") == after[space] for space in changed)


@pytest.mark.rule("6.4.1")
def test_who_decides_civic_action_at_the_start_of_the_short_scenario() -> None:
    """S15: the Coalition where its Troops are as many, the Government elsewhere, nobody without COIN Control.

    A Terror marker everywhere gives Civic Action something to do.
    """
    everywhere = {SPACE_IDS[space]: "1terror" for space in AFGHAN}
    table = start("short", step="civic-action", markers=everywhere)
    assert asked(table) == "coalition civic-action"
    assert set(keys(table)) == {"kabul", "helmand", "kandahar", "done"}
    choose(table, "done")
    assert asked(table) == "government civic-action"
    assert set(keys(table)) == {"herat", "ghazni", "paktika", "khowst", "konduz", "done"}


@pytest.mark.rule("6.5.4")
@pytest.mark.parametrize("origin", ["oruzgan", "nuristan"])
def test_taliban_redeploy_at_the_start_of_the_short_scenario(origin: str) -> None:
    """S16: only those of Oruzgan and Nuristan must move, to Zabol or Pakistan."""
    table = start("short", step="redeploy-taliban", active="taliban")
    assert keys(table) == ["nuristan", "oruzgan"]
    choose(table, origin)
    assert set(keys(table)) == {"zabol", "balochistan", "waziristan", "northwest-frontier"}


# -- Open Deployment --------------------------------------------------------------------------------


def deployment(*chosen: str) -> Table[State]:
    """The short scenario with Open Deployment, after these choices."""
    table = start("short", options=["open-deployment"])
    choose(table, *chosen)
    return table


WARLORDS = ("balkh", "2", "konduz", "2", "faryab", "balkh", "5")
GOVERNMENT = ("herat", "2", "khowst", "16", "khowst", "16")


@pytest.mark.rule("2.1")
def test_a_place_in_kabul_is_kept_for_the_coalition_base() -> None:
    """S17, ruling 208: the Warlords may put 1 Base in Kabul, not 2."""
    table = deployment("kabul")
    assert asked(table) == "warlords deploy-space"
    assert pieces(table, "kabul") == "W 1B"
    assert_refused(table, "kabul")


@pytest.mark.rule("2.1")
def test_the_government_deploys_in_populated_provinces() -> None:
    """S18, ruling 209: Khowst with 2 + 1 Pop qualifies; Farah with none and LoCs do not."""
    table = deployment(*WARLORDS, "herat", "2")
    assert asked(table) == "government deploy-space"
    assert_refused(table, "farah", "kabul-tor-kham")
    choose(table, "khowst", "16")
    assert pieces(table, "khowst") == "G 16t"


@pytest.mark.rule("2.1")
def test_taliban_deploy_nothing_more_in_balochistan() -> None:
    """S19: it is not Pashtun; its 1 compulsory Base stands."""
    table = deployment(*WARLORDS, *GOVERNMENT)
    assert pieces(table, "balochistan") == "T 1B"
    assert_refused(table, "balochistan")
    choose(table, "waziristan", "zabol", "2", "paktika", "2", "ghazni")
    assert asked(table) == "taliban deploy-space"
    assert_refused(table, "balochistan")
    choose(table, "waziristan", "19")
    assert pieces(table, "waziristan") == "T 19u 2B"
