"""Strict memory on the page: stepping back shows what may still be looked up, not what was on the screen then."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from khyber.games.zurmat.board import FACTION, NEUTRAL
from khyber.games.zurmat.box import printed_box
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.zurmat.tables import table, tiles

#: Width and height of the windows in which the page is tried.
SIZES = ((1280, 720), (1440, 900), (820, 1180), (390, 844))
#: A disc of which the face is up: on the map, or in the hand.
FACES = ".map :is(.disc.faction, .disc.neutral), [data-disc]"


def taking_turn(*options: str) -> str:
    """The Coalition's turn, with five discs on tile 08 and two to be drawn in a Declare."""
    discs = {"coalition-faction": 2, "coalition-neutral": 1, "taliban-faction": 1, "taliban-neutral": 1}
    laid = tiles({"01": {"ana": 2}, "08": {"ana": 1, **discs}})
    return table(laid, month="april", options=list(options), coalition={"hand": ["village"]}).position()


def back_to_the_first(visitor: Visitor) -> list[int]:
    """Step back as far as the page goes; return how many faces each moment shows."""
    page, found = visitor.page, list[int]()
    back = page.get_by_role("button", name=visitor.say("play.step-back"))
    while back.is_enabled():
        at = page.locator(".count").all_inner_texts()
        back.click()
        page.wait_for_function("(at) => document.querySelector('.count')?.innerText !== at[0]", arg=at)
        found.append(page.locator(FACES).count())
    return found


def looking(visitor: Visitor, text: str) -> Visitor:
    """Draw discs, place them, and look at tile 08."""
    visitor.come("Anna")
    visitor.import_position(text, "zurmat", "coalition")
    visitor.choose("declare")
    expect(visitor.page.locator("[data-disc]").first).to_be_visible()
    for _ in range(2):
        visitor.until(lambda: visitor.options and visitor.frame["decision"]["ask"] == "place-disc")
        visitor.choose("12")
        if visitor.frame["decision"]["ask"] == "which-disc":
            visitor.choose(visitor.options[-1])
    visitor.until(lambda: visitor.options and visitor.frame["decision"]["ask"] == "intel")
    visitor.choose("08")
    expect(visitor.page.locator('[data-space="08"] .disc.faction').first).to_be_visible()
    return visitor


def declared(visitor: Visitor, text: str) -> Visitor:
    """Look at tile 08, and end the look."""
    looking(visitor, text)
    visitor.choose("03")
    visitor.until(lambda: visitor.options and visitor.frame["decision"]["ask"] == "after")
    return visitor


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_was_looked_at_is_not_shown_again(serving: Serving, visitor: Welcoming, width: int, height: int) -> None:
    anna = declared(visitor(serving, width=width, height=height), taking_turn())
    expect(anna.page.locator(FACES)).to_have_count(0)
    shown = back_to_the_first(anna)
    assert len(shown) > 4, "there is nothing to step back to"
    assert not any(shown), f"faces are shown again, {shown} moments ago"


def test_with_notes_it_is(serving: Serving, visitor: Welcoming) -> None:
    anna = declared(visitor(serving), taking_turn("notes"))
    assert any(back_to_the_first(anna))


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_an_answer_that_is_forgotten_is_not_repeated(
    serving: Serving, visitor: Welcoming, options: tuple[str, ...]
) -> None:
    """The page places one of two like discs by itself, and says so only where players may look it up."""
    numbers = printed_box().numbers.discs
    all_but_two = {"coalition-neutral": numbers[NEUTRAL], "coalition-faction": numbers[FACTION] - 2}
    text = table(tiles({"01": {"ana": 2}, "08": all_but_two}), month="april", options=list(options)).position()
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    anna.import_position(text, "zurmat", "coalition")
    anna.choose("declare")
    anna.until(lambda: anna.options and anna.frame["decision"]["ask"] == "place-disc")
    assert set(anna.frame["view"]["sides"]["coalition"]["drawn"]) == {"faction"}
    anna.choose("12")
    anna.until(lambda: anna.frame["view"]["tiles"]["12"]["discs"]["coalition"]["n"] == 1, "no disc was placed")
    anna.settle()
    expect(anna.page.locator("[data-answered]")).to_have_count(len(options))


def test_a_study_that_plays_forgets_a_look_that_has_ended(serving: Serving, visitor: Welcoming) -> None:
    """It is opened during the look, and plays while the look ends at the table."""
    anna = visitor(serving, quick=True)
    looking(anna, taking_turn())
    study = anna.context.new_page()
    study.goto(f"{anna.page.url}/study")
    faces = study.locator(FACES)
    expect(faces.first).to_be_visible()
    study.get_by_role("button", name=anna.say("study.play"), exact=True).click()
    anna.choose("03")
    anna.until(lambda: anna.options and anna.frame["decision"]["ask"] == "after")
    stop = study.get_by_role("button", name=anna.say("study.pause"), exact=True)
    if stop.is_visible():
        stop.click()
    study.keyboard.press("End")
    expect(faces).to_have_count(0, timeout=1_000)
