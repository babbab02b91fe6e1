"""What is in sight: one scroll bar, whole words, previews beside the choices, nothing under the timeline."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tools.pages.screens import campaign_at, under_way

from tests.distant_plain.positions import at
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_plain_play import sandbox

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (390, 844))
#: Choices after which each game has a tall board or a long list; A Distant Plain begins with one.
WAYS = {"enduring-freedom": (1, "coalition"), "zurmat": (60, "coalition")}
#: The scroll bars in sight: boxes that hold more than they show, and whose bar is drawn.
SCROLLBARS = """() => [document.documentElement, ...document.querySelectorAll(".table, .table *")].filter((box) => {
  const style = getComputedStyle(box), room = box === document.documentElement ? innerHeight : box.clientHeight;
  return (/auto|scroll/.test(style.overflowY) || box === document.documentElement) && room > 0
    && box.scrollHeight > room + 1 && !style.scrollbarColor.includes("rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)");
}).map((box) => box.className || box.tagName)"""
#: Words of the choices that go over two lines.
BROKEN = """() => [...document.querySelectorAll("[data-option] > span")].flatMap((said) => {
  const text = said.firstChild, range = document.createRange();
  return [...(text?.textContent ?? "").matchAll(/[\\p{L}\\d]+/gu)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([word]) => word);
})"""


def at_long_list(anna: Visitor, game: str) -> None:
    """Open a table with more than fits on a screen."""
    if game == "distant-plain":
        sandbox(anna)
        anna.choose("rally")
    else:
        anna.come("Anna")
        choices, seat = WAYS[game]
        anna.import_position(under_way(game, choices), game, seat)
    anna.until(lambda: anna.options)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", ["distant-plain", *WAYS])
def test_there_is_one_scroll_bar_and_no_broken_word(
    serving: Serving, visitor: Welcoming, game: str, language: str
) -> None:
    anna = visitor(serving)
    at_long_list(anna, game)
    page = anna.page
    if language == "it":
        page.get_by_label("Language").select_option("it")
        anna.until(lambda: "lang=it" in anna.sockets[-1] and anna.options)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        panes = page.locator("nav.panes button").all()[:3] if width < 900 else [None]
        for pane in panes:
            if pane:
                pane.click()
            anna.settle()
            bars = page.evaluate(SCROLLBARS)
            assert len(bars) <= 1, (width, bars)
            assert page.evaluate(BROKEN) == [], width
            for button in page.locator("[data-actions] button").all():
                expect(button).to_be_in_viewport(ratio=1)


#: How far the board, the table and the window have scrolled, and how far they could.
SLIDES = """() => [
  document.documentElement, ...document.querySelectorAll(".table, .table > .board, .table > .board > .map"),
].map((box) => box.scrollTop + box.scrollHeight - box.clientHeight)"""


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_a_battle_leaves_the_map_in_place_and_its_questions_in_sight(
    serving: Serving, visitor: Welcoming, width: int, height: int, language: str
) -> None:
    """Long lists beside the map scroll by themselves; nothing hidden in them makes the table longer."""
    anna = visitor(serving, width=width, height=height)
    anna.come("Anna")
    anna.page.get_by_label("Language").select_option(language)
    anna.import_position(campaign_at("islamist-loss"), "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    page = anna.page
    drawn = page.locator("svg[role=group]")
    before = drawn.bounding_box()
    expect(page.locator("[data-battle]")).to_be_in_viewport(ratio=1)
    place = anna.frame["decision"]["options"][0]["about"]["place"]
    page.locator(f'.place[data-space="{place}"] > .hit').focus()
    unit = page.locator("[data-tray] button[data-unit]")
    for counter in unit.all():
        counter.scroll_into_view_if_needed()
        expect(counter).to_be_in_viewport(ratio=1)
    page.locator("[data-tray]").evaluate("(tray) => tray.lastElementChild.scrollIntoView({ block: 'center' })")
    assert page.evaluate(SLIDES) == [0, 0, 0, 0]
    assert drawn.bounding_box() == before
    assert len(page.evaluate(SCROLLBARS)) <= 1


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_question_is_in_sight_after_a_choice_far_down_the_list(
    serving: Serving, visitor: Welcoming, width: int, height: int
) -> None:
    anna = visitor(serving, width=width, height=height)
    at_long_list(anna, "distant-plain")
    page = anna.page
    last = page.locator(".options [data-option]").last
    last.scroll_into_view_if_needed()
    expect(page.locator("#decision-question")).not_to_be_in_viewport()
    anna.choose(last.get_attribute("data-option") or "")
    expect(page.locator("#decision-question")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_phases_of_a_propaganda_round_leave_a_phone_room_to_choose(
    serving: Serving, visitor: Welcoming, language: str
) -> None:
    anna = visitor(serving, width=390, height=844)
    anna.come("Anna")
    position = at("coalition", step="redeploy", resources=20, aid=10, spaces={"kabul": "C 1t, G 2t 2p"}).position()
    anna.import_position(position, "distant-plain", "coalition")
    anna.page.get_by_label("Language").select_option(language)
    header = anna.page.locator("[data-phases]")
    expect(header).to_contain_text({"en": "Redeploy Phase", "it": "Fase di Ridispiegamento"}[language])
    anna.settle()
    assert header.evaluate("(one) => one.clientHeight") < 75, "more than two lines"


@pytest.mark.parametrize("game", ["distant-plain", *WAYS])
def test_a_preview_is_in_sight_and_moves_no_choice(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    at_long_list(anna, game)
    page = anna.page
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        options = page.locator(".options [data-option]")
        for option in (options.first, options.last):
            option.scroll_into_view_if_needed()
            page.mouse.move(0, 0)
            expect(page.locator("[data-effects]")).to_have_count(0)
            before = option.bounding_box()
            option.hover()
            expect(page.locator("[data-effects]")).to_be_in_viewport(ratio=1)
            assert option.bounding_box() == before


def test_the_card_is_cut_only_where_no_line_more_would_fit(serving: Serving, visitor: Welcoming) -> None:
    """At three sizes: beside the map nothing scrolls, and less room is left than a line of both texts needs."""
    anna = visitor(serving)
    at_long_list(anna, "distant-plain")
    for width, height in ((1440, 900), (1600, 1000), (1920, 1080)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.settle()
        cut, beside, spare = anna.page.evaluate("""() => {
          const beside = document.querySelector(".inner > .top"), room = beside.closest(".map").getBoundingClientRect();
          const texts = [...beside.querySelector(".card-face").querySelectorAll(".gist")];
          const end = Math.max(...[...beside.children].map((one) => one.getBoundingClientRect().bottom));
          return [
            texts.some((one) => one.scrollHeight > one.clientHeight + 1),
            beside.scrollHeight - beside.clientHeight,
            room.bottom - end,
          ];
        }""")
        assert beside <= 0, f"{width}: the things beside the map scroll"
        assert not cut or spare < 40, f"{width}: {spare} pixels are left below a card that is cut"
