"""The log and the chat keep the newest in sight, and what is read back where it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tools.pages.screens import half_played

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.sights import SIZES, resized
from tests.e2e.test_plain_play import RULEBOOK, SEATS, at_speed, done_or_first
from tests.e2e.test_two_people import two_at_a_table


def until_asked(anna: Visitor) -> None:
    anna.until(lambda: anna.options, "nobody asks us")
    expect(anna.page.locator("[data-telling]")).to_have_attribute("data-telling", "live")
    anna.settle()


def half_way(anna: Visitor) -> None:
    """Sit down at a game against bots with a long log."""
    anna.come("Anna")
    seats = dict.fromkeys(SEATS, RULEBOOK) | {"taliban": "me"}
    anna.page.goto(anna.imported(half_played().save(), game="distant-plain", seats=seats))
    anna.at_table()
    until_asked(anna)


def newest(anna: Visitor) -> Locator:
    return anna.page.locator("[data-log] li[data-n]").last


def pass_on(anna: Visitor) -> None:
    """Pass or do little, and look at some of what the bots do; then go on to the next question."""
    until_asked(anna)
    anna.turn_to("decide")
    anna.choose("pass" if "pass" in anna.options else done_or_first(anna.options))
    anna.turn_to("log")
    anna.until(lambda: anna.options, "nobody asks us")


def pass_elsewhere(anna: Visitor) -> None:
    """Pass or do little without leaving the log, skip what the bots do, and wait for the next question."""
    version, key = anna.frame["version"], done_or_first(anna.options)
    anna.page.locator(f'[data-option="{key}"]').first.dispatch_event("click")
    anna.until(lambda: anna.frame["version"] > version and anna.options, "nobody asks us")
    anna.page.keyboard.press("Escape")
    until_asked(anna)


def follow(anna: Visitor) -> None:
    """What is replayed is in sight, and after the replay the newest entry."""
    for _ in range(2):
        pass_on(anna)
        if anna.page.locator("[data-telling=behind]").count():
            expect(anna.page.locator("[data-log] li.now")).to_be_in_viewport()
        anna.page.keyboard.press("Escape")
        until_asked(anna)
        expect(newest(anna)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_log_shows_what_is_replayed_and_then_its_newest_entry(
    serving: Serving, visitor: Welcoming, size: tuple[int, int]
) -> None:
    anna = visitor(serving, width=size[0], height=size[1])
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    follow(anna)
    anna.page.locator("[data-log] [data-tell]").last.press("Enter")  # a key that scrolls nothing
    follow(anna)


#: Scroll a list as the browser does it, without wheel, finger or key; resolves when the page has heard of it.
MOVED = """(log) => new Promise((done) => {
  log.addEventListener("scroll", () => done(), { once: true });
  log.scrollTop -= 60;
})"""


def test_the_log_follows_although_the_browser_has_moved_it(serving: Serving, visitor: Welcoming) -> None:
    """A list that gets shorter, as when a replay begins, is moved by the browser: that is no reader's wish."""
    anna = visitor(serving)
    half_way(anna)
    for size in resized(anna):
        anna.turn_to("log")
        expect(newest(anna), str(size)).to_be_in_viewport(ratio=0.9)
        anna.page.locator("[data-log]").evaluate(MOVED)
        follow(anna)


def test_what_is_replayed_stays_in_sight_while_the_bots_go_on(serving: Serving, visitor: Welcoming) -> None:
    """Paused, so that all their entries come while one is being replayed."""
    anna = visitor(serving)
    half_way(anna)
    at_speed(anna, "slow")
    now, pause = anna.page.locator("[data-log] li.now .entry"), anna.page.get_by_label(anna.say("play.pause"))
    for size in resized(anna):
        anna.turn_to("decide")
        while not pause.count():
            anna.choose(done_or_first(anna.options))
            anna.until(lambda: pause.count() or anna.options, "nothing is replayed")
        pause.click()
        anna.turn_to("log")
        anna.until(lambda: anna.options, "nobody asks us")
        anna.settle()
        expect(now, str(size)).to_be_in_viewport(ratio=0.9)
        anna.page.keyboard.press("Escape")
        until_asked(anna)


#: Resolves when a box has been scrolled, or cannot be scrolled further, and rests.
RESTED = """(box, [before, back]) => new Promise((done) => {
  let [last, still] = [NaN, 0];
  const look = () => {
    const now = box.scrollTop;
    const end = back ? now < 1 : box.scrollHeight - box.clientHeight - now < 1;
    still = now === last && (now !== before || end) ? still + 1 : 0;
    last = now;
    if (still > 5) done();
    else setTimeout(look, 20);
  };
  look();
})"""


#: Whether a box is scrolled to its beginning, or to its end.
AT_AN_END = "(box, back) => (back ? box.scrollTop : box.scrollHeight - box.clientHeight - box.scrollTop) < 1"


def wheel(anna: Visitor, over: Locator, by: int) -> None:
    """Turn the wheel over a box, and wait until it rests."""
    over.hover()
    before = over.evaluate("(box) => box.scrollTop")
    anna.page.mouse.wheel(0, by)
    over.evaluate(RESTED, [before, by < 0])


@pytest.mark.parametrize("key", [False, True], ids=["wheel", "keys"])
def test_what_is_read_back_stays_until_the_reader_returns_to_the_end(
    serving: Serving, visitor: Welcoming, key: bool
) -> None:
    anna = visitor(serving, width=1440)
    half_way(anna)
    log = anna.page.locator("[data-log]")

    def scroll(back: bool) -> None:
        if key:
            log.press("Home" if back else "End")
            log.evaluate(RESTED, [-1, back])
            assert log.evaluate(AT_AN_END, back)
        else:
            wheel(anna, log, -600 if back else 20_000)

    for size in resized(anna):
        anna.turn_to("log")
        scroll(back=True)
        before = log.evaluate("(log) => log.scrollTop")
        for _ in range(2):
            pass_elsewhere(anna)
            assert log.evaluate("(log) => log.scrollTop") == before, size
        scroll(back=False)
        pass_elsewhere(anna)
        expect(newest(anna)).to_be_in_viewport(ratio=0.9)


def test_the_chat_stays_where_it_is_read_back(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    for one in (anna, bruno):
        one.page.get_by_role("tab", name="Chat").click()

    def say(who: Visitor, text: str) -> None:
        who.page.get_by_label("Message", exact=True).fill(text)
        who.page.keyboard.press("Enter")

    chat, field = anna.page.get_by_role("log", name="Chat"), anna.page.get_by_label("Message", exact=True)
    for line in range(15):
        say(bruno, f"line {line}.")
    for size in resized(anna):
        anna.turn_to("log")
        expect(chat.get_by_text("line 0.")).to_be_attached()
        expect(chat.locator(".line").last).to_be_in_viewport(ratio=0.9)
        wheel(anna, chat, -10_000)
        expect(chat.get_by_text("line 0.")).to_be_in_viewport(ratio=0.9)
        say(bruno, f"Are you there? {size}")
        expect(chat.get_by_text(f"Are you there? {size}")).to_be_attached()
        anna.settle()
        expect(chat.get_by_text("line 0.")).to_be_in_viewport(ratio=0.9)
        say(anna, f"Yes. {size}")  # who writes has read enough
        expect(chat.get_by_text(f"Yes. {size}")).to_be_in_viewport(ratio=0.9)
        say(bruno, f"Good. {size}")
        # however little room there is, the newest line and the field are in sight
        expect(chat.get_by_text(f"Good. {size}")).to_be_in_viewport(ratio=0.9)
        expect(field).to_be_in_viewport(ratio=0.9)
