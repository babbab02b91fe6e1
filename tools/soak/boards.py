"""The soak part of the boards: whole games in Chromium by clicks on the board alone."""

from __future__ import annotations

import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from tools.soak.resumable import BUILT_PAGE, State, added, chunked

if TYPE_CHECKING:
    from tests.e2e.browsing import Serving, Visitor

#: Games of each seat and language.
BOARD_GAMES: Final = 5
#: Choices after which a game should long be over.
MAX_CHOICES: Final = 3000
LANGUAGES: Final = {"en": "English", "it": "Italian"}
#: Sizes of the window, by turns.
SIZES: Final = ((1440, 900), (1280, 720))
#: Counts real clicks in the list of options and in the action row below it.
COUNT_LISTED: Final = """
  window.listed = 0;
  addEventListener("click", ({ isTrusted, target }) => {
    if (isTrusted && target.closest("[data-option], [data-bundle], [data-actions]")) window.listed += 1;
  }, true);
"""
#: Hides the list of options and the action row: neither mouse nor keys can reach them.
NO_LIST: Final = "[data-option], [data-bundle], [data-actions] { display: none !important }"


class Way(NamedTuple):
    """A seat and a language in which whole games are played."""

    game: str
    title: str
    seat: str
    language: str


WAYS: Final = (
    *(Way("zurmat", "Zurmat", seat, language) for seat in ("coalition", "taliban") for language in LANGUAGES),
    *(Way("enduring-freedom", "Enduring Freedom", "coalition", language) for language in LANGUAGES),
)


def built_page() -> str:
    """Return a digest of the built page: other pages need other games."""
    whole = blake2b(digest_size=6)
    for path in sorted(BUILT_PAGE.rglob("*")):
        if path.is_file():
            whole.update(path.relative_to(BUILT_PAGE).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()


def play_game(visitor: Visitor, way: Way, seed: int) -> tuple[int, int, set[str]]:
    """Play a whole game by the board; return the numbers of choices and clicks, and the questions answered."""
    from tests.e2e import freedom_board, zurmat_board

    import khyber

    record = khyber.new(way.game, seed=seed).save()
    bots = {"taliban" if way.seat == "coalition" else "coalition": "bot:standard"} if way.game == "zurmat" else {}
    visitor.page.goto(visitor.imported(record, seats={way.seat: "me", **bots}))
    visitor.at_table()
    if way.language == "it":
        visitor.page.locator("select").first.select_option("it")
        visitor.until(lambda: "lang=it" in visitor.sockets[-1])
        visitor.at_table()
    visitor.page.locator("[data-space]").first.wait_for()
    visitor.page.add_style_tag(content=NO_LIST)
    visitor.page.evaluate(COUNT_LISTED)
    make = zurmat_board.BoardPlayer if way.game == "zurmat" else freedom_board.BoardPlayer
    player = make(visitor, seed)
    player.play(MAX_CHOICES)
    return sum(message["type"] == "choose" for message in visitor.said), player.clicks, player.asked


def board_games(start: int, stop: int) -> State:
    """Play these games, each in a browser of its own: counts by seat and language, and failures."""
    from playwright.sync_api import sync_playwright
    from tests.e2e.browsing import CHROMIUM, FLAGS, Serving, Visitor

    counts: dict[str, int] = {}
    failures: list[str] = []

    def play(server: Serving, index: int) -> None:
        number, way = index // len(WAYS) + 1, WAYS[index % len(WAYS)]
        width, height = SIZES[number % len(SIZES)]
        visitor = Visitor(browser, server.address, width=width, height=height)
        try:
            visitor.come("Anna")
            choices, clicks, asked = play_game(visitor, way, number)
            found = {"games": 1, f"games {width}": 1, "choices": choices, "clicks": clicks}
            found["listed"] = visitor.page.evaluate("listed")
            for what, n in (*found.items(), *((f"asked {ask}", 1) for ask in asked)):
                name = " ".join((way.game, way.seat, way.language, what))
                counts[name] = counts.get(name, 0) + n
            visitor.close()
        except Exception as problem:
            words = " ".join(str(problem).split())[:300]
            failures.append(
                f"{way.title}, {way.seat}, {way.language}, seed {number}, {width}x{height}: "
                f"{type(problem).__name__}: {words}"
            )
            visitor.context.close()

    with tempfile.TemporaryDirectory(prefix="khyber-soak-") as folder, sync_playwright() as playwright:
        server = Serving(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            for index in range(start, stop):
                play(server, index)
            browser.close()
        finally:
            server.stop()
    return {"counts": counts, "failures": failures}


def boards(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play whole games by the board alone, in every seat and language."""
    from tests.e2e.browsing import CHROMIUM, PAGE

    if not CHROMIUM or not PAGE.is_file():
        return ["Not played: Chromium is not installed, or the page is not built (`make env`)."], False
    done = chunked("boards", board_games, range(games * len(WAYS) + 1), jobs, built_page())
    failures = [failure for chunk in done for failure in cast(list[str], chunk["failures"])]
    counts = added(done, "counts")
    sizes = [f"{width}x{height}" for width, height in SIZES]
    lines = [
        "Whole games in Chromium, Zurmat against the bot, by random clicks on map, tokens, cards and sheets alone, in "
        f"windows of {' and '.join(sizes)}. The list of options and the action row are hidden, and clicks on them are "
        "counted.",
        "",
        f"| Game | Seat | Language | {' | '.join(f'Games at {size}' for size in sizes)} | Choices by the board | "
        "Clicks | Kinds of questions | Choices by the list |",
        f"| --- | --- | --- |{' ---: |' * (len(sizes) + 4)}",
    ]
    listed = 0
    for way in WAYS:
        own = f"{way.game} {way.seat} {way.language}"
        choices, clicks, by_list = (counts.get(f"{own} {what}", 0) for what in ("choices", "clicks", "listed"))
        played = " | ".join(str(counts.get(f"{own} games {width}", 0)) for width, _ in SIZES)
        kinds = sum(name.startswith(f"{own} asked ") for name in counts)
        listed += by_list
        lines.append(
            f"| {way.title} | {way.seat.capitalize()} | {LANGUAGES[way.language]} | {played} | {choices:,} | "
            f"{clicks:,} | {kinds} | {by_list} |"
        )
    lines += ["", f"- failures: {len(failures)}", *(f"  - {failure}" for failure in failures)]
    return lines, not failures and not listed
