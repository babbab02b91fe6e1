"""The page itself: two languages all through, small screens, the keyboard, and no address but our own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming

#: English words of the page and of the game that are no Italian ones.
ENGLISH = re.compile(
    r"\b(the|your|and|with|turn|seats?|spaces|resources|margin|eligible|choose|board|tracks|decision|"
    r"connected|watch|games?|bot is|to move|cards left|next card)\b",
    re.IGNORECASE,
)
#: Names that stay as they are.
NAMES = re.compile(r"\d+ [A-Z#][^\n·]*|A Distant Plain|English|Khyber")


def in_italian(anna: Visitor, *, besides: str = r"(?!)") -> None:
    """No English word is shown, names and what matches `besides` apart."""
    text = anna.page.locator("#app").inner_text()
    shown = re.sub(besides, "", NAMES.sub("", text))
    assert not (found := ENGLISH.search(shown)), f"{found and found[0]!r} in: {text}"


def test_the_language_is_switched_everywhere(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    page = anna.page
    english = anna.frame["decision"]["question"]
    page.get_by_label("Language").select_option("it")
    anna.until(lambda: "lang=it" in anna.sockets[-1] and anna.frame["decision"]["question"] != english)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.get_by_role("heading", name="Coalizione: tocca a te")).to_be_visible()
    for tab in page.get_by_role("tab").all():
        tab.click()
        in_italian(anna)
    page.goto(f"{serving.address}/#/")
    expect(page.get_by_role("heading", name="Le mie partite")).to_be_visible()
    expect(page.get_by_text("ultima mossa").first).to_be_visible()
    in_italian(anna)
    for where in ("new", "sandbox", "import"):
        page.goto(f"{serving.address}/#/{where}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        in_italian(anna)
    page.reload()
    expect(page.get_by_label("Lingua")).to_have_value("it")


def test_an_italian_browser_is_greeted_in_italian(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, locale="it-IT")
    anna.page.goto(serving.address)
    expect(anna.page.get_by_role("heading", name="Benvenuti")).to_be_visible()
    in_italian(anna)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_overflows_a_phone(serving: Serving, visitor: Welcoming, theme: str) -> None:
    anna = visitor(serving, width=390, height=844)
    page = anna.page

    def fits() -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{wide} wide at {page.url}"

    page.goto(serving.address)
    page.get_by_label("Appearance").select_option(theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    fits()
    anna.come("Anna with a rather long name for a guest")
    fits()
    page.get_by_role("link", name="New game").click()
    fits()
    page.goto(f"{serving.address}/#/")
    anna.new_table(coalition="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    fits()
    for pane in ("Board", "Log", "Decision"):
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=pane).click()
        for tab in page.get_by_role("tab").all():
            if tab.is_visible():
                tab.click()
                fits()
        fits()
    play_on((anna,), 3)
    fits()


def test_a_game_can_be_played_with_the_keyboard_alone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.get_by_role("link", name="Sandbox").click()
    anna.page.get_by_role("button", name="Next").click()
    anna.page.get_by_role("button", name="Start the game").click()
    anna.at_table()
    anna.until(lambda: anna.options)
    keyboard = anna.page.keyboard

    def taken(version: int) -> None:
        anna.until(lambda: anna.frame["version"] > version)

    version, second = anna.frame["version"], anna.options[1]
    keyboard.press("ArrowDown")
    expect(anna.page.locator(".option.at")).to_have_attribute("data-option", second)
    keyboard.press("Enter")
    taken(version)
    while len(anna.options) < 8:  # until there is something to filter
        version = anna.frame["version"]
        keyboard.press("1")
        taken(version)
    wanted = anna.frame["decision"]["options"][5]
    typed = wanted["text"].split()[0][:6]
    keyboard.type(typed, delay=15)
    expect(anna.page.get_by_placeholder("Type to filter")).to_have_value(typed)
    shown = anna.page.locator("[data-option]")
    first = shown.first.get_attribute("data-option")
    assert 0 < shown.count() <= len(anna.options)
    version = anna.frame["version"]
    keyboard.press("Enter")
    taken(version)
    assert first is not None


def test_the_log_is_announced(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    live = anna.page.locator("[data-announced]")
    expect(live).to_have_attribute("aria-live", "polite")
    play_on((anna,), 200, lambda: bool(live.inner_text().strip()))
    expect(live).to_contain_text(re.compile(r"\S"))


def test_every_control_has_a_name_and_every_picture_words(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    nameless = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, img')]
        .filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') || one.innerText?.trim()
            || one.alt || one.title || one.labels?.length))
        .map((one) => one.outerHTML)"""
    for where in ("", "#/new", "#/import", anna.page.url.rpartition("/#")[2].join(("#", ""))):
        anna.page.goto(f"{serving.address}/{where}")
        expect(anna.page.locator("main").get_by_role("button").first).to_be_visible()
        anna.settle()
        assert anna.page.evaluate(nameless) == []
    expect(anna.page.locator("h1")).to_have_count(1)


def test_the_page_asks_nobody_but_its_server(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    assert asked and all(url.startswith((serving.address, "data:", "blob:")) for url in asked)
