"""Every side of every card from many positions: nothing breaks, something changes, and previews tell the truth."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.events.deck import Side
from tests.distant_plain.event_properties import SIDES, examine, name

POSITIONS = 20
TRIES = 5


@pytest.mark.parametrize("side", SIDES, ids=name)
def test_a_side_does_something_somewhere_and_its_preview_is_right(side: Side) -> None:
    counts = examine(side, POSITIONS, TRIES)
    assert counts["plays"] == POSITIONS
    assert counts["changed"], "it changes nothing in any of these positions"
