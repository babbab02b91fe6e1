"""The register of which function implements which heading of the rulebook (see engine/rulebook.py)."""

from __future__ import annotations

from khyber.engine.rulebook import Rulebook

RULEBOOK = Rulebook("khyber.games.zurmat.data")
rule = RULEBOOK.rule
