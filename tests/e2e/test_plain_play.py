"""The page of A Distant Plain: deciding on the map, turns that are told, deals, taking back, keyboard and phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming

SEATS = ("coalition", "government", "taliban", "warlords")
#: The rulebook's own opponent.
RULEBOOK = "bot:3rd"
#: What ends a question without doing more.
ENOUGH = ("done", "none", "nothing", "keep", "decline", "alone", "let")


def space(page: Page, name: str) -> Locator:
    return page.locator(f'[data-space="{name}"]')


#: A point of the window at which a space is hit and nothing lies over it.
POINT = """(name) => {
    const box = document.querySelector(`[data-space="${name}"] > [role=button]`).getBoundingClientRect();
    for (let down = 1; down < 16; down += 1) for (let right = 1; right < 16; right += 1) {
        const [x, y] = [box.left + box.width * right / 16, box.top + box.height * down / 16];
        if (document.elementFromPoint(x, y)?.closest('[data-space]')?.dataset.space === name) return [x, y];
    }
    return null;
}"""


def on_map(visitor: Visitor, name: str) -> None:
    """Take the option of a space with a click on the map."""
    version = visitor.frame["version"]
    space(visitor.page, name).scroll_into_view_if_needed()
    visitor.settle()  # the map keeps its place while it is clicked
    point = visitor.page.evaluate(POINT, name)
    assert point, f"{name} cannot be reached with the pointer"
    visitor.page.mouse.click(*point)
    visitor.until(lambda: visitor.frame["version"] > version, f"a click on {name} was not taken")


def open_spaces(visitor: Visitor) -> list[str]:
    """The spaces that stand for exactly one option."""
    options = visitor.frame["decision"]["options"]
    found = [option["about"]["space"] for option in options if "space" in option["about"]]
    return [name for name in found if found.count(name) == 1]


def done_or_first(options: list[str]) -> str:
    return next((word for word in ENOUGH if word in options), options[0])


def at_speed(visitor: Visitor, speed: str) -> None:
    page = visitor.page
    if visitor.on_phone:  # in the menu alone
        page.get_by_role("button", name=visitor.say("table.menu")).click()
    page.get_by_label(visitor.say("play.speed")).locator("visible=true").select_option(speed)
    if visitor.on_phone:
        page.keyboard.press("Escape")


def asked(visitor: Visitor, ask: str) -> bool:
    return (visitor.frame.get("decision") or {}).get("ask") == ask


# -- a whole game ---------------------------------------------------------------------------------------


def test_a_whole_short_game_alone_against_the_rulebooks_opponents(serving: Serving, visitor: Welcoming) -> None:
    """Mostly passing, so that it is over soon; now and then an Operation, its spaces taken on the map."""
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(scenario="short", coalition="me", government=RULEBOOK, taliban=RULEBOOK, warlords=RULEBOOK)
    anna.at_table()
    at_speed(anna, "instant")
    turns = operations = mapped = 0
    while anna.frame["outcome"] is None:
        anna.until(lambda: anna.options or anna.frame["outcome"], "nobody is asked")
        if anna.frame["outcome"] is not None:
            break
        options = anna.options
        if "pass" in options:
            turns += 1
            wanted = next((op for op in ("sweep", "train", "patrol") if turns % 4 == 1 and op in options), "pass")
            operations += wanted != "pass"
            anna.choose(wanted)
        elif "done" in options and anna.frame["view"]["action"]["spaces"]:
            anna.choose("done")
        elif (spaces := open_spaces(anna)) and mapped < 12:
            on_map(anna, spaces[0])
            mapped += 1
        else:
            anna.choose(done_or_first(options))
    page = anna.page
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    ranking = page.locator("[data-ranking] li")
    expect(ranking).to_have_count(len(anna.frame["outcome"]["ranking"]))
    assert turns and operations and mapped
    page.locator("[data-why]").last.click()
    page.locator("[data-trace] summary").first.click()
    expect(page.locator("[data-reasons] li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-study]").click()
    expect(page.locator(".study")).to_be_visible()


# -- two people -----------------------------------------------------------------------------------------


def two_traders(serving: Serving, visitor: Welcoming) -> tuple[Visitor, Visitor]:
    """Anna has the Government, Bruno the Warlords; bots have the others."""
    anna, bruno = visitor(serving), visitor(serving)
    anna.come("Anna")
    anna.new_table(government="me", warlords="open")
    link = anna.page.get_by_label("Link for Warlords").input_value()
    anna.page.get_by_role("link", name="To the table").click()
    anna.at_table()
    bruno.come("Bruno", link.removeprefix(f"{serving.address}/"))
    bruno.page.get_by_role("button", name="Take the seat").click()
    bruno.at_table()
    return anna, bruno


def pass_or_end(options: list[str]) -> str:
    return "pass" if "pass" in options else done_or_first(options)


def until_turn(both: tuple[Visitor, Visitor], who: Visitor) -> None:
    """Play on until this one has a turn with an Operation to choose."""

    def ready() -> bool:
        return asked(who, "turn") and bool({"train", "patrol", "sweep"} & set(who.options))

    play_on(both, 300, ready, pass_or_end)
    assert ready(), "the turn never came"


def test_two_people_make_a_deal(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_traders(serving, visitor)
    until_turn((anna, bruno), anna)
    bruno.page.get_by_role("tab", name="Chat").click()
    bruno.page.get_by_text("Deals").click()
    bruno.page.locator("select[name=deal-other]").select_option("government")
    bruno.page.locator("input[name=deal-amount]").fill("2")
    bruno.page.locator("[data-ask]").click()
    bruno.page.locator("[data-confirm]").click()
    anna.page.get_by_role("tab", name="Chat").click()
    give = anna.page.get_by_role("log", name="Chat").locator('[data-give="give warlords 2"]')
    expect(give).to_be_visible()
    expect(anna.page.get_by_role("log", name="Chat")).to_contain_text("Warlords → Government")
    expect(anna.page.get_by_role("status", name="Deals")).to_contain_text("may I have 2")
    expect(give).to_be_disabled()
    anna.choose(next(op for op in ("train", "patrol", "sweep") if op in anna.options))
    before = anna.frame["view"]["resources"]
    expect(give).to_be_enabled()
    give.click()
    bruno.until(lambda: bruno.frame["view"]["resources"]["warlords"] == before["warlords"] + 2)
    anna.until(lambda: anna.frame["view"]["resources"]["government"] == before["government"] - 2)
    if before["government"] >= 4:  # a second gift is as good as the first
        expect(give).to_be_enabled()
    else:
        expect(give).to_be_disabled()

    said = anna.page.get_by_role("log", name="Chat").locator("[data-wish]")
    anna.page.get_by_role("button", name="Mute Bruno").first.click()
    expect(said).to_have_count(0)
    anna.page.get_by_role("button", name="Unmute").click()
    expect(said).to_have_count(1)


def test_taking_back_is_asked_for_withdrawn_and_granted(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_traders(serving, visitor)
    until_turn((anna, bruno), anna)
    card, asked_before = anna.frame["view"]["card"], anna.frame["decision"]
    anna.choose("pass")
    play_on(
        (anna, bruno),
        60,
        lambda: anna.frame["view"]["card"] != card and bool(anna.options or bruno.options),
        pass_or_end,
    )
    anna.until(lambda: not anna.frame["can_undo"])
    take_back, withdraw = anna.page.locator("[data-undo]"), anna.page.locator("[data-withdraw]")
    wanted = bruno.page.get_by_text("Government asks to undo its last choice")
    take_back.click()
    anna.page.locator("[data-confirm-undo]").click()
    expect(wanted).to_be_visible()
    withdraw.click()
    expect(wanted).to_have_count(0)
    expect(withdraw).to_have_count(0)
    take_back.click()
    anna.page.locator("[data-confirm-undo]").click()
    expect(wanted).to_be_visible()
    bruno.page.get_by_role("button", name="Accept").click()
    anna.until(lambda: anna.frame["decision"] == asked_before, "it was not taken back")
    expect(anna.page.locator('[data-option="pass"]')).to_be_visible()


# -- deciding -------------------------------------------------------------------------------------------


def sandbox(visitor: Visitor, seed: int = 7, first: str = "rally") -> None:
    """A sandbox on a fixed seed: with this one the Taliban begin, and can Rally."""
    visitor.come("Anna")
    made = visitor.page.request.post(
        f"{visitor.address}/api/tables",
        headers={"origin": visitor.address},
        data={
            "game": "distant-plain",
            "scenario": "short",
            "options": [],
            "seats": dict.fromkeys(SEATS, "me"),
            "sandbox": True,
            "seed": seed,
        },
    )
    assert made.ok, made.text()
    visitor.page.goto(f"{visitor.address}/#/table/{made.json()['id']}")
    visitor.at_table()
    visitor.until(lambda: first in visitor.options)


def test_single_pieces_light_up_and_are_taken_on_the_map(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna, first="attack")
    anna.choose("attack")
    anna.choose("kandahar")
    assert {"government-troops", "government-police"} <= set(anna.options), "the Attack found nobody"
    kandahar = space(anna.page, "kandahar")
    expect(kandahar.locator("[data-piece]").filter(has=anna.page.locator("circle.ring"))).to_have_count(2)
    police = kandahar.locator('[data-piece="government-police"]')
    police.hover()
    expect(anna.page.locator('[data-effects="government-police"]')).to_contain_text("Police")
    version, before = anna.frame["version"], anna.frame["view"]["spaces"]["kandahar"]["pieces"]
    police.click()
    anna.until(lambda: anna.frame["version"] > version, "a click on a piece was not taken")
    after = anna.frame["view"]["spaces"]["kandahar"]["pieces"]
    assert after["government-police"] == before["government-police"] - 1
    assert after["government-troops"] == before["government-troops"]


def test_a_space_that_stands_for_several_choices_narrows_them(serving: Serving, visitor: Welcoming) -> None:
    """Troops come to Zabol from Kandahar by several ways."""
    anna = visitor(serving)
    sandbox(anna, seed=2, first="sweep")
    anna.choose("sweep")
    anna.choose("zabol")
    page, decision = anna.page, anna.frame["decision"]
    ways = [
        option["key"]
        for option in decision["options"]
        if "kandahar" in (option["about"].get("origin"), option["about"].get("space"))
    ]
    assert len(ways) > 1
    version = anna.frame["version"]
    shown = page.locator(".options [data-option]")
    ways_back: tuple[Callable[[], None], ...] = (
        lambda: page.get_by_role("button", name="All choices").click(),
        lambda: page.keyboard.press("Escape"),
    )
    for back in ways_back:
        page.mouse.click(*page.evaluate(POINT, "kandahar"))
        expect(shown).to_have_count(len(ways))
        expect(page.get_by_text("Only Kandahar")).to_be_visible()
        expect(shown.first).to_be_focused()
        back()
        expect(shown).to_have_count(len(decision["options"]) - 1)  # all but Done
    assert anna.frame["version"] == version, "nothing was chosen for the player"
    page.mouse.click(*page.evaluate(POINT, "kandahar"))
    anna.choose(ways[-1])

    # how many go: the Troops that are meant light up, and lead to the panel
    about = anna.frame["decision"]["about"]
    assert about["origin"] == "kandahar"
    troops = space(page, "kandahar").locator(f'[data-piece="{about["piece"]}"]')
    expect(troops.locator("circle.ring")).to_have_count(1)
    troops.click()
    expect(shown.first).to_be_focused()


def test_an_operation_by_keyboard_alone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page, keyboard = anna.page, anna.page.keyboard
    lost = "document.activeElement === document.body || document.activeElement === null"
    seat = anna.frame["decision"]["seat"]

    def press(*keys: str) -> None:
        version = anna.frame["version"]
        for key in keys:
            keyboard.press(key)
        anna.until(lambda: anna.frame["version"] > version, f"{keys} did nothing")

    for _ in range(anna.options.index("rally")):
        keyboard.press("ArrowDown")
    expect(page.locator(".option.at")).to_have_attribute("data-option", "rally")
    press("Enter")
    expect(page.locator("[data-option]").first).to_be_visible()

    # by typing, then on the map with arrows
    wanted = open_spaces(anna)[0]
    text = next(option["text"] for option in anna.frame["decision"]["options"] if option["key"] == wanted)
    keyboard.type(text[:5], delay=15)
    expect(page.get_by_placeholder("Type to filter")).to_have_value(text[:5])
    expect(page.locator("[data-option]").first).to_have_attribute("data-option", wanted)
    press("Enter")
    anna.settle()
    assert not page.evaluate(lost), "the focus was lost after a choice"
    while "done" not in anna.options:
        press("1")
    spaces = open_spaces(anna)
    reached = """(wanted) => wanted.includes(document.activeElement?.closest('[data-space]')?.dataset.space)"""
    for _ in range(60):
        if page.evaluate("document.activeElement?.closest('[data-space]') !== null"):
            break
        keyboard.press("Shift+Tab")
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp") * 6:
        if page.evaluate(reached, spaces):
            break
        keyboard.press(key)
    assert page.evaluate(reached, spaces), "no lit space was reached with the arrows"
    press("Enter")
    anna.settle()
    assert not page.evaluate(lost), "the focus was lost on the map"
    for _ in range(60):
        if anna.frame["decision"]["seat"] != seat or asked(anna, "turn"):
            break
        place = anna.options.index(done_or_first(anna.options))
        keyboard.press("Escape")
        if place < 9:
            press(str(place + 1))
        else:
            keyboard.press("/")
            keyboard.type(anna.frame["decision"]["options"][place]["text"], delay=5)
            press("Enter")
    assert anna.frame["view"]["action"]["operation"] == "" or anna.frame["decision"]["seat"] != seat


def test_what_a_choice_would_change_is_shown_and_a_hint_given(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    page.locator('[data-option="pass"]').hover()
    effects = page.locator('[data-effects="pass"]')
    expect(effects).to_contain_text("→")
    version = anna.frame["version"]
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted], dialog .wrong")).to_be_visible()
    key = page.locator("[data-hinted]").get_attribute("data-hinted")
    assert key in anna.options
    page.get_by_role("button", name="Play it").click()
    anna.until(lambda: anna.frame["version"] > version)


def test_the_rule_is_one_click_away(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    sandbox(anna)
    anna.page.get_by_role("button", name="Rule ").first.click()
    expect(anna.page.get_by_role("dialog")).to_contain_text(anna.frame["decision"]["rule"])


# -- telling --------------------------------------------------------------------------------------------


def test_bots_turns_are_told_and_the_decision_waits(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()

    def on_the_map() -> list[int]:
        """The entries of the log that are about spaces."""
        return [
            event["n"]
            for message in anna.messages()
            for event in message["events"]
            if {"space", "dest"} & event["told"].keys()
        ]

    page = anna.page
    telling = page.locator("[data-telling]")
    for _ in range(20):  # after some passes nobody else has a turn before Anna's next
        at_speed(anna, "instant")
        play_on((anna,), 300, lambda: "pass" in anna.options, pass_or_end)
        told = len(on_the_map())
        at_speed(anna, "slow")
        anna.choose("pass")
        anna.until(lambda: bool(anna.options))
        if len(on_the_map()) > told + 2:
            break
    expect(telling).to_have_attribute("data-telling", "behind")
    expect(page.locator("[data-option]")).to_have_count(0)
    page.get_by_role("button", name="Pause the replay").click()
    count = page.locator(".count")
    at = count.inner_text()
    page.get_by_role("button", name="Next entry").click()
    expect(count).not_to_have_text(at)
    page.get_by_role("button", name="Previous entry").click()
    expect(count).to_have_text(at)
    page.locator("[data-skip]").click()
    expect(telling).to_have_attribute("data-telling", "live")
    expect(page.locator("[data-option]").first).to_be_visible()

    # the log lights up the map, and tells again
    entry = page.locator(f'li[data-n="{on_the_map()[-1]}"]')
    entry.scroll_into_view_if_needed()
    entry.hover()
    expect(page.locator("[data-space][data-light=told]").first).to_be_attached()
    page.mouse.move(0, 0)
    expect(page.locator("[data-space][data-light=told]")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Replay from here")).last.click()
    expect(telling).to_have_attribute("data-telling", "behind")
    page.keyboard.press("Escape")
    expect(telling).to_have_attribute("data-telling", "live")

    # the speed is remembered; who comes back is told what happened
    page.reload()
    anna.at_table()
    expect(page.get_by_label("Replay speed")).to_have_value("slow")
    since = page.locator("[data-since]")
    expect(since).to_be_visible()
    # in a low window the question stays in sight below it
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()
    anna.at_table()
    expect(since).to_be_visible()
    expect(page.locator(".question").first).to_be_in_viewport(ratio=1)
    since.get_by_role("button", name="Watch").click()
    expect(telling).to_have_attribute("data-telling", "behind")
    page.locator("[data-skip-all]").click()
    expect(since).to_have_count(0)
    expect(page.locator("[data-option]").first).to_be_visible()
    # another language is no coming back
    page.locator("#language").select_option("it")
    expect(page.locator("#decision-title")).to_contain_text("tocca a te")
    expect(since).to_have_count(0)
