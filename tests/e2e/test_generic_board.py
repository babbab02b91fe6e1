"""The board of a game without one of its own, in a browser: places, pieces, tracks, and options to click."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Route, expect

import khyber
from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_freedom_board import DRAGGED
from tests.e2e.test_zurmat_board import declaring

#: Where the page says which games have a board of their own (web/src/boards/index.ts, as it is built).
OWN = re.compile(r"(?<=/games/)(\w+)(?=/page/index\.ts)")


class Case(NamedTuple):
    """A position, the choice after which places light up, one of these places, and what is seen there and beside."""

    game: str
    position: str
    first: str
    places: str
    place: str
    piece: str
    track: str
    value: str


PLAIN, FREEDOM = khyber.new("distant-plain", scenario="short", seed=7).position(), DRAGGED.replace(', "us-b1"', "")
CASES = [
    Case("distant-plain", PLAIN, "rally", "spaces", "kandahar", "coalition-troops", "Aid", "aid"),
    Case("zurmat", declaring(), "play village", "tiles", "08", "ana", "Schools and Forts left", "buildings-left"),
    Case("enduring-freedom", FREEDOM, "strike", "zones", "kabul", "tb-inf1", "Jihad", "jihad"),
]


def forget_boards(anna: Visitor) -> None:
    """Serve the page as it would be if no game had a board of its own."""
    forgotten: list[str] = []

    def serve(route: Route) -> None:
        answer = route.fetch()
        text, found = OWN.subn(r"own_\1", answer.text())
        forgotten.extend(["own"] * found)
        route.fulfill(response=answer, body=text)

    anna.page.route(re.compile(r"/assets/index-[^/]*\.js$"), serve)
    anna.come("Anna")
    assert len(forgotten) == len(CASES), "the page names its boards in another way"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_a_game_without_a_board_of_its_own(serving: Serving, visitor: Welcoming, case: Case) -> None:
    anna = visitor(serving, width=1440)
    forget_boards(anna)
    page = anna.page
    seats = dict.fromkeys(khyber.new(case.game).seats, "me")
    page.goto(anna.imported(case.position, game=case.game, seats=seats))
    anna.at_table()
    anna.until(lambda: case.first in anna.options)
    anna.choose(case.first)
    anna.until(lambda: case.place in anna.options)
    view = anna.frame["view"]
    expect(page.locator("li.place[data-space]")).to_have_count(len(view[case.places]))
    lit = page.locator("li.place.option, li.place.pointed")
    assert {one.get_attribute("data-space") for one in lit.all()} == set(anna.options) & set(view[case.places])
    place = page.locator(f'li.place[data-space="{case.place}"]')
    expect(place.locator(f'[data-piece="{case.piece}"]')).to_contain_text(re.compile(r"^\d+ ?\w"))
    version = anna.frame["version"]
    place.get_by_role("button").first.click()
    anna.until(lambda: anna.frame["version"] > version, "a click on a place was not taken")
    page.get_by_role("tab", name="Tracks").click()
    track = page.locator("dl > div").filter(has=page.locator("dt", has_text=case.track))
    expect(track.locator("dd").first).to_have_text(str(anna.frame["view"][case.value]))
