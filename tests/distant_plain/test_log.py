"""What the log of A Distant Plain says, and under which heading."""

from __future__ import annotations

import pytest

from khyber.cli.display import display_of
from khyber.cli.game_log import lines
from khyber.cli.text import words
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue
from tests.distant_plain.choices import choose
from tests.distant_plain.positions import at


def log(table: Table[State], language: str = "en") -> list[str]:
    """The log's sentences."""
    return [catalogue(language).say(event.message) for event in table.all_events()]


@pytest.mark.rule("3.3.1")
def test_sharia_within_a_rally_is_named_with_its_space() -> None:
    table = at("taliban", resources=6, spaces={"khowst": "T 1u 1B", "northwest-frontier": "T 1a"}, islamabad="backing")
    choose(table, "rally", "khowst", "nothing", "northwest-frontier", "1", "sharia khowst")
    said = log(table)
    sharia = said.index("Sharia in Khowst")
    assert said.index("In Northwest Frontier") < sharia < said.index("Khowst: now Opposition")
    assert "Sharia: Khowst" in log(table, "it")


@pytest.mark.rule("3.2.1")
def test_civic_action_within_a_train_is_named_with_its_space() -> None:
    table = at("government", resources=9, spaces={"herat": "G 2t 2p", "kabul": "G 1p"})
    choose(table, "train", "herat", "kabul", "0", "0", "done", "civic-action herat")
    said = log(table)
    assert said.index("In Kabul") < said.index("Civic Action in Herat") < said.index("Herat: now Support")


def under(table: Table[State], heading: str, italian: str) -> list[str]:
    """What the log says after a heading, which the Italian log has, too."""
    said = log(table)
    assert said.count(heading) == 1 and italian in log(table, "it"), said
    return said[said.index(heading) + 1 :]


@pytest.mark.rule("3.2.1")
def test_a_base_within_a_train_is_named_with_its_space() -> None:
    table = at("government", resources=9, spaces={"herat": "G 3t", "kabul": "G 1p"})
    choose(table, "train", "herat", "kabul", "0", "0", "done", "base herat")
    assert under(table, "Base in Herat", "Base: Herat")[:2] == [
        "Herat: −3 Government Troops",
        "Herat: +1 Government Base",
    ]


@pytest.mark.rule("3.2.1")
def test_patronage_returned_within_a_train_is_named_with_kabul() -> None:
    table = at("coalition", government=9, patronage=5, spaces={"kabul": "C 1B", "herat": "C 1t"})
    choose(table, "train", "kabul", "0", "0", "herat", "done", "patronage kabul")
    said = under(table, "Patronage to Resources in Kabul", "Da Clientelismo a Risorse: Kabul")
    assert said[:2] == ["Patronage −3, now 2", "Government Resources +3, now 12"]


@pytest.mark.rule("3.2.3")
def test_each_space_that_a_sweep_searches_is_named() -> None:
    """Troops move into all spaces first."""
    table = at("government", resources=9, spaces={"herat": "G 2t, T 1u", "kabul": "G 2t, T 1u"})
    choose(table, "sweep", "herat", "kabul", "done", "kabul", "taliban", "herat", "taliban")
    assert under(table, "Search in Kabul", "Ricerca: Kabul")[0] == "Kabul: 1 Taliban Guerrilla turns Active"
    assert under(table, "Search in Herat", "Ricerca: Herat")[0] == "Herat: 1 Taliban Guerrilla turns Active"


@pytest.mark.rule("3.2.2")
def test_search_and_assault_of_a_patrol_are_named_with_their_locs() -> None:
    table = at("coalition", spaces={"kabul-tor-kham": "C 1t, T 1u", "kabul-aibak": "C 1t, T 1a"})
    choose(table, "patrol", "done", "kabul-tor-kham", "taliban", "kabul-aibak", "taliban-guerrilla-active")
    assert under(table, "Search in Kabul–Tor Kham", "Ricerca: Kabul–Tor Kham")[0].startswith("Kabul–Tor Kham: 1")
    assert under(table, "Assault in Kabul–Aibak", "Assalto: Kabul–Aibak")[0].startswith("Kabul–Aibak: −1")


def by_card(table: Table[State], heading: str, following: str) -> None:
    """A card in effect is named with its space, and what it does follows."""
    assert following in under(table, heading, heading.replace(" in ", ": "))[0]


