"""An outlook: how likely a seat is to win that plays on by a taught bot, from a network that reads the map by places.

The same weights serve for every place, so that what it learns of one it knows of all. Several networks of the same
shape are averaged, because each is wrong elsewhere. It is a file of half-precision numbers (`data/GAME-outlook.npz`,
written by `khyber train --outlook`); reading it takes NumPy.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING, Final, Generic

from khyber.agents.strong.network import BadNetwork, signature
from khyber.agents.strong.threads import one_thread
from khyber.engine.features import Encoder, MapFields
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

if TYPE_CHECKING:  # both are slow to import
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

#: A field counts as a share of what is much, at most this many times.
MOST_SHARE: Final = 3
#: What a file holds, with the networks as the first dimension of each: weights from the seat and the fields of the
#: whole game; from the fields of a place and the whole; from a place, its links and the whole; from all places; and
#: to the chance.
PARTS: Final = (
    "seats",
    "whole",
    "place",
    "to-place",
    "of-place",
    "near",
    "to-near",
    "of-near",
    "all",
    "of-all",
    "last",
)


def by_places(fields: MapFields, first: int) -> list[list[int]]:
    """Return for each place where its bytes are, if the rows begin at `first`."""
    found: list[list[int]] = [[] for _ in range(fields.places)]
    for feature in fields.by_place:
        each = feature.size // fields.places
        for place, listed in enumerate(found):
            listed += range(first + place * each, first + (place + 1) * each)
        first += feature.size
    return found


class Outlook(Generic[S]):
    """The chances of a seat, from a state."""

    def __init__(self, game: Game[S], file: Path) -> None:
        one_thread()
        import numpy as np

        fields = Evaluation.of(game).map_fields()
        if fields is None:
            raise BadNetwork(f"{quoted(game.id)} has no map to read by places")
        self._np, self._fields = np, fields
        self._encoder = Encoder(fields.every)
        with np.load(file) as found:
            if str(found["fields"]) != signature(self._encoder):
                raise BadNetwork(f"the outlook was trained on other fields than those of {quoted(game.id)}")
            weights = {name: found[name].astype(np.float32) for name in PARTS}
        self._seats = {seat: weights["seats"][:, at] for at, seat in enumerate(game.seats)}
        self._whole, self._place, self._to_place, self._of_place = (weights[name] for name in PARTS[1:5])
        self._near, self._to_near, self._of_near, self._all, self._of_all, self._last = (
            weights[name] for name in PARTS[5:]
        )
        overall = sum(feature.size for feature in fields.overall)
        self._overall = slice(0, overall)
        self._places: NDArray[np.intp] = np.array(by_places(fields, overall))
        self._links: list[slice] = []
        at = overall + sum(feature.size for feature in fields.by_place)
        for feature in fields.links:
            self._links.append(slice(at, at + feature.size))
            at += feature.size
        self._present = slice(at, at + fields.places)
        most = np.minimum(MOST_SHARE * np.array(self._encoder.most()), 255).astype(np.uint8)
        self._most_overall, self._most_places = most[self._overall], most[self._places]
        #: A row for each place, and one for none.
        self._rows = np.eye(fields.places + 1, fields.places, dtype=np.float32)

    def chance(self, state: S, seat: str) -> float:
        """Return how likely the seat is to win."""
        np, places = self._np, self._fields.places
        read = np.frombuffer(self._encoder.encode(state), np.uint8)
        whole = np.minimum(read[self._overall], self._most_overall).astype(np.float32) @ self._whole
        whole += self._seats[seat]
        np.maximum(whole, 0, out=whole)
        beside = whole[:, None]
        each = np.minimum(read[self._places], self._most_places).astype(np.float32) @ self._place
        each += beside @ self._to_place
        each += self._of_place
        np.maximum(each, 0, out=each)
        seen = [each]
        for link in self._links:
            near = self._rows[np.minimum(read[link], places)].reshape(places, -1, places).sum(1)
            seen.append(near @ each)
        each = np.concatenate(seen, 2) @ self._near
        each += beside @ self._to_near
        each += self._of_near
        np.maximum(each, 0, out=each)
        each *= (read[self._present] > 0)[:, None]
        together = np.concatenate((whole, each.sum(1) / places, each.max(1)), 1)
        result = (together[:, None] @ self._all)[:, 0] + self._of_all
        np.maximum(result, 0, out=result)
        odds = float((np.einsum("ij,ij->i", result, self._last[:, :-1]) + self._last[:, -1]).mean())
        return 1 / (1 + exp(-odds))


@cache
def shipped(game: Game[S]) -> Outlook[S] | None:
    """Return the outlook that comes with Khyber; None if there is none for the game, or NumPy is not installed."""
    from pathlib import Path

    file = Path(__file__).parent / "data" / f"{game.id}-outlook.npz"
    if not file.is_file():
        return None
    try:
        return Outlook(game, file)
    except ImportError:
        return None
