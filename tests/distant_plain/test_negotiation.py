"""What a Faction may do unasked, and limits (conformance cases L)."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asides, asked, assert_aside_refused, assert_refused, choose, keys, take_aside
from tests.distant_plain.facts import control, count, pieces, resources
from tests.distant_plain.positions import at


@pytest.mark.rule("1.5.1")
def test_nobody_transfers_resources_while_only_the_coalition_executes() -> None:
    """L2: neither Warlords nor Government are executing the Sweep."""
    table = at("coalition", warlords=5)
    choose(table, "sweep")
    assert_aside_refused(table, "warlords", "give government 3")


@pytest.mark.rule("1.5.1")
def test_a_faction_that_passed_transfers_nothing() -> None:
    """L3: a Pass is no Operation, Special Activity or Event."""
    table = at("warlords", resources=5, taliban=1, to_come=["taliban"])
    assert_aside_refused(table, "warlords", "give taliban 1")
    choose(table, "pass")
    assert_aside_refused(table, "warlords", "give taliban 1")
    choose(table, "rally")
    assert "give taliban 1" in asides(table, "warlords"), "now the receiver is executing"


@pytest.mark.rule("1.5.1")
def test_the_government_gives_no_more_patronage_than_warlords_can_hold() -> None:
    """L4: with Warlords at 74, 1 Patronage at most."""
    table = at("government", resources=6, warlords=74, patronage=10)
    choose(table, "train")
    assert_aside_refused(table, "government", "patronage 2", "patronage 3")
    take_aside(table, "government", "patronage 1")
    assert resources(table, "warlords") == 75
    assert table.state.patronage == 9


@pytest.mark.rule("1.4.1")
def test_insurgents_remove_nothing_of_their_own_in_the_action_of_another() -> None:
    """L6: during a Coalition Assault the Taliban may not take a Guerrilla away."""
    table = at("coalition", spaces={"helmand": "C 1t, T 1u 1a", "zabol": "T 1u"})
    choose(table, "assault")
    assert_aside_refused(
        table, "taliban", "remove zabol taliban-guerrilla-underground", "remove helmand taliban-guerrilla-active"
    )


@pytest.mark.rule("1.4.1", "1.7")
def test_control_changes_at_once_with_a_voluntary_removal() -> None:
    """L7: of 3 Taliban against 2 Government pieces, 2 go: Paktika comes under COIN Control."""
    table = at("taliban", resources=2, spaces={"paktika": "T 3u, G 2p", "zabol": "T 1u, G 1p"})
    choose(table, "attack")
    assert control(table, "paktika") == "taliban"
    removal = "remove paktika taliban-guerrilla-underground"
    take_aside(table, "taliban", removal, removal)
    assert pieces(table, "paktika") == "G 2p, T 1u"
    assert count(table, "available", "T u") == 28
    assert control(table, "paktika") == "coin"


@pytest.mark.rule("1.4.2")
def test_no_third_base_until_one_is_suborned() -> None:
    """L8: with 2 Bases in Balkh no Rally builds another; once the Government's is bought, it does."""
    table = at("warlords", resources=3, spaces={"balkh": "W 3u 1B, G 1B"})
    choose(table, "rally", "balkh")
    assert_refused(table, "base")
    choose(table, "suborn", "base")
    assert pieces(table, "balkh") == "W 1u 2B"


@pytest.mark.rule("1.5.1", "4.1")
def test_the_government_keeps_what_a_transport_and_its_operation_will_cost() -> None:
    """Ruling 76: with Assault declared and a toll due on the way, only what is left over may be given away."""
    table = at(
        "government",
        resources=5,
        spaces={"herat": "G 2t", "kandahar": "G 2t, T 1a", "toraghondi-farah": "W 1u", "farah-kandahar": "T 1u"},
    )
    choose(table, "assault", "transport", "herat", "1", "toraghondi-farah")
    assert "give warlords 1" in asides(table, "government")
    assert_aside_refused(table, "government", "give warlords 2")


@pytest.mark.rule("1.5.1", "4.1")
def test_warlords_give_what_traffic_will_earn_back_before_the_declared_rally() -> None:
    """Traffic is open: of 3 Resources they may give all 3. Traffic, now taken by itself, pays for the Rally."""
    table = at("warlords", resources=3, spaces={"badakhshan": "W 1u 1B", "balkh": "W 1u"})
    choose(table, "rally")
    take_aside(table, "warlords", "give taliban 3")
    assert (resources(table, "warlords"), resources(table, "taliban")) == (1, 3)
    assert asked(table) == "warlords rally-space"
    assert "done" not in keys(table) and "balkh" in keys(table)


@pytest.mark.rule("1.5.1", "4.1")
def test_taliban_give_what_extort_will_earn_back_before_the_declared_attack() -> None:
    table = at("taliban", resources=2, spaces={"paktika": "T 2u, G 1p", "zabol": "T 1u, G 1p"})
    choose(table, "attack")
    take_aside(table, "taliban", "give warlords 2")
    assert asked(table) == "taliban attack-space"
    assert (resources(table, "taliban"), resources(table, "warlords")) == (1, 2)


@pytest.mark.rule("1.5.1", "4.1")
def test_a_gift_stays_closed_where_no_special_activity_pays_for_the_operation() -> None:
    """Without a Base there is no Traffic; in a Limited Operation there is none either (2.3.5)."""
    table = at("warlords", resources=3, spaces={"balkh": "W 1u"})
    choose(table, "rally")
    assert_aside_refused(table, "warlords", "give taliban 3")
    table = at("warlords", resources=3, spaces={"badakhshan": "W 1u 1B"}, acted=["taliban"], first_did="operation")
    choose(table, "rally")
    assert_aside_refused(table, "warlords", "give taliban 3")
