"""Enduring Freedom alone in a browser: batches, undo, and nothing that tells what lies face down."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browsing import Serving, play_on
from tests.e2e.conftest import Welcoming
from tests.enduring_freedom.tables import BOX


def test_a_campaign_in_a_browser(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Enduring Freedom", coalition="me")
    anna.at_table()
    play_on((anna,), 40, enough=lambda: "sof-all" in anna.options)
    version = anna.frame["version"]
    anna.choose("sof-all")
    anna.choose("pakistan")
    truth = serving.table(anna.table)
    assert anna.frame["version"] == version + 2 == truth.version, "a batch is one choice of the player"
    assert sum(entry.startswith("&") for entry in truth.since) >= 12 and anna.frame["view"] == truth.view("coalition")
    anna.page.get_by_role("button", name="Undo").click()
    anna.until(lambda: anna.frame["version"] > version + 2)
    assert anna.frame["view"]["staging"]["pakistan"]["ground"] == {}
    play_on((anna,), 60, pick=lambda options: options[len(options) // 2])
    truth = serving.table(anna.table)
    state = truth.state
    hidden = {BOX.of[c].id for c in BOX.islamists if not state.shown[c]} - {
        BOX.of[c].id for c in BOX.islamists if state.shown[c]
    }
    assert hidden and not any(unit in str(anna.frame["view"]) for unit in hidden)
    assert all(str(truth.header.seed) not in text for text in anna.heard)
    expect(anna.page.get_by_role("tab").first).to_be_visible()


def test_how_a_campaign_ended_is_told_by_its_level(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Enduring Freedom", coalition="bot:standard")
    anna.at_table()
    expect(anna.page.get_by_role("heading", name="The game is over")).to_be_visible(timeout=30_000)
    outcome = serving.table(anna.table).outcome
    assert outcome is not None
    panel = anna.page.locator("section.panel")
    expect(panel).to_contain_text(outcome.ending.replace("-", " "))
    expect(panel).to_contain_text(f"NetWar Points: {outcome.margins['coalition']}")
    expect(panel).not_to_contain_text("won")


def test_the_map_fits_beside_the_decision(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.new_table("Enduring Freedom", coalition="me")
    anna.at_table()
    drawn = anna.page.get_by_role("group", name="Map of Afghanistan")
    expect(drawn).to_be_visible()
    box = drawn.bounding_box()
    assert box is not None and box["width"] > 600 and box["x"] + box["width"] <= 900 and box["y"] + box["height"] <= 720
    anna.page.set_viewport_size({"width": 390, "height": 844})
    anna.page.get_by_role("button", name="Board").click()
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390


AIR_MOVEMENT = """
game = "enduring-freedom"
step = "air"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
[boxes]
joint-strike = ["us-b52", "us-b1"]
"""


def test_air_movement_ends_with_aircraft_unsent_only_when_confirmed(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.import_position(AIR_MOVEMENT, "enduring-freedom", "coalition")
    version = anna.frame["version"]
    anna.page.locator('[data-option="done"]').click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 aircraft have no target yet. End air movement anyway?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    anna.page.locator("body").press(str(anna.options.index("done") + 1))
    expect(dialog).to_be_visible()
    assert anna.frame["version"] == version and serving.table(anna.table).version == version, "nothing is sent yet"
    dialog.get_by_role("button", name="Confirm").click()
    anna.until(lambda: anna.frame["version"] > version)
    assert serving.table(anna.table).steps[0].listed()[0] == "done"


SHOPPING = """
game = "enduring-freedom"
step = "mobilize"
points = 30
"""


def test_what_is_in_the_basket_is_not_lost_without_a_word(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.import_position(SHOPPING, "enduring-freedom", "coalition")
    page, cost = anna.page, anna.page.locator("[data-cost]")
    page.locator('[data-buy="us-sword"]').click()
    page.locator('[data-area="central-asia"]').click()
    page.locator("[data-add-sof]").click()
    expect(cost).to_contain_text("Cost 5, 25 left")  # the one before, and four that the area has room for
    page.locator('[data-buy="us-b52"]').click()
    version = anna.frame["version"]
    page.locator('[data-option="done"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("6 items are not bought yet. End mobilization without them?")
    dialog.get_by_role("button", name="Cancel").click()
    assert anna.frame["version"] == version and serving.table(anna.table).version == version
    anna.choose("ground")  # one by one from the list, in between
    anna.choose("us-1cav")
    anna.choose("persian-gulf")
    expect(cost).to_contain_text("Cost 7, 18 left")
    page.locator("[data-buy-all]").click()
    expect(cost).to_contain_text("Cost 0, 18 left")
    assert serving.table(anna.table).state.points == 18


COUNTERATTACKS = """
game = "enduring-freedom"
step = "counterattack-begin"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
ground = ["us-dagger"]
[zone.herat]
islamists-revealed = ["tb-inf2"]
ground = ["us-75r"]
"""


def test_counterattacks_belong_to_the_reaction(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.import_position(COUNTERATTACKS, "enduring-freedom", "coalition")
    expect(anna.page.locator('[data-ribbon] [aria-current="step"] .on')).to_have_attribute(
        "data-phase", "counterattack-begin"
    )


CIVIL = """
game = "enduring-freedom"
step = "civil"
[zone.kabul]
ground = ["us-cjtf"]
alliance-revealed = ["na-dostum", "na-ismail"]
"""


def test_the_map_stays_where_it_is_in_every_phase(serving: Serving, visitor: Welcoming) -> None:
    """Staffs with one phase have no dots for others in the row above the map."""
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    heights = set()
    for position in (SHOPPING, AIR_MOVEMENT, COUNTERATTACKS, CIVIL):
        anna.import_position(position, "enduring-freedom", "coalition")
        anna.until(lambda: anna.options)
        expect(anna.page.locator('[data-ribbon] [aria-current="step"]')).to_be_visible()
        anna.settle()
        heights.add(anna.page.locator("[data-ribbon]").evaluate("(one) => one.getBoundingClientRect().height"))
    assert len(heights) == 1, heights


def test_the_tables_of_a_rule_are_looked_up_on_the_page(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.page.goto(f"{anna.address}/#/rules/enduring-freedom/8.5")
    areas = anna.page.locator('#rule-8\\.5 [data-table="staging-areas"]')
    expect(areas.get_by_role("row", name="Pakistan")).to_contain_text("Khyber, Spin Boldak")
    location = anna.page.locator('#rule-30\\.2 [data-table="random-location"]')
    expect(location.get_by_role("table")).to_be_hidden()
    location.locator("summary").click()
    expect(location.get_by_role("row").nth(3)).to_contain_text("Zaranj")
    anna.page.get_by_label("Search").fill("random location")
    expect(anna.page.locator("ol.found a").first).to_contain_text("30.2")
