"""The first game of A Distant Plain: ten choices led through in a real browser, and what happens off the path."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from khyber.games.distant_plain.reference import tutorial
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_page import in_italian

STEPS = tutorial("en").steps


def begin(anna: Visitor) -> None:
    anna.come("Anna")
    anna.page.get_by_role("button", name="Your first game").click()
    anna.at_table()


def at_step(anna: Visitor, n: int) -> None:
    expect(anna.page.locator(f'[data-tutorial="{n}"]')).to_be_visible()


def test_ten_choices_and_then_alone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    begin(anna)
    page = anna.page
    for step in STEPS:
        at_step(anna, step.n)
        expect(page.get_by_role("heading", name=step.title)).to_be_visible()
        expect(page.locator(f'.guided[data-option="{step.key}"]')).to_be_in_viewport()
        anna.choose(step.key, ("click", "enter")[step.n % 2])
    expect(page.locator('[data-tutorial="end"]')).to_contain_text("Extort")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
    anna.choose("extort")  # any choice goes now
    page.reload()
    anna.at_table()
    expect(page.locator("[data-option]").first).to_be_visible()
    expect(page.locator("[data-tutorial]")).to_have_count(0)


def test_another_choice_is_explained_and_not_made(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    begin(anna)
    at_step(anna, 1)
    page, version = anna.page, anna.frame["version"]
    page.locator('[data-option="terror"]').click()
    expect(page.locator("[data-otherwise]")).to_have_text(STEPS[0].otherwise)
    page.locator("body").press("2")
    page.wait_for_timeout(300)
    assert anna.frame["version"] == version
    assert anna.frame["view"]["action"]["operation"] == ""
    page.get_by_role("button", name="Do it for me").click()
    at_step(anna, 2)
    expect(page.locator("[data-otherwise]")).to_have_count(0)
    anna.choose("khowst")
    at_step(anna, 3)
    page.reload()
    at_step(anna, 3)
    page.locator("[data-undo]").first.click()
    at_step(anna, 2)


def test_the_first_game_in_italian_on_a_phone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=390, height=844)
    begin(anna)
    at_step(anna, 1)
    page = anna.page
    page.get_by_label("Language").select_option("it")
    first = tutorial("it").steps[0]
    expect(page.get_by_role("heading", name=first.title)).to_be_visible()
    expect(page.locator('[data-tutorial="1"]')).to_contain_text(first.text)
    in_italian(anna)
    for step in range(1, 5):  # the choice it waits for is in sight as a whole, and later the map is large
        at_step(anna, step)
        anna.settle()
        bottom, row = page.evaluate("""() => [".guided", ".act"].map((one) => document.querySelector(one))
            .map((one, at) => one.getBoundingClientRect()[at ? "top" : "bottom"])""")
        assert bottom <= row, step
        wide = page.locator(".board .map").first.evaluate("(map) => map.clientWidth")
        assert step == 1 or wide >= 280, (step, wide)
        page.get_by_role("button", name="Fallo per me").click()
    at_step(anna, 5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Chiudi la guida").click()
    expect(page.locator("[data-tutorial]")).to_have_count(0)
    expect(page.locator(".guided")).to_have_count(0)


def test_a_table_that_went_another_way_says_so(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    begin(anna)
    at_step(anna, 1)
    address = anna.page.url
    anna.page.evaluate("localStorage.clear()")
    anna.page.goto(re.sub("/tutorial$", "", address))
    anna.page.reload()
    anna.at_table()
    expect(anna.page.locator("[data-tutorial]")).to_have_count(0)
    anna.choose("march")
    anna.page.goto(address)
    anna.page.reload()
    expect(anna.page.locator('[data-tutorial="strayed"]')).to_be_visible()
    anna.page.get_by_role("button", name="Start again").click()
    at_step(anna, 1)
    assert anna.page.url != address
