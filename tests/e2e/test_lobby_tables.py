"""Tables in the lobby: descriptions, privacy, names, filters, resignations, rematches, invitations; and settings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.looks import Look, looks

#: Counts how often the page opens audio.
COUNT_AUDIO = """window.opened = 0; const Audio = AudioContext;
    window.AudioContext = class extends Audio { constructor() { super(); window.opened++; } };"""
ALONE = {"coalition": "me", "government": "bot:3rd", "taliban": "bot:3rd", "warlords": "bot:3rd"}


def made(visitor: Visitor, **wanted: Any) -> str:
    """A table made by the API; its id."""
    asked = {"game": "distant-plain", "scenario": "short", "seats": ALONE, **wanted}
    answer = visitor.context.request.post(f"{visitor.address}/api/tables", data=asked)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def test_a_newcomer_reads_what_each_game_scenario_and_option_is(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    page.get_by_role("link", name="New game").click()
    page.get_by_text("Options").click()
    choices = page.locator(".choice")
    expect(choices).to_have_count(3 + 3 + 9)
    for choice in choices.all():
        expect(choice.locator(".sides")).not_to_be_empty()
    page.get_by_label("Language").select_option("it")
    expect(choices.first).to_contain_text("Quattro parti si contendono")


@looks
def test_a_game_alone_is_private_unless_opened(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    page = anna.page
    page.get_by_role("link", name=anna.say("home.new")).click()
    page.get_by_role("button", name=anna.say("app.next")).click()
    page.get_by_role("button", name=anna.say("app.next")).click()
    spectators = page.locator("input[name=public]")
    expect(spectators).not_to_be_checked()
    expect(page.get_by_text(anna.say("new.private-text"))).to_be_visible()
    page.get_by_role("button", name=anna.say("app.back")).click()
    page.locator("select[name=seat-taliban]").select_option("open")
    page.get_by_role("button", name=anna.say("app.next")).click()
    expect(spectators).to_be_checked()
    spectators.uncheck()
    page.get_by_role("button", name=anna.say("app.back")).click()
    page.get_by_role("button", name=anna.say("app.next")).click()
    expect(spectators).not_to_be_checked()


LOOKS = [
    ("en-GB", "light", 1280, 800),
    ("it-IT", "dark", 390, 844),
    ("en-GB", "dark", 390, 844),
    ("it-IT", "light", 1280, 800),
]
WORDS = {
    "en-GB": ("Anna invites you", "Taliban", "Play as a guest"),
    "it-IT": ("Anna ti invita", "Talebani", "Gioca come ospite"),
}


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look[:3])))
def test_an_invitation_shows_host_game_and_seat(
    look: tuple[str, str, int, int], serving: Serving, visitor: Welcoming
) -> None:
    locale, theme, width, height = look
    anna, bruno = visitor(serving), visitor(serving, width=width, height=height, locale=locale)
    anna.come("Anna")
    anna.new_table(coalition="me", taliban="open")
    field = anna.page.get_by_label("Link for Taliban")
    link = field.input_value()
    assert link.startswith(serving.address), "nobody knows another address of this server"
    expect(anna.page.locator("[data-local]")).to_contain_text("only on this computer")
    page = bruno.page
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(link)
    title, seat, enter = WORDS[locale]
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    shown = page.locator("[data-invitation]")
    expect(shown).to_contain_text("A Distant Plain")
    expect(shown.locator("strong")).to_have_text(seat)
    expect(page.get_by_role("button", name=enter)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_of_localhost_says_what_to_do_and_shows_the_address_in_the_network(
    own_server: Serving, visitor: Welcoming
) -> None:
    anna = visitor(own_server)
    anna.come("Anna")
    lan = "http://192.168.1.7:8000"
    reach = {"this_machine_only": True, "lan": lan}
    anna.page.route("**/api/reach", lambda route: route.fulfill(json=reach))
    anna.new_table(coalition="me", taliban="open")
    expect(anna.page.locator("[data-local]")).to_contain_text(lan)
    expect(anna.page.locator("[data-local]")).to_contain_text("khyber serve --host 0.0.0.0")
    anna.page.goto(f"{own_server.address}/#/")
    reach["this_machine_only"] = False
    anna.new_table(coalition="me", taliban="open")
    expect(anna.page.locator("[data-lan]")).to_be_visible()
    assert anna.page.get_by_label("Link for Taliban").input_value().startswith(f"{lan}/#/join/")


@looks
def test_tables_are_renamed_filtered_resigned_and_played_again(
    serving: Serving, visitor: Welcoming, look: Look
) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    made(anna, name="Sunday")
    made(anna, game="zurmat", scenario="standard", seats={"coalition": "me", "taliban": "random"})
    made(anna, game="zurmat", scenario="standard", seats={}, sandbox=True)
    page = anna.page
    page.reload()
    rows = page.locator("section[aria-labelledby=mine] li")
    expect(rows).to_have_count(3)
    made(anna, name="Monday")
    page.reload()
    expect(rows).to_have_count(4)

    page.locator("select[name=filter-game]").select_option("zurmat")
    expect(rows).to_have_count(2)
    page.locator("select[name=filter-kind]").select_option("sandbox")
    expect(rows).to_have_count(1)
    page.locator("select[name=filter-game]").select_option("")
    page.locator("select[name=filter-kind]").select_option("all")
    find = page.locator("input[name=filter-text]")
    find.fill("monday")
    expect(rows).to_have_count(1)
    find.fill("nowhere")
    expect(page.get_by_text(anna.say("home.filter-none"))).to_be_visible()
    find.fill("")

    page.get_by_role("button", name=anna.say("home.manage-of", name="Sunday")).click()
    page.locator("input[name=table-name]").fill("Tuesday")
    page.get_by_role("button", name=anna.say("home.rename")).click()
    page.get_by_role("button", name=anna.say("home.manage-of", name="Tuesday")).click()
    page.get_by_role("button", name=anna.say("home.resign"), exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(anna.say("home.resign-alone", name="Tuesday"))
    page.get_by_role("button", name=anna.say("home.resign-yes")).click()
    over = rows.filter(has_text="Tuesday")
    expect(over).to_contain_text(anna.say("home.finished"))
    page.get_by_role("button", name=anna.say("home.manage-of", name="Tuesday")).click()
    page.get_by_role("button", name=anna.say("home.rematch"), exact=True).click()
    anna.at_table()
    expect(page).to_have_url(f"{serving.address}/#/table/{anna.table}")
    page.goto(f"{serving.address}/#/")
    expect(rows.filter(has_text="Tuesday")).to_have_count(2)

    page.get_by_role("button", name=anna.say("home.manage-of", name="Monday")).click()
    page.get_by_role("button", name=anna.say("home.delete"), exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(anna.say("home.delete-sure", name="Monday"))
    page.get_by_role("button", name=anna.say("home.delete-yes")).click()
    expect(rows.filter(has_text="Monday")).to_have_count(0)


def test_sounds_are_off_until_somebody_wants_them(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.page.add_init_script(COUNT_AUDIO)
    anna.come("Anna")
    page = anna.page
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    assert page.evaluate("window.opened") == 0
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Dice").click()
    assert page.evaluate("window.opened") == 1
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).to_be_checked()
    page.get_by_label("Sounds").uncheck()


@looks
def test_play_on_from_here_asks_who_sits_where(serving: Serving, visitor: Welcoming, look: Look) -> None:
    anna = visitor(serving, **look)
    anna.come("Anna")
    anna.page.goto(f"{serving.address}/#/table/{made(anna)}")
    anna.at_table()
    page = anna.page
    page.get_by_role("button", name=anna.say("table.menu")).click()
    page.get_by_role("button", name=anna.say("table.branch")).click()
    asked = page.locator("[data-play-on] select")
    expect(asked).to_have_count(4)
    assert [seat.input_value() for seat in asked.all()] == ["me", "bot:3rd", "bot:3rd", "bot:3rd"]
    page.locator("[data-play-on] select[name=seat-taliban]").select_option("me")
    page.get_by_role("button", name=anna.say("play.on-go")).click()
    anna.until(lambda: anna.frame["seats"] == ["coalition", "taliban"], "nobody sits where Anna said")


@pytest.mark.parametrize(("locale", "answer"), [("en-GB", "The Government: “No."), ("it-IT", "Il Governo: «No.")])
def test_a_bot_asked_for_something_says_why_not_in_the_same_dialog(
    locale: str, answer: str, serving: Serving, visitor: Welcoming
) -> None:
    anna = visitor(serving, locale=locale)
    seats = {"taliban": "me", "coalition": "bot:3rd", "government": "bot:3rd", "warlords": "bot:3rd"}
    anna.page.goto(serving.address)
    anna.context.request.post(f"{serving.address}/api/guests", data={"name": "Anna"})
    anna.page.goto(f"{serving.address}/#/table/{made(anna, seats=seats)}")
    anna.page.reload()
    anna.at_table()
    page = anna.page
    page.get_by_role("tab", name="Chat").click()
    page.locator("[data-deal]").last.click()
    page.locator("select[name=deal-other]").select_option("government")
    page.locator("[data-ask]").click()
    expect(page.locator("[data-answer]")).to_have_count(0)
    page.locator("[data-confirm]").click()
    expect(page.get_by_role("dialog").locator("[data-answer]")).to_contain_text(answer)
