"""The table of A Distant Plain on screens of all sizes, and in the other language."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_page import in_italian
from tests.e2e.test_plain_play import on_map, open_spaces, sandbox, space


def test_a_desk_has_the_whole_map_at_once(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440, height=900)
    sandbox(anna)
    window = anna.page.locator(".map .window")
    expect(window).to_be_in_viewport(ratio=1)
    for width, height in ((1280, 900), (1920, 1080)):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(window).to_be_in_viewport(ratio=1)


def test_the_phone_has_map_and_decision_at_once(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=390, height=844)
    sandbox(anna)
    page = anna.page

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    fits()
    expect(page.locator("[data-option]").first).to_be_in_viewport()
    expect(space(page, "kabul")).to_be_in_viewport()
    panes = page.get_by_role("navigation", name="Parts of the table")
    panes.get_by_role("button", name="Log").click()
    expect(page.locator("li[data-n]").last).to_be_in_viewport()
    for tab in page.get_by_role("tab").all():
        tab.click()
        fits()
    panes.get_by_role("button", name="Board").click()
    expect(page.locator("[data-option]").first).to_be_hidden()
    fits()
    panes.get_by_role("button", name="Decision").click()
    anna.choose("rally")
    fits()
    panes.get_by_role("button", name="Board").click()
    on_map(anna, open_spaces(anna)[0])
    fits()


def test_the_whole_page_is_italian(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    page.get_by_label("Language").select_option("it")
    anna.until(lambda: "lang=it" in anna.sockets[-1] and anna.options)
    expect(page.get_by_role("heading", name="tocca a te")).to_be_visible()
    page.locator("[data-option]").nth(1).hover()
    for tab in page.get_by_role("tab").all():
        tab.click()
        in_italian(anna)
    opened: tuple[tuple[Callable[[], None], str], ...] = (
        (lambda: page.get_by_role("button", name="Suggerimento").click(), "[data-hint-said]"),
        (lambda: page.get_by_role("button", name="Regola ").first.click(), "dialog[open]"),
    )
    for click, shown in opened:
        click()
        expect(page.locator(shown)).to_be_visible()
        anna.settle()
        in_italian(anna)
        page.keyboard.press("Escape")
    anna.choose(anna.options[0])
    in_italian(anna)
