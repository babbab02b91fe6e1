"""4.1, ruling 76: no Special Activity that comes first may leave an Operation impossible, not even an Event's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import SPACE_BY_ID, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, choose, keys
from tests.distant_plain.facts import count, pieces
from tests.distant_plain.positions import at, card

# -- Transport before an Assault --------------------------------------------------------------------


def mountain_fastness(spaces: dict[str, str], *, lasting: Sequence[str] = (), by: str = "government") -> Table[State]:
    """Card 66 grants a Non-player of the 2nd printing an Assault in Khowst; a Special Activity may come first."""
    table = at("taliban", event="66u", non_players=[by], second_printing=[by], lasting=lasting, spaces=spaces)
    if asked(table) == "taliban event-space":
        choose(table, "khowst")
    if asked(table) == "taliban event-faction":
        choose(table, by)
    choose(table, "assault")
    return table


@pytest.mark.rule("4.1", "4.3.2", "5.5")
def test_transport_leaves_a_troop_where_the_event_lets_the_government_assault() -> None:
    """Of 3 Troops in Khowst 2 may leave before the Assault there, not all 3."""
    table = mountain_fastness({"khowst": "G 3t, T 1u"})
    choose(table, "transport")
    assert asked(table) == "government transport-count"  # Khowst has the only Troops
    assert keys(table) == ["1", "2"]
    choose(table, "2", "kabul", "done")
    assert (count(table, "khowst", "G t"), count(table, "kabul", "G t")) == (1, 2)
    assert pieces(table, "khowst") == "G 1t, T 1a"  # one Troop alone removes nothing


@pytest.mark.rule("4.1", "4.3.2", "5.5")
def test_the_last_troop_where_the_event_allows_the_assault_does_not_set_out() -> None:
    """Khowst's only Troop stays; Kabul's may go anywhere. With none elsewhere there is no Transport."""
    table = mountain_fastness({"khowst": "G 1t, T 1u", "kabul": "G 2t"})
    choose(table, "transport")
    assert asked(table) == "government transport-count"
    choose(table, "2", "nuristan")
    assert pieces(table, "nuristan") == "G 2t"
    alone = mountain_fastness({"khowst": "G 1t, T 1u", "kabul": "G 2p"})
    assert alone.state.op_spaces == bytes((SPACE_BY_ID["khowst"],))  # nothing else could be done first
    assert keys(alone) == ["transport", "done"]


@pytest.mark.rule("4.1", "4.3.2", "5.5")
def test_police_that_stay_behind_let_all_troops_leave() -> None:
    """An Assault needs a cube only: with a Police in Khowst all 3 Troops may go."""
    table = mountain_fastness({"khowst": "G 3t 1p, T 1u"})
    choose(table, "transport")
    assert keys(table) == ["1", "2", "3"]
    choose(table, "3", "kabul", "done")
    assert pieces(table, "khowst") == "G 1p, T 1a"


@pytest.mark.rule("4.1", "4.3.2")
def test_after_the_assault_transport_may_empty_the_space() -> None:
    """Once begun, the Operation needs nothing more: Khowst's 3 Troops may all leave."""
    table = mountain_fastness({"khowst": "G 3t, T 1u"})
    choose(table, "khowst", "none", "transport")
    assert keys(table) == ["1", "2", "3"]


@pytest.mark.rule("4.1", "4.3.2", "5.5")
def test_troops_may_change_places_between_the_spaces_of_the_event() -> None:
    """An Event that allows an Assault in Khowst or Paktika: Khowst's only Troops may go to Paktika, nowhere else."""
    table = granted("government", ["assault"], ["khowst", "paktika"], {"khowst": "G 2t", "kandahar": "T 1a"})
    choose(table, "assault", "transport", "2")
    assert keys(table) == ["kabul", "paktika", "kabul-tor-kham", "kandahar-kabul"]
    choose(table, "kabul")  # from where one way is left, by the Kandahar-Kabul LoC to Paktika
    assert pieces(table, "paktika") == "G 2t"


@pytest.mark.rule("4.1", "4.3.2")
def test_the_last_cube_does_not_drive_over_a_bomb_before_an_assault() -> None:
    """Roadside IEDs could kill the Government's only cube on a mined LoC, and with it the Assault declared."""
    spaces = {"kabul": "G 1t, T 1a", "kabul-tor-kham": "T 1u"}
    table = at("government", government=9, lasting=["23-shaded"], spaces=spaces)
    choose(table, "assault", "transport")
    assert asked(table) == "government transport-to"
    assert "kabul-tor-kham" not in keys(table)
    assert "khowst" in keys(table)
    two = at("government", government=9, lasting=["23-shaded"], spaces={**spaces, "kabul": "G 2t, T 1a"})
    choose(two, "assault", "transport", "2")
    assert "kabul-tor-kham" in keys(two)


# -- Air Lift and Surge -----------------------------------------------------------------------------


