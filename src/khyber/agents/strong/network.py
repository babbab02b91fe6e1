"""A learned estimate: a small network that reads a state and says how likely each seat is to win.

It is a file of half-precision numbers (`data/GAME.npz`, written by `khyber train`); reading it takes NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from khyber.agents.strong.threads import one_thread
from khyber.engine.errors import Error
from khyber.engine.features import Encoder, Feature
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

if TYPE_CHECKING:  # both are slow to import
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]


class BadNetwork(Error):
    """A file is not a network for this game."""


def signature(features: Sequence[Feature]) -> str:
    """Return the fields that a network reads, in order: a network of other fields does not fit."""
    return " ".join(f"{feature.name}:{feature.size}" for feature in features)


def fields_of_file(file: Path) -> str:
    """Return the fields that the network in a file was trained on: without NumPy, which is slow to import."""
    from zipfile import ZipFile

    with ZipFile(file) as archive:
        data = archive.read("fields.npy")
    begin = 10 + int.from_bytes(data[8:10], "little")  # after the header, whose length is there
    return data[begin:].decode("utf-32-le").rstrip("\0")


class Network(Generic[S]):
    """Layers of weights, each followed by a ramp but for the last, which is followed by a softmax over the seats."""

    def __init__(self, game: Game[S], file: Path) -> None:
        one_thread()
        import numpy as np

        self._encoder = Encoder(Evaluation.of(game).inputs())
        with np.load(file) as found:
            if str(found["fields"]) != signature(self._encoder.features):
                raise BadNetwork(f"the network was trained on other fields than those of {quoted(game.id)}")
            layers = sum(name.startswith("weights") for name in found.files)
            self._layers: list[tuple[Array, Array]] = [
                (found[f"weights{at}"].astype(np.float32), found[f"biases{at}"].astype(np.float32))
                for at in range(layers)
            ]
        self._read = np.frombuffer
        self._byte, self._number, self._exp = np.uint8, np.float32, np.exp

    def shares(self, state: S) -> list[float]:
        """Return each seat's chance to win; together they are 1, for a lone seat with the game's own chance."""
        values = self._read(self._encoder.encode(state), self._byte).astype(self._number)
        *hidden, (weights, biases) = self._layers
        for before, added in hidden:
            values = values @ before + added
            values *= values > 0
        odds = self._exp(values @ weights + biases)
        found: list[float] = (odds / odds.sum()).tolist()
        return found
