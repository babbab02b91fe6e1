"""Hints on the page: beside the map on a desktop, in sight on a phone, each with the reason for its own choice."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming

GAMES = (("A Distant Plain", "coalition"), ("Zurmat", "coalition"), ("Enduring Freedom", "coalition"))
DESKTOPS = ((1280, 720), (1440, 900))
PHONES = ((820, 1180), (390, 844))
#: Whether two elements share a place on the screen.
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((box) => document.querySelector(box).getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""


def seated(serving: Serving, visitor: Welcoming, game: str, seat: str, size: tuple[int, int]) -> Visitor:
    """A person whose turn it is, in a window of that size."""
    anna = visitor(serving, width=size[0], height=size[1])
    anna.come("Anna")
    anna.new_table(game, **{seat: "me"})
    anna.at_table()
    anna.until(lambda: anna.options)
    return anna


def asked(anna: Visitor) -> None:
    """Ask for a hint, and wait until it is there."""
    anna.page.locator("[data-hint]").click()
    expect(anna.page.locator("[data-hinted]")).to_be_visible()
    anna.settle()


def went_on(anna: Visitor, version: int) -> bool:
    return bool(anna.frame["version"] > version and anna.options)


@pytest.mark.parametrize("size", DESKTOPS, ids=str)
@pytest.mark.parametrize(("game", "seat"), GAMES)
def test_on_a_desktop_a_hint_is_beside_the_map(
    serving: Serving, visitor: Welcoming, game: str, seat: str, size: tuple[int, int]
) -> None:
    anna = seated(serving, visitor, game, seat, size)
    asked(anna)
    page = anna.page
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not page.evaluate(OVERLAP, ["[data-hint-said]", "section.board"])
    expect(page.locator("[data-hinted]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-in-short]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=anna.say("play.hint-take"))).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint-said]")).to_have_count(0)
    expect(page.locator("[data-hint]")).to_be_focused()


@pytest.mark.parametrize("size", PHONES, ids=str)
@pytest.mark.parametrize(("game", "seat"), GAMES)
def test_on_a_phone_a_hint_is_in_sight(
    serving: Serving, visitor: Welcoming, game: str, seat: str, size: tuple[int, int]
) -> None:
    anna = seated(serving, visitor, game, seat, size)
    asked(anna)
    page = anna.page
    expect(page.locator("[data-hinted]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-in-short]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=anna.say("play.hint-take"))).to_be_in_viewport(ratio=1)
    page.get_by_role("dialog").get_by_role("button", name=anna.say("app.close")).last.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_follow_up_names_its_own_choice_and_worth_is_in_points(serving: Serving, visitor: Welcoming) -> None:
    """Mobilizing units: each of the three questions has a reason that names what it says."""
    anna = seated(serving, visitor, "Enduring Freedom", "coalition", (1280, 720))
    page, told = anna.page, 0
    for _ in range(24):
        asked(anna)
        short, choice = page.locator("[data-in-short]").inner_text(), page.locator("[data-hinted] b").inner_text()
        assert "undredth" not in short
        if anna.frame["decision"]["ask"] in ("mobilize-unit", "deploy"):
            assert re.split(r"[:(]", choice)[0].strip() in short
            told += 1
        version = anna.frame["version"]
        page.get_by_role("button", name=anna.say("play.hint-take")).click()
        anna.until(partial(went_on, anna, version))
        anna.settle()
        if told == 4:
            break
    assert told == 4
