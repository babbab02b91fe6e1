"""8.6.3: Sweep of the Non-player Coalition."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.decision import Decision, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.distant_plain.board import COALITION, SPACE_BY_ID, TALIBAN
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import Given, bot, case, in_many_worlds, planned, play_box, play_on
from tests.distant_plain.facts import count, pieces, resources


class Gunner(NonPlayer):
    """Taliban that call off every flight, and leave all else."""

    def __init__(self) -> None:
        super().__init__(THIRD, TALIBAN, Given(()))

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        return "cancel" if decision.ask == "manpads" else decision.values[-1]


@pytest.mark.rule("8.6.3")
def test_a_sweep_in_place_at_support_then_an_air_strike() -> None:
    """C-01 [C.Sweep.0 .1, C.AirStrike.2]."""
    table = case("coalition", {"kandahar": "C 1B 3t, G 2p, T 2u, support"})
    head = play_on(table, "coalition")
    assert pieces(table, "kandahar") == "C 3t 1B, G 2p, T 1a"
    assert resources(table, "government") == 20
    assert head.used() == {"C.Sweep.0": 1, "C.Sweep.1": 1, "C.Choose": 1, "C.AirStrike.2": 1}


@pytest.mark.rule("8.6.3")
def test_exactly_the_missing_troops_come_with_an_escort() -> None:
    """C-02 [C.Sweep.1, escort]."""
    table = case("coalition", {"kandahar": "C 1t, G 1p, T 3u, support", "zabol": "C 4t, G 2t"})
    play_on(table, "coalition")
    assert pieces(table, "zabol") == "C 3t, G 1t"
    assert pieces(table, "kandahar").startswith("C 2t, G 1t 1p")
    assert count(table, "kandahar", "T u") == 0
    assert resources(table, "government") == 17


@pytest.mark.rule("8.6.3")
def test_three_cubes_stay_in_a_friendly_space_that_is_not_pashtun() -> None:
    """C-03 [C.Sweep.P c]."""
    table = case("coalition", {"konduz": "C 3t, support", "baghlan": "C 1t, T 2u, support"})
    play_on(table, "coalition")
    assert pieces(table, "konduz") == "C 3t"
    assert count(table, "baghlan", "C t") == 1 and count(table, "baghlan", "T u") == 1


@pytest.mark.rule("8.6.3")
def test_a_players_guerrilla_beside_a_coalition_base_starts_a_sweep_everywhere_in_place() -> None:
    """C-05 [C.Sweep.0 second clause, .2]."""
    spaces = {"helmand": "C 1B 2t, T 1u", "paktika": "C 1t, W 1u"}
    table = case("coalition", spaces, players=["taliban"])
    head = play_on(table, "coalition")
    assert count(table, "helmand", "T u") == 0 and count(table, "paktika", "W u") == 0
    assert head.used()["C.Sweep.2"] == 2
    table = case("coalition", spaces)
    assert "C.Sweep.0" not in play_on(table, "coalition").used()


@pytest.mark.rule("8.6.3")
def test_one_space_is_swept_in_force() -> None:
    """C-06 [C.Sweep.3, .P a d]."""
    table = case(
        "coalition",
        {"helmand": "C 1B 2t, T 1u", "zabol": "C 3t", "kandahar": "T 1u", "oruzgan": "T 1u"},
        players=["taliban"],
    )
    head = play_on(table, "coalition")
    assert count(table, "helmand", "C t") == 1 and count(table, "zabol", "C t") == 0
    assert count(table, "kandahar", "C t") == 4
    assert count(table, "kandahar", "T u") == 0 and count(table, "oruzgan", "T u") == 1
    assert head.used()["C.Sweep.2"] == head.used()["C.Sweep.3"] == 1


@pytest.mark.rule("8.6.3")
def test_a_players_guerrillas_are_found_first() -> None:
    """C-07 [C.Sweep.A]."""
    table = case("coalition", {"konduz": "C 1B 1t, W 1u, T 1u"}, players=["warlords"])
    play_on(table, "coalition")
    assert count(table, "konduz", "W u") == 0 and count(table, "konduz", "T u") == 1


@pytest.mark.rule("8.6.3")
def test_with_cubes_for_three_the_players_two_are_found_and_one_more() -> None:
    """[C.Sweep.A] both Factions are targeted; without players Taliban come first."""
    for players, taliban, warlords in ((["warlords"], 1, 0), ([], 0, 1)):
        table = case("coalition", {"konduz": "C 1B 1t, G 2p, W 2u, T 2u, support"}, players=players)
        play_on(table, "coalition")
        assert count(table, "konduz", "T u") == taliban and count(table, "konduz", "W u") == warlords


@pytest.mark.rule("8.6.3")
def test_of_two_players_a_random_ones_guerrillas_are_found() -> None:
    """[C.Sweep.A]."""

    def found(seed: int) -> object:
        table = case("coalition", {"konduz": "C 1B 1t, W 1u, T 1u, support"}, players=["warlords", "taliban"])
        play_on(table, "coalition", seed=seed)
        return count(table, "konduz", "T u")

    assert set(in_many_worlds(found)) == {0, 1}


@pytest.mark.rule("8.6.3")
def test_no_escort_where_two_government_cubes_stand_or_the_government_is_poor() -> None:
    """[C.Sweep, escort]."""
    spaces = {"kandahar": "C 1t, G 2p, T 4u, support", "zabol": "C 4t, G 2t"}
    table = case("coalition", spaces)
    play_on(table, "coalition")
    assert count(table, "zabol", "G t") == 2 and resources(table, "government") == 20
    table = case("coalition", {**spaces, "kandahar": "C 1t, G 1p, T 3u, support"}, government=2)
    play_on(table, "coalition")
    assert count(table, "kandahar", "C t") == 2 and count(table, "zabol", "G t") == 2


@pytest.mark.rule("8.6.3")
def test_no_escort_under_a_shaded_partnering_policy() -> None:
    """[C.Sweep, escort]."""
    table = case("coalition", {"kandahar": "C 1t, G 1p, T 3u, support", "zabol": "C 4t, G 2t"}, lasting=["10-shaded"])
    play_on(table, "coalition")
    assert count(table, "kandahar", "C t") == 2 and count(table, "zabol", "G t") == 2


@pytest.mark.rule("8.6.3")
def test_the_last_government_cube_stays_at_a_coalition_base() -> None:
    """R-C3 [C.Sweep.P a]: of each COIN Faction one."""
    table = case("coalition", {"kandahar": "C 1t, T 3u, support", "zabol": "C 1B 4t, G 2t"})
    play_on(table, "coalition")
    assert pieces(table, "zabol") == "C 2t 1B, G 1t"


@pytest.mark.rule("8.6.3")
def test_missing_troops_are_lifted_only_if_that_finds_everybody() -> None:
    """[C.Sweep.1 Air Lift (2)]."""
    table = case("coalition", {"kandahar": "C 1t, T 3u, support", "herat": "C 4t"})
    head = play_on(table, "coalition")
    assert pieces(table, "herat") == "C 2t" and pieces(table, "kandahar") == "C 3t, T 3a"
    assert table.state.resources[1] == 20 and "C.Choose" not in head.used()
    table = case("coalition", {"kandahar": "C 1t, T 3u, support", "herat": "C 1t"})
    play_on(table, "coalition")
    assert pieces(table, "herat") == "C 1t" and count(table, "kandahar", "T u") == 2


@pytest.mark.rule("8.6.3")
def test_government_troops_that_the_air_lift_brings_anyway_spare_coalition_troops() -> None:
    """[C.Sweep.1 Air Lift (1)]: two guards by C.AirLift.1 are as many as are missing."""
    table = case("coalition", {"kandahar": "C 1t, T 3u, support", "herat": "C 4t", "badghis": "G 3t"})
    head = play_on(table, "coalition")
    assert pieces(table, "kandahar") == "C 1t, G 2t, T 3a"
    assert pieces(table, "herat") == "C 4t" and head.used()["C.AirLift.1"] == 1


@pytest.mark.rule("8.6.3")
def test_one_air_lift_serves_two_spaces_that_lack_troops() -> None:
    """[C.Sweep.1]: in the order selected while its spaces last."""
    table = case(
        "coalition", {"kandahar": "C 1t, G 1p, T 3u, support", "helmand": "C 1t, G 1p, T 3u, support", "herat": "C 6t"}
    )
    play_on(table, "coalition")
    assert pieces(table, "herat") == "C 4t"
    assert count(table, "kandahar", "T u") == count(table, "helmand", "T u") == 0


@pytest.mark.rule("8.6.3")
def test_a_called_off_air_lift_leaves_a_sweep_that_still_works() -> None:
    """R-C8: the Taliban cancel; what could not be found stays Underground, the rest of the Sweep continues."""
    table = case(
        "coalition", {"kandahar": "C 1t, T 3u, support", "herat": "C 4t", "faryab": "C 1t, W 1u"}, lasting=["26-shaded"]
    )
    play_on(table, "coalition", others={"taliban": Gunner()})
    assert pieces(table, "herat") == "C 4t" and count(table, "kandahar", "T u") == 2
    assert count(table, "faryab", "W u") == 0
    assert resources(table, "taliban") == 18


@pytest.mark.rule("8.6.3")
def test_nobody_to_find_is_no_sweep() -> None:
    """R-C6 [C.Sweep]: the box finds nothing."""
    table = case("coalition", {"kandahar": "C 2t, T 2a, support"})
    play_box(table, "coalition", "sweep")
    assert pieces(table, "kandahar") == "C 2t, T 2a"


@pytest.mark.rule("8.6.1")
def test_isr_finds_most_enemies_in_one_space_more() -> None:
    """C-29 [C.Sweep.ISR]."""
    table = case(
        "coalition",
        {"kandahar": "C 1B 3t, G 2p, T 2u, support", "baghlan": "T 2u", "balkh": "T 1u"},
        lasting=["1-unshaded"],
    )
    head = play_on(table, "coalition")
    assert count(table, "baghlan", "T u") == 0 and count(table, "balkh", "T u") == 1
    assert head.used()["C.Sweep.ISR"] == 1


@pytest.mark.rule("8.6.1")
def test_isr_finds_three_at_most_a_players_first() -> None:
    """[C.Sweep.ISR]."""
    table = case(
        "coalition",
        {"kandahar": "C 1B 3t, G 2p, T 2u, support", "baghlan": "T 2u, W 2u"},
        players=["warlords"],
        lasting=["1-unshaded"],
    )
    play_on(table, "coalition")
    assert count(table, "baghlan", "W u") == 0 and count(table, "baghlan", "T u") == 1


@pytest.mark.rule("8.6.3")
def test_no_air_lift_beside_a_sweep_under_shaded_isr() -> None:
    """[C.Sweep.1]: forbidden, so nobody is lifted."""
    table = case("coalition", {"kandahar": "C 1t, T 3u, support", "herat": "C 4t"}, lasting=["1-shaded"])
    play_on(table, "coalition")
    assert pieces(table, "herat") == "C 4t"


@pytest.mark.rule("8.6.3")
def test_a_sweep_held_back_to_two_spaces_takes_support_first() -> None:
    """[C.Sweep.1 .2]: shaded NATO Momentum."""
    table = case(
        "coalition",
        {"kandahar": "C 1t, T 1u, support", "paktika": "C 1t, W 1u", "ghazni": "C 1t, W 1u", "farah": "C 1t, W 1u"},
        lasting=["17-shaded"],
    )
    play_on(table, "coalition")
    assert count(table, "kandahar", "T u") == 0
    assert sum(count(table, space, "W u") for space in ("paktika", "ghazni", "farah")) == 2


# -- granted by an Event ----------------------------------------------------------------------------


def granted(op: str, spaces: dict[str, str], **state: object) -> Plan | None:
    """What the box plans for an Operation that an Event grants, with what the Event says of it."""
    table = case("coalition", spaces)
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.op_free, play.state.special_allowed = True, False
    for name, value in state.items():
        setattr(play.state, name, value)
    return FLOWCHARTS[COALITION].box(bot("coalition"), play, op)


@pytest.mark.rule("8.6.3")
def test_a_free_limited_sweep_is_in_one_space_without_a_special_activity() -> None:
    """8.3.4 [C.Sweep]: bullet one first, escort free."""
    spaces = {"kandahar": "C 1t, G 1p, T 5u, support", "zabol": "C 2t, G 2t", "herat": "C 6t", "paktika": "C 1t, W 1u"}
    plan = granted("sweep", spaces, limited=True)
    assert planned(plan, "sweep-space") == [SPACE_BY_ID["kandahar"]]
    assert planned(plan, "sweep-along", "zabol", "kandahar") == [2]


@pytest.mark.rule("8.6.3", "8.6.4")
def test_an_event_that_names_spaces_is_heeded() -> None:
    """5.5 [C.Sweep, C.Assault]."""
    only = 1 << SPACE_BY_ID["paktika"]
    spaces = {"kandahar": "C 1t, T 1u 1a, support", "paktika": "C 1t, T 1u 1a, support"}
    assert planned(granted("sweep", spaces, op_only=only), "sweep-space") == [SPACE_BY_ID["paktika"]]
    assert planned(granted("assault", spaces, op_only=only), "assault-space") == [SPACE_BY_ID["paktika"]]
    assert granted("train", spaces, op_only=only) is None


@pytest.mark.rule("8.6.3")
def test_a_patrol_is_never_taken_up() -> None:
    """8.6: the flowchart knows Sweep, Assault and Train."""
    assert granted("patrol", {"kabul-aibak": "C 1t, T 1u"}) is None
    assert granted("sweep", {"kandahar": "C 1t, T 1u, support"}) is not None
