"""The panel and the log of A Distant Plain keep one's place: focus, what is pointed at, what is being read."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_plain_play import sandbox

#: Where the entry at the top of the log's box is, and which it is.
READ = """() => {
    const box = document.querySelector('[data-log]'), top = box.getBoundingClientRect().top;
    const entry = [...box.querySelectorAll('li[data-n]')].find((one) => one.getBoundingClientRect().bottom > top);
    return [entry.dataset.n, Math.round(entry.getBoundingClientRect().top - top)];
}"""


def test_a_rule_that_is_closed_gives_the_focus_back(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    rule = page.locator("li .rule").last
    for by_key in (True, False):
        rule.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        if by_key:
            page.keyboard.press("Escape")
        else:
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(rule).to_be_focused()


def test_a_rule_opens_again_right_after_it_was_closed(serving: Serving, visitor: Welcoming) -> None:
    """Chromium reports that a dialog was closed with its next frame, which may be late on a slow machine."""
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    rule = page.locator("li .rule").last
    rule.click()
    for _ in range(5):
        expect(page.get_by_role("dialog")).to_be_visible()
        rule.evaluate("""async (rule) => {
            document.querySelector("dialog").requestClose();
            await new Promise((resolve) => setTimeout(resolve));
            rule.click();
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        }""")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_what_a_choice_would_change_is_shown_while_it_has_the_focus(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    page.locator('[data-option="event-shaded"]').focus()
    page.keyboard.press("Tab")
    expect(page.locator('[data-effects="pass"]')).to_contain_text("→")
    page.locator("summary").first.focus()
    expect(page.locator("[data-effects]")).to_have_count(0)


def test_a_filter_that_finds_nothing_says_so(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna, first="rally")
    anna.choose("rally")
    anna.page.get_by_placeholder("Type to filter").fill("zzz")
    expect(anna.page.get_by_text("No choice matches “zzz”.")).to_be_visible()


def test_who_reads_back_in_the_log_is_not_moved(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    entries = page.locator("li[data-n]")
    while entries.count() < 60:
        anna.choose("pass" if "pass" in anna.options else anna.options[0])
    box = page.locator("[data-log]")
    anna.settle()
    box.hover()
    page.mouse.wheel(0, -400)
    anna.settle()
    before = page.evaluate(READ)
    for _ in range(4):
        anna.choose("pass" if "pass" in anna.options else anna.options[0])
    anna.settle()
    assert page.evaluate(READ) == before
    box.evaluate("(one) => (one.scrollTop = 0)")
    anna.settle()
    first, place = page.evaluate(READ)
    assert int(first) > 0
    page.get_by_role("button", name="Show all").click()
    entry = page.locator(f'li[data-n="{first}"]')
    expect(page.locator('li[data-n="0"]')).to_be_attached()
    anna.settle()
    now = entry.evaluate(
        "(one) => Math.round(one.getBoundingClientRect().top - one.closest('[data-log]').getBoundingClientRect().top)"
    )
    assert abs(now - place) <= 1  # scroll positions are whole pixels, entries are not
    expect(box).to_be_focused()
    box.hover()
    page.mouse.wheel(0, 20_000)
    anna.settle()
    anna.choose("pass" if "pass" in anna.options else anna.options[0])
    left = "(one) => one.scrollHeight - one.scrollTop - one.clientHeight"
    anna.until(lambda: box.evaluate(left) < 5, "it does not follow")


def test_the_map_of_a_phone_stays_where_it_is_between_captions(serving: Serving, visitor: Welcoming) -> None:
    """A caption of one line takes the room of one of two."""
    anna = visitor(serving, width=390, height=844)
    sandbox(anna)
    tall = anna.page.evaluate("""() => {
        const bar = document.querySelector("[data-telling]"), words = bar.querySelector(".text > span:not(.die)");
        bar.dataset.telling = "behind";
        return ["Die: 4", "Card 15 One Tribe at a Time, and after it 29 Night Letters"].map((text) => {
            words.textContent = text;
            return bar.getBoundingClientRect().height;
        });
    }""")
    assert tall[0] == tall[1]
