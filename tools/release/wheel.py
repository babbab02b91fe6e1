"""Build the wheel and its SBOM into dist/, and check that the wheel is complete.

The wheel is unpacked and served from there: the page and all its files must load.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from tools.release.supply import write_sbom

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "khyber"
#: What does not belong in the wheel, as paths in the package: the page is built from these sources.
LEFT_OUT = ("**/__pycache__/*", "games/*/page/**/*")


def build(to: Path) -> Path:
    """Build the wheel, after removing files of earlier builds that would end up in it."""
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--wheel-dir",
                folder,
                str(ROOT),
            ],
            check=True,
        )
        (made,) = Path(folder).glob("*.whl")
        to.mkdir(exist_ok=True)
        return Path(shutil.copy(made, to / made.name))


def differences(wheel: Path) -> tuple[list[str], list[str]]:
    """Return the files of the package that the wheel lacks, and those that it should not hold."""
    left_out = {path for pattern in LEFT_OUT for path in PACKAGE.glob(pattern)}
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path not in left_out
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(f"{PACKAGE.name}/")}
    return sorted(wanted - held), sorted(held - wanted)


def serves(wheel: Path) -> bool:
    """Whether the unpacked wheel serves the page and every file it names."""
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path.insert(0, folder)
        from khyber.server import serve
        from tools.postgres import free_port

        assert Path(serve.__file__).is_relative_to(folder), serve.__file__
        port = free_port()
        settings = {"PYTHONPATH": folder, "KHYBER_PORT": str(port), "KHYBER_DATABASE": f"sqlite:///{folder}/khyber.db"}
        server = subprocess.Popen([sys.executable, "-m", "khyber.server"], cwd=folder, env={**os.environ, **settings})
        try:
            address = f"http://127.0.0.1:{port}"
            if not serve.is_up(address, 60):
                return False
            named = re.findall(r'(?:src|href)="/?([^":]+)"', fetched(address))
            return len(named) >= 2 and all(fetched(f"{address}/{path}") for path in named)
        finally:
            server.terminate()
            server.wait(20)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


if __name__ == "__main__":
    wheel = build(ROOT / "dist")
    lacking, foreign = differences(wheel)
    if lacking:
        sys.exit(f"{wheel.name} lacks {', '.join(lacking)}")
    if foreign:
        sys.exit(f"{wheel.name} should not hold {', '.join(foreign)}")
    if not serves(wheel):
        sys.exit(f"{wheel.name} does not serve its page")
    print(f"dist/{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; dist/{write_sbom(wheel.parent).name}")
