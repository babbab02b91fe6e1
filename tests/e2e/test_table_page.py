"""The page of a table shows what is so: pieces, log, keys, clicks, results, charts, cards and labels."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.engine.table import Table
from tests.e2e.browsing import Serving, Visitor, assert_plain_reason, play_on
from tests.e2e.conftest import Welcoming
from tests.e2e.looks import Look, desktops, looks
from tests.e2e.test_plain_play import SEATS, at_speed, pass_or_end, sandbox, space

GUERRILLAS = "taliban-guerrilla-underground"
#: Whether two elements share a place on the screen.
OVERLAP = """([one, other]) => {
    const [a, b] = [one, other].map((name) => document.querySelector(name)?.getBoundingClientRect());
    return !!a && !!b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""

#: Counts what is set in motion.
COUNT_TRAVELS = """
  globalThis.travels = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) { travels += 1; return animate.apply(this, how); };
"""


def log_end(page: Page) -> float:
    """How far the log is from its end, in pixels."""
    return float(page.locator("[data-log]").evaluate("(one) => one.scrollHeight - one.scrollTop - one.clientHeight"))


def with_bots(anna: Visitor, seat: str = "coalition") -> None:
    """Play until it is this seat's turn and bots have acted."""
    anna.come("Anna")
    anna.new_table(**{seat: "me"})
    anna.at_table()
    at_speed(anna, "instant")
    play_on((anna,), 300, lambda: anna.page.locator("[data-why]").count() > 3 and "pass" in anna.options, pass_or_end)


def imported(anna: Visitor, text: str, **seats: str) -> None:
    data = {"text": text, "game": "distant-plain", **({"seats": seats} if seats else {})}
    made = anna.page.request.post(f"{anna.address}/api/tables/import", headers={"origin": anna.address}, data=data)
    assert made.ok, made.text()
    anna.page.goto(f"{anna.address}/#/table/{made.json()['id']}")
    anna.at_table()


# -- the map ----------------------------------------------------------------------------------------------


@looks
def test_pieces_that_have_arrived_are_counted_once(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, motion=True, **look)
    sandbox(anna)
    at_speed(anna, "normal")
    anna.choose("rally")
    anna.choose("waziristan")
    anna.choose("2")
    shown = space(anna.page, "waziristan").locator(f'[data-piece="{GUERRILLAS}"]')
    expect(shown).to_have_attribute("data-count", "3")
    # while nothing happens nothing is animated: each frame would be painted again
    anna.page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    anna.settle()
    assert anna.page.locator(".motion .going:visible").count() == 0
    assert anna.frame["view"]["spaces"]["waziristan"]["pieces"][GUERRILLAS] == 3
    assert shown.count() == 1
    assert shown.get_attribute("data-count") == "3"


@looks
def test_no_piece_is_left_in_flight_by_a_reset_phase(serving: Serving, visitor: Welcoming, look: Look) -> None:
    table: Table[Any] = khyber.new("distant-plain", scenario="short", seed=21, seats="bot:3rd")
    agents = agents_of(table)
    while (decision := table.decision) is not None:
        view: Any = table.view(decision.seat)
        if view["propaganda"]["played"] and decision.ask == "turn":
            break
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    anna = visitor(serving, motion=True, **look)
    anna.come("Anna")
    imported(anna, table.save(), **dict.fromkeys(table.seats, "me"))
    at_speed(anna, "fast")
    page = anna.page
    events = [event for message in anna.messages() for event in message["events"]]
    reset = next(event["n"] for event in reversed(events) if event["told"].get("phase") == "reset")
    anna.turn_to("log")
    page.locator(f'li[data-n="{reset}"] [data-tell]').click()
    telling = page.locator("[data-telling]")
    expect(telling).to_have_attribute("data-telling", "behind")
    expect(telling).to_have_attribute("data-telling", "live")
    expect(page.locator(".motion .going:visible")).to_have_count(0)
    for name, there in anna.frame["view"]["spaces"].items():
        for piece, count in there["pieces"].items():
            expect(space(page, name).locator(f'[data-piece="{piece}"]')).to_have_attribute("data-count", str(count))


@pytest.mark.parametrize("motion", [True, False])
@looks
def test_pieces_travel_unless_motion_is_reduced(serving: Serving, visitor: Welcoming, motion: bool, look: Look) -> None:
    anna = visitor(serving, motion=motion, **look)
    anna.page.add_init_script(COUNT_TRAVELS)
    sandbox(anna)
    at_speed(anna, "normal")
    for key in ("rally", "waziristan", "2"):
        anna.choose(key)
    anna.settle()
    assert bool(anna.page.evaluate("travels")) == motion


@looks
def test_the_word_kabul_is_kabul(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna)
    hit = """() => {
        const box = document.querySelector('[data-space=kabul] text.name').getBoundingClientRect();
        return [0.1, 0.3, 0.5, 0.7, 0.9].map((right) => document.elementFromPoint(
            box.left + box.width * right, box.top + box.height / 2)?.closest('[data-space]')?.dataset.space);
    }"""
    assert anna.page.evaluate(hit) == ["kabul"] * 5


@looks
def test_every_chosen_space_keeps_its_check_mark(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna)
    anna.choose("rally")
    chosen = ["kandahar", "helmand", "waziristan"]
    for name in chosen:
        anna.choose(name)
        anna.choose(next(key for key in ("1", "nothing") if key in anna.options))
    for then in ("", "extort"):
        if then:
            anna.choose(then)
        for name in chosen:
            expect(space(anna.page, name).locator("text.name")).to_contain_text("✓")


@desktops
def test_a_preview_hides_no_pieces_and_markers_of_its_space(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, width=1440, **look)
    sandbox(anna)
    anna.choose("rally")
    for name in ("kandahar", "waziristan", "khowst"):
        anna.choose(name)
        anna.page.locator('[data-option="1"]').hover()
        expect(anna.page.locator('[data-effects="1"]')).to_be_visible()
        expect(anna.page.locator(".would rect")).not_to_have_count(0)
        hidden = """(name) => {
            const labels = [...document.querySelectorAll('.would rect')].map((one) => one.getBoundingClientRect());
            const pieces = [...document.querySelectorAll(`[data-space="${name}"] :is(.token, .mark)`)];
            const hides = (a, b) =>
                a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            return pieces.filter((one) => labels.some((label) => hides(label, one.getBoundingClientRect()))).length;
        }"""
        assert anna.page.evaluate(hidden, name) == 0, name
        anna.choose("1")


@desktops
def test_words_on_a_space_do_not_cover_the_die(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna, first="attack")
    anna.choose("attack")
    anna.choose("kandahar")
    expect(anna.page.locator(".dice li")).not_to_have_count(0)
    for name in ("paktika", "khowst", "waziristan", "zabol"):
        space(anna.page, name).locator("[role=button]").focus()
        anna.page.keyboard.press("ArrowLeft")
        anna.page.keyboard.press("ArrowRight")
        expect(anna.page.locator("div.tip")).to_be_visible()
        assert not anna.page.evaluate(OVERLAP, ["div.tip", ".dice"]), name


@looks
def test_the_highest_patronage_fits_its_marker(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    text = khyber.new("distant-plain", scenario="short", seed=1).position()
    before = next(line for line in text.splitlines() if line.startswith("patronage"))
    imported(anna, text.replace(before, "patronage = 40"))
    anna.turn_to("board")
    pin = anna.page.locator("[data-track=patronage]")
    expect(pin).to_contain_text("40")
    wide, room = pin.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wide <= room
    inner, outer = pin.evaluate(
        """(one) => { const range = document.createRange(); range.selectNodeContents(one);
            return [range.getBoundingClientRect().width, one.getBoundingClientRect().width]; }"""
    )
    assert inner <= outer - 2, "the words reach the edge"


# -- the log and the replay -------------------------------------------------------------------------------


@desktops
def test_a_pointer_at_rest_on_the_log_leaves_the_map_alone(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna)
    anna.choose("rally")
    anna.choose("waziristan")
    anna.choose("1")
    page = anna.page
    page.locator('li[data-kind="placed"]').last.hover()
    expect(page.locator("[data-light=told]")).not_to_have_count(0)
    version = anna.frame["version"]
    page.keyboard.press("1")
    anna.until(lambda: anna.frame["version"] > version)
    expect(page.locator("[data-light=told]")).to_have_count(0)
    page.wait_for_timeout(300)
    expect(page.locator("[data-light=told]")).to_have_count(0)


@looks
def test_the_log_follows_after_a_replay(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    with_bots(anna)
    page = anna.page
    at_speed(anna, "fast")
    anna.turn_to("log")
    page.locator("[data-tell]").nth(-4).click()
    expect(page.locator("[data-telling]")).to_have_attribute("data-telling", "behind")
    page.wait_for_timeout(1_500)
    page.locator("[data-skip-all]").click()
    expect(page.locator("[data-telling]")).to_have_attribute("data-telling", "live")
    anna.until(lambda: log_end(page) < 5, "the log does not follow")
    at_speed(anna, "instant")
    anna.choose("pass")
    anna.until(lambda: anna.options)
    anna.turn_to("log")
    anna.until(lambda: log_end(page) < 5, "the log does not follow")


@looks
def test_the_sequence_of_play_keeps_up_with_a_replay(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    with_bots(anna)
    page = anna.page
    names = {seat["seat"]: seat["name"] for seat in anna.frame["players"]}
    events = {event["n"]: event for message in anna.messages() for event in message["events"]}
    at_speed(anna, "slow")
    anna.turn_to("log")
    page.locator("[data-tell]").first.click()
    page.get_by_role("button", name=anna.say("play.pause")).click()
    turns = 0
    for _ in range(80):
        if page.locator("[data-telling=behind]").count() == 0:
            break
        now = page.locator("li.now[data-n]")
        event = events[int(now.get_attribute("data-n") or -1)] if now.count() else None
        if event and event["kind"] in ("operation", "limited-operation", "event"):
            expect(page.locator(".sequence li.now .who")).to_have_text(names[event["told"]["faction"]])
            turns += 1
        page.get_by_role("button", name=anna.say("play.step-on")).click()
    assert turns >= 2


@looks
def test_why_opens_with_one_plain_sentence(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    with_bots(anna)
    page = anna.page
    anna.turn_to("log")
    for why in page.locator("[data-why]").all()[:3]:
        why.click()
        assert_plain_reason(anna, page.get_by_role("dialog"))
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


# -- keys -------------------------------------------------------------------------------------------------


@desktops
def test_a_digit_is_the_number_that_is_asked_for(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna, seed=20, first="done")
    anna.choose("done")
    anna.choose("done")
    assert anna.options == ["0", "1"], "Desertion asks how many Troops"
    version = anna.frame["version"]
    anna.page.locator("body").press("1")
    anna.until(lambda: anna.frame["version"] > version)
    assert [message["key"] for message in anna.said if message["type"] == "choose"][-1] == "1"


@desktops
def test_u_undoes_also_past_a_die_when_nobody_else_has_a_say(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    with_bots(anna, "taliban")
    play_on((anna,), 200, lambda: "attack" in anna.options, pass_or_end)
    anna.choose("attack")
    before = anna.options
    anna.choose(next(key for key in before if key in anna.frame["view"]["spaces"]))
    anna.until(lambda: any(event["kind"] == "attack-rolled" for event in anna.frame["events"]))
    assert not anna.frame["can_undo"], "the die is no barrier"
    expect(anna.page.locator("[data-undo] kbd")).to_have_text("U")
    version = anna.frame["version"]
    anna.page.locator("body").press("u")
    expect(anna.page.locator("[data-undo-scope]")).to_contain_text(re.compile("redrawn|da rifare"))
    assert anna.frame["version"] == version, "it was undone without a word"
    anna.page.locator("[data-confirm-undo]").click()
    anna.until(lambda: anna.frame["version"] > version, "u did nothing")
    assert anna.options == before


@looks
def test_the_second_step_of_the_tutorial_previews_its_own_space(
    serving: Serving, visitor: Welcoming, look: Look
) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    anna.page.get_by_role("button", name=anna.say("aids.first-game")).click()
    anna.at_table()
    anna.until(lambda: "rally" in anna.options)
    anna.page.locator('[data-option="rally"]').click()
    expect(anna.page.locator('[data-tutorial="2"]')).to_be_visible()
    guided = anna.page.locator(".guided").get_attribute("data-option")
    anna.page.wait_for_timeout(600)
    expect(anna.page.locator(f'[data-effects]:not([data-effects="{guided}"])')).to_have_count(0)
    expect(anna.page.locator("[data-light=pointed]")).to_have_count(
        anna.page.locator(f'[data-space="{guided}"][data-light=pointed]').count()
    )


# -- results, charts, cards -------------------------------------------------------------------------------


@looks
def test_results_are_short_or_beyond_the_goal_and_ties_are_explained(
    serving: Serving, visitor: Welcoming, look: Look
) -> None:
    anna = visitor(serving, **look)
    margins = {"coalition": 4, "government": -6, "taliban": -12, "warlords": -6}

    def tie(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def change(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "frame" and frame["outcome"]:
                ranking = sorted(margins, key=lambda seat: -margins[seat])
                frame["outcome"] |= {"margins": margins, "ranking": ranking, "equal": [], "winner": "coalition"}
                message = json.dumps(frame)
            socket.send(message)

        server.on_message(change)

    anna.page.route_web_socket(lambda url: "/live" in url, tie)
    anna.come("Anna")
    imported(anna, khyber.play("distant-plain", scenario="short", seed=5, seats="bot:3rd").save())
    ranking = anna.page.locator("[data-ranking] li")
    expect(ranking).to_have_count(4)
    for margin in set(margins.values()):
        bar = anna.page.locator(f'[data-bar="{margin}"]').first
        left, right, middle = bar.evaluate(
            """(one) => { const [a, b] = [one, one.firstElementChild].map((e) => e.getBoundingClientRect());
                return [b.left, b.right, (a.left + a.right) / 2]; }"""
        )
        assert (left >= middle - 1) if margin > 0 else (right <= middle + 1), margin
    expect(anna.page.locator("[data-tied]")).to_have_count(2)
    expect(anna.page.get_by_text(anna.say("table.ties"))).to_be_visible()


#: The outline of a sign, whatever its place and size: letters, and places within its box in hundredths.
OUTLINE = r"""(one) => {
    const box = one.getBBox();
    const across = (x) => Math.round(100 * (x - box.x) / box.width);
    const down = (y) => Math.round(100 * (y - box.y) / box.height);
    return one.getAttribute("d").match(/[A-Z][^A-Z]*/g).map((part) => {
        const numbers = (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
        if (part[0] === "H") return ["H", ...numbers.map(across)];
        if (part[0] === "V") return ["V", ...numbers.map(down)];
        const places = part[0] === "A" ? numbers.slice(-2) : numbers;
        return [part[0], ...places.map((value, at) => (at % 2 ? down : across)(value))];
    });
}"""


@looks
def test_charts_have_the_colours_and_signs_of_the_map(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    imported(anna, khyber.play("distant-plain", scenario="short", seed=5, seats="bot:3rd").save())
    page, panes = anna.page, anna.page.locator("nav.panes button")
    fill = "(one) => getComputedStyle(one).fill"
    for theme in ("light", "dark"):
        page.locator("select#theme").select_option(theme)
        page.goto(f"{page.url.split('/study')[0]}/study?step=20")
        if anna.on_phone:
            panes.first.click()
        expect(page.locator(".study .token.base").first).to_be_visible()
        on_map = {}
        for seat in SEATS:
            piece = page.locator(f".token.{seat}.base").first
            face, emblem = piece.locator(".face"), piece.locator(".sign")
            on_map[seat] = face.evaluate(fill), emblem.evaluate(fill), emblem.evaluate(OUTLINE)
        if anna.on_phone:
            panes.last.click()
        page.get_by_role("tab", name=anna.say("study.charts")).click()
        for seat in SEATS:
            sign = page.locator(f"[data-sign={seat}]").first
            expect(sign).to_be_visible()
            body, ink, outline = on_map[seat]
            assert sign.locator("circle").evaluate(fill) == body, (theme, seat)
            assert sign.locator("path").evaluate(fill) == ink, (theme, seat)
            drawn = sign.locator("path").evaluate(OUTLINE)
            assert [part[0] for part in drawn] == [part[0] for part in outline], (theme, seat)
            for ours, theirs in zip(drawn, outline, strict=True):
                assert ours[1:] == pytest.approx(theirs[1:], abs=2), (theme, seat)


def brightness(page: Page, side: str) -> int:
    colour = page.locator(f".card-face .side.{side}").first.evaluate("(one) => getComputedStyle(one).backgroundColor")
    return sum(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])


@desktops
def test_the_shaded_event_is_the_dark_square(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, width=1600, **look)
    sandbox(anna)
    assert brightness(anna.page, "unshaded") > 600 > 300 > brightness(anna.page, "shaded")


@desktops
def test_the_current_card_is_not_cut_short_while_there_is_room(
    serving: Serving, visitor: Welcoming, look: Look
) -> None:
    anna = visitor(serving, width=1600, height=1000, **look)
    sandbox(anna)
    card = anna.page.locator(".top .card-face").first
    texts = card.locator(".gist")
    expect(texts.first).to_be_visible()
    for text in texts.all():
        high, room = text.evaluate("(one) => [one.scrollHeight, one.clientHeight]")
        assert high <= room + 1, text.inner_text()
    column, board = (
        anna.page.locator(one).evaluate("(e) => e.getBoundingClientRect().bottom")
        for one in (".inner > .top", ".map .window")
    )
    assert column <= board + 1, "the card pushes the map down"


def test_seats_say_that_a_search_goes_without_its_network(serving: Serving, visitor: Welcoming) -> None:
    """Its data has other fields than the network was trained on."""
    anna = visitor(serving)

    def unfit(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def change(message: str | bytes) -> None:
            frame = json.loads(message)
            for player in frame.get("players", ()):
                player["without_network"] = player["agent"].startswith("agent:")
            socket.send(json.dumps(frame))

        server.on_message(change)

    anna.page.route_web_socket(lambda url: "/live" in url, unfit)
    anna.come("Anna")
    position = khyber.new("distant-plain", scenario="short", seed=5).position()
    told = anna.page.locator("[data-without-network]")
    imported(anna, position, coalition="me", government="bot:3rd", taliban="bot:3rd", warlords="bot:3rd")
    anna.page.get_by_role("tab", name="Seats").click()
    expect(anna.page.get_by_role("row").filter(has_text="Non-player (3rd printing)")).to_have_count(3)
    expect(told).to_have_count(0)
    imported(anna, position, coalition="me", government="agent:quick", taliban="bot:3rd", warlords="bot:3rd")
    anna.page.get_by_role("tab", name="Seats").click()
    expect(told).to_have_text(
        "A network does not fit the data of this game: bots that search go without it, and play worse."
    )
    expect(told).to_be_in_viewport()
