"""Axe finds no fault (WCAG 2 A and AA) on any page of any game: light and dark, two languages, desk and phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

import khyber
from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming
from tests.e2e.test_freedom_board import DRAGGED
from tests.e2e.test_lobby_tables import made
from tests.e2e.test_zurmat_board import declaring
from tests.e2e.words import words
from tests.zurmat.tables import at_level, table, tiles

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
#: Under an open dialog or sheet nothing can be used: then only that is looked at.
FAULTS = """async ([within, ...rules]) => (await axe.run(
        document.querySelector("dialog[open]") ?? document.querySelector(":popover-open") ??
            document.querySelector(within) ?? document,
        {runOnly: rules, resultTypes: ["violations"]}
    )).violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html).slice(0, 3)])"""
#: The buttons beside the board that reach beyond the window.
CUT_OFF = """() => [...document.querySelectorAll("[data-sheet] button")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.innerText)"""
SIZES = {1280: 720, 390: 844}
#: Each language and each size once; KHYBER_LOOKS=all adds the other two pairs, which take two minutes more.
LOOKS = [("en", 1280), ("it", 390), *([("en", 390), ("it", 1280)] if os.environ.get("KHYBER_LOOKS") == "all" else [])]
#: The rules to check in each theme: the colours are all that differs.
THEMES = {"light": ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa"), "dark": ("color-contrast",)}
GAMES = {"A Distant Plain": "bot:3rd", "Zurmat": "bot:standard", "Enduring Freedom": "bot:standard"}
#: The panel beside the board.
SHEET = "[data-sheet]"
FIRST, GAME = "A Distant Plain", "distant-plain"


class Reader:
    """Anna with the page in one language and size; she looks at it in both themes."""

    def __init__(self, visitor: Visitor, language: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.language, self.words = language, words(language)

    def come(self) -> None:
        """Come as a guest, in English, and change the language."""
        self.visitor.come("Anna")
        self.speak()

    def speak(self) -> None:
        self.page.locator("select#language").select_option(self.language)
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)

    def at_table(self) -> None:
        """Wait for the table in Anna's language, and for her turn or the end."""
        visitor = self.visitor
        visitor.at_table()
        self.speak()
        visitor.until(lambda: f"lang={self.language}" in visitor.sockets[-1])
        visitor.until(lambda: visitor.options or visitor.frame["outcome"])

    def button(self, key: str) -> None:
        self.page.get_by_role("button", name=self.words[key], exact=True).first.click()

    def tab(self, key: str) -> None:
        self.page.get_by_role("tab", name=self.words[key], exact=True).click()

    def part(self, key: str) -> None:
        """On a phone one part of the table is seen at a time."""
        parts = self.page.locator("nav.panes")
        if parts.is_visible():
            parts.get_by_role("button", name=self.words[key], exact=True).click()

    def open(self, key: str, where: str) -> None:
        """Open a dialog with a button, look at it and close it."""
        self.button(key)
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.check(where)
        self.close()

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def explained(self, where: str) -> None:
        """Look at the dialog in which a bot gives its reasons, folded out where it has any, and close it."""
        dialog = self.page.get_by_role("dialog")
        expect(dialog.locator("[data-reasons]")).to_be_visible()
        for folded in dialog.locator("[data-trace] summary").all()[:1]:
            folded.click()
        self.check(where)
        self.close()

    def replay(self) -> None:
        """Replay the last entries of the log, slowly, and pause at once."""
        self.page.get_by_label(self.words["play.speed"]).first.evaluate(
            "(one) => { one.value = 'slow'; one.dispatchEvent(new Event('change', {bubbles: true})); }"
        )
        self.page.locator("[data-tell]").last.click()
        self.button("play.pause")

    def check(self, where: str, within: str = "html") -> None:
        """Look at the page as it is now, in light and dark; `within`: where it has changed since the last time."""
        page = self.page
        expect(page.locator(within).first).to_be_visible()
        self.visitor.settle()
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        for theme, rules in THEMES.items():
            page.evaluate("(theme) => document.documentElement.setAttribute('data-theme', theme)", theme)
            self.visitor.settle()
            assert page.evaluate(FAULTS, [within, *rules]) == [], f"{where}, {theme}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where}: wider than the screen"
        assert page.evaluate(CUT_OFF) == [], f"{where}: cut off"


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def anna(request: pytest.FixtureRequest, serving: Serving, visitor: Welcoming) -> Reader:
    if not AXE.is_file():
        pytest.skip("axe is not installed (make env): accessibility is not checked")
    language, width = request.param
    return Reader(visitor(serving, width=width, height=SIZES[width]), language)


