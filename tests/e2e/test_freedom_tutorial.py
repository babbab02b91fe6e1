"""The first campaign of Enduring Freedom: fifteen choices led through in a real browser, and what else is tried."""

from __future__ import annotations

from playwright.sync_api import expect

from khyber.games.enduring_freedom.reference import tutorial
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.freedom_board import BoardPlayer
from tests.e2e.test_page import in_italian
from tests.e2e.test_plain_tutorial import at_step

STEPS = tutorial("en").steps


def begin(anna: Visitor) -> None:
    anna.come("Anna")
    anna.page.locator('[data-first-game="enduring-freedom"]').click()
    anna.at_table()


def test_fifteen_choices_and_then_alone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    begin(anna)
    page = anna.page
    for step in STEPS:
        at_step(anna, step.n)
        expect(page.get_by_role("heading", name=step.title, exact=True)).to_be_visible()
        expect(page.locator(f'.guided[data-option="{step.key}"]').first).to_be_in_viewport()
        for place in step.lights:
            expect(page.locator(f'.place[data-space="{place}"]:is(.told, .option, .pointed, .dest)')).to_be_attached()
        anna.choose(step.key, ("click", "enter")[step.n % 2])
    expect(page.locator('[data-tutorial="end"]')).to_contain_text("counterattack")
    expect(page.locator("text[data-event]")).to_have_count(2)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
    version = anna.frame["version"]
    anna.choose(anna.options[0])  # any choice goes now
    assert anna.frame["version"] > version


def test_its_moves_can_be_made_on_the_map_too(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440, height=900)
    begin(anna)
    page = anna.page
    for step in STEPS[:7]:
        at_step(anna, step.n)
        anna.choose(step.key)
    at_step(anna, 8)
    BoardPlayer(anna).place("turkestan")
    expect(page.locator("[data-otherwise]")).to_have_text(STEPS[7].otherwise)
    BoardPlayer(anna).place("balkh")
    at_step(anna, 9)
    assert anna.frame["view"]["zones"]["balkh"]["alliance"].get("na-dostum") == 1


def test_the_first_campaign_in_italian_on_a_phone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=390, height=844)
    begin(anna)
    page = anna.page
    at_step(anna, 1)
    page.get_by_label("Language").select_option("it")
    steps = tutorial("it").steps
    expect(page.get_by_role("heading", name=steps[0].title)).to_be_visible()
    in_italian(anna)
    for step in steps:
        at_step(anna, step.n)
        expect(page.locator(f'[data-tutorial="{step.n}"]')).to_contain_text(step.text)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Fallo per me").click()
    expect(page.locator('[data-tutorial="end"]')).to_contain_text("contrattaccano")
    page.get_by_role("button", name="Chiudi la guida").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
