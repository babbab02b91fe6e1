"""What the page knows of the server is generated, and checked before anything can overwrite it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tools.release import page

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("drifted", ["messages.ts", "zurmat/facts.json", None])
def test_the_check_fails_if_a_generated_file_is_out_of_date(
    drifted: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "npm", lambda: (["true"], {}))  # types and tests of the page are not the point here
    monkeypatch.setattr(page, "contract", lambda run: "export {};\n")
    monkeypatch.setattr(page, "CONTRACT", tmp_path / "messages.ts")
    facts = {tmp_path / path.parents[1].name / path.name: made for path, made in page.facts().items()}
    monkeypatch.setattr(page, "facts", lambda: facts)
    for path, made in {page.CONTRACT: page.contract(print), **facts}.items():
        path.parent.mkdir(exist_ok=True)
        older = "// older\n" if path.relative_to(tmp_path).as_posix() == drifted else ""
        path.write_text(made + older, encoding="utf-8")
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
