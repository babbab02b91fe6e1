"""The first game of Zurmat: fifteen choices led through in a real browser, and what else is tried."""

from __future__ import annotations

from playwright.sync_api import expect

from khyber.games.zurmat.reference import tutorial
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_page import in_italian
from tests.e2e.test_plain_tutorial import at_step
from tests.e2e.zurmat_board import tile

STEPS = tutorial("en").steps


def begin(anna: Visitor) -> None:
    anna.come("Anna")
    anna.page.locator('[data-first-game="zurmat"]').click()
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
            expect(page.locator(f'[data-space="{place}"] .light').first).to_be_attached()
        anna.choose(step.key, ("click", "enter")[step.n % 2])
    expect(page.locator('[data-tutorial="end"]')).to_contain_text(tutorial("en").end)
    assert anna.frame["view"]["tiles"]["05"]["units"] == {"ana": 1}
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
    anna.until(lambda: anna.options)
    version = anna.frame["version"]
    anna.choose(anna.options[-1])  # any choice goes now
    assert anna.frame["version"] > version


def test_another_choice_is_explained_and_the_map_goes_too(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    begin(anna)
    page = anna.page
    for step in STEPS[:5]:
        at_step(anna, step.n)
        page.get_by_role("button", name="Do it for me").click()
    at_step(anna, 6)
    version = anna.frame["version"]
    page.locator(tile("12")).first.click()
    expect(page.locator("[data-otherwise]")).to_have_text(STEPS[5].otherwise)
    assert anna.frame["version"] == version
    page.locator(tile("08")).first.click()
    at_step(anna, 7)


def test_the_first_game_in_italian_on_a_phone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=390, height=844)
    begin(anna)
    page = anna.page
    at_step(anna, 1)
    page.get_by_label("Language").select_option("it")
    told = tutorial("it")
    expect(page.get_by_role("heading", name=told.steps[0].title)).to_be_visible()
    in_italian(anna)
    for step in told.steps:
        at_step(anna, step.n)
        expect(page.locator(f'[data-tutorial="{step.n}"]')).to_contain_text(step.text)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Fallo per me").click()
    expect(page.locator('[data-tutorial="end"]')).to_contain_text(told.end)
    page.get_by_role("button", name="Chiudi la guida").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
