"""Player aids, a glossary and a tutorial, read from the text files of a game.

`aids.toml` lists the sections of each seat's aid by group, and the rule of each section; `aids.LANG.toml` has their
words, `help.LANG.toml` the glossary. `tutorial.toml` has the set-up and the choices of a first game,
`tutorial.LANG.toml` its words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadSetup
from khyber.engine.reference import Aid, AidGroup, AidLine, AidPiece, AidSection, Term, Tutorial, TutorialStep
from khyber.engine.text import PSEUDO, Catalogue, pseudo, read_entries


@dataclass(frozen=True)
class ReferenceFiles:
    """The reference files of one game."""

    #: The package with the files.
    package: str
    languages: tuple[str, ...]
    seats: tuple[str, ...]
    #: The catalogue of the game in a language.
    catalogue: Callable[[str], Catalogue]
    #: Groups of an aid, in their order.
    groups: tuple[str, ...]
    #: Numbers in the aids.
    figures: Mapping[str, Param]
    #: The parameter of the aid's title that names the seat.
    named: str

    def words(self, lang: str) -> Catalogue:
        """Return the catalogue of the aids, joined with that of the game."""
        own = read_entries(
            self._text(f"aids.{self._spoken(lang)}.toml"), f"aids.{lang}.toml", pseudo if lang == PSEUDO else str
        )
        return self.catalogue(lang).joined(own)

    def aid(self, seat: str, lang: str) -> Aid:
        """Return the player aid of a seat. Raises BadSetup if the seat or language is unknown."""
        if seat not in self.seats:
            raise BadSetup(f"there is no seat {seat!r}: the seats are {', '.join(self.seats)}")
        words, layout = self.words(lang), tomllib.loads(self._text("aids.toml"))
        groups = tuple(
            AidGroup(
                group,
                words.word(f"group.{group}"),
                tuple(
                    self._section(section, layout["rule"][section], layout.get("pieces", {}).get(section, {}), words)
                    for section in layout[seat][group]
                ),
            )
            for group in self.groups
        )
        return Aid(
            seat,
            words.say(Message("aid.title", {self.named: seat})),
            words.word("aid.from"),
            groups,
            words.say(Message("aid.legend", self.figures)),
        )

    def _section(self, section: str, rule: str, pieces: Mapping[str, Sequence[str]], words: Catalogue) -> AidSection:
        keys = words.keys()
        lines = tuple(
            AidLine(
                name,
                words.word(f"kind.{name}") if f"kind.{name}" in keys else "",
                words.say(Message(f"{section}.{name}", self.figures)),
                tuple(
                    AidPiece(piece, words.word(f"legend-piece.{piece}"), words.word(f"piece.{piece}", "mark"))
                    for piece in pieces.get(name, ())
                ),
            )
            for name in tomllib.loads(self._text("aids.en.toml"))[section]
            if name != "title"
        )
        return AidSection(section, words.word(f"{section}.title"), rule, lines)

    def glossary(self, lang: str) -> tuple[Term, ...]:
        """Return the glossary: every term in one sentence."""
        change = pseudo if lang == PSEUDO else str
        entries = tomllib.loads(self._text(f"help.{self._spoken(lang)}.toml"))["help"]
        return tuple(
            Term(id_, change(entry["name"]), change(entry["text"]), entry["rule"]) for id_, entry in entries.items()
        )

    def tutorial(self, lang: str) -> Tutorial:
        """Return the tutorial: a set-up, and its guided choices."""
        change = pseudo if lang == PSEUDO else str
        layout = tomllib.loads(self._text("tutorial.toml"))
        said = tomllib.loads(self._text(f"tutorial.{self._spoken(lang)}.toml"))
        steps = []
        for n, step in enumerate(layout["step"], 1):
            words = {name: change(text) for name, text in said[f"step-{n}"].items()}
            steps.append(
                TutorialStep(
                    n,
                    words["title"],
                    words["text"],
                    words["otherwise"],
                    step["ask"],
                    step["key"],
                    tuple(step["lights"]),
                )
            )
        own = {name: change(text) for name, text in said["tutorial"].items()}
        return Tutorial(
            layout["scenario"],
            layout["seed"],
            layout["seat"],
            layout["seats"],
            own["title"],
            own["intro"],
            own["end-title"],
            own["end"],
            tuple(steps),
            tuple(layout.get("opening", ())),
        )

    def _spoken(self, lang: str) -> str:
        if lang not in (*self.languages, PSEUDO):
            raise BadSetup(f"there is no language {lang!r}: the languages are {', '.join(self.languages)}")
        return "en" if lang == PSEUDO else lang

    def _text(self, name: str) -> str:
        return _read(self.package, name)


@cache
def _read(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
