"""Everything in reach: the action row, its keys, few clicks, and the end of a turn."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tools.pages.clicks import TURNS, Turn, play

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from tests.distant_plain.positions import at
from tests.e2e.browsing import Serving, Visitor, assert_plain_reason
from tests.e2e.conftest import Welcoming
from tests.e2e.looks import Look, desktops, looks
from tests.e2e.test_plain_play import SEATS, at_speed, on_map, sandbox

SIZES = ((1280, 720), (1440, 900), (390, 844))
#: The scroll bars in sight on the table: boxes that hold more than they show, and whose bar is drawn.
SCROLLBARS = """() => [...document.querySelectorAll(".table *")].filter((box) => {
  const style = getComputedStyle(box);
  return /auto|scroll/.test(style.overflowY) && box.clientHeight > 0 && box.scrollHeight > box.clientHeight + 1
    && !style.scrollbarColor.includes("rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)");
}).map((box) => box.className)"""


def in_reach(page: Page, *keys: str) -> None:
    """These options, undo and the end of the turn are in the window, whatever it shows else."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        row = page.locator("[data-actions]")
        for key in keys:
            expect(row.locator(f'[data-option="{key}"]')).to_be_in_viewport(ratio=1)
        expect(row.locator("[data-undo], [data-option=pass]").last).to_be_in_viewport(ratio=1)
        assert len(page.evaluate(SCROLLBARS)) <= 1, (width, page.evaluate(SCROLLBARS))
        if width > 900:
            assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_what_ends_or_changes_a_turn_is_always_in_sight(serving: Serving, visitor: Welcoming, locale: str) -> None:
    anna = visitor(serving)
    sandbox(anna)
    page = anna.page
    if locale == "it-IT":
        page.get_by_label("Language").select_option("it")
        anna.until(lambda: "lang=it" in anna.sockets[-1] and anna.options)
    in_reach(page, "event-unshaded", "event-shaded", "pass")
    anna.choose("rally")
    anna.choose("balochistan")
    anna.choose("1")
    in_reach(page, "extort", "infiltrate", "done")
    end = {"en-GB": "End turn", "it-IT": "Fine turno"}[locale]
    expect(page.locator("[data-end-turn] span")).to_have_text(end)
    expect(page.locator("[data-end-turn] kbd")).to_have_text("E")
    panes = page.locator("nav.panes button")
    for pane in panes.all()[:3]:  # on the phone, beside the map and the log as well
        pane.click()
        expect(page.locator("[data-end-turn]")).to_be_in_viewport(ratio=1)


