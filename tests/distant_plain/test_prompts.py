"""Prompts say what is on offer: numbers, prices and lists follow from the options, in English and Italian."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import COALITION, PROPAGANDA_CARDS
from khyber.games.distant_plain.rules.events import free_activity
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue
from tests.distant_plain.choices import asked, choose, keys, take_aside
from tests.distant_plain.facts import resources
from tests.distant_plain.positions import at, card

EVERYWHERE: Mapping[str, str] = {"paktika": "T 2u, G 2p", "zabol": "T 1u, G 1p"}


def prompt(table: Table[State], language: str = "en") -> str:
    assert table.decision is not None
    return catalogue(language).strictly().question(table.decision)


def texts(table: Table[State], language: str = "en") -> dict[str, str]:
    """The texts of the options, by key."""
    assert table.decision is not None
    words = catalogue(language).strictly()
    return {option.key: words.option(option) for option in table.decision.options}


# -- what a Faction may do on a card ----------------------------------------------------------------


@pytest.mark.rule("2.3.4")
def test_the_event_is_named_only_while_it_is_offered() -> None:
    table = at("taliban", resources=5, spaces=EVERYWHERE, acted=["coalition"], first_did="event")
    assert "Event" not in prompt(table) and "Evento" not in prompt(table, "it")
    assert prompt(table).endswith("choose an Operation (you may add a Special Activity) or Pass.")
    table = at("taliban", resources=5, spaces=EVERYWHERE)
    assert prompt(table).endswith("choose an Operation (you may add a Special Activity), the Event, or Pass.")
    assert prompt(table, "it").endswith("un'Operazione (anche con un'Attività speciale), l'Evento, o Passa.")


@pytest.mark.rule("2.3.4")
def test_a_faction_without_an_operation_is_asked_for_the_event_or_pass() -> None:
    table = at("taliban", resources=0, islamabad="hostility", spaces={"paktika": "G 1t"})
    assert keys(table) == ["event-unshaded", "event-shaded", "pass"]
    assert prompt(table).endswith("the Taliban: choose the Event or Pass.")


@pytest.mark.rule("2.3.4")
def test_a_limited_operation_beside_the_event_is_not_the_only_choice() -> None:
    table = at("taliban", resources=5, spaces=EVERYWHERE, acted=["coalition"], first_did="operation-and-activity")
    assert prompt(table).endswith("choose a Limited Operation (1 space, no Special Activity), the Event, or Pass.")
    table = at("taliban", resources=5, spaces=EVERYWHERE, acted=["coalition"], first_did="operation")
    assert prompt(table).endswith("choose a Limited Operation (1 space, no Special Activity) or Pass.")


@pytest.mark.rule("6.6.1")
def test_a_limited_operation_at_sponsorship_is_not_said_to_have_1_space() -> None:
    table = at(
        "taliban", resources=5, spaces=EVERYWHERE, acted=["coalition"], first_did="operation", islamabad="sponsorship"
    )
    assert "1 space" not in prompt(table) and "any number of spaces" in prompt(table)
    assert "1 spazio" not in prompt(table, "it")


@pytest.mark.rule("2.3.8")
def test_the_final_event_card_is_the_reason_for_limits_on_it() -> None:
    table = at("coalition", resources=9, deck=[PROPAGANDA_CARDS[-1]], propaganda_played=3, spaces={"kabul": "C 1t"})
    assert asked(table) == "coalition turn-limited"
    assert table.decision is not None and table.decision.rule == "2.3.8"
    assert "(final Event card)" in prompt(table) and "the Event, or Pass" in prompt(table)
    table = at("taliban", resources=5, spaces=EVERYWHERE, acted=["coalition"], first_did="operation")
    assert table.decision is not None and table.decision.rule == "2.3.4"
    assert "final" not in prompt(table)


@pytest.mark.rule("2.3.4")
def test_a_hidden_asset_on_offer_is_named() -> None:
    table = at(
        "taliban",
        resources=5,
        spaces=EVERYWHERE,
        acted=["coalition"],
        first_did="operation",
        options=["deception"],
        deception=[[], [], ["hidden-asset"], []],
    )
    assert "hidden-asset" in keys(table)
    assert prompt(table).endswith("or Pass, or your Hidden Asset.")
    assert table.decision is not None
    assert "Hidden Asset" not in catalogue("en").question(table.decision, own=False), "others do not learn of it"


# -- numbers ----------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.1")
@pytest.mark.parametrize(("lasting", "most"), [((), 6), (("29-shaded",), 4)])
def test_train_places_as_many_cubes_as_it_says(lasting: tuple[str, ...], most: int) -> None:
    """6; by shaded Night Letters 4."""
    table = at("government", resources=3, spaces={"kabul": "G 1p"}, lasting=lasting)
    choose(table, "train", "kabul")
    assert keys(table)[-1] == str(most)
    assert f"Up to {most} cubes" in prompt(table) and f"{most} cubi" in prompt(table, "it")
    choose(table, "1")
    assert prompt(table) == f"Train in Kabul: how many Government Police? Up to {most - 1}."


@pytest.mark.rule("4.2.1")
def test_surge_names_no_condition_that_kabul_does_not_need_to_meet() -> None:
    table = at("coalition", government=3, spaces={"kabul": "T 3u", "herat": "C 2t"}, available="C 5t")
    choose(table, "train", "surge")
    assert "kabul" in keys(table)
    assert prompt(table) == "Surge where? Choose up to 2 spaces before moving anything."
    assert "Controllo" not in prompt(table, "it")


@pytest.mark.rule("4.5.3")
def test_suborn_says_how_many_spaces_the_warlords_can_pay_for() -> None:
    table = at("warlords", resources=5, spaces={"balkh": "W 2u", **dict.fromkeys(("herat", "farah", "kabul"), "G 1p")})
    choose(table, "rally", "balkh", "1", "suborn")
    assert prompt(table) == "Suborn where? Up to 2 spaces, 2 Resources each."


@pytest.mark.rule("4.2.3")
def test_an_air_strike_mentions_pakistan_only_if_it_can_strike_there() -> None:
    table = at("coalition", spaces={"kabul": "C 1t", "farah": "T 1a", "herat": "T 1a"})
    choose(table, "patrol", "air-strike")
    assert prompt(table) == "Air Strike where? Up to 2 spaces."
    choose(table, "farah")
    assert prompt(table) == "Air Strike where? 1 space."


@pytest.mark.rule("3.2.1", "1.8")
@pytest.mark.parametrize(("patronage", "government", "moved"), [(5, 9, 3), (1, 9, 1), (5, 74, 1)])
def test_as_much_patronage_is_returned_as_the_option_says(patronage: int, government: int, moved: int) -> None:
    """3; what there is of it; what the Government can hold."""
    table = at("coalition", government=government, patronage=patronage, spaces={"kabul": "C 1t"})
    choose(table, "train", "kabul", "done")
    assert texts(table)["patronage kabul"] == f"Kabul: move {moved} Patronage to Government Resources"
    assert f"converti {moved} di Clientelismo" in texts(table, "it")["patronage kabul"]
    choose(table, "patronage kabul")
    assert (table.state.patronage, resources(table, "government")) == (patronage - moved, government + moved)


@pytest.mark.rule("3.2.3")
def test_isr_says_how_many_guerrillas_it_can_find_in_each_space() -> None:
    spaces = {"herat": "C 2t", "zabol": "T 1u, W 1u", "paktika": "T 5u", "khowst": "T 1u", "ghazni": "T 3a"}
    table = at("coalition", lasting=["1-unshaded"], spaces=spaces)
    choose(table, "sweep", "herat", "done")
    said, italian = texts(table), texts(table, "it")
    assert said["isr zabol"] == "ISR: Activate up to 2 Guerrillas in Zabol, beyond the Sweep"
    assert said["isr paktika"] == "ISR: Activate up to 3 Guerrillas in Paktika, beyond the Sweep"
    assert said["isr khowst"] == "ISR: Activate 1 Guerrilla in Khowst, beyond the Sweep"
    assert "fino a 2 Guerriglieri" in italian["isr zabol"] and "1 Guerrigliero" in italian["isr khowst"]
    choose(table, "isr khowst")
    assert keys(table) == ["0", "1"]


@pytest.mark.rule("3.2.3", "4.2.3")
def test_isr_counts_the_guerrillas_that_a_special_activity_has_brought() -> None:
    """By shaded Predators, the Taliban place one in Pakistan after the Air Strike."""
    spaces = {"herat": "C 2t", "waziristan": "T 1u", "farah": "T 1a"}
    table = at("coalition", lasting=["1-unshaded", "2-shaded"], spaces=spaces)
    choose(table, "sweep", "herat", "done")
    assert texts(table)["isr waziristan"].startswith("ISR: Activate 1 Guerrilla")
    choose(table, "air-strike", "waziristan")
    assert texts(table)["isr waziristan"].startswith("ISR: Activate up to 2 Guerrillas")


@pytest.mark.rule("3.2.3")
@pytest.mark.parametrize(("there", "said"), [("T 1a", "flip 1 Guerrilla"), ("T 3a", "flip up to 2 Guerrillas")])
def test_as_many_guerrillas_slip_away_as_the_prompt_says(there: str, said: str) -> None:
    table = at("coalition", lasting=["5-shaded"], spaces={"herat": "C 1t", "zabol": there, "khowst": "T 1a"})
    choose(table, "sweep", "herat", "done", "done")
    assert prompt(table) == f"After the Sweep: {said} Underground in which space?"
    assert ("1 Guerrigliero" if there == "T 1a" else "fino a 2 Guerriglieri") in prompt(table, "it")


@pytest.mark.rule("5.1")
def test_an_event_says_how_many_guerrillas_it_places_or_removes() -> None:
    """Card 44 places or removes up to 3, of those that there are."""
    table = at("coalition", event="44u", available="T 2u", spaces={"waziristan": "T 1u", "balochistan": "T 1a"})
    assert texts(table)["place-guerrillas"] == "Place up to 2 Guerrillas"
    assert texts(table)["remove-guerrillas"] == "Remove 1 Guerrilla"
    assert texts(table, "it")["place-guerrillas"] == "Piazza fino a 2 Guerriglieri"
    assert texts(table, "it")["remove-guerrillas"] == "Rimuovi 1 Guerrigliero"
    table = at("coalition", event="44u", spaces={"waziristan": "T 5u"})
    assert texts(table)["place-guerrillas"] == "Place up to 3 Guerrillas"
    assert texts(table)["remove-guerrillas"] == "Remove up to 3 Guerrillas"


@pytest.mark.rule("5.5")
def test_air_lift_names_the_spaces_that_an_event_allows() -> None:
    """Without another limit, 3."""
    side = card(lambda play, faction: free_activity(play, COALITION, ["air-lift"], most=2))
    table = at("coalition", event="1u", cards={1: side}, spaces={"herat": "C 2t", "kabul": "G 1t"})
    assert texts(table)["air-lift"] == "Special Activity: Air Lift (move Troops among 2 spaces)"
    assert "tra 2 spazi" in texts(table, "it")["air-lift"]
    table = at("coalition", spaces={"herat": "C 2t", "kabul": "G 1t"})
    choose(table, "assault")
    assert texts(table)["air-lift"] == "Special Activity: Air Lift (move Troops among 3 spaces)"


@pytest.mark.rule("4.3.1", "1.8")
@pytest.mark.parametrize(("aid", "patronage", "moved"), [(9, 5, 3), (1, 5, 1), (9, 39, 1)])
def test_govern_says_how_much_aid_becomes_patronage(aid: int, patronage: int, moved: int) -> None:
    table = at("government", resources=6, aid=aid, patronage=patronage, spaces={"kabul": "G 2p, support"})
    choose(table, "train", "govern")
    assert texts(table)["patronage"] == f"Move {moved} Aid to Patronage; the space turns Neutral"
    assert f"Converti {moved} di Aiuti" in texts(table, "it")["patronage"]
    choose(table, "patronage")
    assert (table.state.aid, table.state.patronage) == (aid - moved, patronage + moved)


@pytest.mark.rule("2.3.3", "1.8")
@pytest.mark.parametrize(
    ("seat", "held", "said", "gain"),
    [
        ("government", 9, "Pass: +3 Government Resources, stay Eligible", 3),
        ("coalition", 74, "Pass: +1 Government Resource, stay Eligible", 1),
        ("government", 75, "Pass: stay Eligible", 0),
        ("taliban", 74, "Pass: +1 Resource, stay Eligible", 1),
        ("warlords", 75, "Pass: stay Eligible", 0),
    ],
)
def test_a_pass_brings_what_it_says(seat: str, held: int, said: str, gain: int) -> None:
    table = at(seat, resources=held, spaces={"paktika": "T 2u, G 2p, W 1u"})
    assert texts(table)["pass"] == said
    assert re.findall(r"\d", texts(table, "it")["pass"]) == re.findall(r"\d", said)
    choose(table, "pass")
    assert resources(table, "government" if seat == "coalition" else seat) == held + gain


@pytest.mark.rule("3.2.4")
def test_no_more_pieces_are_to_be_removed_than_there_are() -> None:
    """5 Troops, but 2 Guerrillas and the Base behind them; then of the last no number is said."""
    table = at("coalition", spaces={"herat": "C 5t, T 2a 1B", "balkh": "C 1t"})
    choose(table, "assault", "herat")
    assert prompt(table) == "Herat: remove which enemy piece? Up to 3."
    choose(table, "taliban-guerrilla-active")
    assert asked(table) == "coalition assault-space", "the rest must go as well"
    table = at("coalition", spaces={"herat": "C 5t, T 1a, W 1a"})
    choose(table, "assault", "herat", "taliban-guerrilla-active")
    assert prompt(table) == "Herat: remove which enemy piece?"


@pytest.mark.rule("4.4.2")
def test_infiltration_that_replaces_says_so() -> None:
    table = at("taliban", resources=3, spaces={"paktika": "T 1u, G 2t 2p"})
    choose(table, "march", "infiltrate")
    assert texts(table)["replace"] == "Replace 1 piece with a Taliban Guerrilla"
    choose(table, "replace")
    assert prompt(table) == "Paktika: replace which enemy piece?"
    assert texts(table)["government-police"] == "Replace 1 Government Police"
    assert prompt(table, "it") == "Paktika: quale pezzo nemico sostituisci?"


# -- prices -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.2")
def test_a_free_operation_states_no_cost() -> None:
    """Card 22 grants a free March from Pakistan, card 48 a free Rally in Pakistan."""
    march = at("warlords", event="22s", spaces={"waziristan": "T 3u"})
    choose(march, "march")
    rally = at("warlords", event="48s")
    choose(rally, "rally")
    assert (
        prompt(march) == "March from Waziristan to where?"
        and prompt(march, "it") == "Marcia da Waziristan: verso dove?"
    )
    assert prompt(rally) == "Rally where?" and prompt(rally, "it") == "Raduno: dove?"
    assert not any("free" in text for table in (march, rally) for text in texts(table).values())


@pytest.mark.rule("3.2.3")
def test_a_space_selected_for_sweep_is_listed_again_without_a_price() -> None:
    table = at("government", resources=9, spaces={"kabul": "G 3t", "ghazni": "G 2t"})
    choose(table, "sweep", "khowst", "kabul", "1", "done")
    assert prompt(table) == "Sweep where? 3 Resources per space."
    assert texts(table)["khowst"] == "Khowst: move more Troops" and texts(table)["ghazni"] == "Ghazni"
    assert texts(table, "it")["khowst"] == "Khowst: altre Truppe"


@pytest.mark.rule("6.6.1", "3.3.1")
def test_rally_marks_the_spaces_that_are_free() -> None:
    table = at("taliban", resources=2, islamabad="backing", spaces={"paktika": "T 1u"})
    choose(table, "rally")
    assert prompt(table) == "Rally where? 1 Resource per space."
    assert texts(table)["waziristan"] == "Waziristan (free)" and texts(table)["paktika"] == "Paktika"
    table = at("taliban", resources=0, islamabad="backing", spaces={"paktika": "T 1u"})
    choose(table, "rally")
    assert prompt(table) == "Rally where?"
    assert texts(table)["waziristan"] == "Waziristan"


@pytest.mark.rule("3.3.2")
def test_march_marks_the_destinations_that_are_free() -> None:
    table = at("taliban", resources=2, spaces={"kandahar": "T 2u"})
    choose(table, "march", "kandahar")
    assert prompt(table) == "March from Kandahar to where? 1 Resource per space."
    assert texts(table)["zabol"] == "Zabol" and texts(table)["farah-kandahar"] == "Farah–Kandahar (free)"


@pytest.mark.rule("3.3.4")
@pytest.mark.parametrize(
    ("lasting", "said"),
    [("30-unshaded", "Kabul (2 Guerrillas turn Active)"), ("30-shaded", "Kabul (free; no Guerrilla turns Active)")],
)
def test_terror_in_kabul_says_what_urban_specialists_change(lasting: str, said: str) -> None:
    table = at("taliban", resources=2, spaces={"kabul": "T 2u", "zabol": "T 1u"}, lasting=[lasting])
    choose(table, "terror")
    assert prompt(table) == "Terror where? 1 Resource per space; 1 Guerrilla turns Active."
    assert texts(table)["kabul"] == said and texts(table)["zabol"] == "Zabol"


@pytest.mark.rule("3.2.4")
def test_assault_mentions_mountains_only_where_they_can_be_assaulted() -> None:
    table = at("government", resources=9, spaces={"kandahar": "G 2t, T 1a", "kabul": "G 2p, T 1a"})
    choose(table, "assault")
    assert prompt(table) == "Assault where? 3 Resources per space; 1 piece per 2 cubes."
    table = at("government", resources=9, spaces={"badakhshan": "G 3t, T 1a", "kabul": "G 2p, T 1a"})
    choose(table, "assault")
    assert prompt(table).endswith("1 piece per 2 cubes (Mountains: 3).")


# -- lists ------------------------------------------------------------------------------------------


@pytest.mark.rule("5.5")
def test_a_free_patrol_moves_troops_of_the_coalition() -> None:
    """Card 10 grants both COIN Factions a Limited Operation; the Government's Police move, too."""
    table = at("coalition", event="10u", government=9, spaces={"kabul": "C 1t, G 1p"})
    choose(table, "coalition")
    assert texts(table)["patrol"] == "Patrol: move Troops along LoCs, Activate Guerrillas, 1 Assault"
    assert "muovi Truppe" in texts(table, "it")["patrol"]
    choose(table, "decline")
    assert texts(table)["patrol"] == "Patrol: move cubes along LoCs, Activate Guerrillas, 1 Assault"


