"""Text files of a package: `en.toml`, `rules.it.toml`, one of each kind for every language."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from khyber.engine.errors import BadSetup
from khyber.engine.text import PSEUDO, Entry, RuleTexts, Sentence, pseudo, read_entries, read_rules


@dataclass(frozen=True, slots=True)
class TextFiles:
    """The text files of a package. `pseudo` is a language, too: English with accents, for tests."""

    package: str
    languages: tuple[str, ...]

    def source(self, lang: str) -> str:
        """Return the language whose words are written down for it. Raises BadSetup without that language."""
        if lang not in (*self.languages, PSEUDO):
            raise BadSetup(f"there is no language {lang!r}: the languages are {', '.join(self.languages)}")
        return "en" if lang == PSEUDO else lang

    def text(self, lang: str, kind: str = "") -> str:
        """Return a file as it is. Raises BadSetup without that language."""
        name = _name(self.source(lang), kind)
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def entries(self, lang: str, kind: str = "") -> dict[str, Entry]:
        """Return the entries of a catalogue file."""
        return read_entries(self.text(lang, kind), _name(lang, kind), change(lang))

    def explained(self, lang: str) -> dict[str, Entry]:
        """Return the glossary as entries of a catalogue: `help.ID` explains a thing, `term.ID` names it."""
        changed, found = change(lang), dict[str, Entry]()
        for id_, entry in tomllib.loads(self.text(lang, "help"))["help"].items():
            found |= {f"help.{id_}": Sentence(changed(entry["text"])), f"term.{id_}": Sentence(changed(entry["name"]))}
        return found

    def rules(self, lang: str) -> RuleTexts:
        """Return the rules in our own words."""
        return read_rules(self.text(lang, "rules"), _name(lang, "rules"), change(lang))


def change(lang: str) -> Callable[[str], str]:
    """Return what turns a text of a file into the language: accents for `pseudo`."""
    return pseudo if lang == PSEUDO else str


def _name(lang: str, kind: str) -> str:
    return f"{kind}.{lang}.toml" if kind else f"{lang}.toml"