def granted(
    seat: str, ops: Sequence[str], where: Sequence[str], spaces: dict[str, str], *, available: str = ""
) -> Table[State]:
    """An Event that grants a Faction one of these Operations in some spaces, with a Special Activity."""

    def execute(play: Play, faction: Faction) -> Rules:
        return free_operation(play, faction, ops, activity=True, spaces=[SPACE_BY_ID[space] for space in where])

    return at(seat, event="26u", cards={26: card(execute)}, spaces=spaces, available=available, aid=20)


@pytest.mark.rule("4.1", "4.2.2", "5.5")
def test_air_lift_leaves_a_troop_where_the_event_lets_the_coalition_assault() -> None:
    """Khowst's 2 Troops may not both fly out before the Assault there."""
    table = granted("coalition", ["assault"], ["khowst"], {"khowst": "C 2t, T 1a", "kabul": "C 1t"})
    choose(table, "assault", "air-lift", "khowst", "kabul", "done")
    assert keys(table) == ["1", "3"]  # 2 would move nothing
    choose(table, "1")
    assert (count(table, "khowst", "C t"), count(table, "kabul", "C t")) == (1, 2)


@pytest.mark.rule("4.1", "4.2.2", "5.5")
def test_the_only_troop_for_the_assault_is_lifted_between_the_events_spaces_or_not_at_all() -> None:
    """One Troop in all: it may fly from Khowst to Paktika, where the Event allows an Assault too, but not elsewhere."""
    table = granted("coalition", ["assault"], ["khowst"], {"khowst": "C 1t, T 1a"})
    choose(table, "assault")
    assert "air-lift" not in keys(table)
    table = granted("coalition", ["assault"], ["khowst", "paktika"], {"khowst": "C 1t, T 1a"})
    choose(table, "assault", "air-lift", "kabul")  # with Kabul alone nothing could fly: Paktika is the third space
    assert pieces(table, "paktika") == "C 1t"


@pytest.mark.rule("4.1", "4.2.2", "5.5")
def test_an_air_lift_among_three_spaces_always_finds_a_way_to_move_something() -> None:
    """Kabul's Troop must fly if Khowst's, which the Assault needs, cannot."""
    table = granted("coalition", ["assault"], ["khowst"], {"khowst": "C 1t, T 1a", "kabul": "C 1t"})
    choose(table, "assault", "air-lift", "kabul", "khowst", "balkh")
    assert table.decision is not None and table.decision.about["space"] == "khowst"  # Kabul's was the only way
    choose(table, "1")
    assert (pieces(table, "kabul"), pieces(table, "balkh")) == ("", "C 1t")


@pytest.mark.rule("4.1.1", "4.2.2", "5.5")
def test_a_special_activity_beside_an_events_operation_takes_place_anywhere() -> None:
    """The Event limits the Assault to Khowst, not the Air Lift that brings Troops there nor the Air Strike."""
    table = granted("coalition", ["assault"], ["khowst"], {"khowst": "C 1t, T 3a", "balkh": "C 3t", "farah": "T 1a"})
    choose(table, "assault")
    assert keys(table) == ["khowst", "air-lift", "air-strike"]
    choose(table, "air-lift", "balkh", "khowst", "done", "1")
    assert pieces(table, "khowst") == "C 3t, T 3a"
    table = granted("coalition", ["assault"], ["khowst"], {"khowst": "C 1t", "farah": "T 1a"})
    choose(table, "assault", "air-strike")
    assert pieces(table, "farah") == ""


@pytest.mark.rule("4.1", "4.2.1", "5.5")
def test_surge_leaves_a_piece_where_the_event_lets_the_coalition_train() -> None:
    """A Train in Herat alone needs a Coalition piece there: a Base or a Troop stays, whatever else goes home."""
    table = granted("coalition", ["train"], ["herat"], {"herat": "C 2t 1B", "kabul": "C 1t"})
    choose(table, "train", "surge", "herat", "kabul")
    choose(table, "0", "0")  # Bases, Herat and Kabul: Troops may hold Herat
    assert "0" not in keys(table)
    choose(table, "1")
    assert asked(table) == "coalition surge-garrison"
    choose(table, "0", "done")
    assert pieces(table, "herat") == "C 1t"
    based = granted("coalition", ["train"], ["herat"], {"herat": "C 2t 1B"})
    choose(based, "train", "surge", "herat", "done", "1", "0", "done")
    assert pieces(based, "herat") == "C 1B"


@pytest.mark.rule("4.1", "4.2.1", "5.5")
def test_without_troops_a_base_holds_the_space_of_the_train() -> None:
    """No Troop is Available or in Herat: one of its 2 Bases must stay for the Train there."""
    table = granted("coalition", ["train"], ["herat"], {"herat": "C 2B"}, available="C 0t")
    choose(table, "train", "surge", "herat", "done")
    assert keys(table) == ["1", "2"]
