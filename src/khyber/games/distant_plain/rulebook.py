"""Which function carries out which numbered rule: written down where the function is, read by `khyber rules`."""

from __future__ import annotations

from khyber.engine.rulebook import Rulebook

RULEBOOK = Rulebook("khyber.games.distant_plain.data")
rule = RULEBOOK.rule
#: Rule number -> the functions registered for it, in the order they were read.
FUNCTIONS = RULEBOOK.functions


def headings() -> dict[str, str]:
    """Every rule number a program must do something about, with its heading."""
    return RULEBOOK.headings
