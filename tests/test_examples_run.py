"""Examples in docstrings, README and docs run, and give what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import khyber

ROOT = Path(__file__).parents[1]
MODULES = [module.name for module in pkgutil.walk_packages(khyber.__path__, "khyber.")]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom, one block after the other."""
    monkeypatch.chdir(tmp_path)
    assert blocks(page)
    scope: dict[str, object] = {}
    for block in blocks(page):
        exec(compile(block, page, "exec"), scope)
