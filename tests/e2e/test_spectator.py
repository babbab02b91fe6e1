"""Somebody who only watches: no name, no seat, no options, and nothing that is not on the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browsing import Serving, assert_no_secrets, play_on
from tests.e2e.conftest import Welcoming


def test_a_spectator_sees_the_game_and_no_more(serving: Serving, visitor: Welcoming) -> None:
    anna, watcher = visitor(serving), visitor(serving)
    anna.come("Anna")
    anna.new_table(options=("Deception",), coalition="me", government="me", taliban="me")  # 7.3: for 3 or 4
    anna.at_table()
    watcher.page.goto(anna.page.url)
    watcher.at_table()
    waiting = watcher.page.get_by_text("You are a spectator.").or_(watcher.page.get_by_text("thinking"))
    expect(waiting).not_to_have_count(0)
    play_on((anna,), 10)
    watcher.until(lambda: watcher.frame["version"] == anna.frame["version"])
    assert watcher.frame["seats"] == [] and not watcher.options
    expect(watcher.page.locator("[data-option]")).to_have_count(0)
    expect(watcher.page.get_by_role("group", name="Log")).to_contain_text(
        watcher.frame["events"][-1]["text"] if watcher.frame["events"] else ""
    )
    anna.page.get_by_role("tab", name="Seats").click()
    expect(anna.page.get_by_text("1 spectator")).to_be_visible()
    assert_no_secrets(watcher, serving.table(anna.table))
