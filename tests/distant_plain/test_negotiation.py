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


@pytest.mark.rule("1.5.1", "4.1")
def test_warlords_give_what_the_traffic_under_way_still_earns() -> None:
    """Before the first Base all 3, since one must pay yet; then all 4, and Traffic may not end before the next Base."""
    table = at("warlords", resources=3, spaces={"badakhshan": "W 1u 1B", "herat": "W 1B"})
    choose(table, "rally", "traffic")
    assert {"give taliban 3", "give government 3"} <= set(asides(table, "warlords"))
    choose(table, "herat")
    assert "done" in keys(table) and "give taliban 4" in asides(table, "warlords")
    take_aside(table, "warlords", "give taliban 4")
    assert asked(table) == "warlords rally-space", "only Badakhshan is left, and Traffic is over"
    assert (resources(table, "warlords"), resources(table, "taliban")) == (1, 4)
    assert_aside_refused(table, "warlords", "give taliban 1")


@pytest.mark.rule("1.5.1", "4.1", "4.5.2")
def test_a_traffic_that_must_pay_does_not_end_before_it_has() -> None:
    table = at("warlords", resources=3, spaces=dict.fromkeys(("badakhshan", "herat", "balkh"), "W 1B"))
    choose(table, "rally", "traffic", "herat")
    take_aside(table, "warlords", "give taliban 4")
    assert keys(table) == ["badakhshan", "balkh"]
    choose(table, "balkh")
    assert keys(table) == ["badakhshan", "done"]


@pytest.mark.rule("1.5.1", "4.1", "4.5.2")
def test_halved_traffic_pays_at_its_end_for_what_is_given_on_the_way() -> None:
    """Counter-Narc: 1 Resource for 2 Bases. With Herat alone nothing comes; with Balkh it pays for the Rally."""
    spaces = dict.fromkeys(("badakhshan", "herat", "balkh"), "W 1B")
    table = at("warlords", resources=3, spaces=spaces, lasting=["58-unshaded"])
    choose(table, "rally", "traffic", "herat")
    take_aside(table, "warlords", "give taliban 3")
    assert keys(table) == ["badakhshan", "balkh"]
    choose(table, "balkh")
    assert "done" in keys(table), "what comes at the end pays"
    choose(table, "done")
    assert (asked(table), resources(table, "warlords")) == ("warlords rally-space", 1)
    few = at("warlords", resources=3, spaces=dict.fromkeys(("badakhshan",), "W 1B"), lasting=["58-unshaded"])
    choose(few, "rally")
    assert_aside_refused(few, "warlords", "give taliban 3")


@pytest.mark.rule("1.5.1", "4.1", "4.4.1")
def test_taliban_give_what_the_extort_under_way_still_earns() -> None:
    table = at("taliban", resources=2, spaces={"paktika": "T 2u, G 1p", "zabol": "T 2u, G 1p", "khowst": "T 1u"})
    choose(table, "attack", "extort", "zabol")
    take_aside(table, "taliban", "give warlords 3")
    assert set(keys(table)) == {"paktika", "khowst"}
    choose(table, "khowst")
    assert "done" in keys(table) and resources(table, "taliban") == 1


@pytest.mark.rule("1.5.1", "4.1", "4.5.3")
def test_a_special_activity_that_pays_nothing_keeps_gifts_closed() -> None:
    """A Suborn under way brings no Resources: 1 must stay for the Rally, and 2 for its space."""
    table = at("warlords", resources=5, spaces={"balkh": "W 1u, G 1p", "herat": "G 1p"})
    choose(table, "rally", "suborn")
    assert "give taliban 2" in asides(table, "warlords")
    assert_aside_refused(table, "warlords", "give taliban 3")


@pytest.mark.rule("1.4.1", "4.1", "4.5.3")
def test_warlords_remove_a_guerrilla_that_the_suborn_under_way_replaces() -> None:
    """Their last Underground Guerrilla may go while Suborn can still hide another for the declared Terror."""
    table = at("warlords", resources=5, spaces={"balkh": "W 1u", "herat": "W 1a", "konduz": "G 1p"})
    choose(table, "terror", "suborn")
    take_aside(table, "warlords", "remove balkh warlords-guerrilla-underground")
    assert pieces(table, "herat") == "W 1u", "the only space that still lets the Terror begin"
    assert (asked(table), keys(table)) == ("warlords suborn-space", ["konduz", "done"])
