"""Zurmat on its board: every question by clicks on tiles, tokens, cards and sheets alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tools.pages import clicks_zurmat

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.zurmat_board import BoardPlayer, tile
from tests.e2e.zurmat_lines import every_question, questions
from tests.server import worlds
from tests.zurmat.tables import SEATS, table, tiles

#: The board as markup, with the attributes of each element in order: those that are set later come last otherwise.
AS_DRAWN = """(board) => {
  const copy = board.cloneNode(true);
  for (const element of copy.querySelectorAll("*")) {
    const found = [...element.attributes].map(({ name, value }) => [name, value]).sort();
    for (const [name] of found) element.removeAttribute(name);
    for (const [name, value] of found) element.setAttribute(name, value);
  }
  return copy.innerHTML;
}"""


def test_the_board_alone_answers_every_question(serving: Serving, visitor: Welcoming) -> None:
    """Whole games, in both seats and languages: `make soak`, part boards."""
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    player, done = BoardPlayer(anna, seed=4), set()
    # nothing but the board can be clicked: neither the list of options nor the action row
    anna.page.add_style_tag(content="[data-sheet] { display: none !important }")
    for record, choices in every_question():
        anna.page.goto(anna.imported(record, seats=dict.fromkeys(SEATS, "me")))
        anna.at_table()
        for ask, key in choices:
            anna.until(lambda: player.is_asked, "nobody is asked")
            if anna.frame["decision"]["ask"] == ask and key in anna.options:
                player.answer(key)
                done.add(ask)
    # placing a tile rotates it, too
    assert questions() - done <= {"tile-turn"}


def test_groups_are_carried_over_the_map(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(declaring(), "zurmat", "coalition")
    anna.until(lambda: bool(anna.options))
    page = anna.page
    page.locator('[data-space="01"] [data-piece="ana"]').click()
    page.locator(tile("12")).first.hover()
    expect(page.locator("[data-way]")).to_have_attribute("data-way", "01 12")
    page.locator(tile("12")).first.click()
    anna.until(lambda: anna.frame["view"]["tiles"]["12"]["units"] == {"ana": 1}, "nobody moved")


@pytest.mark.parametrize("index", range(2))
def test_the_board_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(
    serving: Serving, visitor: Welcoming, index: int
) -> None:
    pair = worlds.zurmat(index)
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    drawn = []
    for world in pair.worlds:
        other = next(seat for seat in world.game.seats if seat != pair.watcher)
        anna.page.goto(anna.imported(world.save(), seats={pair.watcher: "me", other: "bot:standard"}))
        anna.at_table()
        anna.until(lambda: bool(anna.options))
        anna.settle()
        drawn.append(anna.page.locator(".board.zurmat").evaluate(AS_DRAWN))
    assert "data-space" in drawn[0]
    assert drawn[0] == drawn[1]


def test_a_patrol_takes_at_most_three_fifths_of_the_clicks_in_the_list(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720, quick=True)
    anna.come("Anna")
    assert clicks_zurmat.play(anna, serving) <= clicks_zurmat.BUDGET


def declaring() -> str:
    """The Coalition's turn, with a Village Declares in hand and five discs on tile 08."""
    discs = {"coalition-faction": 2, "coalition-neutral": 1, "taliban-faction": 1, "taliban-neutral": 1}
    laid = tiles({"01": {"ana": 2}, "08": {"ana": 1, **discs}})
    return table(laid, month="april", coalition={"hand": ["village"]}).position()


