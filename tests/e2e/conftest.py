"""What the tests in a browser share: the browser, and servers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: the page is not tested in a browser")

from playwright.sync_api import Browser, BrowserType, sync_playwright

from tests.e2e.browsing import CHROMIUM, FLAGS, PAGE, Serving, Visitor

Welcoming = Callable[..., Visitor]
#: Seconds after which a test is given up; the longest takes about 70.
LONGEST = 300
#: Chromium ignores this flag; the browser of this process is known by it.
MARK = f"--of-khyber-tests={os.getpid()}"


class Chromium:
    """The browser of all tests; one that broke down is replaced."""

    def __init__(self, kind: BrowserType) -> None:
        self._kind = kind
        self._browser: Browser | None = None

    def open(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._kind.launch(executable_path=CHROMIUM, args=[*FLAGS, MARK])
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


def kill() -> None:
    """End the browser of this process: every call that waits for it fails."""
    subprocess.run(["pkill", "-KILL", "-f", "--", f"{MARK}( |$)"], check=False)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    if not CHROMIUM:
        pytest.skip("chromium is not installed: the page is not tested in a browser")
    if not PAGE.is_file():
        pytest.skip("the page is not built (make env): it is not tested in a browser")
    with sync_playwright() as playwright:
        chromium = Chromium(playwright.chromium)
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """The browser. It is killed if the test takes too long: some of Playwright's calls would wait for ever."""
    timer = Timer(LONGEST, kill)
    timer.start()
    yield chromium.open()
    timer.cancel()


@pytest.fixture(scope="session")
def serving(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests that do not kill theirs."""
    server = Serving(tmp_path_factory.mktemp("serving"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Serving]:
    """A server of the test's own, started as `make play` does."""
    server = Serving(tmp_path, command=True)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Welcoming]:
    """Makes visitors; each has a browser's store of their own."""
    made: list[Visitor] = []

    def welcome(server: Serving, **more: object) -> Visitor:
        made.append(Visitor(browser, server.address, **more))  # type: ignore[arg-type]
        return made[-1]

    yield welcome
    for one in made:
        one.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser's tests last: its driver keeps an event loop running, and others in this process need theirs.

    Give each a second try: an overloaded machine loses a click now and then.
    """
    items.sort(key=lambda item: "tests/e2e/" in item.nodeid)
    for item in items:
        if "tests/e2e/" in item.nodeid:
            item.add_marker(pytest.mark.flaky(reruns=1))
