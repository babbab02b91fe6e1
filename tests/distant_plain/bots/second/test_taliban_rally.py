"""2nd:8.7.2: selection, Rally, Extort and Infiltrate of the Non-player Taliban of the 2nd printing."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import PROVINCES, SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.second.taliban.flowchart import first_box
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, placed, removed, selected
from tests.distant_plain.bots.second.cases import case, plan_activity, planned, play_box, play_on
from tests.distant_plain.facts import control, count, level, pieces, resources

#: Away from Support and LoCs: the map then has 12 Bases and this many Guerrillas.
BASES = {
    "waziristan": "T 2B",
    "northwest-frontier": "T 2B",
    "balochistan": "T 2B",
    "zabol": "T 2B",
    "kandahar": "T 2B",
    "helmand": "T 2B",
}
#: With 21 Coalition pieces Available that makes 25.
SUPPORT = {"konduz": "support", "balkh": "support"}
#: Nothing to do in Kabul.
KABUL = "T 3u, C 6t 1B, G 1B"
ALL_POLICED = {SPACE_IDS[space]: "G 1p" for space in PROVINCES}


def zone(there: str, available: str = "") -> Table[State]:
    """14 pieces Available, and this number of Guerrillas on a LoC."""
    spaces = {**BASES, "kandahar-kabul": there, "ghazni": f"T {16 - int(there[2])}u"}
    return case("taliban", spaces, available=available)


# -- selection --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.2", "2nd:8.7.3", "2nd:8.7.4", "2nd:8.7.5")
def test_where_to_begin() -> None:
    """Case 51 [T2.Select]."""
    assert first_box(case("taliban", {**BASES, "ghazni": "T 15u"}).state) == "rally"
    assert first_box(case("taliban", {**BASES, "ghazni": "T 15a 1u"}).state) == "rally"
    assert first_box(case("taliban", {**BASES, "ghazni": "T 14a 2u"}).state) == "march"
    assert first_box(zone("T 3a").state) == "march"
    assert first_box(zone("T 4a").state) != "march"
    assert first_box(zone("T 1u").state) != "march"
    assert first_box(zone("T 1u", available="C 20t 0B").state) == "attack"
    assert first_box(zone("T 1u", available="C 20t 1B").state) == "terror"


@pytest.mark.rule("2nd:8.7.3", "2nd:8.7.4")
def test_a_march_in_vain_leads_to_attack_whatever_the_support() -> None:
    """Case 94 [T2.None.1]."""
    table = case("taliban", {"kandahar": "T 1u, C 1t", **SUPPORT}, available="C 19t 2B, T 0u 0B")
    head = play_on(table, "taliban")
    assert head.used() == {"T2.None.1": 1, "T2.Attack.1": 1, "T2.Ambush.1": 1}
    assert activities(table) == ["ambush"] and count(table, "kandahar", "C t") == 0


@pytest.mark.rule("2nd:8.7.5")
def test_terror_in_vain_leads_to_attack_and_then_to_a_pass() -> None:
    """[T2.None.1]."""
    table = case("taliban", {"zabol": "T 4a", "kabul-aibak": "T 4a, C 1t", **SUPPORT}, available="C 19t 2B, T 0u 0B")
    head = play_on(table, "taliban")
    assert head.used() == {"T2.None.1": 1, "T2.Attack.2": 1}
    table = case("taliban", {"kabul-aibak": "T 4a", **SUPPORT}, available="C 20t 2B, T 0u 0B")
    head = play_on(table, "taliban")
    assert head.used() == {"N2.Seq.9": 1} and resources(table, "taliban") == 41


# -- Rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.2")
def test_guerrillas_in_sight_are_hidden_in_three_spaces() -> None:
    """[T2.Rally.1]."""
    there = dict.fromkeys(("kandahar", "helmand", "ghazni", "paktika"), "T 2a 1B, G 1p")
    table = case("taliban", there, available="T 0u 0B", taliban=3)
    head = play_box(table, "taliban", "rally", alone=True)
    assert head.used() == {"T2.Rally.1": 3} and sum(count(table, space, "T u") == 2 for space in there) == 3


@pytest.mark.rule("2nd:8.7.2")
def test_three_guerrillas_become_a_base_wherever_there_is_room() -> None:
    """[T2.Rally.2]: Active ones go first."""
    table = case(
        "taliban",
        """
            kandahar: T 2u 1a
            waziristan: T 3a
            helmand: T 3u, C 1B, G 1B
            kabul: T 1u
            konduz: T 3u, support
        """,
        available="T 0u 5B",
        islamabad="backing",
        taliban=1,
    )
    head = play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "kandahar") == "T 1u 1B" and pieces(table, "waziristan") == "T 1a 1B"
    assert head.used()["T2.Rally.2"] == 2


@pytest.mark.rule("2nd:8.7.2")
def test_kabul_gets_somebody_out_of_sight() -> None:
    """[T2.Rally.3, R40]: at a Base as many as can be."""
    table = case("taliban", {**ALL_POLICED, "kabul": "T 1a, G 1t"}, taliban=1)
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "kabul") == "G 1t, T 1u 1a"
    table = case("taliban", {**ALL_POLICED, "kabul": "T 1B, G 1t, support"}, taliban=1)
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "kabul") == "G 1t, T 4u 1B"
    table = case("taliban", {**ALL_POLICED, "kabul": "T 1u, G 3t"}, taliban=1)
    assert "T2.Rally.3" not in play_box(table, "taliban", "rally", alone=True).used()


@pytest.mark.rule("2nd:8.7.2")
def test_control_is_added_to_one_space() -> None:
    """Case 53 [T2.Rally.4]."""
    table = case(
        "taliban", {**ALL_POLICED, "zabol": "T 1u, G 1p", "kabul": "T 1u, G 2p"}, taliban=1, islamabad="pressure"
    )
    head = play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "zabol") == "G 1p, T 2u" and control(table, "zabol") == "taliban"
    assert head.used() == {"T2.Rally.4": 1}


@pytest.mark.rule("2nd:8.7.2")
def test_a_small_group_grows_before_bases_do() -> None:
    """Case 91 [T2.Rally.5]."""
    table = case(
        "taliban",
        {**ALL_POLICED, "kabul": "T 3u, C 1B, G 1B", "ghazni": "T 2u, G 3p", "nuristan": "T 1B, G 4p"},
        taliban=1,
        islamabad="pressure",
    )
    head = play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "ghazni") == "G 3p, T 3u" and head.used() == {"T2.Rally.5": 1}


@pytest.mark.rule("2nd:8.7.2")
@pytest.mark.parametrize(
    ("space", "islamabad", "there", "left"),
    [
        ("nuristan", "pressure", "T 3u 1B", 0),
        ("waziristan", "backing", "T 2u 1B", 1),
        ("waziristan", "pressure", "T 1B", 2),
    ],
)
def test_bases_get_as_many_as_bases_and_people_say(space: str, islamabad: str, there: str, left: int) -> None:
    """Case 54 [T2.Rally.6, T2.Rally.N]: with Backing nothing is paid in Pakistan; no Rally there is a Pass."""
    table = case("taliban", {**ALL_POLICED, "kabul": KABUL, space: "T 1B"}, taliban=1, islamabad=islamabad)
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, space) == there and resources(table, "taliban") == left


@pytest.mark.rule("2nd:8.7.2")
@pytest.mark.parametrize(
    ("taliban", "kandahar", "helmand"), [(4, "neutral", "opposition"), (3, "opposition", "support")]
)
def test_sharia_for_the_greatest_shift_that_can_be_paid(taliban: int, kandahar: str, helmand: str) -> None:
    """Case 55 [T2.Rally.7]: the Resources left once both Bases are paid."""
    spaces = {**ALL_POLICED, "kandahar": "T 1u 1B, G 6t", "helmand": "T 1u 1B, G 6t, support", "kabul": KABUL}
    table = case("taliban", spaces, taliban=taliban, islamabad="pressure", available="T 9u 0B")
    play_box(table, "taliban", "rally", alone=True)
    assert sorted(selected(table)) == ["helmand", "kandahar"]
    assert (level(table, "kandahar"), level(table, "helmand")) == (kandahar, helmand)
    assert resources(table, "taliban") == 0


@pytest.mark.rule("2nd:8.7.2")
def test_strategic_release_adds_a_guerrilla_at_a_base() -> None:
    """[in force: Strategic Release]."""
    spaces = {**ALL_POLICED, "kandahar": "T 2u 1B, G 9t", "kabul": KABUL}
    table = case("taliban", spaces, taliban=1, islamabad="pressure", lasting=["11-shaded"], available="T 9u 0B")
    head = play_box(table, "taliban", "rally", alone=True)
    assert head.used()["T2.Effect.Release"] == 1 and pieces(table, "kandahar") == "G 9t, T 6u 1B"


@pytest.mark.rule("2nd:8.7.2")
def test_accidental_guerrillas_keep_them_from_coalition_troops() -> None:
    """[3.3.1, in force: Accidental Guerrillas]."""
    table = case("taliban", {**ALL_POLICED, "kabul": "G 3t, C 1t"}, lasting=["34-unshaded"])
    assert "T2.Rally.3" not in play_box(table, "taliban", "rally", alone=True).used()


# -- Extort and Infiltrate --------------------------------------------------------------------------


def after_rally(spaces: dict[str, str], available: str = "T 2u 0B", patronage: int = 5) -> Table[State]:
    """A Rally that places a Guerrilla in Kabul, and its Special Activity."""
    table = case("taliban", {"kabul": "C 9t", **spaces}, taliban=1, available=available, patronage=patronage)
    play_box(table, "taliban", "rally")
    return table


@pytest.mark.rule("2nd:8.7.2")
def test_extort_on_the_richest_locs_and_nowhere_else() -> None:
    """[T2.Extort.1, R41]."""
    table = after_rally(
        {"kabul-tor-kham": "T 1u", "kandahar-spin-boldak": "T 2u, G 1p", "zabol": "T 2u", "kandahar-kabul": "T 1u"}
    )
    assert activities(table) == ["extort"] and resources(table, "taliban") == 7
    assert pieces(table, "zabol") == "T 2u"
    table = after_rally({"kabul-tor-kham": "T 1u, sabotage", "zabol": "T 2u, G 1p"})
    assert activities(table) == ["infiltrate"]


@pytest.mark.rule("2nd:8.7.2")
def test_infiltrate_on_a_loc_then_a_base_then_the_last_police() -> None:
    """Case 57 [T2.Infil.1 to .3]."""
    spaces = {"kandahar-kabul": "T 1u, G 2p", "paktika": "T 1u, G 1B", "helmand": "T 1u, G 1p 2t"}
    table = after_rally(spaces, patronage=5)
    assert pieces(table, "kandahar-kabul") == "G 1p, T 2u" and table.state.patronage == 4
    del spaces["kandahar-kabul"]
    assert pieces(after_rally(spaces), "paktika") == "T 2u"
    del spaces["paktika"]
    assert pieces(after_rally(spaces), "helmand") == "G 2t, T 2u"


@pytest.mark.rule("2nd:8.7.2")
def test_infiltrate_the_government_rather_than_warlords_on_a_loc() -> None:
    """Case 58 [R42]."""
    table = after_rally({"toraghondi-farah": "T 1u, W 1u", "helmand": "T 1u, G 1p 1t"})
    assert pieces(table, "helmand") == "G 1t, T 2u"
    table = after_rally({"toraghondi-farah": "T 1u, W 1u 1a", "helmand": "T 1u, W 1u 1B"})
    assert pieces(table, "toraghondi-farah") == "T 2u, W 1a"


@pytest.mark.rule("2nd:8.7.2")
def test_with_no_guerrilla_available_two_pieces_go() -> None:
    """[T2.Infil]: a Base behind one cube falls; Police before Troops."""

    def gone(spaces: dict[str, str]) -> list[tuple[str, int, str]]:
        table = after_rally(spaces, available="T 1u 0B")
        return removed(table, "4.4.2")

    assert gone({"paktika": "T 1u, G 1B 1t", "helmand": "T 1u, G 1p 2t"}) == [
        ("government-troops", 1, "paktika"),
        ("government-base", 1, "paktika"),
    ]
    assert gone({"helmand": "T 1u, G 2p 2t", "paktika": "T 1u, G 3p"}) == [
        ("government-police", 1, "helmand"),
        ("government-police", 1, "helmand"),
    ]
    assert gone({"helmand": "T 1u, G 1t, W 1u 1a"}) == [
        ("government-troops", 1, "helmand"),
        ("warlords-guerrilla-underground", 1, "helmand"),
    ]


@pytest.mark.rule("2nd:8.7.2")
def test_any_government_piece_will_do() -> None:
    """[T2.Infil.4]."""

    def struck(seed: int) -> object:
        table = case("taliban", {"helmand": "T 1u, G 2p", "ghazni": "T 1u, G 1t 1B"})
        plan, _ = plan_activity(table, "taliban", "infiltrate", seed=seed)
        return SPACE_IDS[int(planned(plan, "infiltrate-space")[0])]  # type: ignore[arg-type]

    assert set(in_many_worlds(struck)) == {"helmand", "ghazni"}


@pytest.mark.rule("2nd:8.7.2")
def test_id_cards_give_two_spaces_or_keep_them_from_police() -> None:
    """[in force: ID Cards]."""
    spaces = {"helmand": "T 1u, G 1p", "ghazni": "T 1u, W 1u", "paktika": "T 1u, W 1u"}
    plan, _ = plan_activity(case("taliban", spaces, lasting=["46-shaded"]), "taliban", "infiltrate")
    assert planned(plan, "infiltrate-space")[0] == SPACE_BY_ID["helmand"]
    assert len(planned(plan, "infiltrate-space")) == 2
    plan, _ = plan_activity(case("taliban", spaces, lasting=["46-unshaded"]), "taliban", "infiltrate")
    assert plan is not None and plan.followed == {"T2.Infil.5": 1}


@pytest.mark.rule("2nd:8.7.2")
def test_extort_wherever_possible_at_last() -> None:
    """Case 93 [T2.Extort.2]."""
    table = after_rally({"zabol": "T 1u", "farah": "T 2u"})
    assert resources(table, "taliban") == 2 and pieces(table, "farah") == "T 1u 1a" and pieces(table, "zabol") == "T 1a"


@pytest.mark.rule("2nd:8.7.2")
def test_no_special_activity_leaves_an_operation_only() -> None:
    """Case 107 [T2.SA.1, N2.Seq.10]: Coalition pieces only beside the Guerrillas."""
    table = case(
        "taliban",
        {"kabul": "C 9t", "zabol": "T 1a"},
        taliban=1,
        available="T 1u 0B",
        acted=[],
        first_did="none",
        to_come=["warlords"],
    )
    play_box(table, "taliban", "rally")
    assert placed(table, "3.3.1") and activities(table) == []
    assert "operation-and-activity" not in table.position() and 'first-did = "operation"' in table.position()
