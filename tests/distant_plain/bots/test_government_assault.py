"""8.7.3: Assault, Eradicate and Transport of the Non-player Government."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import G_TROOPS, KINDS, OPPOSITION, SPACE_BY_ID, T_UNDERGROUND, W_BASE
from tests.distant_plain.bots.cases import case, plan_activity, planned, play_box, play_on
from tests.distant_plain.bots.looking import activities, after_activity, removed, selected, with_elders
from tests.distant_plain.facts import control, level, pieces, resources

LOOP = {
    "herat": "G 4t, T 2a",
    "kabul-tor-kham": "G 2t 2p, T 2a",
    "ghazni": "G 6t, W 2a",
    "balkh": "G 2t, T 1a",
    "kabul-aibak": "G 2p, W 1a",
}
ROADS = {"baghlan": "G 1p", "balkh": "G 1p", "kandahar": "G 1p", "khowst": "G 1p", "konduz": "G 1p"}


@pytest.mark.rule("8.7.3")
def test_an_assault_that_brings_two_population_under_control_comes_first() -> None:
    """G-02 [G.Assault.0 .1, R-G3]."""
    table = case("government", {"kandahar": "G 4t, T 2a, W 2a"})
    head = play_on(table, "government")
    assert selected(table) == ["kandahar"] and control(table, "kandahar") == "coin"
    assert pieces(table, "kandahar").endswith("W 2a") and resources(table, "government") == 17
    assert activities(table) == ["transport"]
    assert head.used() == {"G.Assault.0": 1, "G.Assault.1": 1, "G.SA": 1, "G.Transport.1": 1}


@pytest.mark.rule("8.7.3")
def test_an_assault_that_removes_a_taliban_base_comes_first() -> None:
    """G-03 [G.Assault.0]."""
    table = case("government", {"helmand": "G 4t, T 1B 1a"})
    play_on(table, "government")
    assert selected(table) == ["helmand"]
    assert "T" not in pieces(table, "helmand") and table.state.aid == 16


@pytest.mark.rule("8.7.3")
def test_one_population_is_not_worth_an_assault() -> None:
    """[G.Assault.0, R-G4]: in total over all spaces."""
    table = case("government", {"helmand": "G 2t, T 1a, W 1a"})
    head = play_on(table, "government")
    assert not any(step.startswith("G.Assault") for step in head.used())
    table = case("government", {"helmand": "G 2t, T 1a, W 1a", "herat": "G 2t, T 1a, W 1a"})
    head = play_on(table, "government")
    assert head.used()["G.Assault.1"] == 2


@pytest.mark.rule("8.7.3")
def test_an_assault_that_is_not_worth_it_is_not_told_as_if_it_were_made() -> None:
    """[G.Assault.0]: only the answer to the condition is noted."""
    head = play_on(case("government", {"helmand": "G 2t, T 1a, W 1a"}), "government")
    told = [message.params for message in head.why() if str(message.params.get("id", "")).startswith("G.Assault")]
    assert told == [{"id": "G.Assault.0", "answer": "no"}]


@pytest.mark.rule("8.7.3")
def test_most_guerrillas_then_taliban_then_warlords_and_locs_last() -> None:
    """G-05 [G.Assault.2]."""
    table = case("government", LOOP)
    play_box(table, "government", "assault")
    assert selected(table) == ["herat", "ghazni", "kabul-tor-kham"]
    assert resources(table, "government") == 11


@pytest.mark.rule("8.7.3")
@pytest.mark.parametrize(("purse", "left"), [(10, 4), (8, 2)])
def test_two_thirds_of_the_resources_unless_there_are_fewer_than_nine(purse: int, left: int) -> None:
    """G-06 [G.Assault.P]."""
    table = case("government", LOOP, government=purse)
    play_box(table, "government", "assault")
    assert selected(table) == ["herat", "ghazni"] and resources(table, "government") == left


@pytest.mark.rule("8.7.3")
def test_a_base_comes_before_more_guerrillas() -> None:
    """G-35 [G.Assault.2a .2b]."""
    table = case("government", {"helmand": "G 4t, T 1B 1a", "herat": "G 6t, T 3a"}, government=3)
    head = play_box(table, "government", "assault")
    assert selected(table) == ["helmand"]
    assert "G.Assault.2a" in head.used() and "G.Assault.2b" not in head.used()


@pytest.mark.rule("8.7.3")
def test_the_faction_whose_base_can_be_hit_is_hit_first() -> None:
    """[R-G5]: usually the Taliban, but two removals reach only the Warlords' Base."""
    table = case("government", {"helmand": "G 5t, T 2a, W 1a 1B"})
    play_box(table, "government", "assault")
    assert [piece for piece, _, _ in removed(table, "3.2.4")] == ["warlords-guerrilla-active", "warlords-base"]
    table = case("government", {"helmand": "G 4t, T 2a, W 1a 1B"})
    play_box(table, "government", "assault")  # for Control: as usual
    assert [piece for piece, _, _ in removed(table, "3.2.4")] == ["taliban-guerrilla-active"] * 2
    table = case("government", {"helmand": "G 4t, T 1a 1B, W 1a 1B"})
    play_box(table, "government", "assault")
    assert [piece for piece, _, _ in removed(table, "3.2.4")] == ["taliban-guerrilla-active", "taliban-base"]
    table = case("government", {"helmand": "G 2t, T 1a, W 1a"}, players=["warlords"])
    play_box(table, "government", "assault")
    assert [piece for piece, _, _ in removed(table, "3.2.4")] == ["warlords-guerrilla-active"]


