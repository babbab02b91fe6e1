"""The Italian of A Distant Plain: nouns for Operations and Special Activities, and one word for a printing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from khyber.games.distant_plain.board import CARD_FILES
from khyber.games.distant_plain.play import SIDES
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.operations.execute import OPERATION_RULES
from khyber.games.distant_plain.text import catalogue

#: The packages with words, each with what begins the names of its files here.
PACKAGES = {
    "": "khyber.games.distant_plain.text",
    "terminal/": "khyber.games.distant_plain.terminal",
    "cli/": "khyber.cli.text",
}
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "web" / "src" / "text", ROOT / "src" / "khyber" / "games" / "distant_plain" / "page")
#: The verbs from which headings are made, as in the printed Italian aid.
VERBS = (
    "Addestrare",
    "Pattugliare",
    "Perlustrare",
    "Assaltare",
    "Radunare",
    "Marciare",
    "Attaccare",
    "Terrorizzare",
    "Governare",
    "Trasportare",
    "Sradicare",
    "Estorcere",
    "Infiltrare",
    "Coltivare",
    "Trafficare",
    "Corrompere",
    "Ridispiegare",
)
VERB = re.compile(rf"\b(?:{'|'.join(VERBS)})\b")
#: What comes before an infinitive that is a verb: somebody can do it, or has done with it.
DOING = re.compile(r"\b(?:può|possono|puoi|potresti|potrebbe|finito di)(?: anche| ancora| poi| sia)?$", re.IGNORECASE)
#: Further verbs of the same "can": `può Addestrare e Perlustrare`, `si può sia Radunare sia Coltivare`.
LIST = re.compile(rf"(?:{'|'.join(VERBS)})(?:,| e| o| sia)$")
PRINTING = re.compile(r"\b(?:\dª|prima|seconda|terza) (stampa|ristampa|tiratura|edizione)\b", re.IGNORECASE)


def words(tree: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue, by its key."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from words(value, f"{path}.{key}")
    elif isinstance(tree, str):
        yield path.removeprefix("."), tree


def italian() -> Iterator[tuple[str, str]]:
    """Every Italian text of the game, of the terminal and of the page, by file and key."""
    for where, package in PACKAGES.items():
        for file in files(package).iterdir():
            if file.name == "it.toml" or file.name.endswith(".it.toml"):
                for key, text in words(tomllib.loads(file.read_text(encoding="utf-8"))):
                    yield f"{where}{file.name}:{key}", text
    for number, card in CARD_FILES.items():
        for side in SIDES:
            side_words = card.get(side)
            if isinstance(side_words, dict):
                yield f"cards/{number}:{side}", side_words["it"]
                if "outline" in side_words:
                    yield f"cards/{number}:{side}.outline", side_words["outline"]["it"]
    for page in sorted(file for folder in PAGE for file in folder.glob("*it.ts")):
        yield page.name, page.read_text(encoding="utf-8")


TEXTS = dict(italian())


def heads(key: str) -> bool:
    """Whether a text is the heading of a rule or of a section of an aid, where the printed aid has verbs."""
    file, _, entry = key.partition(":")
    return entry.endswith(".title") and file in ("rules.it.toml", "aids.it.toml")


def as_nouns(text: str) -> list[str]:
    """The infinitives of a text that are used as nouns."""
    return [
        found[0]
        for found in VERB.finditer(text)
        if not DOING.search(before := text[: found.start()].rstrip())
        and not (LIST.search(before) and re.search(DOING.pattern.removesuffix("$"), before, re.IGNORECASE))
    ]


def test_the_catalogue_is_read_whole() -> None:
    assert {key.partition(":")[0] for key in TEXTS} >= {
        "it.toml",
        "aids.it.toml",
        "cards/34",
        "help.it.toml",
        "rules.it.toml",
        "non_players.it.toml",
        "tutorial.it.toml",
        "view.it.toml",
        "effects.it.toml",
        "terminal/it.toml",
        "cli/it.toml",
        "aids.it.ts",
        "text.it.ts",
        "it.ts",
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Uno degli spazi di Radunare.", ["Radunare"]),
        ("Con: Radunare o Marciare.", ["Radunare", "Marciare"]),
        ("Che cosa porta qui Radunare?", ["Radunare"]),
        ("I Talebani possono Radunare o Marciare.", []),
        ("Se non si può Radunare: Marciare.", ["Marciare"]),
        ("Dove si può sia Radunare sia Coltivare.", []),
    ],
)
def test_what_counts_as_a_noun(text: str, found: list[str]) -> None:
    assert as_nouns(text) == found


def test_no_infinitive_stands_for_a_noun() -> None:
    wrong = {key: found for key, text in TEXTS.items() if not heads(key) and (found := as_nouns(text))}
    assert wrong == {}


def test_operations_and_special_activities_are_called_by_nouns() -> None:
    names = [catalogue("it").word(f"operation.{name}") for name in OPERATION_RULES]
    names += [catalogue("it").word(f"activity.{name}") for name in ACTIVITIES]
    assert len(set(names)) == len(names) == 20
    assert not any(re.search(r"(?:are|ere|ire)$", name) for name in names)


def test_a_printing_is_called_by_one_word() -> None:
    called = {found[1] for text in TEXTS.values() for found in PRINTING.finditer(text)}
    assert called == {"edizione"}
