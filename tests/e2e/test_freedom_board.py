"""Enduring Freedom by its board: whole campaigns without the list of options, groups, purchases and what is hidden."""

from __future__ import annotations

from playwright.sync_api import expect
from tools import clicks_freedom

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.freedom_board import BoardPlayer


def test_a_whole_campaign_is_played_by_the_board_alone(serving: Serving, visitor: Welcoming) -> None:
    """Italian and other deals: `make soak`, part boards."""
    anna = visitor(serving, width=1440, height=900)
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
