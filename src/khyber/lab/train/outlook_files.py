"""The files of outlooks: written for agents to read (`agents/strong/outlook.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from khyber.agents.strong.network import signature
from khyber.agents.strong.outlook import PARTS
from khyber.catalogue import game as find_game
from khyber.engine.features import Encoder
from khyber.engine.optional import Evaluation

#: What one network has learned, by the names of `PARTS`.
Weights = dict[str, NDArray[Any]]


def write(game: str, networks: Sequence[Weights], out: Path) -> None:
    """Write the networks in half precision."""
    fields = Evaluation.of(find_game(game)).map_fields()
    assert fields is not None
    arrays = {name: np.stack([one[name] for one in networks]).astype(np.float16) for name in PARTS}
    made = out.with_suffix(".part")
    with made.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, fields=np.array(signature(Encoder(fields.every))), **arrays)
    made.replace(out)