@desktops
def test_the_action_row_has_keys_of_its_own(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    sandbox(anna)
    page = anna.page

    def press(key: str) -> None:
        version = anna.frame["version"]
        page.keyboard.press(key)
        anna.until(lambda: anna.frame["version"] > version, f"{key} did nothing")

    def chosen(key: str) -> str:
        """Press a key; return the option that the page chose."""
        press(key)
        return str([said["key"] for said in anna.said if said["type"] == "choose"][-1])

    anna.choose("rally")
    anna.choose("balochistan")
    anna.choose("1")
    assert chosen("x") == "infiltrate"
    press("u")
    assert chosen("a") == "extort"
    assert anna.frame["decision"]["ask"] == "extort-space"
    anna.choose("balochistan")
    press("d")
    assert anna.frame["decision"]["ask"] == "rally-space"
    press("u")
    assert anna.frame["decision"]["ask"] == "extort-space"
    page.keyboard.press("e")
    anna.until(lambda: anna.frame["decision"]["seat"] != "taliban", "the turn did not end")
    asked = anna.frame["decision"]["seat"]
    press("p")
    assert anna.frame["decision"]["seat"] != asked
    position = at("taliban", spaces={"balochistan": "T 1u 1B"}, resources=20).position()
    for key, event in (("v", "event-unshaded"), ("z", "event-shaded")):
        imported(anna, position)
        anna.until(lambda: "event-shaded" in anna.options)
        expect(page.locator(f'[data-actions] [data-option="{event}"] kbd')).to_have_text(key.upper())
        assert chosen(key) == event


@pytest.mark.parametrize("turn", TURNS, ids=[turn.name for turn in TURNS])
def test_a_turn_takes_no_more_clicks_than_its_budget(serving: Serving, visitor: Welcoming, turn: Turn) -> None:
    anna = visitor(serving, quick=True, height=720)
    anna.come("Anna")
    assert play(anna, serving, turn) <= turn.budget


@looks
def test_a_way_is_offered_only_where_it_makes_a_difference(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, quick=True, **look)
    anna.come("Anna")
    spaces = {"kandahar": "C 3t 1B", "ghazni": "C 2t", "kabul": "C 2t", "zabol": "T 1u"}
    imported(anna, at("coalition", spaces=spaces, government=30, aid=10).position())
    for key in ("sweep", "zabol"):
        anna.until(lambda key=key: key in anna.options)  # type: ignore[misc]
        anna.choose(key)
    offered = ["ghazni", "kandahar", "kabul > kandahar-kabul", "done"]
    needless = [key for key in anna.options if key not in offered]
    assert anna.frame["decision"]["ask"] == "sweep-from" and "kandahar > kandahar-kabul" in needless
    page = anna.page
    for key in offered:
        expect(page.locator(f'[data-option="{key}"]')).to_be_visible()
    for key in needless:
        expect(page.locator(f'[data-option="{key}"]')).to_have_count(0)
    # who wants to be asked everything has them all
    page.evaluate("localStorage.setItem('khyber.quick', 'off')")
    page.reload()
    anna.at_table()
    for key in needless:
        expect(page.locator(f'[data-option="{key}"]')).to_be_visible()


def test_undo_leads_back_to_what_the_page_answered(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, quick=True)
    sandbox(anna)
    anna.choose("rally")
    anna.choose("waziristan")
    anna.until(lambda: anna.frame["decision"].get("ask") == "rally-space", "Rally was not answered")
    expect(anna.page.locator("[data-answered]")).to_contain_text("Place 2 Guerrillas")
    anna.page.keyboard.press("u")
    anna.until(lambda: anna.frame["decision"].get("ask") == "rally-how", "there was no way back")
    anna.page.wait_for_timeout(400)
    assert anna.frame["decision"]["ask"] == "rally-how", "it was answered again"
    anna.choose("1")
    anna.until(lambda: anna.frame["decision"].get("ask") == "rally-space")


def test_a_space_on_the_map_ends_the_question_before_it(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    spaces = {"kandahar": "C 3t 1B", "ghazni": "C 2t", "zabol": "T 1u", "oruzgan": "T 1u"}
    imported(anna, at("coalition", spaces=spaces, government=30, aid=10).position())
    for key in ("sweep", "zabol"):
        anna.until(lambda key=key: key in anna.options)  # type: ignore[misc]
        anna.choose(key)
    anna.until(lambda: anna.frame["decision"].get("ask") == "sweep-from")
    assert "oruzgan" not in anna.options
    on_map(anna, "oruzgan")
    anna.until(lambda: "oruzgan" in anna.frame["view"]["action"]["spaces"], "the Sweep did not go on")


@looks
def test_the_end_of_a_turn_is_confirmed_once(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, quick=True, **look)
    anna.come("Anna")
    anna.new_table(coalition="me", government="me", taliban="me", warlords="me")
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    page, seat = anna.page, anna.frame["decision"]["seat"]
    version = anna.frame["version"]
    confirm = page.locator("[data-confirm-end]")
    if not anna.on_phone:
        page.locator('[data-option="pass"]').hover()
        expect(page.locator('[data-effects="pass"]')).to_be_visible()  # the first preview of a server takes longer
    page.locator('[data-option="pass"]').click()
    expect(confirm).to_be_visible()
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    assert anna.frame["version"] == version
    page.locator('[data-option="pass"]').click()
    confirm.click()
    anna.until(lambda: anna.frame["version"] > version and anna.frame["decision"]["seat"] != seat)
    assert seat not in anna.frame["can_undo"]


def test_the_end_of_a_turn_is_confirmed_no_more_once_that_is_switched_off(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    anna.new_table(coalition="me", government="me", taliban="me", warlords="me")
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    page, version, seat = anna.page, anna.frame["version"], anna.frame["decision"]["seat"]
    switch = page.get_by_label("Confirm the end of my turn")
    page.get_by_role("button", name="More …").click()
    expect(switch).to_be_checked()
    switch.uncheck()
    page.keyboard.press("Escape")
    page.locator('[data-option="pass"]').click()
    anna.until(lambda: anna.frame["version"] > version, "the end of the turn was asked about")
    assert anna.frame["decision"]["seat"] != seat
    page.reload()
    anna.at_table()
    page.get_by_role("button", name="More …").click()
    expect(switch).not_to_be_checked()  # it is remembered


def test_where_undo_has_to_wait_for_others_the_end_of_a_step_is_confirmed_in_any_game(
    serving: Serving, visitor: Welcoming
) -> None:
    """Zurmat's board knows no turns: with a second person, what cannot be taken back alone is confirmed."""
    anna = visitor(serving, quick=True)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me", taliban="open")
    anna.page.get_by_role("link", name="To the table").click()
    anna.at_table()
    anna.until(lambda: anna.options)
    confirm = anna.page.locator("[data-confirm-end]")
    anna.page.locator("[data-option]").first.click()
    anna.page.locator("[data-cell]").first.click()
    anna.page.locator("[data-lay]").click()  # the first step of a game: one tile
    expect(confirm).to_be_visible()
    expect(anna.page.locator("[data-actions]")).to_contain_text("can’t be undone until somebody, or a bot, takes")
    version = anna.frame["version"]
    confirm.click()
    anna.until(lambda: anna.frame["version"] > version, "the choice was not sent")
    assert "coalition" not in anna.frame["can_undo"]


@pytest.mark.parametrize("word", ["late", "never", "refused"])
def test_the_end_of_a_turn_is_confirmed_whatever_the_server_says(
    serving: Serving, visitor: Welcoming, word: str
) -> None:
    """The page asks the server whether a choice ends the turn; without an answer it asks the player."""
    anna = visitor(serving, quick=True)
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] != "preview":
                socket.send(message)
            elif word == "refused":
                error = {"code": "rate-limited", "message": "too many previews"}
                socket.send(json.dumps({"type": "error", "id": said["id"], "error": error}))
            else:
                held.append((socket, message))

        server.on_message(pass_on)

    anna.page.route_web_socket(lambda url: "/live" in url, hold)
    anna.come("Anna")
    anna.new_table(coalition="me", government="me", taliban="me", warlords="me")
    anna.at_table()
    anna.until(lambda: "pass" in anna.options)
    page, version = anna.page, anna.frame["version"]
    confirm = page.locator("[data-confirm-end]")
    page.locator('[data-option="pass"]').click()
    expect(confirm).to_be_visible()
    expect(page.locator("[data-actions]")).to_contain_text("may end your turn")
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    assert anna.frame["version"] == version and not any(said["type"] == "choose" for said in anna.said)
    if word == "late":  # an Operation does not end the turn: it is sent as soon as the server says so
        page.locator("[data-option]:not([data-actions] *)").first.click()
        expect(confirm).to_be_visible()
        socket, message = held[-1]
        socket.send(message)
    else:
        page.locator('[data-option="pass"]').click()
        confirm.click()
    anna.until(lambda: anna.frame["version"] > version, "the choice was not sent")
    expect(confirm).to_have_count(0)


# -- pace ---------------------------------------------------------------------------------------------------


def bots_game(steps: int) -> str:
    """Play a Short game by bots up to that step; return its record."""
    table = khyber.new("distant-plain", scenario="short", seed=21, seats="bot:3rd")
    agents = agents_of(table)
    while len(table.steps) < steps and (decision := table.decision) is not None:
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return table.save()


def imported(anna: Visitor, text: str, **more: object) -> None:
    made = anna.page.request.post(
        f"{anna.address}/api/tables/import",
        headers={"origin": anna.address},
        data={"text": text, "game": "distant-plain", "seats": dict.fromkeys(SEATS, "me")} | more,
    )
    assert made.ok, made.text()
    anna.page.goto(f"{anna.address}/#/table/{made.json()['id']}")
    anna.at_table()


#: Milliseconds by which the page's clock is moved at a time.
TICK = 200


@looks
def test_sixty_entries_are_replayed_in_twelve_seconds(serving: Serving, visitor: Welcoming, look: Look) -> None:
    """By the page's own clock, which stands still but for the test: a busy machine is no slower."""
    anna = visitor(serving, **{"width": 1440} | look)
    page = anna.page
    page.clock.install()
    anna.come("Anna")
    imported(anna, bots_game(16))
    at_speed(anna, "normal")
    anna.turn_to("log")
    page.locator("[data-log] > button").click()
    entries = page.locator("li[data-n]")
    last = int(entries.last.get_attribute("data-n") or 0)
    heads = [int(one.get_attribute("data-n") or 0) for one in page.locator("li[data-n]:has([data-tell])").all()]
    first = max(n for n in heads if last - n + 1 >= 60)
    count = last - first + 1
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 1))
    page.locator(f'li[data-n="{first}"] [data-tell]').click()
    telling = page.locator("[data-telling]")
    expect(telling).to_have_attribute("data-telling", "behind")
    went = 0
    while telling.get_attribute("data-telling") == "behind":
        page.clock.run_for(TICK)
        went += TICK
        assert went <= 12_000 * count / 60, f"{count} entries take longer"
    assert went > 2_000, "nothing was replayed"
    page.clock.resume()

    # and Skip is one key away, even where single keys are switched off
    page.evaluate("localStorage.setItem('khyber.shortcuts', 'off')")
    page.reload()
    anna.at_table()
    anna.turn_to("log")
    page.locator("[data-tell]").last.click()
    expect(telling).to_have_attribute("data-telling", "behind")
    page.keyboard.press("Escape")
    expect(telling).to_have_attribute("data-telling", "live")


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_propaganda_round_has_a_header_with_its_phases(serving: Serving, visitor: Welcoming, language: str) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    position = at("coalition", step="civic-action", resources=20, aid=10, spaces={"kabul": "C 1t, G 2t 2p"}).position()
    imported(anna, position)
    page = anna.page
    if language == "it":
        page.get_by_label("Language").select_option("it")
    header = page.locator("[data-phases]")
    expect(header).to_contain_text({"en": "Propaganda Round", "it": "Round di Propaganda"}[language])
    expect(header.locator("li")).to_have_count(5)
    expect(header.locator("[aria-current=step]")).to_have_attribute("data-phase", "support")
    for width, height in ((1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        # the map is in sight over however many lines the header goes
        expect(page.locator("svg [data-space=balochistan]")).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-track]").last).to_be_in_viewport(ratio=1)
        # The map keeps its size between rounds; otherwise it would jump and be repainted with each of them.
        anna.settle()
        size = page.get_by_role("group", name="Map").evaluate("(map) => [map.clientWidth, map.clientHeight]")
        header.evaluate("(one) => (one.hidden = true)")
        page.add_style_tag(content="[hidden] { display: none !important }")
        anna.settle()
        assert page.get_by_role("group", name="Map").evaluate("(map) => [map.clientWidth, map.clientHeight]") == size
        header.evaluate("(one) => (one.hidden = false)")


@looks
def test_a_hint_opens_with_one_sentence_and_the_trace_is_folded(
    serving: Serving, visitor: Welcoming, look: Look
) -> None:
    anna = visitor(serving, **look)
    sandbox(anna)
    page = anna.page
    page.locator("[data-hint]").click()
    said = page.locator("[data-hint-said]")
    assert_plain_reason(anna, said)
    expect(said.locator("[data-trace] li").first).to_be_hidden()
    said.locator("[data-trace] summary").click()
    expect(said.locator("[data-trace] li").first).to_be_visible()
