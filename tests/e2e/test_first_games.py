"""In a first game the words and the choice they lead to are in sight together, at every step and size."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tools.screens import campaign_at

from khyber import catalogue
from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.sights import look, resized


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_the_words_and_the_choice_of_every_step_are_in_sight(
    serving: Serving, visitor: Welcoming, game: str, locale: str
) -> None:
    anna = visitor(serving, locale=locale)
    anna.come("Anna")
    made = anna.page.request.post(
        f"{anna.address}/api/tutorials/{game}", headers={"origin": anna.address}, data={}
    ).json()
    anna.page.goto(f"{anna.address}/#/table/{made['id']}/tutorial")
    anna.at_table()
    card, step = anna.page.locator("[data-tutorial]"), 1
    while step == 1 or card.get_attribute("data-tutorial") != "end":
        expect(card).to_have_attribute("data-tutorial", str(step))
        for size in resized(anna):
            anna.turn_to("decide")
            assert look(anna, "guide") == [], (step, size)
        anna.page.get_by_role("button", name=anna.say("aids.do")).click()
        step += 1
        expect(anna.page.locator(f'[data-tutorial="{step}"], [data-tutorial=end]')).to_be_visible()
    assert step > 10


def test_the_focus_is_in_sight_after_each_purchase(serving: Serving, visitor: Welcoming) -> None:
    """Enduring Freedom has a market above its choices: the keys that take one lead to the next in sight."""
    anna = visitor(serving)
    anna.come("Anna")
    anna.import_position(campaign_at("mobilize"), "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    for size in resized(anna):
        anna.turn_to("decide")
        anna.choose(anna.options[0], by="enter")
        for undone in (False, True):
            if undone:
                anna.page.keyboard.press("u")
                anna.until(lambda: anna.frame["decision"].get("ask") == "mobilize")
            anna.until(lambda: anna.options)
            anna.settle()
            assert anna.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
            assert look(anna, "focused") == [], (size, undone)
