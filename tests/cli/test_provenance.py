"""`khyber provenance`: counts that the data files confirm; and marks with their legend wherever they belong."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.cli.app import run as khyber_run
from khyber.cli.text import words
from khyber.engine.decision import Message
from khyber.engine.optional import Sources
from khyber.engine.provenance import MARK
from khyber.games import distant_plain, enduring_freedom, zurmat
from khyber.games.distant_plain.game import DistantPlain
from tests.cli.playing import columns, run

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
LEGENDS = {"en": "reconstructed, in whole or in part", "it": "ricostruito, del tutto o in parte"}


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 100)


def shown(capsys: Capture, *arguments: str) -> str:
    assert khyber_run(list(arguments)) == 0
    return capsys.readouterr().out


def data(game: Any, name: str) -> dict[str, Any]:
    text = (Path(game.__file__).parent / "data" / name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text) if name.endswith("json") else tomllib.loads(text)
    return found


def clauses(provenance: str) -> Counter[bool]:
    """Whether each clause is a reconstruction; what is in brackets does not part them."""
    while re.search(r"[\[(]", provenance):
        provenance = re.sub(r"[\[(]([^\[\]()]*)[\])]", lambda inner: inner[1].replace(";", ","), provenance)
    return Counter("reconstructed" in clause for clause in provenance.split(";"))


def counts(told: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {kind: (of["facts"]["sourced"], of["facts"]["reconstructed"]) for kind, of in told["kinds"].items()}


def total(provenances: list[str]) -> tuple[int, int]:
    found = sum(map(clauses, provenances), Counter[bool]())
    return found[False], found[True]


def test_event_texts_are_counted_as_their_file_has_them(capsys: Capture) -> None:
    cards = sorted((Path(distant_plain.__file__).parent / "data" / "cards").iterdir())
    files = [data(distant_plain, f"cards/{card.name}") for card in cards]
    sides = [file[side] for file in files for side in ("unshaded", "shaded") if side in file]
    known = [side for side in sides if side["provenance"] != "reconstructed"]
    filled_in = [side for side in known if side.get("filled-in")]
    told = json.loads(shown(capsys, "provenance", "distant-plain", "--json"))
    assert told["kinds"]["card-side"] == {
        "facts": {"sourced": 29, "reconstructed": 128},
        "components": {"sourced": 11, "partly": 18, "reconstructed": 110},
    }
    assert (len(sides), len(known), len(filled_in)) == (139, 29, 18)
    provinces = [space for space in data(distant_plain, "map.json")["spaces"].values() if space.get("terrain")]
    assert counts(told)["space"][1] == len(provinces) == 21
    assert counts(told)["marker"] == (2, 3) and counts(told)["table"] == (2, 1)


def test_tiles_cards_and_tables_of_zurmat_are_counted_as_their_files_have_them(capsys: Capture) -> None:
    told = counts(json.loads(shown(capsys, "provenance", "zurmat", "--json")))
    for kind, name in (
        ("tile", "tiles"),
        ("event-card", "events"),
        ("objective-card", "objectives"),
        ("table", "pieces"),
    ):
        assert told[kind] == total([row["provenance"] for row in data(zurmat, f"{name}.toml").values()]), kind
    cards = [card["provenance"] for side in data(zurmat, "tactics.toml").values() for card in side.values()]
    assert told["tactics-card"] == total(cards)


def test_zones_counters_and_tables_of_enduring_freedom_are_counted_as_their_files_have_them(capsys: Capture) -> None:
    told = counts(json.loads(shown(capsys, "provenance", "enduring-freedom", "--json")))
    chart, tables = data(enduring_freedom, "map.toml"), data(enduring_freedom, "tables.toml")
    assert told["zone"] == total([row["provenance"] for row in chart["zones"].values()])
    assert told["staging-area"] == total([row["provenance"] for row in chart["staging"].values()])
    assert told["terrain"] == total([row["provenance"] for row in tables["terrain"].values()])
    sections = [chart["roads"], chart["location"], *(tables[name] for name in ("jihad", "netwar", "victory", "turns"))]
    assert told["table"] == total([section["provenance"] for section in sections])
    families = data(enduring_freedom, "counters.toml").values()
    assert told["counter"] == total([row["provenance"] for family in families for row in family.values()])


@pytest.mark.parametrize("game", GAMES)
def test_totals_are_sums_and_every_component_is_listed(game: str, capsys: Capture) -> None:
    told = json.loads(shown(capsys, "provenance", game, "--json"))
    for sort in ("facts", "components"):
        for what, n in told[sort].items():
            assert n == sum(kind[sort][what] for kind in told["kinds"].values()), (sort, what)
    assert len(told["list"]) == sum(told["components"].values())
    assert sum(fact["reconstructed"] for one in told["list"] for fact in one["facts"]) == told["facts"]["reconstructed"]
    text = shown(capsys, "provenance", game)
    assert str(told["facts"]["reconstructed"]) in text and LEGENDS["en"] in text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_kind_has_a_name_and_the_list_marks_what_is_reconstructed(game: str, lang: str, capsys: Capture) -> None:
    names = words(game, lang).strictly()
    for kind in Sources.of(find_game(game)).provenance().counts():
        assert names.word(f"ui.kind-{kind}") in shown(capsys, "provenance", game, "--lang", lang)
    listed = shown(capsys, "provenance", game, "--list", "--lang", lang)
    components = [line for line in listed.splitlines() if re.fullmatch(r"  \S+", line)]
    marked = sum(component.origin != "sourced" for component in Sources.of(find_game(game)).provenance().components)
    assert sum(line.endswith(MARK) for line in components) == marked
    assert LEGENDS[lang] in " ".join(listed.split())


def test_a_file_of_one_s_own_counts_as_sourced(capsys: Capture) -> None:
    Path("own.toml").write_text('[3.shaded]\nsteps = [{ do = "die" }]\n', encoding="utf-8")
    told = json.loads(shown(capsys, "provenance", "distant-plain", "--deck", "own.toml", "--json"))
    assert counts(told)["card-side"] == (30, 127)


@pytest.mark.parametrize(
    ("game", "name"),
    [("distant-plain", "A Distant Plain"), ("zurmat", "Zurmat"), ("enduring-freedom", "Enduring Freedom")],
)
def test_the_figures_in_the_documentation_are_these(game: str, name: str, capsys: Capture) -> None:
    told = json.loads(shown(capsys, "provenance", game, "--json"))
    facts, known, of = told["facts"], told["components"]["sourced"], sum(told["components"].values())
    row = f"| {name} | {facts['sourced']} | {facts['reconstructed']} | {known} of {of} |"
    assert row in (ROOT / "docs" / "provenance.md").read_text(encoding="utf-8")


def test_the_readme_promises_no_event_text_that_is_reconstructed() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    sides = Sources.of(find_game("distant-plain")).provenance().counts()["card-side"].components
    assert f"{sides['reconstructed']} of the {sum(sides.values())} Event texts" in readme
    assert MARK in readme and "--deck FILE" in readme and "every Event" not in readme and "Event card, " not in readme


# -- marks in the terminal ------------------------------------------------------------------------------


def test_reconstructed_event_texts_are_marked_wherever_they_are_read(capsys: Capture) -> None:
    known, guessed = (
        shown(capsys, "rules", "distant-plain", "--card", "24"),
        shown(capsys, "rules", "distant-plain", "--card", "3", "--lang", "it"),
    )
    assert MARK not in known and LEGENDS["en"] not in known, "the designer's blog has both of its texts"
    assert guessed.count(MARK) == 3 and LEGENDS["it"] in " ".join(guessed.split())
    marked = Sources.of(find_game("distant-plain")).provenance()
    catalogue = words("distant-plain", "en")
    for card, sides in DistantPlain().cards.texts.items():
        for side in sides:
            said = catalogue.say(Message("ui.card-text", {"card": card, "side": side}))
            assert said.endswith(MARK) is (marked.origin("card-side", f"{card}:{side}") != "sourced"), (card, side)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_legend_comes_with_the_first_board_and_with_the_map(game: str, lang: str) -> None:
    text = " ".join(run("play", game, "--seed", "5", "--lang", lang, lines=["map", "quit"]).split())
    assert text.count(f"{MARK} {LEGENDS[lang]}") == 2


def test_tables_are_marked_where_they_are_reconstructed(capsys: Capture) -> None:
    location = shown(capsys, "rules", "enduring-freedom", "30.2")
    assert f"Random Location Placement Table{MARK}" in location and LEGENDS["en"] in " ".join(location.split())
    zones = shown(capsys, "rules", "enduring-freedom", "8.2")
    assert f"Kabul{MARK}" in zones and f"Tora Bora{MARK}" not in zones, "all that is said of Tora Bora is in the rules"
    second = shown(capsys, "rules", "distant-plain", "2nd:8.2")
    assert "Random Spaces, 2nd printing" in second and MARK not in second, "a public source has it"


def test_cards_of_zurmat_are_marked_where_they_are_looked_up(capsys: Capture) -> None:
    assert MARK in shown(capsys, "rules", "zurmat", "--card", "motorcycles")
    assert MARK not in shown(capsys, "rules", "zurmat", "--card", "2")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_aids_mark_what_is_reconstructed_and_say_so(lang: str, capsys: Capture) -> None:
    text = " ".join(shown(capsys, "aid", "distant-plain", "government", "--lang", lang).split())
    assert {"en": f"the Event{MARK}", "it": f"l'Evento{MARK}"}[lang] in text
    assert {"en": f"in Mountain{MARK} for every 3", "it": f"in montagna{MARK} ogni 3"}[lang] in text
    assert {"en": f"{MARK} partly reconstructed", "it": f"{MARK} ricostruito in parte"}[lang] in text
    assert khyber_run(["aid", "distant-plain", "--html", "aids.html", "--lang", lang]) == 0
    assert Path("aids.html").read_text(encoding="utf-8").count(f"<footer>{MARK} ") == 4
