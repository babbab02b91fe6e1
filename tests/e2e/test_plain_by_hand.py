"""What whole games of A Distant Plain by hand, at a desk and on a phone, found in the way."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_plain_play import sandbox

#: Whether the newest entry of the log is seen whole, with nothing over it.
NEWEST = """() => {
    const entry = [...document.querySelectorAll("[data-log] li")].at(-1).getBoundingClientRect();
    const at = document.elementFromPoint(entry.left + 20, entry.bottom - 4);
    const shown = document.querySelector("[data-effects]")?.getBoundingClientRect();
    return at?.closest("[data-log]") !== null && (!shown || entry.bottom <= shown.top);
}"""


def test_a_click_previews_nothing_that_is_not_pointed_at(serving: Serving, visitor: Welcoming) -> None:
    """The focus goes to the first of the next choices; the pointer is elsewhere."""
    anna = visitor(serving)
    sandbox(anna, first="rally")
    page = anna.page
    anna.choose("rally")
    anna.choose("ghazni")
    page.mouse.move(300, 500)
    page.wait_for_timeout(600)  # previews come after a while
    expect(page.locator("[data-effects]")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-effects]")).to_have_count(1)


def test_the_newest_line_of_the_log_stays_beside_a_preview(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna, first="attack")
    page = anna.page
    page.set_viewport_size({"width": 1440, "height": 900})
    anna.choose("attack")
    anna.settle()
    for key in anna.options[:3]:
        page.locator(f'[data-option="{key}"]').hover()
        expect(page.locator(f'[data-effects="{key}"]')).to_be_visible()
        page.wait_for_function(NEWEST)


def test_no_next_space_is_offered_where_done_ends_the_turn(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna, seed=2, first="train")
    page = anna.page
    anna.choose("train")
    anna.choose("kabul")
    while anna.frame["decision"]["ask"] == "train-count":
        anna.choose("1")
    anna.choose("done")
    assert anna.frame["decision"]["ask"] == "train-then"
    anna.settle()
    expect(page.locator(f'[data-option="{anna.options[0]}"]')).to_be_visible()
    expect(page.locator("[data-next]")).to_have_count(0)


def test_what_would_end_the_turn_is_named(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    anna.new_table(taliban="me")
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    page = anna.page
    page.locator('[data-option="pass"]').click()
    expect(page.locator("[data-actions] [role=alert]")).to_contain_text("“Pass”")


def test_the_field_of_the_chat_leaves_its_button_free(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    page.get_by_role("tab", name="Chat").click()
    field, button = page.get_by_placeholder("Message"), page.get_by_role("button", name="Send")
    for width, height in ((1440, 900), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        field.blur()
        field.focus()
        here, there = field.bounding_box(), button.bounding_box()
        assert here and there
        assert here["x"] + here["width"] <= there["x"], "the field lies over the button"
        # the ring is 3 px wide and 2 px away
        room = field.evaluate("""(field) => {
            const box = field.getBoundingClientRect(), panel = field.closest("[role=tabpanel]").getBoundingClientRect();
            return [box.left - panel.left, panel.bottom - box.bottom];
        }""")
        assert min(room) >= 5, "the ring around the field is cut off"


def test_ones_own_words_are_not_news(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    chat = page.get_by_role("tab", name="Chat")
    chat.click()
    page.get_by_placeholder("Message").fill("Anyone there?")
    page.keyboard.press("Enter")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.reload()
    anna.at_table()
    anna.settle()
    expect(chat.locator(".mark, [data-mark]")).to_have_count(0)


def test_a_first_game_is_called_so(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    page.get_by_role("button", name="Your first game").click()
    anna.at_table()
    expect(page.locator(".bar .tag", has_text="first game")).to_be_visible()
    page.goto(f"{anna.address}/#/")
    expect(page.locator("a.card .tag", has_text="first game")).to_be_visible()
    expect(page.locator("a.card .tag", has_text="sandbox")).to_have_count(0)


def test_a_command_breaks_at_no_hyphen(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    for width in (1440, 900, 390):
        anna.page.set_viewport_size({"width": width, "height": 844})
        command = anna.page.locator("[data-reconstructed-note] code")
        expect(command).to_have_text("khyber play --deck FILE")
        assert command.evaluate("(one) => one.getClientRects().length") == 1


def test_the_host_replaces_a_bot_that_fails_where_it_is_told(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)

    def troubled(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def passed_on(message: str | bytes) -> None:
            told = json.loads(message)
            if "trouble" in told:
                told["trouble"] = "bot-failed"
            socket.send(json.dumps(told))

        server.on_message(passed_on)

    anna.page.route_web_socket(re.compile("/tables/"), troubled)
    anna.come("Anna")
    anna.new_table(taliban="me")
    page = anna.page
    page.wait_for_url(re.compile("#/table/"))
    instead = page.locator("[data-instead]")
    expect(instead).to_have_count(2)
    wanted = instead.first.get_attribute("data-instead")
    with page.expect_request(lambda request: request.method != "GET") as asked:
        instead.first.click()
    assert str(wanted) in (asked.value.post_data or "")


def lost(page: Page, part: str, times: int) -> None:
    """Let a part of the page be gone, as after an update, the first times it is asked for."""
    gone: list[str] = []

    def answer(route: Route) -> None:
        gone.append(route.request.url)
        if len(gone) <= times:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    page.route(re.compile(f"/assets/{part}[^/]*[.]js"), answer)


def test_after_an_update_the_study_opens_with_one_reload(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    lost(page, "StudyPage", 2)  # it is fetched ahead, and then loaded
    loads: list[Page] = []
    page.on("load", lambda one: loads.append(one))
    page.locator("a.study").click()
    expect(page.get_by_role("tab", name="Moment")).to_be_visible()
    assert len(loads) == 1


def test_a_part_that_stays_away_is_said_to_need_a_reload(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    lost(page, "StudyPage", 99)
    loads: list[Page] = []
    page.on("load", lambda one: loads.append(one))
    page.locator("a.study").click()
    expect(page.locator("[data-outdated]")).to_have_text("Khyber was updated. Reload the page to go on.")
    page.wait_for_timeout(1500)
    assert len(loads) == 1, "the page is loaded anew again and again"
