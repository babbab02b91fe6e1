"""Any option of A Distant Plain that is a place or a piece is highlighted on the map and can be clicked there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import expect

from tests.e2e.browsing import Message, Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_plain_play import POINT, sandbox

#: Decisions to look at.
DECISIONS = 60
#: Of these spaces, those at which no point of the window is theirs.
COVERED = f"(names) => names.filter((name) => !({POINT})(name))"


def place(about: Message, spaces: Message) -> str:
    """The space that an option or a question is about: where pieces come from, or where something happens."""
    return next((about[word] for word in ("origin", "space", "dest") if about.get(word) in spaces), "")


def meant(frame: Message) -> Iterator[tuple[str, str, str]]:
    """The options of a decision that are places or pieces on the map: key, space, and kind of piece or nothing."""
    decision, spaces = frame["decision"], frame["view"]["spaces"]
    asked: Message = decision.get("about") or {}
    for option in decision["options"]:
        about: dict[str, Any] = option["about"]
        piece = about.get("piece", "")
        where = place(about, spaces) or (place(asked, spaces) if piece else "")
        if where and (not piece or piece in spaces[where]["pieces"]):
            yield option["key"], where, piece


def click(anna: Visitor, where: str, piece: str) -> None:
    """Click a space, or pieces in it, on the map."""
    version = anna.frame["version"]
    if piece:
        anna.page.locator(f'[data-space="{where}"] [data-piece="{piece}"]').click()
    else:
        anna.page.mouse.click(*anna.page.evaluate(POINT, where))
    anna.until(lambda: anna.frame["version"] > version, f"a click on {piece} in {where} was not taken")


def test_places_and_pieces_are_clicked_on_the_map(serving: Serving, visitor: Welcoming) -> None:
    """At each decision of a stretch of play all of them are there; those that stand for one option are clicked."""
    anna = visitor(serving, width=1440)
    sandbox(anna)
    source = random.Random(4)
    clicked: list[str] = []
    for _ in range(DECISIONS):
        anna.until(lambda: anna.options, "nobody is asked")
        page, found = anna.page, list(meant(anna.frame))
        for where in {where for _, where, piece in found if not piece}:
            expect(page.locator(f'[data-space="{where}"]:is([data-light=option], [data-light=pointed])')).to_have_count(
                1
            )
        for where, piece in {(where, piece) for _, where, piece in found if piece}:
            expect(page.locator(f'[data-space="{where}"] [data-piece="{piece}"] circle.ring')).to_have_count(1)
        assert page.evaluate(COVERED, [where for _, where, _ in found]) == []
        single = [
            (key, where, piece)
            for key, where, piece in found
            if [(w, p) for _, w, p in found].count((where, piece)) == 1
        ]
        if single and source.random() < 0.8:
            key, where, piece = source.choice(single)
            click(anna, where, piece)
            sent = [message["key"] for message in anna.said if message["type"] == "choose"]
            assert sent[-1] == key, f"{piece} in {where} chose {sent[-1]}, not {key}"
            clicked.append(piece or where)
        else:
            rest = [key for key in anna.options if key != "pass"] or anna.options
            anna.choose(source.choice(rest))
    pieces = [name for name in clicked if name in {piece for one in _kinds(anna) for piece in one}]
    assert len(clicked) > 20 and pieces and len(set(clicked)) > 12, clicked


def _kinds(anna: Visitor) -> Iterator[list[str]]:
    return (list(space["pieces"]) for message in anna.messages() for space in message["view"]["spaces"].values())
