"""Capabilities and Momentum: executing a text puts it in force (5.3, 5.4)."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.rules.lasting import texts_in_effect
from tests.distant_plain.positions import at

CAPABILITIES = (1, 2, 3, 5, 7, 12, 18, 23, 29, 30, 31, 33, 34)
MOMENTUM = ("10s", "11u", "11s", "17s", "24u", "24s", "26s", "36s")
SIDES = {"u": "unshaded", "s": "shaded"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{card}{side}", marks=[pytest.mark.card(f"{card}{side}"), pytest.mark.rule("5.3")])
        for card in CAPABILITIES
        for side in SIDES
    ],
)
def test_executing_a_capability_puts_it_in_force_and_ends_its_other_side(text: str) -> None:
    """The marker goes down on the side executed, turning if it lay on the other (5.1.2)."""
    card, side = int(text[:-1]), SIDES[text[-1]]
    (other,) = set(SIDES.values()) - {side}
    for before in ([], [f"{card}-{other}"]):
        table = at("warlords", event=text, lasting=before)
        assert texts_in_effect(table.state) == [(card, side)]


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=[pytest.mark.card(text), pytest.mark.rule("5.4")]) for text in MOMENTUM]
)
def test_executing_a_momentum_text_puts_it_in_force(text: str) -> None:
    table = at("warlords", event=text)
    assert texts_in_effect(table.state) == [(int(text[:-1]), SIDES[text[-1]])]
