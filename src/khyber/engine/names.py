"""Error messages for unknown names: the name that was probably meant, or the valid ones."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: Longer texts are not compared, and are shortened in messages.
LONGEST: Final = 60
#: Maximum names listed in a message.
MAX_LISTED: Final = 40


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the name probably meant, ignoring case, spaces and underscores; or None.

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
    """Return the end of a sentence about an unknown name: the nearest valid one, or all of them.

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
    """Return the names for a sentence, only the first few if there are many.

    >>> listed(["kabul", "kandahar"])
    'kabul, kandahar'
    """
    names = list(known)
    return ", ".join(names[:MAX_LISTED]) + (f" and {len(names) - MAX_LISTED} more" * (len(names) > MAX_LISTED))


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """Return a sentence about an unknown name.

    >>> unknown("space", "Kabul", ["kabul", "kandahar"])
    "unknown space 'Kabul'; did you mean 'kabul'?"
    """
    return f"unknown {kind} {quoted(name)}; {hint(name, known)}"


def quoted(name: object) -> str:
    """Return a value as messages show it, shortened if it is long.

    >>> quoted("kabul"), quoted(10**5000)
    ("'kabul'", 'a number of 16610 bits')
    """
    if isinstance(name, int) and name.bit_length() > LONGEST:  # Python refuses to convert very long numbers
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
