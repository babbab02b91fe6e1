"""Enduring Freedom by its board: whole campaigns without the list of options, groups, purchases and what is hidden."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from playwright.sync_api import expect
from tools.pages import clicks_freedom
from tools.pages.screens import campaign_at

import khyber
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.freedom_board import BoardPlayer
from tests.server import worlds


def test_a_whole_campaign_is_played_by_the_board_alone(serving: Serving, visitor: Welcoming) -> None:
    """Italian, other deals and a larger window: `make soak`, part boards."""
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.new_table("Enduring Freedom", coalition="me")
    anna.at_table()
    player = BoardPlayer(anna, seed=2)
    player.play()
    assert {"mobilize", "staging", "ground", "air"} <= player.asked, player.asked
    assert serving.table(anna.table).outcome is not None
    ending = anna.page.locator("[data-ending]")
    expect(ending).to_be_visible()
    expect(ending.locator("path.line")).to_have_count(1)


def test_a_typical_turn_takes_at_most_three_fifths_of_the_clicks_in_the_list(
    serving: Serving, visitor: Welcoming
) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    assert clicks_freedom.play(anna, serving) <= clicks_freedom.BUDGET


DRAGGED = """
game = "enduring-freedom"
step = "air"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
[zone.herat]
islamists-revealed = ["tb-inf2"]
[boxes]
joint-strike = ["us-b52", "us-b1"]
"""


def test_aircraft_are_dragged_to_a_zone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(DRAGGED, "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    page = anna.page
    page.locator('[data-space="joint-strike"] [data-piece="us-b52"]').drag_to(
        page.locator('[data-space="kabul"] [data-piece="tb-inf1"]')
    )
    anna.until(lambda: anna.frame["view"]["zones"]["kabul"]["air"] == {"us-b52": 1}, "nothing flew")
    assert anna.frame["view"]["boxes"]["joint-strike"] == {"us-b1": 1}


@pytest.mark.parametrize("index", range(3))
def test_the_board_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(
    serving: Serving, visitor: Welcoming, index: int
) -> None:
    pair = worlds.freedom(index)
    assert pair.worlds[0].svg(pair.watcher) == pair.worlds[1].svg(pair.watcher)
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    drawn = []
    for world in pair.worlds:
        anna.page.goto(anna.imported(world.save(), seats={pair.watcher: "me"}))
        anna.at_table()
        anna.until(lambda: bool(anna.options))
        anna.page.wait_for_timeout(1000)  # it may ask for a preview, which marks a place
        anna.until(lambda: not anna.awaiting)
        anna.settle()
        drawn.append(anna.page.locator(".board.freedom").inner_html())
    assert "data-space" in drawn[0] and 'data-piece="face-down"' in drawn[0]
    assert drawn[0] == drawn[1]


MISSIONS = """
game = "enduring-freedom"
step = "isr"
[zone.kabul]
islamists = ["tb-inf1", "tb-inf2"]
[zone.herat]
islamists-revealed = ["tb-inf1", "tb-jih1", "tb-ad1", "aq-arab", "aq-imu", "tb-sec", "tb-arm"]
[boxes]
assets-ready = ["isr", "isr"]
"""


def test_the_map_marks_missions_and_fans_out_stacks(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(MISSIONS, "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    page = anna.page
    page.locator('[data-space="herat"] .cell').first.hover()
    expect(page.locator("[data-fan]")).to_be_visible()
    expect(page.locator("[data-fan] > g")).to_have_count(7)
    page.locator('[data-space="kabul"] .cell').first.hover()
    expect(page.locator("[data-fan]")).to_have_count(0)  # all backs are alike: there is nothing to fan out
    anna.choose("kabul")
    expect(page.locator('[data-mark="isr"][data-at="kabul"]')).to_be_attached()


UNTRIED = """
game = "enduring-freedom"
step = "ground"
[zone.bagram]
ground = ["us-75r"]
[zone.kabul]
islamists = ["tb-inf1"]
[zone.panjshir]
alliance = ["na-dostum", "na-atta"]
"""


def test_the_tray_says_why_face_down_allies_stay(serving: Serving, visitor: Welcoming) -> None:
    """9.3, 11.2: they are no units to give orders to until they are revealed."""
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(UNTRIED, "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    tray = anna.page.locator("[data-tray]")
    anna.page.locator('[data-space="panjshir"] .cell').first.click()
    expect(tray).to_contain_text("neither move nor attack until ISR or a battle reveals them (9.3)")
    anna.page.locator('[data-space="kabul"] .cell').first.click()
    expect(tray).to_contain_text("Kabul")
    expect(tray.locator("[data-untried]")).to_have_count(0)


REACTION = """
game = "enduring-freedom"
step = "civil"
jihad = 12
[zone.kabul]
ground = ["us-1-101", "us-1-82", "us-cjtf"]
alliance-revealed = ["na-fahim", "na-karzai"]
[zone.bagram]
islamists = ["tb-inf1", "tb-inf2"]
[zone.herat]
islamists-revealed = ["tb-jih1"]
"""


def test_the_map_shows_what_the_reaction_did(serving: Serving, visitor: Welcoming) -> None:
    """29.1, 28.6: four events and four reinforcements at Jihad level 12."""
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(REACTION, "enduring-freedom", "coalition")
    anna.until(lambda: anna.options)
    page = anna.page
    expect(page.locator("text[data-event]")).to_have_count(0)
    anna.choose("no")
    anna.until(lambda: anna.options)
    while anna.frame["decision"]["ask"] in ("rotation", "national", "designate"):
        anna.choose(anna.options[0])
        anna.until(lambda: anna.options or anna.frame["outcome"])
    events = anna.frame["view"]["events"]
    assert events
    expect(page.locator("text[data-event]")).to_have_count(len(events))
    placed = [event["told"]["place"] for event in _told(anna) if event["kind"] == "face-down"]
    assert placed, "nobody came"
    marked = page.locator('[data-mark="islamists"], [data-mark="alliance"]')
    assert {mark.get_attribute("data-at") for mark in marked.all()} & set(placed)
    page.locator(f'.place[data-space="{placed[-1]}"] > .hit').focus()
    expect(page.locator("[data-reactions]")).to_be_visible()


def test_a_battle_is_shown_at_once_or_die_by_die(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    page = anna.page
    page.goto(anna.imported(campaign_at("battle", turn=1), seats={"coalition": "me"}))
    anna.at_table()
    anna.choose("jalalabad")
    panel = page.locator('[data-battle="jalalabad"]')
    shots = sum(event["kind"] == "fired" and event["told"]["place"] == "jalalabad" for event in anna.frame["events"])
    assert shots > 1
    expect(panel.locator("h4")).to_have_text(["Coalition attacking", "Islamists defending"])
    expect(panel.locator("[data-edge]")).to_be_visible()
    expect(panel.locator("li")).to_have_count(shots)
    panel.locator("[data-again]").click()
    for shown in range(shots):
        expect(panel.locator("li")).to_have_count(shown)
        panel.locator("[data-next-die]").click()
    expect(panel.locator("[data-next-die]")).to_have_count(0)
    panel.locator("[data-again]").click()
    panel.locator("[data-all-dice]").click()
    expect(panel.locator("li")).to_have_count(shots)


@pytest.mark.parametrize("ask", ["cas", "ground", "islamist-loss"])
def test_the_picture_shows_the_same_counters_and_marks_as_the_page(
    serving: Serving, visitor: Welcoming, ask: str
) -> None:
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    record = campaign_at(ask)
    anna.page.goto(anna.imported(record, seats={"coalition": "me"}))
    anna.at_table()
    anna.until(lambda: anna.options)
    anna.settle()
    page = anna.page
    picture = fromstring(khyber.load(record).svg("coalition"))

    def drawn(*names: str) -> list[tuple[str | None, ...]]:
        return sorted(tuple(one.get(name) for name in names) for one in picture.iter() if one.get(names[0]))

    def shown(selector: str, *names: str) -> list[tuple[str | None, ...]]:
        found = page.locator(selector).all()
        return sorted(tuple(one.get_attribute(name) for name in names) for one in found)

    cells = page.locator(".cell").evaluate_all(
        "(all) => all.map((one) => [one.closest('[data-space]').dataset.space, one.dataset.piece, one.dataset.count])"
    )
    assert sorted(tuple(cell) for cell in cells) == drawn("data-place", "data-unit", "data-count")
    assert shown("[data-mark]", "data-mark", "data-at") == drawn("data-mark", "data-at")
    assert shown("[data-advance]", "data-advance") == drawn("data-advance")
    badges = page.locator("[data-mark] text").all_text_contents()
    assert sorted(badges) == sorted(
        "".join(mark.itertext()) for mark in picture.iter() if mark.get("data-mark") in ("islamists", "alliance")
    )
    assert shown("[data-event]", "data-event") == sorted(set(drawn("data-event")))
    assert bool(badges) == (ask == "cas")


def _told(anna: Visitor) -> list[dict[str, Any]]:
    return [event for message in anna.messages() for event in message["events"]]
