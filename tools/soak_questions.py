"""Part of the soak: look at every kind of question on the page, at four sizes (tests/e2e/questions.py)."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import cast

from tools.resumable import State, chunked

#: Games at random, of each game, that are searched for questions.
QUESTION_GAMES = 12
#: Questions looked at in one go.
CHUNK = 20


def question_chunk(game: str, games: int, start: int, stop: int) -> State:
    """Look at the kinds `start` to `stop` of those that so many games ask; return what is out of reach."""
    from playwright.sync_api import sync_playwright
    from tests.e2e.browsing import CHROMIUM, FLAGS, Serving, Visitor
    from tests.e2e.questions import faults, questions

    asked = questions(game, games)[start:stop]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Serving(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            visitor = Visitor(browser, server.address)
            visitor.come("Anna")
            found = [line for question in asked for line in faults(visitor, question)]
            visitor.close()
        finally:
            browser.close()
            server.stop()
    return {"asked": len(asked), "faults": found}


def look_at_questions(games: int, jobs: int) -> tuple[list[str], bool]:
    """Look at every kind of question that so many games of each title ask."""
    from tests.e2e.questions import questions

    from khyber.catalogue import GAMES

    lines = [
        f"Every kind of question that {games} random games of each title ask, on the page in Chromium at 1280x720, "
        "1440x900, 820x1180 and 390x844: the prompt, each choice and the newest entry of the log can be seen or "
        "reached by scrolling one box, and whatever gets the focus moves nothing else.",
        "",
        "| Game | Kinds of question | Faults |",
        "| --- | ---: | ---: |",
    ]
    failures: list[str] = []
    for game in GAMES:
        bounds = [*range(0, kinds := len(questions(game, games)), CHUNK), kinds]
        chunks = chunked(f"questions-{game}", partial(question_chunk, game, games), bounds, jobs, games)
        wrong = [line for chunk in chunks for line in cast(list[str], chunk["faults"])]
        lines.append(f"| {game} | {sum(cast(int, chunk['asked']) for chunk in chunks)} | {len(wrong)} |")
        failures += wrong
    lines += ["", *(f"- {failure}" for failure in failures[:20])] if failures else []
    return lines, not failures
