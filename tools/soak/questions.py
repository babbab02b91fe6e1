"""Part of the soak: look at every kind of question on the page (tests/asked.py, tests/e2e/questions.py)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tools.soak.resumable import State, chunked

if TYPE_CHECKING:
    from tests.asked import Question

#: Games, of each title, that are searched for questions.
QUESTION_GAMES = 150
#: Questions looked at in one go.
CHUNK = 10
#: Seconds for a chunk in Firefox.
PATIENCE = 900


def question_chunk(asked: Sequence[Question], start: int, stop: int) -> State:
    """Look at these questions in both browsers; return what is out of reach."""
    from tests.e2e.browsing import Serving

    some = asked[start:stop]
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(Path(folder))
        server.start()
        try:
            found = _in_chromium(server.address, some) + _in_firefox(Path(folder), server.address, some)
        finally:
            server.stop()
    return {"asked": len(some), "faults": found}


def _in_chromium(address: str, asked: Sequence[Question]) -> list[str]:
    from playwright.sync_api import Error, sync_playwright
    from tests.e2e.browsing import CHROMIUM, FLAGS, Visitor
    from tests.e2e.questions import faults

    found: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            visitor = Visitor(browser, address)
            visitor.come("Anna")
            for question in asked:
                try:
                    found += faults(visitor, question)
                except (AssertionError, Error) as stopped:
                    found.append(f"{question.game} {question.ask} stopped: {stopped}")
            visitor.close()
        finally:
            browser.close()
    return found


def _in_firefox(folder: Path, address: str, asked: Sequence[Question]) -> list[str]:
    from tests.e2e.firefox_games import drive, written_questions

    done = drive("questions.mjs", str(written_questions(folder, address, asked)), longest=PATIENCE)
    assert done["looked"] == len(asked)
    return cast(list[str], done["found"])


def look_at_questions(games: int, jobs: int) -> tuple[list[str], bool]:
    """Look at every kind of question: those that a number of games ask, and those set up by hand."""
    from tests.asked import questions

    from khyber.catalogue import GAMES

    lines = [
        f"Every kind of question that {games} games of each title ask, every third of them between bots, or that is "
        "set up by hand (tests/asked.py), with its longest list of choices: in Chromium at 1280x720, 1440x900, "
        "820x1180 and 390x844, in Firefox at one of these in turn. The prompt, each choice and the newest entry of the "
        "log can be seen or reached by scrolling one box, and whatever gets the focus moves nothing else.",
        "",
        "| Game | Kinds of question | Faults |",
        "| --- | ---: | ---: |",
    ]
    failures: list[str] = []
    for game in GAMES:
        asked = questions(game, games)
        edges = [*range(0, len(asked), CHUNK), len(asked)]
        chunks = chunked(f"questions-{game}", partial(question_chunk, asked), edges, jobs, games)
        wrong = [line for chunk in chunks for line in cast(list[str], chunk["faults"])]
        lines.append(f"| {game} | {sum(cast(int, chunk['asked']) for chunk in chunks)} | {len(wrong)} |")
        failures += wrong
    lines += ["", *(f"- {failure}" for failure in failures[:20])] if failures else []
    return lines, not failures
