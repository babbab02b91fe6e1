"""Studying A Distant Plain in a real browser: replay both ways, charts, links, branches, the position editor."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: the page is not tested in a browser")

from playwright.sync_api import Locator, Page, Response, expect

import khyber
from khyber.engine.table import Table
from khyber.engine.turns import place_of, stretches
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming

GAME = "distant-plain"
#: Everything that the board says of the position, space by space.
BOARD = """() => [...document.querySelectorAll('.board [data-space] [role=button]')]
    .map((one) => one.getAttribute('aria-label')).sort().join('\\n')"""

#: The boxes that can be scrolled up and down, the page itself among them.
BARS = """() => [document.documentElement, ...document.querySelectorAll("main *")].filter((box) => {
  const root = box === document.documentElement, room = root ? innerHeight : box.clientHeight;
  return (root || /auto|scroll/.test(getComputedStyle(box).overflowY)) && room > 0 && box.scrollHeight > room + 1;
}).map((box) => box.className || box.tagName)"""


@pytest.fixture(scope="module")
def played() -> Table[Any]:
    """A whole Short game of the rulebook's Non-players."""
    table = khyber.play(GAME, scenario="short", seed=5, seats="bot:3rd")
    assert table.outcome is not None
    return table


def seen(table: Table[Any], step: int) -> dict[str, Any]:
    """What anybody sees of the table at the end of a step."""
    return dict[str, Any](table.game.view(table.checkpoint(step), ()))


def divided(table: Table[Any]) -> list[range]:
    """The steps of each turn, and of what lies between turns."""
    return list(stretches([place_of(table.game, table.checkpoint(step)) for step in range(len(table.steps))]))


def bring(visitor: Visitor, table: Table[Any], *, public: bool = True) -> str:
    """The game as a table of the visitor's; its id."""
    address = visitor.imported(table.save(), public=public, sandbox=False, name="The long road")
    return address.rpartition("/")[2]


def come(visitor: Visitor, name: str) -> None:
    told = visitor.page.request.post(
        f"{visitor.address}/api/guests", data={"name": name}, headers={"origin": visitor.address}
    )
    assert told.ok, told.text()


def study(page: Page, address: str, table: str, query: str = "") -> None:
    page.goto(f"{address}/#/table/{table}/study{query}")
    expect(page.locator(".study")).to_be_visible()
    expect(space(page, "kabul")).to_be_visible()


def at(page: Page, step: int, choice: int | None = None) -> None:
    """Wait for that moment to be shown."""
    shown = f'.study[data-step="{step}"][data-choice="{"end" if choice is None else choice}"]'
    expect(page.locator(shown)).to_be_visible()
    assert f"step={step}" in page.url
    assert (f"choice={choice}" in page.url) == (choice is not None)


def arrived(page: Page) -> None:
    """Wait for the moment of the address to be shown."""
    query = parse_qs(page.url.partition("?")[2])
    choice = query.get("choice")
    at(page, int(query["step"][0]), int(choice[0]) if choice else None)


def board(page: Page) -> str:
    return str(page.evaluate(BOARD))


def space(page: Page, name: str) -> Locator:
    return page.locator(f".board [data-space={name}] [role=button]")


def button(page: Page, name: str) -> None:
    page.get_by_role("group", name="Timeline").get_by_role("button", name=name, exact=True).click()


