"""Undo on the page: what it takes back is said first, and what chance decided again is marked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tools.pages.screens import half_played

import khyber
from khyber.engine.history import last_to_choose, undone_chance
from tests.distant_plain.positions import at
from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming
from tests.e2e.sights import SIZES, resized
from tests.e2e.test_plain_play import SEATS
from tests.e2e.test_two_people import two_at_a_table
from tests.zurmat.tables import SEATS as SIDES
from tests.zurmat.tables import table, tiles


def ending(options: list[str]) -> str:
    return next((key for key in ("pass", "done") if key in options), options[0])


def within(page: Page, selector: str) -> None:
    """All of it is in the window, whatever the size of the window."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(selector).last).to_be_in_viewport(ratio=1)


def with_undone_chance() -> str:
    """Play a game in which the Coalition's pass and what the bots did after it were undone; return its record."""
    table = khyber.new("distant-plain", scenario="short", seed=3, seats={"coalition": "person"})
    khyber.advance(table)
    table.choose("pass")
    khyber.advance(table)
    table.undo(last_to_choose(table, ["coalition"]), agreed=True)
    table.sit("coalition", "bot:3rd")
    khyber.advance(table)
    assert table.outcome is not None
    return table.save()


def past_bots(visitor: Visitor) -> None:
    """Pass, and wait until the bots have played and it is one's turn again."""
    visitor.until(lambda: "pass" in visitor.options)
    visitor.choose("pass")
    play_on((visitor,), 60, lambda: bool(visitor.options) and not visitor.frame["can_undo"], ending)