@pytest.mark.rule("8.7.3")
def test_a_loc_with_warlords_only_is_left_alone_unless_they_are_a_player() -> None:
    """[G.Assault.2]."""
    spaces = {"kabul-aibak": "G 2p, W 1a"}
    table = case("government", spaces)
    play_box(table, "government", "assault")
    assert selected(table) == []
    table = case("government", spaces, players=["warlords"])
    play_box(table, "government", "assault")
    assert selected(table) == ["kabul-aibak"]


# -- Eradicate --------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.3")
def test_poppies_at_opposition_then_outside_pashtun_lands() -> None:
    """G-07 [G.Eradicate.1 .3]."""
    spaces = {"balkh": "G 2t, W 1B, opposition", "konduz": "G 3t, W 1B", "kandahar": "G 3t, W 1B"}
    plan, _ = plan_activity(case("government", spaces, aid=2), "government", "eradicate", op="train")
    assert plan is not None and plan.followed == {"G.Eradicate.1": 1, "G.Eradicate.3": 1}
    state = after_activity(case("government", spaces, aid=2), "government", "eradicate", op="train")
    assert state.aid == 8 and state.patronage == 7 and state.level[SPACE_BY_ID["konduz"]] == OPPOSITION
    assert [state.pieces[SPACE_BY_ID[name] * KINDS + W_BASE] for name in spaces] == [0, 0, 1]
    table = case("government", spaces, aid=2)
    play_box(table, "government", "train")
    assert activities(table) == ["eradicate"] and level(table, "konduz") == "opposition"


@pytest.mark.rule("8.7.3")
def test_with_a_taliban_player_angry_farmers_matter_unless_there_is_no_aid() -> None:
    """G-09 [G.Eradicate.2 .4]."""
    spaces = {"kandahar": "G 3t, W 1B"}
    plan, _ = plan_activity(case("government", spaces, aid=0, players=["taliban"]), "government", "eradicate")
    assert plan is not None and plan.followed == {"G.Eradicate.2": 1}
    plan, _ = plan_activity(case("government", spaces, aid=1, players=["taliban"]), "government", "eradicate")
    assert plan is None
    plan, _ = plan_activity(case("government", spaces, aid=1), "government", "eradicate")
    assert plan is not None and plan.followed == {"G.Eradicate.4": 1}
    state = after_activity(case("government", spaces, aid=0, players=["taliban"]), "government", "eradicate")
    assert state.pieces[SPACE_BY_ID["kandahar"] * KINDS + T_UNDERGROUND] == 1 and state.aid == 3