def test_all_of_the_board_is_above_the_timeline(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page = anna.page
    study(page, anna.address, bring(anna, played), "?step=44")
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        anna.settle()
        line = page.get_by_role("group", name="Timeline").evaluate("(one) => one.closest('.line').offsetTop - scrollY")
        for part in (page.locator("svg [data-space=balochistan]"), page.locator("[data-track]").last):
            box = part.bounding_box()
            assert box and box["y"] + box["height"] <= min(line, height), (width, box, line)


# -- replay -------------------------------------------------------------------------------------------


def test_it_goes_both_ways_by_turn_and_by_choice(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    study(page, serving.address, table, "?step=0")
    at(page, 0)
    there = [board(page)]
    ends = [0, *(run[-1] + 1 for run in divided(played)[:8])]
    assert ends[-1] > 8, "a Propaganda phase of several steps is one turn of the list"
    for step in ends[1:]:
        button(page, "Forward")
        at(page, step)
        there.append(board(page))
    assert len(set(there)) > 3, "nothing ever changed"
    back = [there[-1]]
    for step in ends[-2::-1]:
        page.keyboard.press("ArrowLeft")
        at(page, step)
        back.append(board(page))
    assert back[::-1] == there

    turn = next(number for number, step in enumerate(played.steps, 1) if step.name == "turn" and len(step.listed()) > 4)
    page.get_by_label("Step by").select_option("choice")
    study(page, serving.address, table, f"?step={turn}")
    at(page, turn)
    forth: list[tuple[str, str]] = []
    moments: list[str] = []
    for _ in range(4):
        before = page.url
        button(page, "Back")
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
        moments.append(page.url)
    assert len(set(moments)) == 4
    expect(page.locator("[data-asked]")).to_contain_text("Choice:")
    for url in (*moments[-2::-1], None):
        arrived(page)
        forth.append((page.url, board(page)))
        button(page, "Forward")
        if url is None:
            at(page, turn)
        else:
            expect(page).to_have_url(url)
    for url, seen in forth:
        page.goto("about:blank")
        page.goto(url)
        expect(space(page, "kabul")).to_be_visible()
        arrived(page)
        assert board(page) == seen, "a link shows another board than going there"
        expect(page.get_by_label("Step by")).to_have_value("choice" if "choice=" in url else "turn")

    button(page, "To the end")
    at(page, len(played.steps))
    button(page, "To the start")
    at(page, 0)
    page.get_by_label("Speed").select_option("4×")
    button(page, "Play")
    expect(page.locator('.study[data-step="3"]')).to_be_visible()
    button(page, "Pause")


#: Notes which pieces swell: the space and the kind.
SWELLING = """() => {
    window.swollen = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const pieces = this.closest('.pieces');
        if (pieces) window.swollen.push(`${pieces.closest('[data-space]').dataset.space} ${pieces.dataset.piece}`);
        return animate.apply(this, given);
    };
}"""
#: How many of each kind stand in each space, as the map shows it.
STANDING = """() => Object.fromEntries([...document.querySelectorAll('[data-space] .pieces')].map((one) =>
    [`${one.closest('[data-space]').dataset.space} ${one.dataset.piece}`, Number(one.dataset.count)]))"""


def test_only_pieces_that_came_or_went_swell(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    page.emulate_media(reduced_motion="no-preference")
    study(page, serving.address, table, "?step=0")
    at(page, 0)
    page.evaluate(SWELLING)
    swollen = 0
    for step in [run[-1] + 1 for run in divided(played)[:12]]:
        before = page.evaluate(STANDING)
        button(page, "Forward")
        at(page, step)
        anna.settle()
        after = page.evaluate(STANDING)
        changed = {pieces for pieces, count in after.items() if before.get(pieces) != count}
        assert set(page.evaluate("window.swollen.splice(0)")) == changed
        swollen += len(changed)
    assert swollen, "no piece ever came or went"


def test_the_corners_of_the_map_are_round_on_whatever_it_lies(
    serving: Serving, visitor: Welcoming, played: Table[Any]
) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    corner = "(map) => getComputedStyle(map.closest('.window'), '::after').boxShadow"
    ground = "(node) => getComputedStyle(node).backgroundColor"
    map_ = page.get_by_role("group", name="Map of Afghanistan")
    study(page, serving.address, table)
    on_card = page.locator(".board.card").evaluate(ground)
    assert map_.evaluate(corner).startswith(on_card)
    page.goto(f"{serving.address}/#/table/{table}")
    on_page = page.locator("body").evaluate(ground)
    assert map_.evaluate(corner).startswith(on_page) and on_page != on_card


def test_a_chart_leads_to_its_moment(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    study(page, serving.address, table)
    last = len(played.steps)
    at(page, last)
    page.get_by_role("tab", name="Charts").click()
    margins = page.get_by_role("slider", name="Victory margins")
    margins.scroll_into_view_if_needed()
    box = margins.bounding_box()
    assert box is not None
    inner = box["width"] - 48
    margins.click(position={"x": 36 + inner * 20 / last, "y": box["height"] / 2})
    at(page, 20)
    told = seen(played, 20)["margins"]
    figure = page.locator("figure", has=margins)
    for name, seat in (("Coalition", "coalition"), ("Taliban", "taliban")):
        expect(figure.locator("li", has_text=name)).to_have_text(f"{name} {told[seat]}".replace("-", "−"))
        assert f"{name} {told[seat]}".replace("-", "−") in (margins.get_attribute("aria-valuetext") or "")
    margins.press("ArrowRight")
    at(page, 21)
    margins.press("Home")
    at(page, 0)
    figure.get_by_text("As a table").click()
    figure.get_by_role("button", name="Step 7:").click()
    at(page, 7)
    expect(figure.locator("tr[aria-current=step]")).to_contain_text("Step 7:")
    for name in ("Resources", "Support and Opposition"):
        expect(page.get_by_role("slider", name=name)).to_be_attached()


def test_turns_are_listed_told_and_explained(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    study(page, serving.address, table, "?step=1")
    page.get_by_role("tab", name="Turns").click()
    turns = page.locator("[data-turn]")
    expect(turns).to_have_count(len(divided(played)) + 1)
    turn = next(
        number
        for number, step in enumerate(played.steps, 1)
        if any(event[0] == "selected" for event in step.raw_events())
    )
    page.locator(f'[data-turn="{turn}"]').click()
    at(page, turn)
    expect(page.locator(f'[data-turn="{turn}"]')).to_have_attribute("aria-current", "step")
    page.get_by_role("tab", name="Moment").click()
    line = page.locator("li[data-kind=selected] button").first
    name = (line.inner_text()).removeprefix("In ")
    line.click()
    page.mouse.move(0, 0)
    line.focus()
    page.keyboard.press("Enter")
    expect(page.locator('.board [data-space][data-light="told"]')).to_have_count(1)
    expect(page.locator('.board [data-space][data-light="told"]')).to_contain_text(name)
    page.get_by_role("button", name="Why?").click()
    page.locator("[data-trace] summary").first.click()
    expect(page.locator("[data-reasons] li").first).not_to_be_empty()


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_study_has_one_scroll_bar_and_its_map_stays_beside_the_charts(
    serving: Serving, visitor: Welcoming, played: Table[Any], language: str
) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page = anna.page
    study(page, anna.address, bring(anna, played), "?step=44")
    page.get_by_label("Language").select_option(language)
    expect(page.get_by_role("tab", name={"en": "Charts", "it": "Grafici"}[language])).to_be_visible()
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        if width < 900:
            page.locator("nav.panes button").last.click()
        for tab in page.get_by_role("tab").all():
            tab.click()
            anna.settle()
            bars = page.evaluate(BARS)
            assert len(bars) <= 1, (width, tab.inner_text(), bars)
            if width > 900:
                expect(page.locator("svg [data-space=balochistan]")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_list_of_turns_has_one_scroll_bar_and_keeps_the_shown_turn_in_sight(
    serving: Serving, visitor: Welcoming, played: Table[Any], width: int, height: int
) -> None:
    anna = visitor(serving, width=width, height=height)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    study(page, serving.address, table, "?step=1")
    if width < 900:
        page.locator("nav.panes button").nth(1).click()
    page.get_by_role("tab", name="Turns").click()
    bars = page.locator("[data-panel]").evaluate(
        "(panel) => [panel, ...panel.querySelectorAll('*')].filter((box) => box.scrollHeight > box.clientHeight + 1"
        " && /auto|scroll/.test(getComputedStyle(box).overflowY)).length"
    )
    assert bars == (1 if width > 900 else 0), "on a phone the page scrolls"
    for step in (len(played.steps), 1):
        page.evaluate("(step) => (location.hash = location.hash.replace(/step=.*/, `step=${step}`))", step)
        at(page, step)
        row = page.locator("[data-turn][aria-current=step]")
        expect(row).to_be_in_viewport(ratio=1)
        assert row.evaluate(
            "(row) => { const { x, y, width, height } = row.getBoundingClientRect();"
            " return row.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
        ), "the row lies under something"
        expect(page.get_by_role("tab", name="Turns")).to_be_in_viewport(ratio=1)


def test_a_link_opens_at_that_moment_for_any_permitted_viewer(
    serving: Serving, visitor: Welcoming, played: Table[Any]
) -> None:
    anna, bruno = visitor(serving), visitor(serving, locale="it-IT")
    come(anna, "Anna")
    table = bring(anna, played)
    study(anna.page, serving.address, table, "?step=12")
    at(anna.page, 12)
    anna.page.get_by_role("button", name="Share").click()
    link = anna.page.get_by_label("Link", exact=True).input_value()
    bruno.page.goto(link)
    at(bruno.page, 12)
    expect(bruno.page.get_by_role("tab", name="Momento")).to_be_visible()
    bruno.page.get_by_label("Lingua").select_option("en")
    expect(bruno.page.get_by_role("tab", name="Moment")).to_be_visible()
    expect(space(bruno.page, "kabul")).to_have_attribute(
        "aria-label", space(anna.page, "kabul").get_attribute("aria-label") or ""
    )
    at(bruno.page, 12)
    assert board(bruno.page) == board(anna.page)

    closed = bring(anna, played, public=False)
    bruno.page.goto(f"{serving.address}/#/table/{closed}/study?step=12")
    expect(bruno.page.get_by_role("alert")).to_contain_text("private or no longer exists")


def test_a_running_game_is_studied_through_ones_own_eyes(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    anna.until(lambda: anna.options)
    table, hidden = anna.table, serving.table(anna.table)
    heard: list[Response] = []
    anna.page.on("response", lambda answer: heard.append(answer))
    study(anna.page, serving.address, table)
    expect(anna.page.get_by_text("The game is still in progress")).to_be_visible()
    deck = list(hidden.state.deck)[1:]

    def told() -> list[Response]:
        return [answer for answer in heard if "/timeline" in answer.url or "/replay" in answer.url]

    anna.until(lambda: len(told()) > 1, "nothing was told")
    for answer in told():
        for found in _numbers(answer.json()):
            assert not any(
                found[here : here + 3] == deck[there : there + 3]
                for here in range(len(found) - 2)
                for there in range(len(deck) - 2)
            ), "the deck's order"


def _numbers(told: Any) -> list[list[Any]]:
    if isinstance(told, dict):
        return [found for inner in told.values() for found in _numbers(inner)]
    return [told, *(found for inner in told for found in _numbers(inner))] if isinstance(told, list) else []


# -- branches and positions ---------------------------------------------------------------------------


def test_a_branch_begins_where_one_looks(serving: Serving, visitor: Welcoming, played: Table[Any]) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    turn = next(number for number, step in enumerate(played.steps, 1) if step.name == "card" and number > 20)
    study(page, serving.address, table, f"?step={turn}")
    at(page, turn)
    page.get_by_role("button", name="Play on from here").click()
    for seat in page.locator("[data-play-on] select").all():
        seat.select_option("me")
    page.get_by_role("button", name="Start the sandbox").click()
    expect(page).not_to_have_url(f"{serving.address}/#/table/{table}/study?step={turn}")
    anna.until(lambda: anna.frame)
    branch = serving.table(page.url.rpartition("/")[2])
    assert branch.view()["spaces"] == seen(played, turn)["spaces"]
    assert list(branch.state.deck) == list(played.checkpoint(turn).deck), "a game that is over is known exactly"


def edit(page: Page, address: str, table: str, step: int) -> None:
    page.goto(f"{address}/#/table/{table}/study/edit?step={step}")
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()


def test_a_position_is_edited_refused_accepted_and_played(
    serving: Serving, visitor: Welcoming, played: Table[Any], tmp_path: Path
) -> None:
    anna = visitor(serving)
    come(anna, "Anna")
    page, table = anna.page, bring(anna, played)
    edit(page, serving.address, table, 0)
    page.get_by_label("Start from").select_option("short")
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()

    space(page, "zabol").focus()
    page.keyboard.press("Enter")
    expect(page.locator("select[name=space]")).to_have_value("zabol")
    page.locator("select[name=space]").select_option("balkh")
    bases = page.get_by_label("Warlord Bases", exact=True)
    bases.fill("3")
    bases.press("Tab")
    verdict = page.locator("[data-verdict=refused]")
    expect(verdict).to_contain_text("Balkh: 3 Bases, but at most 2 are allowed.")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_label("Language").select_option("it")
    expect(verdict).to_contain_text("Balkh: 3 Basi, ma ne sono ammesse al massimo 2.")
    page.get_by_label("Lingua").select_option("en")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()

    page.get_by_role("button", name="Active Taliban Guerrillas: one more").click()
    page.get_by_label("Opposition", exact=True).check()
    page.get_by_role("tab", name="Tracks").click()
    aid = page.get_by_label("Aid", exact=True)
    aid.fill("33")
    aid.press("Tab")
    page.get_by_role("tab", name="File").click()
    with page.expect_download() as getting:
        page.get_by_role("button", name="Download").click()
    file = tmp_path / "mine.toml"
    getting.value.save_as(file)
    kept = tomllib.loads(file.read_text(encoding="utf-8"))
    assert kept["space"]["balkh"]["level"] == "opposition"
    assert kept["tracks"]["aid"] == 33

    edit(page, serving.address, table, 30)
    page.get_by_role("tab", name="File").click()
    text = page.get_by_label("Position as text")
    text.fill("step = ")
    page.get_by_role("button", name="Load this text").click()
    expect(page.get_by_role("alert")).to_have_text("Line 1 is invalid.")
    page.get_by_label("Open a file").set_input_files(file)
    expect(text).to_have_value(file.read_text(encoding="utf-8"))
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()
    page.get_by_text("Who plays").click()
    page.locator("select[name=seat-warlords]").select_option("random")
    page.get_by_role("button", name="Play from here").click()
    anna.until(lambda: anna.frame)
    made = serving.table(page.url.rpartition("/")[2])
    assert made.seats == {"coalition": "person", "government": "person", "taliban": "person", "warlords": "random"}
    began = seen(made, 0)
    assert began["aid"] == 33
    balkh = began["spaces"]["balkh"]
    assert balkh["level"] == "opposition"
    assert balkh["pieces"]["taliban-guerrilla-active"] == 1
