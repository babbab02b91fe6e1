"""A newcomer's path: from the first look at the page to the end of a first turn of A Distant Plain against bots."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.browsing import LONG_TURN, Serving, assert_no_secrets, play_on
from tests.e2e.conftest import Welcoming


def test_a_newcomer_plays_a_first_turn_against_bots(own_server: Serving, visitor: Welcoming) -> None:
    anna = visitor(own_server)
    page = anna.page
    page.goto(own_server.address)
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Play as a guest").click()
    code = page.get_by_role("textbox", name="Recovery code").input_value()
    assert len(code) >= 12
    page.get_by_role("button", name="I have written it down").click()
    anna.new_table(coalition="me")
    anna.at_table()
    expect(page.get_by_role("group", name="Map of Afghanistan")).to_be_visible()

    anna.until(lambda: anna.options, "the Coalition was never asked")
    rule = page.get_by_role("button", name="Rule ").first
    expect(rule).to_have_text(f"§ {anna.frame['decision']['rule']}")  # short, so that it fits beside whose turn it is
    rule.click()
    expect(page.get_by_role("dialog")).to_contain_text(anna.frame["decision"]["rule"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    card = anna.frame["view"]["card"]

    def done() -> bool:
        view = anna.frame["view"]
        return bool(view["card"] != card or "coalition" in view["sequence"]["acted"])

    made = play_on((anna,), LONG_TURN, done)
    assert made and done(), "the turn did not end"
    last = anna.frame["events"][-1]["text"] if anna.frame["events"] else ""
    expect(page.get_by_role("group", name="Log")).to_contain_text(last)
    assert_no_secrets(anna, own_server.table(anna.table), "coalition")

    # The table is in the lobby, and open again with one click; the code opens it elsewhere.
    page.get_by_role("link", name="Khyber").click()
    page.get_by_role("link", name=re.compile("^A Distant Plain")).first.click()
    anna.at_table()
    elsewhere = visitor(own_server)
    elsewhere.page.goto(own_server.address)
    elsewhere.page.get_by_role("button", name="I have a recovery code").click()
    elsewhere.page.get_by_label("Recovery code").fill(code)
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.get_by_role("link", name=re.compile("^A Distant Plain"))).to_have_count(1)


def test_a_choice_can_be_taken_back_with_a_key(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.get_by_role("link", name="Sandbox").click()
    anna.page.get_by_role("button", name="Next").click()
    anna.page.get_by_role("button", name="Start the game").click()
    anna.at_table()
    anna.until(lambda: anna.options)
    asked, events = anna.frame["decision"], len(list(anna.page.locator("[data-kind]").all()))
    version = anna.frame["version"]
    anna.choose("rally" if "rally" in anna.options else anna.options[0])
    anna.page.locator("body").press("u")
    anna.until(lambda: anna.frame["version"] == version + 2)
    assert anna.frame["decision"] == asked
    expect(anna.page.locator("[data-kind]")).to_have_count(events)