@pytest.mark.rule("8.7.3")
def test_aid_is_looked_at_before_the_first_space() -> None:
    """[R-G6]: the first space brings Aid, and the second bullet still applies."""
    spaces = {"kandahar": "G 3t, W 1B", "helmand": "G 3t, W 1B"}
    plan, _ = plan_activity(case("government", spaces, aid=0, players=["taliban"]), "government", "eradicate")
    assert plan is not None and plan.followed == {"G.Eradicate.2": 2}


# -- Transport --------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.3")
def test_transport_brings_four_troops_where_they_give_control() -> None:
    """G-10 [G.Transport.1]."""
    spaces = ROADS | {"kabul": "C 1B 2t, G 8t", "nuristan": "W 2u"}
    plan, _ = plan_activity(case("government", spaces), "government", "transport", op="sweep")
    assert planned(plan, "transport-count", "kabul") == [4]
    state = after_activity(case("government", spaces), "government", "transport")
    assert state.pieces[SPACE_BY_ID["nuristan"] * KINDS + G_TROOPS] == 4
    assert list(state.resources) == [0, 19, 20, 21]


@pytest.mark.rule("8.7.3")
def test_transport_loses_no_control() -> None:
    """G-11 [G.Transport.P]."""
    spaces = ROADS | {"kabul": "G 2t, W 1u", "nuristan": "W 2u"}
    plan, _ = plan_activity(case("government", spaces), "government", "transport", op="sweep")
    assert plan is None


@pytest.mark.rule("8.7.3")
def test_transport_keeps_a_troop_on_locs_and_at_bases() -> None:
    """[G.Transport.P]."""
    covered = dict.fromkeys(("kabul", "kandahar", "khowst", "baghlan", "balkh", "konduz", "nuristan"), "G 1p")
    plan, _ = plan_activity(case("government", covered | {"farah-kandahar": "G 1t"}), "government", "transport")
    assert plan is None
    plan, _ = plan_activity(case("government", covered | {"nimruz": "G 2t 1B"}), "government", "transport")
    assert planned(plan, "transport-count", "nimruz") == [1]


@pytest.mark.rule("8.7.3")
def test_of_two_origins_alike_the_cheaper_way_decides() -> None:
    """[G.Transport.1, R-G8]: through the Warlords on the LoC, or from next door."""
    covered = dict.fromkeys(("kabul", "kandahar", "baghlan", "balkh", "konduz", "nuristan"), "G 1p")
    spaces = covered | {"zabol": "G 5t", "paktika": "G 5t", "kandahar-kabul": "W 1u"}
    for seed in range(10):
        plan, _ = plan_activity(case("government", spaces), "government", "transport", seed=seed)
        assert planned(plan, "transport-from") == [SPACE_BY_ID["paktika"]]
        assert planned(plan, "transport-to") == [SPACE_BY_ID["khowst"]]
    plan, _ = plan_activity(case("government", spaces | {"zabol": "G 6t"}), "government", "transport")
    assert planned(plan, "transport-from") == [SPACE_BY_ID["zabol"]]  # more to spare comes first


@pytest.mark.rule("8.7.3")
def test_a_toll_is_paid_as_far_as_resources_go() -> None:
    """[R-G8]: the group goes all the same."""
    spaces = ROADS | {"kabul": "C 1B 2t, G 8t", "nuristan": "W 2u"}
    state = after_activity(case("government", spaces, government=0, event_open=True), "government", "transport")
    assert state.pieces[SPACE_BY_ID["nuristan"] * KINDS + G_TROOPS] == 4
    assert list(state.resources) == [0, 0, 20, 20]


@pytest.mark.rule("8.7.3")
def test_elders_calm_the_farmers_against_a_taliban_player() -> None:
    """[G.Eradicate.3]: with Tribal Elders the last two bullets apply again; the level is the Government's choice."""
    spaces = {"konduz": "G 3t, W 1B"}
    plain = case("government", spaces, aid=1, players=["taliban"])
    assert plan_activity(plain, "government", "eradicate")[0] is None
    state = after_activity(with_elders(plain), "government", "eradicate")
    assert state.pieces[SPACE_BY_ID["konduz"] * KINDS + W_BASE] == 0
    assert state.level[SPACE_BY_ID["konduz"]] != OPPOSITION