def passing(options: list[str]) -> str:
    ends = ("pass", "done", "none", "nothing", "keep", "decline")
    return next((word for word in ends if word in options), options[0])


def test_the_welcome_and_the_account(anna: Reader) -> None:
    page, say = anna.page, anna.words
    page.goto(anna.visitor.address)
    anna.speak()
    anna.check("welcome")
    anna.button("me.have-account")
    anna.check("log in")
    page.reload()
    page.get_by_label(say["me.name"]).fill("Anna")
    anna.button("me.guest")
    expect(page.get_by_role("dialog")).to_be_visible()
    anna.check("the recovery code")
    anna.button("me.recovery-done")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Anna").click()
    page.get_by_text(say["me.upgrade"]).click()
    page.get_by_text(say["me.sessions"]).click()
    anna.check("a guest's account")
    page.get_by_label(say["me.name"]).fill(f"Anna {anna.language} {page.viewport_size}")
    page.get_by_label(say["me.password"]).fill("correct horse")
    anna.button("me.make-account")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Anna").click()
    page.get_by_role("group").get_by_text(say["me.password-change"]).first.click()
    anna.check("an account")
    page.keyboard.press("Escape")
    anna.button("settings.title")
    page.get_by_label(say["settings.sounds"]).check()
    anna.check("settings")


def test_the_lobby(anna: Reader) -> None:
    page, say = anna.page, anna.words
    anna.come()
    anna.check("an empty lobby")
    for game in reversed(GAMES):
        page.goto(f"{anna.visitor.address}/#/new")
        page.reload()
        page.get_by_role("radio", name=game).check()
        if game == FIRST:
            page.get_by_text(say["new.options"]).click()
        anna.check(f"new game: {game}")
        anna.button("app.next")
        expect(page.locator("select[name^=seat-]").first).to_be_visible()
        if game == FIRST:
            page.locator("select[name=seat-taliban]").select_option("open")
        anna.check(f"new game: who plays {game}")
        anna.button("app.next")
        anna.check("new game: go")
    anna.button("new.start")
    link = page.locator("[data-invite] input").first
    expect(link).to_be_visible()
    anna.check("links for friends")
    page.goto(link.input_value())
    expect(page.locator("[data-invitation]")).to_be_visible()
    anna.check("an invitation")
    page.goto(f"{anna.visitor.address}/#/import")
    expect(page.get_by_role("textbox").first).to_be_visible()
    anna.check("import")
    page.goto(f"{anna.visitor.address}/#/")
    manage = page.get_by_role("button", name=say["home.manage-of"].format(name="A Distant Plain")).first
    expect(manage).to_be_visible()
    anna.check("a lobby with a table")
    manage.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    anna.check("a table to manage")


