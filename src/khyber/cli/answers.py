"""From what a person types to the option that is meant: by key, by number, by the first letters of key or words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from khyber.engine.decision import Option, Options
from khyber.engine.text import Catalogue

#: So many letters of an option's words are needed to mean it by them.
LEAST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Meant:
    """The options a line may mean: one if it is clear, none if it means nothing."""

    options: tuple[Option, ...]
    #: A number past the last option.
    past: bool = False


def tidy(line: str) -> str:
    """Keys are in small letters with single blanks."""
    return " ".join(line.lower().split())


def whole(text: str) -> int | None:
    """The number that the text is, if it is one that could count anything here.

    >>> whole("12"), whole("x"), whole("-1"), whole("9" * 5000)
    (12, None, None, 1000000)
    """
    if not text.isdecimal():
        return None
    return int(text) if len(text) <= 6 else 10**6


def by_key(line: str, options: Options) -> Option | None:
    """The option with this very key."""
    return next((option for option in options if option.key == tidy(line)), None)


def numbered(options: Options) -> bool:
    """Whether options may be called by number: not where the keys themselves are numbers."""
    return not any(key.isdigit() for key in options.keys())  # noqa: SIM118  # these are no dict's


def meant(line: str, options: Options, words: Catalogue) -> Meant:
    """By key first; then by number, by the first letters of the key, by the first words shown."""
    typed = tidy(line)
    exact = by_key(typed, options)
    if exact is not None:
        return Meant((exact,))
    at = whole(typed)
    if at is not None and numbered(options):
        return Meant((options[at - 1],)) if 0 < at <= len(options) else Meant((), past=True)
    found = tuple(option for option in options if at is not None and whole(option.key) == at)  # 7 for 07
    found = found or tuple(option for option in options if option.key.startswith(typed))
    if not found and len(typed) >= LEAST_WORDS:
        found = tuple(option for option in options if tidy(words.option(option)).startswith(typed))
    return Meant(found if typed else ())


def ranges(options: Options) -> list[tuple[str, Option]]:
    """Options that differ only in a number at the end, as one: `give taliban 1-15`, with the last of them."""

    def stem(option: Option) -> str:
        head, _, tail = option.key.rpartition(" ")
        return head if tail.isdecimal() else option.key

    rows: list[tuple[str, Option]] = []
    for head, group in groupby(options, key=stem):
        same = list(group)
        first, last = same[0], same[-1]
        rows.append((first.key if len(same) == 1 else f"{head} {first.key.split()[-1]}-{last.key.split()[-1]}", last))
    return rows


def spans(numbers: list[int]) -> str:
    """Numbers in order, with those that follow one another drawn together.

    >>> spans([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7-8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
