"""Benchmark of the table page of each game in Chromium: weight, first choice, frame rate, memory (eight minutes).

python -m tools.bench.page_bench [--json] [--short]
"""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from khyber.engine.errors import Error
from tools.bench.command import Row, command
from tools.bench.server_bench import Person, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
#: Without a screen, and without connections to anywhere else.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-extensions",
    "--disable-domain-reliability",
)
#: Milliseconds between a choice's answer and the next choice: faster than any person plays.
PAUSE = 250
#: Milliseconds of rest in which frames are counted.
REST = 2000
#: Loads of the page with an empty cache; replays of the log to watch, and choices before each; seconds to wait.
LOADS, TELLINGS, BETWEEN, PATIENCE = 3, 4, 6, 60.0
#: Options that end a decision without doing more.
ENOUGH = ("pass", "done", "none", "nothing", "keep", "decline", "alone", "let")
#: Targets: kilobytes over the wire, milliseconds, frames per second, megabytes.
WEIGHT, READY, FRAMES, MEMORY = 220, 1_500, 60, 150
#: Parts of the measurement of one game.
PARTS = 4
#: Frame rates are shown and judged to one decimal: of a thousand frames none may be dropped.
ROUNDING = 0.05
#: Milliseconds for which a page is kept busy, to see which process is its own.
BUSY = 200

#: The page answers nothing by itself, and asks for no confirmation of a turn's end.
ASK_EVERYTHING = """
  try {
    for (const name of ["quick", "confirm-end"]) localStorage.setItem(`khyber.${name}`, "off");
  } catch {}  // a document without storage, such as a blank one
"""
#: Records when the first choice can be made.
WATCH_READY = """
(() => {
  const look = () => {
    if (document.querySelector("[data-option]:not(:disabled)")) window.readyAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()
"""
#: Collects the times between frames while a turn is replayed, or for a number of milliseconds at rest.
COUNT_FRAMES = """
(rest) => new Promise((done) => {
  const times = [];
  const tick = (now) => {
    times.push(now);
    const goes = rest ? now - times[0] < rest : document.querySelector("[data-telling=behind]");
    if (goes && now - times[0] < 20000) requestAnimationFrame(tick);
    else done(times.slice(1).map((time, i) => time - times[i]));
  };
  requestAnimationFrame(tick);
})
"""
#: Whether the page shows this version of the table, or a later one.
SHOWN = "(version) => Number(document.querySelector('[data-version]')?.dataset.version) >= version"
#: Clicks an option: by a number from 0 to 1; if that is negative, the first of these words, or else the first option.
#: Returns the version of the table it was for; null: there was none to click.
CLICK = """
([number, ...words]) => {
  const open = [...document.querySelectorAll("[data-option]:not(:disabled)")];
  const ending = words.map((word) => open.find((node) => node.dataset.option === word)).find(Boolean);
  const taken = number < 0 ? ending ?? open[0] : open[Math.floor(number * open.length)];
  const version = Number(document.querySelector("[data-version]").dataset.version);
  if (!taken) {  // where the list is silent, the map asks: where to lay a tile, an edge for a Roadblock
    const places = [...document.querySelectorAll("[data-cell], [data-edge]")];
    if (!places.length) return null;
    places[Math.floor(Math.max(0, number) * places.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    requestAnimationFrame(() => document.querySelector("[data-lay]")?.click());
    return version;
  }
  taken.click();
  requestAnimationFrame(() => document.querySelector("[data-confirm]")?.click());  // an option with a warning
  return version;
}
"""


@dataclass(frozen=True, slots=True)
class Game:
    """A game to measure: who plays it."""

    name: str
    title: str
    scenario: str
    seats: Mapping[str, str]


GAMES = (
    Game(
        "distant-plain",
        "A Distant Plain",
        "short",
        {"coalition": "me", "government": "bot:3rd", "taliban": "bot:3rd", "warlords": "bot:3rd"},
    ),
    Game("zurmat", "Zurmat", "standard", {"coalition": "me", "taliban": "bot:standard"}),
    Game("enduring-freedom", "Enduring Freedom", "campaign", {"coalition": "me"}),
)