def test_the_table(anna: Reader) -> None:
    page, visitor = anna.page, anna.visitor
    visitor.come("Anna")
    visitor.new_table(government="me")
    anna.at_table()
    why = page.locator("[data-why]")
    play_on((visitor,), 300, lambda: bool({"train", "sweep"} & set(visitor.options)) and why.count() > 0, passing)
    anna.check("a turn")
    page.locator(".rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    anna.check("a rule")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    anna.check("a hint")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    visitor.choose("train" if "train" in visitor.options else "sweep")
    page.locator("[data-option]").first.hover()
    expect(page.locator("[data-effects]")).to_contain_text("→")
    anna.check("spaces to choose, and what a choice would change")
    page.get_by_role("button", name=anna.words["table.menu"]).click()
    anna.check("the menu")
    page.keyboard.press("Escape")

    anna.part("table.log")
    why.last.click()
    page.locator("[data-trace] summary").first.click()
    expect(page.locator("[data-reasons] li").first).to_be_visible()
    anna.check("why a bot did that")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for tab in ("table.seats", "table.notes", "table.chat"):
        anna.tab(tab)
        anna.check(tab, SHEET)
    page.locator("[data-deal]").first.click()
    expect(page.locator("[data-ask]")).to_be_visible()
    anna.check("deals")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    anna.tab("table.log")
    anna.replay()
    anna.check("a replay, and the log")
    anna.part("table.decide")
    anna.check("the decision waits", SHEET)
    anna.part("table.board")
    page.locator(".card-face").first.click()
    anna.check("a card, opened")


@pytest.mark.parametrize("game", ["Zurmat", "Enduring Freedom"])
def test_a_table_of_another_game(anna: Reader, game: str) -> None:
    page, visitor = anna.page, anna.visitor
    visitor.come("Anna")
    visitor.new_table(game, coalition="me")
    anna.at_table()
    play_on((visitor,), 14, pick=lambda options: options[len(options) // 2])
    visitor.until(lambda: visitor.options)
    anna.check("a turn")
    page.locator("[data-option]").first.hover()
    expect(page.locator("[data-effects]")).to_have_attribute("data-effects", visitor.options[0])
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    anna.check("a hint")
    anna.close()
    anna.part("table.board")
    board = page.get_by_role("region", name=anna.words["table.board"])
    for tab in board.get_by_role("tab").all():
        tab.click()
        anna.check(f"the board: {tab.inner_text()}", "section.board")
    anna.part("table.log")
    anna.check("the log", SHEET)
    if game == "Zurmat":  # the other has no seat of a bot: its bot is asked in the study
        page.locator("[data-why]").last.click()
        anna.explained("why a bot did that")
    anna.replay()
    anna.check("a replay")


def attacking() -> str:
    """The Coalition's turn: US and Taliban units on tiles that a road joins."""
    laid = tiles({"01": {"us": 2}, "07": {"taliban": 1}})
    return table(laid, month="april", coalition={"board": at_level(1, "attack")}).position()


#: A position, and the choices that lead to a battle there.
BATTLES = {
    "a Declare": ("zurmat", declaring, ("play village", "08")),
    "an attack": ("zurmat", attacking, ("attack", "01")),
    "a strike": ("enduring-freedom", lambda: DRAGGED.replace(', "us-b1"', ""), ("strike", "kabul", "done")),
}


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle(anna: Reader, battle: str) -> None:
    page, visitor = anna.page, anna.visitor
    game, position, choices = BATTLES[battle]
    visitor.come("Anna")
    visitor.import_position(position(), game, "coalition")
    anna.at_table()
    for key in choices:
        visitor.until(lambda: visitor.options)
        if key in visitor.options:
            visitor.choose(key)
    anna.part("table.board")
    expect(page.locator("[data-battle]")).to_be_visible()
    anna.check(battle)


def test_a_spectator(anna: Reader, serving: Serving, visitor: Welcoming) -> None:
    bruno, page = visitor(serving), anna.page
    bruno.come("Bruno")
    page.goto(anna.visitor.address)
    for game, scenario in ((GAME, "short"), ("zurmat", "standard"), ("enduring-freedom", "campaign")):
        seats = dict.fromkeys(khyber.new(game).seats, "me")
        key = made(bruno, game=game, scenario=scenario, seats=seats, public=True)
        page.goto(f"{anna.visitor.address}/#/table/{key}")
        anna.visitor.at_table()
        anna.speak()
        expect(page.locator("[data-space]").first).to_be_attached()
        assert anna.visitor.frame["seats"] == []
        anna.check(f"a spectator of {game}")


@pytest.mark.parametrize("game", GAMES)
def test_results_and_study(anna: Reader, game: str) -> None:
    page, visitor = anna.page, anna.visitor
    anna.come()
    played = khyber.play(game.lower().removeprefix("a ").replace(" ", "-"), seed=5, seats=GAMES[game])
    table = visitor.imported(played.save(), public=True)
    page.goto(table)
    anna.at_table()
    expect(page.locator("[data-study]")).to_be_visible()
    anna.check("a game that is over")
    page.goto(f"{table}/study?step=20")
    expect(page.locator("[data-step='20']")).to_be_visible()
    expect(page.locator("[data-space]").first).to_be_attached()
    anna.check("the study")
    anna.open("study.link", "share")
    anna.open("play.on-title", "play on from here")
    anna.part("study.title")
    page.locator("[data-why]").click()
    anna.explained("why, in the study")
    anna.tab("study.turns")
    anna.check("the turns", "div.side")
    if game != "Enduring Freedom":  # nothing of it is charted
        anna.tab("study.charts")
        page.locator("figure summary").first.click()
        anna.check("charts", "div.side")
    anna.tab("study.analyse")
    expect(page.locator("[data-analysis] svg").first).to_be_visible()
    anna.check("the analysis", "div.side")
    if game != FIRST:
        return
    page.goto(f"{table}/study/edit?step=20")
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()
    for number, tab in enumerate(page.get_by_role("tab").all()):
        tab.click()
        anna.check(f"the editor: {tab.inner_text()}", "html" if number == 0 else "[role=tabpanel]")


def test_aids_and_rules(anna: Reader) -> None:
    page = anna.page
    page.goto(anna.visitor.address)
    anna.speak()
    aids = (f"aid/{GAME}/taliban", "aid/zurmat/coalition", "aid/zurmat/taliban", "aid/enduring-freedom/coalition")
    for path in (*aids, f"rules/{GAME}/3.3.1", "rules/zurmat", "rules/enduring-freedom/8.5"):
        page.goto(f"{anna.visitor.address}/#/{path}")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        anna.check(path)
    page.goto(f"{anna.visitor.address}/#/rules/{GAME}")
    page.get_by_role("searchbox").fill({"en": "rally", "it": "radun"}[anna.language])
    expect(page.locator("mark").first).to_be_visible()
    anna.check("rules that are searched")


#: The whole of something, but for a fraction of a pixel at the edge of a scrolled panel.
ALL = 0.99


def test_the_first_game(anna: Reader) -> None:
    page, visitor = anna.page, anna.visitor
    anna.come()
    anna.page.get_by_role("button", name=anna.words["aids.first-game"]).click()
    anna.at_table()
    guided = page.locator(".guided")
    expect(guided).to_be_in_viewport(ratio=ALL)
    anna.check("the first step")
    page.locator('[data-option="terror"]').click()
    expect(page.locator("[data-otherwise]")).to_be_visible()
    anna.check("another choice")
    visitor.choose("rally")
    expect(page.locator('[data-tutorial="2"]')).to_be_visible()
    expect(guided).to_be_in_viewport(ratio=ALL)
    anna.check("the second step")


@pytest.mark.parametrize("game", ["zurmat", "enduring-freedom"])
def test_the_first_game_of_another(anna: Reader, game: str) -> None:
    page, visitor = anna.page, anna.visitor
    anna.come()
    page.locator(f'[data-first-game="{game}"]').click()
    anna.at_table()
    expect(page.locator('[data-tutorial="1"]')).to_be_visible()
    anna.check("the first step")
    page.locator("[data-option]:not(.guided)").first.click()
    expect(page.locator("[data-otherwise]")).to_be_visible()
    anna.check("another choice", SHEET)
    for step in range(1, 8):
        expect(page.locator(f'[data-tutorial="{step}"]')).to_be_visible()
        anna.button("aids.do")
    expect(page.locator('[data-tutorial="8"]')).to_be_visible()
    visitor.until(lambda: visitor.options)
    anna.check("a step on the map")


def test_puzzles_the_sandbox_and_no_page(anna: Reader) -> None:
    page = anna.page
    anna.come()
    page.goto(f"{anna.visitor.address}/#/no-such-page")
    expect(page.get_by_text(anna.words["app.nowhere"])).to_be_visible()
    anna.check("an unknown address")
    page.goto(f"{anna.visitor.address}/#/sandbox")
    expect(page.locator("input[name=scenario]").first).to_be_visible()
    anna.check("a new sandbox")
    anna.button("app.next")
    anna.check("a new sandbox: start")
    for game in (GAME, "zurmat"):  # the third has none
        page.goto(f"{anna.visitor.address}/#/puzzles")
        page.locator("select[name=puzzle-game]").select_option(game)
        anna.check(f"the puzzles of {game}", "html" if game == GAME else "ol.list")
        page.locator(f"[data-puzzle^={game}]").first.click()
        anna.at_table()
        card = page.locator("[data-puzzle-state]")
        card.get_by_role("button", name=anna.words["play.hint"]).click()
        card.get_by_role("button", name=anna.words["puzzles.solution"]).click()
        expect(card).to_have_attribute("data-puzzle-state", "given")
        anna.check(f"a puzzle of {game}")