def test_against_bots_it_says_what_will_be_redrawn_and_asks_once(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    past_bots(anna)
    page, version = anna.page, anna.frame["version"]
    undo, scope = page.locator("[data-undo]"), page.locator("dialog [data-undo-scope]")
    undo.click()
    expect(scope).to_contain_text(re.compile(r"\(bot\): \d+ choices?, made again"))
    expect(scope).to_contain_text("with undone chance")
    expect(scope).not_to_contain_text("consent")
    within(page, "dialog [data-undo-scope]")
    within(page, "[data-confirm-undo]")
    page.keyboard.press("Escape")
    expect(scope).to_have_count(0)
    assert anna.frame["version"] == version, "it was undone without an answer"
    undo.click()
    page.locator("[data-confirm-undo]").click()
    anna.until(lambda: anna.frame["version"] > version, "it was not undone")
    expect(page.locator("dialog")).to_have_count(0)
    assert undone_chance(serving.table(anna.table))


def refuse_undo(anna: Visitor) -> None:
    """Ask for an undo by its key, and leave it at that: what it would take back is said, and nothing is undone."""
    version = anna.frame["version"]
    anna.page.keyboard.press("u")
    scope = anna.page.locator("dialog [data-undo-scope]")
    expect(scope).to_contain_text("with undone chance")
    anna.page.keyboard.press("Escape")
    expect(scope).to_have_count(0)
    assert anna.frame["version"] == version, "it was undone without an answer"


def test_a_sandbox_with_bots_asks_before_they_choose_again(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    seats = dict.fromkeys(("coalition", "government", "warlords"), "bot:3rd") | {"taliban": "me"}
    anna.page.goto(anna.imported(half_played().save(), game="distant-plain", seats=seats, sandbox=True))
    anna.at_table()
    anna.until(lambda: anna.options)
    anna.choose(ending(anna.options))
    play_on((anna,), 60, lambda: bool(anna.options) and not anna.frame["can_undo"], ending)
    refuse_undo(anna)
    version = anna.frame["version"]
    anna.page.locator("[data-undo]").click()
    anna.page.locator("[data-confirm-undo]").click()
    anna.until(lambda: anna.frame["version"] > version, "it was not undone")
    expect(anna.page.locator("dialog")).to_have_count(0)
    assert undone_chance(serving.table(anna.table))


def test_a_card_drawn_after_a_disc_is_drawn_again_by_its_undo(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    drawing = table(tiles({"12": {"control": "taliban"}}), step="influence", active="taliban")
    seats = dict.fromkeys(SIDES, "me")
    anna.page.goto(anna.imported(drawing.position(), game="zurmat", sandbox=False, name="Discs", seats=seats))
    anna.at_table()
    anna.until(lambda: anna.frame["decision"]["ask"] == "place-disc")
    asked, version = anna.options, anna.frame["version"]
    anna.choose("12")
    assert [event["kind"] for event in anna.frame["events"]].count("drew-card") == 2
    later = anna.frame["version"]
    assert later > version and not anna.frame["can_undo"], "a card that was drawn is no barrier"
    anna.page.locator("[data-undo]").click()
    scope = anna.page.locator("dialog [data-undo-scope]")
    expect(scope).to_contain_text("Taliban: 1 choice")
    expect(scope).to_contain_text("2 dice and draws, to be redrawn")
    expect(scope).to_contain_text(anna.say("undo.marks"))
    anna.page.locator("[data-confirm-undo]").click()
    anna.until(lambda: anna.frame["version"] > later and anna.options == asked, "it was not undone at once")
    expect(anna.page.locator("dialog")).to_have_count(0)
    assert list(serving.table(anna.table).since)[-1] == "~1 chance"
    anna.choose("01")
    resigned = anna.page.request.post(
        f"{serving.address}/api/tables/{anna.table}/resign", headers={"origin": serving.address}
    )
    assert resigned.ok, resigned.text()
    anna.page.goto(f"{serving.address}/#/")
    expect(anna.page.locator("li", has_text="Discs").locator("[data-undone]")).to_have_text(anna.say("undo.chance"))


def test_alone_in_a_sandbox_one_is_asked_only_where_chance_decides_again(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    position = at("taliban", spaces={"zabol": "T 6u C 2t"}, resources=20).position()
    anna.page.goto(anna.imported(position, game="distant-plain", seats=dict.fromkeys(SEATS, "me"), sandbox=True))
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    asked, version = anna.options, anna.frame["version"]
    anna.choose("pass")
    assert not anna.frame["can_undo"], "the end of the turn is no barrier"
    anna.page.keyboard.press("u")
    anna.until(lambda: anna.frame["version"] == version + 2 and anna.options == asked, "it was not undone at once")
    expect(anna.page.locator("dialog")).to_have_count(0)
    anna.choose("attack")
    anna.choose("zabol")
    anna.until(lambda: any(event["kind"] == "attack-rolled" for event in anna.frame["events"]))
    refuse_undo(anna)


def test_the_end_of_a_turn_against_bots_speaks_of_no_consent(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    anna.page.locator('[data-option="pass"]').click()
    within(anna.page, "[data-confirm-end]")
    expect(anna.page.locator("[data-actions]")).to_contain_text("Undo it later, and what follows is redrawn")
    expect(anna.page.locator("[data-actions]")).not_to_contain_text("consent")


def test_a_request_says_what_it_takes_back_also_in_the_title(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    both = (anna, bruno)
    play_on(both, 60, lambda: "pass" in anna.options, ending)
    anna.choose("pass")
    play_on(both, 60, lambda: bool(bruno.options), ending)
    bruno.choose(ending(bruno.options))
    play_on(both, 60, lambda: bool(anna.options or bruno.options) and not anna.frame["can_undo"], ending)
    anna.catch_up(bruno.frame["version"])
    version, title = anna.frame["version"], bruno.page.title()
    anna.page.locator("[data-undo]").click()
    scope = anna.page.locator("dialog [data-undo-scope]")
    expect(scope).to_contain_text("Taliban: ")
    assert anna.frame["undo"] is None, "it was requested without a word"
    anna.page.locator("[data-confirm-undo]").click()
    wanted = bruno.page.locator(".undo.golden")
    expect(wanted).to_contain_text("Coalition asks to undo its last choice")
    expect(wanted).to_contain_text("Taliban: ")
    expect(bruno.page).to_have_title(re.compile("^↶ Undo"))
    within(bruno.page, ".undo.golden [data-undo-scope]")
    bruno.page.get_by_role("button", name="Decline").click()
    expect(bruno.page).to_have_title(re.compile(re.escape(title.removeprefix("● "))))
    assert anna.frame["version"] == version


def test_a_result_with_undone_chance_says_so(serving: Serving, visitor: Welcoming) -> None:
    """At the table, in the lobby and in the analysis."""
    anna = visitor(serving)
    anna.come("Anna")
    seats = {"coalition": "me", **dict.fromkeys(("government", "taliban", "warlords"), "bot:3rd")}
    anna.page.goto(anna.imported(with_undone_chance(), sandbox=False, seats=seats))
    anna.at_table()
    page = anna.page
    expect(page.locator("[data-undone]")).to_have_text("With undone chance")
    within(page, "[data-undone]")
    key = anna.table
    page.goto(f"{serving.address}/#/")
    mark = page.locator("li [data-undone]").first
    for _ in resized(anna):
        expect(mark).to_have_text("With undone chance")
        mark.scroll_into_view_if_needed()
        expect(mark).to_be_in_viewport(ratio=1)
    page.goto(f"{serving.address}/#/table/{key}/study")
    mark = page.locator("[data-analysis] [data-undone]")
    for _ in resized(anna):
        if anna.on_phone:
            page.locator("nav.panes button").nth(1).click()
        page.get_by_role("tab", name="Analyse").click()
        expect(mark).to_contain_text("With undone chance")
        mark.scroll_into_view_if_needed()
        expect(mark).to_be_in_viewport(ratio=1)