@dataclass(frozen=True, slots=True)
class GamePage:
    """The figures of the table page of one game."""

    game: str
    #: Bytes over the wire of a first visit to a table; of those, the map's shapes.
    kilobytes: float
    shapes_kilobytes: float
    #: From navigation to the first choice; median.
    ready_milliseconds: float
    #: Frames over the time they took: while the log is replayed, and while nothing moves (what the screen gives).
    frames_per_second: float
    frames_at_rest: float
    frames: int
    #: The share of frames later than one and a half intervals of the screen.
    late_frames_percent: float
    #: Memory of the page's process over a whole game with a pause before each choice: its maximum; at the end, after a
    #: garbage collection; of that, the JavaScript heap.
    peak_megabytes: float
    held_megabytes: float
    heap_megabytes: float
    choices: int
    #: The maximum over another game without pauses, which leaves no time for garbage collection.
    hasty_megabytes: float
    hasty_choices: int


@dataclass(frozen=True, slots=True)
class PageBench:
    """The figures of the table pages of all games."""

    games: tuple[GamePage, ...]


def bench_page(
    *,
    loads: int = LOADS,
    tellings: int = TELLINGS,
    choices: int | None = None,
    done: Callable[[str], None] | None = None,
) -> PageBench:
    """Measure the pages, with a server and a browser in processes of their own; `choices` limits the games."""
    with tempfile.TemporaryDirectory() as folder, served(f"sqlite:///{folder}/page.db") as server:
        found = [_measured(game, server.address, loads, tellings, choices, done) for game in GAMES]
    return PageBench(tuple(found))


def _measured(
    game: Game, address: str, loads: int, tellings: int, choices: int | None, done: Callable[[str], None] | None
) -> GamePage:
    """Measure the page of one game in a browser of its own."""
    report = done or (lambda what: None)
    with _browser() as browser:
        visits = [_load(browser, address, game) for _ in range(loads)]
        report(f"{game.title}: loading")
        person, table = _seated(address, game)
        page = _visit(browser, address, person, table)
        rest = page.evaluate(COUNT_FRAMES, REST)
        intervals = _tellings(page, table, person, address, tellings)
        report(f"{game.title}: replays")
        memory = _whole_game(page, table, person, address, choices, PAUSE)
        page.context.close()
        report(f"{game.title}: a whole game")
        person, table = _seated(address, game)
        hasty = _whole_game(_visit(browser, address, person, table), table, person, address, choices, 0)
        report(f"{game.title}: another in haste")
    return GamePage(
        game=game.title,
        kilobytes=round(max(visit.bytes for visit in visits) / 1000, 1),
        shapes_kilobytes=round(max(visit.shapes for visit in visits) / 1000, 1),
        ready_milliseconds=round(median(visit.ready for visit in visits)),
        frames_per_second=_rate(intervals),
        frames_at_rest=_rate(rest),
        frames=len(intervals),
        late_frames_percent=round(100 * sum(gap > 25 for gap in intervals) / len(intervals), 1),
        peak_megabytes=round(memory.peak, 1),
        held_megabytes=round(memory.held, 1),
        heap_megabytes=round(memory.heap, 1),
        choices=memory.choices,
        hasty_megabytes=round(hasty.peak, 1),
        hasty_choices=hasty.choices,
    )


def _rate(intervals: list[float]) -> float:
    """Return frames per second, of milliseconds between frames."""
    return round(1000 * len(intervals) / sum(intervals), 1)


# -- people, pages and tables ---------------------------------------------------------------------------


