"""The page's own words, read from its source, so that a test can find its way in either language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

TEXT = Path(__file__).resolve().parents[2] / "web" / "src" / "text"
_ENTRY = re.compile(r'^  "(?P<key>[\w.-]+)":\s*(?P<text>"(?:[^"\\]|\\.)*")', re.MULTILINE)


@cache
def words(language: str) -> dict[str, str]:
    """Return the page's texts in a language by their keys, without those that have plurals."""
    found = [
        (entry["key"], str(json.loads(entry["text"])))
        for file in sorted(TEXT.glob(f"*{language}.ts"))
        for entry in _ENTRY.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found, f"no texts in {language}"
    return dict(found)
