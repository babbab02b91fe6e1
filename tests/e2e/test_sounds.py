"""Sounds at a table, once they are on: my turn, dice, an Event; without them nothing is started."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_plain_play import sandbox

#: Keeps every sound that is started: the pitch of a tone, or "noise".
KEEP_STARTED = """
  globalThis.started = [];
  const Audio = AudioContext;
  const keep = (source, what) => {
    const start = source.start.bind(source);
    source.start = (...when) => { started.push(what()); start(...when); };
    return source;
  };
  globalThis.AudioContext = class extends Audio {
    createOscillator() { const made = super.createOscillator(); return keep(made, () => made.frequency.value); }
    createBufferSource() { return keep(super.createBufferSource(), () => "noise"); }
  };
"""
#: What each sound starts (web/src/lib/sounds.ts).
TURN, DICE, EVENT = [523, 784], ["noise"] * 4, [330, 494]


def started(anna: Visitor) -> list[object]:
    """What has been started since the last call, once the page has settled."""
    anna.settle()
    found: list[object] = anna.page.evaluate("started.splice(0)")
    return found


def with_sounds(anna: Visitor) -> None:
    """Switch sounds on, as people do; the switch itself is heard."""
    page = anna.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert started(anna) == TURN


@pytest.fixture(params=[True, False], ids=["on", "off"])
def sounds(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize(("choices", "heard"), [(("attack", "kandahar"), DICE), (("event-shaded",), EVENT)])
def test_dice_and_events_are_heard(
    serving: Serving, visitor: Welcoming, sounds: bool, choices: tuple[str, ...], heard: list[object]
) -> None:
    """In a sandbox: all turns are mine, and none of them comes."""
    anna = visitor(serving)
    anna.page.add_init_script(KEEP_STARTED)
    sandbox(anna, first="attack")
    if sounds:
        with_sounds(anna)
    *first, last = choices
    for key in first:
        anna.choose(key)
    assert started(anna) == []
    anna.choose(last)
    assert started(anna) == (heard if sounds else [])


def test_my_turn_is_heard_when_it_comes(serving: Serving, visitor: Welcoming, sounds: bool) -> None:
    anna, bruno = visitor(serving), visitor(serving)
    anna.page.add_init_script(KEEP_STARTED)
    anna.come("Anna")
    if sounds:
        with_sounds(anna)
    anna.new_table("Zurmat", coalition="me", taliban="open")
    link = anna.page.get_by_label("Link for Taliban").input_value()
    anna.page.get_by_role("link", name="To the table").click()
    anna.at_table()
    anna.until(lambda: anna.options)
    bruno.come("Bruno", link.removeprefix(f"{serving.address}/"))
    bruno.page.get_by_role("button", name="Take the seat").click()
    bruno.at_table()
    assert started(anna) == [], "a table that opens at my turn is silent"
    mine = theirs = 0
    while not (mine and theirs):
        asked = anna if anna.options else bruno
        before = asked is anna
        asked.choose(asked.options[0])
        asked.until(lambda: anna.options or bruno.options)
        anna.catch_up(bruno.frame["version"])
        bruno.catch_up(anna.frame["version"])
        comes = bool(anna.options) and not before
        assert started(anna) == (TURN if comes and sounds else [])
        mine, theirs = mine + comes, theirs + before
