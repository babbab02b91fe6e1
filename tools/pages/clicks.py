"""Count the clicks that common turns take on the page, for docs/clicks.md.

Each turn is a fixed position and the whole list of choices that make it up. A real browser plays it with real clicks
and takes the shortest way the page offers: one button for several choices, a space that ends the question before it,
the end of the turn. What the page answers by itself takes no click; to confirm that a choice ends the turn takes one.
The choices that reach the server are then compared with the list, so that no click is saved by playing another turn.

    python -m tools.pages.clicks            play all turns, write docs/clicks.md
    python -m tools.pages.clicks --check    play all turns, fail if one takes more clicks than its budget
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.distant_plain.positions import at
from tests.e2e.browsing import CHROMIUM, FLAGS, Serving, Visitor

from khyber.engine.record import NOT_ANSWERS
from tools.pages import clicks_freedom, clicks_zurmat

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "docs" / "clicks.md"
SIZE = (1280, 720)
#: Turns that are played on the boards of other games.
BY_BOARD = (clicks_freedom, clicks_zurmat)
CONFIRM = "[data-confirm-end]"


@dataclass(frozen=True)
class Turn:
    """A turn to play: its position, the choices, and how many clicks it may take."""

    name: str
    seat: str
    spaces: Mapping[str, str]
    choices: str
    budget: int
    #: Choices made before the count begins.
    lead: str = ""
    resources: int = 20

    @property
    def position(self) -> str:
        return at(self.seat, spaces=self.spaces, resources=self.resources, government=30, aid=10).position()

    def words(self, text: str) -> list[str]:
        return [word.strip() for word in text.split(",") if word.strip()]


_SWEPT = {"helmand": "C 2t 1B, T 2u", "kandahar": "C 3t 1B, G 2t, T 2u", "ghazni": "C 1t 1B, T 2u"}

TURNS = (
    Turn(
        "Rally in 3 spaces with Extort in 3",
        "taliban",
        {"balochistan": "T 1u 1B", "northwest-frontier": "T 1u 1B", "waziristan": "T 1u 1B", "zabol": "T 2u 1B, C 1t"},
        "rally, balochistan, 1, northwest-frontier, 2, waziristan, 2,"
        "extort, balochistan, northwest-frontier, waziristan, done, done",
        budget=9,
    ),
    Turn(
        "Sweep in 3 spaces with 1 move and Air Strike in 3",
        "coalition",
        _SWEPT,
        "sweep, helmand, kandahar, 2, 2, done, kandahar, done, ghazni, done, done,"
        "helmand, taliban, kandahar, taliban, ghazni, taliban,"
        "air-strike, ghazni, helmand, kandahar",
        budget=13,
    ),
    Turn(
        "March of a mixed group",
        "taliban",
        {"kandahar": "T 2u 2a 1B", "helmand": "T 1u"},
        "kandahar, zabol, 2, 2",
        budget=3,
        lead="march",
    ),
    Turn(
        "Train in 2 spaces with Civic Action",
        "government",
        {"kabul": "G 2t 2p, neutral", "herat": "G 2t 2p 1B, neutral"},
        "train, kabul, 3, 3, herat, 4, 2, done, civic-action herat, done",
        budget=8,
        resources=30,
    ),
)


class Player:
    """Plays a list of choices with as few clicks as the page allows."""

    def __init__(self, visitor: Visitor, wanted: list[str]) -> None:
        self.visitor, self.wanted = visitor, wanted
        self.clicks = 0
        self.said: list[str] = []
        self._from: int = visitor.frame["version"]

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def made(self) -> int:
        """The choices made so far."""
        version: int = self.visitor.frame["version"]
        return version - self._from

    def play(self) -> None:
        while True:
            self._settle()
            left = self.wanted[self.made :]
            if not left:
                return
            selector = next((one for one in self._ways(left) if self.page.locator(one).count()), "")
            assert selector, f"nothing on the page chooses {left[0]!r} after {self.said}: {self.visitor.options}"
            made = self.made
            self._click(selector)
            self._wait(made, selector, confirmed=False)
            if self.made == made:
                self._click(CONFIRM)
                self._wait(made, CONFIRM, confirmed=True)

    def _wait(self, made: int, selector: str, *, confirmed: bool) -> None:
        """Wait until more choices are made; or, before it was confirmed, until the page asks whether the turn ends."""
        visitor, confirm = self.visitor, self.page.locator(CONFIRM)
        visitor.until(
            lambda: self.made > made or (not confirmed and confirm.count() and not visitor.awaiting),
            f"{selector} did nothing",
        )

    def _click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1
        self.said.append(selector)

    def _settle(self) -> None:
        """Wait until the page has sent what it sends by itself."""
        made = -1
        while made != self.made or self.visitor.awaiting:
            made = self.made
            self.page.wait_for_timeout(350)

    def _ways(self, left: list[str]) -> Iterator[str]:
        """Return what to look for on the page, the way that saves most clicks first."""
        if all(word == "done" for word in left):
            yield "[data-end-turn]"
        for many in range(min(4, len(left)), 1, -1):
            yield f'[data-bundle="{"+".join(left[:many])}"]'
        if left[0] == "done" and len(left) > 1:
            yield f'[data-next="{left[1]}"]'
        yield f'[data-option="{left[0]}"]'


def play(visitor: Visitor, serving: Serving, turn: Turn) -> int:
    """Play a turn; return its clicks."""
    page = visitor.page
    address = serving.address
    made = page.request.post(
        f"{address}/api/tables/import",
        headers={"origin": address},
        data={
            "text": turn.position,
            "game": "distant-plain",
            "sandbox": False,
            "seats": dict.fromkeys(("coalition", "government", "taliban", "warlords"), "me"),
        },
    )
    assert made.ok, made.text()
    table = made.json()["id"]
    visitor.heard.clear()
    visitor.said.clear()
    page.goto(f"{address}/#/table/{table}")
    visitor.at_table()
    visitor.until(lambda: bool(visitor.options))
    for word in turn.words(turn.lead):
        visitor.choose(word)
    player = Player(visitor, turn.words(turn.choices))
    player.play()
    stored = serving.table(table)
    entries = [entry for step in range(len(stored.steps) + 1) for entry in stored.entries(step)[0]]
    answers = [entry for entry in entries if entry[0] not in NOT_ANSWERS]
    expected = turn.words(turn.lead) + turn.words(turn.choices)
    assert answers == expected, f"{turn.name}: {answers} was played, not {expected}"
    return player.clicks


def measure() -> dict[str, int]:
    """Play all turns in Chromium; return the clicks of each."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        serving = Serving(Path(folder))
        serving.start()
        try:
            visitor = Visitor(browser, serving.address, width=SIZE[0], height=SIZE[1], quick=True)
            visitor.come("Anna")
            found = {turn.name: play(visitor, serving, turn) for turn in TURNS}
            return found | {board.NAME: board.play(visitor, serving) for board in BY_BOARD}
        finally:
            serving.stop()
            browser.close()


