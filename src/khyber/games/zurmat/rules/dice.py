"""Afghan, US and Fort dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.box import BLOCK, DICE, HIT
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rulebook import rule

AFGHAN_DIE: Final = 0
US_DIE: Final = 1
FORT_DIE: Final = 2

_NAMES: Final = tuple(f"{die}-die" for die in DICE)


@rule("combat")
def roll_dice(play: Play, side: int, dice: Sequence[tuple[int, int]]) -> list[int]:
    """Roll a die for every unit and Fort, beyond the number in the box; return the count of each face."""
    shown = [0, 0, 0]
    for die, n in dice:
        faces = play.box.dice[die]
        for _ in range(n):
            shown[faces[play.roll(_NAMES[die]) - 1]] += 1
    play.emit("rolled", "combat", SEATS[side], sum(shown), shown[HIT], shown[BLOCK])
    return shown
