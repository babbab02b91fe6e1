"""Examples in docstrings, README and docs run, and give what they say; every path that the pages name exists."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Modules with examples, as they are imported.
MODULES = [
    ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    for root, folder in ((ROOT / "src", "khyber"), (ROOT, "tools"), (ROOT, "tests"))
    for path in sorted((root / folder).rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text("utf-8"), re.M)
]
#: A path in a page, in backquotes: from the root, or from the package.
PATH = re.compile(r"`((?:src|tests|tools|docs|web|requirements|\.github)/[\w./-]+|[A-Z]+\.md)`")
SHORT_PATH = re.compile(r"`((?:agents|cli|engine|games|lab|server)/[\w./-]+)`")


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted, "the examples are in no docstring"
    assert found.failed == 0


def blocks(page: str) -> list[str]:
    """Return the Python blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run it from top to bottom, one block after another."""
    monkeypatch.chdir(tmp_path)
    assert blocks(page)
    scope: dict[str, object] = {}
    for block in blocks(page):
        exec(compile(block, page, "exec"), scope)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        *(
            f"docs/{page}.md"
            for page in (
                "adding-a-game",
                "api",
                "engine",
                "enduring-freedom",
                "events",
                "formats",
                "provenance",
                "tour",
                "zurmat",
            )
        ),
    ],
)
def test_paths_named_in_a_page_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links: list[str] = re.findall(r"\]\(([^)#:]+)\)", text)
    named = [ROOT / path for path in PATH.findall(text)] + [(ROOT / page).parent / link for link in links]
    named += [ROOT / "src" / "khyber" / path for path in SHORT_PATH.findall(text)]
    assert not [str(path.relative_to(ROOT)) for path in named if not path.exists()]


def test_the_tour_has_a_file_for_every_stop() -> None:
    stops = re.findall(r"^\| (?!looking|---)(.*?) \|(.*?)\|", (ROOT / "docs" / "tour.md").read_text("utf-8"), re.M)
    assert len(stops) == 13
    assert all(PATH.search(where) for _, where in stops)
