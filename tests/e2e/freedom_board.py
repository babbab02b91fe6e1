"""Playing Enduring Freedom by its board alone: the map, counters, the tray and the purchase sheet."""

from __future__ import annotations

import random
from typing import Any, Final

from playwright.sync_api import FloatRect, Locator, Page

from khyber.games.enduring_freedom.drawing.shapes import shapes
from tests.e2e.browsing import Visitor

#: Questions at which groups of units are sent somewhere.
ORDERING: Final = ("staging", "ground", "air", "cas")
#: Groups sent in a phase, and items bought at once.
MAX_GROUPS, MAX_ITEMS = 2, 5


def middle(place: str) -> tuple[float, float]:
    """Return the middle of a place in units of the map."""
    drawn = shapes()
    if place in drawn["zones"]:
        x, y, width, height = drawn["zones"][place]["room"]
    else:
        x, y, width, height = (drawn["staging"] | drawn["boxes"])[place]
    return x + width / 2, y + height / 2


class BoardPlayer:
    """Somebody who never touches the list of options. Counts the clicks."""

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.visitor, self.source = visitor, random.Random(seed)
        self.clicks = 0
        self.asked: set[str] = set()
        self._phase: tuple[object, ...] = ()
        self._groups = 0

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def decision(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.visitor.frame.get("decision")
        return found if found and found.get("options") else None

    # -- clicks -----------------------------------------------------------------------------------

    def press(self, target: Locator) -> None:
        """Click an element of the board."""
        assert not target.evaluate("(one) => Boolean(one.closest('[data-option], .options, [data-actions]'))")
        target.click()
        self.clicks += 1

    def place(self, place: str, at: tuple[float, float] | None = None) -> None:
        """Click in the middle of a place on the map, or at a point of it."""
        x, y = at or middle(place)
        box = self.map_at_rest()
        left, top, width, height = shapes()["view"]
        self.page.mouse.click(
            box["x"] + (x - left) / width * box["width"], box["y"] + (y - top) / height * box["height"]
        )
        self.clicks += 1

    def map_at_rest(self) -> FloatRect:
        """Return where the map is, once it has stopped moving: a longer line above it pushes it down."""
        drawn, before = self.page.locator("svg[role=group]"), None
        while (box := drawn.bounding_box()) is None or box != before:
            before = box
            self.page.wait_for_timeout(40)
        return box

    def counter(self, place: str, unit: str) -> None:
        """Click a counter of the map, or the pile it lies in and then the counter in the tray."""
        cell = self.page.locator(f'[data-space="{place}"] [data-piece="{unit}"]')
        if not cell.count():
            cell = self.page.locator(f'[data-space="{place}"] [data-piece="{unit} reduced"]')
        if cell.count():
            self.press(cell.first)
        else:
            self.place(place)

    # -- questions --------------------------------------------------------------------------------

    def play(self, most: int = 2000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            self.visitor.until(lambda: self.decision or self.visitor.frame["outcome"] is not None)
            if self.visitor.frame["outcome"] is not None:
                return
            self.answer()
        raise AssertionError("the campaign does not end")

    def answer(self) -> None:
        """Answer the question, and wait until the server has taken it."""
        question = self.decision
        assert question is not None
        version, ask = self.visitor.frame["version"], question["ask"]
        self.asked.add(ask)
        self.visitor.shown()
        if ask == "mobilize":
            self.buy()
        elif ask in ORDERING:
            self.order(ask)
        else:
            self.choose(self.source.choice(question["options"]), ask)
        self.visitor.until(lambda: self.visitor.frame["version"] > version, f"nothing on the board answers {ask!r}")
        self.rest()

    def rest(self) -> None:
        """Wait until the answers of a group have all been sent."""
        before = -1
        while before != self.visitor.frame["version"] or self.visitor.awaiting:
            before = self.visitor.frame["version"]
            self.page.wait_for_timeout(60)

    def choose(self, option: dict[str, Any], ask: str) -> None:
        place, unit = option["about"].get("place"), option["about"].get("unit")
        drawn = isinstance(place, str) and self.page.locator(f'[data-space="{place}"]').count()
        if not drawn:
            self.press(self.page.locator(f'[data-tray] [data-order="{option["key"]}"]'))
        elif unit is None:
            several = len(self.options_at(place)) > 1  # asked before the click: it may answer
            self.place(place)
            if ask != "home" and several:
                self.press(self.page.locator(f'[data-tray] [data-order="{option["key"]}"]'))
        else:
            version = self.visitor.frame["version"]
            self.counter(place, unit)
            self.page.wait_for_timeout(60)
            in_tray = self.page.locator(f'[data-tray="{place}"] [data-unit="{unit}"]')
            if self.visitor.frame["version"] == version and not self.visitor.awaiting and in_tray.count():
                self.press(in_tray.first)

    def options_at(self, place: str) -> list[str]:
        return [o["key"] for o in self.visitor.frame["decision"]["options"] if o["about"].get("place") == place]

    def done(self) -> None:
        """End the phase; if the page asks to confirm that, do so."""
        assert self.decision is not None
        warned = any(option["key"] == "done" and "warning" in option for option in self.decision["options"])
        self.press(self.page.locator('[data-tray] [data-order="done"]'))
        if warned:
            self.press(self.page.locator("[data-confirm]"))

    def buy(self) -> None:
        """Put some units on the sheet and buy them at once; the second time, go on."""
        phase = (self.visitor.frame["view"]["turn"], "mobilize")
        sheet = self.page.locator("[data-market]")
        units = sheet.locator("[data-buy]:not(:disabled)")
        if phase == self._phase or not units.count():
            self.press(sheet.locator("[data-done-buying]"))
            return
        self._phase = phase
        self.press(sheet.locator(f'[data-area="{self.source.choice(("persian-gulf", "pakistan"))}"]'))
        for _ in range(MAX_ITEMS):
            left = sheet.locator('[data-buy][aria-pressed="false"]:not(:disabled)')
            if left.count():
                self.press(left.nth(self.source.randrange(left.count())))
        for more in sheet.locator("[data-more]:not(:disabled)").all()[:3]:
            if more.is_enabled():
                self.press(more)
        buy = sheet.locator("[data-buy-all]")
        self.press(buy if buy.is_enabled() else sheet.locator("[data-done-buying]"))

    def order(self, ask: str) -> None:
        """Select what lies in one spot and send it somewhere; then end the phase."""
        phase = (self.visitor.frame["view"]["turn"], ask)
        if phase != self._phase:
            self._phase, self._groups = phase, 0
        ready = self.page.locator(".cell.ready")
        if self._groups >= MAX_GROUPS or not ready.count():
            self.done()
            return
        self._groups += 1
        self.press(ready.nth(self.source.randrange(ready.count())))
        places = self.page.locator(".place.dest").evaluate_all("(all) => all.map((one) => one.dataset.space)")
        assert places, "selected units have nowhere to go"
        self.place(self.source.choice(places))
