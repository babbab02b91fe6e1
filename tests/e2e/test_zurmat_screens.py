"""The screens of Zurmat: taps that count, looks that can be read, results in points."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_memory import taking_turn
from tests.e2e.zurmat_board import tile
from tests.e2e.zurmat_lines import random_game
from tests.zurmat.tables import SEATS, at_level, table, tiles


def at_position(visitor: Visitor, text: str, seat: str = "coalition") -> Page:
    visitor.come("Anna")
    visitor.import_position(text, "zurmat", seat)
    visitor.until(lambda: bool(visitor.options))
    visitor.shown()
    return visitor.page


def test_a_tap_counts_while_a_preview_goes_away_below_it(serving: Serving, visitor: Welcoming) -> None:
    """On a phone the preview of another choice lies below the list: nothing moves when it goes."""
    laid = tiles(
        {"01": {"ana": 1}, **{f"{n:02}": {"north": 2, "east": at} for at, n in enumerate((2, 4, 5, 6, 9, 10), -2)}}
    )
    anna = visitor(serving, width=390, height=844)
    page = at_position(anna, table(laid, month="april").position())
    anna.choose("declare")
    anna.until(lambda: len(anna.options) > 10)
    last = page.locator(f'[data-option="{anna.options[-1]}"]')
    page.locator("[data-option]").first.focus()
    page.keyboard.press("Tab")  # what the keyboard points at is previewed
    expect(page.locator("[data-effects]")).to_be_visible()
    page.evaluate("document.querySelector('[data-sheet]').scrollTop = 9999")
    before, version = last.bounding_box(), anna.frame["version"]
    assert before
    page.mouse.move(before["x"] + 20, before["y"] + 12)
    page.mouse.move(before["x"] + 24, before["y"] + 12)
    page.mouse.down()
    expect(page.locator("[data-effects]")).to_have_count(0)
    assert last.bounding_box() == before
    page.mouse.up()
    anna.until(lambda: anna.frame["version"] > version, "the tap was lost")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_what_a_look_shows_is_counted(serving: Serving, visitor: Welcoming, width: int, height: int) -> None:
    anna = visitor(serving, width=width, height=height)
    page = at_position(anna, taking_turn())
    anna.choose("declare")
    for _ in range(2):
        anna.until(lambda: bool(anna.options) and anna.frame["decision"]["ask"] == "place-disc")
        anna.choose("12")
        if anna.frame["decision"]["ask"] == "which-disc":
            anna.choose(anna.options[-1])
    anna.until(lambda: bool(anna.options) and anna.frame["decision"]["ask"] == "intel")
    expect(page.locator("[data-looked]")).to_have_count(0)
    anna.choose("08")
    looked = page.locator('[data-looked="08"]')
    expect(looked.locator("[data-side=coalition] [data-count]")).to_have_text("2 Faction, 1 Neutral")
    expect(looked.locator("[data-side=taliban] [data-count]")).to_have_text("1 Faction, 1 Neutral")
    expect(looked).to_be_in_viewport(ratio=1)
    anna.choose("03")
    expect(page.locator("[data-looked]")).to_have_count(0)


def test_the_result_counts_points_and_keeps_my_objectives(serving: Serving, visitor: Welcoming) -> None:
    over, _ = random_game(3)
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.page.goto(anna.imported(over.save(), seats={"coalition": "bot:standard", "taliban": "me"}))
    anna.at_table()
    sides = anna.frame["view"]["sides"]
    outcome = anna.frame["outcome"]
    told = [f"{sides[seat]['points']} VP" for seat in outcome["ranking"]]
    expect(anna.page.locator("[data-ranking] b")).to_have_text(told)
    kept = anna.page.locator(".beside [data-objective]")
    expect(kept).to_have_count(2)
    assert kept.evaluate_all("all => all.map(one => one.dataset.objective)") == sides["taliban"]["objectives"]


def test_the_middle_of_a_tile_that_was_entered_takes_a_click(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440, height=900)
    page = at_position(
        anna, table(tiles({"01": {"ana": 2}}), month="april", coalition={"board": at_level(2, "patrol")}).position()
    )
    for _ in range(2):
        page.locator('[data-space="01"] [data-piece="ana"]').click()
        page.locator(tile("12")).first.click()
        anna.until(lambda: bool(anna.options) or anna.frame["decision"]["ask"] != "patrol-to")
        if anna.options and "stop" in anna.options:
            anna.choose("stop")
    anna.until(lambda: anna.frame["view"]["tiles"]["12"]["units"] == {"ana": 2}, "the second unit stayed")


def test_a_number_of_units_is_no_reconstructed_card(serving: Serving, visitor: Welcoming) -> None:
    laid = tiles({"03": {"control": "taliban", "taliban": 4}, "01": {"ana": 1}})
    position = table(laid, month="april", active="taliban", taliban={"board": at_level(4, "attack")}).position()
    anna = visitor(serving, width=1440, height=900)
    page = at_position(anna, position, "taliban")
    anna.choose("attack")
    anna.until(lambda: "4 taliban" in anna.options)
    expect(page.locator('[data-option="4 taliban"]')).to_have_text("4 Taliban: 4", use_inner_text=False)
    expect(page.locator('[data-option="4 taliban"] .mark')).to_have_count(0)


def test_the_end_of_a_step_is_no_end_of_a_turn(serving: Serving, visitor: Welcoming) -> None:
    """A step of the set-up is over, and more follows."""
    _, choices = random_game(3)
    stop = next(n for n, choice in enumerate(choices) if choice.ask == "board") + 3
    at_board, _ = random_game(3, stop)
    assert at_board.decision is not None and len(at_board.decision.options) == 2
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.page.goto(anna.imported(at_board.save(), seats=dict.fromkeys(SEATS, "me")))
    anna.at_table()
    anna.until(lambda: bool(anna.options))
    anna.shown()
    changing = choices[stop].key  # the other one leaves both as they lie
    anna.page.locator(f"[data-option]:not([data-option={changing}])").hover()
    anna.page.locator(f"[data-option={changing}]").hover()
    expect(anna.page.locator("[data-effects]")).to_contain_text("Then play moves on.")


def test_what_i_said_myself_is_not_unread(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440, height=900)
    page = at_position(anna, taking_turn())
    page.get_by_role("tab", name=anna.say("table.chat")).click()
    page.get_by_label(anna.say("chat.say")).fill("Hello")
    page.keyboard.press("Enter")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.reload()
    anna.at_table()
    tab = page.get_by_role("tab", name=anna.say("table.chat"))
    expect(tab).to_be_visible()
    expect(tab.locator(".marked")).to_have_count(0)


def test_places_for_a_tile_are_told_apart_in_words(serving: Serving, visitor: Welcoming) -> None:
    start, _ = random_game(3, 1)
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.page.goto(anna.imported(start.save(), seats=dict.fromkeys(SEATS, "me")))
    anna.at_table()
    anna.until(lambda: anna.frame["decision"]["ask"] == "tile-place")
    places = anna.page.locator("[data-cell]")
    expect(places.first).to_be_visible()
    labels = [place.get_attribute("aria-label") for place in places.all()]
    assert len(set(labels)) == len(labels) == 4, labels


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_events_that_wait_are_named_and_open_their_text(
    serving: Serving, visitor: Welcoming, width: int, height: int
) -> None:
    anna = visitor(serving, width=width, height=height)
    text = table(tiles({"01": {"ana": 1}}), month="april", events={"next": [10]}).position()
    page = at_position(anna, text)
    waiting = page.locator("[data-waiting=next]")
    expect(waiting).to_contain_text("Poppy Harvest")
    expect(page.locator("[data-event-text]")).to_have_count(0)
    waiting.get_by_role("button").click()
    expect(page.locator("[data-event-text]")).to_contain_text("poppy tiles")
    waiting.get_by_role("button").click()
    expect(page.locator("[data-event-text]")).to_have_count(0)
