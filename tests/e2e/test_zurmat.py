"""Zurmat between two browsers: each player's discs, hand and objectives stay their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from khyber.catalogue import GAMES
from tests.e2e.browsing import Serving, Visitor, play_on
from tests.e2e.conftest import Welcoming

pytestmark = pytest.mark.skipif("zurmat" not in GAMES, reason="Zurmat is not among the games yet")

SEATS = ("coalition", "taliban")
#: Of the other side only how many there are.
COUNTED = ("hand", "objectives", "drawn", "objectives-dealt")


def assert_own_only(visitor: Visitor, seat: str, seed: int) -> None:
    other = next(one for one in SEATS if one != seat)
    knew = False
    for text in visitor.heard:
        assert str(seed) not in text and '"seed"' not in text
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
        expect(one.page.get_by_role("tab").first).to_be_visible()
        assert_own_only(one, seat, truth.header.seed)
