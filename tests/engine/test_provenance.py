"""Where printed facts come from: read from the data files of every game, counted, and marked by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.boxed import digest_of
from khyber.engine.game import Json
from khyber.engine.optional import Sources, with_data
from khyber.engine.provenance import MARK, OWN_FILE, Component, Provenance, counted, read, rows
from khyber.games.enduring_freedom import box as freedom
from khyber.games.zurmat import box as zurmat
from tests.engine.tiny import TINY

#: By which words a clause names its source.
SOURCE = re.compile(r"rulebook|\brule\b|public source|source:|general knowledge")
ROWS = {
    "kabul": {"provenance": "name [rule: 6.0; 8.1]; links [reconstructed: real geography]"},
    "herat": {"provenance": "reconstructed"},
    "zaranj": {"provenance": "rulebook"},
    "farah": {},
}


def told() -> Provenance:
    return Provenance(rows("zone", ROWS), {"zone": ("place", "origin")})


def test_a_component_is_as_well_known_as_its_facts() -> None:
    origins = {component.id: component.origin for component in told().components}
    assert origins == {"kabul": "partly", "herat": "reconstructed", "zaranj": "sourced", "farah": "sourced"}
    assert [fact.text for fact in told().by_id["zone", "kabul"].facts] == [
        "name [rule: 6.0; 8.1]",
        "links [reconstructed: real geography]",
    ]
    assert told().by_id["zone", "farah"].facts[0].text == OWN_FILE, "a row that says nothing is somebody's own"


def test_facts_and_components_are_counted_by_kind() -> None:
    counts = told().counts()["zone"]
    assert (counts.sourced, counts.reconstructed) == (3, 2)
    assert counts.components == {"sourced": 2, "partly": 1, "reconstructed": 1}
    assert counted(()).components == {"sourced": 0, "partly": 0, "reconstructed": 0}


def test_the_mark_stands_beside_whatever_is_reconstructed_in_part() -> None:
    marks = {
        (param, value): told().mark(param, value)
        for param in ("place", "origin", "unit")
        for value in ("kabul", "herat", "zaranj", "nowhere")
    }
    assert {key for key, mark in marks.items() if mark} == {
        (param, value) for param in ("place", "origin") for value in ("kabul", "herat")
    }
    assert set(marks.values()) == {"", MARK}


def test_views_may_call_a_component_otherwise() -> None:
    cards = Provenance(rows("card", {"intel": {"provenance": "reconstructed"}}, "taliban:"), {"card": ("hand",)})
    assert (cards.mark("hand", "intel"), cards.mark("hand", "taliban:intel")) == (MARK, "")
    assert cards.origin("card", "taliban:intel") == "reconstructed" and cards.origin("card", "intel") == "sourced"


def test_a_game_need_not_say_anything() -> None:
    provenance = Sources.of(TINY).provenance()
    assert provenance.components == () and provenance.mark("card", "gem") == ""


# -- the games ----------------------------------------------------------------------------------------


def facts(game: str) -> Iterator[tuple[Component, str, bool]]:
    for component in Sources.of(find_game(game)).provenance().components:
        yield from ((component, fact.text, fact.reconstructed) for fact in component.facts)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_names_a_source_or_is_reconstructed(game: str) -> None:
    for component, text, reconstructed in facts(game):
        filled_in = component.kind == "card-side" and component.origin == "partly"
        assert filled_in or bool(SOURCE.search(text)) is not reconstructed or "reconstructed" in text, (component, text)
        assert filled_in or reconstructed is ("reconstructed" in text), (component, text)


@pytest.mark.parametrize("game", GAMES)
def test_components_have_ids_of_their_own_and_kinds_are_told_once(game: str) -> None:
    provenance = Sources.of(find_game(game)).provenance()
    assert len(provenance.by_id) == len(provenance.components) > 70
    kinds = [component.kind for component in provenance.components]
    assert list(dict.fromkeys(kinds)) == list(provenance.counts())


@pytest.mark.parametrize("game", ["zurmat", "enduring-freedom"])
def test_facts_of_an_own_file_are_its_owner_s(game: str) -> None:
    dagger: Json = {"us-dagger": {"factors": [3, 1]}}
    own: dict[str, dict[str, Json]] = {
        "zurmat": {"tiles": {"08": {"roads": ["NS"]}}, "dice": {"us": ["hit"] * 6}},
        "enduring-freedom": {"ground": dagger, "location": {"row-1": ["kabul"] * 6}},
    }
    before = Sources.of(find_game(game)).provenance()
    after = Sources.of(with_data(find_game(game), own[game])).provenance()
    kind, id_, table = {
        "zurmat": ("tile", "08", "dice"),
        "enduring-freedom": ("counter", "us-dagger", "random-location"),
    }[game]
    assert before.origin(kind, id_) != "sourced" and after.origin(kind, id_) == "sourced"
    assert after.origin("table", table) == "partly", "the rest of the table is still ours"
    changed = {key for key, component in before.by_id.items() if after.by_id[key] != component}
    assert changed == {(kind, id_), ("table", table)}


def test_a_table_that_an_own_file_replaces_is_no_longer_marked() -> None:
    faces: Json = ["hit"] * 6
    own = with_data(find_game("zurmat"), {"dice": {"afghan": faces, "us": faces, "fort": faces}})
    assert Sources.of(own).provenance().origin("table", "dice") == "sourced"


def test_data_are_told_apart_by_their_facts_not_by_their_sources() -> None:
    for tables in (zurmat.printed(), freedom.printed()):
        name = next(iter(tables))
        section = next(iter(tables[name]))
        table = tables[name][section]
        assert isinstance(table, dict)
        other = {**tables, name: {**tables[name], section: {**table, "provenance": "my copy"}}}
        assert digest_of(other) == digest_of(tables)
        assert digest_of({**tables, name: {}}) != digest_of(tables)


def test_reading_does_not_stumble_over_what_somebody_writes() -> None:
    assert read("card", "7", "my own copy; I looked").origin == "sourced"
    assert read("card", "7", "").origin == "sourced"
