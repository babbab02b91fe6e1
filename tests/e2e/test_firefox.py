"""The page in Firefox: looks at four sizes, and a whole game of each title; scripts in Node drive it (web/firefox)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.browsing import PAGE, Serving
from tests.e2e.firefox_games import FIREFOX, WEB, drive, written

#: Places looked at by each look in web/firefox/looks.
LOOKED = {
    "tutorial": 146,
    "fields": 72,
    "mobilize": 8,
    "log": 20,
    "memory": 5,
    "study": 20,
    "hints": 16,
    "undo": 19,
    "chat": 16,
    "keys": 24,
    "standIn": 20,
    "request": 6,
}


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


def test_what_players_found_holds_in_firefox(server: Serving, tmp_path: Path) -> None:
    """Focus, log, chat, first games, memory, study, hints, undo and a bot for somebody, at four sizes."""
    found = drive("looks.mjs", str(written(tmp_path, server.address)))
    assert found["found"] == []
    assert found["looked"] == LOOKED


@pytest.mark.parametrize("game", ["A Distant Plain", "Zurmat", "Enduring Freedom"])
def test_a_whole_game_is_played_in_firefox(server: Serving, game: str) -> None:
    """By clicks on what is offered; the page is loaded again on the way."""
    found = drive("play.mjs", server.address, game, "coalition")
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
