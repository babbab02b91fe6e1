"""A network that reads a map place by place: what outlooks and policies have in common.

The same weights serve every place, so what it learns about one holds for all. Reading it takes NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Generic

from khyber.agents.strong.network import BadNetwork
from khyber.agents.strong.threads import one_thread
from khyber.engine.features import Encoder, MapFields
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

if TYPE_CHECKING:  # slow to import
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: A field counts as a share of what is much, at most this many times.
MAX_SHARE: Final = 3
#: Weights from the fields of the whole game; from the fields of a place and the whole; from a place, its links and the
#: whole; and from all places.
PARTS: Final = ("whole", "place", "to-place", "of-place", "near", "to-near", "of-near", "all", "of-all")


def fields_of(game: Game[S]) -> MapFields:
    """Return what such a network reads of a game. Raises BadNetwork."""
    fields = Evaluation.of(game).map_fields()
    if fields is None:
        raise BadNetwork(f"{quoted(game.id)} has no map to read by places")
    return fields


def by_places(fields: MapFields, first: int) -> list[list[int]]:
    """Return for each place where its bytes are, if the rows begin at `first`."""
    found: list[list[int]] = [[] for _ in range(fields.places)]
    for feature in fields.by_place:
        each = feature.size // fields.places
        for place, listed in enumerate(found):
            listed += range(first + place * each, first + (place + 1) * each)
        first += feature.size
    return found


class MapNetwork(Generic[S]):
    """Reads the fields of a state with one network, or with several of the same shape at once."""

    def __init__(self, game: Game[S]) -> None:
        one_thread()
        import numpy as np

        self._np, self.fields = np, fields_of(game)
        fields = self.fields
        self.encoder = Encoder(fields.every)
        overall = sum(feature.size for feature in fields.overall)
        self._overall = slice(0, overall)
        self._places: NDArray[np.intp] = np.array(by_places(fields, overall))
        self._links: list[slice] = []
        at = overall + sum(feature.size for feature in fields.by_place)
        for feature in fields.links:
            self._links.append(slice(at, at + feature.size))
            at += feature.size
        self._present = slice(at, at + fields.places)
        most = np.minimum(MAX_SHARE * np.array(self.encoder.most()), 255).astype(np.uint8)
        self._most_overall, self._most_places = most[self._overall], most[self._places]
        #: A row for each place, and one for none.
        self._rows = np.eye(fields.places + 1, fields.places, dtype=np.float32)

    def read(
        self, weights: Mapping[str, Array], read: bytes, begin: Array, about: tuple[int, Array] | None = None
    ) -> tuple[Array, Array]:
        """Return what it makes of the fields as a whole, and of each place.

        `begin` is what it knows beside the fields, and `about` what it knows beside those of one place.
        """
        np, places = self._np, self.fields.places
        bytes_ = np.frombuffer(read, np.uint8)
        whole: Array = np.minimum(bytes_[self._overall], self._most_overall).astype(np.float32) @ weights["whole"]
        whole += begin
        np.maximum(whole, 0, out=whole)
        beside = whole[..., None, :]
        each: Array = np.minimum(bytes_[self._places], self._most_places).astype(np.float32) @ weights["place"]
        each += beside @ weights["to-place"]
        each += weights["of-place"]
        if about is not None:
            each[..., about[0], :] += about[1]
        np.maximum(each, 0, out=each)
        seen = [each]
        for link in self._links:
            near = self._rows[np.minimum(bytes_[link], places)].reshape(places, -1, places).sum(1)
            seen.append(near @ each)
        each = np.concatenate(seen, -1) @ weights["near"]
        each += beside @ weights["to-near"]
        each += weights["of-near"]
        np.maximum(each, 0, out=each)
        present = each * (bytes_[self._present] > 0)[:, None]
        together = np.concatenate((whole, present.sum(-2) / places, present.max(-2)), -1)
        result: Array = (together[..., None, :] @ weights["all"])[..., 0, :] + weights["of-all"]
        np.maximum(result, 0, out=result)
        return result, each
