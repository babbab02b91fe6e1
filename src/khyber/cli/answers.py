"""Match typed lines to options by key, number, or first letters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from khyber.engine.decision import Option, Options
from khyber.engine.text import Catalogue

#: Minimum letters to match an option by its words.
MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class Meant:
    """The options that a line matches."""

    options: tuple[Option, ...]
    #: Whether the number is past the last option.
    past: bool = False


def tidy(line: str) -> str:
    """Return the line in lower case with single spaces, as keys are."""
    return " ".join(line.lower().split())


def whole(text: str) -> int | None:
    """Return the text as a small whole number, or None.

    >>> whole("12"), whole("x"), whole("-1"), whole("9" * 5000)
    (12, None, None, 1000000)
    """
    if not text.isdecimal():
        return None
    return int(text) if len(text) <= 6 else 10**6


def by_key(line: str, options: Options) -> Option | None:
    """Return the option with exactly this key."""
    return next((option for option in options if option.key == tidy(line)), None)


def numbered(options: Options) -> bool:
    """Whether options can be chosen by number: not if keys are numbers."""
    return not any(key.isdigit() for key in options.keys())  # noqa: SIM118  # these are no dict's


def meant(line: str, options: Options, words: Catalogue) -> Meant:
    """Match by key, then number, then first letters of the key, then first words."""
    typed = tidy(line)
    exact = by_key(typed, options)
    if exact is not None:
        return Meant((exact,))
    at = whole(typed)
    if at is not None and numbered(options):
        return Meant((options[at - 1],)) if 0 < at <= len(options) else Meant((), past=True)
    found = tuple(option for option in options if at is not None and whole(option.key) == at)  # 7 for 07
    found = found or tuple(option for option in options if option.key.startswith(typed))
    if not found and len(typed) >= MIN_WORDS:
        found = tuple(option for option in options if tidy(words.option(option)).startswith(typed))
    return Meant(found if typed else ())


def ranges(options: Options) -> list[tuple[str, Option]]:
    """Group options that differ only in a final number: `give taliban 1-15`, with the last one."""

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
    """Return numbers as text, consecutive ones as ranges.

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
