"""Somebody who plays Zurmat on its board alone: tiles, tokens, cards and sheets, never the list of options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.e2e.browsing import Visitor


class BoardPlayer:
    """A visitor who answers every question by clicks on the board, chosen at random."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.random = random.Random(seed)
        self.clicks = 0
        #: The questions answered so far.
        self.asked: set[str] = set()
        #: How often a group was moved by picking it up and putting it down.
        self.carried = 0

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.visitor.frame["view"]
        return view

    @property
    def is_asked(self) -> bool:
        return bool(self.visitor.options)

    def click(self, selector: str) -> None:
        self.visitor.page.locator(selector).first.click()
        self.clicks += 1

    def play(self, most: int = 2000) -> None:
        """Play until the game is over."""
        visitor = self.visitor
        for _ in range(most):
            visitor.until(lambda: self.is_asked or visitor.frame["outcome"] is not None, "nobody is asked")
            if visitor.frame["outcome"] is not None:
                return
            self.answer()
        raise AssertionError("the game does not end")

    def answer(self, key: str | None = None) -> None:
        """Answer the question with that option; without one, with any."""
        visitor = self.visitor
        visitor.shown()
        decision, version = visitor.frame["decision"], visitor.frame["version"]
        ask = decision["ask"]
        self.asked.add(ask)
        lifting = key is None and ask in ("turn", "patrol-from", "attack-from") and self.random.random() < 0.6
        way = self._way(ask) if lifting else None
        if way is not None:
            self._carry(*way)
        else:
            for selector in self._clicks(ask, key or self.random.choice(visitor.options), decision["about"]):
                self.click(selector)
        visitor.until(lambda: visitor.frame["version"] > version, f"the click for {ask!r} did nothing")
        self._settle()

    def _settle(self) -> None:
        """Wait until the page has sent all that a click means."""
        version = -1
        while version != self.visitor.frame["version"] or self.visitor.awaiting:
            version = self.visitor.frame["version"]
            self.visitor.page.wait_for_timeout(40)
        self.visitor.shown()

    def _way(self, ask: str) -> tuple[str, str, str] | None:
        """A unit that can be picked up, and where it can go."""
        view = self.view
        offered = [key for key in view["ways"] if ask != "turn" or key in self.visitor.options]
        units = ("taliban",) if view["active"] == "taliban" else ("ana", "us")
        found = [
            (origin, unit, dest)
            for key in offered
            for origin, ways in view["ways"][key].items()
            for unit in units
            if view["tiles"][origin]["units"].get(unit, 0) > view["tiles"][origin]["moved"].get(unit, 0)
            for dest in ways
        ]
        return self.random.choice(found) if found else None

    def _carry(self, origin: str, unit: str, dest: str) -> None:
        self.click(f'[data-space="{origin}"] [data-piece="{unit}"]')
        self.click(tile(dest))
        self.carried += 1

    def _clicks(self, ask: str, key: str, about: dict[str, Any]) -> Iterator[str]:
        page = self.visitor.page
        if ask == "tile":
            yield f'[data-hand-tile="{key}"]'
        elif ask == "tile-place":
            turns = self.view["tiles-dealt"][about["tile"]]["turns"]  # read before the click: it may place the tile
            yield f'[data-cell="{key}"]'
            if len(turns) > 1:
                for _ in range(self.random.randrange(4)):
                    yield "[data-held]" if self.random.random() < 0.7 else "[data-rotate]"
                yield "[data-lay]"
        elif ask == "tile-turn":
            yield "[data-rotate]"
            yield "[data-lay]"
        elif ask == "orders":
            for objective in key.split(" + "):
                yield f'button[data-objective="{objective}"]'
        elif key in ("recruit", "construct", "declare", "attack", "patrol"):
            yield f'[data-operation="{key}"]'
        elif key.startswith("play "):
            yield f'[data-card="{key.removeprefix("play ")}"]'
        elif ask == "roadblock":
            yield f'[data-edge="{key}"]'
        elif ask == "caravan-disc" and key != "done":
            yield f'[data-space="{about["tile"]}"] [data-piece="disc-{key}"]'
        elif " " in key and key.split(" ")[0] in ("school", "fort", "to", "from"):
            piece, space = key.split(" ")
            yield f'[data-space="{space}"] [data-piece="{piece}"][role=button]'
        elif key in self.view["tiles"] and ask != "split":
            yield tile(key)
        else:
            found = (f'[data-tray] [data-{name}="{key}"]' for name in ("word", "choice", "disc"))
            yield next(selector for selector in found if page.locator(selector).count())


def tile(key: str) -> str:
    return f'[data-space="{key}"] > [role=button]'
