"""The register of which function implements which rule (see engine/rulebook.py)."""

from __future__ import annotations

from khyber.engine.rulebook import Rulebook

RULEBOOK = Rulebook("khyber.games.enduring_freedom.data")
rule = RULEBOOK.rule