@pytest.mark.rule("3.2.3")
def test_isr_is_named_with_the_space_outside_the_sweep() -> None:
    table = at("coalition", lasting=["1-unshaded"], spaces={"herat": "C 2t, T 1u", "zabol": "T 2u"})
    choose(table, "sweep", "herat", "done", "herat", "taliban", "isr zabol", "2")
    by_card(table, "1 ISR in Zabol", "Zabol: 2 Taliban Guerrillas turn Active")


@pytest.mark.rule("3.3.4")
def test_suicide_bombers_are_named_with_their_space() -> None:
    table = at("taliban", resources=5, lasting=["33-shaded"], spaces={"helmand": "T 1u, G 1p", "zabol": "T 1u"})
    choose(table, "terror", "helmand", "zabol", "bomb helmand")
    by_card(table, "33 Suicide Bombers in Helmand", "Helmand: −1 Government Police")


@pytest.mark.rule("3.3.1")
def test_strategic_release_is_named_with_its_space() -> None:
    table = at("taliban", resources=5, lasting=["11-shaded"], spaces={"zabol": "T 1u", "paktika": "T 1u"})
    choose(table, "rally", "zabol", "1", "paktika", "1", "reinforce zabol")
    by_card(table, "11 Strategic Release in Zabol", "Zabol: +1 Underground")


@pytest.mark.rule("3.2.1")
def test_village_police_and_turncoats_are_named_with_their_spaces() -> None:
    spaces = {"herat": "C 1B, G 1p", "balkh": "C 1t"}
    table = at("coalition", government=9, lasting=["12-unshaded"], spaces=spaces)
    choose(table, "train", "herat", "1", "0", "done", "done", "balkh")
    by_card(table, "12 Village Stability Operations in Balkh", "Balkh: +1 Government Police")
    table = at("coalition", government=9, lasting=["12-shaded"], spaces=spaces)
    choose(table, "train", "herat", "1", "0", "balkh", "done", "done", "herat")
    by_card(table, "12 Village Stability Operations in Herat", "Herat: −1 Government Police")


@pytest.mark.rule("3.2.3")
def test_guerrillas_that_slip_away_are_named_with_their_space() -> None:
    table = at("coalition", lasting=["5-shaded"], spaces={"herat": "C 1t", "zabol": "T 2a"})
    choose(table, "sweep", "herat", "done", "done", "zabol", "1")
    by_card(table, "5 Aerostats in Zabol", "Zabol: 1 Taliban Guerrilla goes Underground")


@pytest.mark.rule("3.2.4")
def test_an_accidental_guerrilla_is_named_with_its_space() -> None:
    table = at("coalition", lasting=["34-shaded"], spaces={"herat": "C 1t, T 1a", "balkh": "C 1t, T 1a"})
    choose(table, "assault", "herat", "taliban-guerrilla-active", "balkh", "taliban-guerrilla-active", "done", "herat")
    by_card(table, "34 Accidental Guerrillas in Herat", "Herat: +1 Underground Taliban Guerrilla")


@pytest.mark.rule("3.2.2")
def test_roadside_bombs_and_repairs_are_named_with_their_locs() -> None:
    table = at("coalition", lasting=["23-shaded"], spaces={"kabul": "C 1t", "kabul-tor-kham": "T 1u"})
    choose(table, "patrol", "kabul", "kabul-tor-kham", "done", "kabul-tor-kham")
    by_card(table, "23 Roadside IEDs in Kabul–Tor Kham", "1 Coalition Troop to Casualties")
    table = at("coalition", lasting=["23-unshaded"], spaces={"kabul-aibak": "C 1t, sabotage"})
    choose(table, "patrol", "done", "done", "kabul-aibak")
    by_card(table, "23 Roadside IEDs in Kabul–Aibak", "Kabul–Aibak: Sabotage removed")


@pytest.mark.rule("4.2.3")
def test_what_the_taliban_do_after_an_air_strike_is_named_with_its_space() -> None:
    spaces = {"kabul": "C 1t", "herat": "T 1a, support", "balkh": "T 1a, support"}
    table = at("coalition", lasting=["2-shaded", "3-shaded"], spaces=spaces)
    choose(table, "patrol", "air-strike", "herat", "balkh", "balochistan", "herat")
    by_card(table, "2 Predators in Balochistan", "Balochistan: +1 Underground Taliban Guerrilla")
    by_card(table, "3 Reapers in Herat", "Herat: now Neutral")


