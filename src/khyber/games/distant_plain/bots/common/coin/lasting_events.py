"""5.3, 5.4: lasting Events that limit COIN Operations, named in an explanation where they decide."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain.board import COALITION, IS_PASHTUN, SPACE_IDS, Space
from khyber.games.distant_plain.bots.machinery.priority import Box
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import SHADED, lasting_bit
from khyber.games.distant_plain.rules.lasting import NATO, NIGHT_LETTERS, PRTS, shaded
from khyber.games.distant_plain.rules.operations.conditions import NATO_SPACES, held_back
from khyber.games.distant_plain.rules.operations.train import MAX_CUBES_UNDER_THREAT


def note_few_spaces(walk: Walk, *boxes: Box) -> None:
    """Note NATO if these boxes would select more spaces without it."""
    if walk.bot.trace is None or not held_back(walk.state, COALITION):
        return
    free = walk.saved()
    free.state.lasting &= ~lasting_bit(NATO, SHADED)
    rows = [row for box in boxes for row in box() if row.when is None or row.when(free)]
    if any(list(row.candidates(free)) for row in rows):
        walk.bot.note_once("few-spaces", card=NATO, side=SHADED, n=NATO_SPACES)


def note_few_cubes(walk: Walk, n: int) -> None:
    """Note Night Letters if a Train places as many cubes in a space as they allow."""
    if n == MAX_CUBES_UNDER_THREAT and shaded(walk.state, NIGHT_LETTERS):
        walk.bot.note_once("few-cubes", card=NIGHT_LETTERS, side=SHADED, n=n)


def open_to_prts(walk: Walk, spaces: Sequence[Space]) -> list[Space]:
    """3.2.1: return where a Coalition Train may conduct Civic Action; note the spaces that shaded PRTs rule out."""
    if not shaded(walk.state, PRTS):
        return list(spaces)
    for space in spaces:
        if IS_PASHTUN[space]:
            walk.bot.note_once("ruled-out", card=PRTS, side=SHADED, space=SPACE_IDS[space])
    return [space for space in spaces if not IS_PASHTUN[space]]
