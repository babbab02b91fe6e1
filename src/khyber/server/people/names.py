"""Checks on the names of people and tables: every character must be visible and in its place."""

from __future__ import annotations

import unicodedata

from khyber.server.errors import Refused

#: Invisible characters that Unicode counts as letters, marks or symbols.
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159"
)
#: Scripts with letters that look alike; one word is written in one of them.
_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
#: Text or emoji style of a symbol; phones add them automatically.
_STYLES = str.maketrans("", "", "\ufe0e\ufe0f")
#: Marks on one letter; more would cover neighbouring lines. Hebrew and Arabic need three.
MAX_MARKS = 3
MAX_LETTERS = 40


def tidy(text: str) -> str:
    """Return the text in composed form, with single spaces and none at the ends."""
    return " ".join(filter(None, unicodedata.normalize("NFC", text.translate(_STYLES)).split(" ")))


def checked_name(text: str) -> str:
    """Return a person's name, tidied. Raises Refused."""
    name = checked_title(text)
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise Refused("bad-name", "a name needs at least one letter")
    if len(name) > MAX_LETTERS:
        raise Refused("bad-name", f"a name may have at most {MAX_LETTERS} characters")
    for word in "".join(letter if letter.isalpha() else " " for letter in name).split():
        scripts = [script for script in _ALIKE if any(unicodedata.name(one, "").startswith(script) for one in word)]
        if len(scripts) > 1:
            raise Refused("bad-name", f"a word cannot mix {' and '.join(map(str.title, scripts))} letters")
    return name


def checked_title(text: str) -> str:
    """Return one line, tidied; it may be empty. Raises Refused for invisible or misplaced characters."""
    name, marks = tidy(text), 0
    for place, letter in enumerate(name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if (letter != " " and kind[0] in "CZ") or kind == "Me" or letter in _BLANK or _is_variation(letter):
            raise Refused(
                "bad-name",
                f"a name cannot contain U+{ord(letter):04X} "
                f"({unicodedata.name(letter, 'a character without a name').lower()})",
            )
        if marks > MAX_MARKS or (marks and place == 0):
            raise Refused(
                "bad-name",
                f"a letter may have at most {MAX_MARKS} accents" if place else "a name cannot begin with an accent",
            )
    return name


def _is_variation(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def login_of(name: str) -> str:
    """Return the form in which logins are compared: without case, width and other compatibility forms."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy(name)).casefold())
    return " ".join(folded.split())


def old_login_of(name: str) -> str:
    """Return the form that earlier releases compared, under which some accounts are stored."""
    return unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFC", name).split())[:40]).casefold()
