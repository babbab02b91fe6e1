"""ARCHITECTURE.md names every folder at the top, and no path that does not exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
#: Where a path of the page may begin: it leaves out what its section is about.
BEGINS = (ROOT, ROOT / "src" / "khyber", ROOT / "src" / "khyber" / "server", ROOT / "src")
GAMES = [folder for folder in (ROOT / "src" / "khyber" / "games").iterdir() if (folder / "game.py").is_file()]


def paths() -> set[str]:
    """What stands in code and looks like a path, and the targets of links."""
    code = re.findall(r"`([\w./-]+)`", PAGE)
    links = re.findall(r"\]\(([\w./-]+)\)", PAGE)
    return {one for one in (*code, *links) if "/" in one or one.endswith((".py", ".toml", ".json", ".md"))}


def test_every_path_exists() -> None:
    missing = [one for one in sorted(paths()) if not any((begin / one).exists() for begin in (*BEGINS, *GAMES))]
    assert missing == []
    assert len(paths()) > 50


def test_every_room_of_a_game_exists_in_some_game_and_every_room_of_the_server_there() -> None:
    rooms = re.findall(r"(?m)^\| `([\w./]+/)`", PAGE.partition("## The rooms of the server")[2].partition("\n## ")[0])
    folder = ROOT / "src" / "khyber" / "server"
    assert set(rooms) == {f"{one.name}/" for one in folder.iterdir() if (one / "__init__.py").is_file()}


def test_every_folder_at_the_top_is_named() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    folders = {path.split("/")[0] for path in tracked.splitlines() if "/" in path}
    top = PAGE.partition("## The top")[2].partition("\n## ")[0]
    named = {one.split("/")[0] for one in re.findall(r"`([\w./]+/)`", top)}
    assert folders == named
