"""Our aids say all that the Italian aid of the printed game says: fact by fact in italian_aid.toml."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.board import FACTION_BY_ID, PIECE_IDS, SEATS
from khyber.games.distant_plain.drawing import colours
from khyber.games.distant_plain.reference import aid, picture
from khyber.games.distant_plain.rules.activities.execute import OF_FACTION, may_accompany
from khyber.games.distant_plain.text import catalogue, languages
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, pieces
from tests.distant_plain.positions import at

TABLE = tomllib.loads((Path(__file__).parent / "italian_aid.toml").read_text(encoding="utf-8"))
HEADINGS: dict[str, list[str]] = TABLE.pop("heading")
#: Whose sheet, which section, and a row of the table.
FACTS = [
    (seat, section, row)
    for whose, sections in TABLE.items()
    for seat in (SEATS if whose == "all" else (whose,))
    for section, rows in sections.items()
    for row in rows
]
COIN = ("train", "patrol", "sweep", "assault")
INSURGENT = ("rally", "march", "attack", "terror")


@cache
def lines(seat: str, lang: str) -> dict[str, str]:
    """Every line of an aid as it is read, by section and kind: `surge.cost`; pieces come before their text."""
    return {
        f"{section.id}.{line.id}": " ".join(filter(None, (", ".join(piece.name for piece in line.pieces), line.text)))
        for group in aid(seat, lang).groups
        for section in group.sections
        for line in section.lines
    }


@cache
def titles(seat: str, lang: str) -> dict[str, str]:
    return {section.id: section.title for group in aid(seat, lang).groups for section in group.sections}


def operations(seat: str) -> tuple[str, ...]:
    return COIN if seat in ("coalition", "government") else INSURGENT


# -- every fact -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize(
    ("seat", "section", "row"), FACTS, ids=[f"{seat}-{section}-{row[0]}" for seat, section, row in FACTS]
)
def test_every_fact_of_the_printed_aid_is_on_ours(seat: str, section: str, row: list[str], lang: str) -> None:
    _fact, line, italian, english, *_differs = row
    at = line if "." in line else f"{section}.{line}"
    assert {"it": italian, "en": english}[lang] in lines(seat, lang)[at]


@pytest.mark.parametrize("seat", SEATS)
def test_the_table_covers_every_operation_and_special_activity(seat: str) -> None:
    """For each its purpose, where it takes place, what it may go with and what it does; for Operations the cost too."""
    covered = {f"{section}.{row[1]}" for whose, section, row in FACTS if whose == seat}
    for operation in operations(seat):
        kinds = ("purpose", "where", "cost", "with", "do")
        assert {f"{seat}-{operation}.{kind}" for kind in kinds} <= covered
    for activity in OF_FACTION[FACTION_BY_ID[seat]]:
        assert {f"{activity}.{kind}" for kind in ("purpose", "with", "where", "do")} <= covered


def test_what_a_row_corrects_names_its_rule() -> None:
    for _seat, section, row in FACTS:
        assert len(row) in (4, 5), f"{section}: {row[0]}"
        assert all(re.search(r"\(\d+\.\d", differs) for differs in row[4:]), row[4:]


# -- headings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_a_heading_has_the_english_name_and_the_printed_aids_own_word(seat: str) -> None:
    """Where our word is another one, the printed aid's follows: `Radunare (Rally; nel sussidio: Riorganizzare)`."""
    ours, english_titles = titles(seat, "it"), titles(seat, "en")
    for section, (own, english) in HEADINGS.items():
        if section not in ours:
            continue
        assert english_titles[section] == english
        name, _, brackets = ours[section].partition(" (")
        assert brackets.removesuffix(")").split("; ")[0] == english
        same = own.casefold() in (name.casefold(), english.casefold())
        assert ("nel sussidio" in brackets) is not same
        assert same or f"nel sussidio: {own}" in brackets
    assert {f"{seat}-{op}" for op in operations(seat)} | set(OF_FACTION[FACTION_BY_ID[seat]]) <= set(HEADINGS)


def test_no_heading_of_the_english_aid_has_another_language() -> None:
    assert not any("(" in title for seat in SEATS for title in titles(seat, "en").values())


# -- what goes with what ----------------------------------------------------------------------------


@pytest.mark.rule("4.1.1")
@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("seat", SEATS)
def test_each_operation_names_the_special_activities_that_may_accompany_it(seat: str, lang: str) -> None:
    faction, words, told = FACTION_BY_ID[seat], catalogue(lang), lines(seat, lang)
    joint, anything = {"it": (" o ", "Qualsiasi Attività speciale."), "en": (" or ", "Any Special Activity.")}[lang]
    for operation in operations(seat):
        may = [words.word(f"activity.{name}") for name in may_accompany(faction, operation)]
        expected = anything if len(may) == len(OF_FACTION[faction]) else f"{joint.join(may)}."
        assert told[f"{seat}-{operation}.with"] == expected


