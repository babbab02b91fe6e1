"""The annotated game in docs/ is what the rules make of it today."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

from tools.pages.playthrough import playthrough

PAGE = Path(__file__).resolve().parents[2] / "docs" / "playthrough.md"


def test_the_annotated_game_is_up_to_date() -> None:
    written, played = PAGE.read_text(encoding="utf-8"), playthrough()
    difference = islice(unified_diff(written.splitlines(), played.splitlines(), "docs", "now", lineterm="", n=2), 20)
    assert written == played, "\n".join(["`python -m tools.pages --only playthrough` writes it:", *difference])


def test_every_event_and_word_is_said() -> None:
    assert "⟦" not in playthrough(language="it")