def report(clicks: Mapping[str, int]) -> str:
    lines = [
        "# Clicks",
        "",
        "How many clicks some turns take on the page, played in Chromium from fixed positions by",
        "`python -m tools.pages.clicks`, which writes this file. Each choice that the rules ask for took a click",
        "before; now the page offers several as one, answers what has one sensible answer, and ends a turn with one",
        "click. Where a choice ends the turn by itself, the click that confirms it is counted. The choices that reach",
        "the server, and so the record, are the same.",
        "",
        "| turn | choices | clicks | at most |",
        "|---|---:|---:|---:|",
    ]
    lines += [
        f"| {turn.name} | {len(turn.words(turn.choices))} | {clicks[turn.name]} | {turn.budget} |" for turn in TURNS
    ]
    lines += [f"| {board.NAME} | {len(board.WORDS)} | {clicks[board.NAME]} | {board.BUDGET} |" for board in BY_BOARD]
    lines += ["", "The choices of each turn:", ""]
    lines += [f"- {turn.name}: `{', '.join(turn.words(turn.choices))}`" for turn in TURNS]
    lines += [f"- {board.NAME}: `{', '.join(board.WORDS)}`{board.NOTE}" for board in BY_BOARD]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the clicks that common turns take on the page.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a turn takes more than its budget")
    check = parser.parse_args().check
    clicks = measure()
    budgets = {turn.name: turn.budget for turn in TURNS} | {board.NAME: board.BUDGET for board in BY_BOARD}
    for name, budget in budgets.items():
        print(f"{name}: {clicks[name]} clicks, at most {budget}")
    if not check:
        REPORT.write_text(report(clicks), encoding="utf-8")
    return int(any(clicks[name] > budget for name, budget in budgets.items()))


if __name__ == "__main__":
    sys.exit(main())
