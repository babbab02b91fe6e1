"""A turn of Enduring Freedom for tools.pages.clicks, played by the board: purchases, ten moves, three strikes."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.freedom_board import BoardPlayer

from khyber.engine.record import NOT_ANSWERS
from khyber.games.enduring_freedom.drawing.shapes import shapes

NAME: Final = "Enduring Freedom: buy 6 kinds, move 10 units, 3 strikes"
POSITION: Final = """
game = "enduring-freedom"
step = "mobilize"
turn = 2
points = 70
[zone.kabul]
ground = ["us-1-82", "us-1-101", "us-tfp", "us-15meu", "us-26meu", "us-cjtf"]
[zone.bagram]
ground = ["us-2-10", "nato-45cdo", "nato-isaf", "nato-ppcli", "nato-21rim", "us-cjmp"]
[zone.kandahar]
islamists-revealed = ["tb-inf1"]
[zone.herat]
islamists-revealed = ["tb-inf2"]
[zone.kunduz]
islamists-revealed = ["aq-arab"]
[staging.pakistan]
air = ["us-b52", "us-b1", "us-b2"]
"""
FROM_KABUL: Final = ("us-1-82", "us-1-101", "us-tfp", "us-15meu", "us-26meu")
FROM_BAGRAM: Final = ("us-2-10", "nato-45cdo", "nato-isaf", "nato-ppcli", "nato-21rim")
UNITS: Final = ("us-1-10", "us-3-101", "us-a10", "us-f16")
STRIKES: Final = (("us-b52", "kandahar"), ("us-b1", "herat"), ("us-b2", "kunduz"))
#: Every choice that the list asks for, a click each. A group may go in another order.
CHOICES: Final = (
    *(f"ground {unit} persian-gulf" for unit in UNITS[:2]),
    *(f"air {unit} persian-gulf" for unit in UNITS[2:]),
    "asset infowar 2 asset isr 2 done 0 done",
    *(f"strike {unit}" for unit, _ in STRIKES),
    "done",
    *(f"{unit} ghazni" for unit in FROM_KABUL),
    *(f"{unit} kabul" for unit in FROM_BAGRAM),
    "done strike us-b52 kandahar strike us-b1 herat strike kunduz done",
)
WORDS: Final = " ".join(CHOICES).split()
#: At most three fifths of the clicks in the list.
BUDGET: Final = len(WORDS) * 3 // 5
NOTE: Final = "; the board sends a group in its own order"


def play(visitor: Visitor, serving: Serving) -> int:
    """Play the turn by the board; return its clicks."""
    visitor.heard.clear()
    visitor.said.clear()
    visitor.import_position(POSITION, "enduring-freedom", "coalition")
    visitor.until(lambda: bool(visitor.options))
    board = BoardPlayer(visitor)
    page, tray = visitor.page, visitor.page.locator("[data-tray]")
    for unit in UNITS:
        board.press(page.locator(f'[data-buy="{unit}"]'))
    for asset in ("infowar", "isr"):
        for _ in range(2):
            board.press(page.locator(f'[data-more="{asset}"]'))
    board.press(page.locator("[data-buy-all]"))
    _come_to(board, "mobilize")
    board.press(page.locator("[data-done-buying]"))
    _come_to(board, "infowar")
    board.press(tray.locator('[data-order="0"]'))
    _come_to(board, "isr")
    board.press(tray.locator('[data-order="done"]'))
    _come_to(board, "staging")
    for unit, _ in STRIKES:
        board.counter("pakistan", unit)
    board.place("joint-strike")
    _come_to(board, "staging")
    board.done()
    _come_to(board, "ground")
    for here, stays, there in (("kabul", "us-cjtf", "ghazni"), ("bagram", "us-cjmp", "kabul")):
        board.place(here, at=_label(here))
        board.counter(here, stays)
        board.place(there)
        _come_to(board, "ground")
    board.done()
    _come_to(board, "air")
    for unit, zone in STRIKES:
        board.counter("joint-strike", unit)
        board.place(zone)
        _come_to(board, "air")
    board.done()
    visitor.until(lambda: visitor.frame["view"]["step"] != "air")
    board.rest()
    stored = serving.table(visitor.table)
    entries = [entry for step in range(len(stored.steps) + 1) for entry in stored.entries(step)[0]]
    answers = [entry for entry in entries if entry[0] not in NOT_ANSWERS][: len(WORDS)]
    assert Counter(answers) == Counter(WORDS), f"{NAME}: {answers} was played, not {WORDS}"
    return board.clicks


def _come_to(board: BoardPlayer, ask: str) -> None:
    board.rest()
    board.visitor.until(lambda: (board.decision or {}).get("ask") == ask, f"{ask} was not asked")


def _label(zone: str) -> tuple[float, float]:
    x, y = shapes()["zones"][zone]["label"]
    return x, y
