"""Tools that belong to a checkout of the project, not to the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from khyber.engine.errors import Error

ROOT = Path(__file__).resolve().parents[3]


def run_tool(name: str, *arguments: str) -> int:
    """Run `python -m tools.NAME` in the checkout and return its exit code. Raises Error if there is none."""
    if not (ROOT / "tools" / f"{name.replace('.', '/')}.py").is_file():
        raise Error(f"this needs a checkout of the project: there, run python -m tools.{name}")
    return subprocess.run([sys.executable, "-m", f"tools.{name}", *arguments], cwd=ROOT, check=False).returncode
