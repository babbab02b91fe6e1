"""Keys and clicks move what they are meant to move: whatever gets the focus, the table stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tools.pages.screens import half_played, under_way

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.sights import look, parts, resized
from tests.e2e.test_two_people import two_at_a_table

#: Games under way and the seat that is asked; with full boards and long lists.
GAMES: dict[str, tuple[Callable[[], str], str]] = {
    "distant-plain": (lambda: half_played().save(), "taliban"),
    "zurmat": (lambda: under_way("zurmat", 60), "coalition"),
    "enduring-freedom": (lambda: under_way("enduring-freedom", 120), "coalition"),
}


def sit_down(anna: Visitor, game: str) -> None:
    anna.come("Anna")
    record, seat = GAMES[game]
    anna.import_position(record(), game, seat)


def unsteady(anna: Visitor) -> list[str]:
    """Return what lies outside the box it belongs to, and what the focus moves."""
    anna.settle()
    return look(anna, "escapes") + look(anna, "focus")


@pytest.mark.parametrize("game", GAMES)
def test_focus_moves_nothing_in_any_part_of_a_table(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    sit_down(anna, game)
    for size in resized(anna):
        for part in parts(anna):
            assert look(anna, "escapes") == [], (size, part)
            assert look(anna, "focus") == [], (size, part)


@pytest.mark.parametrize("game", GAMES)
def test_focus_moves_nothing_in_a_study(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    sit_down(anna, game)
    anna.page.goto(f"{anna.page.url}/study")
    anna.page.locator("[data-panel]").wait_for(state="attached")
    panes = anna.page.locator("nav.panes button")
    for size in resized(anna):
        if anna.on_phone:
            panes.first.click()
            assert unsteady(anna) == [], (size, "board")
            panes.last.click()
        for tab in anna.page.locator("[data-panel] [role=tab]").all():
            tab.click()
            assert unsteady(anna) == [], (size, tab.inner_text())


#: Pages without a table, and what they show once they are there.
PAGES = {
    "": "a[href='#/new']",
    "new": "input[name=scenario]",
    "sandbox": "input[name=scenario]",
    "import": "textarea",
    "puzzles": "[data-puzzle]",
    "aid/distant-plain/taliban": "h2",
    "aid/zurmat/coalition": "h2",
    "rules/distant-plain/3.3.1": "h2",
    "rules/enduring-freedom": "h2",
    "no-such-page": "main p",
}


@pytest.mark.parametrize("path", PAGES)
def test_focus_moves_nothing_on_other_pages(serving: Serving, visitor: Welcoming, path: str) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.goto(f"{anna.address}/#/{path}")
    anna.page.locator(PAGES[path]).first.wait_for()
    for size in resized(anna):
        assert unsteady(anna) == [], size


def test_focus_moves_nothing_in_the_position_editor(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sit_down(anna, "distant-plain")
    anna.page.goto(f"{anna.page.url}/study/edit?step=20")
    anna.page.locator("[data-verdict=accepted]").wait_for()
    for size in resized(anna):
        for tab in anna.page.get_by_role("tab").all():
            tab.click()
            assert unsteady(anna) == [], (size, tab.inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_focus_moves_nothing_while_a_hint_is_open(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    sit_down(anna, game)
    for size in resized(anna):
        anna.turn_to("decide")
        anna.page.locator("[data-hint]").click()
        said = anna.page.locator("[data-hint-said]")
        expect(said.locator("[data-hinted]")).to_be_visible()
        assert unsteady(anna) == [], size
        said.get_by_role("button", name=anna.say("app.close"), exact=True).click()
        expect(said).to_have_count(0)


def test_the_map_stays_in_place_while_people_chat(serving: Serving, visitor: Welcoming) -> None:
    """With the keyboard, as people do: through every tab beside the choices, and into the field."""
    anna, bruno = two_at_a_table(serving, visitor)
    page = anna.page
    bruno.page.get_by_role("tab", name="Chat").click()
    for line in range(12):
        bruno.page.get_by_label("Message", exact=True).fill(f"line {line}")
        bruno.page.keyboard.press("Enter")
    tabs = page.locator(".side [role=tab]")
    for size in resized(anna):
        if anna.on_phone:
            anna.turn_to("log")
        sheet = page.locator("[data-sheet]")
        for nth in range(tabs.count()):
            tabs.nth(nth).click()
            anna.settle()
            before = sheet.bounding_box()
            for key in (*["Tab"] * 6, *["Shift+Tab"] * 3):
                page.keyboard.press(key)
                assert sheet.bounding_box() == before, (size, nth)
        page.get_by_role("tab", name="Chat").click()
        page.get_by_label("Message", exact=True).click()
        page.keyboard.type("Hello")
        assert sheet.bounding_box() == before, size
        page.get_by_label("Message", exact=True).fill("")


def test_a_new_question_is_read_from_its_top(serving: Serving, visitor: Welcoming) -> None:
    """Who clicks a choice sees the next question, however long what stands before its choices."""
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.new_table("Enduring Freedom", coalition="me")
    anna.at_table()
    while anna.frame["decision"]["ask"] != "mobilize":
        anna.choose(anna.options[0])
        anna.shown()
    anna.settle()
    expect(anna.page.locator("#decision-question")).to_be_in_viewport()
    anna.choose("ground")
    expect(anna.page.locator("#decision-question")).to_be_in_viewport()
