"""Zurmat between two browsers: each player's discs, hand and objectives stay their own."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from khyber.server.library import AnyTable
from tests.e2e.browsing import OTHER_BOT, Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming

SEATS = ("coalition", "taliban")
#: Of the other side only how many there are.
COUNTED = ("hand", "objectives", "drawn", "objectives-dealt")


#: What the log tells to the side alone that it happens to; to the other, of a disc or card only that there is one.
OWN_EVENTS, UNSEEN = ("faces", "saw", "objective"), {"disc": "face", "drew-card": "card"}


def assert_own_only(visitor: Visitor, seat: str, truth: AnyTable) -> None:
    """Nothing in any frame tells the other side's discs, hand or objectives, nor what is still to be drawn."""
    other, seed, knew = next(one for one in SEATS if one != seat), truth.header.seed, False
    view: dict[str, Any] = truth.view(other)
    own = {
        name
        for message in visitor.messages()
        for part in ("objectives", "objectives-dealt")
        for name in message["view"]["sides"][seat][part]
    }
    secret = set(view["sides"][other]["objectives"]) - own
    for text in visitor.heard:
        for found in (str(seed), '"seed"', '"bags"', *(f'"{name}"' for name in secret)):
            assert found not in text, f"{found} came to {seat}"
    for message in visitor.messages():
        for event in message["events"]:
            if event["told"].get("side") == other:
                assert event["kind"] not in OWN_EVENTS, event
                assert event["told"].get(UNSEEN.get(event["kind"], ""), "unseen") == "unseen", event
    for message in visitor.messages():
        assert message["seats"] == [seat]
        sides = message["view"]["sides"]
        assert all(isinstance(sides[other][part], int) for part in COUNTED), sides[other]
        knew = knew or isinstance(sides[seat]["hand"], list)
        decision = message["decision"]
        if decision is not None and decision["seat"] != seat:
            assert set(decision) == {"seat"}
    assert knew, "not even the own hand came"


def test_zurmat_between_two_browsers(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = visitor(serving), visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me", taliban="open")
    link = anna.page.get_by_label("Link for Taliban").input_value()
    anna.page.get_by_role("link", name="To the table").click()
    anna.at_table()
    bruno.come("Bruno", link.removeprefix(f"{serving.address}/"))
    bruno.page.get_by_role("button", name="Take the seat").click()
    bruno.at_table()
    for _ in range(8):  # what is on the screens is what the seats may know, and nothing else
        play_on((anna, bruno), 12, pick=lambda options: options[len(options) // 2])
        truth = serving.table(anna.table)
        assert anna.frame["version"] == bruno.frame["version"] == truth.version
        assert anna.frame["view"] == truth.view("coalition") and bruno.frame["view"] == truth.view("taliban")
    for one, seat in ((anna, "coalition"), (bruno, "taliban")):
        assert_own_only(one, seat, truth)


def test_zurmat_against_a_bot_on_a_map_with_words(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1400)
    anna.come("Anna")
    anna.new_table("Zurmat", taliban="me")
    anna.at_table()
    assert [seat["agent"] for seat in anna.frame["players"]] == [OTHER_BOT, "person"]
    month = play_on((anna,), 120, lambda: anna.frame["view"]["month"] is not None)
    assert month and anna.frame["view"]["month"], "the first month never came"
    page = anna.page
    for lang, hand, units in (("it", "Mano", "unità talebane"), ("en", "Hand", "Taliban units")):
        page.locator("select").first.select_option(lang)
        expect(page.get_by_role("region", name=hand)).to_be_visible()
        anna.until(lambda units=units: page.locator(f'[role=button][aria-label*="{units}"]').count(), f"no {units}")  # type: ignore[misc]
    anna.until(lambda: page.locator("svg.map path.road").count() > 10, "there are no roads")
    tiles = {
        round(box["x"]) for tile in page.locator("[data-space] > [role=button]").all() if (box := tile.bounding_box())
    }
    assert len(tiles) == len({tile["east"] for tile in anna.frame["view"]["tiles"].values()})
    # Nothing that only screen readers see lengthens the page.
    assert page.evaluate("document.documentElement.scrollHeight - document.querySelector('main').scrollHeight") < 200
    assert_own_only(anna, "taliban", serving.table(anna.table))


def test_rules_without_numbers_are_cited_by_their_titles(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    page = anna.page
    expect(page.get_by_role("button", name="Rule: Game set-up").first).to_be_visible()
    page.get_by_label("Language").select_option("it")
    page.get_by_role("button", name="Regola: Preparazione").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Preparazione")
