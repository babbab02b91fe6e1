"""What the page knows of the server is generated, and checked before anything can overwrite it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tools import page

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("drifted", ["messages.ts", "facts.json", None])
def test_the_check_fails_if_a_generated_file_is_out_of_date(
    drifted: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "npm", lambda: (["true"], {}))  # types and tests of the page are not the point here
    monkeypatch.setattr(page, "contract", lambda run: "export {};\n")
    for name, made in {"CONTRACT": page.contract(print), "FACTS": page.facts()}.items():
        path = tmp_path / getattr(page, name).name
        path.write_text(made + ("// older\n" if path.name == drifted else ""), encoding="utf-8")
        monkeypatch.setattr(page, name, path)
    if drifted is None:
        page.main("check")
    else:
        with pytest.raises(SystemExit, match=re.escape(f"out of date: {drifted}")):
            page.main("check")


def test_the_generated_files_are_checked_before_the_page_is_built() -> None:
    """Building writes them: checked after it, they would never be out of date in a fresh checkout, as CI has it."""
    printed = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    check, build = (next(at for at, line in enumerate(printed) if line.endswith(end)) for end in ("page check", "page"))
    assert check < build