@pytest.mark.rule("6.4.1", "6.4.2")
def test_each_purchase_of_the_support_phase_is_named() -> None:
    table = at(
        "coalition", step="civic-action", government=6, taliban=2, spaces={"herat": "C 1t, G 2p", "khowst": "T 2u"}
    )
    choose(table, "herat", "khowst")
    said = log(table)
    assert said.index("Civic Action in Herat") < said.index("Herat: now Support")
    assert said.index("Sharia in Khowst") < said.index("Khowst: now Opposition")


@pytest.mark.rule("4.1", "3.3.2", "4.4.1")
def test_an_operation_that_goes_on_after_its_special_activity_says_so() -> None:
    """The March that follows an Extort is not part of it."""
    table = at("taliban", resources=3, spaces={"zabol": "T 3u", "khowst": "T 1u"})
    choose(table, "march", "extort", "khowst", "done", "zabol", "kandahar", "1")
    said = log(table)
    assert said.index("Taliban: Extort (Special Activity)") < said.index("Taliban: March continues")
    assert said[said.index("Taliban: March continues") + 1].startswith("Taliban Resources −1")
    assert said.count("Taliban: March continues") == 1


@pytest.mark.rule("4.1", "4.4.3")
def test_an_operation_that_ends_with_its_special_activity_does_not_go_on() -> None:
    """What an Ambush pays and removes belongs to the Ambush."""
    table = at("taliban", resources=2, spaces={"paktika": "T 2u, G 2p", "zabol": "T 1u, G 1p"})
    choose(table, "attack", "ambush", "paktika")
    assert "Taliban Resources −1, now 1" in log(table)
    assert "Taliban: Attack continues" not in log(table)


@pytest.mark.rule("1.7", "3.3.1")
def test_guerrillas_that_become_a_base_change_control_only_by_the_result() -> None:
    """2 Guerrillas beside 1 Police: with 1 Base nobody is in Control, and COIN never was."""
    table = at("taliban", resources=2, spaces={"paktika": "T 2u, G 1p"})
    choose(table, "rally", "paktika", "base")
    control = [said for said in log(table) if "ontrol" in said]
    assert control == ["Paktika: Uncontrolled"]


@pytest.mark.rule("1.7", "3.2.1")
def test_cubes_that_become_a_base_change_control_only_by_the_result() -> None:
    table = at("government", resources=3, spaces={"herat": "G 3p, T 1u"})
    choose(table, "train", "herat", "base herat")
    assert [said for said in log(table) if "ontrol" in said] == ["Herat: Uncontrolled"]


@pytest.mark.rule("1.7", "4.4.2")
def test_a_piece_replaced_by_infiltration_changes_control_only_by_the_result() -> None:
    table = at("taliban", resources=3, spaces={"paktika": "T 1u, G 2p"})
    choose(table, "march", "infiltrate", "replace")
    assert [said for said in log(table) if "ontrol" in said] == ["Paktika: Taliban Control"]


@pytest.mark.rule("1.7", "3.3.2")
def test_a_group_that_marches_changes_control_only_by_the_result() -> None:
    """1 Underground and 2 Active leave 2 Police and a Warlord: no Control passes between the two kinds."""
    table = at("taliban", resources=3, spaces={"paktika": "T 1u 3a, G 2p, W 1u"})
    choose(table, "march", "paktika", "ghazni", "1", "3")
    assert [said for said in log(table) if said.startswith("Paktika") and "ontrol" in said] == ["Paktika: COIN Control"]


def test_each_named_action_begins_a_line_of_its_own_in_the_terminal() -> None:
    """The replay on the page begins another action with each of them, too (page/test/telling.test.ts)."""
    table = at(
        "coalition", government=9, patronage=5, lasting=["12-unshaded"], spaces={"kabul": "C 1B", "herat": "C 1t"}
    )
    choose(table, "train", "kabul", "0", "0", "herat", "done", "patronage kabul", "done", "herat")
    shown = [
        line.plain
        for line in lines(table.step_events(0, ()), words("distant-plain", "en"), display_of("distant-plain"))
    ]
    assert "Patronage to Resources in Kabul · Patronage −3, now 2 · Government Resources +3, now 12" in shown
    assert "12 Village Stability Operations in Herat · +1 Government Police" in shown
