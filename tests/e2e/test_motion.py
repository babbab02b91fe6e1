"""What moves on the boards, what it costs, and that nothing moves for whoever asked for less motion."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_accessible import BATTLES
from tests.e2e.test_plain_play import at_speed, sandbox

#: Keeps what is set in motion on the board: by script, or by name where a style does it.
KEEP_MOTIONS = """
  globalThis.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) { motions.push("travels"); return animate.apply(this, how); };
  addEventListener("animationstart", (event) => {
    if (event.target.closest(".board")) motions.push(event.animationName.split("-").pop());
  }, true);
"""
#: Whatever is set in motion by script moves for a minute.
FOR_A_MINUTE = """
  const { animate } = Element.prototype;
  Element.prototype.animate = function (steps, how) { return animate.call(this, steps, { ...how, duration: 60_000 }); };
"""
#: What moves in each battle: units that travel, dice that roll, discs that turn.
MOTIONS = {"a Declare": {"turn"}, "an attack": {"travels", "roll"}, "a strike": {"go", "roll"}}


@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_moves_unless_motion_is_reduced(
    serving: Serving, visitor: Welcoming, battle: str, motion: bool
) -> None:
    game, position, choices = BATTLES[battle]
    anna = visitor(serving, motion=motion)
    anna.page.add_init_script(KEEP_MOTIONS)
    anna.come("Anna")
    anna.import_position(position(), game, "coalition")
    at_speed(anna, "normal")
    for key in choices:
        anna.until(lambda: anna.options)
        if key in anna.options:
            anna.choose(key)
            anna.settle()
    expect(anna.page.locator("[data-next-disc]")).to_have_count(0)  # discs turn one by one
    anna.settle()
    assert set(anna.page.evaluate("motions")) == (MOTIONS[battle] if motion else set())


def _layers(page: Page) -> list[str]:
    """Return the layers within the map that Chromium blends, by what is drawn in them."""
    found: list[dict[str, Any]] = []
    session = page.context.new_cdp_session(page)
    session.on("LayerTree.layerTreeDidChange", lambda tree: found.append(tree))
    session.send("DOM.enable")
    session.send("LayerTree.enable")
    page.evaluate("document.body.append(document.createElement('p'))")  # the tree is sent when something changes
    while not any("layers" in tree for tree in found):
        page.wait_for_timeout(25)
    nodes = [layer.get("backendNodeId") for layer in found[-1]["layers"] if layer["drawsContent"]]
    drawn: list[str] = []
    for node in filter(None, nodes):
        remote = session.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
        what = "function () { return this.closest?.('.frame') ? String(this.getAttribute('class')).split(' ')[0] : '' }"
        called = session.send("Runtime.callFunctionOn", {"objectId": remote, "functionDeclaration": what})
        drawn.append(called["result"]["value"])
    session.detach()
    return [what for what in drawn if what]


def test_pieces_are_in_one_layer_even_while_they_swell(serving: Serving, visitor: Welcoming) -> None:
    """Each layer more is blended with all below it in every frame; a map in twenty of them drops frames."""
    anna = visitor(serving, motion=True)
    anna.page.add_init_script(FOR_A_MINUTE)
    sandbox(anna)
    at_speed(anna, "normal")
    page = anna.page
    page.reload()
    anna.at_table()
    expect(page.locator(".pieces text").first).to_be_visible()
    shown = "async (relief) => { await Promise.all(relief.getAnimations().map((run) => run.finished)) }"
    page.locator(".relief.drawn").evaluate(shown)
    swelling = page.locator(".pieces").first.evaluate("(one) => getComputedStyle(one).opacity")
    assert float(swelling) < 1, "nothing swells"
    assert _layers(page) == ["ground", "layer", "layer"]
