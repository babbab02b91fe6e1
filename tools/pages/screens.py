"""Take screenshots of the page in a browser, for docs/screens.md: `make screens`.

A server of its own holds the tables shown: a Short game of A Distant Plain by bots, with a fixed seed, up to a turn of
the Taliban; the same game to its end; a game each of Zurmat and Enduring Freedom under way; and a few more for the
lobby.

    python -m tools.pages.screens                    all screenshots, and docs/screens.md
    python -m tools.pages.screens --only table,aid   some of them; docs/screens.md stays as it is
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.e2e.browsing import CHROMIUM, FLAGS, QUIET, Serving

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.engine.table import Table

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screens"
INDEX = ROOT / "docs" / "screens.md"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "it": "it-IT"}
GAME, SEED, BOT, SEAT = "distant-plain", 21, "bot:3rd", "taliban"
ZURMAT_SEATS = {"coalition": "me", "taliban": "bot:standard"}
#: The turn shown is our first after this many steps.
STEPS = 44
QUALITY = 72


@dataclass(frozen=True)
class Look:
    """Size, theme and language of a screenshot."""

    size: str
    theme: str
    language: str

    @property
    def phone(self) -> bool:
        return self.size == "phone"

    @property
    def name(self) -> str:
        return f"{self.size}-{self.theme}-{self.language}"

    def context(self, browser: Browser, address: str, cookies: list[Any]) -> BrowserContext:
        width, height = SIZES[self.size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=LANGUAGES[self.language],
            base_url=address,
            color_scheme="dark" if self.theme == "dark" else "light",
            reduced_motion="reduce",
            device_scale_factor=1.5 if self.phone else 1,
            is_mobile=self.phone,
            has_touch=self.phone,
        )
        context.add_cookies(cookies)
        return context


ALL = tuple(Look(*look) for look in product(SIZES, THEMES, LANGUAGES))


def looks(*names: str) -> tuple[Look, ...]:
    return tuple(look for look in ALL if look.name in names)


@dataclass(frozen=True)
class Tables:
    """The tables shown, by id."""

    deciding: str
    replayed: str
    over: str
    tutorial: str
    zurmat: str
    zurmat_tiles: str
    zurmat_declare: str
    enduring_freedom: str
    purchases: str
    reaction: str


@dataclass(frozen=True)
class Shot:
    """A page to show: its caption, the way to it, and its looks."""

    name: str
    title: str
    said: str
    reach: Callable[[Page, Tables, Look], None]
    looks: tuple[Look, ...]


# -- tables ---------------------------------------------------------------------------------------------


def half_played() -> Table[Any]:
    """Play a Short game of bots up to a turn of the Taliban, our seat."""
    table = khyber.new(GAME, scenario="short", seed=SEED, seats=BOT)
    agents = agents_of(table)
    while (decision := table.decision) is not None:
        if len(table.steps) >= STEPS and decision.seat == SEAT and decision.ask == "turn":
            break
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return table


def under_way(game: str, choices: int) -> str:
    """Play that many choices of another game by bots; return its record."""
    table = khyber.new(game, seed=SEED, seats="bot:standard")
    agents = agents_of(table)
    for _ in range(choices):
        decision = table.decision
        assert decision is not None
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return table.save()


def played_to(ask: str, least: int, kind: str = "") -> str:
    """Play Zurmat by bots until the Coalition is asked that, after `least` choices and a recent event of a kind."""
    table = khyber.new("zurmat", seed=SEED, seats="bot:standard")
    agents, choices = agents_of(table), 0
    while (decision := table.decision) is not None:
        lately = [event.kind for event in list(table.all_events())[-8:]]
        if (decision.seat, decision.ask) == ("coalition", ask) and choices >= least and (not kind or kind in lately):
            return table.save()
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
        choices += 1
    raise LookupError(f"{ask} after {least} choices never came")


def campaign_at(*asks: str, turn: int = 3) -> str:
    """Play Enduring Freedom by its bot up to the first of these questions from that turn on; return its record."""
    table = khyber.new("enduring-freedom", seed=SEED, seats="bot:standard")
    agents = agents_of(table)
    while (decision := table.decision) is not None:
        if decision.ask in asks and table.state.turn >= turn:
            break
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return table.save()


def posted(page: Page, path: str, **data: Any) -> Any:
    address = page.url.partition("/#")[0].rstrip("/")
    done = page.request.post(f"{address}/api/{path}", headers={"origin": address}, data=data)
    assert done.ok, done.text()
    return done.json()


def prepare(page: Page) -> Tables:
    """Sign in and create a few tables, one of them in mid-turn."""
    posted(page, "guests", name="Anna")
    seats = dict.fromkeys(khyber.new(GAME).seats, BOT)
    finished = khyber.play(GAME, scenario="short", seed=SEED, seats=BOT).save()
    over = posted(page, "tables/import", text=finished, name="A summer in Kandahar", public=True, seats=seats)["id"]
    posted(page, "tables", game="zurmat", scenario="standard", options=[], seats={"coalition": "me"}, public=True)
    posted(
        page,
        "tables",
        game=GAME,
        scenario="main",
        options=[],
        name="Thursday evenings",
        seats=seats | {"coalition": "me", SEAT: "open"},
    )
    mid = half_played().save()
    seats |= {SEAT: "me"}
    deciding, replayed = (
        posted(page, "tables/import", text=mid, name=name, seats=seats, sandbox=True)["id"]
        for name in ("Against the rulebook", "Before the snow")
    )
    tutorial = posted(page, f"tutorials/{GAME}")["id"]
    at_table(page, deciding)
    page.locator('[data-option="rally"]').click()
    page.locator('[data-option="kandahar"]').wait_for()
    others = (
        posted(page, "tables/import", text=text, name=name, seats=who, sandbox=True)["id"]
        for text, name, who in (
            (played_to("turn", 130), "The valley", ZURMAT_SEATS),
            (played_to("tile", 10), "The first tiles", ZURMAT_SEATS),
            (played_to("after", 60, "declared"), "A village declares", ZURMAT_SEATS),
            (under_way("enduring-freedom", 120), "October", {"coalition": "me"}),
        )
    )
    campaigns = (
        posted(page, "tables/import", text=campaign_at(ask), name=name, seats={"coalition": "me"}, sandbox=True)["id"]
        for ask, name in (("mobilize", "December"), ("cas", "Counterattack"))
    )
    return Tables(deciding, replayed, over, tutorial, *others, *campaigns)


def at_table(page: Page, table: str, more: str = "", space: str = '[data-space="kabul"]') -> None:
    page.goto(f"/#/table/{table}{more}")
    expect(page.locator("[data-connection=open]")).to_be_attached()
    expect(page.locator(space).first).to_be_visible()
    page.evaluate(QUIET)


def pane(page: Page, look: Look, number: int) -> None:
    """Open a pane, since a phone shows one at a time."""
    if look.phone:
        page.locator("nav.panes button").nth(number).click()


# -- ways to the pages -----------------------------------------------------------------------------------


def lobby(page: Page, tables: Tables, look: Look) -> None:
    page.goto("/#/")
    page.locator(f'a[href*="{tables.over}"]').first.wait_for()


def new_game(page: Page, tables: Tables, look: Look) -> None:
    page.goto("/#/new")
    page.locator("input[name=scenario]").first.wait_for()


def deciding(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.deciding)
    if not look.phone:
        page.mouse.move(0, 0)  # the first position of a pointer is no movement
        page.locator('[data-option="kandahar"]').hover()
        page.locator('[data-effects="kandahar"]').wait_for()


def zurmat(page: Page, tables: Tables, look: Look) -> None:
    """A unit is picked up, and the way to a tile is pointed at."""
    at_table(page, tables.zurmat, space='[data-space="01"]')
    if look.phone:
        return
    page.locator('[data-piece="us"][role=button], [data-piece="ana"][role=button]').first.click()
    page.mouse.move(0, 0)
    page.locator(".light.patrol, .light.attack").last.hover()
    page.locator("[data-way]").wait_for(state="attached")


def zurmat_tiles(page: Page, tables: Tables, look: Look) -> None:
    """A tile is placed, but not yet put down."""
    at_table(page, tables.zurmat_tiles, space='[data-space="01"]')
    if not page.locator("[data-cell]").count():
        page.locator("[data-hand-tile]:not(:disabled)").first.click()
    page.locator("[data-cell]").first.click()
    page.locator("[data-lay]").wait_for()


def zurmat_declare(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.zurmat_declare, space='[data-space="01"]')
    page.locator("[data-battle=declare]").wait_for()


def enduring_freedom(page: Page, tables: Tables, look: Look) -> None:
    generic(page, tables.enduring_freedom, look)


def purchases(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.purchases, space="[data-market]")
    for unit in page.locator("[data-buy]:not(:disabled)").all()[:3]:
        unit.click()


def reaction(page: Page, tables: Tables, look: Look) -> None:
    generic(page, tables.reaction, look)


def generic(page: Page, table: str, look: Look) -> None:
    at_table(page, table, space="[data-option]")
    pane(page, look, 1)
    expect(page.locator("[data-space]").first).to_be_visible()


def telling(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.replayed)
    page.evaluate("localStorage.setItem('khyber.speed', 'slow')")
    page.reload()
    at_table(page, tables.replayed)
    pane(page, look, 2)
    page.locator("[data-tell]").nth(-3).click()
    page.locator('[data-telling="behind"]').wait_for()
    bar = page.locator("[data-telling]")
    bar.get_by_role("button").nth(1).click()
    for _ in range(4):
        bar.get_by_role("button").nth(2).click()
    pane(page, look, 1)
    page.mouse.move(0, 0)
    page.evaluate("document.querySelector('[data-sheet]').scrollTop = 0")


def why(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.replayed)
    pane(page, look, 2)
    page.locator("[data-why]").last.click()
    page.locator("[data-reasons] [data-in-short]").first.wait_for()


def study(page: Page, tables: Tables, look: Look) -> None:
    page.goto(f"/#/table/{tables.over}/study?step={STEPS}")
    expect(page.locator('[data-space="kabul"]')).to_be_visible()
    page.locator('[role="tab"]').nth(2).wait_for(state="attached")  # on a phone in the other pane


def charts(page: Page, tables: Tables, look: Look) -> None:
    study(page, tables, look)
    if look.phone:
        page.locator("nav.panes button").last.click()
    page.get_by_role("tab").nth(2).click()
    page.locator("figure svg").first.wait_for()


def editor(page: Page, tables: Tables, look: Look) -> None:
    page.goto(f"/#/table/{tables.over}/study/edit?step={STEPS}")
    page.locator("[data-verdict=accepted]").wait_for()
    page.locator("select[name=space]").select_option("kandahar")


def aid(page: Page, tables: Tables, look: Look) -> None:
    page.goto(f"/#/aid/{GAME}/{SEAT}")
    page.get_by_role("heading", level=2).first.wait_for()


def rules(page: Page, tables: Tables, look: Look) -> None:
    page.goto(f"/#/rules/{GAME}")
    page.get_by_role("searchbox").fill("rally" if look.language == "en" else "radunare")
    page.locator("mark").first.wait_for()


def tutorial(page: Page, tables: Tables, look: Look) -> None:
    at_table(page, tables.tutorial, "/tutorial")
    page.locator("[data-tutorial]").wait_for()


SOME = looks("desktop-light-en", "phone-dark-it")
SHOTS = (
    Shot("lobby", "The lobby", "Your tables, and whose turn it is at each.", lobby, ALL),
    Shot("new-game", "A new game", "In three steps: the game, who plays, go.", new_game, SOME),
    Shot("tutorial", "The first game", "Ten guided choices.", tutorial, looks("desktop-light-en", "phone-light-it")),
    Shot(
        "table",
        "A turn",
        "Spaces where the Taliban may Rally are highlighted; a preview shows what a choice would change.",
        deciding,
        ALL,
    ),
    Shot(
        "zurmat",
        "Zurmat",
        "Pick up units and see where they can go; Operations, Objectives and cards lie beside the map.",
        zurmat,
        SOME,
    ),
    Shot(
        "zurmat-tiles",
        "Zurmat: building the map",
        "Open places, the tile in hand as it would lie, and which roads would go on.",
        zurmat_tiles,
        SOME,
    ),
    Shot(
        "zurmat-declare",
        "Zurmat: a Declare",
        "The discs of a tile, turned one by one, and the Loyalty they add up to.",
        zurmat_declare,
        SOME,
    ),
    Shot(
        "enduring-freedom",
        "Enduring Freedom",
        "A map of Afghanistan with counters; stacks, orders and tracks stand beside it.",
        enduring_freedom,
        ALL,
    ),
    Shot(
        "purchases",
        "Purchases in Enduring Freedom",
        "Several kinds of units at once, with prices and the NetWar Points left.",
        purchases,
        SOME,
    ),
    Shot(
        "reaction",
        "The Islamist reaction",
        "Jihad events in a list; arrows and numbers show who came, went and advanced.",
        reaction,
        looks("desktop-light-en", "desktop-dark-it"),
    ),
    Shot(
        "telling",
        "A bot's turn",
        "Replayed move by move, on the map and in the log.",
        telling,
        looks("desktop-light-en", "phone-light-it"),
    ),
    Shot(
        "why",
        "Why?",
        "Why a bot chose what it did, by the rulebook's own priorities.",
        why,
        looks("desktop-light-en", "phone-dark-en"),
    ),
    Shot("study", "Study", "Step through a game, forwards and backwards, by turn or by choice.", study, ALL),
    Shot("charts", "Charts", "Margins, Resources, Support and Opposition over the game.", charts, SOME),
    Shot("editor", "The position editor", "Checks a position against the rules as you edit it.", editor, SOME),
    Shot("aid", "A Faction's aid", "On screen, or printed on one sheet of A4.", aid, SOME),
    Shot(
        "rules",
        "The rules",
        "In our own words, searchable as you type.",
        rules,
        looks("desktop-dark-it", "phone-light-en"),
    ),
)


# -- screenshots ----------------------------------------------------------------------------------------


def take(browser: Browser, address: str, wanted: tuple[Shot, ...]) -> None:
    first = Look("desktop", "light", "en").context(browser, address, [])
    page = first.new_page()
    page.goto(address)
    tables = prepare(page)
    cookies = first.cookies()
    FOLDER.mkdir(exist_ok=True)
    for look in ALL:
        shots = [shot for shot in wanted if look in shot.looks]
        context = look.context(browser, address, list(cookies))
        for shot in shots:
            page = context.new_page()
            shot.reach(page, tables, look)
            page.locator("body:not(:has(div.ground)), body:has(.relief.drawn)").wait_for()
            page.evaluate(QUIET)
            page.screenshot(path=FOLDER / file_of(shot, look), type="jpeg", quality=QUALITY)
            page.close()
            print(file_of(shot, look))
        context.close()


def file_of(shot: Shot, look: Look) -> str:
    return f"{shot.name}-{look.name}.jpg"


def index() -> Iterator[str]:
    """Yield the page with the screenshots: the first large, its other looks small."""
    yield from ("# The page in pictures", "")
    yield f"Made by `make screens` in Chromium: a Short game of A Distant Plain on seed {SEED}."
    for shot in SHOTS:
        first, *others = shot.looks
        yield from ("", f"## {shot.title}", "", shot.said, "")
        yield from (f"![{alt(shot, first)}](screens/{file_of(shot, first)})", "")
        for look in others:
            width = 170 if look.phone else 420
            yield f'<img src="screens/{file_of(shot, look)}" width="{width}" alt="{alt(shot, look)}">'


def alt(shot: Shot, look: Look) -> str:
    language = {"en": "English", "it": "Italian"}[look.language]
    return f"{shot.title}: {look.size}, {look.theme}, {language}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Take screenshots of the page.")
    parser.add_argument("--only", default="", help="names of pictures, with commas between")
    only = parser.parse_args().only
    wanted = tuple(shot for shot in SHOTS if not only or shot.name in only.split(","))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder))
        serving.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            take(browser, serving.address, wanted)
            browser.close()
        finally:
            serving.stop()
    if not only:
        INDEX.write_text("\n".join(index()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