@pytest.mark.rule("4.1.1")
@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("seat", SEATS)
def test_each_special_activity_names_the_operations_it_may_accompany(seat: str, lang: str) -> None:
    words, told = catalogue(lang), lines(seat, lang)
    last, anything = {"it": (" o ", "Qualsiasi Operazione."), "en": (" or ", "Any Operation.")}[lang]
    for activity in OF_FACTION[FACTION_BY_ID[seat]]:
        may = [
            words.word(f"operation.{name}")
            for name in operations(seat)
            if activity in may_accompany(FACTION_BY_ID[seat], name)
        ]
        expected = anything if len(may) == 4 else f"{', '.join(may[:-1])}{last if may[:-1] else ''}{may[-1]}."
        assert told[f"{activity}.with"] == expected


# -- the legend -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("seat", SEATS)
def test_the_legend_shows_every_piece_once(seat: str, lang: str) -> None:
    shown = [
        piece
        for group in aid(seat, lang).groups
        for section in group.sections
        for line in section.lines
        for piece in line.pieces
    ]
    assert sorted(piece.id for piece in shown) == sorted(PIECE_IDS)
    for piece in shown:
        assert piece.mark == catalogue(lang).word(f"piece.{piece.id}", "mark")
    assert len({piece.name for piece in shown}) == len(PIECE_IDS)


def test_a_piece_is_pictured_in_the_colour_of_its_faction() -> None:
    for piece in PIECE_IDS:
        drawn = picture(piece)
        assert drawn.startswith("<svg ")
        assert piece == "government-police" or colours.FACTION[piece.split("-")[0]] in drawn
    assert len({picture(piece).replace(piece, "") for piece in PIECE_IDS}) == len(PIECE_IDS)
    with pytest.raises(BadSetup, match="there is no piece 'taliban-tank'"):
        picture("taliban-tank")


# -- what was missing is so in play -----------------------------------------------------------------


@pytest.mark.rule("3.3.3")
@pytest.mark.parametrize(("seat", "own", "enemy"), [("taliban", "T", "W"), ("warlords", "W", "T")])
def test_an_attack_removes_underground_guerrillas(seat: str, own: str, enemy: str) -> None:
    assert "even Underground Guerrillas" in lines(seat, "en")[f"{seat}-attack.do"]
    table = at(seat, spaces={"balkh": f"{own} 2a, {enemy} 2u"}, resources=1, chance=[2])
    choose(table, "attack", {"T": "taliban", "W": "warlords"}[enemy] + "-guerrilla-underground")
    assert pieces(table, "balkh") == f"{own} 2a"


@pytest.mark.rule("6.6.1", "4.2.3")
def test_a_shift_past_sponsorship_leaves_islamabad_in_its_box_and_turns_it_hard() -> None:
    assert "Sponsorship flips the marker to this side in its box" in lines("taliban", "en")["islamabad.hard"]
    table = at("coalition", islamabad="sponsorship", spaces={"kabul": "C 1t, T 2a", "waziristan": "T 1a"})
    choose(table, "assault", "air-strike", "taliban-guerrilla-active")
    assert pieces(table, "waziristan") == ""
    assert table.view()["islamabad"] == {"box": "sponsorship", "hard": True}


@pytest.mark.rule("6.6.1")
def test_sponsorship_widens_a_limited_operation_but_adds_no_special_activity() -> None:
    assert "still without a Special Activity" in lines("taliban", "en")["islamabad.sponsorship"]
    table = at(
        "taliban",
        acted=["coalition"],
        first_did="operation",
        islamabad="sponsorship",
        resources=5,
        spaces={"paktika": "T 2u", "khowst": "T 2u"},
    )
    choose(table, "rally", "paktika", "1")
    assert "khowst" in keys(table)
    assert_refused(table, "extort", "infiltrate")


@pytest.mark.rule("6.5.1")
@pytest.mark.parametrize(("cubes", "deserting"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_the_government_picks_1_deserter_in_3_rounded_down(cubes: int, deserting: int) -> None:
    assert (
        "1 in 3 of its cubes (rounded down); they become Available"
        in lines("government", "en")["redeploy-phase.desert"]
    )
    table = at("government", step="desertion", spaces={"kabul": f"G {cubes - 1}t 1p"}, available="G 0t 0p")
    if deserting:
        assert asked(table) == "government desertion"
        choose(table, str(deserting))
    assert count(table, "available", "G t") == deserting


@pytest.mark.rule("3.2.2", "2.3.5")
def test_a_limited_patrol_assaults_only_where_it_ends() -> None:
    assert "as a Limited Operation, the destination" in lines("government", "en")["government-patrol.then"]
    table = at(
        "government",
        resources=3,
        acted=["taliban"],
        first_did="operation",
        spaces={"kabul": "G 2t", "kabul-aibak": "T 1a", "farah-kandahar": "G 2p, T 1a"},
    )
    choose(table, "patrol", "kabul", "kabul-aibak", "2", "done")
    assert asked(table) == "government patrol-assault"
    assert keys(table) == ["kabul-aibak", "done"]