@contextmanager
def _browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise Error("Playwright is not installed: install khyber[test]") from missing
    found = next((path for path in CHROMIUM if Path(path).exists()), None)
    if found is None:
        raise Error("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _seated(address: str, game: Game) -> tuple[Person, str]:
    """Return a person at a new table, whose turn it is, and the table."""
    person = Person(address, "Ada")
    made = person.post("/api/tables", {"game": game.name, "scenario": game.scenario, "seats": game.seats})
    _until_asked(address, person, str(made["id"]))
    return person, str(made["id"])


def _until_asked(address: str, person: Person, table: str, after: int = -1) -> int | None:
    """Wait for the person's turn after that version; return its version, None if the game is over."""
    over = time.monotonic() + PATIENCE
    request = Request(f"{address}/api/tables/{table}", headers={"Cookie": person.cookie})
    while time.monotonic() < over:
        with urlopen(request, timeout=30) as answer:
            info = json.load(answer)
        if info["status"] == "over":
            return None
        if info["my_turn"] and info["version"] > after:
            return int(info["version"])
        time.sleep(0.02)
    raise Error("the bots did not finish their turns")


def _visit(
    browser: Browser, address: str, person: Person, table: str, watch: Callable[[Page], None] | None = None
) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    name, _, value = person.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    page.add_init_script(ASK_EVERYTHING)
    page.add_init_script(WATCH_READY)
    if watch is not None:
        watch(page)
    page.goto(f"{address}/#/table/{table}")
    over = time.monotonic() + PATIENCE
    while page.evaluate("window.readyAt") is None:
        if time.monotonic() > over:
            raise Error("the page never offered a choice")
        page.wait_for_timeout(20)
    return page


# -- what is measured -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Loaded:
    bytes: float = 0.0
    shapes: float = 0.0
    ready: float = 0.0


def _load(browser: Browser, address: str, game: Game) -> _Loaded:
    """Visit the page with an empty cache."""
    person, table = _seated(address, game)
    found = _Loaded()
    urls: dict[str, str] = {}

    def received(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["response"]["url"]

    def finished(event: dict[str, Any]) -> None:
        size = float(event["encodedDataLength"])
        found.bytes += size
        if re.search(r"/shapes\b.*\.json$", urls.get(event["requestId"], "")):
            found.shapes += size

    def watch(page: Page) -> None:
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.responseReceived", received)
        wire.on("Network.loadingFinished", finished)

    page = _visit(browser, address, person, table, watch)
    found.ready = float(page.evaluate("window.readyAt"))
    page.wait_for_load_state("networkidle")
    page.context.close()
    return found


def _choose(page: Page, address: str, person: Person, table: str, source: random.Random | None = None) -> bool:
    """Click an option, at random or one that ends the decision; wait for the next turn. False once the game is over."""
    first = -1.0 if source is None else source.random()
    ends = time.monotonic() + PATIENCE
    # the second of two answers that the map gives at once may still be on its way
    while (shown := page.evaluate(CLICK, [first, *ENOUGH])) is None:
        if time.monotonic() > ends:
            raise Error(f"the page offered no choice: {page.locator('.question').first.text_content()}")
        page.wait_for_timeout(20)
    version = _until_asked(address, person, table, shown)
    if version is not None:
        page.wait_for_function(SHOWN, arg=version, timeout=1000 * PATIENCE)
    return version is not None


def _at_speed(page: Page, speed: str) -> None:
    page.get_by_label("Replay speed").select_option(speed)


def _tellings(page: Page, table: str, person: Person, address: str, tellings: int) -> list[float]:
    """Return milliseconds between frames while the latest turns are replayed at normal speed."""
    intervals: list[float] = []
    source = random.Random(2)
    for _ in range(tellings):
        _at_speed(page, "instant")
        heads, made = page.locator("[data-tell]"), 0
        while made < BETWEEN or not heads.count():  # a set-up has nothing to replay
            if not _choose(page, address, person, table, source):
                raise Error("the game was over before its log was replayed")
            made += 1
        _at_speed(page, "normal")
        heads.nth(max(0, heads.count() - 3)).click()
        page.wait_for_selector("[data-telling=behind]")
        intervals += page.evaluate(COUNT_FRAMES, 0)
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-telling=live]")
    return intervals


@dataclass(slots=True)
class _Memory:
    peak: float = 0.0
    held: float = 0.0
    heap: float = 0.0
    choices: int = 0


def _whole_game(page: Page, table: str, person: Person, address: str, most: int | None, pause: int) -> _Memory:
    """Return the page's memory over a game of random choices."""
    _at_speed(page, "instant")
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    process = _renderer(page)
    source = random.Random(1)
    found = _Memory()
    going = True
    while going:
        found.choices += 1
        page.wait_for_timeout(pause)
        going = _choose(page, address, person, table, source) and found.choices != most
        found.peak = max(found.peak, _own(process))
    browser.send("HeapProfiler.collectGarbage")
    page.wait_for_timeout(500)
    found.held, found.heap = _own(process), _heap(browser)
    return found


def _heap(browser: CDPSession) -> float:
    values = {row["name"]: row["value"] for row in browser.send("Performance.getMetrics")["metrics"]}
    return float(values["JSHeapUsedSize"]) / 1e6


def _renderer(page: Page) -> int:
    """Return the process of the page: the renderer that works while the page does; others wait for pages to come."""
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()

    def worked() -> dict[int, float]:
        found = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {int(row["id"]): float(row["cpuTime"]) for row in found if row["type"] == "renderer"}

    before = worked()
    page.evaluate("(long) => { const end = performance.now() + long; while (performance.now() < end); }", BUSY)
    after = worked()
    session.detach()
    return max(after, key=lambda process: after[process] - before.get(process, 0.0))


def _own(process: int) -> float:
    """Return the private memory of a process, as Chromium's task manager counts it.

    Pages of Chromium's program do not count: whether they are shared depends on what else runs on the machine.
    """
    rows = Path(f"/proc/{process}/status").read_text().splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith(("RssAnon:", "VmSwap:"))) / 1024


