"""2nd:8.5.4: Cultivate, Traffic and Suborn of the Non-player Warlords of the 2nd printing."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SPACE_BY_ID, SPACE_IDS, WARLORDS
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.second.warlords.activities import after_operation
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, removed
from tests.distant_plain.bots.second.cases import bot, case, plan_activity, planned, play_box
from tests.distant_plain.facts import control, count, pieces, resources

#: Nothing but a Taliban Guerrilla to suborn.
A_TARGET = {"waziristan": "T 1u"}


def after(table: Table[State], op: str, *spaces: str, seed: int = 0) -> tuple[Plan, list[str]]:
    """What they do once an Operation has been in these spaces: the plan, and the names of the spaces."""
    head = bot("warlords", seed=seed)
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    state = play.state
    state.op, state.op_by, state.special_allowed = op, WARLORDS, True
    state.op_spaces = bytes(SPACE_BY_ID[space] for space in spaces)
    head.plan = Plan(op)
    after_operation(head, play)
    names = ("cultivate-space", "traffic-space", "suborn-space")
    chosen = [SPACE_IDS[int(value)] for ask in names for value in planned(head.plan, ask)]  # type: ignore[arg-type]
    return head.plan, chosen


def activity(plan: Plan, op: str) -> list[object]:
    return planned(plan, {"rally": "rally-space", "march": "march-from", "terror": "terror-space"}[op])  # type: ignore[return-value]


# -- Cultivate --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.4")
def test_cultivate_beside_a_base_first() -> None:
    """Case 19 [W2.Cultivate]."""
    for seed in range(6):
        table = case("warlords", {"balkh": "W 4u 1B, G 1p", "herat": "W 1u"})
        plan, chosen = after(table, "rally", "balkh", "herat", seed=seed)
        assert activity(plan, "rally") == ["cultivate"] and chosen == ["balkh"]


@pytest.mark.rule("2nd:8.5.4")
def test_without_cultivation_and_traffic_they_suborn() -> None:
    """Case 105 [W2.SA.1]."""
    table = case("warlords", {"balkh": "W 1u 2B, C 1t", **A_TARGET})
    plan, chosen = after(table, "march", "balkh")
    assert activity(plan, "march") == ["suborn"] and chosen == ["waziristan"]
    plan, chosen = after(case("warlords", {"balkh": "W 1u 2B", **A_TARGET}), "march", "balkh")
    assert activity(plan, "march") == ["traffic"] and chosen == ["balkh"]
    plan, _ = after(case("warlords", {"balkh": "W 1u 2B", **A_TARGET}), "terror", "balkh")
    assert activity(plan, "terror") == ["suborn"]
    assert after(case("warlords", {"balkh": "W 1u"}), "terror", "balkh")[0].queues == {}


# -- Traffic ----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.4")
def test_no_traffic_if_resources_would_be_full() -> None:
    """Case 26 [W2.Traffic, R69]."""
    five = {"balkh": "W 2B", "konduz": "W 2B", "herat": "W 1B", **A_TARGET}
    plan, _ = after(case("warlords", five, warlords=70), "rally", "balkh")
    assert activity(plan, "rally") == ["suborn"]
    four = {"balkh": "W 2B", "konduz": "W 2B", **A_TARGET}
    table = case("warlords", {**four, "samangan": "W 2u, G 2B"}, warlords=71, available="W 1u 0B")
    play_box(table, "warlords", "rally")
    assert activities(table) == ["traffic"] and resources(table, "warlords") == 74
    table = case("warlords", {**four, "helmand": "C 1t, W 1B"}, warlords=70)
    assert activity(after(table, "rally", "balkh")[0], "rally") == ["traffic"]


@pytest.mark.rule("2nd:8.5.4")
def test_counter_narc_leaves_nothing_of_a_single_base() -> None:
    """Case 26 [W2.Traffic]."""
    narc = {"lasting": ["58-unshaded"]}
    plan, _ = after(case("warlords", {"balkh": "W 1B", **A_TARGET}, **narc), "rally", "balkh")
    assert activity(plan, "rally") == ["suborn"]
    plan, chosen = after(case("warlords", {"balkh": "W 1B", "herat": "W 1B", **A_TARGET}, **narc), "rally", "balkh")
    assert activity(plan, "rally") == ["traffic"] and sorted(chosen) == ["balkh", "herat"]


@pytest.mark.rule("2nd:8.5.4")
def test_traffic_pays_the_faction_that_controls_the_space() -> None:
    """[W2.Traffic]: players too."""
    plan, chosen = after(
        case("warlords", {"balkh": "W 1B, T 2u", "herat": "W 1B, G 2t"}, players=["taliban", "government"]),
        "rally",
        "balkh",
    )
    assert sorted(chosen) == ["balkh", "herat"] and activity(plan, "rally") == ["traffic"]


# -- Suborn -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.4")
def test_a_government_base_that_holds_control() -> None:
    """Case 27 [W2.Suborn.1]."""
    table = case("warlords", {"kandahar": "G 1B 1p, T 1u", "balkh": "W 1u, support"})
    play_box(table, "warlords", "terror")
    assert pieces(table, "kandahar") == "G 1p, T 1u" and control(table, "kandahar") == "none"
    assert removed(table, "4.5.3") == [("government-base", 1, "kandahar")]


@pytest.mark.rule("2nd:8.5.4")
def test_cubes_go_by_turns_so_that_nobody_controls() -> None:
    """[W2.Suborn.1, R24]: Police first; not where the Taliban would take over."""
    table = case("warlords", {"kandahar": "G 2p 2t, T 1u, W 1u", "balkh": "W 1u, support"}, warlords=3)
    play_box(table, "warlords", "terror")
    assert pieces(table, "kandahar") == "G 1t, T 1u, W 1u" and control(table, "kandahar") == "none"
    table = case("warlords", {"kandahar": "G 2p 2t, T 2u"}, players=["coalition"])
    plan, _ = plan_activity(table, "warlords", "suborn")
    assert plan is not None and plan.followed == {"W2.Suborn.2": 1}


@pytest.mark.rule("2nd:8.5.4")
def test_a_taliban_guerrilla_that_holds_control() -> None:
    """Case 29 [W2.Suborn.1]."""
    table = case("warlords", {"zabol": "T 2u 1a, G 2p", "balkh": "W 1u, support"}, warlords=3)
    play_box(table, "warlords", "terror")
    assert pieces(table, "zabol") == "G 2p, T 1u 1a" and control(table, "zabol") == "none"


@pytest.mark.rule("2nd:8.5.4")
def test_bases_first_where_control_is_broken() -> None:
    """[W2.Suborn.1]."""
    for seed in range(5):
        table = case("warlords", {"kandahar": "G 1B 1p, T 1u", "zabol": "T 1u", "helmand": "G 1p"})
        plan, _ = plan_activity(table, "warlords", "suborn", seed=seed)
        assert planned(plan, "suborn-space")[0] == SPACE_BY_ID["kandahar"]


@pytest.mark.rule("2nd:8.5.4")
def test_then_taliban_on_locs_then_in_afghanistan_then_in_pakistan() -> None:
    """Case 30 [W2.Suborn.2]."""
    spaces = {"kandahar-spin-boldak": "T 1u", "farah-kandahar": "T 1a", "waziristan": "T 1u", "balkh": "W 1u, support"}
    table = case("warlords", spaces, warlords=5)
    play_box(table, "warlords", "terror")
    assert [space for _, _, space in removed(table, "4.5.3")] == ["kandahar-spin-boldak", "farah-kandahar"]
    assert resources(table, "warlords") == 0
    plan, _ = plan_activity(case("warlords", {**spaces, "konduz": "T 1u, G 1t"}), "warlords", "suborn")
    assert [SPACE_IDS[int(space)] for space in planned(plan, "suborn-space")] == [  # type: ignore[arg-type]
        "kandahar-spin-boldak",
        "farah-kandahar",
        "konduz",
    ]


@pytest.mark.rule("2nd:8.5.4")
@pytest.mark.parametrize(("warlords", "lasting"), [(1, []), (20, ["59-unshaded"])])
def test_no_suborn_without_resources_or_under_a_truce(warlords: int, lasting: list[str]) -> None:
    """Case 30 [W2.Suborn]."""
    spaces = {"waziristan": "T 1u", "balkh": "W 1u, support"}
    assert after(case("warlords", spaces, warlords=warlords, lasting=lasting), "terror", "balkh")[0].queues == {}
    table = case("warlords", spaces, warlords=warlords + 1, lasting=lasting)
    play_box(table, "warlords", "terror")
    assert activities(table) == [] and resources(table, "warlords") == warlords


@pytest.mark.rule("2nd:8.5.4")
def test_government_pieces_if_the_coalition_is_a_player() -> None:
    """[W2.Suborn.2]: a Base, else cubes by turns."""

    def bought(seed: int) -> object:
        table = case(
            "warlords",
            {"kabul-aibak": "G 4p 1t, T 1u", "khowst": "G 1B 9t, T 1u", "balkh": "W 1u, support"},
            players=["coalition"],
            warlords=5,
        )
        play_box(table, "warlords", "terror", seed=seed)
        assert count(table, "khowst", "G B") == 0 and count(table, "khowst", "G t") == 9
        return pieces(table, "kabul-aibak")

    assert set(in_many_worlds(bought, 5)) == {"G 2p, T 1u"}


@pytest.mark.rule("2nd:8.5.4")
def test_a_special_activity_that_an_event_grants() -> None:
    """[N2.Event.6]: Traffic by its own steps."""
    plan, _ = plan_activity(case("warlords", {"balkh": "W 2B"}), "warlords", "traffic")
    assert planned(plan, "traffic-space") == [SPACE_BY_ID["balkh"]]
    plan, _ = plan_activity(case("warlords", {"balkh": "C 1t, W 2B"}), "warlords", "traffic")
    assert plan is None
