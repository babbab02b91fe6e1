"""Axe finds no fault on any page, in light and dark, on a desk and on a phone: WCAG 2 A and AA as far as it tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import khyber
from khyber.engine.table import Table
from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = """async () => (await axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}))
    .violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html).slice(0, 3)])"""
SIZES = {1440: 900, 390: 844}
GAME = "distant-plain"


@pytest.fixture(scope="module")
def played() -> Table[Any]:
    return khyber.play(GAME, scenario="short", seed=5, seats="bot:3rd")


@pytest.fixture(
    params=[(theme, width) for theme in ("light", "dark") for width in SIZES], ids=lambda look: f"{look[0]}-{look[1]}"
)
def anna(request: pytest.FixtureRequest, serving: Serving, visitor: Welcoming) -> Visitor:
    """Anna, who has just opened the page in one of four looks."""
    if not AXE.is_file():
        pytest.skip("axe is not installed (make env): accessibility is not checked")
    theme, width = request.param
    anna = visitor(serving, width=width, height=SIZES[width])
    anna.page.goto(serving.address)
    anna.page.get_by_label("Appearance").select_option(theme)
    return anna


def check(anna: Visitor, where: str) -> None:
    page = anna.page
    page.wait_for_timeout(150)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(FAULTS) == [], where
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where}: wider than the screen"


def part(anna: Visitor, name: str) -> None:
    """On a phone one part of the table is seen at a time."""
    parts = anna.page.get_by_role("navigation", name="Parts of the table")
    if parts.is_visible():
        parts.get_by_role("button", name=name).click()


def passing(options: list[str]) -> str:
    ends = ("pass", "done", "none", "nothing", "keep", "decline")
    return next((word for word in ends if word in options), options[0])


def test_the_lobby(anna: Visitor) -> None:
    page = anna.page
    check(anna, "welcome")
    anna.come("Anna")
    check(anna, "an empty lobby")
    page.get_by_role("link", name="New game").click()
    page.get_by_text("Options").click()
    check(anna, "new game: the game")
    page.get_by_role("button", name="Next").click()
    page.locator("select[name=seat-taliban]").select_option("open")
    check(anna, "new game: who plays")
    page.get_by_role("button", name="Next").click()
    check(anna, "new game: go")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_label("Link for Taliban")).to_be_visible()
    check(anna, "links for friends")
    page.goto(page.get_by_label("Link for Taliban").input_value())
    expect(page.get_by_role("heading", name="Anna invites you")).to_be_visible()
    check(anna, "an invitation")
    page.goto(f"{anna.address}/#/import")
    check(anna, "import")
    page.goto(f"{anna.address}/#/")
    expect(page.get_by_role("link", name="A Distant Plain").first).to_be_visible()
    check(anna, "a lobby with a table")
    page.get_by_role("button", name="Manage A Distant Plain").first.click()
    check(anna, "a table to manage")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    check(anna, "settings")


def test_the_table(anna: Visitor) -> None:
    page = anna.page
    anna.come("Anna")
    anna.new_table(government="me")
    anna.at_table()
    why = page.locator("[data-why]")
    play_on((anna,), 300, lambda: bool({"train", "sweep"} & set(anna.options)) and why.count() > 0, passing)
    check(anna, "a turn")
    page.get_by_role("button", name="Rule ").first.click()
    check(anna, "a rule")
    page.keyboard.press("Escape")
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    check(anna, "a hint")
    page.keyboard.press("Escape")
    anna.choose("train" if "train" in anna.options else "sweep")
    page.locator("[data-option]").first.hover()
    expect(page.locator("[data-effects]")).to_contain_text("→")
    check(anna, "spaces to choose, and what a choice would change")
    page.get_by_role("button", name="More …").click()
    check(anna, "the menu")
    page.keyboard.press("Escape")

    part(anna, "Log")
    why.last.click()
    page.locator("[data-trace] summary").first.click()
    expect(page.locator("[data-reasons] li").first).to_be_visible()
    check(anna, "why a bot did that")
    page.keyboard.press("Escape")
    for tab in ("Seats", "Notes", "Chat"):
        page.get_by_role("tab", name=tab).click()
        check(anna, tab)
    page.get_by_text("Deals").first.click()
    expect(page.locator("[data-ask]")).to_be_visible()
    check(anna, "deals")
    page.keyboard.press("Escape")

    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Replay speed").first.evaluate(
        "(one) => { one.value = 'slow'; one.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    page.locator("[data-tell]").last.click()
    page.get_by_role("button", name="Pause the replay").click()
    check(anna, "telling, and the log")
    part(anna, "Decision")
    check(anna, "the decision waits")
    part(anna, "Board")
    page.locator(".card-face").first.click()
    check(anna, "a card, opened")


@pytest.mark.parametrize("game", ["Zurmat", "Enduring Freedom"])
def test_a_table_with_the_generic_board(anna: Visitor, game: str) -> None:
    page = anna.page
    anna.come("Anna")
    anna.new_table(game, coalition="me")
    anna.at_table()
    play_on((anna,), 14, pick=lambda options: options[len(options) // 2])
    anna.until(lambda: anna.options)
    check(anna, "a turn")
    page.locator("[data-option]").first.hover()
    expect(page.locator("[data-effects]")).to_have_attribute("data-effects", anna.options[0])
    part(anna, "Board")
    board = page.get_by_role("region", name="Board")
    for tab in board.get_by_role("tab").all():
        tab.click()
        check(anna, f"the board: {tab.inner_text()}")
    part(anna, "Log")
    check(anna, "the log")
    page.goto(f"{anna.page.url}/study")
    expect(page.get_by_role("group", name="Timeline")).to_be_visible()
    check(anna, "the study")


def test_the_study_and_the_editor(anna: Visitor, played: Table[Any]) -> None:
    page = anna.page
    anna.come("Anna")
    table = anna.imported(played.save(), public=True)
    page.goto(table)
    anna.at_table()
    check(anna, "a game that is over")
    page.goto(f"{table}/study?step=20")
    expect(page.locator("[data-space=kabul]")).to_be_visible()
    check(anna, "the study")
    parts = page.get_by_role("navigation")
    for name in ("This moment", "Charts"):
        if parts.get_by_role("button", name=name).is_visible():
            parts.get_by_role("button", name=name).click()
        if name == "This moment":
            page.get_by_role("tab", name="Turns").click()
        else:
            page.locator("figure summary").first.click()
        check(anna, name)
    page.goto(f"{table}/study/edit?step=20")
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(anna, f"the editor: {tab.inner_text()}")


#: The whole of something, but for a fraction of a pixel at the edge of a scrolled panel.
ALL = 0.99


def test_help_at_hand(anna: Visitor) -> None:
    page = anna.page
    for path in (f"aid/{GAME}/taliban", f"rules/{GAME}/3.3.1", "rules/zurmat"):
        page.goto(f"{anna.address}/#/{path}")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        check(anna, path)
    page.goto(f"{anna.address}/#/rules/{GAME}")
    page.get_by_role("searchbox").fill("rally")
    expect(page.locator("mark").first).to_be_visible()
    check(anna, "rules that are searched")


def test_the_first_game(anna: Visitor) -> None:
    page = anna.page
    anna.come("Anna")
    page.get_by_role("button", name="Your first game").click()
    anna.at_table()
    guided = page.locator(".guided")
    expect(guided).to_be_in_viewport(ratio=ALL)
    check(anna, "the first step")
    page.locator('[data-option="terror"]').click()
    expect(page.locator("[data-otherwise]")).to_be_visible()
    check(anna, "another choice")
    anna.choose("rally")
    expect(page.locator('[data-tutorial="2"]')).to_be_visible()
    expect(guided).to_be_in_viewport(ratio=ALL)
    check(anna, "the second step")
