"""The page measured in a real Chromium: its weight, how soon one can play, how smoothly turns are told, its memory."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid

from khyber.engine.errors import Error
from khyber.lab.server_bench import GAME, SCENARIO, SEATS, Person, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
#: Headless, and silent towards the rest of the world.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run", "--disable-extensions", "--disable-domain-reliability")
MINE, BOT = "coalition", "bot:3rd"
#: Milliseconds between the answer to a choice and the next choice: faster than anybody plays.
PAUSE = 250
#: How often the page is opened, each time with nothing kept; how many stretches of telling are watched; seconds.
LOADS, TELLINGS, PATIENCE = 3, 4, 60.0
#: What ends a question without doing more.
ENOUGH = ("pass", "done", "none", "nothing", "keep", "decline", "alone", "let")
#: What is judged: kilobytes over the wire without the map's shapes, milliseconds, frames a second, megabytes.
WEIGHT, READY, FRAMES, MEMORY = 300, 1_500, 60, 150
PARTS = 4
#: A screen shows a new frame each 1/60 s; measured over a stretch, the rate may miss that by rounding.
ROUNDING = 0.5

#: Notes when the first choice can be made.
WATCH_READY = """
(() => {
  const look = () => {
    if (document.querySelector("[data-option]:not(:disabled)")) window.readyAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()
"""
#: Counts frames while a turn is told.
COUNT_FRAMES = """
() => new Promise((done) => {
  const times = [];
  const tick = (now) => {
    times.push(now);
    const telling = document.querySelector("[data-telling=behind]");
    if (telling && now - times[0] < 20000) requestAnimationFrame(tick);
    else done(times.slice(1).map((time, i) => time - times[i]));
  };
  requestAnimationFrame(tick);
})
"""
#: Whether the page shows this version of the table, or a later one.
SHOWN = "(version) => Number(document.querySelector('[data-version]')?.dataset.version) >= version"
#: Clicks an option, by a number from 0 to 1, or if that is negative the first of these words, else the first option.
#: Tells the version of the table for which it was; null: there was none to click.
CLICK = """
([number, ...words]) => {
  const open = [...document.querySelectorAll("[data-option]:not(:disabled)")];
  const ending = words.map((word) => open.find((node) => node.dataset.option === word)).find(Boolean);
  const taken = number < 0 ? ending ?? open[0] : open[Math.floor(number * open.length)];
  if (!taken) return null;
  const version = Number(document.querySelector("[data-version]").dataset.version);
  taken.click();
  return version;
}
"""


@dataclass(frozen=True, slots=True)
class PageBench:
    """What was measured of the table page of A Distant Plain."""

    #: All that a first visit to a table loads, as it went over the wire, and the map's shapes apart.
    kilobytes: float
    shapes_kilobytes: float
    #: From navigation until a choice can be made; median.
    ready_milliseconds: float
    #: While turns of bots are told.
    frames_per_second: float
    frames: int
    #: Of all frames, how many came later than one and a half intervals of the screen.
    late_frames_percent: float
    #: Memory of the page's process alone over a whole game with a quarter of a second before each choice: the most of
    #: it; what it still holds at the end once the browser has collected what nobody uses; of that, the JavaScript heap.
    peak_megabytes: float
    held_megabytes: float
    heap_megabytes: float
    choices: int
    #: The most of it over another game without any pause, in which the browser does not come to collecting.
    hasty_megabytes: float
    hasty_choices: int

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def bench_page(*, loads: int = LOADS, tellings: int = TELLINGS, choices: int | None = None,
               done: Callable[[str], None] | None = None) -> PageBench:
    """Measure the page: a server and a browser in processes of their own. With `choices` no more than so many."""
    told = done or (lambda what: None)
    with (tempfile.TemporaryDirectory() as folder, served(f"sqlite:///{folder}/page.db") as server,
          _browser() as browser):
        visits = [_load(browser, server.address) for _ in range(loads)]
        told("loading")
        person, table = _seated(server.address)
        page = _visit(browser, server.address, person, table)
        intervals = _tellings(page, table, person, server.address, tellings)
        told("telling")
        memory = _whole_game(page, table, person, server.address, choices, PAUSE)
        page.context.close()
        told("a whole game")
        person, table = _seated(server.address)
        hasty = _whole_game(_visit(browser, server.address, person, table), table, person, server.address, choices, 0)
        told("another in haste")
    return PageBench(
        kilobytes=round(max(visit.bytes for visit in visits) / 1000, 1),
        shapes_kilobytes=round(max(visit.shapes for visit in visits) / 1000, 1),
        ready_milliseconds=round(median(visit.ready for visit in visits)),
        frames_per_second=round(1000 * len(intervals) / sum(intervals), 1),
        frames=len(intervals),
        late_frames_percent=round(100 * sum(gap > 25 for gap in intervals) / len(intervals), 1),
        peak_megabytes=round(memory.peak, 1), held_megabytes=round(memory.held, 1),
        heap_megabytes=round(memory.heap, 1), choices=memory.choices,
        hasty_megabytes=round(hasty.peak, 1), hasty_choices=hasty.choices)


# -- people, pages and tables ---------------------------------------------------------------------------


@contextmanager
def _browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise Error("measuring the page takes Playwright: install khyber[test]") from missing
    found = next((path for path in CHROMIUM if Path(path).exists()), None)
    if found is None:
        raise Error("measuring the page takes a Chromium, for instance Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _seated(address: str) -> tuple[Person, str]:
    """Somebody at a table with three bots, asked for a turn."""
    person = Person(address, "Ada")
    made = person.post("/api/tables", {
        "game": GAME, "scenario": SCENARIO, "seats": {seat: "me" if seat == MINE else BOT for seat in SEATS}})
    _until_asked(address, person, str(made["id"]))
    return person, str(made["id"])


def _until_asked(address: str, person: Person, table: str, after: int = -1) -> int | None:
    """Wait until it is the person's turn after that version: the version then, None if the game is over."""
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
    raise Error("the bots at the measured table never came to an end")


def _visit(browser: Browser, address: str, person: Person, table: str, watch: Callable[[Page], None] | None = None,
           ) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    name, _, value = person.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    page.add_init_script(WATCH_READY)
    if watch is not None:
        watch(page)
    page.goto(f"{address}/#/table/{table}")
    over = time.monotonic() + PATIENCE
    while page.evaluate("window.readyAt") is None:
        if time.monotonic() > over:
            raise Error("the measured page never offered a choice")
        page.wait_for_timeout(20)
    return page


# -- what is measured -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Loaded:
    bytes: float = 0.0
    shapes: float = 0.0
    ready: float = 0.0


def _load(browser: Browser, address: str) -> _Loaded:
    """A first visit with nothing kept."""
    person, table = _seated(address)
    found = _Loaded()
    urls: dict[str, str] = {}

    def received(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["response"]["url"]

    def finished(event: dict[str, Any]) -> None:
        size = float(event["encodedDataLength"])
        if "/shapes" in urls.get(event["requestId"], ""):
            found.shapes += size
        else:
            found.bytes += size

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
    """Choose by a click, at random or what ends the question; wait until asked again. False once the game is over."""
    first = -1.0 if source is None else source.random()
    shown = page.evaluate(CLICK, [first, *ENOUGH])
    if shown is None:
        raise Error("the measured page offered no choice")
    version = _until_asked(address, person, table, shown)
    if version is not None:
        page.wait_for_function(SHOWN, arg=version, timeout=1000 * PATIENCE)
    return version is not None


def _at_speed(page: Page, speed: str) -> None:
    page.get_by_label("Speed of telling").select_option(speed)


def _tellings(page: Page, table: str, person: Person, address: str, tellings: int) -> list[float]:
    """Milliseconds between frames while bots' turns are told at the usual speed."""
    intervals: list[float] = []
    seen = 0
    going = True
    while going and seen < tellings:
        _at_speed(page, "instant")
        page.wait_for_selector("[data-telling=live]")
        _at_speed(page, "normal")
        going = _choose(page, address, person, table)
        page.wait_for_timeout(300)
        if page.locator("[data-telling=behind]").count():  # else nobody else had a turn after this choice
            intervals += page.evaluate(COUNT_FRAMES)
            seen += 1
    if not intervals:
        raise Error("no turn was told on the measured page")
    return intervals


@dataclass(slots=True)
class _Memory:
    peak: float = 0.0
    held: float = 0.0
    heap: float = 0.0
    choices: int = 0


def _whole_game(page: Page, table: str, person: Person, address: str, most: int | None, pause: int) -> _Memory:
    """The page's memory on the way to the end of a game of random choices."""
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
    """The process of the page: the only one that shows something."""
    browser = page.context.browser
    assert browser is not None
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return int(max((row for row in found if row["type"] == "renderer"), key=lambda row: row["cpuTime"])["id"])


def _own(process: int) -> float:
    """Memory that a process took for itself, as Chromium's task manager counts it.

    Pages of Chromium's own program are not counted: whether they are shared depends on what else runs on the machine.
    """
    rows = Path(f"/proc/{process}/status").read_text().splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith(("RssAnon:", "VmSwap:"))) / 1024


# -- for people -----------------------------------------------------------------------------------------


def judged(found: PageBench) -> list[tuple[str, str, str, bool | None]]:
    """What, the figure, the bar it is judged by, and whether it clears it."""
    return [
        ("first load, compressed, without the map's shapes", f"{found.kilobytes:.0f} kB", f"< {WEIGHT} kB",
         found.kilobytes < WEIGHT),
        ("the map's shapes", f"{found.shapes_kilobytes:.0f} kB", "", None),
        ("from opening to the first choice", f"{found.ready_milliseconds:.0f} ms", f"<= {READY:,} ms",
         found.ready_milliseconds <= READY),
        ("frames a second while turns are told", f"{found.frames_per_second:.1f}", f">= {FRAMES}",
         found.frames_per_second >= FRAMES - ROUNDING),
        ("frames that came late", f"{found.late_frames_percent:.1f}% of {found.frames:,}", "", None),
        (f"memory of the page at most, over a game of {found.choices} choices, four a second",
         f"{found.peak_megabytes:.0f} MB", f"< {MEMORY} MB", found.peak_megabytes < MEMORY),
        ("what it holds at the end, once garbage is collected", f"{found.held_megabytes:.0f} MB", "", None),
        ("of that, JavaScript heap", f"{found.heap_megabytes:.0f} MB", "", None),
        (f"at most over another game of {found.hasty_choices} choices, without any pause",
         f"{found.hasty_megabytes:.0f} MB", "", None)]


def report(found: PageBench) -> RenderableType:
    grid = Grid("what", "figure", "bar", "", box=box.SIMPLE)
    for what, figure, bar, clears in judged(found):
        grid.add_row(what, figure, bar, "" if clears is None else "ok" if clears else "no")
    return grid
