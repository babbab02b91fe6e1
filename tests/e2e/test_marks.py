"""What is reconstructed bears a small mark on the page, with a legend; what is sourced bears none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from khyber.catalogue import game as find_game
from khyber.engine.optional import Sources
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.freedom_board import BoardPlayer

POSITION = """
game = "enduring-freedom"
step = "ground"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
ground = ["us-dagger"]
[zone.tora-bora]
islamists = ["tb-omar"]
"""
MARK = "[data-reconstructed]"


@pytest.fixture
def anna(serving: Serving, visitor: Welcoming) -> Visitor:
    anna = visitor(serving)
    anna.come("Anna")
    return anna


def test_the_lobby_says_what_is_reconstructed_and_how_it_is_replaced(anna: Visitor) -> None:
    note = anna.page.locator("[data-reconstructed-note]")
    expect(note).to_contain_text("are reconstructed and marked ʳ")
    expect(note).to_contain_text("khyber play --deck FILE")
    anna.page.get_by_label("Language").select_option("it")
    expect(note).to_contain_text("sono ricostruiti e segnati con ʳ")


def test_counters_and_zones_are_marked(anna: Visitor) -> None:
    anna.import_position(POSITION, "enduring-freedom", "coalition")
    player = BoardPlayer(anna)
    player.place("kabul")
    kabul = anna.page.locator("[data-tray=kabul]")
    expect(kabul.locator(f"h3 {MARK}")).to_have_count(1)
    expect(kabul.locator(f"ul {MARK}")).to_have_count(2)
    expect(kabul.locator(f"ul {MARK}").first).to_have_attribute("title", "reconstructed")
    expect(kabul.locator("[data-mark-legend]")).to_contain_text("Owners can replace it")
    player.place("tora-bora")
    expect(anna.page.locator("[data-tray=tora-bora] h3")).to_be_visible()
    expect(anna.page.locator(f"[data-tray=tora-bora] {MARK}")).to_have_count(0)
    expect(anna.page.locator(f'[data-option="us-dagger"] {MARK}')).to_have_count(1)
    expect(anna.page.locator(f'[data-option="done"] {MARK}')).to_have_count(0)


def test_tiles_are_marked(anna: Visitor) -> None:
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    hand = anna.frame["view"]["sides"]["coalition"]["tiles-in-hand"]
    marked = Sources.of(find_game("zurmat")).provenance().marked["tile"]
    assert set(hand) <= marked
    expect(anna.page.locator(f"[data-hand-tile] {MARK}")).to_have_count(len(hand))
    expect(anna.page.locator(f".options {MARK}")).to_have_count(len(hand))


def test_the_texts_of_an_event_are_marked_side_by_side(anna: Visitor) -> None:
    anna.new_table("A Distant Plain", coalition="me")
    anna.at_table()
    card = anna.frame["view"]["card"]
    provenance = Sources.of(find_game("distant-plain")).provenance()
    guessed = [side for side in ("unshaded", "shaded") if provenance.origin("card-side", f"{card}:{side}") != "sourced"]
    anna.page.locator(".card-face").first.click()
    sheet = anna.page.locator(".sheet:popover-open")
    expect(sheet.locator(f".text {MARK}")).to_have_count(len(guessed))
    expect(sheet.locator("[data-mark-legend]")).to_have_count(1 if guessed else 0)


def test_tables_cards_and_aids_are_marked(anna: Visitor) -> None:
    page = anna.page
    page.goto(f"{anna.address}/#/rules/enduring-freedom/8.2")
    zones = page.locator('#rule-8\\.2 [data-table="zones"]')
    expect(zones.get_by_role("row", name="Kabul").first.locator(MARK)).to_have_count(1)
    expect(zones.get_by_role("rowheader", name="Tora Bora").locator(MARK)).to_have_count(0)
    expect(zones.locator("[data-mark-legend]")).to_be_visible()
    expect(page.locator(f"#rule-30\\.2 summary {MARK}")).to_have_count(1)
    page.goto(f"{anna.address}/#/rules/zurmat")
    expect(page.locator(f"#card-motorcycles {MARK}")).to_have_count(1)
    page.goto(f"{anna.address}/#/aid/distant-plain/taliban")
    expect(page.locator("[data-mark-legend]")).to_contain_text("ʳ partly reconstructed")
