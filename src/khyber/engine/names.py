"""Unknown names in files that people write: which name was probably meant, or which names there are."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: Longer texts are not compared with anything, and are cut short in a message.
LONGEST: Final = 60
#: Names listed in a message, where none is near.
MOST_LISTED: Final = 40


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant. Case, spaces and underscores do not count.

    >>> nearest("Kabul", ["kabul", "kandahar"]), nearest("Northwest_Frontier", ["northwest-frontier"])
    ('kabul', 'northwest-frontier')
    >>> nearest("atlantis", ["kabul", "kandahar"]) is None
    True
    """
    if len(name) > LONGEST:
        return None
    by_form: dict[str, str] = {}
    for one in known:
        by_form.setdefault(_form(one), one)
    found = get_close_matches(_form(name), by_form, 1, 0.6)
    return by_form[found[0]] if found else None


def hint(name: object, known: Iterable[str]) -> str:
    """How a sentence on an unknown name ends: with the nearest known one, or with all of them.

    >>> hint("Kabul", ["kabul", "kandahar"])
    "did you mean 'kabul'?"
    >>> hint("atlantis", ["kabul", "kandahar"])
    'valid: kabul, kandahar'
    """
    names = [one for one in known if one]
    near = nearest(name, names) if isinstance(name, str) else None
    if near is not None:
        return f"did you mean {near!r}?"
    return f"valid: {listed(names)}" if names else "there are none"


def listed(known: Iterable[str]) -> str:
    """The names for a sentence, the first of them if there are many.

    >>> listed(["kabul", "kandahar"])
    'kabul, kandahar'
    """
    names = list(known)
    return ", ".join(names[:MOST_LISTED]) + (f" and {len(names) - MOST_LISTED} more" * (len(names) > MOST_LISTED))


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """A sentence on an unknown name.

    >>> unknown("space", "Kabul", ["kabul", "kandahar"])
    "unknown space 'Kabul'; did you mean 'kabul'?"
    """
    return f"unknown {kind} {quoted(name)}; {hint(name, known)}"


def quoted(name: object) -> str:
    """A value as a message shows it, cut short if it is long.

    >>> quoted("kabul"), quoted(10**5000)
    ("'kabul'", 'a number of 16610 bits')
    """
    if isinstance(name, int) and name.bit_length() > LONGEST:  # Python refuses to write numbers of many digits
        return f"a number of {name.bit_length()} bits"
    if isinstance(name, str | bytes | bytearray):
        name = name[: LONGEST + 1]
    try:
        text = repr(name)
    except (ValueError, RecursionError):
        return f"a {type(name).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _form(name: str) -> str:
    return name.strip().lower().replace(" ", "-").replace("_", "-")
