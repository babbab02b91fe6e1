"""The aids, the glossary and the first game: complete in both languages, and true to the rules."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, cast

import pytest

import khyber
from khyber.agents.driver import advance
from khyber.catalogue import reference
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO, Forms, Sentence, read_entries
from khyber.games.distant_plain.board import (
    BOX_IDS,
    CONTROL_IDS,
    IS_PASHTUN,
    LEVEL_IDS,
    PIECE_IDS,
    POPULATION,
    PROVINCES,
    SEATS,
    SPACE_BY_ID,
)
from khyber.games.distant_plain.reference import FIGURES, GROUPS, aid, aid_words, glossary, tutorial
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.operations.execute import OPERATION_RULES
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import languages, rule_texts
from tests.distant_plain.choices import choose
from tests.distant_plain.facts import pieces, resources
from tests.distant_plain.positions import at

NUMBER = re.compile(r"(?:2nd:)?\d+(?:\.\d+)+")


def text(name: str) -> str:
    return files("khyber.games.distant_plain.text").joinpath(name).read_text(encoding="utf-8")


def said(seat: str, section: str) -> str:
    """All lines of a section of an aid, in English."""
    found = [one for group in aid(seat, "en").groups for one in group.sections if one.id == section]
    return " ".join(line.text for line in found[0].lines)


def _numbers(entry: Sentence) -> list[str]:
    return NUMBER.findall(entry.text + "".join(after for *_, after in entry.slots))


# -- aids -------------------------------------------------------------------------------------------


def test_the_aids_say_the_same_in_both_languages() -> None:
    english, italian = (read_entries(text(f"aids.{lang}.toml"), lang) for lang in languages)
    assert list(english) == list(italian)
    for key, entry in english.items():
        other = italian[key]
        assert isinstance(entry, Sentence)
        assert isinstance(other, Sentence)
        assert sorted(slot[:2] for slot in entry.slots) == sorted(slot[:2] for slot in other.slots), key
        assert _numbers(entry) == _numbers(other), key
        assert not isinstance(entry, Forms)


def test_every_section_is_on_an_aid_and_has_a_rule() -> None:
    layout = tomllib.loads(text("aids.toml"))
    used = {section for seat in SEATS for group in GROUPS for section in layout[seat][group]}
    written = set(tomllib.loads(text("aids.en.toml"))) - {"aid", "group", "kind", "legend-piece"}
    assert used == written == set(layout["rule"])
    assert set(layout) == {*SEATS, "rule", "pieces"}
    assert all(set(layout[seat]) == set(GROUPS) for seat in SEATS)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("seat", SEATS)
def test_every_rule_that_an_aid_mentions_is_there(seat: str, lang: str) -> None:
    known = set(rule_texts(lang).numbers())
    for group in aid(seat, lang).groups:
        for section in group.sections:
            mentioned = {section.rule, *(n for line in section.lines for n in NUMBER.findall(line.text))}
            assert mentioned <= known, f"{section.id}: {mentioned - known}"
            assert all("⟦" not in line.text and "{" not in line.text for line in section.lines)


@pytest.mark.parametrize("seat", SEATS)
def test_an_aid_has_the_operations_and_activities_of_its_faction(seat: str) -> None:
    coin = seat in ("coalition", "government")
    chapter = {"coalition": "4.2", "government": "4.3", "taliban": "4.4", "warlords": "4.5"}[seat]
    rules = {group.id: [section.rule for section in group.sections] for group in aid(seat, "en").groups}
    assert rules["operations"] == [f"{'3.2' if coin else '3.3'}.{n}" for n in (1, 2, 3, 4)]
    assert rules["activities"] == [f"{chapter}.{n}" for n in (1, 2, 3)]


def test_every_figure_is_used() -> None:
    used = {name for key in aid_words("en").keys() for name in aid_words("en").params(key)}  # noqa: SIM118
    assert set(FIGURES) <= used


def test_there_is_no_aid_for_nobody_and_in_no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetup, match="there is no seat 'iran'"):
        aid("iran", "en")
    with pytest.raises(BadSetup, match="there is no language 'de'"):
        aid("taliban", "de")
    with monkeypatch.context() as without:
        without.setattr("khyber.catalogue.find_spec", lambda _: None)
        with pytest.raises(BadSetup, match="distant-plain has no faction aids"):
            reference("distant-plain")


def test_nothing_of_the_aids_escapes_the_translator() -> None:
    plain = re.compile(r"[a-zA-Z]")
    for seat in SEATS:
        for group in aid(seat, PSEUDO).groups:
            assert not plain.search(group.title)
            assert not any(plain.search(line.text) for one in group.sections for line in one.lines)


# -- figures on the aids, as the rules have them -----------------------------------------------------


def test_what_passing_brings() -> None:
    table = at("taliban", taliban=5)
    choose(table, "pass")
    assert f"You get {resources(table, 'taliban') - 5} Resource and" in said("taliban", "pass-insurgent")
    table = at("coalition", government=5)
    choose(table, "pass")
    assert f"The Government gets {resources(table, 'government') - 5} Resources" in said("coalition", "pass-coin")


@pytest.mark.parametrize(
    ("seat", "operation", "section", "phrase"),
    [
        ("taliban", "rally", "taliban-rally", "{n} Resource per space"),
        ("warlords", "rally", "warlords-rally", "{n} Resource per space"),
        ("taliban", "attack", "taliban-attack", "{n} Resource per space"),
        ("warlords", "attack", "warlords-attack", "{n} Resource per space"),
        ("taliban", "terror", "taliban-terror", "{n} Resource for a Province"),
        ("warlords", "terror", "warlords-terror", "{n} Resource for a Province"),
        ("government", "train", "government-train", "{n} Resources per space"),
        ("government", "sweep", "government-sweep", "{n} Resources per space"),
        ("government", "assault", "government-assault", "{n} Resources per space"),
    ],
)
def test_what_a_space_costs(seat: str, operation: str, section: str, phrase: str) -> None:
    mixed = "G 4t, T 1u 1a, W 1u 1a"
    table = at(seat, spaces={"balkh": mixed, "herat": mixed}, resources=9, chance=[6])
    choose(table, operation, "balkh")
    assert phrase.format(n=9 - resources(table, seat)) in said(seat, section)


@pytest.mark.parametrize("seat", ["taliban", "warlords"])
def test_what_a_march_costs(seat: str) -> None:
    letter = seat[0].upper()
    table = at(seat, spaces={"balkh": f"{letter} 1u", "herat": f"{letter} 1u"}, resources=9)
    choose(table, "march", "balkh", "samangan")
    assert f"{9 - resources(table, seat)} Resource for each Province" in said(seat, f"{seat}-march")


def test_what_a_patrol_costs() -> None:
    table = at("government", spaces={"kabul": "G 1t"}, resources=9)
    choose(table, "patrol")
    assert f"{9 - resources(table, 'government')} Resources in all" in said("government", "government-patrol")


def test_what_sharia_costs_in_a_rally() -> None:
    table = at("taliban", spaces={"khowst": "T 1B"}, resources=9)
    choose(table, "rally", "khowst", "nothing", "sharia khowst")
    assert f"{8 - resources(table, 'taliban')} Resource for each Terror marker" in said("taliban", "taliban-rally")


def test_what_eradication_brings() -> None:
    table = at("government", spaces={"balkh": "G 2t, W 1B"}, resources=9, aid=10, patronage=5)
    choose(table, "train", "eradicate", "balkh")
    brought = f"+{table.state.aid - 10} Aid, +{table.state.patronage - 5} Patronage"
    assert brought in said("government", "eradicate")


def test_what_extortion_and_traffic_bring() -> None:
    table = at("taliban", spaces={"balkh": "T 4u, W 1B", "herat": "T 1u"}, resources=9, warlords=9)
    choose(table, "rally", "extort", "balkh")
    assert f"take {9 - resources(table, 'warlords')} Resources from the Warlords" in said("taliban", "extort")
    before = resources(table, "taliban")
    choose(table, "herat")
    assert f"Otherwise +{resources(table, 'taliban') - before}, or" in said("taliban", "extort")
    table = at("warlords", spaces={"balkh": "W 1u 1B", "konduz": "W 1B"}, resources=9)
    choose(table, "rally", "traffic", "balkh")
    assert f"+{resources(table, 'warlords') - 9} Resource for each of your Bases" in said("warlords", "traffic")


def test_what_casualties_cost() -> None:
    table = at(step="resources", casualties="C 1t", aid=7)
    assert f"Aid falls by {7 - table.state.aid} for each Casualty" in said("coalition", "resources-phase")
    assert f"each costs {7 - table.state.aid} Aid" in said("coalition", "coalition-reminders")


@pytest.mark.parametrize(("space", "cubes"), [("balkh", 2), ("ghowr", 3)])
def test_how_many_cubes_a_government_assault_takes(space: str, cubes: int) -> None:
    """Balkh is in the Plains, Ghowr in the Mountains."""
    assert f"every {cubes}" in said("government", "government-assault")
    for troops, removed in ((cubes - 1, 0), (cubes, 1)):
        table = at("government", spaces={space: f"G {troops}t, T 2a"}, resources=9)
        choose(table, "assault", space)
        asked = table.decision is not None and table.decision.ask == "remove-enemy"
        if asked:
            choose(table, "taliban-guerrilla-active")
        assert pieces(table, space).endswith(f"T {2 - removed}a")


# -- glossary ---------------------------------------------------------------------------------------


def test_the_glossary_says_the_same_in_both_languages() -> None:
    english, italian = (glossary(lang) for lang in languages)
    assert [(term.id, term.rule) for term in english] == [(term.id, term.rule) for term in italian]
    assert {term.rule for term in english} <= set(rule_texts("en").numbers())
    for term in (*english, *italian):
        assert re.fullmatch(r"[A-Z0-9].*\w\)?\.", term.text), term.id
        assert ". " not in term.text.replace("Econ. ", ""), f"{term.id} takes more than one sentence"


def test_the_glossary_knows_all_that_a_board_shows() -> None:
    known = {term.id for term in glossary("en")}
    view = khyber.new("distant-plain", seed=1, options=["deception"]).view()
    totals = view["totals"]
    assert isinstance(totals, dict)
    shown = {
        *PIECE_IDS,
        *SEATS,
        *BOX_IDS,
        *ACTIVITIES,
        *totals,
        *(f"level-{level}" for level in LEVEL_IDS),
        *(f"control-{control}" for control in CONTROL_IDS),
        *(operation for operation in OPERATION_RULES if operation != "terror"),
        "terror-operation",
        "available",
        "casualties",
        "out-of-play",
        "capabilities",
        "momentum",
        "deception",
        "resources",
        "aid",
        "patronage",
        "islamabad",
        "hard",
        "margin",
        "markers",
        "terror",
        "sabotage",
        "returnees",
        "card",
        "next",
        "deck",
        "propaganda",
        "sequence",
        "eligible",
    }
    assert shown <= known


def test_the_goals_in_the_glossary_are_those_of_the_rules() -> None:
    texts = {term.id: term.text for term in glossary("en")}
    for term, figures in {
        "support-available": ("support",),
        "coin-patronage": ("coingoal",),
        "opposition-bases": ("opposition",),
        "uncontrolled": ("uncontrolled", "wealth"),
        "resources": ("resources",),
        "patronage": ("patronage",),
        "markers": ("markers", "returnees"),
        "base": ("bases",),
        "government-base": ("forbase",),
        "suborn": ("suborn",),
        "civic-action": ("coin",),
    }.items():
        assert all(re.search(rf"\b{FIGURES[figure]}\b", texts[term]) for figure in figures), term


# -- the first game ---------------------------------------------------------------------------------


def first_game() -> Table[State]:
    told = tutorial("en")
    seats = {**told.seats, told.seat: "person"}
    return khyber.new("distant-plain", scenario=told.scenario, seed=told.seed, seats=seats)


def test_the_first_game_can_be_played_step_by_step() -> None:
    table, told = first_game(), tutorial("en")
    assert len(told.steps) == 10
    advance(table)
    for step in told.steps:
        decision = table.decision
        assert decision is not None
        assert (decision.seat, decision.ask) == (told.seat, step.ask), f"step {step.n}"
        assert step.key in [option.key for option in decision.options], f"step {step.n}"
        assert set(step.lights) <= set(SPACE_BY_ID)
        table.choose(step.key)
        advance(table)
    assert table.decision is not None
    assert "extort" in [option.key for option in table.decision.options]


def test_what_the_first_game_tells_is_so() -> None:
    """Every figure and event that its words mention."""
    table, told = first_game(), tutorial("en")
    khowst, kabul = SPACE_BY_ID["khowst"], SPACE_BY_ID["kabul"]
    advance(table)
    seen: list[Any] = []
    for step in told.steps:
        seen.append(table.view())
        table.choose(step.key)
        advance(table)
    seen.append(table.view())

    def total(n: int, of: str) -> int:
        return int(seen[n]["totals"][of])

    def space(n: int, name: str) -> dict[str, Any]:
        return cast(dict[str, Any], seen[n]["spaces"][name])

    assert total(0, "opposition-bases") == 9
    assert space(0, "khowst")["population"] == 3
    assert IS_PASHTUN[khowst]
    assert all(
        space(0, one)["population"] <= 3 for one, at_ in SPACE_BY_ID.items() if at_ in PROVINCES and IS_PASHTUN[at_]
    )
    assert space(2, "khowst")["control"] == "coin"
    assert space(3, "khowst")["control"] == "taliban"
    assert total(4, "opposition-bases") == 12
    assert seen[4]["resources"]["taliban"] == 13
    assert space(5, "khowst")["control"] == "coin"
    assert space(5, "khowst")["level"] == "opposition"
    assert POPULATION[kabul] + 1 == space(5, "kabul")["population"] == 4
    assert space(7, "kabul")["level"] == "neutral"
    assert total(5, "support-available") - total(7, "support-available") == 4
    assert space(7, "khowst")["pieces"]["taliban-guerrilla-active"] == 6
    lost = [
        event for event in table.events() if event.kind == "removed" and event.params.get("piece") == "taliban-base"
    ]
    assert len(lost) == 2
    assert space(10, "khowst")["pieces"]["taliban-guerrilla-underground"] == 6


def test_the_first_game_is_told_in_both_languages() -> None:
    english, italian = (tutorial(lang) for lang in languages)
    assert [(s.n, s.ask, s.key, s.lights) for s in english.steps] == [
        (s.n, s.ask, s.key, s.lights) for s in italian.steps
    ]
    for told in (english, italian):
        texts = [
            told.title,
            told.intro,
            told.end_title,
            told.end,
            *(word for s in told.steps for word in (s.title, s.text, s.otherwise)),
        ]
        assert all(texts)
    assert not {s.text for s in english.steps} & {s.text for s in italian.steps}


def test_the_title_of_an_aid_names_its_faction() -> None:
    for lang in languages:
        for seat in SEATS:
            words = aid_words(lang)
            assert aid(seat, lang).title == words.say(Message("aid.title", {"faction": seat}))
            assert words.called("faction", seat) in aid(seat, lang).title
