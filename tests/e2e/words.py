"""The words of the page and of the games' boards, read from their sources, to find one's way in either language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_ENTRY = re.compile(r'^  "(?P<key>[\w.-]+)":\s*(?P<text>"(?:[^"\\]|\\.)*")', re.MULTILINE)


@cache
def words(language: str) -> dict[str, str]:
    """Return the texts in a language by their keys, without those that have plurals."""
    files = [*ROOT.glob(f"web/src/text/*{language}.ts"), *ROOT.glob(f"src/khyber/games/*/page/text.{language}.ts")]
    found = [
        (entry["key"], str(json.loads(entry["text"])))
        for file in sorted(files)
        for entry in _ENTRY.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found, f"no texts in {language}"
    return dict(found)
