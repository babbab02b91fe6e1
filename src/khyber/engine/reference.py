"""Reference pages of a game (aids, glossary, tutorial), and search in its rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from khyber.engine.text import RuleText, RuleTexts

#: Characters of a text shown around a match.
SNIPPET: Final = 160
#: Maximum words searched for; the rest are ignored.
MAX_WORDS: Final = 8
_WORD: Final = re.compile(r"\w+(?:[.:]\w+)*")


@dataclass(frozen=True, slots=True)
class AidPiece:
    """A piece in the legend of an aid; `mark` is its letter on the terminal's map."""

    id: str
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class AidLine:
    """One line: the id and name of its kind (where, cost, ...), pieces, text."""

    id: str
    label: str
    text: str
    pieces: tuple[AidPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class AidSection:
    """The lines of one rule."""

    id: str
    title: str
    rule: str
    lines: tuple[AidLine, ...]


@dataclass(frozen=True, slots=True)
class AidGroup:
    """Sections under one heading."""

    id: str
    title: str
    sections: tuple[AidSection, ...]


@dataclass(frozen=True, slots=True)
class Aid:
    """The player aid of one seat."""

    seat: str
    title: str
    source: str
    groups: tuple[AidGroup, ...]
    #: Meaning of the mark of reconstructed facts; "" if there is none.
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary, explained in one sentence, with its rule."""

    id: str
    name: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A guided choice: decision, option, reason, reply to other options, highlights."""

    n: int
    title: str
    text: str
    otherwise: str
    ask: str
    key: str
    lights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game: the set-up of its table, and its guided choices."""

    scenario: str
    seed: int
    seat: str
    seats: Mapping[str, str]
    title: str
    intro: str
    end_title: str
    end: str
    steps: tuple[TutorialStep, ...]
    #: Answers of the seat before the first step, as for the set-up of a map.
    opening: tuple[str, ...] = ()


class Reference(Protocol):
    """What a game's module `reference` offers."""

    def aid(self, seat: str, lang: str) -> Aid: ...

    def picture(self, piece: str) -> str: ...

    def glossary(self, lang: str) -> tuple[Term, ...]: ...

    def tutorial(self, lang: str) -> Tutorial: ...


# -- searching --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """A rule that matches a search, with the matching text; "" if only the title does."""

    rule: RuleText
    snippet: str


def plain(text: str) -> str:
    """Return a text for comparison: lower case, without accents.

    >>> plain("Città, Attività")
    'citta, attivita'
    """
    return "".join(unicodedata.normalize("NFD", letter.lower())[:1] for letter in text)


def search(texts: RuleTexts, sought: str) -> list[Found]:
    r"""Return the rules that contain all words, or words starting with them; title matches first.

    A number finds the rule of that number and those below it.

    >>> from khyber.engine.text import read_rules
    >>> rules = read_rules('["1.1"]\ntitle = "Trade"\ntext = "A coin helps."', "an example")
    >>> [(found.rule.number, found.snippet) for found in search(rules, "coi")]
    [('1.1', 'A coin helps.')]
    """
    words = list(dict.fromkeys(plain(word) for word in _WORD.findall(sought)))[:MAX_WORDS]
    rules = [rule for number in texts.numbers() if (rule := texts.find(number)) is not None]
    if not words:
        return []
    if len(words) == 1:
        below = [rule for rule in rules if f"{plain(rule.number)}.".startswith(f"{words[0]}.")]
        if below:
            return [Found(rule, "") for rule in below]
    patterns = [re.compile(rf"\b{re.escape(word)}") for word in words]
    ranked = []
    for at, rule in enumerate(rules):
        title, text, _ = _compared(rule)
        if all(pattern.search(title) or pattern.search(text) for pattern in patterns):
            in_title = sum(1 for pattern in patterns if pattern.search(title))
            ranked.append((title != " ".join(words), -in_title, at, Found(rule, _snippet(rule, patterns))))
    return [found for *_, found in sorted(ranked, key=lambda row: row[:3])]


@lru_cache(maxsize=4096)
def _compared(rule: RuleText) -> tuple[str, str, tuple[str, ...]]:
    """Return the title, the text and its lines for comparison."""
    return plain(rule.title), plain(rule.text), tuple(plain(line) for line in rule.text.splitlines())


def _snippet(rule: RuleText, patterns: list[re.Pattern[str]]) -> str:
    """Return the line with the most matches, cut around the first of them; "" if there is none."""
    lines = zip(rule.text.splitlines(), _compared(rule)[2], strict=True)
    best, compared = max(
        lines, key=lambda row: sum(1 for pattern in patterns if pattern.search(row[1])), default=("", "")
    )
    places = [found.start() for pattern in patterns if (found := pattern.search(compared))]
    if not places:
        return ""
    begin = max(0, min(min(places) - SNIPPET // 3, len(best) - SNIPPET))
    if begin:
        begin = best.find(" ", begin) + 1
    end = len(best) if len(best) - begin <= SNIPPET else best.rfind(" ", begin, begin + SNIPPET)
    return f"{'…' if begin else ''}{best[begin:end]}{'…' if end < len(best) else ''}"