@pytest.mark.rule("5.1.2")
def test_a_patrol_that_may_not_assault_names_no_assault() -> None:
    table = at("coalition", lasting=["24-shaded"], spaces={"kabul": "C 1t"})
    assert texts(table)["patrol"] == "Patrol (free): move Troops along LoCs, Activate Guerrillas"
    assert "Assalto" not in texts(table, "it")["patrol"]
    table = at("government", resources=9, lasting=["24-shaded"], spaces={"kabul": "G 1t"})
    assert texts(table)["patrol"].endswith("1 Assault")


@pytest.mark.rule("3.2.3")
@pytest.mark.parametrize(("government", "lasting"), [(9, ["10-shaded"]), (2, [])])
def test_the_coalition_is_told_no_price_for_cubes_that_may_not_join(government: int, lasting: list[str]) -> None:
    """Partnering Policy forbids it, or the Government cannot pay."""
    table = at("coalition", government=government, lasting=lasting, spaces={"kabul": "C 2t, G 2t", "herat": "C 1t"})
    assert texts(table)["sweep"].startswith("Sweep (free): ")
    assert texts(table)["assault"].startswith("Assault (free): ")
    assert not re.search(r"\d", texts(table, "it")["sweep"] + texts(table, "it")["assault"])
    choose(table, "sweep")
    assert prompt(table) == "Sweep where?"