# -- command line -------------------------------------------------------------------------------------


def judged(found: PageBench) -> list[Row]:
    """Return rows of what was measured, the figure, its target, and whether it is met (None without a target)."""
    return [row for game in found.games for row in _judged(game)]


def _judged(found: GamePage) -> list[Row]:
    rows: list[Row] = [
        ("first load, compressed", f"{found.kilobytes:.0f} kB", f"<= {WEIGHT} kB", found.kilobytes <= WEIGHT),
        ("of that, the map's shapes", f"{found.shapes_kilobytes:.0f} kB", "", None),
        (
            "from opening to the first choice",
            f"{found.ready_milliseconds:.0f} ms",
            f"< {READY:,} ms",
            found.ready_milliseconds < READY,
        ),
        (
            "frames per second while turns are replayed",
            f"{found.frames_per_second:.1f}",
            f">= {FRAMES:.1f}",
            found.frames_per_second >= FRAMES - ROUNDING,
        ),
        ("the same at rest", f"{found.frames_at_rest:.1f}", "", None),
        ("late frames", f"{found.late_frames_percent:.1f}% of {found.frames:,}", "", None),
        (
            f"maximum memory of the page over a game of {found.choices} choices, four per second",
            f"{found.peak_megabytes:.0f} MB",
            f"< {MEMORY} MB",
            found.peak_megabytes < MEMORY,
        ),
        ("its memory at the end, after garbage collection", f"{found.held_megabytes:.0f} MB", "", None),
        ("of that, JavaScript heap", f"{found.heap_megabytes:.0f} MB", "", None),
        (
            f"maximum over another game of {found.hasty_choices} choices, without pauses",
            f"{found.hasty_megabytes:.0f} MB",
            "",
            None,
        ),
    ]
    if not found.shapes_kilobytes:
        del rows[1]
    return [(f"{found.game}: {what}", figure, bar, met) for what, figure, bar, met in rows]


def _measure(short: bool, done: Callable[[str], None]) -> PageBench:
    return bench_page(loads=1, tellings=1, choices=5, done=done) if short else bench_page(done=done)


if __name__ == "__main__":
    command(__doc__, PARTS * len(GAMES), PageBench, _measure, judged)
