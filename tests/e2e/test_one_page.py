"""One page for all games: previews, hints, reasons, replay, undo, chat, notes and study, whatever the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming
from tests.e2e.freedom_board import BoardPlayer

GAMES = {"A Distant Plain": "government", "Zurmat": "coalition", "Enduring Freedom": "coalition"}


def middle(options: list[str]) -> str:
    return options[len(options) // 2]


@pytest.fixture(params=GAMES)
def fresh(request: pytest.FixtureRequest, serving: Serving, visitor: Welcoming) -> Visitor:
    """Anna at a new table of each game."""
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(request.param, **{GAMES[request.param]: "me"})
    anna.at_table()
    anna.until(lambda: anna.options)
    return anna


@pytest.fixture
def anna(fresh: Visitor) -> Visitor:
    """Anna after a few choices."""
    play_on((fresh,), 12, pick=middle)
    fresh.until(lambda: fresh.options)
    return fresh


def test_an_option_is_previewed_and_a_hint_is_taken(fresh: Visitor) -> None:
    page, version = fresh.page, fresh.frame["version"]
    page.locator("[data-option]").first.hover()
    expect(page.locator("[data-effects]")).to_have_attribute("data-effects", fresh.options[0])
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    fresh.until(lambda: fresh.frame["version"] > version, "the hint was not taken")


def test_a_hinted_option_keeps_room_for_its_words(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    page = anna.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    page.keyboard.press("Escape")
    words = page.locator("[data-option]:has(.tag) > span").first.bounding_box()
    assert words is not None
    assert words["width"] > 60, "the bot's choice squeezes the option's words"


def test_chat_notes_and_seats_are_beside_the_board(anna: Visitor) -> None:
    page = anna.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Message").fill("Anybody there?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Anybody there?")
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Only you can see these.").fill("Watch the roads.")
    expect(page.get_by_text("Saved")).to_be_visible()
    page.get_by_role("tab", name="Seats").click()
    mine = next(seat["name"] for seat in anna.frame["players"] if seat["mine"])
    expect(page.get_by_role("row", name=mine).first).to_contain_text("you")
    expect(page.locator("[data-strip]")).to_have_count(len(anna.frame["players"]))


def test_deals_are_offered_only_where_the_game_knows_them(anna: Visitor) -> None:
    anna.page.get_by_role("tab", name="Chat").click()
    expect(anna.page.get_by_label("Message")).to_be_visible()
    known = anna.frame["view"]["game"] == "distant-plain"
    expect(anna.page.get_by_text("Deals")).to_have_count(1 if known else 0)


def test_the_log_is_replayed_from_an_earlier_board(anna: Visitor) -> None:
    page = anna.page
    page.get_by_label("Replay speed").first.select_option("slow")
    page.locator("[data-tell]").first.click()
    expect(page.locator("[data-telling=behind]")).to_be_visible()
    expect(page.locator("[data-option]")).to_have_count(0)
    page.get_by_role("button", name="Pause the replay").click()
    page.get_by_role("button", name="Next entry").click()
    page.keyboard.press("Escape")
    expect(page.locator("[data-telling=live]")).to_be_visible()
    expect(page.locator("[data-option]").first).to_be_visible()


def test_the_study_shows_the_same_board_and_its_charts(anna: Visitor) -> None:
    page = anna.page
    page.get_by_role("link", name="Replay and study").click()
    expect(page.locator("[data-space]").first).to_be_visible()
    expect(page.get_by_role("group", name="Timeline")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("[data-step='0']")).to_be_visible()
    editor = anna.frame["view"]["game"] == "distant-plain"
    expect(page.get_by_role("link", name="Edit this position")).to_have_count(1 if editor else 0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("[data-option]").first).to_be_visible()


def test_a_bot_of_zurmat_says_why(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", taliban="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    anna.page.locator("[data-why]").last.click()
    anna.page.locator("[data-trace] summary").first.click()
    expect(anna.page.locator("[data-reasons] li").first).to_be_visible()


GROUND = """
game = "enduring-freedom"
step = "ground"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
ground = ["us-dagger", "us-kbar"]
"""


def test_a_piece_and_a_place_of_a_board_answer_two_questions(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.import_position(GROUND, "enduring-freedom", "coalition")
    anna.until(lambda: "us-dagger" in anna.options)
    version = anna.frame["version"]
    player = BoardPlayer(anna)
    player.counter("kabul", "us-dagger")
    player.place("bagram")
    anna.until(lambda: anna.frame["version"] > version + 1, "a click on a unit and a zone was not taken")
    assert "us-dagger" in anna.frame["view"]["zones"]["bagram"]["ground"]


def test_the_board_before_a_replayed_step_is_the_one_of_then(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me", taliban="me")
    anna.at_table()
    play_on((anna,), 12, pick=middle)
    page = anna.page
    tiles = page.locator(".tile[data-space]")
    now = tiles.count()
    page.get_by_label("Replay speed").first.select_option("slow")
    page.locator("[data-tell]").nth(2).click()
    page.get_by_role("button", name="Pause the replay").click()
    anna.until(lambda: tiles.count() < now, "the board of now is shown")
    page.keyboard.press("Escape")
    expect(tiles).to_have_count(now)
