"""What the log of A Distant Plain says, and under which heading."""

from __future__ import annotations

import pytest

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
