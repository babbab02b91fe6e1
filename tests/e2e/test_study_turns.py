"""Turns in the study: by the names that players use, in lists, charts and the timeline, at every size."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: the page is not tested in a browser")

from playwright.sync_api import Page, expect

import khyber
from khyber.agents.explain import explain_all
from khyber.engine.table import Table
from khyber.engine.turns import parts, turns
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming

SIZES = [(1280, 720), (1440, 900), (820, 1180), (390, 844)]
#: Labels under a chart that cover each other or leave it.
CROWDED = """(chart) => {
    const room = chart.getBoundingClientRect();
    const boxes = [...chart.querySelectorAll('[data-round]')].map((one) => one.getBoundingClientRect());
    return boxes.filter((box, at) => box.left < room.left || box.right > room.right
        || boxes.some((other, n) => n !== at && box.left < other.right && other.left < box.right)).length;
}"""


@cache
def played(game: str) -> Table[Any]:
    return khyber.play(game, seed=5, seats="bot:3rd" if game == "distant-plain" else "bot:standard")


def study(visitor: Visitor, game: str, query: str = "") -> Page:
    """Open the study of a whole game and return its page."""
    told = visitor.page.request.post(
        f"{visitor.address}/api/guests", data={"name": "Anna"}, headers={"origin": visitor.address}
    )
    assert told.ok, told.text()
    address = visitor.imported(played(game).save(), public=True, sandbox=False, name="The long road")
    visitor.page.goto(f"{visitor.address}/#/table/{address.rpartition('/')[2]}/study{query}")
    expect(visitor.page.locator(".study")).to_be_visible()
    return visitor.page


def tab(page: Page, name: str) -> None:
    if page.viewport_size and page.viewport_size["width"] < 900:
        page.locator("nav.panes button").nth(1).click()
    page.get_by_role("tab", name=name).click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_each_part_of_the_study_begins_at_its_top(
    serving: Serving, visitor: Welcoming, width: int, height: int
) -> None:
    page = study(visitor(serving, width=width, height=height), "distant-plain")
    tab(page, "Turns")
    expect(page.locator("[data-turn][aria-current=step]")).to_be_in_viewport()
    page.get_by_role("tab", name="Charts").click()
    expect(page.locator("[data-panel] svg").first).to_be_visible()
    scrolled = "document.querySelector('[data-panel]').scrollTop + scrollY"
    assert page.evaluate(scrolled) == 0
    page.get_by_role("tab", name="Turns").click()
    expect(page.locator("[data-turn][aria-current=step]")).to_be_in_viewport()
    assert page.evaluate(scrolled) > 0


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_zurmat_lists_a_turn_for_each_side_and_month(
    serving: Serving, visitor: Welcoming, width: int, height: int
) -> None:
    anna = visitor(serving, width=width, height=height)
    page = study(anna, "zurmat")
    tab(page, "Turns")
    rows = page.locator("[data-turn]")
    own = rows.filter(has=page.locator("strong"))
    expect(own).to_have_count(len(turns(played("zurmat"))))
    expect(page.get_by_role("heading", name="April", exact=True)).to_have_count(1)
    expect(rows.filter(has_text="Discs")).to_have_count(0)
    where = page.locator(".timeline .where")
    expect(where).to_contain_text(" · Taliban")
    page.get_by_role("slider", name="Turn").press("Home")
    expect(where).to_have_text("Start")
    names = []
    for _ in range(4):
        page.get_by_role("slider", name="Turn").press("ArrowRight")
        names.append(where.inner_text())
    assert names[:2] == ["Set-up", "March: Event and population"]
    assert names[2].startswith("March: ") and names[2].endswith(" · Coalition")
    assert names[3].startswith("March: ") and names[3].endswith(" · Taliban")
    assert where.evaluate("(one) => one.getBoundingClientRect().right") <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_enduring_freedom_lists_seven_turns_by_their_staffs(
    serving: Serving, visitor: Welcoming, width: int, height: int
) -> None:
    anna = visitor(serving, width=width, height=height)
    page = study(anna, "enduring-freedom")
    last = played("enduring-freedom").state.turn
    where = page.locator(".timeline .where")
    expect(where).to_contain_text(f"Turn {last}, ")
    tab(page, "Turns")
    for number in range(1, last + 1):
        expect(page.get_by_role("heading", name=f"Turn {number}", exact=True)).to_have_count(1)
        expect(page.locator("[data-turn]", has_text=f"Turn {number}, J-3")).to_have_count(1)
    page.locator("[data-turn]", has_text="Turn 2, J-1 and J-2").click()
    expect(where).to_have_text("Turn 2, J-1 and J-2")
    tab(page, "Moment")
    expect(page.locator("[data-panel] h2")).to_have_text("Turn 2, J-1 and J-2")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_turn_is_told_whole(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    table = played("zurmat")
    turn = next(turn for turn in turns(table) if len(turn.steps) > 2)
    page = study(anna, "zurmat", f"?step={turn.steps[-1] + 1}")
    expect(page.locator("li[data-kind=operation]")).to_have_count(1)
    told = sum(len(table.step_events(step)) for step in turn.steps)
    expect(page.locator("[data-panel] li[data-kind]")).to_have_count(told)


@pytest.mark.parametrize("game", ["zurmat", "enduring-freedom"])
def test_a_turn_is_explained_whole(serving: Serving, visitor: Welcoming, game: str) -> None:
    anna = visitor(serving)
    table = played(game)
    longest = max(turns(table), key=lambda turn: len(turn.steps))
    part = max(parts(table, longest.steps), key=len)
    assert len(part) > 3
    told = [why for step in part for why in explain_all(table, step)]
    page = study(anna, game, f"?step={part[-1] + 1}")
    page.locator("[data-panel] [data-why]").click()
    expect(page.locator("[data-reasons] dl dt")).to_have_count(sum(len(why.answers) for why in told))
    expect(page.locator("[data-reasons] h3")).to_have_count(len(list(groupby(told, lambda why: why.seat))))


def test_a_heading_of_the_log_explains_its_turn(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    table = played("enduring-freedom")
    anna.come("Anna")
    anna.page.goto(anna.imported(table.save(), sandbox=False, seats={"coalition": "bot:standard"}))
    anna.at_table()
    anna.page.get_by_role("tab", name=anna.say("table.log"), exact=True).click()
    log = anna.page.locator("[data-log]")
    log.locator("button.plain").click()
    headings = log.locator("li[data-kind=turn]")
    expect(headings).to_have_count(table.state.turn)
    for heading, turn in zip(headings.all()[:2], turns(table)[:2], strict=True):
        heading.locator("[data-why]").click()
        told = [why for step in turn.steps for why in explain_all(table, step)]
        expect(anna.page.locator("[data-reasons] dl dt")).to_have_count(sum(len(why.answers) for why in told))
        anna.page.keyboard.press("Escape")
        expect(anna.page.locator("[data-reasons]")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_charts_mark_rounds_by_name(serving: Serving, visitor: Welcoming, width: int, height: int) -> None:
    anna = visitor(serving, width=width, height=height)
    page = study(anna, "zurmat")
    tab(page, "Charts")
    chart = page.get_by_role("slider", name="VP so far: step")
    expect(chart.locator("[data-round]").first).to_have_text("March")
    months = chart.locator("[data-round]").all_text_contents()
    assert len(set(months)) == len(months) > 2 and chart.evaluate(CROWDED) == 0


def test_a_game_for_one_is_charted_in_points_and_has_no_opponent(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    page = study(anna, "enduring-freedom")
    tab(page, "Analyse")
    chart = page.get_by_role("slider", name="Points: step")
    expect(chart).to_be_visible(timeout=60_000)
    expect(chart.locator("[data-round]").first).to_have_text("Turn 1")
    points = played("enduring-freedom").state.points
    expect(page.locator("figure .key strong").first).to_have_text(str(points))
    expect(page.locator("[data-panel]")).not_to_contain_text("%")
    page.goto(f"{anna.address}/")
    page.get_by_role("link", name=anna.say("home.new")).click()
    page.get_by_role("radio", name="Enduring Freedom").check()
    page.get_by_role("button", name=anna.say("app.next")).click()
    seat = page.locator("select[name^=seat-]")
    expect(seat).to_contain_text("Strong bot")
    expect(page.locator("main")).not_to_contain_text("pponent")
