"""The odds of a Declare with hidden discs, and of Hits and Blocks with dice."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

#: Results kept: leads and dice come from positions and data that users may write.
MAX_KEPT: Final = 4096


class Odds(NamedTuple):
    """The probabilities that a side has more Loyalty on a tile, and less."""

    win: float
    lose: float


@lru_cache(maxsize=MAX_KEPT)
def odds(lead: int, ours: int, theirs: int, spread: int = 0) -> Odds:
    """Return the odds with a known lead and unseen discs of each side, each a Faction disc with chance 1/2.

    `spread` more are expected from each side.

    >>> odds(1, 0, 0), odds(0, 1, 1)
    (Odds(win=1.0, lose=0.0), Odds(win=0.25, lose=0.25))
    """
    theirs += spread
    n = ours + spread + theirs
    # one Faction disc fewer of theirs is as good as one more of ours
    worst = lead - theirs
    total = 1 << n
    return Odds(
        sum(comb(n, k) for k in range(n + 1) if worst + k > 0) / total,
        sum(comb(n, k) for k in range(n + 1) if worst + k < 0) / total,
    )


Chances = tuple[float, ...]


@lru_cache(maxsize=MAX_KEPT)
def hits(dice: tuple[tuple[int, int], ...]) -> Chances:
    """Return the probability of each number of Hits. Dice are (faces with a Hit, number of such dice).

    >>> hits(((3, 2),))
    (0.25, 0.5, 0.25)
    """
    chances = [1.0]
    for faces, n in dice:
        p = faces / 6
        for _ in range(n):
            chances = [
                (chances[k] * (1 - p) if k < len(chances) else 0.0) + (chances[k - 1] * p if k else 0.0)
                for k in range(len(chances) + 1)
            ]
    return tuple(chances)


@lru_cache(maxsize=MAX_KEPT)
def expected_losses(attacking: tuple[tuple[int, int], ...], blocking: tuple[tuple[int, int], ...], most: int) -> float:
    """Return the mean losses, at most `most`, from the Hits of some dice less the Blocks of others."""
    against, blocks = hits(attacking), hits(blocking)
    return sum(p * q * min(most, h - b) for h, p in enumerate(against) for b, q in enumerate(blocks) if h > b)
