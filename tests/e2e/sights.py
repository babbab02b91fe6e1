"""What can be seen of the page, asked of the page itself: tests/e2e/sight.mjs, which the tests in Firefox use, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from tests.e2e.browsing import Visitor

#: A desk of two widths, a tablet held upright, a phone.
SIZES = ((1280, 720), (1440, 900), (820, 1180), (390, 844))
LOOK = (Path(__file__).parent / "sight.mjs").read_text(encoding="utf-8").partition("export default ")[2]


Check = Literal["escapes", "focus", "focused", "guide", "choices", "log"]


def look(visitor: Visitor, what: Check, given: Sequence[str] = ()) -> list[str]:
    """Return the faults that a check finds on the page as it is shown."""
    found: list[str] = visitor.page.evaluate(LOOK, [what, list(given)])
    return found


def parts(visitor: Visitor) -> Iterator[str]:
    """Show each part of a table in turn: the panes of a phone, and every tab beside the choices."""
    page = visitor.page
    for part in ("decide", "board", "log") if visitor.on_phone else ("",):
        if part:
            visitor.turn_to(part)
        for tab in page.locator(".side [role=tab]").all() if part in ("", "log") else (None,):
            if tab:
                tab.click()
            visitor.settle()
            yield f"{part} {tab.inner_text() if tab else ''}".strip()


def resized(visitor: Visitor, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[tuple[int, int]]:
    """Give the window each of the sizes."""
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.settle()
        yield width, height
