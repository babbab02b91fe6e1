"""Printed facts for the page: shapes of tiles and tokens, and the calendar."""

from __future__ import annotations

from collections.abc import Mapping

from khyber.engine.game import Json
from khyber.games.zurmat.box import DICE, FACES, Box
from khyber.games.zurmat.drawing import shapes


def facts(box: Box) -> Mapping[str, Json]:
    """Return the facts, by the ids of views."""
    numbers = box.numbers
    return {
        "shapes": dict(shapes.facts()),
        "months": list(numbers.months),
        "winter-months": list(numbers.months[len(numbers.months) - numbers.winter_cubes :]),
        "most-buildings": {"school": numbers.most_schools, "fort": numbers.most_forts},
        "dice": {die: [FACES[face] for face in faces] for die, faces in zip(DICE, box.dice, strict=True)},
        "objective-points": {card.id: card.vp for side in box.objectives for card in side},
    }
