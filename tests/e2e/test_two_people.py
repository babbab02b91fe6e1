"""Two people in two browsers: an invitation, a lost connection, a bot that stands in, a choice that comes too late."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from tests.e2e.browsing import BOT, LONG_TURN, Serving, Visitor, assert_no_secrets, play_on
from tests.e2e.conftest import Welcoming


def two_at_a_table(server: Serving, visitor: Welcoming, *options: str, **more: str) -> tuple[Visitor, Visitor]:
    """Anna has the Coalition and is the host; Bruno comes by her link, and has the Taliban; bots have the rest."""
    anna, bruno = visitor(server), visitor(server)
    anna.come("Anna")
    anna.new_table(options=options, coalition="me", taliban="open", **more)
    link = anna.page.get_by_label("Link for Taliban").input_value()
    anna.page.get_by_role("link", name="To the table").click()
    anna.at_table()
    bruno.come("Bruno", link.removeprefix(f"{server.address}/"))
    bruno.page.get_by_role("button", name="Take the seat").click()
    bruno.at_table()
    assert bruno.frame["seats"] == ["taliban"]
    token = link.rpartition("/")[2]
    assert not any(token in url for url in (*bruno.sockets, bruno.page.url))
    return anna, bruno


def test_two_people_play_through_a_killed_server(own_server: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(own_server, visitor, "Deception", government="me")  # 7.3: for 3 or 4 players
    anna.until(lambda: "Bruno" in [seat["player"] for seat in anna.frame["players"]])
    made = play_on((anna, bruno), 12)
    assert made == 12
    table, version, log = anna.table, anna.frame["version"], anna.page.locator("[data-kind]").count()

    own_server.kill()
    for one in (anna, bruno):
        expect(one.page.locator("[data-connection=waiting], [data-connection=connecting]")).to_be_visible()
    own_server.start()
    for one in (anna, bruno):
        expect(one.page.locator("[data-connection=open]")).to_be_visible()
        one.catch_up(version)
        assert "since=0" not in one.sockets[-1], "it did not resume where it was"
    anna.until(lambda: anna.page.locator("[data-kind]").count() >= log, "the log was lost")
    play_on((anna, bruno), 6)
    assert anna.frame["version"] > version

    truth = own_server.table(table)
    assert any(len(held) for held in truth.state.deception), "nobody has a Deception marker"
    assert_no_secrets(anna, truth, "coalition", "government")
    assert_no_secrets(bruno, truth, "taliban")


def test_a_bot_stands_in_and_the_seat_comes_back(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    anna.page.get_by_role("tab", name="Seats").click()
    expect(anna.page.get_by_role("row", name="Taliban")).to_contain_text("online")
    bruno.page.goto(f"{serving.address}/#/")
    expect(anna.page.get_by_role("row", name="Taliban")).to_contain_text("away")
    anna.page.get_by_text("Manage the table").click()
    anna.page.locator("select[name=bot]").select_option(BOT)
    anna.page.locator("[data-stand-in=taliban]").click()
    expect(anna.page.locator("dialog")).to_contain_text("Bruno is away")
    anna.page.locator("[data-confirm-bot]").click()
    expect(anna.page.get_by_role("row", name="Taliban")).to_contain_text("Non-player (3rd printing)")
    card = anna.frame["view"]["card"]
    play_on((anna,), LONG_TURN, lambda: anna.frame["view"]["card"] != card)
    assert anna.frame["view"]["card"] != card, "the bot did not play"

    anna.page.locator("[data-give-back=taliban]").click()
    expect(anna.page.get_by_role("row", name="Taliban")).to_contain_text("Bruno")
    bruno.page.get_by_role("link", name=re.compile("^A Distant Plain")).first.click()
    bruno.at_table()
    play_on((anna, bruno), 2 * LONG_TURN, lambda: bool(bruno.options))
    bruno.choose(bruno.options[0])
    truth = serving.table(anna.table)
    assert_no_secrets(anna, truth, "coalition")
    assert_no_secrets(bruno, truth, "taliban")


def test_a_player_who_is_there_is_told_of_a_bot_and_keeps_the_seat(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    page, title = anna.page, bruno.page.title()
    page.get_by_role("tab", name="Seats").click()
    page.get_by_text("Manage the table").click()
    expect(page.get_by_role("row", name="Taliban")).to_contain_text("online")
    page.locator("[data-stand-in=taliban]").click()
    expect(page.locator("dialog")).to_contain_text("Bruno is online")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    told = bruno.page.locator("[data-stand-in-wanted=taliban]")
    expect(told).to_have_count(0)
    page.locator("[data-stand-in=taliban]").click()
    page.locator("[data-confirm-bot]").click()
    expect(told).to_contain_text("Anna wants a bot")
    expect(bruno.page).to_have_title(re.compile("^Still playing"))
    for width, height in ((1280, 720), (1440, 900), (820, 1180), (390, 844)):
        for one in (anna, bruno):
            one.page.set_viewport_size({"width": width, "height": height})
            expect(one.page.locator("[data-stand-in-wanted=taliban]")).to_be_in_viewport(ratio=1)
    assert [seat["agent"] for seat in anna.frame["players"] if seat["seat"] == "taliban"] == ["person"]
    bruno.page.locator("[data-stay]").click()
    expect(told).to_have_count(0)
    expect(page.locator("[data-stayed]")).to_contain_text("Bruno is still playing Taliban")
    expect(bruno.page).to_have_title(re.compile(re.escape(title.removeprefix("● "))))


def test_the_host_is_told_that_who_left_just_now_may_object(own_server: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(own_server, visitor)
    page = anna.page
    page.get_by_role("tab", name="Seats").click()
    page.get_by_text("Manage the table").click()
    row = page.get_by_role("row", name="Taliban")
    expect(row).to_contain_text("online")
    bruno.page.goto(f"{own_server.address}/#/")
    expect(row).to_contain_text("away")
    page.locator("[data-stand-in=taliban]").click()
    expect(page.locator("dialog")).to_contain_text("Bruno was online just now, and has a minute")
    page.locator("[data-confirm-bot]").click()
    expect(page.locator("[data-stand-in=taliban]")).to_be_disabled()
    expect(row).to_contain_text("Bruno")


def assert_nothing_back(visitor: Visitor, secret: Locator) -> None:
    """Press ‹ as far as it goes: what only the lost seat knew is nowhere shown."""
    back = visitor.page.get_by_role("button", name=visitor.say("play.step-back"))
    for _ in range(100):
        expect(secret).to_have_count(0)
        if back.is_disabled():
            return
        back.click()
    raise AssertionError("the log has no beginning")


def leave(visitor: Visitor) -> None:
    """Resign, and stay at the table as a spectator."""
    resigned = visitor.page.request.post(
        f"{visitor.address}/api/tables/{visitor.table}/resign", headers={"origin": visitor.address}
    )
    assert resigned.ok, resigned.text()
    visitor.until(lambda: not visitor.frame["seats"])


def test_who_resigned_steps_back_to_none_of_their_markers(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor, "Deception", government="me")
    anna.until(lambda: "Bruno" in [seat["player"] for seat in anna.frame["players"]])
    bruno.page.get_by_role("tab", name=bruno.say("table.facts")).click()
    own = bruno.page.get_by_text(re.compile("^Yours:"))
    play_on((anna, bruno), 4)
    bruno.page.get_by_role("button", name=bruno.say("play.step-back")).click()
    expect(own).to_be_visible()
    leave(bruno)
    assert_nothing_back(bruno, own)


def test_the_host_pauses_the_game_and_lets_it_go_on(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    anna.page.get_by_role("tab", name="Seats").click()
    anna.page.get_by_text("Manage the table").click()
    anna.page.get_by_role("button", name="Pause", exact=True).click()
    for one in (anna, bruno):
        expect(one.page.get_by_role("heading", name="Paused")).to_be_visible()
        expect(one.page.locator("[data-option]")).to_have_count(0)
    expect(bruno.page.locator("[data-resume]")).to_have_count(0)
    anna.page.locator("[data-resume]").click()
    expect(bruno.page.get_by_role("heading", name="Paused")).to_have_count(0)
    play_on((anna, bruno), 2)


def test_people_talk(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor)
    for one, says in ((anna, "Shall we?"), (bruno, "<b>Yes</b> & now")):
        one.page.get_by_role("tab", name="Chat").click()
        one.page.get_by_label("Message").fill(says)
        one.page.get_by_role("button", name="Send").click()
    for one in (anna, bruno):
        expect(one.page.get_by_role("log", name="Chat")).to_contain_text("Shall we?")
        expect(one.page.get_by_role("log", name="Chat")).to_contain_text("<b>Yes</b> & now")


def test_a_choice_that_comes_too_late_is_refused_and_the_table_shown_again(
    serving: Serving, visitor: Welcoming
) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me", government="me", taliban="me", warlords="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    held: list[str | bytes] = []
    holding: list[bool] = [False]

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held.append(message) if holding[0] else socket.send(message))
        held_sockets.append(socket)

    held_sockets: list[WebSocketRoute] = []
    slow = anna.context.new_page()
    slow.route_web_socket(lambda url: "/live" in url, hold)
    slow.goto(anna.page.url)
    expect(slow.locator("[data-option]").first).to_be_visible()
    holding[0] = True
    anna.choose(anna.options[0])
    slow.locator("[data-option]").first.click()
    slow.wait_for_timeout(400)
    holding[0] = False
    for message in held:
        held_sockets[-1].send(message)
    expect(slow.get_by_role("alert")).to_contain_text("The game has moved on")
    question = anna.page.locator(".question").first.inner_text()
    expect(slow.locator(".question").first).to_have_text(question)
    version = anna.frame["version"]
    slow.locator("[data-option]").first.click()
    anna.until(lambda: anna.frame["version"] > version, "the second choice was not taken")


def test_an_unknown_table_is_said_to_be_unknown(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.goto(f"{serving.address}/#/table/nowhere")
    expect(anna.page.get_by_role("alert")).to_be_visible()


def test_a_server_that_fails_is_told_in_words(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)

    def busy(route: Route) -> None:
        route.fulfill(status=503, json={"error": {"code": "unavailable", "message": "no"}})

    anna.page.route("**/api/guests", busy)
    anna.page.goto(serving.address)
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_role("button", name="Play as a guest").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("busy")