def test_a_declare_turns_disc_by_disc_and_shows_the_result_last(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720, motion=True)
    anna.come("Anna")
    anna.import_position(declaring(), "zurmat", "coalition")
    anna.until(lambda: bool(anna.options))
    page = anna.page
    page.locator('[data-card="village"]').click()
    anna.until(lambda: anna.frame["decision"]["ask"] == "card-declare")
    page.locator(tile("08")).first.click()
    panel = page.locator("[data-battle=declare]")
    next_disc = panel.locator("[data-next-disc]")
    next_disc.click()  # from now on by hand
    expect(panel.locator("[data-loyalty]")).to_have_count(0)
    expect(page.locator('[data-space="08"] .control')).to_have_count(0)
    for _ in range(6):
        if next_disc.count():
            next_disc.click()
    expect(panel.locator('[data-side="coalition"] [data-loyalty]')).to_have_attribute("data-loyalty", "3")
    expect(panel.locator('[data-side="taliban"] [data-loyalty]')).to_have_attribute("data-loyalty", "1")
    expect(page.locator('[data-space="08"] .control')).to_have_count(1)
    panel.locator("[data-again]").click()
    expect(panel.locator('[data-side="coalition"] [data-count]')).to_be_visible()
    panel.locator("[data-all-discs]").click()
    expect(panel.locator("[data-loyalty]")).to_have_count(2)


def test_the_map_is_zoomed_and_moved_and_a_drag_chooses_nothing(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.import_position(declaring(), "zurmat", "coalition")
    anna.until(lambda: bool(anna.options))
    page = anna.page
    drawn = page.locator("svg.map")
    expect(drawn).to_have_attribute("style", re.compile(r"scale\(1\)"))
    page.get_by_role("button", name="Zoom in").click()
    expect(drawn).to_have_attribute("style", re.compile(r"scale\(1\.5\)"))
    version, box = anna.frame["version"], drawn.bounding_box()
    before = drawn.get_attribute("style")
    room = page.locator(".window").bounding_box()
    assert box is not None and room is not None
    middle = room["x"] + room["width"] / 2, room["y"] + room["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] + 20, steps=4)
    page.mouse.up()
    assert drawn.get_attribute("style") != before
    assert anna.frame["version"] == version
    page.locator(tile("08")).first.focus()
    page.keyboard.press("0")
    expect(drawn).to_have_attribute("style", re.compile(r"scale\(1\)"))
    page.keyboard.press("+")
    expect(drawn).to_have_attribute("style", re.compile(r"scale\(1\.4\)"))


def test_on_a_phone_hand_and_operations_lie_beside_the_question(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=390, height=844)
    anna.come("Anna")
    anna.import_position(declaring(), "zurmat", "coalition")
    anna.until(lambda: bool(anna.options))
    own = anna.page.locator("[data-own]")
    expect(own.locator('[data-operation="recruit"]')).to_be_visible()
    expect(own.locator('[data-card="village"]')).to_contain_text("Village Declares")
    expect(anna.page.locator("[data-season]")).to_have_text("April, spring")
    own.locator('[data-operation="construct"]').click()
    anna.until(lambda: (anna.frame["decision"] or {}).get("ask") == "construct")


def test_the_log_names_a_tile_and_lights_it_on_the_map(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    anna.until(lambda: bool(anna.options))
    page, held = anna.page, anna.options[0]
    anna.choose(held)
    anna.until(lambda: "1n" in anna.options)
    anna.choose("1n")
    while (anna.frame["decision"] or {}).get("ask") == "tile-turn" and anna.options:
        anna.choose(anna.options[0])
    entry = page.locator('[data-log] [data-kind="tile"]').first
    expect(entry).to_contain_text(f"tile {held}")
    expect(entry).not_to_contain_text(re.compile("FOB|°"))
    page.mouse.move(5, 5)
    entry.hover()
    expect(page.locator(f'[data-space="{held}"] .light.told')).to_have_count(1)


def test_operations_are_shown_once_they_have_levels_and_a_declare_has_nothing_left(
    serving: Serving, visitor: Welcoming
) -> None:
    anna = visitor(serving, width=1440, height=900)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    anna.until(lambda: bool(anna.options))
    expect(anna.page.locator(".beside .hand")).to_be_visible()
    expect(anna.page.locator("[data-operation]")).to_have_count(0)
    anna.import_position(declaring(), "zurmat", "coalition")
    anna.until(lambda: bool(anna.options))
    anna.choose("declare")
    anna.until(lambda: (anna.frame["view"]["operation"] or {}).get("operation") == "declare")
    expect(anna.page.locator('.beside [data-operation="declare"]')).to_be_visible()
    expect(anna.page.locator('.beside [data-operation="declare"] .left')).to_have_count(0)
