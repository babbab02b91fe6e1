"""In a first game the words and the choice they lead to are in sight together, at every step and size."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tools.pages.screens import campaign_at

from khyber import catalogue
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.sights import SIZES, look, resized

LANGUAGES = ("en-GB", "it-IT")


def begin(anna: Visitor, game: str) -> Locator:
    """Begin a first game; return the card that leads through it."""
    anna.come("Anna")
    made = anna.page.request.post(
        f"{anna.address}/api/tutorials/{game}", headers={"origin": anna.address}, data={}
    ).json()
    anna.page.goto(f"{anna.address}/#/table/{made['id']}/tutorial")
    anna.at_table()
    return anna.page.locator("[data-tutorial]")


def out_of_sight(anna: Visitor, where: object, *, other: bool = False) -> list[str]:
    """Return what of the card and of the wanted choice cannot be seen, at each size.

    `other`: after another choice, which makes the card longer; on a phone there is the least room for that.
    """
    found: list[str] = []
    for size in resized(anna, SIZES[::-1]):
        anna.turn_to("decide")
        if other:
            anna.page.locator("[data-option]:not(.guided)").last.click()
            expect(anna.page.locator("[data-otherwise]")).to_be_visible()
            anna.settle()
        found += [f"{where} {size}: {line}" for line in look(anna, "guide")]
    return found


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_the_words_and_the_choice_of_every_step_are_in_sight(
    serving: Serving, visitor: Welcoming, game: str, locale: str
) -> None:
    """Also after another choice, with the words that explain it, and at the end."""
    anna = visitor(serving, locale=locale)
    card, step, others = begin(anna, game), 1, 0
    found: list[str] = []
    while step == 1 or card.get_attribute("data-tutorial") != "end":
        expect(card).to_have_attribute("data-tutorial", str(step))
        found += out_of_sight(anna, step)
        if anna.page.locator("[data-option]:not(.guided)").count():
            found += out_of_sight(anna, f"{step} otherwise", other=True)
            others += 1
        anna.page.get_by_role("button", name=anna.say("aids.do")).click()
        step += 1
        expect(anna.page.locator(f'[data-tutorial="{step}"], [data-tutorial=end]')).to_be_visible()
    found += out_of_sight(anna, "end")
    assert not found, "\n".join(found)
    assert step > 10
    assert others > 5


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_first_game_that_went_another_way_says_so_in_sight(serving: Serving, visitor: Welcoming, locale: str) -> None:
    """As when another window went on with it: what is asked here is not what the step expects."""
    anna = visitor(serving, locale=locale)
    card = begin(anna, "distant-plain")
    expect(card).to_have_attribute("data-tutorial", "1")
    key = f"khyber.tutorial.{anna.page.url.split('/')[-2]}"
    anna.page.evaluate("(key) => localStorage.setItem(key, '4')", key)
    anna.page.reload()
    anna.at_table()
    expect(card).to_have_attribute("data-tutorial", "strayed")
    assert out_of_sight(anna, "strayed") == []


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
