"""Build the wheel into dist/, with its SBOM beside it, and look whether who installs it has everything: `wheel.py`.

It is unpacked and served from there, as a user would have it: the page and all that it names must come.
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

from tools.supply import write_sbom

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "khyber"
#: What is in the package's folder and belongs to this machine alone.
OWN = ("__pycache__",)


def build(to: Path) -> Path:
    """The wheel; what earlier builds have left behind would be in it as well, and goes first."""
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--wheel-dir", folder, str(ROOT)], check=True)
        (made,) = Path(folder).glob("*.whl")
        to.mkdir(exist_ok=True)
        return Path(shutil.copy(made, to / made.name))


def missing(wheel: Path) -> list[str]:
    """Files of the package that are not in the wheel."""
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in PACKAGE.rglob("*")
              if path.is_file() and not set(path.parts) & set(OWN)}
    return sorted(wanted - set(zipfile.ZipFile(wheel).namelist()))


def serves(wheel: Path) -> bool:
    """Whether the page comes from the unpacked wheel, and whatever it names."""
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path.insert(0, folder)
        from khyber.lab.postgres import free_port
        from khyber.server import serve

        assert Path(serve.__file__).is_relative_to(folder), serve.__file__
        port = free_port()
        settings = {"PYTHONPATH": folder, "KHYBER_PORT": str(port), "KHYBER_DATABASE": f"sqlite:///{folder}/khyber.db"}
        server = subprocess.Popen([sys.executable, "-m", "khyber.server"], cwd=folder, env={**os.environ, **settings})
        try:
            address = f"http://127.0.0.1:{port}"
            if not serve.answers(address, 60):
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
    if left_out := missing(wheel):
        sys.exit(f"{wheel.name} lacks {', '.join(left_out)}")
    if not serves(wheel):
        sys.exit(f"{wheel.name} does not serve its page")
    print(f"dist/{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; dist/{write_sbom(wheel.parent).name}")
