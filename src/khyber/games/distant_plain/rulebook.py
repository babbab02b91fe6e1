"""The register of which function implements which rule (see engine/rulebook.py)."""

from __future__ import annotations

from khyber.engine.rulebook import Rulebook

RULEBOOK = Rulebook("khyber.games.distant_plain.data")
rule = RULEBOOK.rule
#: Rule number -> the functions registered for it, in the order they were read.
FUNCTIONS = RULEBOOK.functions


def headings() -> dict[str, str]:
    """Return every rule number that needs code, with its heading."""
    return RULEBOOK.headings