@pytest.mark.rule("3.2.1")
def test_the_coalition_is_told_no_price_for_cubes_that_nobody_can_pay() -> None:
    table = at("coalition", government=2, spaces={"herat": "C 1B"})
    choose(table, "train")
    assert prompt(table) == "Train where?" and prompt(table, "it") == "Addestramento: dove?"


@pytest.mark.rule("3.3.4")
@pytest.mark.parametrize(("lasting", "where"), [([], "Province or Kabul"), (["30-shaded"], "Province")])
def test_terror_names_the_spaces_that_cost_a_resource(lasting: list[str], where: str) -> None:
    table = at("taliban", resources=2, lasting=lasting, spaces={"kabul": "T 1u"})
    assert texts(table)["terror"].startswith(f"Terror (1 Resource per {where}): ")
    assert ("Kabul" in texts(table, "it")["terror"]) == ("Kabul" in where)


@pytest.mark.rule("4.3.1")
def test_govern_names_the_effect_of_a_space_with_only_one() -> None:
    spaces = {"herat": "G 2p, support", "ghazni": "C 1B, G 1p, support", "balkh": "G 1p, support, +1pop"}
    table = at("government", resources=6, aid=5, spaces=spaces)
    choose(table, "train", "govern")
    named = texts(table)
    assert (named["herat"], named["ghazni"], named["balkh"]) == ("Herat", "Ghazni: Returnees", "Balkh: Patronage")
    assert texts(table, "it")["balkh"] == "Balkh: Clientelismo"


