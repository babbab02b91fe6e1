"""A whole game of each title in Firefox, driven over WebDriver BiDi by a script in Node (web/firefox)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from tools.page import npm

from tests.e2e.browsing import PAGE, ROOT, Serving

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox") or ""
WEB = ROOT / "web"
#: Seconds for one game; it takes about 20.
LONGEST = 240


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server for the games in Firefox, which need no Chromium."""
    if not FIREFOX:
        pytest.skip("firefox-esr is not installed: no game is played in Firefox")
    if not (WEB / "node_modules" / "puppeteer-core").is_dir():
        pytest.skip("puppeteer-core is not installed (make env): no game is played in Firefox")
    if not PAGE.is_file():
        pytest.skip("the page is not built (make env): no game is played in Firefox")
    server = Serving(tmp_path_factory.mktemp("firefox"))
    server.start()
    yield server
    server.stop()


def test_words_choices_and_log_are_in_sight_in_firefox(server: Serving) -> None:
    """The first step of each first game, at four sizes: nothing is cut, and the focus moves nothing."""
    _, environment = npm()
    node = shutil.which("node", path=environment["PATH"])
    assert node is not None
    words = [node, "firefox/sights.mjs", FIREFOX, server.address]
    done = subprocess.run(words, cwd=WEB, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"looked": 3 * 4 * 6, "found": []}


@pytest.mark.parametrize("game", ["A Distant Plain", "Zurmat", "Enduring Freedom"])
def test_a_whole_game_is_played_in_firefox(server: Serving, game: str) -> None:
    """By clicks on what is offered; the page is loaded again on the way."""
    _, environment = npm()
    node = shutil.which("node", path=environment["PATH"])
    assert node is not None
    words = [node, "firefox/play.mjs", FIREFOX, server.address, game, "coalition"]
    done = subprocess.run(words, cwd=WEB, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["faults"] == [], "errors on the console"
    start, before, after, end = (found[when] for when in ("start", "before", "after", "end"))
    assert start["options"] and not start["over"]
    assert before == after and before["question"], "the page does not come back where it was"
    assert start["entry"] < before["entry"] < end["entry"], "the log does not grow"
    assert start["version"] < before["version"] < end["version"]
    assert end["over"] and not end["options"]
    assert found["choices"] > 20
    assert found["study"]["called"] and len(found["study"]["rows"]) > 3
    if game == "Zurmat":  # months of two turns each, not a row for each disc
        assert re.fullmatch(r"\w+: [\w ]+ · Taliban", found["study"]["called"])
        assert len(found["study"]["rows"]) < 45
