"""Nothing moves on the boards of Zurmat and Enduring Freedom for whoever asked for less motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.test_accessible import BATTLES
from tests.e2e.test_plain_play import at_speed

#: Keeps what is set in motion on the board: by script, or by name where a style does it.
KEEP_MOTIONS = """
  globalThis.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) { motions.push("travels"); return animate.apply(this, how); };
  addEventListener("animationstart", (event) => {
    if (event.target.closest(".board")) motions.push(event.animationName.split("-").pop());
  }, true);
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
