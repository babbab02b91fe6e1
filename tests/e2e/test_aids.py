"""Help at hand: aids that print on one sheet, rules that are searched and linked to, words that tell what they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import khyber
from khyber.cli.app import run
from khyber.games.distant_plain.board import PIECE_IDS
from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_page import in_italian

PAGES = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["distant-plain", "zurmat"])
def test_each_aid_prints_on_one_sheet(game: str, lang: str, serving: Serving, visitor: Welcoming) -> None:
    anybody = visitor(serving, locale=lang)
    page = anybody.page
    for seat in khyber.new(game).seats:
        page.goto(f"{serving.address}/#/aid/{game}/{seat}")
        expect(page.locator(f'[aria-current="page"][href$="{seat}"]')).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if lang == "it":
            in_italian(anybody, besides=r"\([^)]*\)")  # the English terms
        assert len(PAGES.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 1, f"{seat} in {lang}"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_aid_of_enduring_freedom_prints_on_one_sheet(
    lang: str, serving: Serving, visitor: Welcoming, tmp_path: Path
) -> None:
    anybody = visitor(serving, locale=lang)
    page = anybody.page
    page.goto(f"{serving.address}/#/aid/enduring-freedom/coalition")
    expect(page.locator('[data-section="battle"]')).to_be_visible()
    if lang == "it":
        in_italian(anybody, besides=r"\([^)]*\)")  # the English terms
    assert len(PAGES.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 1
    file = tmp_path / "aid.html"
    assert run(["aid", "enduring-freedom", "--lang", lang, "--html", str(file)]) == 0
    page.goto(file.as_uri())
    assert len(PAGES.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["distant-plain", "zurmat"])
def test_the_aids_written_to_a_file_print_on_a_sheet_each(
    game: str, lang: str, serving: Serving, visitor: Welcoming, tmp_path: Path
) -> None:
    file, seats = tmp_path / "aids.html", khyber.new(game).seats
    assert run(["aid", game, "--lang", lang, "--html", str(file)]) == 0
    page = visitor(serving).page
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_count(len(seats))
    assert len(PAGES.findall(page.pdf(format="A4", prefer_css_page_size=True))) == len(seats)


def test_an_aid_shows_what_the_pieces_are(serving: Serving, visitor: Welcoming) -> None:
    page = visitor(serving).page
    page.goto(f"{serving.address}/#/aid/distant-plain/coalition")
    legend = page.locator('[data-section="legend"]')
    expect(legend.locator(".piece svg")).to_have_count(len(PIECE_IDS))
    expect(legend.locator(".piece").nth(2)).to_have_text("Police (light blue).")
    expect(legend.locator(".piece svg").nth(2)).to_be_visible()


def test_an_aid_follows_the_language_and_leads_to_the_rules(serving: Serving, visitor: Welcoming) -> None:
    page = visitor(serving).page
    page.goto(f"{serving.address}/#/aid/distant-plain/taliban")
    expect(page.get_by_role("heading", level=1)).to_have_text("Faction aid: Taliban")
    page.get_by_label("Language").select_option("it")
    expect(page.get_by_role("heading", level=1)).to_have_text("Aiuto di fazione: Talebani")
    page.get_by_role("link", name="Coalizione").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aiuto di fazione: Coalizione")
    page.locator('[data-section="surge"]').get_by_role("link", name="4.2.1").click()
    rule = page.locator('[id="rule-4.2.1"]')
    expect(rule).to_be_in_viewport()
    expect(rule.get_by_role("heading")).to_be_focused()
    assert page.url.endswith("#/rules/distant-plain/4.2.1")


def test_the_rules_are_searched(serving: Serving, visitor: Welcoming) -> None:
    page = visitor(serving).page
    page.goto(f"{serving.address}/#/rules/distant-plain")
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("retur")
    expect(page.get_by_role("link", name="4.3.1 Govern")).to_be_visible()
    expect(page.locator("mark").first).to_have_text(re.compile("retur", re.IGNORECASE))
    expect(page.get_by_text("Refugees have returned")).to_be_visible()
    search.fill("3.3")
    expect(page.locator(".found li")).to_have_count(4)
    search.fill("no such words at all")
    expect(page.get_by_text("No results")).to_be_visible()
    search.fill("rally")
    page.get_by_role("link", name="3.3.1 Rally").click()
    expect(page.locator('[id="rule-3.3.1"]')).to_be_in_viewport()
    page.reload()
    expect(page.locator('[id="rule-3.3.1"]')).to_be_in_viewport()
    page.goto(f"{serving.address}/#/rules/zurmat")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Zurmat")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "sought", "does", "group", "die"),
    [
        ("en", "motor", "Up to 2 units on one tile ride", "Objectives", "2 Hits, 2 Blocks, 2 blanks"),
        ("it", "motoc", "Fino a 2 unità di una tessera vanno", "Obiettivi", "2 Colpi, 2 Parate, 2 facce vuote"),
    ],
)
def test_the_cards_and_dice_of_zurmat_are_shown_and_found(
    lang: str, sought: str, does: str, group: str, die: str, serving: Serving, visitor: Welcoming
) -> None:
    anybody = visitor(serving, locale=lang)
    page = anybody.page
    page.goto(f"{serving.address}/#/rules/zurmat")
    expect(page.locator(".printed")).to_have_count(18 + 20 + 12 + 3)
    expect(page.get_by_role("heading", level=2, name=group)).to_be_visible()
    expect(page.locator("#card-us-die")).to_contain_text(die)
    if lang == "it":
        in_italian(anybody)
    page.get_by_role("searchbox").fill(sought)
    expect(page.locator(".printed")).to_have_count(1)
    expect(page.get_by_text(does)).to_be_visible()
    page.goto(f"{serving.address}/#/rules/zurmat/night-letters")
    page.reload()
    expect(page.locator("#card-night-letters")).to_be_in_viewport()
    expect(page.locator("#card-night-letters dt")).to_be_focused()


def test_words_on_the_board_tell_what_they_are(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.get_by_role("button", name="Your first game").click()
    anna.at_table()
    page = anna.page
    page.get_by_role("tab", name="Details").click()
    word = page.locator('[data-term="casualties"]')
    tip = page.get_by_role("tooltip").filter(has_text="each lowers Aid by 3")
    expect(tip).to_be_hidden()
    word.focus()
    expect(tip).to_be_visible()
    expect(word).to_have_accessible_description(re.compile("lost to Attack"))
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    word.blur()
    word.hover()
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
