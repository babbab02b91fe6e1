"""The teacher in a browser: a puzzle played and compared, a hint by search, and the analysis of a game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: the page is not tested in a browser")

from playwright.sync_api import Page, expect

import khyber
from khyber.puzzles import puzzles
from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming

#: Milliseconds that a search may take on a busy machine.
SEARCH = 90_000
#: A folder for pictures of what is shown, for people who want to look.
PICTURES = os.environ.get("KHYBER_PICTURES", "")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_a_puzzle_is_solved_with_a_hint_by_search_at_hand(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page, one = anna.page, puzzles("zurmat")[0]
    page.get_by_role("link", name="Puzzles").click()
    page.locator("select[name=puzzle-game]").select_option("zurmat")
    picture(page, "puzzles")
    page.locator(f"[data-puzzle={one.id}]").click()
    anna.at_table()
    state = page.locator("[data-puzzle-state]")
    expect(state).to_have_attribute("data-puzzle-state", "open")
    page.locator("[data-hint]").click()
    page.locator("select[name=level]").select_option("quick")
    expect(page.locator("[data-hinted]")).to_be_visible(timeout=SEARCH)
    expect(page.locator("[data-hint-said]")).to_contain_text("chance of winning")
    picture(page, "hint")
    page.keyboard.press("Escape")
    state.get_by_role("button", name="Compare my turn").click()
    expect(state).to_contain_text("Finish your turn first")
    for key in one.solution:
        if key in anna.options:
            anna.choose(key)
    state.get_by_role("button", name="Compare my turn").click()
    expect(state).to_have_attribute("data-puzzle-state", "solved", timeout=SEARCH)
    picture(page, "puzzle")
    state.get_by_role("link", name="Puzzles").click()
    page.locator("select[name=puzzle-game]").select_option("zurmat")
    expect(page.locator(f"[data-puzzle={one.id}]")).to_contain_text("solved")


def test_a_game_is_analysed_in_the_study(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    played = khyber.play("distant-plain", scenario="short", seed=5, seats="random")
    table = anna.imported(played.save(), public=False, sandbox=False, name="The long road").rpartition("/")[2]
    page.goto(f"{anna.address}/#/table/{table}/study?step=3")
    page.get_by_role("tab", name="Analyse").click()
    expect(page.locator("[data-analysis] svg").first).to_be_visible(timeout=SEARCH)
    costly = page.locator("[data-costly]")
    expect(costly.first).to_be_visible(timeout=SEARCH)
    expect(costly.first).to_contain_text("Better (")
    picture(page, "analysis")
    step = costly.first.get_attribute("data-costly")
    costly.first.get_by_role("button").click()
    expect(page.locator(f'.study[data-step="{step}"]')).to_be_visible()
