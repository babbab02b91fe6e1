"""A turn of Zurmat for tools.pages.clicks, played by the board: a Patrol with two groups, and the discs it places."""

from __future__ import annotations

from typing import Final

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.zurmat_board import tile
from tests.zurmat.tables import table, tiles

from khyber.engine.record import NOT_ANSWERS

NAME: Final = "Zurmat: Patrol with 2 groups over 4 tiles"
#: A disc in hand, whichever face it has: faces are drawn.
DISC: Final = "disc"
FACES: Final = ("faction", "neutral")
#: Every choice that the list asks for, a click each.
WORDS: Final = (*("patrol", "01", "08", "1 ana", "06", "stop"), *("01", "12", "1 us", "09"), *(DISC, DISC, DISC, "end"))
#: Draws before this turn, so that discs of both faces follow: those of one face would place themselves.
DRAWS: Final = 1
#: At most three fifths of the clicks in the list.
BUDGET: Final = len(WORDS) * 3 // 5
NOTE: Final = "; discs by their faces, two of each"


def position() -> str:
    """The Coalition's turn in April, with roads north and east of the FOB and Patrol at level 4."""
    laid = tiles({"01": {"ana": 4, "us": 4}, "06": {"north": 2}, "02": {"north": 3}, "09": {"east": 2, "turn": 90}})
    return table(laid, month="april", draws=DRAWS, coalition={"hand": ["mrap"]}).position()


def play(visitor: Visitor, serving: Serving) -> int:
    """Play the turn by the board; return its clicks."""
    page = visitor.page
    visitor.heard.clear()
    visitor.said.clear()
    visitor.import_position(position(), "zurmat", "coalition")
    visitor.until(lambda: bool(visitor.options))
    clicks = 0

    def press(selector: str) -> None:
        nonlocal clicks
        page.locator(selector).first.click()
        clicks += 1

    def rest() -> None:
        version = -1
        while version != visitor.frame["version"] or visitor.awaiting:
            version = visitor.frame["version"]
            page.wait_for_timeout(350)

    for unit, dest in (("ana", "06"), ("us", "09")):
        press(f'[data-space="01"] [data-piece="{unit}"]')
        press(tile(dest))
        rest()
    while (visitor.frame["decision"] or {}).get("ask") == "which-disc":
        press("[data-tray] [data-disc]")
        rest()
    press('[data-tray] [data-word="end"]')
    rest()
    stored = serving.table(visitor.table)
    entries = [entry for step in range(len(stored.steps) + 1) for entry in stored.entries(step)[0]]
    answers = [entry for entry in entries if entry[0] not in NOT_ANSWERS]
    played = tuple(DISC if answer.lstrip("%") in FACES else answer for answer in answers[: len(WORDS)])
    assert played == WORDS, f"{NAME}: {played} was played, not {WORDS}"
    return clicks