@pytest.mark.rule("1.5.1", "1.4.1")
def test_a_pause_offers_the_government_no_removals() -> None:
    table = at("government", resources=4, warlords=0, played=[26])
    offered = {option.key: catalogue("en").option(option) for option in table.asides("government")}
    assert offered["pause"] == "Pause the game whenever you could give something"
    offered = {option.key: catalogue("en").option(option) for option in table.asides("taliban")}
    assert offered["pause"] == "Pause the game whenever you could give or remove something"
    take_aside(table, "government", "pause")
    choose(table, "event-unshaded")
    assert prompt(table) == "Pause during the Government action: give or continue?"
    assert "rimuovi" not in prompt(table, "it")
    take_aside(table, "government", "give warlords 4")
    assert prompt(table) == "Pause during the Government action: continue?", "nothing is left to give"


@pytest.mark.rule("3.2.3", "4.1")
def test_without_a_space_left_a_special_activity_is_asked_for() -> None:
    table = at("government", resources=3, spaces={"kabul": "G 2t", "herat": "G 2p, W 1B"})
    choose(table, "sweep", "khowst", "kabul", "2")
    while "done" in keys(table) and "transport" not in keys(table):
        choose(table, "done")
    assert prompt(table) == "Add a Special Activity, or end the movement of the Sweep."
