"""The tables to look up say what the rules go by: Staging Areas and roads (8.5, 16.2), Random Location (30.2)."""

from __future__ import annotations

import re

import pytest

from khyber.engine.printed import PrintedTable, called, of_rule
from khyber.engine.text import PSEUDO
from khyber.games.enduring_freedom.board import STAGING, STAGING_IDS
from khyber.games.enduring_freedom.game import EnduringFreedom
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import RULEBOOK
from khyber.games.enduring_freedom.rules.forces import ground_room
from khyber.games.enduring_freedom.rules.ground import destinations, ways_in
from khyber.games.enduring_freedom.rules.jihad import random_location
from khyber.games.enduring_freedom.text import languages, table_words
from tests.enduring_freedom.tables import BOX, GAME, carry, state, unit, z


def table(name: str, game: EnduringFreedom = GAME) -> PrintedTable:
    return next(found for found in game.printed_tables("en") if found.id == name)


def cells(found: PrintedTable) -> dict[str, list[str]]:
    """The cells of each row, by what names it."""
    return {row[0].text: [cell.text for cell in row[1:]] for row in found.rows}


def name(zone: int) -> str:
    return table_words("en", BOX).called("place", BOX.place_id(zone))


@pytest.mark.rule("enduring-freedom:16.2", "enduring-freedom:32.3")
def test_staging_areas_list_the_zones_that_units_can_enter() -> None:
    """The oracle is the move itself: a US unit and the Iranian one, from each Staging Area."""
    rows = cells(table("staging-areas"))
    assert list(rows) == [name(area) for area in STAGING]
    for at, area in zip(STAGING, STAGING_IDS, strict=True):
        there = state(step="ground", staging={area: z(ground="us-dagger ir-irgc")})
        us, iranian = (set(map(name, ways_in(there, BOX, unit(who)))) for who in ("us-dagger", "ir-irgc"))
        _, by_road, iranian_only = rows[name(at)]
        assert set(filter(None, by_road.split(", "))) == us
        assert set(filter(None, iranian_only.split(", "))) == iranian - us


@pytest.mark.rule("enduring-freedom:8.5")
def test_staging_areas_tell_how_many_units_they_base() -> None:
    empty = state()
    assert (
        [row[1].text for row in table("staging-areas").rows]
        == [str(ground_room(empty, BOX, area)) for area in STAGING]
        == ["10", "6", "4"]
    )


@pytest.mark.rule("enduring-freedom:16.2", "enduring-freedom:16.3")
def test_every_way_out_of_a_zone_is_in_the_table_of_zones() -> None:
    """One step of movement from every zone reaches just what its row lists."""
    for zone, (_, _, by_road, others) in zip(BOX.zones, cells(table("zones")).values(), strict=True):
        there = state({zone: z(ground="us-cjtf ir-irgc")}, step="ground")
        listed = {found for found in [*by_road.split(", "), *others.split(", ")] if found}
        iranian = {found.removesuffix(" (Iranian units only)") for found in listed if found.endswith("only)")}
        listed = {found for found in listed if not found.endswith("only)")}
        near = {name(other) for other in BOX.adjacent[BOX.zone_by_id[zone]]}
        reached = {name(place) for place in destinations(there, BOX, unit("us-cjtf"))}
        assert near <= listed and {found for found in reached if found in map(name, STAGING)} == listed - near
        assert iranian <= {name(place) for place in destinations(there, BOX, unit("ir-irgc"))}


def located(play: Play) -> None:
    random_location(play)


@pytest.mark.rule("enduring-freedom:30.2")
def test_the_random_location_table_is_the_one_that_dice_are_read_by() -> None:
    rows = cells(table("random-location"))
    assert rows["3"][0] == "Zaranj", "the rulebook's example"
    for row in range(1, 7):
        for column in range(1, 7):
            [event] = carry(located, state(), dice=[row, column]).logged("location")
            assert rows[str(row)][column - 1] == table_words("en", BOX).called("place", event.params["place"])


def test_a_table_shows_what_an_own_file_has() -> None:
    own = GAME.replacing(
        {
            "zones": {"zaranj": {"name": "Zarang"}},
            "staging": {"pakistan": {"capacity": 8}},
            "roads": {"desert-road": ["zaranj", "farah"]},
        }
    )
    assert cells(table("staging-areas", own))["Pakistan"][0] == "8"
    assert cells(table("random-location", own))["3"][0] == "Zarang"
    assert cells(table("roads", own))["desert-road"] == ["Zarang – Farah"]
    assert "Farah" in cells(table("zones", own))["Zarang"][2]


@pytest.mark.parametrize("language", [*languages, PSEUDO])
def test_every_table_has_words(language: str) -> None:
    tables = GAME.printed_tables(language)
    assert [found.id for found in tables] == ["staging-areas", "roads", "zones", "terrain", "random-location"]
    for found in tables:
        assert set(found.rules) <= set(RULEBOOK.headings), found.id
        assert all(len(row) == len(found.columns) for row in found.rows), found.id
        texts = [found.title, *found.columns, *(cell.text for row in found.rows for cell in row)]
        assert not any("⟦" in text for text in texts), texts
        if language == PSEUDO:
            assert not any(re.search(r"[A-Za-z]", text) for text in texts), texts
    assert table_words(language, BOX).keys() == table_words("en", BOX).keys()


def test_tables_are_found_by_rule_name_and_title() -> None:
    tables = GAME.printed_tables("it")
    assert [found.id for found in of_rule(tables, "8.5")] == ["staging-areas"]
    assert [found.id for found in called(tables, "roads")] == ["roads"]
    assert [found.id for found in called(tables, "Luoghi Casuali")] == ["random-location"]
    assert called(tables, "chess") == []
